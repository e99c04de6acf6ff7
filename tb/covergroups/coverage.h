// Functional coverage: which of the situations that rtl/spec speaks of a run has met. One
// table of points, each with named bins, filled from what crosses the block's boundary.
#ifndef SEMA_COVERAGE_H
#define SEMA_COVERAGE_H

#include "csim/interface/edge.h"

struct coverage;
enum { COVERAGE_MOST = 4096 }; // bins there may be

// Opens an empty one for a block of `depth` reservations; NULL when out of memory. The caller
// closes it.
struct coverage *coverage_open(unsigned depth);
void coverage_close(struct coverage *coverage);

// Takes in one clock of a run that started out of reset. Never allocates.
void coverage_edge(struct coverage *coverage, const struct edge_in *in, const struct edge_out *out);

// A new run starts, in a state at rest.
struct block_state;
void coverage_begin(struct coverage *coverage, const struct block_state *state);

// A new run starts, out of reset: forgets where the last one stood, keeps the bins.
void coverage_restart(struct coverage *coverage);

// Adds the hits of `from`, of any depth.
void coverage_merge(struct coverage *into, const struct coverage *from);

// Bins hit at least once, and all there are.
void coverage_count(const struct coverage *coverage, unsigned *covered, unsigned *total);

// The hits as a flat array of `total` counts, for handing them to another process and back (add:
// as coverage_merge).
const uint64_t *coverage_hits(const struct coverage *coverage);
void coverage_add(struct coverage *into, const uint64_t *hits);

// Calls `bin` for every bin in the table's order, with its point, its name within it and its hits.
void coverage_each(const struct coverage *coverage, void *context,
                   void (*bin)(void *context, const char *point, const char *name, uint64_t hits));

// The configuration keys, with spaces between, whose values make a point's bins more likely, those
// that do most first; NULL: there is no such point.
const char *coverage_reach(const char *point);

#endif
