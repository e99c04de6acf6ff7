#include "tb/ledger/ledger_golden.h"
#include "csim/base/std.h"

void ledger_golden_init(struct ledger_golden *golden, const struct ledger_size *size) {
    memset(golden, 0, sizeof *golden);
    golden->size = *size;
}

static unsigned lanes_of(const struct ledger_charge *charge) {
    return charge->response == charge->stage ? 1 : 2;
}

static unsigned lane_of(const struct ledger_charge *charge, unsigned i) {
    return i == 0 ? charge->stage : charge->response;
}

static uint32_t demand_of(const struct ledger_charge *charge, unsigned i) {
    return i == 0 ? charge->stage_demand : charge->response_demand;
}

// Of what was asked in the clock before, by what was received up to the clock before that.
static bool judge(struct ledger_golden *golden, const struct ledger_in *in) {
    const struct ledger_charge *const ask = &golden->before.ask;
    golden->why[0] = '\0';
    if (!golden->ledger.received)
        snprintf(golden->why, sizeof golden->why,
                 "no message was received since the block's reset");
    for (unsigned i = 0; i < lanes_of(ask) && !golden->why[0]; i++)
        if (!semacredit_ledger_may_send(&golden->ledger, lane_of(ask, i), demand_of(ask, i),
                                        in->window[lane_of(ask, i)]))
            snprintf(golden->why, sizeof golden->why, "lane %u has no credit for it",
                     lane_of(ask, i));
    if (!golden->why[0] && golden->under[ask->peer] >= in->share)
        snprintf(golden->why, sizeof golden->why, "peer %u has its share under way", ask->peer);
    if (golden->why[0])
        return false;
    for (unsigned i = 0; i < lanes_of(ask); i++)
        semacredit_ledger_sent(&golden->ledger, lane_of(ask, i), demand_of(ask, i));
    golden->waits[ask->peer]++;
    golden->under[ask->peer]++;
    return true;
}

static uint8_t epoch_of(const struct path_size *size, uint32_t handle) {
    return (uint8_t)(handle >> (size->gen_w + path_id_w(size)) & (PATH_EPOCHS - 1));
}

// What was granted before has returned.
static bool forget(struct ledger_golden *golden, bool known, uint8_t epoch) {
    const bool forgets = known && golden->ledger.epoch != epoch;
    if (forgets)
        memcpy(golden->under, golden->waits, sizeof golden->under);
    return forgets;
}

static bool receive_decision(struct ledger_golden *golden) {
    const struct ledger_in *const in = &golden->before;
    const struct ledger_charge *const op = &in->decision;
    const struct path_size *const size = &golden->size.block;
    const uint8_t epoch = epoch_of(size, in->decision_handle);
    const bool grant = in->decision_kind == 1, known = golden->ledger.known;
    const bool late = grant && known && (epoch + 1) % PATH_EPOCHS == golden->ledger.epoch;
    const bool follows = grant && !late && forget(golden, known, epoch);
    for (unsigned i = 0; i < lanes_of(op); i++)
        if (grant)
            semacredit_ledger_granted(&golden->ledger, lane_of(op, i), demand_of(op, i), epoch);
        else
            semacredit_ledger_rejected(&golden->ledger, lane_of(op, i), demand_of(op, i));
    golden->waits[op->peer]--;
    if (!grant || late)
        golden->under[op->peer]--;
    else
        golden->peer[path_id(size, in->decision_handle)] = op->peer;
    return follows;
}

static void receive(struct ledger_golden *golden) {
    const struct ledger_in *const in = &golden->before;
    const bool known = golden->ledger.known;
    const uint8_t epoch = golden->ledger.epoch;
    bool follows = false;
    if (in->message_valid) {
        follows = forget(golden, known, in->message_epoch);
        semacredit_ledger_receive(&golden->ledger, in->message_epoch, in->message_credit);
    }
    if (in->decision_kind)
        follows |= receive_decision(golden);
    for (unsigned k = 0; k < path_channels(&golden->size.block) && known && !follows; k++)
        if (in->free_valid[k] && epoch_of(&golden->size.block, in->free_handle[k]) == epoch)
            golden->under[golden->peer[path_id(&golden->size.block, in->free_handle[k])]]--;
}

void ledger_golden_step(struct ledger_golden *golden, const struct ledger_in *in,
                        struct ledger_out *out) {
    memset(out, 0, sizeof *out);
    out->send = golden->send;
    for (unsigned p = 0; p < golden->size.peers; p++)
        out->idle[p] = golden->under[p] == 0;
    if (!in->rst_n || in->begin) {
        const struct ledger_size size = golden->size;
        ledger_golden_init(golden, &size);
        semacredit_ledger_begin(&golden->ledger, size.block.cnt_w,
                                in->rst_n && in->restart ? in->window : NULL);
        return;
    }
    golden->asked = golden->before.ask_valid;
    golden->send = golden->asked && judge(golden, in);
    receive(golden);
    golden->before = *in;
}
