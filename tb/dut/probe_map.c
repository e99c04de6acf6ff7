#include "tb/dut/probe_map.h"

#include <stddef.h>
#include <string.h>

// A thing's place in a memory that is searched by four (sema_pkg::place_of), and back.
static unsigned thing_of(unsigned place, unsigned things) {
    return place / 4 + place % 4 * (things / 4);
}

enum { HEADROOM_BITS = COUNTER_BITS + 1, RAW_RESPONSE_BITS = 49 };
enum { ID_BITS = 31 - __builtin_clz(DEPTH), SLOT_BITS = 31 - __builtin_clz(SLOTS) };

// Flags of ids are set by words; and ids are free in groups (rtl/reservation/sema_id_pool.sv).
enum { ID_WORD = DEPTH < 32 ? DEPTH : 32, ID_GROUP = DEPTH < 128 ? DEPTH / 4 : 32 };

typedef const struct probe_state *probe_ref;

static const struct block_slot *slot_of(probe_ref p, unsigned slot) {
    return &p->state.slot[slot];
}
static const struct block_reservation *entry_of(probe_ref p, unsigned id) {
    return &p->state.reservation[id];
}

// A set of slots, one bit each.
#define SLOTS_WHERE(condition)                                                                     \
    uint64_t set = 0;                                                                              \
    for (unsigned s = 0; s < SLOTS; s++) {                                                         \
        const struct block_slot *const slot = slot_of(p, s);                                       \
        set |= (uint64_t)(slot->taken && (condition)) << s;                                        \
    }                                                                                              \
    return set

static uint64_t slots_taken(probe_ref p) {
    SLOTS_WHERE(true);
}
static uint64_t slots_decided(probe_ref p) {
    SLOTS_WHERE(slot->decided);
}
static uint64_t slots_last_denied(probe_ref p, lane_set lanes) {
    SLOTS_WHERE(slot->refused & lanes);
}
static uint64_t slots_use(probe_ref p, unsigned resource) {
    SLOTS_WHERE(slot->amount[resource] != 0);
}

static bool is_earlier(probe_ref p, unsigned one, unsigned other) {
    return slot_of(p, one)->taken && slot_of(p, one)->number < slot_of(p, other)->number;
}
static uint64_t older_than(probe_ref p, unsigned number) {
    SLOTS_WHERE(is_earlier(p, s, number));
}

// Those that a slot must not pass.
static uint64_t waits_for(probe_ref p, unsigned number) {
    const struct block_op *const op = &slot_of(p, number)->op;
    const bool taken = slot_of(p, number)->taken;
    SLOTS_WHERE(taken && is_earlier(p, s, number) &&
                (slot->op.tag == op->tag || (op->domain && slot->op.domain == op->domain)));
}

// Its last deny, as slots have it: HBM, Atomic, response, table.
static uint64_t last_denied_of(probe_ref p, unsigned number) {
    const lane_set refused = slot_of(p, number)->refused;
    return (uint64_t)((refused & HBM_SET) != 0) | refused >> ATOMIC_LANE << 1;
}

static uint64_t raw_of(probe_ref p, unsigned number) {
    const struct block_slot *const slot = slot_of(p, number);
    return (uint64_t)slot->lane << 48 | (uint64_t)slot->raw_hbm << 16 | slot->raw_atomic;
}
static uint64_t estimates_of(probe_ref p, unsigned number) {
    const struct block_slot *const slot = slot_of(p, number);
    return (uint64_t)slot->known << 48 | (uint64_t)slot->estimate[CLASS_HBM] << 32 |
           (uint64_t)slot->estimate[CLASS_ATOMIC] << 16 | slot->estimate[CLASS_RESPONSE];
}
static uint64_t limit(probe_ref p) {
    const uint32_t limit = p->state.registers.command_limit;
    return limit < DEPTH ? limit : DEPTH;
}

// The paper's order: urgent ones, fewer wire bytes, the earlier offer.
static uint64_t key_of(probe_ref p, unsigned slot) {
    const struct block_op *const op = &slot_of(p, slot)->op;
    return (uint64_t)!op->urgent << WIRE_BITS | op->wire_bytes;
}
static uint64_t ahead_of(probe_ref p, unsigned slot) {
    const uint64_t key = key_of(p, slot);
    uint64_t set = 0;
    for (unsigned s = 0; s < SLOTS; s++)
        if (s != slot && slot_of(p, s)->taken &&
            (key_of(p, s) < key ||
             (key_of(p, s) == key && slot_of(p, s)->number < slot_of(p, slot)->number)))
            set |= UINT64_C(1) << s;
    return set;
}

// Ids in the queue, which are the first of its places; a place beyond them holds 0.
static unsigned ids_queued(probe_ref p) {
    unsigned queued = 0;
    while (queued < ID_QUEUE && p->state.id_queue[queued] != NOT_QUEUED)
        queued++;
    return queued;
}
static uint64_t queued_id(probe_ref p, unsigned place) {
    return place < ids_queued(p) ? p->state.id_queue[place] : 0;
}
// Ids that are held, and those that are neither held nor in the queue, in words.
static uint64_t held_ids(probe_ref p, unsigned word) {
    uint64_t set = 0;
    for (unsigned bit = 0; bit < ID_WORD; bit++)
        set |= (uint64_t)entry_of(p, ID_WORD * word + bit)->held << bit;
    return set;
}
static uint64_t free_ids(probe_ref p, unsigned word) {
    uint64_t set = ~held_ids(p, word) & UINT32_MAX;
    for (unsigned place = 0; place < ids_queued(p); place++)
        if (p->state.id_queue[place] / ID_WORD == word)
            set &= ~(UINT64_C(1) << p->state.id_queue[place] % ID_WORD);
    return set;
}
static bool free_in_group(probe_ref p, unsigned group) {
    const unsigned first = group * ID_GROUP;
    return free_ids(p, first / ID_WORD) >> first % ID_WORD & ((UINT64_C(1) << ID_GROUP) - 1);
}
static uint64_t awaited(probe_ref p, unsigned word, unsigned channel) {
    uint64_t set = 0;
    for (unsigned bit = 0; bit < ID_WORD; bit++) {
        const struct block_reservation *const entry = entry_of(p, ID_WORD * word + bit);
        set |= (uint64_t)(entry->held && (entry->awaited >> channel & 1)) << bit;
    }
    return set;
}
static uint64_t frozen(probe_ref p, unsigned id, unsigned resource) {
    const struct block_reservation *const entry = entry_of(p, id);
    const uint64_t estimate = entry->estimate[resource];
    return resource == CLASS_HBM
               ? estimate << (COUNTER_BITS + MAP_MASKS) | (uint64_t)entry->lane << COUNTER_BITS |
                     entry->amount[resource]
               : estimate << COUNTER_BITS | entry->amount[resource];
}

static uint64_t headroom(probe_ref p, unsigned lane) {
    return (uint64_t)p->state.registers.window[lane] - p->derived.debt[lane];
}
// Lanes whose pending credit reaches the threshold of their class.
static uint64_t lanes_reached(probe_ref p) {
    const struct grant_rule *const rule = &p->state.registers.grant;
    uint64_t lanes = 0;
    for (unsigned lane = 0; lane < LANES; lane++) {
        const uint32_t threshold = lane < HBM_LANES ? rule->threshold_hbm : rule->threshold_time;
        const uint32_t pending = (p->state.freed[lane] - p->state.sent[lane]) & COUNTER_MAX;
        lanes |= (uint64_t)(threshold && pending >= threshold) << lane;
    }
    return lanes;
}

static uint64_t owing(probe_ref p) {
    uint64_t set = 0;
    for (unsigned lane = 0; lane < LANES; lane++)
        set |= (uint64_t)(p->derived.debt[lane] != 0) << lane;
    return set;
}
static uint64_t half(const uint64_t *words, unsigned i) {
    return words[i / 2] >> (i % 2 ? 32 : 0) & UINT32_MAX;
}

#define SLOT_AT_PLACE(i) slot_of(p, thing_of(i, SLOTS))
#define REGISTERS        p->state.registers

#define FLOP(module, scope, name, bits, count, array, check, value)                                \
    {scope, #name, bits, count, array, check},
const struct probe_flop probe_flops[] = {
#include "tb/dut/probe_flops.inc"
    {.name = NULL}};
#undef FLOP

uint64_t probe_value(const struct probe_state *probe, unsigned flop, unsigned element) {
    const probe_ref p = probe;
    const unsigned i = element;
    unsigned number = 0;
#define FLOP(module, scope, name, bits, count, array, check, value)                                \
    if (number++ == flop)                                                                          \
        return (uint64_t)(value);
#include "tb/dut/probe_flops.inc"
#undef FLOP
    return 0;
}
