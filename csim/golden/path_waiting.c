// waiting.md, 2.1, 2.2 and 2.6, and decision.md, 3.1 and 3.2: which offers are taken, what they
// demand, slots, retransmissions.
#include "csim/golden/state.h"

enum { OPCODE_WRITE = 0, OPCODE_READ = 1, OPCODE_NOTIFICATION = 2, OPCODE_ATOMIC = 8 };

static bool is_atomic(unsigned opcode) {
    return opcode >= OPCODE_ATOMIC;
}

// --- classes: 2.1 ------------------------------------------------------------------------------

// The operations of a group that count in each lane's class.
struct classes {
    uint64_t lanes; // that have one
    uint8_t count[PATH_LANES];
};

static void count_slot(const struct golden *golden, const struct slot *slot,
                       struct classes *classes) {
    const uint64_t lane = awaited(slot, lacked(slot, golden->now - 3));
    const uint64_t lanes = slot->behind[(golden->now - 3) % LACKS_CLOCKS] ? 0
                           : lane != 0                                    ? lane
                           : slot->rejected                               ? bit(0)
                                                                          : slot->lanes;

    classes->lanes |= lanes;
    for (uint64_t left = lanes; left != 0; left &= left - 1)
        classes->count[lowest_of(left)]++;
}

// Lanes whose classes of that group are short.
static uint64_t short_lanes(struct golden *golden, unsigned group) {
    uint64_t lanes = 0;

    for (unsigned ago = 3; ago <= 10; ago++)
        lanes |= golden_at(golden, golden->now - ago)->awaited[group];
    return lanes;
}

// `empty`: stage lanes without an operation, and response engines.
static uint64_t ready_lanes(struct golden *golden, unsigned group, const struct classes *classes,
                            uint64_t empty, int pool) {
    const uint64_t is_short = classes->lanes != 0 ? short_lanes(golden, group) : 0;
    uint64_t ready = pool > 0 ? ALL_LANES : empty;

    for (uint64_t left = classes->lanes; left != 0; left &= left - 1) {
        const unsigned lane = lowest_of(left);
        const int count = classes->count[lane];
        if (is_short & bit(lane) ? count < 2 && pool > 0 : count <= pool)
            ready |= bit(lane);
        else
            ready &= ~bit(lane);
    }
    return ready;
}

// No class is ready in the clock after a reset (1.1), and after one without offers (9.6).
void path_show_op_ready(struct golden *golden) {
    const bool closed = was_reset(golden) || golden_at(golden, golden->now - 1)->closed ||
                        golden->count == golden->size.slots;
    const int pool = golden->pool - (golden_at(golden, golden->now - 1)->offer.slot != NULL);
    const uint64_t stages = ones(golden->lanes - golden->size.response);
    struct classes classes[PATH_GROUPS] = {{0}};
    uint64_t empty = ALL_LANES;

    for (unsigned i = 0; i < golden->count; i++)
        count_slot(golden, golden->waiting[i], &classes[golden->waiting[i]->group]);
    for (unsigned group = 0; group < PATH_GROUPS; group++)
        empty &= ~(classes[group].lanes & stages);
    for (unsigned group = 0; group < PATH_GROUPS && !closed; group++) {
        const uint64_t ready = ready_lanes(golden, group, &classes[group], empty, pool);
        for (unsigned lane = 0; lane < golden->lanes; lane++)
            golden->out.path.op_ready[group][lane] = ready >> lane & 1;
    }
    golden->word[R_waiting] = golden->count;
    golden->urgent_at = classes[0].lanes;
    golden->pool = golden->size.slots - (int)golden->count - __builtin_popcountll(empty & stages);
}

// --- offers ------------------------------------------------------------------------------------

// 3.2
static bool is_rejected(const struct path_size *size, unsigned opcode, unsigned stage,
                        bool responds, unsigned engine) {
    const bool known = opcode == OPCODE_WRITE || opcode == OPCODE_READ ||
                       opcode == OPCODE_NOTIFICATION || is_atomic(opcode);

    return !known || stage >= (is_atomic(opcode) ? size->atomic : size->hbm) ||
           (responds && engine >= size->response);
}

// 1.3 and 2.1: the operation at the port, as it goes into a slot.
static struct slot describe(const struct golden *golden, const struct path_in *in) {
    const struct path_size *const size = &golden->size;
    const uint32_t wire_bytes = in->op_wire_bytes & (uint32_t)ones(size->wire_w);
    const uint8_t opcode = in->op_opcode & 0xf;
    const uint8_t stage = in->op_stage & 0x1f;
    const uint8_t engine = in->op_engine & 0x3;
    const bool responds = opcode == OPCODE_READ || in->op_reply || in->op_response_length > 0;
    const bool small = wire_bytes <= golden->word[R_small_limit];
    struct slot slot = {
        .rejected = is_rejected(size, opcode, stage, responds, engine),
        .opcode = opcode,
        .domain = in->op_domain,
        .group = in->op_urgent ? 0
                 : small       ? 1
                               : 2,
        .tag = in->op_tag & ones(size->tag_w),
        .wire_bytes = wire_bytes,
        .length = opcode == OPCODE_READ ? in->op_response_length : in->op_length,
        .response_length = in->op_response_length,
        .offered = golden->now,
        .leaves = NEVER,
        .marked = NEVER,
        .chosen = golden->now,
        .probed = golden->now,
    };

    if (slot.rejected)
        return slot;
    slot.stage = (uint8_t)(is_atomic(opcode) ? size->hbm + stage : stage);
    slot.responds = responds;
    slot.response = responds ? (uint8_t)(size->hbm + size->atomic + engine) : slot.stage;
    slot.lanes = bit(slot.stage) | bit(slot.response);
    return slot;
}

// 1.3: all classes of an operation are ready.
static bool is_ready(const struct golden *golden, const struct slot *slot) {
    const bool *const ready = golden->out.path.op_ready[slot->group];

    return ready[slot->stage] && ready[slot->response];
}

// 2.2: the lowest slot that is not taken. There is one, if a class is ready.
static struct slot *lowest_slot(struct golden *golden) {
    struct slot *slot = golden->slot;

    while (slot->leaves >= golden->now)
        slot++;
    return slot;
}

// 1.3 and 2.2: the offer of this clock is taken, or asked, or none.
static void offer(struct golden *golden, const struct path_in *in) {
    struct record *const record = golden_at(golden, golden->now);

    if (!in->op_valid)
        return;
    const struct slot slot = describe(golden, in);
    const bool taken = is_ready(golden, &slot);
    if (!taken && !in->op_again)
        return;
    golden->event = golden->now;
    record->offer.tag = slot.tag;
    record->offer.asked = !taken;
    if (taken) {
        record->offer.slot = golden->waiting[golden->count++] = lowest_slot(golden);
        *record->offer.slot = slot;
    }
}

// --- the clock after an offer ------------------------------------------------------------------

// 3.1: ceil( value / 2^bits ), at most 2^CntW - 1.
static uint32_t units(const struct golden *golden, uint64_t value, unsigned bits) {
    return (uint32_t)smaller((value + ones(bits)) >> bits, ones(golden->size.cnt_w));
}

// 3.1 and 4.1: by the registers of clock o + 1 = now.
static void estimate(const struct golden *golden, struct slot *slot) {
    const uint32_t *const word = golden->word;
    const uint64_t fixed = (uint64_t)word[R_response_fixed] << 12;
    const uint64_t by_length = (uint64_t)slot->response_length * word[R_response_reciprocal];

    if (slot->rejected)
        return;
    if (is_atomic(slot->opcode))
        slot->stage_demand = units(golden, word[R_atomic_service + slot->opcode - OPCODE_ATOMIC],
                                   word[R_quantum_time]);
    else
        slot->stage_demand = units(golden, slot->length, word[R_quantum_hbm]);
    if (slot->responds)
        slot->response_demand = units(golden, fixed + by_length, 12 + word[R_quantum_time]);
    slot->owes_done = (word[R_hold] >> slot->opcode & 1) != 0;
}

// 2.6: the reservation that holds a tag. An id met here that holds nothing leaves the set.
static const struct reservation *find_held(struct golden *golden, uint64_t tag) {
    for (unsigned word = 0; 64 * word < golden->size.depth; word++)
        for (uint64_t left = golden->holding[word]; left != 0; left &= left - 1) {
            const unsigned id = lowest_of(left);
            const struct reservation *const held = &golden->reservation[64 * word + id];
            if (golden->now > held->frees)
                golden->holding[word] &= ~bit(id);
            else if (held->tag == tag)
                return held;
        }
    return NULL;
}

// 2.6: whether a tag is in a slot other than its own. What leaves by an answer is no operation.
static bool is_waiting(const struct golden *golden, uint64_t tag, const struct slot *own) {
    for (unsigned i = 0; i < golden->count; i++) {
        const struct slot *const slot = golden->waiting[i];
        if (slot->tag == tag && slot != own && slot->leaves != slot->offered + OFFER_TO_ANSWER)
            return true;
    }
    return false;
}

// 2.6: an offer taken (then `own` is its slot) or asked, compared in this clock.
static void look_up(struct golden *golden, uint64_t tag, struct slot *own) {
    const uint64_t answered = golden->now - 1 + OFFER_TO_ANSWER;
    const struct reservation *const held = find_held(golden, tag);
    const bool found = held || is_waiting(golden, tag, own);

    if (own && !found)
        return;
    golden_at(golden, answered)->answer = (struct answer){
        .kind = held    ? ANSWER_HELD
                : found ? ANSWER_WAITS
                        : ANSWER_UNKNOWN,
        .tag = tag,
        .handle = held ? held->handle : 0,
    };
    if (own)
        own->leaves = answered;
}

// 2.2: what leaves in this clock has no slot in the next.
static void leave(struct golden *golden) {
    unsigned count = 0;

    for (unsigned i = 0; i < golden->count; i++)
        if (golden->waiting[i]->leaves != golden->now)
            golden->waiting[count++] = golden->waiting[i];
    golden->count = count;
}

// 2.7: by the flush of the clock before, what had a slot in it and has one in this clock.
static void mark(struct golden *golden) {
    const struct flush flush = golden_at(golden, golden->now - 1)->flush;

    for (unsigned i = 0; flush.valid && i < golden->count; i++) {
        struct slot *const slot = golden->waiting[i];
        const uint64_t unlike =
            (slot->tag ^ golden->word[R_flush_tag]) & golden->word[R_flush_mask];
        if (slot->offered + 2 > golden->now)
            break;
        if (flush.what == FLUSH_TAGS ? unlike == 0 : (slot->lanes & bit(flush.what)) != 0)
            slot->marked = smaller(slot->marked, golden->now + 1);
    }
}

// Offers of this clock and the one before.
void path_wait(struct golden *golden, const struct path_in *in) {
    const struct record *const before = golden_at(golden, golden->now - 1);

    mark(golden);
    if (before->offer.slot || before->offer.asked)
        look_up(golden, before->offer.tag, before->offer.slot);
    if (before->offer.slot)
        estimate(golden, before->offer.slot);
    if (golden->out.path.decision_kind != 0 || golden->out.path.answer_kind != ANSWER_NONE)
        leave(golden);
    offer(golden, in);
}
