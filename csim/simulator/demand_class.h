// What makes the demands of operations equal, whatever they are, and their place in the arbiter's
// order but for the submission's: if one of them is refused so are the others.
#ifndef SEMA_DEMAND_CLASS_H
#define SEMA_DEMAND_CLASS_H

#include <stdbool.h>
#include <stdint.h>

#include "csim/interface/op.h"

struct demand_class {
    uint64_t rank; // latency-sensitive first, then fewer wire bytes
    uint32_t length;
    uint32_t response_length;
    uint8_t opcode;
    uint8_t lane;
};

// `lane`: the HBM partition that it is charged to, if it is charged to one.
static inline struct demand_class demand_class_of(const struct op *op, uint8_t lane) {
    return (struct demand_class){.rank = (uint64_t)!op->urgent << 32 | op->wire_bytes,
                                 .length = op->length,
                                 .response_length = op->response_length,
                                 .opcode = op->opcode,
                                 .lane = op_uses_hbm(op) ? lane : 0};
}

static inline bool demand_class_equal(const struct demand_class *a, const struct demand_class *b) {
    return a->rank == b->rank && a->length == b->length &&
           a->response_length == b->response_length && a->opcode == b->opcode && a->lane == b->lane;
}

#endif
