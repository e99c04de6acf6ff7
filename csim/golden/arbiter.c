#include "csim/golden/arbiter.h"

#include <string.h>

_Static_assert(SLOTS <= 64, "a set of slots is one word");
_Static_assert(SLOTS % 32 == 0, "slots are compared by 32");
_Static_assert(STARVATION_BITS == 16, "grants wrap as uint16_t");

// Ranks, from the top: not latency-sensitive, wire bytes, number of the offer.
enum { RANK_BULK = 63, RANK_WIRE = RANK_BULK - WIRE_BITS };
#define RANK_OFFER ((UINT64_C(1) << RANK_WIRE) - 1)

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
    for (unsigned age = 0; age < IN_FLIGHT; age++)
        arbiter->chosen[age].slot = NO_SLOT;
}

// Makes the slot a member of those sets whose bit is in `lanes`, and of no other.
static void join(slot_set *sets, unsigned count, unsigned slot, unsigned lanes) {
    for (unsigned lane = 0; lane < count; lane++)
        sets[lane] &= ~only(slot);
    for (; lanes; lanes &= lanes - 1)
        sets[__builtin_ctz(lanes)] |= only(slot);
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

struct choice arbiter_choose(const struct arbiter *arbiter) {
    const slot_set set = arbiter->try ? arbiter->try : arbiter
        ->report;

    if (!set)
        return (struct choice){.slot = NO_SLOT};
    return (struct choice){.slot = (int)least(arbiter, set, UINT64_MAX),
                           .tried = arbiter->try != 0};
}

bool arbiter_is_settled(const struct arbiter *arbiter, bool paused) {
    const slot_set learnt = (arbiter->compared.fits ^ arbiter->known.fits) |
                            (arbiter->compared.changed ^ arbiter->known.changed);
    const slot_set choices = paused ? 0 : arbiter->try | arbiter->report;

    return (arbiter->in_flight | learnt | choices) == 0;
}

// ---- what changes in a clock

void arbiter_grant(struct arbiter *arbiter) {
    arbiter->grants++;
}

void arbiter_leave(struct arbiter *arbiter, int slot) {
    const slot_set left = only((unsigned)slot);

    arbiter->taken &= ~left;
    arbiter->left |= left;
    arbiter->fresh &= ~left;
    arbiter->decided &= ~left;
    arbiter->compared.fits &= ~left;
    arbiter->compared.changed &= ~left;
    if ((unsigned)slot == arbiter->oldest && arbiter->taken)
        arbiter->oldest = least(arbiter, arbiter->taken, RANK_OFFER);
    for (slot_set behind = arbiter->blocked; behind; behind = rest(behind)) {
        struct waiting *const waiting = &arbiter->waiting[lowest(behind)];
        waiting->ahead &= ~left;
        if (!waiting->ahead)
            arbiter->blocked &= ~only(lowest(behind));
    }
}

void arbiter_deny(struct arbiter *arbiter, int slot, uint16_t refused) {
    arbiter->decided |= only((unsigned)slot);
    arbiter->waiting[slot].refused = refused;
    join(arbiter->denied, LANES + 1, (unsigned)slot, refused);
}

void arbiter_scale(struct arbiter *arbiter, const struct registers *registers, int slot) {
    struct waiting *const waiting = &arbiter->waiting[slot];

    demand_scale(registers, &waiting->raw, &waiting->demand);
    for (unsigned resource = 0; resource < CLASSES; resource++)
        arbiter->amount[resource][slot] = waiting->demand.amount[resource];
    join(arbiter->users, LANES, (unsigned)slot, waiting->demand.mask);
    join(arbiter->lacking, LANES, (unsigned)slot, 0); // to be compared
    arbiter->fresh |= only((unsigned)slot);
    arbiter->touched |= waiting->demand.mask;
}

// Slots whose value is this one; free ones too.
static slot_set slots_equal(const uint32_t value[SLOTS], uint32_t wanted) {
    slot_set set = 0;

    for (unsigned first = 0; first < SLOTS; first += 32) {
        uint32_t equal = 0;
        for (unsigned i = 0; i < 32; i++)
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

void arbiter_offer(struct arbiter *arbiter, const struct registers *registers,
                   const struct edge_in *in) {
    const unsigned slot = lowest(~(arbiter->taken | arbiter->left));
    struct waiting *const waiting = &arbiter->waiting[slot];
    struct raw_demand *const raw = &waiting->raw;

    demand_estimate(registers, in->opcode, in->address, in->length, in->response_length, raw);
    for (unsigned resource = 0; resource < CLASSES; resource++)
        waiting->estimate[resource] = demand_service(registers, raw, (enum resource_class)resource);
    waiting->rank = (uint64_t)!in->urgent << RANK_BULK | (uint64_t)in->wire_bytes << RANK_WIRE |
                    arbiter->offers;
    arbiter->tag[slot] = in->tag;
    arbiter->domain[slot] = in->domain;
    waiting->grants = arbiter->grants;
    waiting->ahead = slots_ahead(arbiter, in->tag, in->domain);
    if (!arbiter->taken)
        arbiter->oldest = slot;
    arbiter->offers = (arbiter->offers + 1) & RANK_OFFER;
    arbiter->blocked |= (slot_set)(waiting->ahead != 0) << slot;
    arbiter->taken |= only(slot);
    join(arbiter->raw_users, LANES, slot,
         (unsigned)(raw->hbm != 0) << raw->lane | (unsigned)(raw->atomic != 0) << ATOMIC_LANE |
             (unsigned)(raw->response != 0) << RESPONSE_LANE);
}

void arbiter_stale(struct arbiter *arbiter, unsigned lanes) {
    for (unsigned lane = 0; lane < LANES; lane++)
        if (lanes >> lane & 1)
            arbiter->fresh &= ~arbiter->raw_users[lane];
}

// ---- comparing

static enum resource_class class_of(unsigned lane) {
    return lane < HBM_LANES ? CLASS_HBM : lane == ATOMIC_LANE ? CLASS_ATOMIC : CLASS_RESPONSE;
}

static slot_set slots_above(const uint32_t value[SLOTS], uint32_t most) {
    slot_set set = 0;

    for (unsigned first = 0; first < SLOTS; first += 32) {
        uint32_t above = 0;
        for (unsigned i = 0; i < 32; i++)
            above |= value[first + i] > most ? bit[i] : 0;
        set |= (slot_set)above << first;
    }
    return set;
}

static slot_set lacking(const struct arbiter *arbiter, unsigned lane, uint32_t window,
                        uint32_t debt) {
    const uint32_t headroom = window > debt ? window - debt : 0; // a window may have shrunk

    return slots_above(arbiter->amount[class_of(lane)], headroom) & arbiter->users[lane];
}

static void compare_lanes(struct arbiter *arbiter, bool table_refuses) {
    slot_set refused = 0, differs = 0;

    for (unsigned lane = 0; lane < LANES; lane++) {
        refused |= arbiter->lacking[lane];
        differs |= arbiter->lacking[lane] ^ arbiter->denied[lane];
    }
    const slot_set table = -(slot_set)table_refuses;
    refused |= table;
    differs |= table ^ arbiter->denied[LANES];
    arbiter->compared.fits = arbiter->fresh & ~refused;
    arbiter->compared.changed = arbiter->fresh & arbiter->decided & refused & differs;
}

// The oldest alone where it is aged, otherwise all.
static slot_set not_held_back(const struct arbiter *arbiter, uint16_t starvation_bound) {
    const struct waiting *const oldest = &arbiter->waiting[arbiter->oldest];
    const uint16_t grants = (uint16_t)(arbiter->grants - oldest->grants);

    return starvation_bound && grants >= starvation_bound ? only(arbiter->oldest) : arbiter->taken;
}

static void record_choice(struct arbiter *arbiter, struct choice chosen) {
    arbiter->in_flight = 0;
    for (unsigned age = IN_FLIGHT - 1; age > 0; age--)
        arbiter->chosen[age] = arbiter->chosen[age - 1];
    arbiter->chosen[0] = chosen;
    for (unsigned age = 0; age < IN_FLIGHT; age++)
        if (arbiter->chosen[age].slot != NO_SLOT)
            arbiter->in_flight |= only((unsigned)arbiter->chosen[age].slot);
}

void arbiter_clock(struct arbiter *arbiter, struct choice chosen, const struct headroom *headroom) {
    const struct registers *const registers = headroom->registers;

    record_choice(arbiter, chosen);
    arbiter->known = arbiter->compared;
    for (unsigned lanes = arbiter->touched | headroom->touched; lanes; lanes &= lanes - 1) {
        const unsigned lane = (unsigned)__builtin_ctz(lanes);
        arbiter->lacking[lane] =
            lacking(arbiter, lane, registers->window[lane], headroom->debt[lane]);
    }
    arbiter->touched = 0;
    arbiter->left = 0;
    compare_lanes(arbiter, headroom->table_refuses);

    const slot_set may = arbiter->taken & ~arbiter->in_flight;
    arbiter->try = may & ~arbiter->blocked & (~arbiter->fresh | arbiter->known.fits) &
                   not_held_back(arbiter, registers->starvation_bound);
    arbiter->report = may & arbiter->fresh & arbiter->known.changed;
}
