// The checker: the promises of rtl/spec/promises.md as checks over the commit stream, the grant
// messages, the order of grants and the multipliers, one function each. It keeps its own scoreboard
// from what crosses the boundary alone and never looks inside a block.
#ifndef SEMA_CHECKER_H
#define SEMA_CHECKER_H

#include <stdbool.h>
#include <stdint.h>

#include "csim/record/commit.h"

struct checker;
enum { FINDING_BYTES = 200 };

// A broken check: the first one of a run, where and why.
struct checker_finding {
    const char *check;    // name of the check, NULL where none is broken
    struct commit commit; // the commit that broke it; for a check on a clock: the last one before,
                          // with the number of that clock
    char text[FINDING_BYTES]; // one line: what was expected, what was seen
};

// Opens a checker for a block of `depth` reservations; NULL when out of memory. The caller closes
// it.
struct checker *checker_open(unsigned depth);
void checker_close(struct checker *checker);

// The run begins in a state at rest: the scoreboard takes over what is held, waits and counts.
// Comes first.
struct block_state;
void checker_begin(struct checker *checker, const struct block_state *state);

// Checks one commit against every check. Returns false if a check is broken; only the first finding
// is kept. Never allocates.
bool checker_commit(struct checker *checker, const struct commit *commit);

// Checks everything that crosses the boundary in one clock, which starts out of reset; `cycle` as
// in commits. Comes before the commits of the clock; may be left out throughout, where there are
// only commits. Returns as checker_commit.
bool checker_edge(struct checker *checker, const struct edge_in *in, const struct edge_out *out,
                  uint64_t cycle);

// At the end of a run in which everything was returned and completed: no debt, nothing held.
bool checker_drained(struct checker *checker);

const struct checker_finding *checker_finding(const struct checker *checker);

// Number of checks and their names, for reports.
extern const char *const checker_check_name[];
extern const unsigned checker_checks;

#endif
