#include "csim/evaluation/published.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// ---- the table

// Columns: id, section, experiment, workload, policy, value, baseline, paper, its text.
#define PUBLISHED(ID, SECTION, EXPERIMENT, WORKLOAD, POLICY, VALUE, BASELINE, ...)                 \
    {                                                                                              \
        .id = #ID, .section = SECTION, .experiment = EXPERIMENT, .workloads = {WORKLOAD},          \
        .policies = {POLICY}, .value = VALUE, .baseline = BASELINE, __VA_ARGS__                    \
    }
#define SHOWN(PAPER, TEXT) .paper = PAPER, .paper_text = TEXT
#define RATIO(PAPER)                                                                               \
    .quantity = "P99 ratio", .metric = METRIC_P99_RATIO, .tolerance = TOLERANCE_RATIO,             \
    .unit = "x", SHOWN(PAPER, #PAPER)
#define REDUCTION(PAPER)                                                                           \
    .quantity = "P99 reduction", .metric = METRIC_P99_REDUCTION, .tolerance = TOLERANCE_P99,       \
    .unit = "%", SHOWN(PAPER, #PAPER)
#define CHANGE(PAPER)                                                                              \
    .quantity = "P99 change", .metric = METRIC_P99_CHANGE, .tolerance = TOLERANCE_P99,             \
    .unit = "%", SHOWN(PAPER, #PAPER)
#define GOODPUT(PAPER)                                                                             \
    .quantity = "goodput change", .metric = METRIC_GOODPUT_CHANGE, .tolerance = TOLERANCE_GOODPUT, \
    .unit = "%", SHOWN(PAPER, #PAPER)
#define RETRIES(PAPER)                                                                             \
    .quantity = "retries avoided", .metric = METRIC_RETRIES_AVOIDED,                               \
    .tolerance = TOLERANCE_RETRIES, .unit = "retries", SHOWN(PAPER, #PAPER)
#define LOWER(QUANTITY, METRIC)                                                                    \
    .quantity = QUANTITY, .metric = METRIC, .tolerance = TOLERANCE_LOWER, .unit = "x",             \
    SHOWN(0, "lower")
#define HIGHER(QUANTITY, METRIC)                                                                   \
    .quantity = QUANTITY, .metric = METRIC, .tolerance = TOLERANCE_HIGHER, .unit = "x",            \
    SHOWN(0, "higher")
#define GOODPUT_WITHIN(BOUND)                                                                      \
    .quantity = "goodput change", .metric = METRIC_GOODPUT_CHANGE, .tolerance = TOLERANCE_STATED,  \
    .stated = BOUND, .unit = "%", SHOWN(0, "<=" #BOUND)
#define BOTH(FIRST, SECOND)         FIRST, SECOND
#define THREE(FIRST, SECOND, THIRD) FIRST, SECOND, THIRD

// clang-format off
const struct published published_numbers[] = {
    PUBLISHED(M1, "5.1", "micro", "hbm_hotspot", "resource_byte", "", "aggregate", RATIO(0.81)),
    PUBLISHED(M2, "5.1", "micro", "hbm_hotspot", "primary", "", "aggregate", RATIO(0.81)),
    PUBLISHED(M3, "5.1", "micro", "hbm_hotspot", "semacredit", "", "aggregate", RATIO(0.81)),
    PUBLISHED(M4, "5.1", "micro", "hbm_hotspot", "semacredit", "", "resource_byte",
          .quantity = "P99 distance", .metric = METRIC_P99_DISTANCE,
          .tolerance = TOLERANCE_STATED, .stated = 0.1, .unit = "%", SHOWN(0, "<=0.1")),
    PUBLISHED(M5, "5.1", "micro", "hbm_hotspot", "semacredit", "", "resource_byte", GOODPUT(+3.5)),
    PUBLISHED(M6, "5.1", "micro", "atomic", "resource_byte", "", "aggregate", RATIO(1.0)),
    PUBLISHED(M7, "5.1", "micro", "atomic", "primary", "", "aggregate", RATIO(0.48)),
    PUBLISHED(M8, "5.1", "micro", "atomic", "semacredit", "", "aggregate", RATIO(0.48)),
    PUBLISHED(M9, "5.1", "micro", "atomic", "semacredit", "", "resource_byte", REDUCTION(52.4)),
    PUBLISHED(M10, "5.1", "micro", "atomic", "semacredit", "", "resource_byte", GOODPUT(0)),
    PUBLISHED(M11, "5.1", "micro", "atomic", "semacredit", "", "resource_byte",
          LOWER("Atomic queueing", METRIC_QUEUE_RATIO)),
    PUBLISHED(M12, "5.1", "micro", "response", "primary", "", "aggregate", RATIO(1.0)),
    PUBLISHED(M13, "5.1", "micro", "response", "resource_byte", "", "aggregate", RATIO(0.22),
          .why = "25 latency-sensitive Atomics come within 80 ns and keep the Atomic engine busy "
                 "for 2.5 us, two thirds of semacredit's P99 of 3.7 us, which leaves no ratio of "
                 "0.2; farther apart (reading response-12-ns) or with small reads "
                 "(response-reads) it is met, and R2, R3 and R5 to R8 are not"),
    PUBLISHED(M14, "5.1", "micro", "response", "semacredit", "", "aggregate", RATIO(0.20),
          .why = "as M13; semacredit over resource_byte, M15, fits"),
    PUBLISHED(M15, "5.1", "micro", "response", "semacredit", "", "resource_byte", REDUCTION(10.2)),
    PUBLISHED(M16, "5.1", "micro", "response", "semacredit", "", "resource_byte", GOODPUT(+0.2)),

    PUBLISHED(V1, "5.2", "scalar_sweep", "atomic", "scalar", "4", "semacredit", CHANGE(-10)),
    PUBLISHED(V2, "5.2", "scalar_sweep", "hbm_hotspot", "scalar", "4", "semacredit", CHANGE(+37)),
    PUBLISHED(V3, "5.2", "scalar_sweep", "response", "scalar", "4", "semacredit", CHANGE(+17)),
    PUBLISHED(V4, "5.2", "scalar_sweep", THREE("hbm_hotspot", "atomic", "response"), "scalar", "4",
          "semacredit", GOODPUT(0)),
    PUBLISHED(V5, "5.2", "scalar_sweep", "hbm_hotspot", "scalar", "2", "semacredit", RATIO(1.82),
          .why = "an Atomic costs the one window as much as two writes and is admitted only "
                 "where two writes return before the next is sent, so that jitter decides how "
                 "long it starves"),
    PUBLISHED(V6, "5.2", "scalar_sweep", "atomic", "scalar", "2", "semacredit",
          LOWER("P99", METRIC_P99_RATIO)),
    PUBLISHED(V7, "5.2", "scalar_sweep", "response", "scalar", "2", "semacredit",
          LOWER("P99", METRIC_P99_RATIO)),
    PUBLISHED(V8, "5.2", "scalar_sweep", "response", "scalar", "2", "semacredit", GOODPUT(-3.1),
          .why = "2 us hold 13 large reads, whose 1.1 us of response service do not cover a "
                 "read's way there and back; with a fifth of small operations, as in "
                 "sim/predicted, goodput falls by 2.8 %"),
    PUBLISHED(V9, "5.2", "reactive", "atomic", "semacredit", "", "reactive", REDUCTION(50.1)),
    PUBLISHED(V10, "5.2", "reactive", "response", "semacredit", "", "reactive", REDUCTION(72.1)),
    PUBLISHED(V11, "5.2", "reactive", "atomic", "semacredit", "", "reactive", RETRIES(92),
          .why = "the engine is exhausted again as often as it has drained, as long as "
                 "operations wait; the first time alone (reading reactive-once) refuses 83, and "
                 "then V13 misses"),
    PUBLISHED(V12, "5.2", "reactive", "response", "semacredit", "", "reactive", RETRIES(34),
          .why = "as V11; the first time alone refuses 36, and then V14 misses"),
    PUBLISHED(V13, "5.2", "reactive", "atomic", "semacredit", "", "reactive", GOODPUT(+4.5)),
    PUBLISHED(V14, "5.2", "reactive", "response", "semacredit", "", "reactive", GOODPUT(+3.9)),
    PUBLISHED(V15, "5.2", "return_ablation", "response", "arrival_return", "", "semacredit",
          RATIO(2.05),
          .why = "the response engine's queue, and with it the P99 of arrival return, grows with "
                 "the number of operations; with 128 (reading response-128) the ratio is 2.12, "
                 "and R2, R5, R6 and R8 miss"),
    PUBLISHED(V16, "5.2", "return_ablation", "response", "end_return", "", "semacredit",
          CHANGE(+6.4)),
    PUBLISHED(V17, "5.2", "return_ablation", "response", "end_return", "", "semacredit",
          GOODPUT(-0.9)),
    PUBLISHED(V18, "5.2", "return_ablation", "atomic", BOTH("arrival_return", "end_return"), "",
          "semacredit", CHANGE(0)),

    PUBLISHED(A1, "5.3", "applications", "allreduce", "semacredit", "", "resource_byte",
          REDUCTION(57.7)),
    PUBLISHED(A2, "5.3", "applications", "allreduce", "semacredit", "", "aggregate",
          REDUCTION(57.7)),
    PUBLISHED(A3, "5.3", "applications", "allreduce", "primary", "", "resource_byte",
          REDUCTION(57.7)),
    PUBLISHED(A4, "5.3", "applications", "allreduce", "semacredit", "", "resource_byte",
          GOODPUT(-1.9)),
    PUBLISHED(A5, "5.3", "applications", "moe", "semacredit", "", "aggregate", REDUCTION(22.8)),
    PUBLISHED(A6, "5.3", "applications", "moe", "resource_byte", "", "aggregate", REDUCTION(22.8)),
    PUBLISHED(A7, "5.3", "applications", "moe", "semacredit", "", "resource_byte", GOODPUT(0)),
    PUBLISHED(A8, "5.3", "applications", "remote_read", "semacredit", "", "aggregate",
          REDUCTION(83.3)),
    PUBLISHED(A9, "5.3", "applications", "remote_read", "semacredit", "", "resource_byte",
          REDUCTION(14.5),
          .why = "the P99 of 24 small reads is nearly their greatest latency, of which one large "
                 "read more or less ahead is 3 points, so that single seeds lie on both sides"),
    PUBLISHED(A10, "5.3", "applications", "remote_read", "semacredit", "", "primary",
          REDUCTION(71.1)),
    PUBLISHED(A11, "5.3", "applications", "remote_read", "semacredit", "", "resource_byte",
          .quantity = "goodput change", .metric = METRIC_GOODPUT_CHANGE,
          .tolerance = TOLERANCE_STATED, .stated = 0.1, .unit = "%", SHOWN(0, "0+-0.1")),

    PUBLISHED(S1, "5.4", "atomic_latency", "atomic", "semacredit", "3", "resource_byte",
          REDUCTION(50.3)),
    PUBLISHED(S2, "5.4", "atomic_latency", "atomic", "semacredit", "10", "resource_byte",
          REDUCTION(47.2)),
    PUBLISHED(S3, "5.4", "atomic_latency", "atomic", "semacredit", "30", "resource_byte",
          REDUCTION(47.4)),
    PUBLISHED(S4, "5.4", "atomic_latency", "atomic", "semacredit", "100", "resource_byte",
          REDUCTION(57.8)),
    PUBLISHED(S5, "5.4", "atomic_latency", "atomic", "semacredit", "200", "resource_byte",
          REDUCTION(72.5)),
    PUBLISHED(S6a, "5.4", "atomic_latency", "atomic", "primary", "3", "resource_byte",
          REDUCTION(0)),
    PUBLISHED(S6b, "5.4", "atomic_latency", "atomic", "primary", "10", "resource_byte",
          REDUCTION(0)),
    PUBLISHED(S6c, "5.4", "atomic_latency", "atomic", "primary", "30", "resource_byte",
          REDUCTION(0)),
    PUBLISHED(S6d, "5.4", "atomic_latency", "atomic", "primary", "100", "semacredit", CHANGE(0)),
    PUBLISHED(S6e, "5.4", "atomic_latency", "atomic", "primary", "200", "semacredit", CHANGE(0)),
    PUBLISHED(S7, "5.4", "response_overhead", "response", "semacredit", "0", "resource_byte",
          REDUCTION(0)),
    PUBLISHED(S8, "5.4", "response_overhead", "response", "semacredit", "10", "resource_byte",
          REDUCTION(-1.2),
          .why = "at 10 ns the window holds 13 large responses and the bytes 15, so that "
                 "responses queue for 0.66 us in place of 0.87 and the P99 is lower; the paper's "
                 "is not"),
    PUBLISHED(S9, "5.4", "response_overhead", "response", "semacredit", "20", "resource_byte",
          REDUCTION(12.9)),
    PUBLISHED(S10, "5.4", "response_overhead", "response", "semacredit", "40", "resource_byte",
          REDUCTION(24.2)),
    PUBLISHED(S11, "5.4", "credits", "atomic", "semacredit", "32", "resource_byte", REDUCTION(0)),
    PUBLISHED(S12, "5.4", "credits", "atomic", "semacredit", "64", "resource_byte",
          REDUCTION(26.9)),
    PUBLISHED(S13, "5.4", "credits", "atomic", "semacredit", "128", "resource_byte",
          REDUCTION(57.8)),
    PUBLISHED(S14, "5.4", "credits", "atomic", "semacredit", "256", "resource_byte",
          REDUCTION(61.5)),
    PUBLISHED(S15a, "5.4", "credits", "response", "semacredit", "32", "resource_byte",
          REDUCTION(15.3)),
    PUBLISHED(S15b, "5.4", "credits", "response", "semacredit", "64", "resource_byte",
          REDUCTION(15.3)),
    PUBLISHED(S15c, "5.4", "credits", "response", "semacredit", "128", "resource_byte",
          REDUCTION(15.3)),
    PUBLISHED(S15d, "5.4", "credits", "response", "semacredit", "256", "resource_byte",
          REDUCTION(15.3)),
    PUBLISHED(S16a, "5.4", "window", "atomic", "semacredit", "250", "semacredit", CHANGE(0),
          .base_value = "1000"),
    PUBLISHED(S16b, "5.4", "window", "atomic", "semacredit", "500", "semacredit", CHANGE(0),
          .base_value = "1000"),
    PUBLISHED(S17a, "5.4", "window", "atomic", "semacredit", "2000", "semacredit",
          HIGHER("P99", METRIC_P99_RATIO), .base_value = "1000"),
    PUBLISHED(S17b, "5.4", "window", "atomic", "semacredit", "2000", "semacredit", GOODPUT(0),
          .base_value = "1000"),
    PUBLISHED(S18, "5.4", "mapping_error", "hbm_hotspot", "semacredit", "0", "aggregate",
          REDUCTION(26.9)),
    PUBLISHED(S19, "5.4", "mapping_error", "hbm_hotspot", "semacredit", "0.1", "aggregate",
          REDUCTION(23.9)),
    PUBLISHED(S20, "5.4", "mapping_error", "hbm_hotspot", "semacredit", "0.25", "aggregate",
          REDUCTION(18.8)),
    PUBLISHED(S21, "5.4", "mapping_error", "hbm_hotspot", "semacredit", "0.5", "aggregate",
          REDUCTION(17.0),
          .why = "half of the writes are charged to partitions that are not theirs, 128 commands "
                 "are in flight, and writes queue for 6.0 us at the hot partition (aggregate: "
                 "7.7 us), which leaves less than the paper's benefit"),
    PUBLISHED(S22, "5.4", "mapping_error", "hbm_hotspot", "semacredit", "0.25", "resource_byte",
          REDUCTION(-5.6)),

    PUBLISHED(R1, "5.5", "bias", "response", "semacredit", "0.5", "resource_byte", REDUCTION(-9.2)),
    PUBLISHED(R2, "5.5", "bias", "response", "adaptive", "0.5", "resource_byte", REDUCTION(6.1)),
    PUBLISHED(R3a, "5.5", "bias", "response", "semacredit", "1", "resource_byte", REDUCTION(14.1)),
    PUBLISHED(R3b, "5.5", "bias", "response", "adaptive", "1", "resource_byte", REDUCTION(14.1)),
    PUBLISHED(R4a, "5.5", "bias", "response", "semacredit", "1", "resource_byte", GOODPUT(+0.3)),
    PUBLISHED(R4b, "5.5", "bias", "response", "adaptive", "1", "resource_byte", GOODPUT(+0.3)),
    PUBLISHED(R5, "5.5", "bias", "response", "semacredit", "2", "resource_byte", REDUCTION(22.7)),
    PUBLISHED(R6, "5.5", "bias", "response", "semacredit", "2", "resource_byte", GOODPUT(-8.2)),
    PUBLISHED(R7, "5.5", "bias", "response", "adaptive", "2", "resource_byte", GOODPUT(-2.0),
          .why = "while the estimate is learnt, a sixteenth with each response, ours loses 2.7 % "
                 "against semacredit, and the paper's 2.3; semacredit itself is 0.3 % below "
                 "resource_byte here and above it in the paper (R4)"),
    PUBLISHED(R8, "5.5", "bias", "response", "adaptive", "2", "resource_byte", REDUCTION(16.2)),
    PUBLISHED(R9, "5.5", "variability", "response", "semacredit", "0.5", "resource_byte",
          REDUCTION(10.8)),
    PUBLISHED(R10, "5.5", "variability", "response", "adaptive", "0.5", "resource_byte",
          REDUCTION(6.2)),
    PUBLISHED(R11, "5.5", "variability", "response", BOTH("semacredit", "adaptive"), "0.5",
          "resource_byte", GOODPUT_WITHIN(0.6)),
    {.id = NULL},
};
// clang-format on

// ---- arithmetic

unsigned published_seeds(const struct published *published) {
    return experiment_find(published->experiment)->seeds;
}

bool published_has_value(const struct published *published) {
    return published->tolerance != TOLERANCE_LOWER && published->tolerance != TOLERANCE_HIGHER;
}

bool published_of_sweeps(const struct published *published) {
    return strcmp(published->section, "5.4") >= 0;
}

double published_neutral(const struct published *published) {
    return metrics[published->metric].form == FORM_RATIO ? 1 : 0;
}

double published_bound(const struct published *published) {
    switch (published->tolerance) {
    case TOLERANCE_RATIO:
        return published->paper <= 1 ? 0.05 : 0.1 * published->paper;
    case TOLERANCE_P99:
        return 5;
    case TOLERANCE_GOODPUT:
        return 1;
    case TOLERANCE_STATED:
        return published->stated;
    case TOLERANCE_RETRIES:
        return 0.1 * published->paper;
    case TOLERANCE_LOWER:
    case TOLERANCE_HIGHER:
        break;
    }
    return 0;
}

// NaN, from results that hold nothing, must not pass: comparisons ask for what is right.
static bool holds(const struct published *published, double ours) {
    const double rounding = 1e-9; // 1.1 - 1.0 is a little more than 0.1
    if (published->tolerance == TOLERANCE_LOWER)
        return ours < 1;
    if (published->tolerance == TOLERANCE_HIGHER)
        return ours > 1;
    return fabs(ours - published->paper) <= published_bound(published) + rounding;
}

// A value that is none is farther from the paper than any.
static double distance(const struct published *published, const struct published_outcome *outcome) {
    return isnan(outcome->ours) ? INFINITY : fabs(outcome->ours - published->paper);
}

static struct published_outcome outcome_of(const struct published *published,
                                           const struct metric_estimate *ours) {
    const double none = published_neutral(published);
    const bool compared = published_has_value(published);
    return (struct published_outcome){
        .ours = ours->mean,
        .low = ours->low,
        .high = ours->high,
        .interval = ours->interval,
        .holds = holds(published, ours->mean),
        .sign_wrong = compared && (ours->mean - none) * (published->paper - none) < 0};
}

bool published_evaluate(const struct published *published, const struct experiment_results *sets,
                        size_t count, unsigned seeds, struct published_outcome *outcome) {
    const struct experiment_results *set =
        experiment_results_of(published->experiment, sets, count);
    bool found = false;
    for (const char *const *workload = published->workloads; *workload; workload++)
        for (const char *const *policy = published->policies; *policy; policy++) {
            const struct metric_point point = {*workload, *policy, published->value};
            const struct metric_point base = {*workload, published->baseline,
                                              published->base_value ? published->base_value
                                                                    : published->value};
            struct metric_estimate ours;
            if (!set || !metric_evaluate(published->metric, set, &point, &base, seeds, &ours))
                return false;
            const struct published_outcome one = outcome_of(published, &ours);
            if (!found || distance(published, &one) > distance(published, outcome))
                *outcome = one;
            found = true;
        }
    return found;
}

const char *published_carried(const struct published *published,
                              const struct published_outcome *outcome) {
    const double low = outcome->ours - outcome->interval, high = outcome->ours + outcome->interval;
    const bool low_holds = holds(published, low), high_holds = holds(published, high);
    if (low_holds && high_holds)
        return "ok";
    const bool around = low < published->paper && high > published->paper;
    return low_holds || high_holds || (published_has_value(published) && around) ? "open" : "miss";
}

bool published_evaluate_identical(const struct published *published,
                                  const struct experiment_results *sets, size_t count,
                                  unsigned seeds, struct published_outcome *outcome) {
    struct published identical = *published;
    identical.policies[0] = published->baseline;
    identical.policies[1] = NULL;
    identical.value = published->base_value ? published->base_value : published->value;
    return published_evaluate(&identical, sets, count, seeds, outcome);
}

// ---- texts

static size_t add_list(char *text, size_t size, size_t at, const char *const list[]) {
    for (const char *const *name = list; *name && at < size; name++)
        at += (size_t)snprintf(text + at, size - at, "%s%s", name == list ? "" : "+", *name);
    return at;
}

void published_print_subject(const struct published *published, char *text, size_t size) {
    size_t at = add_list(text, size, 0, published->policies);
    if (*published->value && at < size)
        at += (size_t)snprintf(text + at, size - at, "(%s)", published->value);
    if (at < size)
        at += (size_t)snprintf(text + at, size - at, "/%s", published->baseline);
    if (published->base_value && at < size)
        at += (size_t)snprintf(text + at, size - at, "(%s)", published->base_value);
    if (at < size)
        snprintf(text + at, size - at, " %s", published->quantity);
}

void published_describe(const struct published *published, char *text, size_t size) {
    size_t at = add_list(text, size, 0, published->workloads);
    if (at < size)
        at += (size_t)snprintf(text + at, size - at, ": ");
    if (at < size)
        published_print_subject(published, text + at, size - at);
}

void published_print_value(const struct published *published, double value, char *text,
                           size_t size) {
    const bool change = metrics[published->metric].form == FORM_CHANGE;
    const bool ratio = published_neutral(published) > 0;
    if (!ratio && fabs(value) < 0.005) // not "-0.00"
        snprintf(text, size, "0.00");
    else
        snprintf(text, size, ratio ? "%.3f" : change ? "%+.2f" : "%.2f", value);
}

void published_print_tolerance(const struct published *published, char *text, size_t size) {
    static const char *const texts[] = {
        [TOLERANCE_RATIO] = "10 %",   [TOLERANCE_P99] = "5 points", [TOLERANCE_GOODPUT] = "1 point",
        [TOLERANCE_RETRIES] = "10 %", [TOLERANCE_LOWER] = "holds",  [TOLERANCE_HIGHER] = "holds"};
    const bool small = published->tolerance == TOLERANCE_RATIO && published->paper <= 1;
    if (published->tolerance == TOLERANCE_STATED)
        snprintf(text, size, "%.1f points", published->stated);
    else
        snprintf(text, size, "%s", small ? "0.05" : texts[published->tolerance]);
}
