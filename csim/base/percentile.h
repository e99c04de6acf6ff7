// Percentiles of a sample, by linear interpolation between the two nearest ranks.
#ifndef SEMA_PERCENTILE_H
#define SEMA_PERCENTILE_H

#include <stddef.h>
#include <stdint.h>

// The value that `per_myriad` ten-thousandths (0 to 10000) of the sample lie below: rank
// per_myriad / 10000 * (count - 1), counted from 0. Reorders `values`. 0 for an empty sample. Never
// allocates; time grows with `count`, not faster, but for adverse orders.
double percentile(uint64_t *values, size_t count, unsigned per_myriad);

#endif
