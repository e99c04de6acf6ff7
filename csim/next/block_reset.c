// registers.md, 9.1: the settings after reset.
#include "csim/next/block_state.h"

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
