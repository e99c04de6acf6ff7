// SPDX-License-Identifier: Apache-2.0
// Driver of the admission block: its registers over a bus of the caller's, for firmware or a
// kernel. It keeps no state, allocates nothing, needs no library and knows every size of the block:
// each call reads what it needs of that. rtl/spec/registers.md is what it speaks to, and the table
// there is what its addresses are made of. One caller at a time. No pointer is NULL.
#ifndef SEMACREDIT_DRIVER_H
#define SEMACREDIT_DRIVER_H

#include <stdbool.h>
#include <stdint.h>

#include "semacredit_registers.h"

// HBM partitions, Atomic engines, response engines.
enum semacredit_class { SEMACREDIT_CLASSES = SEMACREDIT_CALIBRATE_WORK_MEMBERS };

// What structs have room for.
enum semacredit_most { SEMACREDIT_LANES_MAX = 40, SEMACREDIT_LANE_WORDS_MAX = 2 };

// First lanes of the classes, lanes and channels in a block of the default size; of others
// semacredit_probe tells them.
enum semacredit_lane {
    SEMACREDIT_HBM = 0,
    SEMACREDIT_ATOMIC = SEMACREDIT_HBM_LANES,
    SEMACREDIT_RESPONSE = SEMACREDIT_ATOMIC + SEMACREDIT_ATOMIC_LANES,
    SEMACREDIT_LANES = SEMACREDIT_WINDOW_MEMBERS,
    SEMACREDIT_CHANNELS = SEMACREDIT_ATOMIC_LANES + SEMACREDIT_RESPONSE_LANES + 2,
};

enum semacredit_result {
    SEMACREDIT_OK,
    SEMACREDIT_BUS,     // an access failed, and what follows it was not done
    SEMACREDIT_RANGE,   // an argument is outside its range; nothing was done
    SEMACREDIT_FOREIGN, // another block, or another version of its registers; nothing was done
    SEMACREDIT_BUSY,    // patience is over; all is as before
    SEMACREDIT_LOST,    // a write that the bus took is not what is read back
    SEMACREDIT_PARTIAL, // what was before could not be put back either
};

// Accesses of 32 bits by byte address within the block. False: answered with an error, or not in
// the time that the caller's bus allows for. A read is answered after every earlier write is done,
// as on PCIe; the answer of a write itself may come before that.
struct semacredit_bus {
    bool (*read)(void *context, uint32_t address, uint32_t *value);
    bool (*write)(void *context, uint32_t address, uint32_t value);
    void *context;
};

// Which block it is. Channels: all partitions share the first, each engine has one, `done` has the
// last.
struct semacredit_block {
    uint32_t first[SEMACREDIT_CLASSES], count[SEMACREDIT_CLASSES]; // lanes of each class
    uint32_t lanes, channels;
    uint32_t depth; // reservations, ids from 0
    uint32_t slots; // operations that wait, at most
    uint32_t id_bits, counter_bits, tag_bits, generation_bits, age_bits, wire_bits, handle_bits;
};
enum semacredit_result semacredit_probe(const struct semacredit_bus *bus,
                                        struct semacredit_block *block);

// What is set up, in the order of rtl/spec/environment.md, 10.4. Of lanes that the block has not
// all is 0.
struct semacredit_setup {
    uint32_t quantum_hbm, quantum_time; // log2 of units, 0 to 15
    uint32_t small_limit;               // wire bytes of a small operation, at most
    uint32_t atomic_service[SEMACREDIT_ATOMIC_SERVICE_MEMBERS]; // opcodes 8 to 15, quanta, not 0
    uint32_t response_fixed;                                    // quanta
    uint32_t response_reciprocal, hbm_reciprocal;               // quanta a byte, 12 fraction bits
    uint32_t window[SEMACREDIT_LANES_MAX];                      // in their units; 0 closes a lane
    uint32_t multiplier_min, multiplier_max;                    // in force, 12 fraction bits, not 0
    uint32_t calibrate_fixed; // what an operation costs a partition besides its bytes, its unit
    uint32_t calibrate_work[SEMACREDIT_CLASSES]; // work after which a multiplier moves, not 0
    uint32_t calibrate_step;                   // log2 of the part of the way that it moves, 0 to 7
    uint32_t command_limit;                    // reservations, from 1 up
    uint32_t holder_limit[SEMACREDIT_CLASSES]; // of them on a lane, at least 1
    uint32_t table_floor;      // reservations kept for lanes on which nothing is held, see 3.3
    uint32_t response_split;   // 1: a stage leaves others as much of a response engine as it holds
    uint32_t starvation_bound; // clocks; 0: none
    uint32_t hold;             // a bit for each opcode: it owes a `done`
    uint32_t age_limit;        // units of 1,024 clocks; 0: none
    uint32_t message_interval; // clocks; 0: no messages, and no threshold
    uint32_t message_threshold[SEMACREDIT_CLASSES]; // 0: none
    uint32_t message_repeat;
    uint32_t error_mask;                                  // SEMACREDIT_ERROR_... that interrupt
    uint32_t calibrate_enable[SEMACREDIT_LANE_WORDS_MAX]; // a bit for each lane
    // No register: reads of `waiting` and `held`, at most, until both are 0. 0: 10,000.
    uint32_t patience;
};

// What the block has now: what a caller that changes little begins with. `patience` is 0.
enum semacredit_result semacredit_setup_read(const struct semacredit_bus *bus,
                                             struct semacredit_setup *setup);

// A whole setup, whatever was set before, or nothing of it. The block takes no offers meanwhile,
// completes what it has, and afterwards takes and grants, also if it did not before. Learned
// multipliers are forgotten. What came of it:
// - OK: all was read back, and is in force.
// - RANGE: the setup contradicts itself or this block, or nothing could be granted with it, because
//   all partitions and Atomic engines are closed. Nothing was written.
// - BUSY: something waits or is held for longer than `patience`. The block goes on as before. What
//   waits for a closed lane leaves when its window is opened, what is held for a dead initiator or
//   stage by semacredit_release, and then the caller tries again.
// - BUS, LOST: a write failed, or a bus that posts its writes lost one. The block goes on as
// before.
// - PARTIAL: and so did an attempt to put back what was. Settings are of both. Call it again, when
//   the bus works, with a whole setup: what semacredit_setup_read tells now is none.
enum semacredit_result semacredit_init(const struct semacredit_bus *bus,
                                       const struct semacredit_setup *setup);

// Offers are taken, operations are granted: at any time. Without the first the block drains,
// without the second it pauses.
enum semacredit_enable { SEMACREDIT_TAKE = 1 << 0, SEMACREDIT_GRANT = 1 << 1 };
enum semacredit_result semacredit_enable_write(const struct semacredit_bus *bus, uint32_t enable);

// A lane's base window, at any time. A smaller one takes nothing from what is held. Answered when
// it is in force.
enum semacredit_result semacredit_window_write(const struct semacredit_bus *bus, unsigned lane,
                                               uint32_t window);
// What calibration has learned of a lane, 12 fraction bits: 4096 forgets it.
enum semacredit_result semacredit_multiplier_write(const struct semacredit_bus *bus, unsigned lane,
                                                   uint32_t multiplier);

// Status and counters, line by line: the name that each value has in the structs of this file, the
// index (0 if there is only one), the value. Of what the block has not, and of lane values that are
// 0, no line. Captures, as semacredit_capture does.
typedef void (*semacredit_line)(void *context, const char *name, unsigned index, uint32_t value);
enum semacredit_result semacredit_status_print(const struct semacredit_bus *bus,
                                               semacredit_line line, void *context);

// Counters since reset, modulo 2^32, and what is held and waits.
struct semacredit_status {
    uint32_t grants, rejects, flushed, repeats, frees, strays, lates, messages, calibrations;
    uint32_t returns[SEMACREDIT_CLASSES];
    uint32_t held, held_max, waiting;
    uint32_t denials_table; // for lack of a reservation, or by the command limit
    uint32_t limited[SEMACREDIT_LANE_WORDS_MAX]; // lanes whose multiplier is at a limit
};
enum semacredit_result semacredit_status_read(const struct semacredit_bus *bus,
                                              struct semacredit_status *status);

struct semacredit_lane_status {
    uint32_t window, multiplier, in_force, debt, denials;
};
enum semacredit_result semacredit_lane_read(const struct semacredit_bus *bus, unsigned lane,
                                            struct semacredit_lane_status *status);

// What the block counts for operators since reset, modulo 2^32, copied within a few hundred clocks
// so that no difference of two is negative (rtl/spec/registers.md, 9.7). Of what lanes have and
// others have not, 0.
struct semacredit_counters {
    uint32_t clocks; // that count: none in which the block was quiet
    uint32_t grants, frees, returns[SEMACREDIT_CLASSES];
    // Latency-sensitive, small, large: operations granted, and clocks that operations waited.
    uint32_t group_grants[SEMACREDIT_GROUP_GRANTS_MEMBERS];
    uint32_t group_waits[SEMACREDIT_GROUP_WAITS_MEMBERS];
    uint32_t denied_table; // waits that began for lack of a reservation
    // By lane: what came back; clocks that reservations were held, that operations were in the
    // stage's queue, in which it was idle and an operation waited, in which it was idle; waits that
    // began there.
    uint32_t lane_returns[SEMACREDIT_LANES_MAX], holder_clocks[SEMACREDIT_LANES_MAX];
    uint32_t queue_clocks[SEMACREDIT_LANES_MAX], starved_clocks[SEMACREDIT_LANES_MAX];
    uint32_t idle_clocks[SEMACREDIT_LANES_MAX], denied[SEMACREDIT_LANES_MAX];
};
// `maxima`: `held_max` begins again.
enum semacredit_result semacredit_capture(const struct semacredit_bus *bus, bool maxima,
                                          struct semacredit_counters *counters);

// The reservation of an id: whose it is, and the channels that it waits for, bit by bit. Of one
// that is not held, or completed while it was read, all is 0.
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

// Completions on all of these channels, bit by bit, for the handle that semacredit_holder_read
// told.
// - An initiator died: `done` alone, which is bit block.channels - 1. Its stages are alive and
//   report what they execute.
// - A stage was reset, and forgot what it had: its channel, for reservations that owe it. Never
// send
//   for a stage that is alive.
// What completed meanwhile is not touched, whoever has its id by now: what is sent for it is
// *late*, which `lates` counts and no error tells. So after SEMACREDIT_BUS it is safe to send all
// again. An id that was released is parked: it is granted again only when it was unparked. Until
// then nothing that comes for its handle after all does anything.
enum semacredit_result semacredit_release(const struct semacredit_bus *bus, uint32_t handle,
                                          uint32_t channels);

// Asks for a grant message, whatever the interval: an initiator has received none, or begins again.
enum semacredit_result semacredit_message_now(const struct semacredit_bus *bus);

// Removes what waits in the block: what uses a lane that was closed, or whose tag is like `tag` in
// the bits of `mask`, of its low 32; e.g. what a dead initiator sent. The block tells the transport
// of each (decision 3). What follows another one in its ordering domain leaves after that. What
// comes later is not removed: stop it first.
enum semacredit_result semacredit_flush_lane(const struct semacredit_bus *bus, unsigned lane);
enum semacredit_result semacredit_flush_tags(const struct semacredit_bus *bus, uint32_t tag,
                                             uint32_t mask);

// Ids 32 * word to 32 * word + 31 that are parked, bit by bit; and those that are so no longer.
// Unpark when nothing of the dead can come any more: its path was reset, or so much time is over.
// An earlier completion would count for a later operation after 2^generation_bits grants of the id.
enum semacredit_result semacredit_parked_read(const struct semacredit_bus *bus, unsigned word,
                                              uint32_t *ids);
enum semacredit_result semacredit_unpark(const struct semacredit_bus *bus, unsigned word,
                                         uint32_t ids);

// Errors since they were last taken, and of each bit b what came first: a handle with its channel
// in bits 31 to 28 (stray), a tag's low bits (unknown), a handle (old), an address (write, read), a
// lane (headroom). Of other bits, and of those that are not set, it is 0. A headroom that was wrong
// is right again as soon as its lane is empty. A lane that never is becomes so if its window is 0
// for as long as an operation takes there.
struct semacredit_errors {
    uint32_t bits; // SEMACREDIT_ERROR_...
    uint32_t info[SEMACREDIT_ERROR_INFO_MEMBERS];
};
// Reads and clears them. What comes meanwhile stays for the next time. If the result is
// SEMACREDIT_BUS, some of `bits` may come again, and infos that could not be read are 0.
enum semacredit_result semacredit_errors_take(const struct semacredit_bus *bus,
                                              struct semacredit_errors *errors);
// Those that raise the interrupt; until they are taken.
enum semacredit_result semacredit_error_mask_write(const struct semacredit_bus *bus, uint32_t mask);

#endif
