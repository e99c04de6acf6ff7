#include "csim/record/block_draw.h"

#include <string.h>

#include "csim/base/rng.h"
#include "csim/golden/demand.h"
#include "csim/golden/registers.h"
#include "csim/record/state_at_rest.h"

// What is drawn, with what its parts need of each other.
struct draw {
    struct block_state *state;
    struct rng rng;
    unsigned depth;
    const struct tag_code *code;
    uint32_t next; // index of the next operation
    uint64_t debt[LANES];
    unsigned held;
};

static bool chance(struct draw *draw, unsigned times, unsigned of) {
    return rng_chance(&draw->rng, times, of);
}

uint64_t draw_wide(struct rng *rng, unsigned bits) {
    enum { NEAR_ZERO, NEAR_MOST, NEAR_POWER, KINDS = 6, SPREAD = 16 };
    const uint64_t mask = bits < 64 ? (UINT64_C(1) << bits) - 1 : UINT64_MAX;
    const uint64_t kind = rng_below(rng, KINDS), power = rng_below(rng, bits);
    const uint64_t near = rng_below(rng, SPREAD), any = rng_next(rng);

    if (kind == NEAR_ZERO)
        return near & mask;
    if (kind == NEAR_MOST)
        return mask - (near & mask);
    if (kind == NEAR_POWER)
        return ((UINT64_C(1) << power) + near - SPREAD / 2) & mask;
    return any & mask;
}

static uint64_t wide(struct draw *draw, unsigned bits) {
    return draw_wide(&draw->rng, bits);
}

static uint32_t wide_32(struct draw *draw) {
    return (uint32_t)wide(draw, 32);
}

static uint32_t wide_counter(struct draw *draw) {
    return (uint32_t)wide(draw, COUNTER_BITS);
}

// None, one, some, all but one, or all of `most`.
static unsigned degree(struct draw *draw, unsigned most) {
    const unsigned some = (unsigned)rng_below(&draw->rng, most + 1);
    const unsigned choice[] = {0, 1, some, some, some, most - 1, most, most};

    return choice[rng_below(&draw->rng, sizeof choice / sizeof *choice)];
}

// --- registers ---------------------------------------------------------------------------------

static void draw_registers(struct draw *draw) {
    struct registers *const registers = &draw->state->registers;

    registers_reset(registers, draw->depth);
    for (unsigned lane = 0; lane < LANES; lane++)
        if (chance(draw, 1, 3))
            registers->multiplier[lane] = (uint16_t)wide(draw, 16);
    if (chance(draw, 1, 3)) {
        registers->multiplier_min = (uint16_t)wide(draw, MULTIPLIER_BITS);
        registers->multiplier_max = (uint16_t)wide(draw, MULTIPLIER_BITS);
    }
    if (chance(draw, 1, 3))
        registers->hbm_reciprocal = (uint16_t)wide(draw, 16);
    for (unsigned opcode = OP_FETCH_ADD; opcode <= OP_FETCH_MAX; opcode++)
        if (chance(draw, 1, 3))
            registers->atomic_service[opcode] = (uint16_t)wide(draw, 16);
    if (chance(draw, 1, 3))
        registers->response_fixed = (uint16_t)wide(draw, 16);
    if (chance(draw, 1, 3))
        registers->response_reciprocal = (uint16_t)wide(draw, 16);
    for (unsigned bit = 0; bit < MAP_MASKS; bit++)
        if (chance(draw, 1, 2))
            registers->map_mask[bit] = wide(draw, 64);
    if (chance(draw, 1, 4))
        registers->quantum_hbm = (uint8_t)rng_below(&draw->rng, 1u << QUANTUM_BITS);
    if (chance(draw, 1, 4))
        registers->quantum_time = (uint8_t)rng_below(&draw->rng, 1u << QUANTUM_BITS);
    for (unsigned resource = 0; resource < CLASSES; resource++) {
        if (chance(draw, 1, 2))
            registers->window_floor[resource] = wide_counter(draw);
        if (chance(draw, 1, 2))
            registers->window_ceiling[resource] = wide_counter(draw);
    }
    if (chance(draw, 1, 2))
        registers->clock_quanta = (uint16_t)wide(draw, 16);
}

// --- reservations ------------------------------------------------------------------------------

static void draw_op(struct draw *draw, struct block_op *op) {
    static const uint8_t opcode[] = {OP_WRITE,     OP_READ, OP_NOTIFY,       OP_FETCH_ADD,
                                     OP_FETCH_MAX, OP_READ, OP_COMPARE_SWAP, OP_WRITE};

    *op = (struct block_op){.tag = tag_of_index(draw->code, draw->next--),
                            .address = wide(draw, 64),
                            .length = wide_32(draw),
                            .response_length = wide_32(draw),
                            .wire_bytes = (uint32_t)wide(draw, WIRE_BITS),
                            .opcode = opcode[rng_below(&draw->rng, sizeof opcode)],
                            .urgent = chance(draw, 1, 4)};
}

// A frozen component, as far as the lane's debt has room for it.
static void draw_component(struct draw *draw, struct block_reservation *entry, unsigned resource,
                           unsigned bits) {
    uint64_t *const debt = &draw->debt[lane_of_class(resource, entry->lane)];
    const uint64_t room = COUNTER_MAX - 1 - *debt, drawn = wide(draw, bits);
    const uint32_t amount = (uint32_t)(drawn < room ? drawn : room);

    entry->amount[resource] = amount;
    entry->estimate[resource] = (uint16_t)wide(draw, 16);
    if (amount == 0 || chance(draw, 1, 4)) // it has been returned
        return;
    entry->awaited |= (uint8_t)(1 << resource);
    *debt += amount;
}

static void draw_reservation(struct draw *draw, struct block_reservation *entry, unsigned bits) {
    draw_op(draw, &entry->op);
    entry->held = 1;
    draw->held++;
    entry->lane = (uint8_t)rng_below(&draw->rng, HBM_LANES);
    const unsigned opcode = entry->op.opcode;
    if (opcode < OP_FETCH_ADD)
        draw_component(draw, entry, CLASS_HBM, bits);
    else
        draw_component(draw, entry, CLASS_ATOMIC, bits);
    if (opcode >= OP_FETCH_ADD || opcode == OP_READ)
        draw_component(draw, entry, CLASS_RESPONSE, bits);
    if (entry->awaited == 0 || chance(draw, 3, 4))
        entry->awaited |= 1 << AWAITED_DONE;
}

static void draw_reservations(struct draw *draw) {
    struct block_state *const state = draw->state;
    const unsigned count = degree(draw, draw->depth);
    const unsigned bits = (unsigned)rng_between(&draw->rng, 8, COUNTER_BITS);

    // Of those left to look at, as many as are still wanted.
    for (unsigned id = 0; id < draw->depth; id++)
        if (chance(draw, count - draw->held, draw->depth - id))
            draw_reservation(draw, &state->reservation[id],
                             chance(draw, 1, 8) ? COUNTER_BITS : bits);
}

// As many as fit of the ids that are not held, in any order.
static void draw_id_queue(struct draw *draw) {
    struct block_state *const state = draw->state;
    uint16_t free[DEPTH_MAX];
    unsigned count = 0;

    for (unsigned id = 0; id < draw->depth; id++)
        if (!state->reservation[id].held)
            free[count++] = (uint16_t)id;
    for (unsigned place = 0; place < ID_QUEUE; place++) {
        state->id_queue[place] = NOT_QUEUED;
        if (count == 0)
            continue;
        const unsigned chosen = (unsigned)rng_below(&draw->rng, count);
        state->id_queue[place] = free[chosen];
        free[chosen] = free[--count];
    }
}

// What is near the debts and the number of reservations held.
static void draw_limits(struct draw *draw) {
    struct registers *const registers = &draw->state->registers;

    for (unsigned lane = 0; lane < LANES; lane++) {
        const uint64_t debt = draw->debt[lane];
        const uint64_t room[] = {debt,
                                 debt + wide(draw, 8),
                                 debt + wide_counter(draw),
                                 wide_counter(draw),
                                 COUNTER_MAX - 1,
                                 registers->window[lane]};
        const uint64_t window = room[rng_below(&draw->rng, sizeof room / sizeof *room)];
        registers->window[lane] = (uint32_t)(window < COUNTER_MAX ? window : COUNTER_MAX - 1);
    }
    const unsigned limit[] = {draw->held,  draw->held + 1, draw->depth,
                              draw->depth, draw->depth,    (unsigned)wide(draw, 8)};
    registers->command_limit =
        (uint16_t)(limit[rng_below(&draw->rng, sizeof limit / sizeof *limit)] % (2 * draw->depth));
}

// --- waiting operations ------------------------------------------------------------------------

// Debt of a lane after some reservations have returned what they hold of it.
static uint64_t later_debt(struct draw *draw, unsigned lane) {
    uint64_t debt = draw->debt[lane];

    for (unsigned id = 0; id < draw->depth; id++) {
        const struct block_reservation *const entry = &draw->state->reservation[id];
        for (unsigned k = 0; entry->held && k < CLASSES; k++)
            if ((entry->awaited >> k & 1) && lane_of_class(k, entry->lane) == lane &&
                chance(draw, 1, 2))
                debt -= entry->amount[k];
    }
    return debt;
}

// A demand that is near what a lane has room for, now or later: some powers of two away, or
// exactly it, or one more.
static uint32_t near_room(struct draw *draw, unsigned lane) {
    const uint64_t window = draw->state->registers.window[lane];
    const uint64_t debt = chance(draw, 1, 2) ? draw->debt[lane] : later_debt(draw, lane);
    const uint64_t room = window > debt ? window - debt : 0;
    const uint64_t power = UINT64_C(1) << rng_below(&draw->rng, COUNTER_BITS);
    const uint64_t near[] = {room, room + 1, room + power, room ^ power, room + wide(draw, 8)};
    const uint64_t drawn = near[rng_below(&draw->rng, sizeof near / sizeof *near)];

    return (uint32_t)(drawn < COUNTER_MAX ? drawn : COUNTER_MAX);
}

static void draw_raw(struct draw *draw, struct block_slot *slot) {
    const struct registers *const registers = &draw->state->registers;
    struct raw_demand raw;

    slot->lane = demand_partition(registers, slot->op.address);
    if (chance(draw, 3, 4)) {
        slot->op.length = near_room(draw, slot->lane);
        slot->op.response_length = near_room(draw, slot->lane);
    }
    demand_estimate(registers, slot->op.opcode, slot->op.address, slot->op.length,
                    slot->op.response_length, &raw);
    // As if the registers had been others when it was offered.
    if (raw.response && chance(draw, 1, 2))
        raw.response = (uint64_t)near_room(draw, RESPONSE_LANE) << RECIPROCAL_FRACTION;
    slot->raw_hbm = raw.hbm;
    slot->raw_atomic = (uint16_t)raw.atomic;
    slot->raw_response = raw.response;
    slot->known = raw.known;
    for (unsigned k = 0; k < CLASSES; k++)
        slot->estimate[k] = demand_service(registers, &raw, (enum resource_class)k);
}

static void scale(struct draw *draw, struct block_slot *slot) {
    const struct raw_demand raw = block_slot_raw(slot);
    struct demand demand;

    demand_scale(&draw->state->registers, &raw, &demand);
    memcpy(slot->amount, demand.amount, sizeof slot->amount);
}

// A mask that its last deny may have had.
static lane_set some_refusal(struct draw *draw, const struct block_slot *slot) {
    lane_set mask = (lane_set)(slot->raw_hbm != 0) << slot->lane |
                    (lane_set)(slot->raw_atomic != 0) << ATOMIC_LANE |
                    (lane_set)(slot->raw_response != 0) << RESPONSE_LANE | REFUSED_TABLE;

    mask &= (lane_set)rng_next(&draw->rng);
    return mask ? mask : REFUSED_TABLE;
}

// What is known of an operation that may be tried now, and is not: the arbiter pauses, or holds it
// back.
static void draw_any_knowledge(struct draw *draw, struct block_slot *slot) {
    if (chance(draw, 1, 3))
        return; // just offered
    slot->decided = 1;
    slot->refused = some_refusal(draw, slot);
}

// What follows of the slot, now that all before it are there. False: nothing may wait like this.
static bool draw_knowledge(struct draw *draw, unsigned number) {
    struct block_state *const state = draw->state;
    struct block_slot *const slot = &state->slot[number];
    struct block_derived derived;

    block_derive(state, &derived);
    if (derived.blocked >> number & 1)
        return true;
    const bool held_back = derived.aged && derived.order[0] != number;
    if (state->paused || held_back) {
        draw_any_knowledge(draw, slot);
        block_derive(state, &derived);
        if (!state->paused && slot->decided && derived.refused[number])
            slot->refused = derived.refused[number];
        return slot->known || !slot->decided;
    }
    slot->decided = 1;
    block_derive(state, &derived);
    slot->refused = derived.refused[number];
    return slot->refused && slot->known;
}

// Domains are one of two that differ in one bit, or none.
static uint8_t draw_domain(struct draw *draw, uint8_t domain, uint8_t bit) {
    const uint8_t choice[] = {0, 0, 0, domain, (uint8_t)(domain ^ bit)};

    return choice[rng_below(&draw->rng, sizeof choice)];
}

// Grants since the oldest was offered: near the bound, on either side.
static uint16_t draw_passed(struct draw *draw) {
    const uint64_t bound = draw->state->registers.starvation_bound;
    const uint64_t near = rng_below(&draw->rng, 4);

    if (chance(draw, 1, 2))
        return (uint16_t)wide(draw, STARVATION_BITS);
    return (uint16_t)(chance(draw, 1, 2) ? bound + near : bound - near);
}

static void draw_slots(struct draw *draw) {
    struct block_state *const state = draw->state;
    const unsigned count = degree(draw, SLOTS);
    const uint32_t base = (uint32_t)rng_below(&draw->rng, UINT64_C(1) << 31);
    const uint8_t domain = (uint8_t)rng_between(&draw->rng, 1, 255);
    const uint8_t bit = (uint8_t)(1 << rng_below(&draw->rng, DOMAIN_BITS));
    const unsigned turn = (unsigned)rng_below(&draw->rng, SLOTS);
    unsigned taken = 0;

    if (chance(draw, 1, 2))
        state->registers.starvation_bound = (uint16_t)wide(draw, STARVATION_BITS);
    state->grants = (uint16_t)wide(draw, STARVATION_BITS);
    state->paused = chance(draw, 1, 6);
    state->walk = (uint8_t)rng_below(&draw->rng, SLOTS);
    uint16_t passed = draw_passed(draw);
    for (unsigned i = 0; i < SLOTS && taken < count; i++) {
        // An odd stride goes through all slots.
        const unsigned number = (turn + 13 * i) % SLOTS;
        struct block_slot *const slot = &state->slot[number];
        draw_op(draw, &slot->op);
        slot->op.domain = draw_domain(draw, domain, bit);
        if (chance(draw, 1, 16))
            slot->op.opcode = (uint8_t)rng_between(&draw->rng, OP_NOTIFY + 1, OP_FETCH_ADD - 1);
        slot->taken = 1;
        slot->number = base + i;
        slot->grants = (uint16_t)(state->grants - passed);
        draw_raw(draw, slot);
        scale(draw, slot);
        if (!draw_knowledge(draw, number)) {
            memset(slot, 0, sizeof *slot);
            continue;
        }
        passed = (uint16_t)(taken == 0 ? rng_below(&draw->rng, passed + 1u) : passed);
        taken++;
    }
}

// --- the rest ----------------------------------------------------------------------------------

static void draw_coalescer(struct draw *draw) {
    struct block_state *const state = draw->state;
    struct grant_rule *const rule = &state->registers.grant;
    bool pending = false;

    for (unsigned lane = 0; lane < LANES; lane++) {
        state->sent[lane] = wide_counter(draw);
        state->freed[lane] = state->sent[lane];
        if (chance(draw, 1, 2))
            state->freed[lane] = (state->freed[lane] + wide_counter(draw)) & COUNTER_MAX;
        pending |= state->freed[lane] != state->sent[lane];
    }
    if (chance(draw, 1, 2))
        rule->threshold_hbm = wide_counter(draw);
    if (chance(draw, 1, 2))
        rule->threshold_time = wide_counter(draw);
    if (chance(draw, 2, 3))
        rule->interval = (uint32_t)wide(draw, GRANT_INTERVAL_BITS);
    state->grant_valid = chance(draw, 1, 2);
    if (pending && rule->interval)
        state->age = (uint16_t)wide(draw, 16);
}

static void draw_autotune(struct draw *draw) {
    struct block_state *const state = draw->state;
    struct registers *const registers = &state->registers;

    state->turn = (uint8_t)rng_below(&draw->rng, LANES);
    if (chance(draw, 1, 3))
        return;
    registers->autotune_enable = chance(draw, 1, 2) ? UINT64_MAX : rng_next(&draw->rng);
    registers->autotune_interval = (uint32_t)wide(draw, AUTOTUNE_INTERVAL_BITS);
    if (chance(draw, 1, 2)) // so slow that sums that are near stay so
        registers->clock_quanta = (uint16_t)rng_between(&draw->rng, 1, 2);
    const uint64_t enabled = registers->autotune_enable & ALL_LANES;
    state->epoch_open = (lane_set)(chance(draw, 3, 4) ? enabled : enabled & rng_next(&draw->rng));
    state->epoch_wanted = (lane_set)rng_next(&draw->rng) & state->epoch_open;
    for (unsigned lane = 0; lane < LANES; lane++) {
        const uint32_t near = registers->autotune_interval - (uint32_t)rng_below(&draw->rng, 256);
        const uint32_t elapsed = chance(draw, 1, 2) ? wide_32(draw) : near;
        const uint64_t quanta = (uint64_t)elapsed * registers->clock_quanta / 16;
        state->epoch_start[lane] = (uint32_t)state->now - elapsed;
        state->epoch_served[lane] =
            chance(draw, 1, 2) ? (uint32_t)(quanta + rng_below(&draw->rng, 8)) : wide_32(draw);
    }
}

static void draw_status(struct draw *draw) {
    struct block_state *const state = draw->state;

    state->count_completes = wide_32(draw);
    state->count_grants = state->count_completes + draw->held;
    state->count_rejects = wide_32(draw);
    state->count_repeats = wide_32(draw);
    state->count_calibrations = wide_32(draw);
    state->count_messages = wide_32(draw);
    for (unsigned k = 0; k < CLASSES; k++)
        state->count_returns[k] = wide_32(draw);
    for (unsigned lane = 0; lane <= LANES; lane++)
        state->count_denials[lane] = wide_32(draw);
    state->held_max = (uint32_t)rng_between(&draw->rng, draw->held, draw->depth);
    for (unsigned lane = 0; lane < LANES; lane++) {
        const uint32_t most = wide_counter(draw), debt = (uint32_t)draw->debt[lane];
        state->debt_max[lane] = most > debt ? most : debt;
        state->busy[lane] = wide_32(draw);
        state->busy_since[lane] = (uint32_t)state->now - wide_32(draw);
    }
    state->first_info = wide_32(draw);
    state->first_time = wide_32(draw);
    state->errors = (uint8_t)(chance(draw, 1, 2) ? 0 : wide(draw, ERRORS));
    if (state->errors)
        state->first_error = (uint8_t)(1 + __builtin_ctz(state->errors));
}

static void draw_bus(struct draw *draw) {
    struct block_state *const state = draw->state;

    state->axi_bresp = chance(draw, 1, 4) ? AXI_SLVERR : AXI_OKAY;
    state->axi_rresp = chance(draw, 1, 4) ? AXI_SLVERR : AXI_OKAY;
    state->axi_rdata = state->axi_rresp ? 0 : wide_32(draw);
}

void block_state_draw(struct block_state *state, unsigned depth, uint64_t seed,
                      const struct tag_code *code, uint32_t first) {
    // Far from their ends, which no run of ours reaches: neither ever wraps.
    const uint64_t most_order = (UINT64_C(1) << TIME_BITS) - (UINT64_C(1) << 33);
    struct draw draw = {.state = state,
                        .rng = rng_stream(seed, RNG_STATE),
                        .depth = depth,
                        .code = code,
                        .next = first - 1};

    memset(state, 0, sizeof *state);
    state->now = wide(&draw, TIME_BITS) % (most_order - (UINT64_C(1) << 42));
    state->order = 2 + wide(&draw, TIME_BITS) % most_order; // after reset and window
    state->pointer = (uint8_t)rng_below(&draw.rng, HBM_LANES);
    draw_registers(&draw);
    draw_reservations(&draw);
    draw_id_queue(&draw);
    draw_limits(&draw);
    draw_slots(&draw);
    draw_coalescer(&draw);
    draw_autotune(&draw);
    draw_status(&draw);
    draw_bus(&draw);
}
