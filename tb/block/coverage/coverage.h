// What of the specification a run covers: points, each a predicate over the reference state of the
// boundary (tb/block/ref_state.h) in a clock. The table is points.h.
#pragma once

#include "tb/block/ref_state.h"

enum { COVERAGE_MOST = 384 };

struct coverage {
    struct path_size size;        // of the block, once it has covered something
    uint64_t hits[COVERAGE_MOST]; // clocks in which a point's predicate held
};

struct coverage_point {
    const char *kind, *name;
};

extern const struct coverage_point COVERAGE_POINT[];
extern const unsigned COVERAGE_POINT_COUNT;

// Counts what it covers in the reference state that it is added to; `coverage` begins as zeros.
struct ref_reader coverage_reader(struct coverage *coverage);

// A block of this size can cover the point.
bool coverage_has(const struct coverage *coverage, unsigned point);

// Points that it has, and those of them that it has covered.
struct coverage_count {
    unsigned points, covered;
};
struct coverage_count coverage_count(const struct coverage *coverage);

// Points of all sizes: `kind,covered,total,percent`, a line for each kind of point and one for all
// of them.
void coverage_print(const struct coverage *coverage, FILE *file);

// A line for each point that is not covered: `KIND: NAME`.
void coverage_missed(const struct coverage *coverage, FILE *file);
