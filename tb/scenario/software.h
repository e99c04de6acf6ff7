// Software on the bus of the block, initiators that take grant messages, and what completions
// report of their service. A bus master without stalls: it takes every answer in its clock.
#pragma once

#include "csim/golden/axi_master.h"
#include "tb/scenario/scenario_file.h"

struct software {
    struct block_in in;    // of this clock, but for its path
    struct block_out out;  // of this clock
    bool written, refused; // a write is answered in this clock, and how
    bool answered;         // a read is
    uint32_t value;        // that it gave
    enum hearing hearing;
    uint64_t messages; // taken since the last `measure`
    struct axi_master bus;
    bool begun, accepted; // a write without a waiter: not answered yet; OKAY in this clock
    uint32_t reported[PATH_LANES];
};

// Both places of the block's bus are free, and nothing is on its way there.
bool software_may_write(const struct software *software);
// Begins in this clock.
void software_write(struct software *software, unsigned address, uint32_t value);
// Its address and its data so many clocks later, one of them 0; nothing waits for the answer.
void software_begin(struct software *software, struct axi_write write, uint64_t address_after,
                    uint64_t data_after);

// now_i is so many clocks further, and wraps.
void software_leap(struct software *software, uint64_t clocks);

// The end of this clock; what the block shows in the next: software->out.
void software_end(struct software *software);
void software_observe(struct software *software);
