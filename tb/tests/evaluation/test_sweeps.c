// Units of counters, at the edge of what fits. What the studies sweep and how points come of runs
// is compared whole, by `make determinism`.
#include "csim/evaluation/sweeps.h"
#include "tb/tests/base/fixture.h"

Test(sweeps, width_decides_the_finest_unit) {
    cr_expect(eq(u32, sweeps_quantum(64000, 32), 0));
    cr_expect(eq(u32, sweeps_quantum(64000, 16), 0));
    cr_expect(eq(u32, sweeps_quantum(65534, 16), 0));
    cr_expect(eq(u32, sweeps_quantum(65535, 16), 1), "2^16 - 2 is the most");
    cr_expect(eq(u32, sweeps_quantum(64000, 15), 1));
    cr_expect(eq(u32, sweeps_quantum(64000, 8), 8));
    cr_expect(eq(u32, sweeps_quantum(64000, 4), 13));
}
