// Chaos: disturbances at random clocks, in proportion to rates. It says when and what; the world
// carries it out.
#ifndef SEMA_CHAOS_H
#define SEMA_CHAOS_H

#include <stdbool.h>
#include <stdint.h>

#include "csim/base/rng.h"
#include "csim/config/config.h"
#include "csim/config/register_plan.h"
#include "csim/interface/numbers.h"

enum chaos_kind {
    CHAOS_WINDOW, // configuration writes
    CHAOS_MULTIPLIER,
    CHAOS_QUANTUM,
    CHAOS_LIMIT,
    CHAOS_GRANT,
    CHAOS_CALIBRATE,
    CHAOS_STARVATION,
    CHAOS_AUTOTUNE,
    CHAOS_REGISTER,
    CHAOS_BUS,       // any access
    CHAOS_MEND,      // every register put right
    CHAOS_PAUSE,     // the arbiter, for a while
    CHAOS_DUPLICATE, // beats
    CHAOS_UNKNOWN,
    CHAOS_DONE,
    CHAOS_RESET,
    CHAOS_KINDS
};

struct chaos {
    struct rng rng;
    struct rng_choice kind;
    uint64_t total;      // disturbances for each million clocks
    uint64_t next_cycle; // clock of the next disturbance; UINT64_MAX: none
};

// Starts without disturbances.
void chaos_init(struct chaos *chaos, uint64_t seed);

// Rates from clock `cycle` on.
void chaos_start(struct chaos *chaos, const uint64_t rate[CHAOS_KINDS], uint64_t cycle);
void chaos_stop(struct chaos *chaos);

// The rates of a configuration.
void chaos_rates(const struct config *config, uint64_t rate[CHAOS_KINDS]);

// What happens in clock `cycle`, which is next_cycle, and draws the clock of the next one.
enum chaos_kind chaos_take(struct chaos *chaos, uint64_t cycle);

// For how many clocks a pause lasts.
uint64_t chaos_pause(struct chaos *chaos);

// A register write of one of the kinds up to CHAOS_REGISTER. `wanted` holds, by address, what the
// registers should be: about half of the writes restore one.
void chaos_write(struct chaos *chaos, enum chaos_kind kind, const uint32_t wanted[REGISTERS],
                 uint8_t *address, uint32_t *data);

// Any access to the registers: mostly reads of what is there, but any address and any strobes.
struct bus_access chaos_access(struct chaos *chaos);

#endif
