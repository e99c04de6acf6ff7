// Confidence intervals of means of independent runs.
#ifndef SEMA_INTERVAL_H
#define SEMA_INTERVAL_H

// Half the width of the 95 % interval of the mean of `count` values (two or more), by Student's
// distribution. `squares`: the sum of the squares of their differences from the mean.
double interval95(double squares, unsigned count);

// The same from the values themselves, with the mean; 0 for fewer than two.
double interval95_of(const double *values, unsigned count, double *mean);

#endif
