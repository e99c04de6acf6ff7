// Settings near a workload's own: each changes one number, by no more than it says.
#include <stdlib.h>
#include <string.h>

#include "csim/evaluation/experiment.h"
#include "csim/evaluation/neighbour.h"
#include "tb/tests/base/fixture.h"

static double relative(uint64_t value, uint64_t own) {
    return labs((long)value - (long)own) / (double)own;
}

Test(neighbour, changes_one_number_by_a_tenth_at_most) {
    for (unsigned w = 0; w < PAPER_WORKLOADS; w++) {
        const struct config own = config_of(workload_names[w], NULL);
        for (unsigned number = 1; number <= NEIGHBOURS; number++) {
            struct config near = own;
            neighbour_apply(&near, number);
            const unsigned changed =
                (near.operations != own.operations) + (near.spacing_ps != own.spacing_ps) +
                (near.urgent_period != own.urgent_period) + (near.urgent_phase != own.urgent_phase);
            cr_expect(eq(uint, changed, 1), "%s, %s", workload_names[w], neighbour_name(number));
            cr_expect(relative(near.operations, own.operations) <= 0.1);
            cr_expect(relative(near.spacing_ps, own.spacing_ps) <= 0.1);
            cr_expect(labs((long)near.urgent_period - (long)own.urgent_period) <= 1);
            cr_expect(near.urgent_phase < near.urgent_period);
            near.operations = own.operations;
            near.spacing_ps = own.spacing_ps;
            near.urgent_period = own.urgent_period;
            near.urgent_phase = own.urgent_phase;
            cr_expect(memcmp(&near, &own, sizeof own) == 0, "%s", neighbour_name(number));
        }
    }
}

Test(neighbour, are_different_ones) {
    const struct config own = config_of("response", NULL);
    struct config near[NEIGHBOURS + 1];
    for (unsigned number = 0; number <= NEIGHBOURS; number++) {
        near[number] = own;
        neighbour_apply(&near[number], number);
        for (unsigned other = 0; other < number; other++)
            cr_expect(memcmp(&near[number], &near[other], sizeof own) != 0, "%u and %u", number,
                      other);
    }
    cr_expect(memcmp(&near[0], &own, sizeof own) == 0);
}

Test(neighbour, of_no_urgent_operations_has_none) {
    struct config config = config_of("atomic", NULL);
    config.urgent_period = 0;
    const struct config own = config;
    for (unsigned number = 9; number <= NEIGHBOURS; number++)
        neighbour_apply(&config, number);
    cr_expect(memcmp(&config, &own, sizeof own) == 0);
}

// An experiment runs at the neighbour that it names.
Test(neighbour, is_what_an_experiment_runs_at) {
    struct experiment experiment = *experiment_find("micro");
    const struct experiment_run run = experiment_run(&experiment, 0);
    struct text_error error;
    experiment.neighbour = 4; // operations + 10 %
    struct config config = config_of(run.workload, NULL);
    const uint64_t own = config.operations;
    cr_assert(experiment_configure(&experiment, &run, &config, &error));
    cr_expect(eq(u64, config.operations, own * 11 / 10));
}
