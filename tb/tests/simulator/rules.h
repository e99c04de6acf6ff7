// The rules of the paper's model (sections 3.2, 3.3 and 4) written down a second time, from its
// text and not from csim: what each policy charges, against which windows and when it comes back,
// how long each stage takes, and what the seed draws for an operation. Checkers compare a run with
// it.
#ifndef SEMA_TEST_RULES_H
#define SEMA_TEST_RULES_H

#include <stdbool.h>
#include <stdint.h>

#include "csim/config/config.h"
#include "csim/interface/numbers.h"
#include "csim/interface/op.h"
#include "csim/policy/policy.h"

// What a policy counts of an operation.
enum measure {
    MEASURE_NOTHING,
    MEASURE_BYTES,   // of each resource
    MEASURE_VECTOR,  // HBM bytes, Atomic and response service
    MEASURE_PRIMARY, // the same without the response
    MEASURE_SUM,     // service of all stages, in one number
};

struct rule {
    const struct policy *policy;
    enum measure measure;
    enum policy_returns returns;
    bool true_mapping; // charged where it is served, whatever is predicted
    bool learns;       // multipliers
    bool reserves;     // part of the command limit, for small operations
    bool turns_back;   // operations at the target
};

// A model with its numbers worked out. Open value; `config` must outlive it.
struct rules {
    const struct config *config;
    uint64_t seed;
    struct rule rule;
    uint64_t window[LANES]; // where the policy has some
    uint64_t command_limit;
    uint64_t multiplier[CLASSES]; // in force: rules_learn moves them
};

// What an operation is charged, and the lanes that it falls on; in the policy's units.
struct charge {
    uint64_t amount[CLASSES]; // scalar: all of it is under CLASS_HBM
    unsigned lane[CLASSES];
};

void rules_init(struct rules *rules, const struct config *config, const struct policy *policy,
                uint64_t seed);

bool rules_known(const struct op *op);
uint32_t rules_hbm_bytes(const struct op *op); // that it moves, if any
unsigned rules_partition(const struct op *op);

struct charge rules_charge(const struct rules *rules, const struct op *op);
// The vector that the operation would be charged by semacredit: what of it is not zero is a lane
// that it uses, for every policy.
struct charge rules_vector(const struct rules *rules, const struct op *op);
// Never admissible: no such opcode, or a demand above its window.
bool rules_rejects(const struct rules *rules, const struct op *op);
// Is it large, for the policy that keeps a reserve from such?
bool rules_large(const struct rules *rules, const struct op *op);

// The arbiter's order: latency-sensitive first, then fewer bytes on the wire, then as submitted.
bool rules_before(const struct op *a, const struct op *b);

// Picoseconds of a stage, without queueing.
uint64_t rules_stage_ps(const struct rules *rules, const struct op *op,
                        enum resource_class resource);

// Serialisation of so many bytes on a path; what the seed adds to an operation's way there.
uint64_t rules_wire_ps(const struct rules *rules, unsigned path, uint32_t bytes);
uint64_t rules_jitter_ps(const struct rules *rules, const struct op *op);

// Reactive: backlog of a lane above which the target refuses.
uint64_t rules_threshold_ps(const struct rules *rules, unsigned lane);

// Adaptive: a stage has served an operation.
void rules_learn(struct rules *rules, const struct op *op, enum resource_class resource);

#endif
