// Rude traffic under the checker: seeded sequences of everything that the specification allows, in
// mixtures that each starve or flood something else. The directed tests see what their authors
// thought of; this is for what they did not.
#include "tb/tests/env/checked.h"

Test(rude, is_survived) {
    static const struct {
        const char *name, *workload, *sets[5];
    } mixtures[] = {
        {"mixed", "random", {"operations=8000", "chaos_reset=300"}},
        {"adversarial", "adversarial", {"operations=8000"}},
        {"saturating", "random", {"operations=8000", "spacing_ps=0", "train_gap_ps=0"}},
        {"starved", "random", {"operations=4000", "delay_ps=100000", "delay_spread_ps=500000"}},
        {"strays",
         "random",
         {"operations=8000", "chaos_unknown=400000", "chaos_duplicate=200000",
          "chaos_done=200000"}},
        {"writes",
         "random",
         {"operations=4000", "chaos_register=200000", "chaos_multiplier=100000",
          "chaos_mend=20000"}},
        {"resets", "random", {"operations=8000", "chaos_reset=4000", "chaos_bus=200000"}},
        {"idle", "random", {"operations=2000", "spacing_ps=64000", "train_gap_ps=640000"}},
        {"pauses", "random", {"operations=4000", "chaos_pause=100000"}},
    };
    for (unsigned i = 0; i < COUNT(mixtures); i++)
        for (unsigned k = 0; k < CHECKED_KINDS; k++) {
            const struct config config = config_of(mixtures[i].workload, mixtures[i].sets);
            const struct checked_run check = {
                .workload = mixtures[i].workload, .config = &config, .seed = i + 1};
            const struct checked_outcome outcome = checked_run(check, checked_kinds[k]);
            cr_expect(not(outcome.failed), "%s, %s: %s: %s", mixtures[i].name, checked_kinds[k],
                      outcome.caught, outcome.reason);
            cr_expect(outcome.result.commits[COMMIT_COMPLETE] > config.operations / 4);
            cr_expect(outcome.result.order_gaps == 0);
        }
}
