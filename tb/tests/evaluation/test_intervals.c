// The 95 % intervals of the means of collectives and of queueing theory.
#include <math.h>

#include "csim/evaluation/metric.h"
#include "tb/tests/base/fixture.h"

Test(intervals, are_students) {
    // Five values, mean 3, sum of squares 10: 2.776 * sqrt(10 / 4 / 5).
    const double values[] = {1, 2, 3, 4, 5};
    double mean;
    cr_expect(epsilon_eq(dbl, interval95_of(values, 5, &mean), 1.96293, 1e-4));
    cr_expect(eq(dbl, mean, 3));
    cr_expect(eq(dbl, interval95_of(values, 1, &mean), 0));
    // 31 and 100 values, one above and one below their mean by turns.
    double alternating[100];
    for (unsigned i = 0; i < 100; i++)
        alternating[i] = i % 2 ? 1 : -1;
    alternating[30] = 0;
    cr_expect(epsilon_eq(dbl, interval95_of(alternating, 31, &mean), 2.042 * sqrt(1.0 / 31), 1e-5));
    // Beyond the table: 1.98422 with 99 degrees of freedom.
    alternating[30] = -1;
    cr_expect(
        epsilon_eq(dbl, interval95_of(alternating, 100, &mean), 1.98422 * sqrt(1.0 / 99), 1e-4));
}
