#include <math.h>
#include <stdio.h>
#include <string.h>

#include "csim/evaluation/sweeps.h"

// From which value on a mean is beyond a bound, in each workload.
static void print_first(const struct sweeps_results *results, enum sweep_loop loop,
                        enum metric metric, double bound, const char *what) {
    const struct experiment *experiment = &results->loop[loop]->experiment;
    printf("  %s: %s at", sweep_loop_title[loop], what);
    for (unsigned w = 0; experiment->workloads[w]; w++) {
        const int at = sweeps_first_beyond(results, loop, experiment->workloads[w], metric, bound);
        printf("%s %s %s", w ? "," : "", experiment->workloads[w],
               at < 0 ? "-" : experiment->values[at]);
    }
    printf("\n");
}

// ---- the extremes of a measure

// Where a mean is farthest up, or down, among some values and all workloads.
struct extreme {
    double mean;
    const char *workload, *value;
};

// Over the loops and values for which `among` holds; `sign` -1: the least.
static struct extreme extreme_of(const struct sweeps_results *results, enum metric metric, int sign,
                                 bool (*among)(const char *value)) {
    struct extreme extreme = {.mean = sign > 0 ? -INFINITY : INFINITY};
    for (enum sweep_loop loop = 0; loop < LOOPS; loop++) {
        if (!sweeps_has(results->sweep, loop))
            continue;
        const struct experiment *experiment = &results->loop[loop]->experiment;
        for (unsigned w = 0; experiment->workloads[w]; w++)
            for (unsigned i = 0; experiment->values[i]; i++) {
                const char *const value = experiment->values[i];
                if (!among(value))
                    continue;
                const double mean =
                    sweeps_point(results, loop, experiment->workloads[w], value, metric).mean;
                if (sign * mean > sign * extreme.mean)
                    extreme = (struct extreme){mean, experiment->workloads[w], value};
            }
    }
    return extreme;
}

static bool any(const char *value) {
    (void)value;
    return true;
}

static bool not_zero(const char *value) {
    return strcmp(value, "0") != 0;
}

static bool is_zero(const char *value) {
    return strcmp(value, "0") == 0;
}

// ---- the sweeps of their own kind

static void conclude_initiators(const struct sweeps_results *results) {
    const struct extreme debt = extreme_of(results, METRIC_DEBT, 1, any);
    const struct extreme told = extreme_of(results, METRIC_KNOWN_DEBT, 1, any);
    const struct extreme jain = extreme_of(results, METRIC_FAIRNESS, -1, any);
    const struct extreme ratio = extreme_of(results, METRIC_INITIATOR_RATIO, 1, any);
    const struct extreme settled = extreme_of(results, METRIC_SETTLED, 1, any);
    const struct extreme each = extreme_of(results, METRIC_SETTLED_OPERATIONS, 1, any);
    const struct extreme goodput = extreme_of(results, METRIC_GOODPUT_CHANGE, -1, any);
    printf("  conclusion: for any number of initiators debt is at most %.1f %% of a window, debt "
           "that they know of %.1f %%;\n  Jain's index of goodput is at least %.3f (%s, %s); P99 "
           "is at most %.2f times as great for one as for another (%s, %s);\n  parts are equal "
           "within 10 %% after at most %.0f operations of each (%s, %s), %.0f us (%s, %s); with "
           "messages goodput is up to %.1f %% lower (%s, %s)\n",
           debt.mean, told.mean, jain.mean, jain.workload, jain.value, ratio.mean, ratio.workload,
           ratio.value, each.mean, each.workload, each.value, settled.mean, settled.workload,
           settled.value, fabs(goodput.mean), goodput.workload, goodput.value);
}

static bool is_default(const char *value) {
    char slots[16];
    snprintf(slots, sizeof slots, "%d", SLOTS);
    return strcmp(value, slots) == 0;
}

static void conclude_slots(const struct sweeps_results *results) {
    const struct extreme p99 = extreme_of(results, METRIC_P99_CHANGE, 1, is_default);
    const struct extreme least = extreme_of(results, METRIC_P99_CHANGE, -1, is_default);
    const struct extreme goodput = extreme_of(results, METRIC_GOODPUT_CHANGE, -1, is_default);
    printf("  conclusion: an arbiter that sees the first %d, the block's slots, costs %.0f %% "
           "(%s) to %.0f %% (%s) of P99,\n  and at most %.1f %% of goodput (%s)\n",
           SLOTS, least.mean, least.workload, p99.mean, p99.workload, fabs(goodput.mean),
           goodput.workload);
}

static void conclude_loss(const struct sweeps_results *results) {
    const struct extreme p99 = extreme_of(results, METRIC_P99_CHANGE, 1, any);
    const struct extreme goodput = extreme_of(results, METRIC_GOODPUT_CHANGE, -1, any);
    const struct extreme left = extreme_of(results, METRIC_LEFT, 1, any);
    const struct extreme repeated = extreme_of(results, METRIC_REPEATED, -1, not_zero);
    const struct extreme twice = extreme_of(results, METRIC_TWICE, 1, any);
    printf("  conclusion: %.0f reservations are left, and all checks hold; at least %.0f "
           "%% of further offers find the reservation held (%s, %s %%),\n  at most %.1f %% of the "
           "operations are executed twice (%s, %s %%); P99 is at most %.1f %% higher, goodput "
           "%.1f %% lower\n",
           left.mean, repeated.mean, repeated.workload, repeated.value, twice.mean, twice.workload,
           twice.value, p99.mean, fabs(goodput.mean));
}

static void conclude_faults(const struct sweeps_results *results) {
    const struct extreme reset = extreme_of(results, METRIC_RECOVERY, 1, is_zero);
    const struct extreme lost = extreme_of(results, METRIC_LOST, 1, is_zero);
    const struct extreme voided = extreme_of(results, METRIC_VOIDED, 1, is_zero);
    const struct extreme window = extreme_of(results, METRIC_RECOVERY, 1, not_zero);
    const struct extreme narrow = extreme_of(results, METRIC_LOST, 1, not_zero);
    const struct extreme left = extreme_of(results, METRIC_LEFT, 1, any);
    const struct extreme kept = extreme_of(results, METRIC_VOIDED, 1, not_zero);
    printf("  conclusion: after a reset goodput is back within 5 %% in at most %.1f us (%s); it "
           "makes at most %.0f operations void (%s) and costs %.1f us of goodput (%s);\n  after "
           "smaller windows it is back in %.1f us (%s, %s %%); they make %.0f operations void and "
           "cost up to %.1f us (%s, %s %%) of 20 us; %.0f reservations are left\n",
           reset.mean, reset.workload, voided.mean, voided.workload, lost.mean, lost.workload,
           window.mean, window.workload, window.value, kept.mean, narrow.mean, narrow.workload,
           narrow.value, left.mean);
}

static void conclude_changes(const struct sweeps_results *results) {
    for (enum sweep_loop loop = 0; loop < LOOPS; loop++) {
        if (!sweeps_has(results->sweep, loop))
            continue;
        print_first(results, loop, METRIC_GOODPUT_CHANGE, -1, "goodput first 1 % lower");
        print_first(results, loop, METRIC_P99_CHANGE, 5, "P99 first 5 % higher");
    }
}

void sweeps_conclude(const struct sweeps_results *results) {
    static const struct {
        const char *sweep;
        void (*conclude)(const struct sweeps_results *results);
    } own[] = {{"initiators", conclude_initiators},
               {"slots", conclude_slots},
               {"loss", conclude_loss},
               {"upsets", conclude_faults}};
    if (strcmp(results->sweep->name, "loss") != 0 && strcmp(results->sweep->name, "upsets") != 0)
        conclude_changes(results);
    for (unsigned i = 0; i < sizeof own / sizeof *own; i++)
        if (strcmp(own[i].sweep, results->sweep->name) == 0)
            own[i].conclude(results);
}
