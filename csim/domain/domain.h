// A domain: receivers with their stages and their admission, and the links of the sources between
// them, around one event queue (csim/simulator has what happens at a receiver). The sources do the
// tasks of a graph (csim/tasks/task_graph.h).
//
// A task that has begun asks its receiver for its operations, at most config->task_requests of them
// at a time: one asks no more once it has left its source. A request and its answer fly
// config->request_ns each. A granted operation leaves when its source's link is free, of
// config->egress_gbps, latency-sensitive ones first, then in the order of grants; it enters the
// receiver's forward path with its first bit (the switch cuts through).
//
// Of one instant, tasks that wait for nothing begin first, in their order, then drawn operations
// are submitted, by receivers or the GPUs that draw them; events follow in the order in which they
// were posted. After each of these the receiver grants whom it can, and then tasks with something
// to do have their turn, in the order in which it came up: a task begins, asks for as many
// operations as it may, and what has happened to it is reported to those that wait for it. A link
// that is free takes its next operation before the one that has left counts as sent.
//
// Receivers with nothing between them, no task and no link, are run one after the other: a receiver
// at a time is in the cache, and in memory.
#pragma once

#include "csim/simulator/simulate.h"
#include "csim/tasks/task_graph.h"

enum { DOMAIN_KEPT_BYTES = 64 };

// A watcher of a run; told in the order of time, or in that of each receiver where they are run one
// after the other, which they are not where `commits` are told. Functions may be NULL.
struct domain_watcher {
    void (*task)(void *context, uint32_t task, enum task_event event, uint64_t now_ps);
    // An operation of a task is submitted; and is over: complete, or rejected. Those that are drawn
    // count as of the task of their receiver's number behind all tasks, graph->count and so on.
    void (*submitted)(void *context, uint32_t task, const struct op *op, uint64_t now_ps);
    void (*over)(void *context, uint32_t task, const struct op *op, bool rejected, uint64_t now_ps);
    void (*progress)(void *context, uint64_t completed); // operations
    const char *kept; // DOMAIN_KEPT_BYTES of each task that these functions use most; or NULL
    void *context;
};

// What is run; all of it stays the caller's.
struct domain_run {
    const struct config *config;
    const struct policy *policy;
    uint64_t seed; // of receiver 0; of another, n: rng_mix(seed + (n << 32)) | 1; or 0 for all
    const struct task_graph *graph;       // checked
    const struct domain_watcher *watcher; // or NULL
    // Blocks in the policy's place, one for each receiver, before their first reset, which are
    // taken over; NULL, or one without `self`: the policy decides. In zero time, or clocked
    // (csim/simulator/simulate.h), all by one clock.
    const struct block_model *blocks;
    bool clocked;
    bool subclasses; // are measured, too
    // Told the commit streams, one for each receiver; or NULL.
    const struct commit_sink *commits;
};

// Runs it. The result is that of all receivers together: sums, and the greatest of what has a
// greatest. False, with one line in `error`, as of simulate_run.
bool domain_run(const struct domain_run *run, struct simulate_result *result,
                struct text_error *error);
