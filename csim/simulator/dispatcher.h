// The one arbiter of the event simulator, the same for every policy: among the waiting operations
// that are admissible, latency-sensitive ones first, then fewer wire bytes (of as many bits as the
// block's port has: larger ones are alike), then their order: that
// of submission, or, where the port has classes (csim/simulator/offer_port.h), that in which it
// took them. What is not admissible is passed over, so that nothing blocks what is behind it.
//
// With a bound on their wait, operations that have waited as long are due, as in the block
// (rtl/spec/waiting.md, 2.5), but that it visits one slot at a time and here all are seen at once:
//
//   - In the order of their waits, a due operation that fits goes before all others; one that is
//     refused holds the lanes that refuse it, and nothing that uses one of those is granted before.
//   - From a due bulk operation's grant on its lanes rest until eight latency-sensitive ones have
//     gone that use them, or none waits there: no bulk operation that uses one is due meanwhile.
//
// Operations of equal demand wait in one line, in that order: if the first of them is refused
// so are the others, and a look at the heads is enough.
#pragma once

#include "csim/interface/op.h"
#include "csim/policy/policy.h"
#include "csim/simulator/metrics.h"

// What makes the demands of operations equal, whatever they are, and their place in the arbiter's
// order but for the last key: if one of them is refused so are the others.
struct demand_key {
    uint64_t rank; // latency-sensitive first, then fewer wire bytes
    uint32_t length;
    uint32_t response_length;
    uint8_t opcode;
    uint8_t lane;
};

// `lane`: the HBM partition that it is charged to, if it is charged to one.
static inline struct demand_key demand_key_of(const struct op *op, uint8_t lane) {
    return (struct demand_key){.rank = (uint64_t)!op->urgent << 32 | op_port_bytes(op),
                               .length = op->length,
                               .response_length = op->response_length,
                               .opcode = op->opcode,
                               .lane = op_uses_hbm(op) ? lane : 0};
}

static inline bool demand_key_equal(const struct demand_key *a, const struct demand_key *b) {
    return a->rank == b->rank && a->length == b->length &&
           a->response_length == b->response_length && a->opcode == b->opcode && a->lane == b->lane;
}

// An operation of a run, from submission to completion. A million may wait at a time: it is one
// line of a cache, and what only a granted one has is elsewhere.
struct job {
    _Alignas(64) struct op op;
    uint64_t since_ps; // when it began to wait at its source, or left it
    uint32_t next;     // in its line, or at its source's link, or among the unused; JOB_NONE ends
                       // a list
    uint32_t order;    // the last key of the arbiter's order
    uint32_t task;     // of a domain (csim/domain)
    uint16_t flight;   // the caller's, of a granted one; or FLIGHT_NONE
    uint8_t lane;      // HBM partition that the policy believes in
    enum latency_part waits_for : 6;
    bool sent : 1, served : 1; // in a domain
};

static const uint32_t JOB_NONE = UINT32_MAX;
static const uint16_t FLIGHT_NONE = UINT16_MAX;

// HBM partition that serves it.
static inline unsigned job_partition(const struct job *job) {
    return address_partition(job->op.address);
}

enum { DISPATCHER_RECENT = 64, DISPATCHER_REST = 8 };

// Jobs one after the other; JOB_NONE: there are none.
struct job_list {
    uint32_t first, last;
};

// One more: in the order of `order`, where that is asked for, else at the end. One that comes back,
// or that its domain had held back, has its place near the first.
static inline void job_list_add(struct job_list *list, struct job *jobs, uint32_t job,
                                bool ordered) {
    uint32_t *at = &list->first;
    if (*at != JOB_NONE && (!ordered || jobs[list->last].order < jobs[job].order))
        at = &jobs[list->last].next;
    while (*at != JOB_NONE && jobs[*at].order < jobs[job].order)
        at = &jobs[*at].next;
    jobs[job].next = *at;
    if (*at == JOB_NONE)
        list->last = job;
    *at = job;
}

// Open value.
struct dispatcher {
    struct job *jobs;
    struct line *lines;
    struct place *order; // lines in use by rank
    uint32_t used;       // lines in use, some of them empty
    uint32_t unused;     // first line that is in use no more
    uint32_t fresh;      // first line that never was
    uint32_t capacity;
    uint32_t sweep; // lines in use at which empty ones are looked for
    uint32_t waiting;
    uint64_t bound_ps;       // 0: none is ever due
    uint8_t rest[ALL_LANES]; // of a lane: latency-sensitive grants to come
    lane_set freed;
    bool stirred; // one might be admissible
    uint64_t price;
    uint32_t recent[DISPATCHER_RECENT]; // line of a kind, by its hash; may be another kind's
};

// Opens a dispatcher for the jobs of an array of `capacity`, which stays the caller's.
void dispatcher_open(struct dispatcher *dispatcher, struct job *jobs, uint32_t capacity);
void dispatcher_close(struct dispatcher *dispatcher);

// The demand of a job, if it is known from others of its kind that waited, by the price of now.
bool dispatcher_knows(struct dispatcher *dispatcher, uint32_t job, struct demand *demand);

// A job of that demand waits; NULL: it is to be found. Never allocates.
void dispatcher_add(struct dispatcher *dispatcher, uint32_t job, const struct demand *demand);

// Something became available to operations that these lanes (or REFUSED_TABLE) refused.
static inline void dispatcher_free(struct dispatcher *dispatcher, lane_set lanes) {
    dispatcher->freed |= lanes;
    dispatcher->stirred = true;
}

// What operations are charged has changed, or a window that may be too small for some.
static inline void dispatcher_reprice(struct dispatcher *dispatcher) {
    dispatcher->price++;
}

// Might any be admissible?
static inline bool dispatcher_stirred(const struct dispatcher *dispatcher,
                                      const struct policy_state *state) {
    return dispatcher->stirred && state->in_flight < state->command_limit;
}

// The job to dispatch next, and its demand; it waits no longer. JOB_NONE: none is admissible. To be
// called where one might be, each time with the state after the last dispatch.
uint32_t dispatcher_take(struct dispatcher *dispatcher, const struct policy *policy,
                         const struct policy_state *state, uint64_t now_ps, struct demand *demand);

// The jobs that wait, line by line: the head, of how many, and the lanes that refuse them now.
void dispatcher_refusals(struct dispatcher *dispatcher, const struct policy *policy,
                         const struct policy_state *state,
                         void (*take)(void *context, const struct job *head, uint32_t jobs,
                                      lane_set refused),
                         void *context);

// The heads of the lines, for reports: the n-th one, JOB_NONE after the last.
uint32_t dispatcher_head(const struct dispatcher *dispatcher, uint32_t n);
