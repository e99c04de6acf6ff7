#include "csim/evaluation/interval.h"

#include <math.h>

// The 0.975 quantile of Student's distribution with so many degrees of freedom.
static double student(unsigned degrees) {
    static const double quantile[] = {12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306,
                                      2.262,  2.228, 2.201, 2.179, 2.160, 2.145, 2.131, 2.120,
                                      2.110,  2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064,
                                      2.060,  2.056, 2.052, 2.048, 2.045, 2.042};
    const unsigned known = sizeof quantile / sizeof *quantile;
    // Beyond the table: the first terms of its expansion around the normal quantile.
    const double normal = 1.959964;
    return degrees <= known ? quantile[degrees - 1]
                            : normal + (normal + normal * normal * normal) / (4.0 * degrees);
}

double interval95(double squares, unsigned count) {
    return student(count - 1) * sqrt(squares / (count - 1) / count);
}

double interval95_of(const double *values, unsigned count, double *mean) {
    double sum = 0, squares = 0;
    for (unsigned i = 0; i < count; i++)
        sum += values[i];
    *mean = count ? sum / count : 0;
    for (unsigned i = 0; i < count; i++)
        squares += (values[i] - *mean) * (values[i] - *mean);
    return count > 1 ? interval95(squares, count) : 0;
}
