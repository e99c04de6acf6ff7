// A sample of durations and its percentiles, in memory that does not grow with the sample: every
// value is kept while there are few, as in the paper's bursts; from then on they are counted in
// buckets, SAMPLE_SLICES to each power of two.
#pragma once

#include "csim/base/std.h"

enum {
    SAMPLE_EXACT = 1 << 16, // so many values are kept
    SAMPLE_SLICES = 1 << 10,
    SAMPLE_BITS = 52 // values are below 2^52 (an hour of picoseconds); greater ones count as that
};

struct sample {
    uint64_t count;
    uint64_t sum; // exact, modulo 2^64: 5 million seconds of picoseconds
    uint64_t greatest;
    uint64_t *kept;   // the values, while count <= SAMPLE_EXACT
    uint64_t *bucket; // after that; NULL where the sample was said not to grow so far
};

// An empty sample of at most `most` values. The caller frees it by sample_close, which may also be
// called for one that is zero throughout.
void sample_open(struct sample *sample, uint64_t most);
void sample_close(struct sample *sample);

// Never allocates.
void sample_add(struct sample *sample, uint64_t value);

// The value that `per_myriad` ten-thousandths (0 to 10000) of the sample lie below, as
// percentile() has it: exact up to SAMPLE_EXACT values; above, by at most one part in
// SAMPLE_SLICES greater or less than that. 0 for an empty sample. May reorder what is kept.
double sample_percentile(struct sample *sample, unsigned per_myriad);

// 0 for an empty sample.
double sample_mean(const struct sample *sample);

// The same of plain values, by linear interpolation between the two nearest ranks:
// The value that `per_myriad` ten-thousandths (0 to 10000) of the sample lie below: rank
// per_myriad / 10000 * (count - 1), counted from 0. Reorders `values`. 0 for an empty sample. Never
// allocates; time grows with `count`, not faster, but for adverse orders.
double percentile(uint64_t *values, size_t count, unsigned per_myriad);
