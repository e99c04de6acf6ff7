// Percentiles of a sample, by linear interpolation between the two nearest ranks.
#ifndef SEMA_PERCENTILE_H
#define SEMA_PERCENTILE_H

#include <stddef.h>
#include <stdint.h>

// The value that `per_mille` thousandths (0 to 1000) of the sample lie below: rank
// per_mille / 1000 * (count - 1), counted from 0. Reorders `values`. 0 for an empty sample. Never
// allocates; time grows with `count`, not faster, but for adverse orders.
double percentile(uint64_t *values, size_t count, unsigned per_mille);

#endif
