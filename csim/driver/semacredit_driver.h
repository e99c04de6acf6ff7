// Driver of the admission block: its registers over a bus of the caller's, for firmware or a
// kernel. It keeps no state, allocates nothing and needs no library. rtl/spec/registers.md is what
// it speaks to; addresses come from rtl/registers.txt. One caller at a time.
#ifndef SEMACREDIT_DRIVER_H
#define SEMACREDIT_DRIVER_H

#include <stdbool.h>
#include <stdint.h>

#include "semacredit_registers.h"

// Lanes: HBM partitions from 0, then these.
enum semacredit_lane {
    SEMACREDIT_LANES = SEMACREDIT_WINDOW_MEMBERS,
    SEMACREDIT_HBM_LANES = SEMACREDIT_LANES - 2,
    SEMACREDIT_ATOMIC = SEMACREDIT_HBM_LANES,
    SEMACREDIT_RESPONSE
};

enum semacredit_result {
    SEMACREDIT_OK,
    SEMACREDIT_BUS,  // an access was answered with an error, and what follows it was not done
    SEMACREDIT_RANGE // an argument is outside its range, and nothing was done
};

// Accesses of 32 bits by byte address within the block. False: answered with an error.
struct semacredit_bus {
    bool (*read)(void *context, uint32_t address, uint32_t *value);
    bool (*write)(void *context, uint32_t address, uint32_t value);
    void *context;
};

// What is set up before operations are offered.
struct semacredit_setup {
    uint32_t map_mask[SEMACREDIT_MAP_MASK_MEMBERS];
    uint32_t atomic_service[SEMACREDIT_ATOMIC_SERVICE_MEMBERS]; // opcodes 8 to 15, quanta
    uint32_t response_fixed;                                    // quanta
    uint32_t response_reciprocal;                               // quanta a byte, 12 fraction bits
    uint32_t hbm_reciprocal;                                    // the same
    uint32_t quantum_hbm, quantum_time;                         // log2 of units, 0 to 15
    uint32_t window[SEMACREDIT_LANES];                          // in these units, not 0
    uint32_t command_limit;                                     // reservations, not 0
    uint32_t starvation_bound;                                  // grants; 0: none
};

// What the block has now: what a caller that changes little begins with.
enum semacredit_result semacredit_setup_read(const struct semacredit_bus *bus,
                                             struct semacredit_setup *setup);

// Writes a whole setup in the order of rtl/DATASHEET.md, while nothing is offered or held. A window
// or command limit of 0, with which nothing could ever be granted, is SEMACREDIT_RANGE.
enum semacredit_result semacredit_init(const struct semacredit_bus *bus,
                                       const struct semacredit_setup *setup);

// A lane's window, at any time. A smaller one takes nothing from what is held.
enum semacredit_result semacredit_window_write(const struct semacredit_bus *bus, unsigned lane,
                                               uint32_t window);
enum semacredit_result semacredit_window_read(const struct semacredit_bus *bus, unsigned lane,
                                              uint32_t *window);

// A lane's multiplier. Where it is enabled, estimates are multiplied by `value`, else by 1.0; and
// calibration moves it, unless it is frozen.
struct semacredit_multiplier {
    uint16_t value; // 12 fraction bits, below 4.0
    bool enable, freeze;
};
enum semacredit_result semacredit_multiplier_write(const struct semacredit_bus *bus, unsigned lane,
                                                   struct semacredit_multiplier multiplier);
enum semacredit_result semacredit_multiplier_read(const struct semacredit_bus *bus, unsigned lane,
                                                  struct semacredit_multiplier *multiplier);

// Grant messages to initiators: one is due after `interval` clocks, or as soon as a lane has as
// much credit to tell of as its threshold. 0: never for that reason.
enum semacredit_result semacredit_messages_write(const struct semacredit_bus *bus,
                                                 uint16_t interval, uint32_t threshold_hbm,
                                                 uint32_t threshold_time);

// Counters since reset, modulo 2^32, and what is held and waits.
struct semacredit_status {
    uint32_t grants, rejects, repeats, completes, calibrations, messages;
    uint32_t returns[SEMACREDIT_RETURNS_MEMBERS]; // HBM, Atomic, response
    uint32_t held, held_max, waiting;
    uint32_t denials_table; // for want of a reservation, or by the command limit
};
enum semacredit_result semacredit_status_read(const struct semacredit_bus *bus,
                                              struct semacredit_status *status);

struct semacredit_lane_status {
    uint32_t window, debt, debt_max, denials, busy;
};
enum semacredit_result semacredit_lane_read(const struct semacredit_bus *bus, unsigned lane,
                                            struct semacredit_lane_status *status);

// Errors since they were last taken. `first` has one of the bits, the first that came, or none;
// `info` is its reservation, tag or address, `time` its clock.
struct semacredit_errors {
    uint32_t bits; // enum semacredit_error
    uint32_t first, info, time;
};
// Reads and clears them. What comes meanwhile stays for the next time.
enum semacredit_result semacredit_errors_take(const struct semacredit_bus *bus,
                                              struct semacredit_errors *errors);

#endif
