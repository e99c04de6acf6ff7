// A receiver of the event simulator from inside, for the files that make it up and for csim/domain,
// which runs several at once. csim/simulator/simulation.c has what happens to an operation on its
// way, csim/simulator/simulate.c the run of one receiver alone; what lets an operation leave its
// source is one of the members of struct admission, one file each.
#pragma once

#include "csim/base/event.h"
#include "csim/fabric/stages.h"
#include "csim/policy/policy.h"
#include "csim/simulator/block_driver.h"
#include "csim/simulator/dispatcher.h"
#include "csim/simulator/initiators.h"
#include "csim/simulator/metrics.h"
#include "csim/simulator/offer_port.h"
#include "csim/simulator/simulate.h"
#include "csim/simulator/window_adapt.h"
#include "csim/traffic/ordering.h"

// Submissions are not in the queue: the next one is known, and goes before events of its instant,
// as if all of them had been posted at the start.
enum event_kind {
    ARRIVE,
    HBM_DONE,
    ATOMIC_DONE,
    RESP_DONE,
    COMPLETE,
    RECOVER,
    RETRY,
    GRANT_DUE,
    GRANT_ARRIVE,
    REQUEST_ARRIVE, // where initiators are modelled (csim/simulator/initiators.h): an operation
                    // asks,
    ANSWER_ARRIVE,  // and may go
    WAKE, // a partition of banks picks what it serves next; or, of HBM_LANES, initiators that are
          // late start
    BLOCK_UPSET,      // a reset, or windows that become smaller, or whole again
    SIMULATION_EVENTS // the kinds from here on are a domain's
};

enum {
    // Operations between submission and completion, at most: a burst waits as a whole at its
    // source.
    SIMULATION_JOBS_MAX = 1 << 20
};

// Of a number and a time: there is no room for more, and what to do.
#define SIMULATION_FULL                                                                            \
    "more than %" PRIu32 " operations wait at %" PRIu64                                            \
    " ps: fewer do with a larger spacing_ps of a generator, or a larger large_bytes of flows"

struct simulation;

// The seam: what decides. Each gets everything that concerns admission, at the instant at which
// it happens.
struct admission {
    // Nothing but admission keeps an operation at its source: admits it (simulation_dispatch),
    // rejects it (simulation_reject), or lets it wait.
    void (*offer)(struct simulation *sim, uint32_t job);
    // A stage is through with it.
    void (*stage_done)(struct simulation *sim, uint32_t job, unsigned resource);
    // It is out of the endpoint's bound: end to end.
    void (*completed)(struct simulation *sim, uint32_t job);
    // After every single event, submissions of one instant included: admits all that can be.
    void (*settle)(struct simulation *sim);
};

// The policy itself: deciding takes no time (csim/simulator/admission_policy.c).
extern const struct admission admission_policy;
// The admission block in its place: simulated time stands still while it works.
extern const struct admission admission_block_zero;
// The same, its clock running with simulated time.
extern const struct admission admission_block_clocked;
// The same in a domain, whose receivers' edges and events come in the order of time: the owner asks
// for the time of the next edge that does something, UINT64_MAX: none, and has it done.
extern const struct admission admission_block_owned;
uint64_t admission_block_next_ps(const struct simulation *sim);
void admission_block_edge(struct simulation *sim);

// What has the sources of a receiver of a domain (csim/domain): called at the instant.
struct simulation_owner {
    // A granted job may leave its source; when it does, the owner calls simulation_enter.
    void (*leave)(struct simulation *sim, uint32_t job);
    // Its HBM partition or the Atomic engine is through with it.
    void (*served)(struct simulation *sim, uint32_t job);
    // It is complete end to end, or rejected, or a fence that has passed; and free after the call.
    void (*over)(struct simulation *sim, uint32_t job);
};

// What an operation has from its grant to its end.
struct flight {
    struct demand demand; // what it was charged
    uint32_t next;        // among the unused
    uint64_t grant_ps;    // when it was last charged, later by what it has waited at stages since
};

// Zero but for what the opening caller sets: config to result.
struct simulation {
    const struct config *config;
    const struct policy *policy;
    const struct admission *admission;
    uint64_t seed;
    struct policy_commits commits;
    const struct simulate_watcher *watcher;
    struct metrics *metrics;
    uint32_t capacity;   // jobs there are
    uint64_t request_ps; // flight of the message that asks, and of the answer; or 0
    const struct simulation_owner *owner; // NULL: a receiver alone
    void *domain;                         // the owner's
    uint32_t number;                      // of this receiver
    uint32_t subject; // of its events, to which a job is added, or a lane: none has a bit in both
    struct event_queue *events; // may be set after simulation_open
    struct simulate_result *result;

    // What every event needs is together.
    uint64_t now_ps;
    struct job *jobs; // may be the opening caller's
    uint32_t unused;  // first of the jobs that are free again
    uint32_t fresh;   // from here on, jobs have never been used
    struct flight *flights;
    uint16_t unused_flight; // first of those that are free
    bool faults;            // of the block, as configured: loss_percent, upset_cycle
    uint32_t ordered;       // jobs in `ordering`
    struct ordering *ordering;
    uint64_t submitted;      // operations, with fences and those to be rejected
    uint64_t unfinished;     // operations between submission and completion
    struct traffic *traffic; // of a receiver alone, or what a domain draws
    struct op next;          // the next operation to be submitted
    bool more;               // there is one
    struct fabric fabric;
    struct stages stages;
    // With a block in the policy's place: what the block would hold if its returns took no time.
    struct policy_state state;
    struct dispatcher dispatcher;
    struct offer_port port; // the policy's
    struct job *own_jobs;
    lane_set *reported;          // lanes of each job's last deny commit, where commits are reported
    struct block_driver *driver; // where there is a block
    uint64_t edge;               // of its clock, the next
    uint64_t grants;             // that could have been lost, and completions that could have
    uint64_t beats;              // come again
    struct window_adapt adapt;   // of the policy's windows
    struct credit_messages messages;
    struct initiators initiators;
};

// Jobs for a receiver of so many operations.
static inline uint32_t simulation_capacity(uint64_t operations) {
    return (uint32_t)(operations < SIMULATION_JOBS_MAX ? operations + 1 : SIMULATION_JOBS_MAX);
}

// Starts the policy. False, with one line in `error`: this configuration cannot be run, with a
// block in the policy's place where that is said.
bool simulation_check(struct simulation *sim, bool block, struct text_error *error);
// After that. With a block, that replaces the policy and reports its commits to `sink`.
void simulation_open(struct simulation *sim, const struct block_model *block,
                     const struct commit_sink *sink);
void simulation_close(struct simulation *sim);

// Operations that have left their source, at most: a reset block knows of none.
uint64_t simulation_under_way(const struct simulation *sim);
// Events that it has in the queue at a time, at most.
uint32_t simulation_events(const struct simulation *sim);
static inline void simulation_post(struct simulation *sim, uint64_t time_ps, enum event_kind kind,
                                   uint32_t subject) {
    event_post(sim->events, time_ps, kind, sim->subject | subject);
}

// An event of this receiver, now.
void simulation_event(struct simulation *sim, enum event_kind kind, uint32_t subject);

// The job that the next submission takes; JOB_NONE: there is none. Memory that no job has needed so
// far is not touched.
uint32_t simulation_job(struct simulation *sim);
// An operation is submitted now, as that job.
void simulation_submit(struct simulation *sim, const struct op *op);
// After every single event or submission: to a fixed point.
void simulation_settle(struct simulation *sim);
// A job that has left its source enters a forward path now.
void simulation_enter(struct simulation *sim, uint32_t index);

// A reservation of a source that is dead is cleared: what it owes is sent instead of its
// stages, all of them if it never left its source.
void simulation_clear(struct simulation *sim, uint32_t index, bool unsent);

// Jobs that never became admissible.
uint32_t simulation_waiting(const struct simulation *sim);
// Of a run that has come to its end: the receiver's part of the result; what `metrics` says.
void simulation_summarise(struct simulation *sim);
void simulation_measure(struct metrics *metrics, struct simulate_result *result);

// Time of the next event or submission; UINT64_MAX: there is none.
uint64_t simulation_next_ps(const struct simulation *sim);

static inline struct flight *simulation_flight(const struct simulation *sim,
                                               const struct job *job) {
    return &sim->flights[job->flight];
}

// A job is granted, and this is its demand. It leaves its source.
void simulation_grant(struct simulation *sim, uint32_t index, const struct demand *demand);
void simulation_dispatch(struct simulation *sim, uint32_t index);
// It waits again.
void simulation_ungrant(struct simulation *sim, struct job *job);

// It never will: `never` are the lanes whose windows are below its demand.
void simulation_reject(struct simulation *sim, uint32_t index, const struct demand *demand,
                       lane_set never);

// Nothing but admission keeps it at its source from now on.
void simulation_ready(struct simulation *sim, struct job *job);

// How long a stage works for an operation.
uint64_t simulation_service_ps(const struct simulation *sim, const struct job *job,
                               unsigned resource);

// Waiting at the source counts for what refused the operation when it came: the bound, else the
// first of these lanes; where nothing did, as a clocked block has not looked at it yet, for a slot.
enum latency_part simulation_waits_for(const struct simulation *sim, lane_set refused);

// What refuses a job of that demand now, which is what its waiting counts for; 0: nothing.
lane_set simulation_refused(const struct simulation *sim, struct job *job,
                            const struct demand *demand);

void simulation_watch(struct simulation *sim, enum simulate_step step, const struct job *job);
void simulation_spend(struct simulation *sim, const struct job *job, enum latency_part part,
                      uint64_t ps);

// What only a policy does (csim/simulator/admission_policy.c). Who is refused by other lanes than
// before, to sim->commits (a block reports its own); the target may refuse an operation that
// arrives; all components of a charge may come back at once, the link's as the operation arrives;
// events of kinds RECOVER to GRANT_ARRIVE.
void policy_emit_denials(struct simulation *sim);
bool policy_refuses_arrival(struct simulation *sim, uint32_t index);
void policy_give_back_all(struct simulation *sim, const struct job *job);
void policy_give_back_link(struct simulation *sim, const struct job *job);
void policy_recover(struct simulation *sim, uint32_t lane);
void policy_retry(struct simulation *sim, uint32_t index);
void policy_grant_due(struct simulation *sim, uint32_t subject);
void policy_grant_arrive(struct simulation *sim, uint32_t subject);
