#include "tb/sweep/collective_rows.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "csim/evaluation/metric.h"
#include "csim/traffic/tasks.h"
#include "tb/sweep/collective_run.h"

enum {
    POLICIES = 6,
    SEEDS_LEAST = 5,
    SEEDS_MOST = 20,
    // More than the least seeds while a policy's runs of a point have together fewer operations.
    OPERATIONS = 100000,
};

static const char *const policies_run[POLICIES] = {"aggregate", "aggregate_class", "resource_byte",
                                                   "scalar",    "reactive",        "semacredit"};

// --- measures -----------------------------------------------------------------------------------

// Of both classes of operations, small first.
static double part(const struct collective_outcome *of, bool small, enum latency_part part) {
    return (small ? &of->result.small : &of->result.bulk)->part_ns[part];
}

#define MEASURES(X)                                                                                \
    X(completion_ns, 1, of->completion_ns)                                                         \
    X(p99_ns, 1, of->result.small.p99_ns)                                                          \
    X(goodput_gbps, 2, of->result.goodput_gbps)                                                    \
    X(link_percent, 2, of->link_percent)                                                           \
    X(spread_ns, 1, of->spread_ns)                                                                 \
    X(p50_ns, 1, of->result.small.p50_ns)                                                          \
    X(p999_ns, 1, of->result.small.p999_ns)                                                        \
    X(bulk_p99_ns, 1, of->result.bulk.p99_ns)                                                      \
    X(small_waits_hbm_ns, 1, part(of, true, PART_FOR_HBM))                                         \
    X(small_waits_atomic_ns, 1, part(of, true, PART_FOR_ATOMIC))                                   \
    X(small_waits_response_ns, 1, part(of, true, PART_FOR_RESPONSE))                               \
    X(small_waits_bound_ns, 1, part(of, true, PART_FOR_BOUND) + part(of, true, PART_FOR_WINDOW))   \
    X(small_refused_ns, 1, part(of, true, PART_REFUSED))                                           \
    X(small_forward_ns, 1, part(of, true, PART_FORWARD))                                           \
    X(small_queues_ns, 1,                                                                          \
      part(of, true, PART_HBM_QUEUE) + part(of, true, PART_ATOMIC_QUEUE) +                         \
          part(of, true, PART_RESPONSE_QUEUE))                                                     \
    X(bulk_waits_hbm_ns, 1, part(of, false, PART_FOR_HBM))                                         \
    X(bulk_waits_bound_ns, 1, part(of, false, PART_FOR_BOUND) + part(of, false, PART_FOR_WINDOW))  \
    X(bulk_refused_ns, 1, part(of, false, PART_REFUSED))                                           \
    X(bulk_forward_ns, 1, part(of, false, PART_FORWARD))                                           \
    X(bulk_queues_ns, 1, part(of, false, PART_HBM_QUEUE) + part(of, false, PART_ATOMIC_QUEUE))     \
    X(longest_hbm_ns, 1, of->result.max_queue_hbm_ns)                                              \
    X(longest_atomic_ns, 1, of->result.max_queue_atomic_ns)                                        \
    X(waited_percent, 1, of->waited_percent)                                                       \
    X(decisions_per_ns, 4, of->decisions_per_ns)

#define MEASURE_NAME(name, ...) "," #name
#define MEASURE_ENUM(name, ...) MEASURE_##name,
#define MEASURE_CASE(name, decimals, value)                                                        \
    case MEASURE_##name:                                                                           \
        return value;
#define MEASURE_DECIMALS(name, decimals, value) decimals,

enum measure { MEASURES(MEASURE_ENUM) MEASURE_COUNT };
static const int measure_decimals[MEASURE_COUNT] = {MEASURES(MEASURE_DECIMALS)};

static double measure_of(const struct collective_outcome *of, enum measure measure) {
    switch (measure) {
        MEASURES(MEASURE_CASE)
    case MEASURE_COUNT:
        break;
    }
    return 0;
}

// The first ones have intervals; and are compared.
enum { WITH_INTERVAL = 3 };

#define POINT_NAMES COLLECTIVE_KEY ",policy"
const char *const collective_file[COLLECTIVE_FILES + 1] = {"runs", "points", "steps", NULL};
const char *const collective_heading[COLLECTIVE_FILES] = {
    POINT_NAMES ",seed,operations,waited_for" MEASURES(MEASURE_NAME),
    POINT_NAMES ",seeds,operations,waited_for" MEASURES(MEASURE_NAME) //
    ",completion_interval,p99_interval,goodput_interval"              //
    ",completion_change_percent,completion_change_interval,p99_change_percent,p99_change_interval"
    ",goodput_change_percent,goodput_change_interval",
    POINT_NAMES ",step,step_ns"};

// --- a point ------------------------------------------------------------------------------------

struct point {
    struct config config;
    FILE *file;
    unsigned seeds;
    uint32_t steps;
    struct collective_outcome outcomes[POLICIES][SEEDS_MOST];
    double *step_ns; // sums over the seeds, of each policy's steps
    double *step_of; // of one run
};

static void row_begin(const struct point *point, const char *file, unsigned policy) {
    fprintf(point->file, "%s,%s", file, policies_run[policy]);
}

static void number(FILE *file, double value, int decimals) {
    fprintf(file, ",%.*f", decimals, metric_plain(value));
}

static void run_row(const struct point *point, unsigned policy, unsigned seed) {
    const struct collective_outcome *of = &point->outcomes[policy][seed];
    row_begin(point, "runs", policy);
    fprintf(point->file, ",%u,%" PRIu64 ",%" PRIu32, seed + 1, of->operations, of->waited_for);
    for (enum measure i = 0; i < MEASURE_COUNT; i++)
        number(point->file, measure_of(of, i), measure_decimals[i]);
    fputc(';', point->file);
}

// What the last policy, semacredit, changes in a measure against this one, in percent.
static double change(const struct point *point, unsigned policy, enum measure measure,
                     double *interval) {
    double values[SEEDS_MOST], mean;
    for (unsigned seed = 0; seed < point->seeds; seed++) {
        const double base = measure_of(&point->outcomes[policy][seed], measure);
        const double ours = measure_of(&point->outcomes[POLICIES - 1][seed], measure);
        values[seed] = base > 0 ? 100 * (ours / base - 1) : 0;
    }
    *interval = interval95_of(values, point->seeds, &mean);
    return mean;
}

static void point_row(const struct point *point, unsigned policy) {
    double intervals[MEASURE_COUNT];
    row_begin(point, "points", policy);
    fprintf(point->file, ",%u,%" PRIu64 ",%" PRIu32, point->seeds,
            point->outcomes[policy][0].operations, point->outcomes[policy][0].waited_for);
    for (enum measure i = 0; i < MEASURE_COUNT; i++) {
        double values[SEEDS_MOST], mean;
        for (unsigned seed = 0; seed < point->seeds; seed++)
            values[seed] = measure_of(&point->outcomes[policy][seed], i);
        intervals[i] = interval95_of(values, point->seeds, &mean);
        number(point->file, mean, measure_decimals[i]);
    }
    for (unsigned i = 0; i < WITH_INTERVAL; i++)
        number(point->file, intervals[i], measure_decimals[i]);
    for (unsigned i = 0; i < WITH_INTERVAL; i++) {
        double interval;
        number(point->file, change(point, policy, i, &interval), 2);
        number(point->file, interval, 2);
    }
    fputc(';', point->file);
}

static void step_rows(const struct point *point, unsigned policy) {
    for (uint32_t step = 0; step < point->steps; step++) {
        row_begin(point, "steps", policy);
        fprintf(point->file, ",%" PRIu32 ",%.1f;", step + 1,
                point->step_ns[policy * point->steps + step] / point->seeds);
    }
}

// All policies of a seed do the same tasks. The first seed's tell how many seeds there are.
static bool seed_run(struct point *point, unsigned seed, struct text_error *error) {
    struct task_graph graph = {.count = 0};
    bool right = tasks_of_workload(&graph, &point->config, seed + 1, error);
    if (right && seed == 0) {
        const uint64_t seeds = OPERATIONS / (graph.operations + 1);
        point->seeds = seeds < SEEDS_LEAST  ? SEEDS_LEAST
                       : seeds > SEEDS_MOST ? SEEDS_MOST
                                            : (unsigned)seeds;
        point->steps = collective_steps(&graph);
        point->step_of = calloc(point->steps + 1, sizeof *point->step_of);
        point->step_ns = calloc((size_t)point->steps * POLICIES + 1, sizeof *point->step_ns);
        right = (point->step_of && point->step_ns) || text_error_set(error, "out of memory");
    }
    for (unsigned policy = 0; right && policy < POLICIES; policy++) {
        struct collective_outcome *outcome = &point->outcomes[policy][seed];
        outcome->step_ns = point->step_of;
        right = collective_run(&point->config, policy_find(policies_run[policy]), seed + 1, &graph,
                               outcome, error);
        for (uint32_t step = 0; right && step < point->steps; step++)
            point->step_ns[policy * point->steps + step] += point->step_of[step];
    }
    task_graph_close(&graph);
    return right;
}

static bool point_run(struct point *point, struct text_error *error) {
    point->seeds = 1;
    for (unsigned seed = 0; seed < point->seeds; seed++)
        if (!seed_run(point, seed, error))
            return false;
    for (unsigned policy = 0; policy < POLICIES; policy++) {
        for (unsigned seed = 0; seed < point->seeds; seed++)
            run_row(point, policy, seed);
        point_row(point, policy);
        step_rows(point, policy);
    }
    return true;
}

bool collective_rows_run(const struct config *config, FILE *row, struct text_error *error) {
    struct point *point = calloc(1, sizeof *point);
    if (!point)
        return text_error_set(error, "out of memory");
    point->config = *config;
    point->file = row;
    const bool right = point_run(point, error);
    free(point->step_of);
    free(point->step_ns);
    free(point);
    return right;
}

void collective_rows_write(const char *key, const char *text, size_t length, unsigned file,
                           FILE *to) {
    const char *name = collective_file[file], *end;
    for (const char *at = text, *stop = text + length;
         at < stop && (end = memchr(at, ';', (size_t)(stop - at))) != NULL; at = end + 1)
        if (strncmp(at, name, strlen(name)) == 0)
            fprintf(to, "%s%.*s\n", key, (int)(end - at - (long)strlen(name)), at + strlen(name));
}
