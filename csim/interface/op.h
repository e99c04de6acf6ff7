// One operation: a unit of remote-memory work that asks for admission (paper, section 4).
#pragma once

#include <stdbool.h>

#include "csim/interface/numbers.h"

// A fence orders the operations of its domain (csim/traffic/ordering.h) and needs nothing at the
// receiver: it never reaches the admission block, whose opcodes end below it.
enum { OP_FENCE = OPCODES };

struct op {
    uint64_t submit_ps;       // application submission time
    uint64_t address;         // first byte's address
    uint32_t index;           // submission order, from 0; the tag at the admission block
    uint32_t length;          // request bytes that HBM sees (writes, notifications)
    uint32_t response_length; // bytes of the response (reads, Atomics)
    uint32_t wire_bytes;      // bytes of the request on a forward path
    uint32_t domain;          // ordering domain; 0: none, it keeps no order
    uint16_t source;          // initiator
    uint8_t opcode;           // enum opcode, OP_FENCE, or an unknown one on purpose
    bool urgent : 1;          // latency-sensitive
    bool remarked : 1;        // `urgent` is not what its application says
    bool replies : 1;         // a write, too, has a response where its length is above 0
};

// Is it latency-sensitive to its application, as what is measured has it?
static inline bool op_is_sensitive(const struct op *op) {
    return op->urgent != op->remarked;
}

// Does the operation use the HBM stage?
static inline bool op_uses_hbm(const struct op *op) {
    return op->opcode <= OP_NOTIFY;
}
static inline bool op_is_read(const struct op *op) {
    return op->opcode == OP_READ;
}
static inline bool op_is_atomic(const struct op *op) {
    return op->opcode >= OP_FETCH_ADD;
}

// Bytes that the HBM stage moves.
static inline uint32_t op_hbm_bytes(const struct op *op) {
    return op_is_read(op) ? op->response_length : op->length;
}

// Does it send a response? Reads always do.
static inline bool op_responds(const struct op *op) {
    const bool may = op_is_atomic(op) || (op->replies && op_uses_hbm(op));
    return op_is_read(op) || (may && op->response_length > 0);
}

// Its bytes of goodput: what a read or an Atomic brings back, what a write carries.
static inline uint32_t op_goodput_bytes(const struct op *op) {
    const bool brings = op_is_read(op) || op_is_atomic(op);
    return brings && op_responds(op) ? op->response_length : op->wire_bytes;
}

// The HBM partition that serves an address, under the reset values of the map masks.
static inline unsigned address_partition(uint64_t address) {
    const unsigned index =
        (unsigned)(address >> MAP_SHIFT_RESET ^ address >> (MAP_SHIFT_RESET + MAP_MASKS)) %
        (1u << MAP_MASKS);
    return index < HBM_LANES ? index : index - HBM_LANES;
}

// Wire bytes as the block's port has them: all ones where they do not fit.
static inline uint32_t op_port_bytes(const struct op *op) {
    const uint32_t most = (1u << WIRE_BITS) - 1;
    return op->wire_bytes < most ? op->wire_bytes : most;
}

// An address in HBM partition `partition` under the same masks (sim/README.md);
// the bits that the partition leaves free are those of `bits`.
static inline uint64_t address_in_partition(unsigned partition, uint64_t bits) {
    // Bit b of the partition is the parity of two address bits: the upper ones stay free.
    const uint64_t low = ((UINT64_C(1) << MAP_MASKS) - 1) << MAP_SHIFT_RESET;
    const uint64_t folded = (bits >> (MAP_SHIFT_RESET + MAP_MASKS)) ^ partition;
    return (bits & ~low) | (folded << MAP_SHIFT_RESET & low);
}
