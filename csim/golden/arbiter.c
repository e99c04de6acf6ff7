#include "csim/golden/arbiter.h"

#include <string.h>

_Static_assert(SLOTS <= 64, "a set of slots is one word");
enum { AT_ONCE = SLOTS < 32 ? SLOTS : 32 }; // slots that are compared at once
_Static_assert(SLOTS % AT_ONCE == 0, "slots are compared by as many");
_Static_assert(STARVATION_BITS == 16, "grants wrap as uint16_t");

// Ranks, from the top: not latency-sensitive, wire bytes, number of the offer.
enum { RANK_BULK = 63, RANK_WIRE = RANK_BULK - WIRE_BITS };
#define RANK_OFFER ((UINT64_C(1) << RANK_WIRE) - 1)
#define ALL_SLOTS  UINT64_MAX

// Bits of 32 slots. As constants in memory they let compilers compare several slots at once, which
// a shift by the number of the slot does not.
#define BITS_4(at) 1u << (at), 2u << (at), 4u << (at), 8u << (at)
static const uint32_t bit[32] = {BITS_4(0),  BITS_4(4),  BITS_4(8),  BITS_4(12),
                                 BITS_4(16), BITS_4(20), BITS_4(24), BITS_4(28)};

static slot_set only(unsigned slot) {
    return (slot_set)1 << slot;
}

// The lowest of a set that is not empty, and the set without it.
static unsigned lowest(slot_set set) {
    return (unsigned)__builtin_ctzll(set);
}
static slot_set rest(slot_set set) {
    return set & (set - 1);
}

void arbiter_init(struct arbiter *arbiter) {
    memset(arbiter, 0, sizeof *arbiter);
    for (unsigned clock = 0; clock < ARBITER_CLOCKS; clock++) {
        arbiter->past[clock].chosen.slot = NO_SLOT;
        arbiter->past[clock].to_scale = NO_SLOT;
        arbiter->past[clock].scaled = NO_SLOT;
    }
}

// A clock of those remembered.
static struct arbiter_clock *past(struct arbiter *arbiter, unsigned clock) {
    return &arbiter->past[clock % ARBITER_CLOCKS];
}
static const struct arbiter_clock *past_of(const struct arbiter *arbiter, unsigned clock) {
    return &arbiter->past[clock % ARBITER_CLOCKS];
}
static slot_set chosen_in(struct arbiter *arbiter, unsigned clock) {
    const int slot = past(arbiter, clock)->chosen.slot;

    return slot == NO_SLOT ? 0 : only((unsigned)slot);
}

// Makes the slot a member of those sets whose bit is in `lanes`, and of no other.
static void join(slot_set *sets, unsigned count, unsigned slot, lane_set lanes) {
    for (unsigned lane = 0; lane < count; lane++)
        sets[lane] &= ~only(slot);
    for (; lanes; lanes &= lanes - 1)
        sets[lane_first(lanes)] |= only(slot);
}

// The member whose rank is least in those bits that `mask` leaves; of a set that is not empty.
static unsigned least(const struct arbiter *arbiter, slot_set set, uint64_t mask) {
    unsigned best = lowest(set);
    uint64_t best_rank = arbiter->waiting[best].rank & mask;

    for (set = rest(set); set; set = rest(set)) {
        const unsigned slot = lowest(set);
        const uint64_t rank = arbiter->waiting[slot].rank & mask;
        best = rank < best_rank ? slot : best;
        best_rank = rank < best_rank ? rank : best_rank;
    }
    return best;
}

// The slot to report on: the lowest of the set of a clock before, unless it has been chosen since.
static int to_report(const struct arbiter *arbiter) {
    const struct arbiter_clock *const before = past_of(arbiter, arbiter->clock - REPORT_TO_CHOICE);
    const slot_set set = before->report;

    if (!set)
        return NO_SLOT;
    return arbiter->in_flight & set & -set ? NO_SLOT : (int)lowest(set);
}

struct choice arbiter_choose(const struct arbiter *arbiter) {
    if (arbiter->try)
        return (struct choice){.slot = (int)least(arbiter, arbiter->try, UINT64_MAX),
                               .tried = true};
    return (struct choice){.slot = to_report(arbiter)};
}

// What the clock brings to aging: an offer of some clocks ago; who waits longest, and past how many
// grants.
static void age(struct arbiter *arbiter, struct arbiter_clock *now, uint16_t bound) {
    const slot_set counted = past(arbiter, arbiter->clock - OFFER_TO_AGE)->offered;
    slot_set later = 0;

    if (counted)
        arbiter->waiting[lowest(counted)].grants = arbiter->grants;
    for (unsigned clocks = 0; clocks < OFFER_TO_AGE; clocks++)
        later |= past(arbiter, arbiter->clock - clocks)->offered;
    now->oldest = arbiter->taken ? only(arbiter->oldest) & ~later : 0;
    now->passed = (uint16_t)(arbiter->grants - arbiter->waiting[arbiter->oldest].grants);
    now->starvation_bound = bound;
}

// The oldest alone where it is aged by what two clocks have left, otherwise all.
static slot_set aged_alone(const struct arbiter_clock *passed, const struct arbiter_clock *bound) {
    const bool aged =
        passed->oldest && bound->starvation_bound && passed->passed >= bound->starvation_bound;

    return aged ? passed->oldest : ALL_SLOTS;
}

// Slots left since the clock whose oldest counts, as far as choices know.
static slot_set left_since(const struct arbiter *arbiter) {
    slot_set left = 0;

    for (unsigned clocks = LEAVE_TO_CHOICE; clocks < AGE_TO_CHOICE; clocks++)
        left |= past_of(arbiter, arbiter->clock - clocks)->left;
    return left;
}

// All, or an oldest that is aged and has not left.
static slot_set eligible(const struct arbiter *arbiter) {
    const slot_set alone = aged_alone(past_of(arbiter, arbiter->clock - AGE_TO_CHOICE),
                                      past_of(arbiter, arbiter->clock - 1 - BOUND_TO_CHOICE));

    return alone != ALL_SLOTS && (alone & left_since(arbiter)) ? ALL_SLOTS : alone;
}

// ---- what changes in a clock

void arbiter_grant(struct arbiter *arbiter) {
    arbiter->grants++;
}

void arbiter_leave(struct arbiter *arbiter, int slot) {
    const slot_set left = only((unsigned)slot);

    arbiter->taken &= ~left;
    past(arbiter, arbiter->clock)->left = left;
    arbiter->leaving |= left;
    arbiter->decided &= ~left;
    if ((unsigned)slot == arbiter->oldest && arbiter->taken)
        arbiter->oldest = least(arbiter, arbiter->taken, RANK_OFFER);
}

// Those that waited for one that has left.
static void unblock(struct arbiter *arbiter, slot_set left) {
    for (slot_set behind = left ? arbiter->blocked : 0; behind; behind = rest(behind)) {
        struct waiting *const waiting = &arbiter->waiting[lowest(behind)];
        waiting->ahead &= ~left;
        if (!waiting->ahead)
            arbiter->blocked &= ~only(lowest(behind));
    }
}
_Static_assert(LEAVE_TO_CHOICE <= LEAVE_TO_OFFER + 1,
               "no offer was made after one into a slot whose leave is still to be counted");

void arbiter_deny(struct arbiter *arbiter, int slot, lane_set refused) {
    arbiter->decided |= only((unsigned)slot);
    arbiter->waiting[slot].refused = refused;
    join(arbiter->denied, LANES + 1, (unsigned)slot, refused);
}

// A slot has another demand.
static void keep(struct arbiter *arbiter, int slot, const struct demand *demand) {
    arbiter->waiting[slot].demand = *demand;
    for (unsigned resource = 0; resource < CLASSES; resource++)
        arbiter->amount[resource][slot] = demand->amount[resource];
    join(arbiter->users, LANES, (unsigned)slot, demand->mask);
    join(arbiter->lacking, LANES, (unsigned)slot, 0); // to be compared
    arbiter->touched |= demand->mask;
}

void arbiter_look_up_demand(struct arbiter *arbiter, int slot) {
    arbiter->waiting[slot].decided = arbiter->waiting[slot].demand;
}

// Slots whose value is this one; free ones too.
static slot_set slots_equal(const uint32_t value[SLOTS], uint32_t wanted) {
    slot_set set = 0;

    for (unsigned first = 0; first < SLOTS; first += AT_ONCE) {
        uint32_t equal = 0;
        for (unsigned i = 0; i < AT_ONCE; i++)
            equal |= value[first + i] == wanted ? bit[i] : 0;
        set |= (slot_set)equal << first;
    }
    return set;
}

// Slots of operations that one of this tag and domain must not pass.
static slot_set slots_ahead(const struct arbiter *arbiter, uint32_t tag, uint8_t domain) {
    slot_set alike = slots_equal(arbiter->tag, tag);

    if (domain)
        alike |= slots_equal(arbiter->domain, domain);
    return alike & arbiter->taken;
}

void arbiter_offer(struct arbiter *arbiter, const struct edge_in *in) {
    const unsigned slot = lowest(~(arbiter->taken | arbiter->leaving));
    struct waiting *const waiting = &arbiter->waiting[slot];
    struct arbiter_clock *const now = past(arbiter, arbiter->clock);

    waiting->offer =
        (struct offer){in->address, in->length, in->response_length, (uint8_t)in->opcode};
    waiting->rank = (uint64_t)!in->urgent << RANK_BULK | (uint64_t)in->wire_bytes << RANK_WIRE |
                    arbiter->offers;
    arbiter->tag[slot] = in->tag;
    arbiter->domain[slot] = in->domain;
    waiting->ahead = slots_ahead(arbiter, in->tag, in->domain);
    if (!arbiter->taken)
        arbiter->oldest = slot;
    arbiter->offers = (arbiter->offers + 1) & RANK_OFFER;
    arbiter->blocked |= (slot_set)(waiting->ahead != 0) << slot;
    arbiter->taken |= only(slot);
    now->offered = only(slot);
    now->to_scale = (int)slot;
}

static void estimate(struct arbiter *arbiter, const struct registers *registers, unsigned slot) {
    struct waiting *const waiting = &arbiter->waiting[slot];
    const struct offer *const offer = &waiting->offer;
    struct raw_demand *const raw = &waiting->raw;

    demand_estimate(registers, offer->opcode, offer->address, offer->length, offer->response_length,
                    raw);
    for (unsigned resource = 0; resource < CLASSES; resource++)
        waiting->estimate[resource] = demand_service(registers, raw, (enum resource_class)resource);
}

static void scale_ahead(struct arbiter *arbiter, const struct registers *registers) {
    const int slot = past(arbiter, arbiter->clock - OFFER_TO_SCALE)->to_scale;

    if (slot == NO_SLOT)
        return;
    struct arbiter_clock *const arrival = past(arbiter, arbiter->clock + SCALE_TO_SLOT - 1);
    arrival->scaled = slot;
    demand_scale(registers, &arbiter->waiting[slot].raw, &arrival->demand);
}

void arbiter_estimate(struct arbiter *arbiter, const struct registers *registers) {
    const slot_set offered = past(arbiter, arbiter->clock - OFFER_TO_CONFIG)->offered;

    if (offered)
        estimate(arbiter, registers, lowest(offered));
    scale_ahead(arbiter, registers);
}

void arbiter_stale(struct arbiter *arbiter) {
    arbiter->walk.changed = true;
}

// Is a slot's offer still to be scaled, when a step scales it in the clock to come?
static bool is_unscaled(struct arbiter *arbiter, unsigned slot) {
    slot_set offered = 0;

    for (int clocks = 0; clocks < OFFER_TO_SCALE; clocks++)
        offered |= past(arbiter, arbiter->clock - (unsigned)clocks)->offered;
    return offered >> slot & 1;
}

// The walk of the clock to come.
static void walk_clock(struct arbiter *arbiter) {
    struct walk *const walk = &arbiter->walk;
    struct arbiter_clock *const now = past(arbiter, arbiter->clock);
    const unsigned next = arbiter->clock + 1;

    if (now->scaled != NO_SLOT)
        keep(arbiter, now->scaled, &now->demand);
    now->scaled = NO_SLOT;
    if (walk->changed && walk->left == 0)
        walk->next = next + WALK_CLOCKS;
    if (walk->step) {
        walk->next = arbiter->clock + WALK_CLOCKS;
        walk->pointer = (walk->pointer + 1) % SLOTS;
        walk->left--;
    }
    if (walk->changed)
        walk->left = SLOTS;
    walk->changed = false;
    walk->step = walk->left && walk->next == next;
    const bool scales = walk->step && (arbiter->taken >> walk->pointer & 1);
    past(arbiter, next)->to_scale = NO_SLOT;
    if (scales && !is_unscaled(arbiter, walk->pointer))
        past(arbiter, next)->to_scale = (int)walk->pointer;
}

// ---- comparing

static enum resource_class class_of(unsigned lane) {
    return lane < HBM_LANES ? CLASS_HBM : lane == ATOMIC_LANE ? CLASS_ATOMIC : CLASS_RESPONSE;
}

static slot_set slots_above(const uint32_t value[SLOTS], uint32_t most) {
    slot_set set = 0;

    for (unsigned first = 0; first < SLOTS; first += AT_ONCE) {
        uint32_t above = 0;
        for (unsigned i = 0; i < AT_ONCE; i++)
            above |= value[first + i] > most ? bit[i] : 0;
        set |= (slot_set)above << first;
    }
    return set;
}

static slot_set lacking(const struct arbiter *arbiter, unsigned lane, uint32_t headroom) {
    return slots_above(arbiter->amount[class_of(lane)], headroom) & arbiter->users[lane];
}

static struct comparison compare(const struct arbiter *arbiter, bool table_refuses) {
    slot_set refused = 0, differs = 0;

    for (unsigned lane = 0; lane < LANES; lane++) {
        refused |= arbiter->lacking[lane];
        differs |= arbiter->lacking[lane] ^ arbiter->denied[lane];
    }
    const slot_set table = -(slot_set)table_refuses;
    refused |= table;
    differs |= table ^ arbiter->denied[LANES];
    return (struct comparison){.fits = arbiter->decided & ~refused,
                               .changed = arbiter->decided & refused & differs};
}

// The comparison of this clock.
static void compare_lanes(struct arbiter *arbiter) {
    struct arbiter_clock *const now = past(arbiter, arbiter->clock);
    const struct headroom *const headroom =
        &past(arbiter, arbiter->clock - COMMIT_TO_COMPARE)->headroom;

    for (lane_set lanes = arbiter->touched | headroom->touched; lanes; lanes &= lanes - 1) {
        const unsigned lane = lane_first(lanes);
        arbiter->lacking[lane] = lacking(arbiter, lane, headroom->lane[lane]);
    }
    arbiter->touched = 0;
    now->compared = compare(arbiter, headroom->table_refuses);
}

void arbiter_clock(struct arbiter *arbiter, const struct registers *registers, struct choice chosen,
                   const struct headroom *headroom) {
    const unsigned next = arbiter->clock + 1;
    struct arbiter_clock *const now = past(arbiter, arbiter->clock);

    now->headroom = *headroom;
    now->chosen = chosen;
    age(arbiter, now, registers->starvation_bound);
    arbiter->young |= now->offered;
    arbiter->young &= ~past(arbiter, next - OFFER_TO_CHOICE)->offered;
    arbiter->leaving &= ~past(arbiter, next - LEAVE_TO_OFFER)->left;
    unblock(arbiter, past(arbiter, next - LEAVE_TO_CHOICE)->left);
    arbiter->in_flight |= chosen_in(arbiter, arbiter->clock);
    arbiter->in_flight &= ~chosen_in(arbiter, next - CHOICE_TO_CHOICE);
    compare_lanes(arbiter);
    walk_clock(arbiter);

    arbiter->clock = next;
    past(arbiter, next)->offered = 0;
    past(arbiter, next)->left = 0;

    const struct comparison *const known = &past(arbiter, next - COMPARE_TO_CHOICE)->compared;
    const slot_set may = arbiter->taken & ~arbiter->young & ~arbiter->in_flight;
    arbiter->try = may & ~arbiter->blocked & (~arbiter->decided | known->fits) & eligible(arbiter);
    past(arbiter, next)->report = may & arbiter->decided & known->changed;
}
