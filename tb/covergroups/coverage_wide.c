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

// What a raw demand becomes by a multiplier.
static uint32_t scaled(uint64_t raw, uint64_t multiplier, unsigned shift) {
    const uint64_t rounded_up = (raw * multiplier + (UINT64_C(1) << shift) - 1) >> shift;
    return rounded_up < COUNTER_MAX ? (uint32_t)rounded_up : COUNTER_MAX;
}

// Bits of a raw demand and of its multiplier without which another demand would have been compared.
static void see_scaled(struct coverage *coverage, unsigned resource, unsigned lane, uint64_t raw,
                       uint32_t demand) {
    static const struct {
        uint16_t raw, multiplier;
        uint8_t width, fraction;
    } of[CLASSES] = {{raw_hbm, multiplier_hbm, 32, 0},
                     {raw_atomic, multiplier_atomic, 16, 0},
                     {raw_response, multiplier_response, RAW_RESPONSE_BITS, RECIPROCAL_FRACTION}};
    const struct registers *const registers = &coverage->at.registers;
    const uint16_t word = registers->multiplier[lane];
    const bool enabled = word & MULTIPLIER_ENABLE;
    const uint64_t by = enabled ? word & MULTIPLIER_MOST : MULTIPLIER_ONE;
    const unsigned quantum =
        resource == CLASS_HBM ? registers->quantum_hbm : registers->quantum_time;
    const unsigned shift = MULTIPLIER_FRACTION + quantum + of[resource].fraction;
    uint64_t raw_bits = 0, multiplier_bits = 0;

    if (raw == 0 || scaled(raw, by, shift) != demand)
        return; // nothing to scale, or scaled by what is no longer in force
    for (unsigned bit = 0; bit < of[resource].width; bit++)
        raw_bits |= (uint64_t)(scaled(raw ^ UINT64_C(1) << bit, by, shift) != demand) << bit;
    for (unsigned bit = 0; enabled && bit < MULTIPLIER_BITS; bit++)
        multiplier_bits |= (uint64_t)(scaled(raw, by ^ 1u << bit, shift) != demand) << bit;
    hit_values(coverage, of[resource].raw, of[resource].width, raw, raw_bits);
    hit_values(coverage, of[resource].multiplier, MULTIPLIER_BITS, by, multiplier_bits);
}

static void see_demand(struct coverage *coverage, const struct edge_out *out) {
    const struct waiting_op *const op = slot_scoreboard_find(&coverage->at.waiting, out->tag);
    if (!op || out->kind == DECISION_REPEAT)
        return;
    const uint64_t raw[CLASSES] = {op->raw.hbm, op->raw.atomic, op->raw.response};
    for (unsigned resource = 0; resource < CLASSES; resource++)
        see_scaled(coverage, resource, lane_of_class(resource, op->raw.lane), raw[resource],
                   out->demand[resource]);
}

// Where two different numbers differ first, from the top.
static unsigned deciding_bit(uint32_t a, uint32_t b) {
    return 31u - (unsigned)__builtin_clz(a ^ b);
}

void coverage_see_wide_decision(struct coverage *coverage, const struct edge_out *out) {
    const struct standing *const at = &coverage->at;
    see_demand(coverage, out);
    for (unsigned resource = 0; resource < CLASSES; resource++) {
        const unsigned lane = lane_of_class(resource, out->lane % LANES);
        const uint32_t demand = out->demand[resource], window = at->registers.window[lane];
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

// Its raw demand; a bit of a map mask decides where the address has that bit.
void coverage_see_estimate(struct coverage *coverage, const struct edge_in *in,
                           struct raw_demand *raw) {
    const struct registers *const registers = &coverage->at.registers;
    demand_estimate(registers, in->opcode, in->address, in->length, in->response_length, raw);
    for (unsigned mask = 0; raw->hbm && mask < MAP_MASKS; mask++)
        hit_values(coverage, map_mask_0 + mask % 3 * 2 * 64, 64, registers->map_mask[mask],
                   in->address);
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
    for (unsigned resource = 0; resource < CLASSES; resource++)
        if (out->return_kind[resource] == CHANNEL_RETURN)
            count(coverage, REGISTER_RETURNS + resource, 1, RETURNS);
    const unsigned retires = bits_set(out->retire) + (out->done_kind == CHANNEL_COMPLETE);
    if (retires)
        count(coverage, REGISTER_COMPLETES, retires, COMPLETES);
    if (out->calibrate)
        count(coverage, REGISTER_CALIBRATIONS, 1, CALIBRATIONS);
}

// A counter is read: each of its bits, as it is.
void coverage_see_wide_read(struct coverage *coverage, unsigned word, uint32_t value) {
    const unsigned bits = word - REGISTER_DEBT_MAX < LANES ? COUNTER_BITS : 32;
    for (unsigned i = 0; i < sizeof counters / sizeof *counters; i++)
        if (word - counters[i].first < counters[i].count) // wraps below the first
            hit_values(coverage, counters[i].point, bits, value, UINT32_MAX >> (32 - bits));
}

void coverage_see_wide(struct coverage *coverage, const struct edge_in *in,
                       const struct edge_out *out) {
    struct standing *const at = &coverage->at;
    hit_values(coverage, order_bit, 48, out->order, (UINT64_C(1) << 48) - 1);
    hit_if(coverage, (uint32_t)in->now < (uint32_t)at->now, time_wraps);
    at->now = in->now;
    see_counts(coverage, out);
    if (out->kind == DECISION_GRANT && ++at->starvation_grants == 0)
        hit_if(coverage, at->waiting.count > 0, starvation_wraps);
    // The timer runs while something is untold and nothing is loaded.
    const bool held = at->message && !in->grant_ready;
    if (!held || !at->registers.grant.interval)
        at->age = 0;
    else if (at->age < UINT16_MAX)
        at->age++;
    hit_if(coverage, at->age == UINT16_MAX, timer_saturates);
}
