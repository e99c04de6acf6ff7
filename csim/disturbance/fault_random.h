// Random faults: disturbances at random clocks, in proportion to rates. It says when and what; the
// environment carries it out.
#ifndef SEMA_FAULT_RANDOM_H
#define SEMA_FAULT_RANDOM_H

#include <stdint.h>

#include "csim/base/rng.h"
#include "csim/config/config.h"
#include "csim/config/register_plan.h"

enum fault_random_kind {
    FAULT_RANDOM_WINDOW, // configuration writes
    FAULT_RANDOM_MULTIPLIER,
    FAULT_RANDOM_QUANTUM,
    FAULT_RANDOM_LIMIT,
    FAULT_RANDOM_GRANT,
    FAULT_RANDOM_CALIBRATE,
    FAULT_RANDOM_STARVATION,
    FAULT_RANDOM_AUTOTUNE,
    FAULT_RANDOM_REGISTER,
    FAULT_RANDOM_BUS,       // any access
    FAULT_RANDOM_MEND,      // every register put right
    FAULT_RANDOM_PAUSE,     // the arbiter, for a while
    FAULT_RANDOM_DUPLICATE, // beats
    FAULT_RANDOM_UNKNOWN,
    FAULT_RANDOM_DONE,
    FAULT_RANDOM_RESET,
    FAULT_RANDOM_KINDS
};

struct fault_random {
    struct rng rng;
    struct rng_choice kind;
    uint64_t total;      // disturbances for each million clocks
    uint64_t next_cycle; // clock of the next disturbance; UINT64_MAX: none
};

// Starts without disturbances.
void fault_random_init(struct fault_random *fault_random, uint64_t seed);

// Rates from clock `cycle` on.
void fault_random_start(struct fault_random *fault_random, const uint64_t rate[FAULT_RANDOM_KINDS],
                        uint64_t cycle);
void fault_random_stop(struct fault_random *fault_random);

// The rates of a configuration.
void fault_random_rates(const struct config *config, uint64_t rate[FAULT_RANDOM_KINDS]);

// What happens in clock `cycle`, which is next_cycle, and draws the clock of the next one.
enum fault_random_kind fault_random_take(struct fault_random *fault_random, uint64_t cycle);

// For how many clocks a pause lasts.
uint64_t fault_random_pause(struct fault_random *fault_random);

// A register write of one of the kinds up to FAULT_RANDOM_REGISTER. `wanted` holds, by address,
// what the registers should be: about half of the writes restore one.
void fault_random_write(struct fault_random *fault_random, enum fault_random_kind kind,
                        const uint32_t wanted[REGISTERS], uint8_t *address, uint32_t *data);

// Any access to the registers: mostly reads of what is there, but any address and any strobes.
struct bus_access fault_random_access(struct fault_random *fault_random);

#endif
