// An operation as it is offered at the port of the block (rtl/next/spec/ports.md, 1.3).
#ifndef SEMA_NEXT_OFFERED_H
#define SEMA_NEXT_OFFERED_H

#include "csim/next/path.h"

struct offered {
    uint8_t opcode, stage, engine, domain;
    bool urgent, reply;
    uint32_t length, response_length, wire_bytes;
};

bool offered_responds(const struct offered *op);

// Not one that will be rejected (decision.md, 3.2).
bool offered_is_legal(const struct path_size *size, const struct offered *op);

// The port (port.h) of what it may owe: 0 stage, 1 response, 2 done.
unsigned offered_port(const struct path_size *size, const struct offered *op, unsigned part);

// Its group, and whether all its classes are ready (waiting.md, 2.1).
unsigned offered_group(const struct offered *op, uint32_t small_limit);
bool offered_ready(const struct path_size *size, const struct offered *op, uint32_t small_limit,
                   const struct path_out *out);

// The wire bytes of a header, and of what a write or a notification brings.
uint32_t offered_wire(const struct path_size *size, const struct offered *op);

void offered_drive(struct path_in *in, const struct offered *op, uint64_t tag, bool again);

#endif
