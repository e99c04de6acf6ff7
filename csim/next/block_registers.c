// registers.md, 9.1 and 9.2: which register an address has, its bits, its value after reset, and
// what is refused.
#include <stddef.h>

#include "csim/next/block_state.h"

struct place block_place(const struct block_golden *golden, unsigned address) {
    const unsigned lanes = golden->lanes;

    if (address % 4 != 0)
        return (struct place){.name = R_NONE};
#define FIND(name, at, elements, bits, access)                                                     \
    if (address - at < 4u * (elements))                                                            \
        return (struct place){R_##name, access, (address - at) / 4};
    BLOCK_REGISTERS(FIND, FIND)
#undef FIND
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
#define BITS(name_, at, elements, bits, access)                                                    \
    if (place.name == R_##name_)                                                                   \
        return block_ones(bits);
    BLOCK_REGISTERS(BITS, BITS)
#undef BITS
    return 0;
}

// Where a register's value is; NULL if it is none of the settings.
uint32_t *block_setting(struct settings *settings, struct place place) {
    switch (place.name) {
#define WHERE(name, at, elements, bits, access)                                                    \
    case R_##name:                                                                                 \
        return (uint32_t *)&settings->name + place.i;
#define NOWHERE(...)
        BLOCK_REGISTERS(WHERE, NOWHERE)
#undef WHERE
#undef NOWHERE
    default:
        return NULL;
    }
}

// --- after reset -------------------------------------------------------------------------------

enum { WINDOW = 64000, RESPONSE_WINDOW = 16000 }; // decision.md, 3.4

static void reset_lanes(const struct block_golden *golden, struct settings *settings) {
    static const uint32_t window[CLASSES] = {WINDOW, WINDOW, RESPONSE_WINDOW};
    const uint32_t widest = block_widest(golden);

    for (unsigned lane = 0; lane < golden->lanes; lane++) {
        settings->window[lane] = (uint32_t)block_smaller(window[block_class(golden, lane)], widest);
        settings->multiplier[lane] = MULTIPLIER_ONE;
    }
    for (unsigned k = 0; k < CLASSES; k++) {
        settings->floor[k] = (uint32_t)block_smaller(window[k], widest);
        settings->ceiling[k] = (uint32_t)block_smaller(4 * window[k], widest);
    }
}

void block_reset_settings(const struct block_golden *golden, struct settings *settings) {
    *settings = (struct settings){
        .response_fixed = 320,
        .response_reciprocal = 1024,
        .hbm_reciprocal = 164,
        .command_limit = golden->size.depth,
        .small_limit = (uint32_t)block_smaller(512, block_ones(golden->size.wire_w)),
        .starvation_bound = (uint32_t)block_smaller(1024, block_ones(golden->size.age_w)),
        .message_repeat = 3,
        .multiplier_min = 1024,
        .multiplier_max = MULTIPLIER_LARGEST,
        .tune_interval = 65536,
    };
    for (unsigned i = 0; i < 8; i++)
        settings->atomic_service[i] = 1600;
    reset_lanes(golden, settings);
}

// --- what is refused at once: 9.2 --------------------------------------------------------------

// There is no such register for writers, or the value has a bit that it has not.
static bool is_foreign(const struct block_golden *golden, const struct axi_write *write,
                       struct place place) {
    return place.name == R_NONE || place.access == READ_ONLY || write->strobes != 0xf ||
           (write->data & ~block_bits(golden, place)) != 0;
}

static bool has_threshold(const struct settings *settings) {
    for (unsigned k = 0; k < CLASSES; k++)
        if (settings->message_threshold[k] != 0)
            return true;
    return false;
}

// The value contradicts what is in force.
static bool contradicts(const struct block_golden *golden, const struct settings *settings,
                        struct place place, uint32_t value) {
    switch (place.name) {
    case R_command_limit:
        return value > golden->size.depth;
    case R_multiplier:
        return value == 0;
    case R_multiplier_min:
        return value == 0 || value > settings->multiplier_max;
    case R_multiplier_max:
        return value == 0 || settings->multiplier_min > value;
    case R_floor:
        return value > settings->ceiling[place.i];
    case R_ceiling:
        return settings->floor[place.i] > value;
    case R_message_threshold:
        return value != 0 && settings->message_interval == 0;
    case R_message_interval:
        return value == 0 && has_threshold(settings);
    case R_tune_enable:
        return value != 0 && settings->clock_quanta == 0;
    case R_clock_quanta:
        return value == 0 && (settings->tune_enable[0] | settings->tune_enable[1]) != 0;
    default:
        return false;
    }
}

bool block_refuses(const struct block_golden *golden, const struct block_state *is,
                   struct place place) {
    return is_foreign(golden, &is->write, place) ||
           contradicts(golden, &is->settings, place, is->write.data);
}
