// What `semacredit bench` says of the harness is of a run that did what its text says.
#include "tb/bench/benchmarks.h"
#include "tb/tests/base/fixture.h"

Test(bench, decisions_are_counted_on_random_and_adversarial) {
    const struct settings settings = {.directory = "sim"};
    struct bench_figures figures = {.count = 0};
    cr_assert(eq(int, bench_decisions(&settings, &figures), STATUS_FINE));
    cr_assert(eq(uint, figures.count, 2));
    cr_expect(eq(str, figures.figure[0].metric, "decisions_per_clock_random"));
    cr_expect(eq(str, figures.figure[1].metric, "decisions_per_clock_adversarial"));
    for (unsigned i = 0; i < figures.count; i++)
        cr_expect(figures.figure[i].value > 0.3 && figures.figure[i].value < 1, "%s: %g",
                  figures.figure[i].metric, figures.figure[i].value);
}

Test(bench, harness_runs_the_workload) {
    const struct config config = config_of("random", NULL);
    struct bench_harness speed = {0};
    cr_assert(eq(int, bench_harness("random", &config, 2000, &speed), STATUS_FINE));
    cr_expect(speed.operations_per_s > 0 && speed.cycles_per_s > speed.operations_per_s);
}
