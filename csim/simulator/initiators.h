// The initiators of a closed loop, each with its share of the operations outstanding. Credit is the
// receiver's: an initiator asks by a message that takes a time of its own, the receiver's one
// arbiter decides by its precise counters, and its grant takes the same time back. So none spends
// credit that another one may be spending (paper, section 6: delayed feedback only postpones remote
// dispatch), and what a delay costs is credit that lies reserved while its grant is under way.
// `attackers` of them, from 0 on, mark all that they send as latency-sensitive. Two budgets keep
// that in bounds, alike for all, and what is beyond goes as bulk:
//   at the source    a token bucket of work, `urgency_permille` of a stage's time or of the paths'
//                    bytes;
//   at the receiver  so many operations of an initiator at a time are latency-sensitive, from their
//                    request to their end: `urgency_held`, a counter for each initiator.
// A share of each window for each initiator would need no asking, but not hold an operation: a
// sixteenth of the paper's HBM window is below one large write.
#pragma once

#include "csim/base/sample.h"
#include "csim/config/config.h"
#include "csim/interface/op.h"
#include "csim/policy/demand.h"
#include "csim/policy/policy.h"

enum { INITIATORS_OFF_PERCENT = 10 };

struct initiators_result {
    double debt_percent;  // most of any lane's window that was in debt,
    double known_percent; // and in debt for operations whose initiators knew
    double fairness;  // Jain's index of the initiators' goodput: 1 is equal, 1 / n one takes all
    double p99_ratio; // greatest over least P99 of latency-sensitive operations, of initiators
                      // that completed one
    // From the start of the last initiator on, until each one's part of the operations completed
    // since then was within INITIATORS_OFF_PERCENT of an equal part for good, looked at whenever
    // all have completed one more on average: the time, and the operations of one initiator. Up to
    // the end of the run where that never was.
    double settled_ns, settled_operations;
    // Of those that do not attack, and of attackers: of what is latency-sensitive to its
    // application, and of bulk; NaN where none of it has completed.
    struct tenants_result {
        double p99_ns, bulk_p99_ns;
        double bytes; // of goodput, of one
    } victims, attackers;
};

struct initiator {
    uint64_t delay_ps, start_ps;
    uint64_t outstanding, most; // now, and allowed
    uint64_t bytes;             // goodput, after the warm-up
    uint64_t completed;         // since the last initiator's start
    struct sample latency;      // of latency-sensitive operations after the warm-up
    uint64_t budget_ps;         // when the bucket is full again
    uint32_t urgent;            // operations that the receiver takes for latency-sensitive
};

// Open value; without initiators count is 0, and only initiators_summarise and initiators_close may
// be called.
struct initiators {
    unsigned count;
    unsigned turn;    // the first that is asked for the next operation
    uint64_t warmup;  // operations of lower index are not measured
    uint64_t late_ps; // the last initiator's start
    uint64_t completed, settled_ps, settled_operations; // since then
    uint64_t under_way[LANES];                          // reserved, and not reported
    uint64_t debt_permyriad, known_permyriad;
    unsigned attackers;
    uint64_t urgency_permille, burst_ps, urgency_held; // 0: no budget
    struct tenants {
        struct sample latency[2]; // of bulk, of latency-sensitive operations, after the warm-up
    } tenants[2];                 // those that do not attack, attackers
    struct initiator *initiator;  // of `count`
};

// Why a configuration has no such initiators: one line in `error`, false. True also where it asks
// for none.
bool initiators_check(const struct config *config, const struct policy *policy,
                      struct text_error *error);

void initiators_open(struct initiators *initiators, const struct config *config);
void initiators_close(struct initiators *initiators);

static inline uint64_t initiators_delay_ps(const struct initiators *initiators,
                                           unsigned initiator) {
    return initiators->initiator[initiator].delay_ps;
}

// May any initiator submit an operation? Which one does, in turn: there must be one.
bool initiators_can_submit(const struct initiators *initiators, uint64_t now_ps);
uint16_t initiators_submit(struct initiators *initiators, uint64_t now_ps);
// As what its source marks it, within its budget, of which it is `work_ps`; as what the receiver
// takes it for, when it asks.
void initiators_mark(struct initiators *initiators, struct op *op, uint64_t work_ps,
                     uint64_t now_ps);
void initiators_take(struct initiators *initiators, struct op *op);

// A demand was reserved, and is in the state; its initiator knows.
void initiators_grant(struct initiators *initiators, const struct demand *demand,
                      const struct policy_state *state);
void initiators_informed(struct initiators *initiators, const struct demand *demand,
                         const struct policy_state *state);

// An operation of an initiator is no longer outstanding: completed, or never to be.
static inline void initiators_release(struct initiators *initiators, const struct op *op) {
    struct initiator *const initiator = &initiators->initiator[op->source];
    initiator->outstanding--;
    initiator->urgent -= op->urgent && op->opcode != OP_FENCE;
}

// An operation has completed, end to end.
void initiators_complete(struct initiators *initiators, const struct op *op, uint64_t now_ps);

// May reorder what is kept. One initiator, or none, is fair.
void initiators_summarise(struct initiators *initiators, struct initiators_result *result);
