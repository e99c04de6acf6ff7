// The state of a block at rest, in the words of rtl/spec/state.md: everything that a
// block with an empty pipeline remembers. A run may begin in any such state: golden model, RTL,
// environment and checker each take it over.
#ifndef SEMA_BLOCK_STATE_H
#define SEMA_BLOCK_STATE_H

#include <stdbool.h>
#include <stdint.h>

#include "csim/interface/numbers.h"
#include "csim/interface/raw_demand.h"
#include "csim/interface/register_values.h"

// What a reservation awaits, in `awaited`: a component of each class, and its completion.
enum { AWAITED_DONE = CLASSES, AWAITED_BITS = CLASSES + 1 };

// A place of the queue of ids without one.
enum { NOT_QUEUED = DEPTH_MAX };

// The operation as it was offered; the block itself remembers less of it.
struct block_op {
    uint64_t address;
    uint32_t tag;
    uint32_t length;
    uint32_t response_length;
    uint32_t wire_bytes; // WIRE_BITS of them
    uint8_t opcode;
    uint8_t urgent;
    uint8_t domain;
};

// A reservation; all else means something only where it is held.
struct block_reservation {
    struct block_op op;
    uint32_t amount[CLASSES];   // frozen; not zero where it is awaited
    uint16_t estimate[CLASSES]; // quanta
    uint8_t held;
    uint8_t awaited; // bit k: component k; bit AWAITED_DONE: the completion. Never 0
    uint8_t lane;    // of the HBM component
};

// A waiting operation; all else means something only where the slot is taken.
struct block_slot {
    struct block_op op;
    uint64_t raw_response;      // 12 fraction bits
    uint32_t raw_hbm;           // bytes
    uint32_t number;            // in the order of offers; no two are equal
    uint32_t amount[CLASSES];   // demand as scaled last
    uint16_t raw_atomic;        // quanta
    uint16_t estimate[CLASSES]; // quanta
    lane_set refused;           // of the last deny; not 0 where decided
    uint16_t grants;            // made up to the clock of the offer, modulo 2^STARVATION_BITS
    uint8_t taken;
    uint8_t lane; // HBM partition
    uint8_t known;
    uint8_t decided;
};

// Its raw demand.
static inline struct raw_demand block_slot_raw(const struct block_slot *slot) {
    return (struct raw_demand){.response = slot->raw_response,
                               .hbm = slot->raw_hbm,
                               .atomic = slot->raw_atomic,
                               .lane = slot->lane,
                               .known = slot->known != 0};
}

struct block_state {
    uint64_t now;   // as sampled last
    uint64_t order; // number of the next commit
    struct registers registers;
    struct block_reservation reservation[DEPTH_MAX];
    struct block_slot slot[SLOTS];
    uint16_t id_queue[ID_QUEUE]; // picked ids, the candidate first; then NOT_QUEUED
    uint16_t grants;             // made, modulo 2^STARVATION_BITS
    uint8_t pointer;             // of the collector
    uint8_t paused;              // the arbiter chooses nothing in the next clock
    uint8_t walk;                // slot at which the next walk begins

    // Grant coalescer.
    uint32_t freed[LANES], sent[LANES];
    uint16_t age;
    uint8_t grant_valid;

    // AXI4-Lite: what was answered last.
    uint32_t axi_rdata;
    uint8_t axi_rresp, axi_bresp;

    // Status registers, and the time at which a lane came into debt.
    uint32_t count_grants, count_rejects, count_repeats, count_completes, count_returns[CLASSES];
    uint32_t count_calibrations, count_messages, count_denials[LANES + 1];
    uint32_t held_max, debt_max[LANES], busy[LANES], busy_since[LANES];
    uint32_t first_info, first_time;
    uint8_t errors, first_error;

    // Autotuning: epochs of the lanes that have one, and the lane whose turn it is.
    uint32_t epoch_start[LANES], epoch_served[LANES];
    lane_set epoch_wanted, epoch_open; // lanes
    uint8_t turn;
};

#endif
