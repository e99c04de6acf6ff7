// What a run of the event simulator measures: latencies of latency-sensitive and of bulk
// operations, where their time went, and goodput.
#pragma once

#include "csim/base/sample.h"
#include "csim/config/config.h"
#include "csim/interface/op.h"

// Where an operation is from its submission to its completion, end to end: the parts add up to its
// latency, to the picosecond. Waiting at the source counts for what refused the operation when it
// came (the first of those there are).
enum latency_part {
    PART_FOR_ORDER, // at the source, held back by its ordering domain (csim/traffic/ordering.h)
    PART_REQUEST,   // on the way to the arbiter as a message, and its grant on the way back
    PART_FOR_SLOT,  // at the source, unseen by the arbiter
    PART_FOR_HBM,   // at the source, refused by an HBM lane
    PART_FOR_ATOMIC,
    PART_FOR_RESPONSE,
    PART_FOR_LINK,
    PART_FOR_WINDOW, // by the one window of all resources together (scalar)
    PART_FOR_BOUND,  // by the bound on commands
    PART_REFUSED,    // on the way to a target that refuses it, and back (reactive)
    PART_FORWARD,    // on the way to the target: serialisation queue, propagation
    PART_HBM_QUEUE,
    PART_HBM,
    PART_ATOMIC_QUEUE,
    PART_ATOMIC,
    PART_RESPONSE_QUEUE,
    PART_RESPONSE,
    PART_BACK, // on the way back to the initiator
    PARTS
};

// "waits for HBM credit", ...
extern const char *const latency_part_name[PARTS];

// Of either. Nanoseconds; percentiles as csim/base/sample.h has them.
struct class_result {
    uint64_t count;
    double mean_ns, p50_ns, p99_ns, p999_ns, p9999_ns, greatest_ns;
    double part_ns[PARTS]; // means, over all its operations
};

// What a run measures of them where it is asked to: bulk of few bytes on the wire; of bulk and of
// latency-sensitive operations those on partitions that are not hot.
enum subclass { SMALL_BULK, COLD_BULK, COLD_URGENT, SUBCLASSES };
enum { SMALL_BULK_BYTES = 512 };

struct metrics {
    uint64_t warmup; // operations of lower index are not measured
    bool started;    // the first measured one was submitted
    uint64_t first_ps, last_ps;
    uint64_t goodput_bytes;
    struct class_metrics {
        struct sample latency;
        uint64_t part_ps[PARTS];
    } op_class[2]; // bulk, latency-sensitive
    bool has_subclasses;
    uint64_t hot_partitions;
    struct sample subclass[SUBCLASSES];
};

// `subclasses`: of these, too. The caller closes it, also one that is zero throughout.
void metrics_open(struct metrics *metrics, const struct config *config, bool subclasses);
void metrics_close(struct metrics *metrics);

// An operation is submitted; it goes on its way; it completes. In the order of time; without a
// warm-up, in that of each receiver.
void metrics_submit(struct metrics *metrics, const struct op *op);
static inline void metrics_part(struct metrics *metrics, const struct op *op,
                                enum latency_part part, uint64_t ps) {
    if (op->index >= metrics->warmup)
        metrics->op_class[op_is_sensitive(op)].part_ps[part] += ps;
}
void metrics_complete(struct metrics *metrics, const struct op *op, uint64_t now_ps);

// Class `urgent`'s numbers. May reorder what the account has kept.
void metrics_class(struct metrics *metrics, bool urgent, struct class_result *result);

// The same of a subclass; zero where they are not measured.
void metrics_subclass(struct metrics *metrics, enum subclass subclass, struct class_result *result);

// From the first measured submission to the last completion; and, in that time, response bytes of
// reads and Atomics and wire bytes of writes.
double metrics_makespan_ns(const struct metrics *metrics);
double metrics_goodput_gbps(const struct metrics *metrics);
