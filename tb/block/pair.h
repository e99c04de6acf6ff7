// Golden model and RTL in lockstep, as one model of the block.
#ifndef SEMA_BLOCK_PAIR_H
#define SEMA_BLOCK_PAIR_H

#include "csim/golden/path_model.h"

struct pair {
    struct block_model golden, dut;
    uint64_t clock; // of the next edge, counted from 0
    bool reset;     // there was one: before it the RTL shows anything
    bool differs;   // the first clock in which a field did, and what both showed in it
    uint64_t differs_clock;
    struct block_out golden_out, dut_out;
};

// The pair as a model: it shows what the golden model does, and compares in every clock that it is
// asked to show, up to the first difference; both go on. It has taken both over, and closes them.
// `pair` is the caller's memory.
struct block_model pair_model(struct pair *pair, struct block_model golden, struct block_model dut);

#endif
