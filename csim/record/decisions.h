// The decisions of a run, for comparison: grants and rejects in their order, operation and demands.
// Two commit streams agree where these are equal (what refused what meanwhile, and when, may
// differ).
#pragma once

#include "csim/record/commit.h"

struct decision {
    uint32_t op;
    uint32_t kind; // COMMIT_GRANT or COMMIT_REJECT
    uint32_t d[LANES];
};

struct decisions {
    struct decision *decision;
    uint64_t count; // those beyond the capacity included
    uint64_t capacity;
    bool holds_nothing; // a grant uses a lane without a demand of it
};

// Room for `capacity` decisions: of a run, one for each operation. False when out of memory. The
// caller closes it, also one that is zero throughout.
bool decisions_open(struct decisions *decisions, uint64_t capacity);
void decisions_close(struct decisions *decisions);

// A commit; others than decisions are passed over. As a sink, whose context are the decisions.
void decisions_take(void *context, const struct commit *commit);

// How many of the longer stream's decisions are not, at the same place, in the other; `first` is
// the place of the first of them.
uint64_t decisions_differing(const struct decisions *a, const struct decisions *b, uint64_t *first);
