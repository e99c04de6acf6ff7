#include "csim/simulator/simulate.h"

#include <math.h>

const char *const latency_part_name[PARTS] = {
    [PART_FOR_ORDER] = "waits for its domain's order",
    [PART_REQUEST] = "asks, and is granted",
    [PART_FOR_SLOT] = "waits for a slot",
    [PART_FOR_HBM] = "waits for HBM credit",
    [PART_FOR_ATOMIC] = "waits for Atomic credit",
    [PART_FOR_RESPONSE] = "waits for response credit",
    [PART_FOR_LINK] = "waits for link credit",
    [PART_FOR_WINDOW] = "waits for the one window",
    [PART_FOR_BOUND] = "waits for a command slot",
    [PART_REFUSED] = "refused trips",
    [PART_FORWARD] = "forward path",
    [PART_HBM_QUEUE] = "HBM queue",
    [PART_HBM] = "HBM service",
    [PART_ATOMIC_QUEUE] = "Atomic queue",
    [PART_ATOMIC] = "Atomic service",
    [PART_RESPONSE_QUEUE] = "response queue",
    [PART_RESPONSE] = "response service",
    [PART_BACK] = "return path",
};

void metrics_open(struct metrics *metrics, const struct config *config, bool subclasses) {
    *metrics = (struct metrics){.warmup = config->warmup_operations,
                                .has_subclasses = subclasses,
                                .hot_partitions = config->hot_partitions};
    for (unsigned i = 0; i < 2; i++)
        sample_open(&metrics->op_class[i].latency, config->operations);
    for (unsigned i = 0; subclasses && i < SUBCLASSES; i++)
        sample_open(&metrics->subclass[i], config->operations);
}

void metrics_close(struct metrics *metrics) {
    for (unsigned i = 0; i < 2; i++)
        sample_close(&metrics->op_class[i].latency);
    for (unsigned i = 0; i < SUBCLASSES; i++)
        sample_close(&metrics->subclass[i]);
}

void metrics_submit(struct metrics *metrics, const struct op *op) {
    if (op->index < metrics->warmup || (metrics->started && op->submit_ps >= metrics->first_ps))
        return;
    metrics->first_ps = op->submit_ps;
    if (!metrics->started)
        metrics->last_ps = op->submit_ps;
    metrics->started = true;
}

static void subclasses_add(struct metrics *metrics, const struct op *op, uint64_t latency_ps) {
    if (!op_is_sensitive(op) && op->wire_bytes <= SMALL_BULK_BYTES)
        sample_add(&metrics->subclass[SMALL_BULK], latency_ps);
    if (op_uses_hbm(op) && address_partition(op->address) >= metrics->hot_partitions)
        sample_add(&metrics->subclass[op_is_sensitive(op) ? COLD_URGENT : COLD_BULK], latency_ps);
}

void metrics_complete(struct metrics *metrics, const struct op *op, uint64_t now_ps) {
    if (!metrics->started)
        return;
    metrics->goodput_bytes += op_goodput_bytes(op);
    metrics->last_ps = now_ps > metrics->last_ps ? now_ps : metrics->last_ps;
    if (op->index < metrics->warmup)
        return;
    sample_add(&metrics->op_class[op_is_sensitive(op)].latency, now_ps - op->submit_ps);
    if (metrics->has_subclasses)
        subclasses_add(metrics, op, now_ps - op->submit_ps);
}

static struct class_result class_result_of(struct sample *latency) {
    return (struct class_result){.count = latency->count,
                                 .mean_ns = sample_mean(latency) / 1000,
                                 .p50_ns = sample_percentile(latency, 5000) / 1000,
                                 .p99_ns = sample_percentile(latency, 9900) / 1000,
                                 .p999_ns = sample_percentile(latency, 9990) / 1000,
                                 .p9999_ns = sample_percentile(latency, 9999) / 1000,
                                 .greatest_ns = (double)latency->greatest / 1000};
}

void metrics_class(struct metrics *metrics, bool urgent, struct class_result *result) {
    struct class_metrics *op_class = &metrics->op_class[urgent];
    *result = class_result_of(&op_class->latency);
    for (unsigned part = 0; part < PARTS && result->count; part++)
        result->part_ns[part] = (double)op_class->part_ps[part] / 1000 / (double)result->count;
}

void metrics_subclass(struct metrics *metrics, enum subclass subclass,
                      struct class_result *result) {
    *result = (struct class_result){0};
    if (metrics->has_subclasses)
        *result = class_result_of(&metrics->subclass[subclass]);
}

double metrics_makespan_ns(const struct metrics *metrics) {
    return (double)(metrics->last_ps - metrics->first_ps) / 1000;
}

double metrics_goodput_gbps(const struct metrics *metrics) {
    const double makespan_ns = metrics_makespan_ns(metrics);
    return makespan_ns > 0 ? 8 * (double)metrics->goodput_bytes / makespan_ns : 0;
}

// --- columns of a run's row ----------------------------------------------------------------------

static double percent_of(uint64_t part, uint64_t whole) {
    return whole ? 100 * (double)part / (double)whole : 0;
}

static double wait_of(const struct simulate_result *run) {
    double wait_ns = 0;
    for (unsigned part = PART_FOR_HBM; part <= PART_FOR_BOUND; part++)
        wait_ns += run->small.part_ns[part];
    return wait_ns;
}

static uint64_t measured_of(const struct simulate_result *run) {
    return run->small.count + run->bulk.count;
}

// clang-format off
// Name and value. "small" are the latency-sensitive operations; "small_bulk",
// "cold_bulk" and "cold_small" the subclasses (csim/simulator/metrics.h).
#define METRIC_LIST(M)                                                                             \
    M(p99_small_ns, run->small.p99_ns)                                                             \
    M(p50_small_ns, run->small.p50_ns)                                                             \
    M(p99_bulk_ns, run->bulk.p99_ns)                                                               \
    M(goodput_gbps, run->goodput_gbps)                                                             \
    M(makespan_ns, run->makespan_ns)                                                               \
    M(max_queue_hbm_ns, run->max_queue_hbm_ns)                                                     \
    M(max_queue_atomic_ns, run->max_queue_atomic_ns)                                               \
    M(max_queue_response_ns, run->max_queue_response_ns)                                           \
    M(max_in_flight, run->max_in_flight)                                                           \
    M(retries, run->retries)                                                                       \
    M(state_entries, run->state_entries)                                                           \
    M(operations, run->operations)                                                                 \
    /* of studies */                                                                               \
    M(rejected, run->rejected)                                                                     \
    M(utilisation_percent, 100 * full_ns * (double)measured_of(run) / run->makespan_ns)            \
    M(grant_messages, run->grant_messages)                                                         \
    M(grant_bytes, run->grant_bytes)                                                               \
    M(feedback_gbps, (double)run->grant_bytes * 8 / run->makespan_ns)                              \
    /* for scripts/paper */                                                                        \
    M(full_ns, full_ns)                                                                            \
    M(measured, measured_of(run))                                                                  \
    M(p50_bulk_ns, run->bulk.p50_ns)                                                               \
    M(p999_small_ns, run->small.p999_ns)                                                           \
    M(p9999_small_ns, run->small.p9999_ns)                                                         \
    M(wait_small_ns, wait_of(run))                                                                 \
    M(mean_small_ns, run->small.mean_ns)                                                           \
    M(mean_bulk_ns, run->bulk.mean_ns)                                                             \
    M(p99_small_bulk_ns, run->subclass[SMALL_BULK].p99_ns)                                         \
    M(mean_small_bulk_ns, run->subclass[SMALL_BULK].mean_ns)                                       \
    M(p99_cold_bulk_ns, run->subclass[COLD_BULK].p99_ns)                                           \
    M(mean_cold_bulk_ns, run->subclass[COLD_BULK].mean_ns)                                         \
    M(p99_cold_small_ns, run->subclass[COLD_URGENT].p99_ns)                                        \
    M(mean_cold_small_ns, run->subclass[COLD_URGENT].mean_ns)                                      \
    M(debt_percent, run->initiators.debt_percent)                                                  \
    M(told_percent, run->initiators.known_percent)                                                 \
    M(fairness, run->initiators.fairness)                                                          \
    M(p99_ratio, run->initiators.p99_ratio)                                                        \
    M(settled_us, run->initiators.settled_ns / 1000)                                               \
    M(settled_operations, run->initiators.settled_operations)                                      \
    M(again_percent, percent_of(run->block.again, run->block.offered))                             \
    M(repeated_percent, percent_of(run->block.repeated, run->block.again))                         \
    M(twice_percent, percent_of(run->block.freed - run->operations, run->block.offered))           \
    M(left, run->block.left)                                                                       \
    M(voided, run->block.voided)                                                                   \
    M(recovery_us, run->block.recovery_ns / 1000)                                                  \
    M(lost_us, run->block.lost_ns / 1000)                                                          \
    M(window_percent, run->windows.percent)                                                        \
    M(window_spread_percent, run->windows.spread_percent)                                          \
    M(window_settled_us, run->windows.settled_ns / 1000)                                           \
    M(lasting_us, run->block.lasting_ns / 1000)                                                    \
    M(strays, run->block.strays)                                                                   \
    M(cleared, run->cleared)                                                                       \
    M(oldest_us, run->block.oldest_ns / 1000)
// Further ones, of which no hash tells.
#define TAIL_LIST(M)                                                                               \
    M(p999_bulk_ns, run->bulk.p999_ns)                                                             \
    M(p9999_bulk_ns, run->bulk.p9999_ns)                                                           \
    M(greatest_small_ns, run->small.greatest_ns)                                                   \
    M(greatest_bulk_ns, run->bulk.greatest_ns)
// Of initiators that do not attack, and of attackers.
#define TENANT_LIST(M)                                                                             \
    M(p99_victims_ns, run->initiators.victims.p99_ns)                                              \
    M(p99_bulk_victims_ns, run->initiators.victims.bulk_p99_ns)                                    \
    M(goodput_victims_gbps, run->initiators.victims.bytes * 8 / run->makespan_ns)          \
    M(p99_attackers_ns, run->initiators.attackers.p99_ns)                                          \
    M(p99_bulk_attackers_ns, run->initiators.attackers.bulk_p99_ns)                                \
    M(goodput_attackers_gbps, run->initiators.attackers.bytes * 8 / run->makespan_ns)
// clang-format on

#define NAME(name, value)  #name,
#define VALUE(name, value) (double)(value),

static const char *const names[] = {METRIC_LIST(NAME) TAIL_LIST(NAME) TENANT_LIST(NAME)};
enum { OF_RUN = 12 };

#define ONE(...) +1
static unsigned count(bool tenants) {
    return METRIC_LIST(ONE) TAIL_LIST(ONE) + (tenants ? TENANT_LIST(ONE) : 0);
}

void metric_names(FILE *file, bool tenants) {
    for (unsigned i = 0; i < count(tenants); i++)
        fprintf(file, ",%s", names[i]);
}

void metric_fields(FILE *file, const struct simulate_result *run, double full_ns, bool tenants) {
    const double values[] = {METRIC_LIST(VALUE) TAIL_LIST(VALUE) TENANT_LIST(VALUE)};
    for (unsigned i = 0; i < count(tenants); i++)
        fprintf(file, ",%.17g", values[i]);
}

void metric_file(FILE *file, const char *workload, const struct policy *policy, uint64_t seed,
                 const struct simulate_result *run) {
    static const int decimals[OF_RUN] = {3, 3, 3, 4, 3, 3, 3, 3};
    const double full_ns = 0, values[] = {METRIC_LIST(VALUE)};
    fputs("experiment,workload,policy,parameter,value,seed", file);
    for (unsigned i = 0; i < OF_RUN; i++)
        fprintf(file, ",%s", names[i]);
    fprintf(file, "\nrun,%s,%s,,,%" PRIu64, workload, policy->name, seed);
    for (unsigned i = 0; i < OF_RUN; i++)
        fprintf(file, ",%.*f", decimals[i], values[i]);
    fputc('\n', file);
}

uint64_t metric_hash(uint64_t hash, const struct simulate_result *run) {
    const double full_ns = 1, values[] = {METRIC_LIST(VALUE)};
    for (unsigned i = 0; i < sizeof values / sizeof *values; i++) {
        uint64_t bits = 0;
        if (!isnan(values[i])) // of an empty run
            memcpy(&bits, &values[i], sizeof bits);
        hash = (hash ^ bits) * UINT64_C(0x100000001b3);
    }
    return hash;
}
