// registers.md, 9.1 and 9.2: bits and reset value of each register, and what is refused at once.
#include "csim/golden/block_state.h"

unsigned block_register(unsigned address) {
    return address % 4 == 0 && address / 4 < REGISTERS ? address / 4 : NO_REGISTER;
}

static uint32_t at_most(uint32_t value, uint32_t most) {
    return value < most ? value : most;
}

// decision.md, 3.4: so many windows of a lane of class k.
static uint32_t window_of(unsigned k, uint32_t windows, uint32_t widest) {
    return at_most(windows * (k == CLASS_RESPONSE ? 16000 : 64000), widest);
}

// How many of the lanes 32 * i to 32 * i + 31 exist.
static unsigned lanes_of(unsigned lanes, unsigned i) {
    if (i == 0)
        return at_most(lanes, 32);
    return lanes > 32 ? lanes - 32 : 0;
}

void block_lay_out(struct block_golden *golden) {
    const struct path_size *const size = &golden->size;
    const uint32_t widest = golden->widest;
    const uint32_t small = block_ones(size->wire_w), bound = block_ones(size->age_w);
    const unsigned lanes = golden->lanes, width = size->cnt_w;

#define LAY_OUT(name, address, elements, bits, access, reset)                                      \
    for (unsigned i = 0; i < (elements); i++)                                                      \
        golden->reg[R_##name + i] = (struct reg){access, block_ones(bits), reset};
    BLOCK_REGISTERS(LAY_OUT)
#undef LAY_OUT
    golden->reg[R_send].bits |= UINT32_C(0xf) << 28; // the channel
}

// --- what is refused at once: 9.2 --------------------------------------------------------------

static bool has_threshold(const uint32_t *word) {
    for (unsigned k = 0; k < CLASSES; k++)
        if (word[R_message_threshold + k] != 0)
            return true;
    return false;
}

// The value contradicts what is in force.
static bool contradicts(const struct block_golden *golden, const uint32_t *word, unsigned at,
                        uint32_t value) {
    if (at >= R_multiplier && at < R_multiplier + golden->lanes)
        return value == 0;
    switch (at) {
    case R_command_limit:
        return value > golden->size.depth;
    case R_multiplier_min:
        return value == 0 || value > word[R_multiplier_max];
    case R_multiplier_max:
        return value == 0 || word[R_multiplier_min] > value;
    case R_floor:
    case R_floor + 1:
    case R_floor + 2:
        return value > word[at - R_floor + R_ceiling];
    case R_ceiling:
    case R_ceiling + 1:
    case R_ceiling + 2:
        return word[at - R_ceiling + R_floor] > value;
    case R_message_threshold:
    case R_message_threshold + 1:
    case R_message_threshold + 2:
        return value != 0 && word[R_message_interval] == 0;
    case R_message_interval:
        return value == 0 && has_threshold(word);
    case R_tune_enable:
    case R_tune_enable + 1:
        return value != 0 && word[R_clock_quanta] == 0;
    case R_clock_quanta:
        return value == 0 && (word[R_tune_enable] != 0 || word[R_tune_enable + 1] != 0);
    default:
        return false;
    }
}

bool block_refuses(const struct block_golden *golden, const struct block_state *is) {
    const unsigned at = block_register(is->write.address);
    const struct reg *const reg = &golden->reg[at];

    return is->write.strobes != 0xf || (is->write.data & ~reg->bits) != 0 ||
           contradicts(golden, is->word, at, is->write.data);
}
