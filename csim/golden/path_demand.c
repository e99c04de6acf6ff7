// decision.md, 3.1 and 3.2: what an operation demands, and which are rejected.
#include "csim/golden/path_state.h"

enum { OPCODE_WRITE = 0, OPCODE_READ = 1, OPCODE_NOTIFICATION = 2, OPCODE_ATOMIC = 8 };

static bool is_atomic(unsigned opcode) {
    return opcode >= OPCODE_ATOMIC;
}

static bool is_known(unsigned opcode) {
    return opcode == OPCODE_WRITE || opcode == OPCODE_READ || opcode == OPCODE_NOTIFICATION ||
           is_atomic(opcode);
}

// 2.1
static uint8_t group_of(const struct path_in *in, uint64_t wire_ones) {
    if (in->op_urgent)
        return 0;
    return (in->op_wire_bytes & wire_ones) <= (in->small_limit & wire_ones) ? 1 : 2;
}

// 1.3, 3.1 and 3.2: the operation at the port, as it goes into a slot.
void path_describe(const struct path_golden *golden, const struct path_in *in, struct slot *slot) {
    const struct path_size *const size = &golden->size;
    const uint64_t wire_ones = path_ones(size->wire_w);
    const uint8_t opcode = in->op_opcode & 0xf;
    const uint8_t stage = in->op_stage & 0x1f;
    const uint8_t engine = in->op_engine & 0x3;
    const bool responds = opcode == OPCODE_READ || in->op_reply || in->op_response_length > 0;
    const bool stage_exists = stage < (is_atomic(opcode) ? size->atomic : size->hbm);

    *slot = (struct slot){
        .taken = true,
        .rejected = !is_known(opcode) || !stage_exists || (responds && engine >= size->response),
        .opcode = opcode,
        .domain = in->op_domain,
        .group = group_of(in, wire_ones),
        .tag = in->op_tag & path_ones(size->tag_w),
        .wire_bytes = (uint32_t)(in->op_wire_bytes & wire_ones),
        .length = in->op_length,
        .response_length = in->op_response_length,
        .offered = golden->now,
        .leaves = PATH_NEVER,
        .chosen = golden->now,
        .looked = golden->now,
    };
    if (slot->rejected)
        return;
    slot->stage = (uint8_t)(is_atomic(opcode) ? size->hbm + stage : stage);
    slot->stage_lane = UINT64_C(1) << slot->stage;
    slot->responds = responds;
    if (responds) {
        slot->response = (uint8_t)(size->hbm + size->atomic + engine);
        slot->response_lane = UINT64_C(1) << slot->response;
    }
}

// 3.1: ceil( value / 2^bits ), at most 2^CntW - 1.
static uint32_t units(const struct path_golden *golden, uint64_t value, unsigned bits) {
    const uint64_t rounded_up = (value + path_ones(bits + 1) / 2) >> bits;

    return (uint32_t)path_smaller(rounded_up, path_ones(golden->size.cnt_w));
}

// 3.1
static uint32_t stage_demand(const struct path_golden *golden, const struct slot *slot,
                             const struct path_in *in) {
    if (is_atomic(slot->opcode))
        return units(golden, in->atomic_service[slot->opcode - OPCODE_ATOMIC],
                     in->quantum_time & 0xf);
    if (slot->opcode == OPCODE_READ)
        return units(golden, slot->response_length, in->quantum_hbm & 0xf);
    return units(golden, slot->length, in->quantum_hbm & 0xf);
}

// 3.1
static uint32_t response_demand(const struct path_golden *golden, const struct slot *slot,
                                const struct path_in *in) {
    const uint64_t fixed = (uint64_t)in->response_fixed << 12;
    const uint64_t by_length = (uint64_t)slot->response_length * in->response_reciprocal;

    return units(golden, fixed + by_length, 12 + (in->quantum_time & 0xfu));
}

// 3.1 and 4.1: the offer of clock o = now - 1, by the inputs of clock o + 1.
void path_estimate(struct path_golden *golden, const struct path_in *in) {
    const struct record *const offered = path_seen(golden, golden->now - 1);
    struct slot *const slot = &golden->slot[offered->offer.slot];

    if (!offered->offer.taken || slot->rejected)
        return;
    slot->stage_demand = stage_demand(golden, slot, in);
    if (slot->responds)
        slot->response_demand = response_demand(golden, slot, in);
    slot->owes_done = (in->hold >> slot->opcode & 1) != 0;
}
