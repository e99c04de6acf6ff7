// Coverage of what is wide, in runs that begin in a state at rest: which bit decided a comparison,
// values that differ in one bit, bits that counters show, and counters that wrap.
#include "register_map.h"
#include "tb/covergroups/coverage_state.h"

// Counters of the status registers, in the order of the points wide_grants and on.
static const struct {
    uint16_t first, count, point;
} counters[] = {
    {REGISTER_GRANTS, 1, wide_grants},
    {REGISTER_REJECTS, 1, wide_rejects},
    {REGISTER_REPEATS, 1, wide_repeats},
    {REGISTER_COMPLETES, 1, wide_completes},
    {REGISTER_RETURNS, CLASSES, wide_returns},
    {REGISTER_CALIBRATIONS, 1, wide_calibrations},
    {REGISTER_MESSAGES, 1, wide_messages},
    {REGISTER_DENIALS, LANES + 1, wide_denials},
    {REGISTER_FIRST_ERROR_TIME, 1, wide_error_time},
    {REGISTER_DEBT_MAX, LANES, wide_debt_max},
    {REGISTER_BUSY, LANES, wide_busy},
};

static unsigned lane_of(const struct edge_out *out, unsigned class) {
    return class == CLASS_HBM ? out->lane % LANES : HBM_LANES + class - CLASS_ATOMIC;
}

// Where two different numbers differ first, from the top.
static unsigned deciding_bit(uint32_t a, uint32_t b) {
    return 31u - (unsigned)__builtin_clz(a ^ b);
}

void coverage_see_wide_decision(struct coverage *coverage, const struct edge_out *out) {
    const struct standing *const at = &coverage->at;

    for (unsigned class = 0; class < CLASSES; class ++) {
        const unsigned lane = lane_of(out, class);
        const uint32_t demand = out->demand[class], window = at->window[lane];
        const uint32_t room = window > at->debt[lane] ? window - at->debt[lane] : 0;
        if (demand == 0)
            continue;
        if (out->kind == DECISION_GRANT && demand != room)
            hit(coverage, fits_by_bit + deciding_bit(demand, room));
        if (out->kind == DECISION_DENY && (out->mask >> lane & 1) && demand != room)
            hit(coverage, refused_by_bit + deciding_bit(demand, room));
        if (out->kind == DECISION_REJECT && (out->mask >> lane & 1))
            hit(coverage, above_by_bit + deciding_bit(demand, window));
    }
}

static bool differ_in_one_bit(uint32_t a, uint32_t b) {
    const uint32_t differ = a ^ b;
    return differ && !(differ & (differ - 1));
}

void coverage_see_wide_offer(struct coverage *coverage, const struct edge_in *in) {
    const struct standing *const at = &coverage->at;

    for (unsigned id = 0; id < coverage->depth; id++)
        if (at->is_held[id] && differ_in_one_bit(at->holder[id], in->tag))
            hit(coverage, near_tag_held + deciding_bit(at->holder[id], in->tag));
    for (unsigned i = 0; i < at->waiting.count; i++) {
        const struct waiting_op *const op = &at->waiting.op[i];
        if (differ_in_one_bit(op->tag, in->tag))
            hit(coverage, near_tag_waiting + deciding_bit(op->tag, in->tag));
        if (in->domain && op->domain && differ_in_one_bit(op->domain, in->domain))
            hit(coverage, near_domain + deciding_bit(op->domain, in->domain));
    }
    if (in->opcode > OP_NOTIFY)
        return;
    for (unsigned bit = 0; bit < 64; bit++)
        hit_if(coverage, in->address >> bit & 1, address_bit + bit);
}

static void count(struct coverage *coverage, unsigned word, unsigned by, unsigned bin) {
    uint32_t *const counter = &coverage->at.counter[word - REGISTER_GRANTS];

    *counter += by;
    hit_if(coverage, *counter < by, counter_wraps + bin);
}

static void see_counts(struct coverage *coverage, const struct edge_out *out) {
    enum { GRANTS, REJECTS, REPEATS, COMPLETES, RETURNS, CALIBRATIONS, DENIALS };

    if (out->kind == DECISION_GRANT)
        count(coverage, REGISTER_GRANTS, 1, GRANTS);
    else if (out->kind == DECISION_REJECT)
        count(coverage, REGISTER_REJECTS, 1, REJECTS);
    else if (out->kind == DECISION_REPEAT)
        count(coverage, REGISTER_REPEATS, 1, REPEATS);
    for (unsigned lane = 0; out->kind == DECISION_DENY && lane <= LANES; lane++)
        if (out->mask >> lane & 1)
            count(coverage, REGISTER_DENIALS + lane, 1, DENIALS);
    for (unsigned class = 0; class < CLASSES; class ++)
        if (out->return_kind[class] == CHANNEL_RETURN)
            count(coverage, REGISTER_RETURNS + class, 1, RETURNS);
    const unsigned retires = bits_set(out->retire) + (out->done_kind == CHANNEL_COMPLETE);
    if (retires)
        count(coverage, REGISTER_COMPLETES, retires, COMPLETES);
    if (out->calibrate)
        count(coverage, REGISTER_CALIBRATIONS, 1, CALIBRATIONS);
}

// A counter is read: each of its bits, as it is.
static void see_read(struct coverage *coverage, unsigned word, uint32_t value) {
    for (unsigned i = 0; i < sizeof counters / sizeof *counters; i++)
        if (word - counters[i].first < counters[i].count) // wraps below the first
            for (unsigned bit = 0; bit < 32; bit++)
                hit(coverage, counters[i].point + 32 * (value >> bit & 1) + bit);
}

void coverage_see_wide(struct coverage *coverage, const struct edge_in *in,
                       const struct edge_out *out) {
    struct standing *const at = &coverage->at;

    for (unsigned bit = 0; bit < 48; bit++)
        hit(coverage, order_bit + 48 * (unsigned)(out->order >> bit & 1) + bit);
    hit_if(coverage, (uint32_t)in->now < (uint32_t)at->now, time_wraps);
    at->now = in->now;
    see_counts(coverage, out);
    if (in->axi_arvalid && at->arready && out->axi_rresp == AXI_OKAY)
        see_read(coverage, in->axi_araddr / 4u, out->axi_rdata);
    if (out->kind == DECISION_GRANT && ++at->starvation_grants == 0)
        hit_if(coverage, at->waiting.count > 0, starvation_wraps);
    // The timer runs while something is untold and nothing is loaded.
    const bool held = at->message && !in->grant_ready;
    if (!held || !at->rule.interval)
        at->age = 0;
    else if (at->age < UINT16_MAX)
        at->age++;
    hit_if(coverage, at->age == UINT16_MAX, timer_saturates);
}
