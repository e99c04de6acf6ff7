// The life of one operation, from the commit stream of a policy or a block, and from what crosses
// the block's boundary where there is one: when it was offered, what waited beside it, which lanes
// refused it and by how much, what passed it, when it was granted, what came back, when it was
// done.
#pragma once

#include "csim/explain/lives.h"
#include "csim/golden/path.h"
#include "csim/simulator/simulate.h"

struct story;

enum { STORY_ALL = UINT32_MAX };

// Of operation `op`, or of all commits, of a run of so many operations. `clocked`: rows have
// clocks; `one_window`: lane 0 is the one window of all resources together.
// The caller closes it.
struct story *story_open(uint32_t op, uint64_t operations, bool clocked, bool one_window);

void story_close(struct story *story);

// Commits of earlier clocks are not reported.
void story_from(struct story *story, uint64_t cycle);

// What the run shows, in its order: an operation of the traffic, before its first commit (`saw` of
// traffic_watch_open; of others is known what the boundary shows); a clock of a block, after its
// commits; a step of the event simulator; a commit. The context is a struct story.
void story_op(void *context, const struct op *op);
void story_clock(struct story *story, const struct path_out *out, const struct path_in *in,
                 uint64_t cycle, uint32_t clock_ps);
void story_step(void *context, enum simulate_step step, uint64_t now_ps, const struct op *op,
                unsigned partition, const struct policy_state *state);
void story_commit(void *context, const struct commit *commit);

// The operation; NULL: the run never came to it. And its life as a table, a row for each thing; or
// only the last rows of that.
const struct op *story_of(const struct story *story);
void story_print(struct story *story, FILE *file);
void story_print_last(struct story *story, unsigned rows, FILE *file);

// Where the last rows of a text begin.
const char *story_last(const char *text, size_t size, unsigned rows);
