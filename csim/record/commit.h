// The commit stream: every state change of an admission block, in order (rtl/spec/ports.md, 1.8),
// one record a commit. Checkers observe commits and never look inside a block.
#pragma once

#include <stdbool.h>
#include <stdio.h>

#include "csim/interface/numbers.h"

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
    COMMIT_FLUSH,
    COMMIT_KINDS
};

// "window", "grant", ...
extern const char *const commit_kind_name[COMMIT_KINDS];

struct commit {
    uint64_t order;   // gap-free over a whole run, resets included
    uint64_t cycle;   // clocks since the run began, skipped ones counted
    uint64_t time_ps; // of the edge
    uint32_t op;      // index of the operation; 0 where the reservation is unknown
    uint32_t d[ALL_LANES];
    uint32_t debt[ALL_LANES]; // after the commit
    uint16_t reservation;     // id; 0 where there is none
    lane_set mask;
    enum commit_kind kind;
    bool link; // of a policy that counts the link
};

// An observer of each commit of a stream, in order.
struct commit_sink {
    void (*take)(void *context, const struct commit *commit);
    void *context;
};

// CSV, where `link` with the link as lane LANES, bit LANES of `mask`, and the table's bit behind
// it: a header line, then a line for each commit. Decimal, but for `mask`: lower case hexadecimal
// with prefix, no leading zeros (0x0, 0x101).
void commit_csv_header(FILE *file, bool link);
void commit_csv(FILE *file, const struct commit *commit);

// Hash of a stream, the same on every machine; start with COMMIT_HASH_START. FNV-1a with its 64-bit
// prime, folding in 64-bit words instead of bytes: order; cycle; time_ps; op + 2^32 reservation +
// 2^48 mask; kind; then for each lane of the CSV d + 2^32 debt.
#define COMMIT_HASH_START UINT64_C(0xcbf29ce484222325)
uint64_t commit_hash(uint64_t hash, const struct commit *commit);

// The decisions of a run, for comparison: grants and rejects in their order, operation and demands.
// Two commit streams agree where these are equal (what refused what meanwhile, and when, may
// differ).
struct decision {
    uint32_t op;
    uint32_t kind; // COMMIT_GRANT or COMMIT_REJECT
    uint32_t d[LANES];
};

struct decisions {
    struct decision *decision; // the caller's
    uint64_t count;            // those beyond the capacity included
    uint64_t capacity;         // room; of a run, one for each operation
    bool holds_nothing;        // a grant uses a lane without a demand of it
};

// A commit; others than decisions are passed over. As a sink, whose context are the decisions.
void decisions_take(void *context, const struct commit *commit);

// How many of the longer stream's decisions are not, at the same place, in the other; `first` is
// the place of the first of them.
uint64_t decisions_differing(const struct decisions *a, const struct decisions *b, uint64_t *first);
