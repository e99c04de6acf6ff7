// What initiators ask of the endpoint: cases, and the operations of each.
#pragma once

#include "csim/base/rng.h"
#include "csim/golden/path.h"

enum { TRAFFIC_LONGEST = 4096, TRAFFIC_NULL_READ = 16 }; // bytes of an operation
enum opcode { OPCODE_WRITE, OPCODE_READ, OPCODE_ADD = 8, OPCODE_SWAP, OPCODE_COMPARE };

struct operation {
    uint32_t tag;
    uint8_t opcode, stage, domain; // stage: partition or engine
    bool urgent;
    uint32_t address, length; // bytes that are written or read
    uint64_t operand, compare;
};

// Of bulk, in per cent: Atomics, reads, the rest are writes; what goes to partition 0.
struct endpoint_case {
    const char *name;
    unsigned atomics, reads, hot;
};

// Ends with a NULL name.
extern const struct endpoint_case ENDPOINT_CASES[];

// Half of the operations are in few pages, so that many meet. For the whole run.
extern bool traffic_meets;

// Bulk and latency-sensitive operations; opcode, place and length by the case.
void traffic_bulk(const struct endpoint_case *of, const struct path_size *size, struct rng *rng,
                  struct operation *op);
void traffic_urgent(const struct endpoint_case *of, const struct path_size *size, struct rng *rng,
                    struct operation *op);

static inline bool operation_is_atomic(const struct operation *op) {
    return op->opcode >= OPCODE_ADD;
}

// The stage among all.
static inline unsigned operation_stage(const struct path_size *size, const struct operation *op) {
    return op->stage + (operation_is_atomic(op) ? size->hbm : 0u);
}

// What a write brings: byte `at` (a multiple of 16) and 15 more.
void traffic_data(const struct operation *op, uint32_t at, uint8_t data[16]);
