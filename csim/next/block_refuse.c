// registers.md, 9.2: which writes are refused at once.
#include "csim/next/block_state.h"

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
