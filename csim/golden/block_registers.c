// registers.md, 9.1 and 9.2: bits and reset value of each register, and what is refused at once.
#include "csim/golden/state.h"

// decision.md, 3.4: so many windows of a lane of class k.
static uint32_t window_of(unsigned k, uint32_t windows, uint32_t widest) {
    return (uint32_t)smaller(windows * (k == CLASS_RESPONSE ? 16000 : 64000), widest);
}

// How many of the lanes 32 * i to 32 * i + 31 exist.
static unsigned lanes_of(unsigned lanes, unsigned i) {
    if (i == 0)
        return (uint32_t)smaller(lanes, 32);
    return lanes > 32 ? lanes - 32 : 0;
}

void block_lay_out(const struct path_size *size, struct reg reg[REGISTERS]) {
    const uint32_t widest = (uint32_t)ones(size->cnt_w) - 1;
    const uint32_t small = (uint32_t)ones(size->wire_w), bound = (uint32_t)ones(size->age_w);
    const unsigned lanes = path_lanes(size), id_w = path_id_w(size), width = size->cnt_w;

#define LAY_OUT(name, address, elements, bits, access, reset)                                      \
    for (unsigned i = 0; i < (elements); i++)                                                      \
        reg[R_##name + i] = (struct reg){                                                          \
            #name, R_##name, elements, access, (uint32_t)ones(bits), (uint32_t)(reset)};
    BLOCK_REGISTERS(LAY_OUT)
#undef LAY_OUT
    reg[R_send].bits |= UINT32_C(0xf) << 28; // the channel
}

// --- what is refused at once: 9.2 --------------------------------------------------------------

// The value contradicts what is in force.
static bool contradicts(const struct golden *golden, unsigned at, uint32_t value) {
    const uint32_t *const word = golden->word;
    const uint32_t *const threshold = &word[R_message_threshold];
    const unsigned first = golden->reg[at].first;

    switch (first) {
    case R_multiplier:
        return value == 0;
    case R_command_limit:
        return value > golden->size.depth;
    case R_multiplier_min:
        return value == 0 || value > word[R_multiplier_max];
    case R_multiplier_max:
        return value == 0 || word[R_multiplier_min] > value;
    case R_floor:
        return value > word[at - R_floor + R_ceiling];
    case R_ceiling:
        return word[at - R_ceiling + R_floor] > value;
    case R_message_threshold:
        return value != 0 && word[R_message_interval] == 0;
    case R_message_interval:
        return value == 0 && (threshold[0] | threshold[1] | threshold[2]) != 0;
    case R_tune_enable:
        return value != 0 && word[R_clock_quanta] == 0;
    case R_clock_quanta:
        return value == 0 && (word[R_tune_enable] != 0 || word[R_tune_enable + 1] != 0);
    default:
        return false;
    }
}

bool block_refuses(const struct golden *golden) {
    const struct axi_write *const write = &golden->write;
    const unsigned at = block_register(write->address);

    return write->strobes != 0xf || (write->data & ~golden->reg[at].bits) != 0 ||
           contradicts(golden, at, write->data);
}
