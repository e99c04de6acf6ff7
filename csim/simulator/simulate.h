// The paper's event simulator: one workload, one policy, one seed, in integer picoseconds (paper,
// section 4.1; the reading of its text is in the policies' and this file's comments). Untimed
// admission: deciding, reserving and dispatching take no time.
#pragma once

#include "csim/config/config.h"
#include "csim/golden/block.h"
#include "csim/policy/policy.h"
#include "csim/record/commit.h"
#include "csim/simulator/initiators.h"
#include "csim/simulator/metrics.h"
#include "csim/traffic/traffic.h"

// What a run of the admission block in its own environment measures (tb/block/environment.h),
// beside latencies and goodput.
struct block_result {
    uint64_t offered;  // operations that the block took,
    uint64_t again;    // further offers of them, whose answers had been lost,
    uint64_t repeated; // of these, answered with the reservation that was still held
    uint64_t granted;  // reservations made,
    uint64_t freed;    // and freed by their completions,
    uint64_t left;     // and neither freed nor cancelled by a reset
    uint64_t strays;   // completions of no reservation
    double oldest_ns;  // that a reservation was held, at most
    uint64_t voided;   // operations that a reset cancelled: reservations, and offers that waited
    // A planned disturbance.
    double recovery_ns; // until goodput was back
    double lasting_ns;  // until it was back for good
    double lost_ns;     // goodput that it cost, as time at the goodput of before
};

// Where the window of the lane that works most comes to rest, of what it was at the start; how much
// it moves there; and the time until then, from the last change of traffic
// (tb/sweep/paper_runs.c).
struct window_result {
    double percent, spread_percent, settled_ns;
};

// What a run measures. Latencies are from application submission to end-to-end completion; "small"
// are the latency-sensitive operations, "bulk" the others (csim/simulator/metrics.h).
struct simulate_result {
    struct class_result small, bulk;
    struct class_result subclass[SUBCLASSES]; // where they are measured
    double goodput_gbps; // response bytes of reads and Atomics and wire bytes of writes, over the
                         // makespan
    double makespan_ns;  // first submission to last completion
    double max_queue_hbm_ns, max_queue_atomic_ns, max_queue_response_ns;
    uint64_t max_in_flight;  // dispatched and not yet out of the endpoint bound
    uint64_t retries;        // reactive only
    uint64_t state_entries;  // counters that the policy keeps at the receiver
    uint64_t operations;     // completed
    uint64_t rejected;       // unknown opcode, or a demand that a window never has room for
    uint64_t fences;         // passed at the source: in none of the other figures
    uint64_t cleared;        // reservations of dead sources
    bool unread;             // the run ended with traffic that could not be read on
    uint64_t grant_messages; // that reported credit to initiators (csim/fabric/stages.h),
                             // and their bytes,
    uint64_t grant_bytes;    // since the first measured submission
    uint64_t events;         // processed, for benchmarks
    uint64_t edges;          // of the block in the policy's place, evaluated
    struct initiators_result initiators; // of its initiators, where they are modelled
    struct block_result
        block; // of the admission block with what disturbs it (tb/sweep/block_study.c)
    struct window_result windows; // where they are measured
};

// What happens to an operation.
enum simulate_step {
    STEP_SUBMIT,
    STEP_DISPATCH, // admitted; enters the network
    STEP_ARRIVE,   // at the target, before it is refused or returns anything
    STEP_REFUSE,   // by the target (reactive)
    STEP_RETRY,    // back at its source
    STEP_HBM_DONE,
    STEP_ATOMIC_DONE,
    STEP_RESP_DONE,
    STEP_COMPLETE, // end to end
    STEPS
};

// A watcher of a run, for tests and recorders. What the pointers point to lives only for
// the call; the state is that after the step. Functions may be NULL.
struct simulate_watcher {
    void (*saw)(void *context, enum simulate_step step, uint64_t now_ps, const struct op *op,
                unsigned partition, const struct policy_state *state);
    // Every so many events; `completed` operations so far.
    void (*progress)(void *context, uint64_t completed);
    void *context;
};

// What is run. All but `traffic` stays the caller's.
struct simulate_run {
    const struct config *config;
    const struct policy *policy;
    uint64_t seed;
    struct traffic *traffic; // config->operations of it, taken over; NULL: what the configuration's
                             // generator makes
    // Told the commit stream (csim/record/commit.h), the block's where there is one; or NULL. Of an
    // operation's deny commits by a policy, those of changed refusing sets are reported only while
    // it heads the operations of its kind.
    const struct commit_sink *commits;
    const struct simulate_watcher *watcher; // or NULL
    bool subclasses;                        // are measured, too

    // The admission block in the policy's place (csim/simulator/block_driver.h), before its first
    // reset, of block_driver_size; taken over: it decides, from registers that hold what the policy
    // starts with; the rest of the model stays as it is. NULL: the policy decides.
    const struct block_model *block;
    // Its clock runs with simulated time, period config->clock_ps, an edge at time zero: offers and
    // completions are beats of the first edge at or after them, and a grant counts from the edge
    // that commits it. Otherwise simulated time stands still while the block works, and its
    // decisions are those of the policy, one by one.
    bool clocked;
    // Grants get lost and the block is disturbed, as configured (loss_percent, upset_*); clocked
    // only.
    bool faults;
    const bool *stop; // the run ends, unfinished, where it becomes true; NULL: it never does
};

// Runs it. Returns false, with one line in `error`, when operations never became admissible, where
// the configuration is not one for the model, or where the block cannot decide like this policy
// (one that charges or returns otherwise, demands or windows that do not fit its numbers, more
// kinds of operations at a time than it has slots for).
bool simulate_run(const struct simulate_run *run, struct simulate_result *result,
                  struct text_error *error);

// What a run measures, as the columns of its row in a CSV (metrics.c). What else is computed of
// rows is computed by scripts/paper.

// ",name" of every column; `tenants`: those of groups of initiators, too.
void metric_names(FILE *file, bool tenants);

// ",number" of each, in full. `full_ns`: the time that the bottleneck works for a mean operation.
void metric_fields(FILE *file, const struct simulate_result *run, double full_ns, bool tenants);

// The CSV of `run --csv`, one row: the first columns, rounded as in every CSV of runs.
void metric_file(FILE *file, const char *workload, const struct policy *policy, uint64_t seed,
                 const struct simulate_result *run);

// A hash of these, but for tails and tenants, and of `hash`.
uint64_t metric_hash(uint64_t hash, const struct simulate_result *run);
