// One operation: a unit of remote-memory work that asks for admission (paper, section 4).
#ifndef SEMA_OP_H
#define SEMA_OP_H

#include <stdbool.h>
#include <stdint.h>

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
    bool urgent;              // latency-sensitive
};

#endif
