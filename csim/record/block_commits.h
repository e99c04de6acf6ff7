// The commits of the block of rtl, as its trace shows them (rtl/spec/ports.md, 1.8),
// spread out into the records of csim/record/commit.h. Debts are rebuilt from the commits.
#pragma once

#include "csim/golden/block.h"
#include "csim/record/commit.h"

// Of one clock: an answer, a decision, a return and a completion of each channel.
enum { BLOCK_COMMITS = 2 + 2 * PATH_CHANNELS };

// Open value; initialise with block_commits_init.
struct block_commits {
    struct path_size size;
    uint64_t next; // order number of the next commit
    bool opened;   // out of its first reset
    bool in_reset; // the clock before was one of reset
    uint32_t window[LANES], debt[LANES];
    uint32_t op_of[PATH_DEPTH]; // operation that a held reservation was granted to, else 0
};

// A block of that size, which has as many lanes as this build.
void block_commits_init(struct block_commits *commits, const struct path_size *size);

// What is shown in a clock, in order; returns how many. Tags are operations. The reset that opens a
// run is not a commit; the first clock after one reports the windows.
unsigned block_commits(struct block_commits *commits, const struct path_out *out, uint64_t cycle,
                       uint64_t time_ps, struct commit commit[BLOCK_COMMITS]);

// The next clock is one of reset.
void block_commits_reset(struct block_commits *commits);
