// decision.md, 3.1 and 3.2: what an operation demands, and which are rejected.
#include "csim/golden/state.h"

enum { OPCODE_WRITE = 0, OPCODE_READ = 1, OPCODE_NOTIFICATION = 2, OPCODE_ATOMIC = 8 };

static bool is_atomic(unsigned opcode) {
    return opcode >= OPCODE_ATOMIC;
}

static bool is_known(unsigned opcode) {
    return opcode == OPCODE_WRITE || opcode == OPCODE_READ || opcode == OPCODE_NOTIFICATION ||
           is_atomic(opcode);
}

// 1.3, 2.1 and 3.2: the operation at the port, as it goes into a slot.
struct slot path_describe(const struct golden *golden, const struct path_in *in) {
    const struct path_size *const size = &golden->size;
    const uint32_t wire_bytes = in->op_wire_bytes & (uint32_t)ones(size->wire_w);
    const uint8_t opcode = in->op_opcode & 0xf;
    const uint8_t stage = in->op_stage & 0x1f;
    const uint8_t engine = in->op_engine & 0x3;
    const bool responds = opcode == OPCODE_READ || in->op_reply || in->op_response_length > 0;
    const bool stage_exists = stage < (is_atomic(opcode) ? size->atomic : size->hbm);
    const bool small = wire_bytes <= golden->word[R_small_limit];
    struct slot slot = {
        .taken = true,
        .rejected = !is_known(opcode) || !stage_exists || (responds && engine >= size->response),
        .opcode = opcode,
        .domain = in->op_domain,
        .group = in->op_urgent ? 0
                 : small       ? 1
                               : 2,
        .tag = in->op_tag & ones(size->tag_w),
        .wire_bytes = wire_bytes,
        .length = in->op_length,
        .response_length = in->op_response_length,
        .offered = golden->now,
        .leaves = NEVER,
        .chosen = golden->now,
        .looked = golden->now,
    };

    if (slot.rejected)
        return slot;
    slot.stage = (uint8_t)(is_atomic(opcode) ? size->hbm + stage : stage);
    slot.lanes = bit(slot.stage);
    slot.responds = responds;
    if (responds) {
        slot.response = (uint8_t)(size->hbm + size->atomic + engine);
        slot.lanes |= bit(slot.response);
    }
    return slot;
}

// 3.1: ceil( value / 2^bits ), at most 2^CntW - 1.
static uint32_t units(const struct golden *golden, uint64_t value, unsigned bits) {
    return (uint32_t)smaller((value + ones(bits)) >> bits, ones(golden->size.cnt_w));
}

// 3.1
static uint32_t stage_demand(const struct golden *golden, const struct slot *slot) {
    const uint32_t *const word = golden->word;

    if (is_atomic(slot->opcode))
        return units(golden, word[R_atomic_service + slot->opcode - OPCODE_ATOMIC],
                     word[R_quantum_time]);
    return units(golden, slot->opcode == OPCODE_READ ? slot->response_length : slot->length,
                 word[R_quantum_hbm]);
}

// 3.1
static uint32_t response_demand(const struct golden *golden, const struct slot *slot) {
    const uint32_t *const word = golden->word;
    const uint64_t fixed = (uint64_t)word[R_response_fixed] << 12;
    const uint64_t by_length = (uint64_t)slot->response_length * word[R_response_reciprocal];

    return units(golden, fixed + by_length, 12 + word[R_quantum_time]);
}

// 3.1 and 4.1: the offer of clock o = now - 1, by the registers of clock o + 1.
void path_estimate(struct golden *golden) {
    struct slot *const slot = golden_seen(golden, golden->now - 1)->offer.slot;

    if (!slot || slot->rejected)
        return;
    slot->stage_demand = stage_demand(golden, slot);
    if (slot->responds)
        slot->response_demand = response_demand(golden, slot);
    slot->owes_done = (golden->word[R_hold] >> slot->opcode & 1) != 0;
}
