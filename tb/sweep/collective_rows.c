#include "tb/sweep/collective_rows.h"

#include <inttypes.h>
#include <stdlib.h>

#include "csim/traffic/tasks.h"
#include "tb/sweep/collective_run.h"

enum {
    SEEDS_LEAST = 5,
    SEEDS_MOST = 20,
    // More than the least seeds while a policy's runs of a point have together fewer operations.
    OPERATIONS = 100000,
    // From so many GPUs on a point is one seed of two policies.
    GPUS_MANY = 128
};

static const char *const policies_run[] = {
    "aggregate", "aggregate_class", "bdp",         "resource_byte",    "scalar",
    "reactive",  "semacredit",      "vector_link", "vector_link_sent", NULL};
static const char *const policies_of_many[] = {"aggregate", "semacredit", NULL};

// Of both classes of operations, small first.
static double part(const struct collective_outcome *of, bool small, enum latency_part part) {
    return (small ? &of->result.small : &of->result.bulk)->part_ns[part];
}

#define MEASURES(X)                                                                                \
    X(completion_ns, of->completion_ns)                                                            \
    X(p99_ns, of->result.small.p99_ns)                                                             \
    X(goodput_gbps, of->result.goodput_gbps)                                                       \
    X(link_percent, of->link_percent)                                                              \
    X(spread_ns, of->spread_ns)                                                                    \
    X(p50_ns, of->result.small.p50_ns)                                                             \
    X(p999_ns, of->result.small.p999_ns)                                                           \
    X(bulk_p99_ns, of->result.bulk.p99_ns)                                                         \
    X(small_waits_hbm_ns, part(of, true, PART_FOR_HBM))                                            \
    X(small_waits_atomic_ns, part(of, true, PART_FOR_ATOMIC))                                      \
    X(small_waits_response_ns, part(of, true, PART_FOR_RESPONSE))                                  \
    X(small_waits_bound_ns, part(of, true, PART_FOR_BOUND) + part(of, true, PART_FOR_WINDOW))      \
    X(small_refused_ns, part(of, true, PART_REFUSED))                                              \
    X(small_forward_ns, part(of, true, PART_FORWARD))                                              \
    X(small_queues_ns, part(of, true, PART_HBM_QUEUE) + part(of, true, PART_ATOMIC_QUEUE) +        \
                           part(of, true, PART_RESPONSE_QUEUE))                                    \
    X(bulk_waits_hbm_ns, part(of, false, PART_FOR_HBM))                                            \
    X(bulk_waits_bound_ns, part(of, false, PART_FOR_BOUND) + part(of, false, PART_FOR_WINDOW))     \
    X(bulk_refused_ns, part(of, false, PART_REFUSED))                                              \
    X(bulk_forward_ns, part(of, false, PART_FORWARD))                                              \
    X(bulk_queues_ns, part(of, false, PART_HBM_QUEUE) + part(of, false, PART_ATOMIC_QUEUE))        \
    X(longest_hbm_ns, of->result.max_queue_hbm_ns)                                                 \
    X(longest_atomic_ns, of->result.max_queue_atomic_ns)                                           \
    X(waited_percent, of->waited_percent)                                                          \
    X(decisions_per_ns, of->decisions_per_ns)

#define MEASURE_NAME(name, ...)    " " #name
#define MEASURE_VALUE(name, value) value,

const char collective_measures[] = "policy seed operations waited_for" MEASURES(MEASURE_NAME);

static void run_write(const char *policy, unsigned seed, const struct collective_outcome *of,
                      FILE *row) {
    const double values[] = {MEASURES(MEASURE_VALUE)};
    fprintf(row, "%s %u %" PRIu64 " %" PRIu32, policy, seed, of->operations, of->waited_for);
    for (unsigned i = 0; i < sizeof values / sizeof *values; i++)
        fprintf(row, " %.17g", values[i]);
    for (uint32_t step = 0; step < of->steps; step++)
        fprintf(row, " %.17g", of->step_ns[step]);
    fputc(';', row);
}

// All policies of a seed do the same tasks. `seeds`: how many there are to be.
static bool seed_run(const struct config *config, unsigned seed, unsigned *seeds, FILE *row,
                     struct text_error *error) {
    struct task_graph graph = {.count = 0};
    struct collective_outcome outcome;
    const bool many = config->receivers >= GPUS_MANY;
    bool right = tasks_of_workload(&graph, config, seed, error);
    const uint64_t more = OPERATIONS / (graph.operations + 1);
    *seeds = many                 ? 1
             : more < SEEDS_LEAST ? SEEDS_LEAST
             : more > SEEDS_MOST  ? SEEDS_MOST
                                  : (unsigned)more;
    outcome.step_ns = calloc(collective_steps(&graph) + 1, sizeof *outcome.step_ns);
    if (!outcome.step_ns)
        right = text_error_set(error, "out of memory");
    const char *const *policy = many ? policies_of_many : policies_run;
    for (; right && *policy; policy++) {
        right = collective_run(config, policy_find(*policy), seed, &graph, &outcome, error);
        if (right)
            run_write(*policy, seed, &outcome, row);
    }
    free(outcome.step_ns);
    task_graph_close(&graph);
    return right;
}

bool collective_rows_run(const struct config *config, FILE *row, struct text_error *error) {
    unsigned seeds, ignored;
    bool right = seed_run(config, 1, &seeds, row, error); // the first one's tasks tell how many
    for (unsigned seed = 2; right && seed <= seeds; seed++)
        right = seed_run(config, seed, &ignored, row, error);
    return right;
}
