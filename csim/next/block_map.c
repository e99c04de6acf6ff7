// registers.md, 9.1: which register an address has, its bits, its place among the settings.
#include <stddef.h>

#include "csim/next/block_state.h"

struct place block_place(const struct block_golden *golden, unsigned address) {
    const unsigned lanes = golden->lanes;

    if (address % 4 != 0)
        return (struct place){.name = R_NONE};
#define SETTING(name, at, elements, bits, access)                                                  \
    if (address - at < 4u * (elements))                                                            \
        return (struct place){R_##name, access, (address - at) / 4};
#define SHOWN SETTING
#include "csim/next/block_registers.inc"
#undef SETTING
#undef SHOWN
    return (struct place){.name = R_NONE};
}

// The bits of lanes 32 * i to 32 * i + 31.
static uint32_t lane_bits(unsigned lanes, unsigned i) {
    if (i == 0)
        return block_ones(lanes < 32 ? lanes : 32);
    return lanes > 32 ? block_ones(lanes - 32) : 0;
}

// The bits that a register has, as a mask.
uint32_t block_bits(const struct block_golden *golden, struct place place) {
    const struct path_size *const size = &golden->size;

    switch (place.name) {
    case R_calibrate_enable:
    case R_tune_enable:
        return lane_bits(golden->lanes, place.i);
    case R_send:
        return UINT32_C(0xf) << 28 | block_ones(2u + size->gen_w + golden->id_w);
    default:
        break;
    }
    switch (place.name) {
    case R_NONE:
        break;
#define SETTING(name, at, elements, bits, access)                                                  \
    case R_##name:                                                                                 \
        return block_ones(bits);
#define SHOWN SETTING
#include "csim/next/block_registers.inc"
#undef SETTING
#undef SHOWN
    }
    return 0;
}

// Where a register's value is; NULL if it is none of the settings.
uint32_t *block_setting(struct settings *settings, struct place place) {
    switch (place.name) {
#define SETTING(name, at, elements, bits, access)                                                  \
    case R_##name:                                                                                 \
        return (uint32_t *)&settings->name + place.i;
#define SHOWN(...)
#include "csim/next/block_registers.inc"
#undef SETTING
#undef SHOWN
    default:
        return NULL;
    }
}
