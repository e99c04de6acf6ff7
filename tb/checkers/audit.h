// The audit: the promises of rtl/spec/promises.md as claims over the commit stream, the grant
// messages, the order of grants and the multipliers, one function each. It keeps its own books from
// what crosses the boundary alone and never looks inside a block.
#ifndef SEMA_AUDIT_H
#define SEMA_AUDIT_H

#include <stdbool.h>
#include <stdint.h>

#include "csim/record/commit.h"

struct audit;

// A broken claim: the first one of a run, where and why.
struct audit_finding {
    const char *claim;    // name of the claim, NULL where none is broken
    struct commit commit; // the commit that broke it; for a claim on a clock: the last one before,
                          // with the number of that clock
    char text[200];       // one line: what was expected, what was seen
};

// Opens an audit for a block of `depth` reservations; NULL when out of memory. The caller closes
// it.
struct audit *audit_open(unsigned depth);
void audit_close(struct audit *audit);

// The run begins in a state at rest: the books take over what is held, waits and counts. Comes
// first.
struct block_state;
void audit_begin(struct audit *audit, const struct block_state *state);

// Checks one commit against every claim. Returns false if a claim is broken; only the first finding
// is kept. Never allocates.
bool audit_commit(struct audit *audit, const struct commit *commit);

// Checks everything that crosses the boundary in one clock, which starts out of reset; `cycle` as
// in commits. Comes before the commits of the clock; may be left out throughout, where there are
// only commits. Returns as audit_commit.
bool audit_edge(struct audit *audit, const struct edge_in *in, const struct edge_out *out,
                uint64_t cycle);

// At the end of a run in which everything was returned and completed: no debt, nothing held.
bool audit_drained(struct audit *audit);

const struct audit_finding *audit_finding(const struct audit *audit);

// Number of claims and their names, for reports.
extern const char *const audit_claim_name[];
extern const unsigned audit_claims;

#endif
