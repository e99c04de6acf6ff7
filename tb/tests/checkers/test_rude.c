// Rude traffic under the checker: seeded sequences of everything that the specification allows, in
// mixtures that each starve or flood something else. The directed tests see what their authors
// thought of; this is for what they did not.
#include "tb/tests/block/bench.h"

ADMIT(survives_rude_traffic) {
    static const struct rudeness rudeness[] = {
        {"mixed", 1, 20000, 200, 100, 20, 5, 20, 20},
        {"saturating", 2, 20000, 255, 180, 0, 0, 0, 0},
        {"starved", 3, 20000, 255, 20, 2, 2, 0, 0},
        {"strays", 4, 20000, 128, 128, 200, 8, 0, 0},
        {"writes", 5, 20000, 200, 128, 4, 128, 0, 0},
        {"resets", 6, 20000, 200, 100, 20, 5, 255, 0},
        {"idle", 7, 20000, 4, 4, 1, 1, 2, 0},
        {"pauses", 8, 20000, 200, 128, 8, 8, 8, 200},
    };
    for (unsigned i = 0; i < sizeof rudeness / sizeof *rudeness; i++) {
        bench_rude(bench, &rudeness[i]);
        step_reset(bench);
        step(bench);
        cr_assert(!checker_finding(bench->checker)->check, "%s, rude traffic '%s': %s", bench->name,
                  rudeness[i].name, checker_finding(bench->checker)->text);
        expect(bench, "gaps in the order numbers", 0, bench->spread.gaps);
    }
}
