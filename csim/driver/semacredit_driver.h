// SPDX-License-Identifier: Apache-2.0
// Driver of the admission block: its registers over a bus of the caller's, for firmware or a
// kernel. It keeps no state, allocates nothing and needs no library. rtl/spec/registers.md is
// what it speaks to, and the table there is what its addresses are made of. One caller at a time.
#ifndef SEMACREDIT_DRIVER_H
#define SEMACREDIT_DRIVER_H

#include <stdbool.h>
#include <stdint.h>

#include "semacredit_registers.h"

// Lanes: HBM partitions, Atomic engines, response engines, each kind from here on. Channels: all
// partitions share the first, each engine has one, `done` has the last.
enum semacredit_lane {
    SEMACREDIT_HBM = 0,
    SEMACREDIT_ATOMIC = SEMACREDIT_HBM_LANES,
    SEMACREDIT_RESPONSE = SEMACREDIT_ATOMIC + SEMACREDIT_ATOMIC_LANES,
    SEMACREDIT_LANES = SEMACREDIT_WINDOW_MEMBERS,
    SEMACREDIT_CHANNELS = SEMACREDIT_ATOMIC_LANES + SEMACREDIT_RESPONSE_LANES + 2,
};
enum semacredit_class { SEMACREDIT_CLASSES = SEMACREDIT_FLOOR_MEMBERS }; // HBM, Atomic, response

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

// What is set up before operations are offered, in the order of rtl/spec/environment.md, 10.4.
struct semacredit_setup {
    uint32_t quantum_hbm, quantum_time; // log2 of units, 0 to 15
    uint32_t small_limit;               // wire bytes of a small operation, at most
    uint32_t atomic_service[SEMACREDIT_ATOMIC_SERVICE_MEMBERS]; // opcodes 8 to 15, quanta
    uint32_t response_fixed;                                    // quanta
    uint32_t response_reciprocal, hbm_reciprocal;               // quanta a byte, 12 fraction bits
    uint32_t clock_quanta;             // that a clock lasts, 4 fraction bits; for tuning
    uint32_t window[SEMACREDIT_LANES]; // in their units; 0 closes a lane
    uint32_t floor[SEMACREDIT_CLASSES], ceiling[SEMACREDIT_CLASSES]; // of tuning
    uint32_t multiplier_min, multiplier_max;   // of calibration, 12 fraction bits, not 0
    uint32_t tune_interval;                    // clocks
    uint32_t command_limit;                    // reservations, 1 to SEMACREDIT_DEPTH
    uint32_t holder_limit[SEMACREDIT_CLASSES]; // of them on a lane, at least 1
    uint32_t table_floor;      // reservations that are kept for lanes on which nothing is held
    uint32_t response_split;   // 1: what waits for a stage holds half of a response engine at most
    uint32_t starvation_bound; // clocks; 0: none
    uint32_t hold;             // a bit for each opcode: it owes a `done`
    uint32_t age_limit;        // units of 1,024 clocks; 0: none
    uint32_t message_interval; // clocks; 0: no messages, and no threshold
    uint32_t message_threshold[SEMACREDIT_CLASSES]; // 0: none
    uint32_t message_repeat;
    uint32_t calibrate_enable[SEMACREDIT_CALIBRATE_ENABLE_MEMBERS]; // a bit for each lane
    uint32_t tune_enable[SEMACREDIT_TUNE_ENABLE_MEMBERS];           // only with clock_quanta
};

// What the block has now: what a caller that changes little begins with.
enum semacredit_result semacredit_setup_read(const struct semacredit_bus *bus,
                                             struct semacredit_setup *setup);

// Writes a whole setup, whatever was set before, while nothing is offered, held or unreported. A
// setup that contradicts itself, or with which nothing could ever be granted, is SEMACREDIT_RANGE.
enum semacredit_result semacredit_init(const struct semacredit_bus *bus,
                                       const struct semacredit_setup *setup);

// A lane's base window, at any time. A smaller one takes nothing from what is held. Answered when
// it is in force.
enum semacredit_result semacredit_window_write(const struct semacredit_bus *bus, unsigned lane,
                                               uint32_t window);
// What calibration has learned of a lane, 12 fraction bits: 4096 forgets it.
enum semacredit_result semacredit_multiplier_write(const struct semacredit_bus *bus, unsigned lane,
                                                   uint32_t multiplier);

// Counters since reset, modulo 2^32, and what is held and waits.
struct semacredit_status {
    uint32_t grants, rejects, repeats, frees, strays, lates, messages, calibrations;
    uint32_t returns[SEMACREDIT_CLASSES];
    uint32_t held, held_max, waiting;
    uint32_t denials_table; // for lack of a reservation, or by the command limit
};
enum semacredit_result semacredit_status_read(const struct semacredit_bus *bus,
                                              struct semacredit_status *status);

struct semacredit_lane_status {
    uint32_t window, multiplier, in_force, debt, denials;
};
enum semacredit_result semacredit_lane_read(const struct semacredit_bus *bus, unsigned lane,
                                            struct semacredit_lane_status *status);

// The reservation of an id, 0 to SEMACREDIT_DEPTH - 1: whose it is, and the channels that it waits
// for, bit by bit. Of one that is not held all is 0.
struct semacredit_holder {
    bool held;
    uint32_t owed, handle, tag; // tag: its low bits
    uint32_t age;               // units of 1,024 clocks, at most 65,535
};
enum semacredit_result semacredit_holder_read(const struct semacredit_bus *bus, unsigned id,
                                              struct semacredit_holder *holder);

// A completion instead of one that was lost.
enum semacredit_result semacredit_send(const struct semacredit_bus *bus, unsigned channel,
                                       uint32_t handle);

// Every completion that the reservation of an id waits for, so that it is free; of one that is not
// held, none. Where a stage reports after all, the second of both is a stray and changes nothing.
enum semacredit_result semacredit_release(const struct semacredit_bus *bus, unsigned id);

// Errors since they were last taken. `first` has one of the bits, the first that came, or none;
// `info` is its handle, tag or address.
struct semacredit_errors {
    uint32_t bits, first, info; // SEMACREDIT_ERROR_...
};
// Reads and clears them. What comes meanwhile stays for the next time.
enum semacredit_result semacredit_errors_take(const struct semacredit_bus *bus,
                                              struct semacredit_errors *errors);

#endif
