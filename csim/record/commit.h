// The commit stream: every state change of an admission block, in order (rtl/spec/ports.md),
// spread out into one record a commit). Checkers listen to commits and never look inside a block.
#ifndef SEMA_COMMIT_H
#define SEMA_COMMIT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "csim/interface/edge.h"

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
    uint64_t order;   // gap-free over a whole run, resets included
    uint64_t cycle;   // clocks since the run began, skipped ones counted
    uint64_t time_ps; // of the edge
    uint32_t op;      // index of the operation; 0 where the reservation is unknown
    uint32_t d[LANES];
    uint32_t debt[LANES]; // after the commit
    uint16_t reservation; // id; 0 where there is none
    lane_set mask;
    enum commit_kind kind;
};

// Somebody who is told each commit of a stream, in order.
struct commit_sink {
    void (*take)(void *context, const struct commit *commit);
    void *context;
};

enum { COMMITS_PER_EDGE = 12 };

// Spreads the outs of one run into commits. The reset that opens a run is not a commit; order
// numbers go on over later resets. Open value: initialise with commit_spread_init.
struct commit_spread {
    uint64_t next;             // order number of the next commit
    uint64_t order_base;       // added to the block's own order numbers, modulo 2^64
    uint64_t block_next;       // order number that the block must show next
    uint64_t gaps;             // times that it showed another one
    uint32_t window[LANES];    // windows in force
    uint32_t op_of[DEPTH_MAX]; // operation that a held reservation was granted to, else 0
    bool opened;
    bool begins;          // the first clock of a run that begins in a state at rest
    uint32_t debt[LANES]; // then
};
void commit_spread_init(struct commit_spread *spread);

// The run begins in a state at rest: its first commit tells of the windows then.
struct block_state;
void commit_spread_begin(struct commit_spread *spread, const struct block_state *state);

// Spreads one out. Returns the number of commits written to `commits`. Debts between the commits of
// one clock are reckoned back from the debt that the block shows after the clock. A block that
// shows order 0 and commits nothing is in reset: `reset` is the only commit that may follow.
unsigned commit_spread(struct commit_spread *spread, const struct edge_out *out, uint64_t cycle,
                       uint64_t time_ps, struct commit commits[COMMITS_PER_EDGE]);

// CSV: a header line, then a line for each commit. Decimal, but for `mask`: lower case hexadecimal
// with prefix, no leading zeros (0x0, 0x101).
void commit_csv_header(FILE *file);
void commit_csv(FILE *file, const struct commit *commit);

// Hash of a stream, the same on every machine; start with COMMIT_HASH_START. FNV-1a with its 64-bit
// prime, folding in 64-bit words in place of bytes: order; cycle; time_ps; op + 2^32 reservation +
// 2^48 mask; kind; then for each lane d + 2^32 debt.
#define COMMIT_HASH_START UINT64_C(0xcbf29ce484222325)
uint64_t commit_hash(uint64_t hash, const struct commit *commit);

#endif
