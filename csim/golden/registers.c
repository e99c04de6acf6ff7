// registers.md, 9.1: bits and value after reset of each register.
#include "csim/golden/state.h"

// Of lanes that do not exist there may be fewer than none.
static uint32_t mask_of(int bits) {
    return bits < 0 ? 0 : (uint32_t)ones((unsigned)smaller((unsigned)bits, 32));
}

// `of`: by resource. A window is not all ones.
static uint32_t reset_of(const struct path_size *size, const struct reg *reg, unsigned element,
                         const uint32_t of[RESOURCE_RESPONSE + 1], bool is_window) {
    const unsigned k = reg->elements == 3 ? element : resource_of(size, element);

    return (uint32_t)smaller(of[k], reg->bits - is_window);
}

void block_lay_out(const struct path_size *size, struct reg reg[REGISTERS]) {
    const unsigned Lanes = path_lanes(size), IdW = path_id_w(size), HandleW = 2 + size->gen_w + IdW;
    const unsigned CntW = size->cnt_w, AgeW = size->age_w, WireW = size->wire_w;
    const unsigned GenW = size->gen_w, TagW = size->tag_w;
    const unsigned Depth = size->depth, Slots = size->slots;
    const unsigned NHbm = size->hbm, NAtomic = size->atomic, NResponse = size->response;
    const unsigned EnableAtReset = 3; // 9.6: as of a system without software

#define LAY_OUT(name, address, elements, bits, access, hbm, atomic, response, is_window)           \
    for (unsigned Element = 0; Element < (elements); Element++) {                                  \
        struct reg *const at = &reg[R_##name + Element];                                           \
        *at = (struct reg){#name, R_##name, elements, access, mask_of((int)(bits)), 0};            \
        at->reset = reset_of(size, at, Element, (uint32_t[]){hbm, atomic, response}, is_window);   \
    }
    BLOCK_REGISTERS(LAY_OUT)
#undef LAY_OUT
    reg[R_send].bits |= UINT32_C(0xf) << 28; // the channel
}
