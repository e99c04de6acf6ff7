// The commit stream: every state change of an admission block, in order (rtl/README.md section 7
// spread out into one record a commit). Checkers listen to commits and never look inside a block.
#ifndef SEMA_COMMIT_H
#define SEMA_COMMIT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "edge.h"

enum commit_kind {
    COMMIT_WINDOW,
    COMMIT_GRANT,
    COMMIT_DENY,
    COMMIT_REJECT,
    COMMIT_RETURN,
    COMMIT_COMPLETE,
    COMMIT_STRAY,
    COMMIT_REPEAT,
    COMMIT_CALIBRATE,
    COMMIT_RESET,
    COMMIT_KINDS
};

// "window", "grant", ...
extern const char *const commit_kind_name[COMMIT_KINDS];

struct commit {
    uint64_t order;       // gap-free over a whole run, resets included
    uint64_t cycle;       // clocks since the run began, skipped ones counted
    uint64_t time_ps;     // of the edge
    uint32_t op;          // index of the operation; 0 where the reservation is unknown
    uint32_t d[LANES];
    uint32_t debt[LANES]; // after the commit
    uint16_t reservation; // id; 0 where there is none
    uint16_t mask;
    enum commit_kind kind;
};

enum { COMMITS_PER_EDGE = 12 };

// Spreads the outs of one run into commits. The reset that opens a run is not a commit; order numbers go on over
// later resets. Open value: initialise with commit_spread_init.
struct commit_spread {
    uint64_t next;                     // order number of the next commit
    uint64_t order_base;               // added to the block's own order numbers
    uint64_t gaps;                     // times the block's order numbers were not gap-free
    uint32_t window[LANES];            // windows in force
    uint32_t op_of[DEPTH_MAX];         // operation that a reservation was granted to
    uint32_t debt[LANES];              // as last shown by the block
    bool opened;
};
void commit_spread_init(struct commit_spread *spread);

// Spreads one out. Returns the number of commits written to `commits`. Debts between the commits of one clock are
// reckoned back from the debt that the block shows after the clock.
unsigned commit_spread(struct commit_spread *spread, const struct edge_out *out, uint64_t cycle,
                       uint64_t time_ps, struct commit commits[COMMITS_PER_EDGE]);

// CSV as in the contract: a header line, then a line for each commit.
void commit_csv_header(FILE *file);
void commit_csv(FILE *file, const struct commit *commit);

// 64-bit FNV-1a over the fields of commits, the same on every machine. Start with COMMIT_HASH_START.
#define COMMIT_HASH_START UINT64_C(0xcbf29ce484222325)
uint64_t commit_hash(uint64_t hash, const struct commit *commit);

#endif
