#include "tb/cosim/decision_rate.h"

#include <stdbool.h>

#include "csim/base/rng.h"
#include "csim/interface/op.h"

enum { SEED = 1, WARM_UP_CLOCKS = 2 * SLOTS, BYTES_MOST = 2048, URGENT_PERIOD = 8, DOMAINS = 255 };

// Writes, reads and Atomics of every size and rank, a few of them of ordering domains; of so many
// that there is always one to choose: those of one domain are decided LEAVE_TO_CHOICE +
// CHOICE_TO_DECISION clocks apart.
static void offer(struct rng *rng, uint32_t tag, struct edge_in *in) {
    const unsigned partition = (unsigned)rng_below(rng, HBM_LANES);
    const uint64_t bits = rng_next(rng);
    const uint32_t bytes = 1 + (uint32_t)rng_below(rng, BYTES_MOST);
    const uint8_t opcode[] = {OP_WRITE, OP_READ, OP_NOTIFY,
                              (uint8_t)(OP_FETCH_ADD + rng_below(rng, 8))};
    in->op_valid = 1;
    in->tag = tag;
    in->opcode = opcode[rng_below(rng, sizeof opcode)];
    in->address = address_in_partition(partition, bits);
    in->length = in->response_length = bytes;
    in->wire_bytes = in->opcode == OP_WRITE ? bytes : 80;
    in->urgent = tag % URGENT_PERIOD == 0;
    in->domain = rng_chance(rng, 1, 4) ? (uint8_t)(1 + rng_below(rng, DOMAINS)) : 0;
}

// Every stage of what was granted in the last clock has completed, and so has it.
static void complete(const struct edge_out *out, struct edge_in *in) {
    if (out->kind != DECISION_GRANT)
        return;
    if (out->demand[CLASS_HBM]) {
        in->hbm_valid = LANE_BIT(out->lane);
        in->hbm_id[out->lane] = out->id;
    }
    in->atomic_valid = out->demand[CLASS_ATOMIC] != 0;
    in->response_valid = out->demand[CLASS_RESPONSE] != 0;
    in->atomic_id = in->response_id = in->done_id = out->id;
    in->done_valid = 1;
}

struct decision_rate decision_rate_measure(struct admitter *admitter, uint64_t clocks) {
    struct decision_rate rate = {.clocks = clocks};
    struct rng rng = rng_stream(SEED, RNG_TRAFFIC);
    struct edge_out out = admitter_out_of_reset;
    struct edge_in next = {.op_valid = 0};
    uint32_t tag = 0;
    uint64_t waiting = 0;
    offer(&rng, tag, &next);
    for (uint64_t clock = 0; clock < WARM_UP_CLOCKS + clocks; clock++) {
        struct edge_in in = next;
        const bool measured = clock >= WARM_UP_CLOCKS;
        in.grant_ready = 1;
        in.pause = clock < SLOTS; // until every slot is taken
        complete(&out, &in);
        waiting += out.op_ready;
        if (out.op_ready)
            offer(&rng, ++tag, &next);
        admitter_edge(admitter, &in, &out);
        waiting -= out.kind != DECISION_NONE && out.kind != DECISION_DENY;
        rate.decisions += measured && out.kind != DECISION_NONE;
        rate.grants += measured && out.kind == DECISION_GRANT;
        rate.waiting += measured ? waiting : 0;
    }
    return rate;
}
