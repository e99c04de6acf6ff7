#include "csim/simulator/metrics.h"

#include "csim/interface/op.h"

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
