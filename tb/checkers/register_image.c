#include "tb/checkers/register_image.h"

#include <string.h>

// Widths that depend on the build: of the largest; the command limit's is looked at below.
enum { ID_BITS = 31 - __builtin_clz(DEPTH_MAX), SLOT_BITS = 8 };

static const struct register_row rows[] = {
#define ROW(name, first, count, bits, access, reset, meaning) {first, count, bits, access},
    REGISTER_TABLE(ROW)
#undef ROW
};

const struct register_row *register_row(unsigned word) {
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++)
        if (word - rows[i].first < rows[i].count) // wraps below the first
            return &rows[i];
    return NULL;
}

// Resets that are no constants, by their names in rtl/registers.txt.

static uint32_t window_max(unsigned bits) {
    return (uint32_t)((UINT64_C(1) << bits) - 2);
}

static uint32_t window_reset_of(unsigned lane, unsigned hbm_lanes, unsigned bits) {
    const uint32_t reset = lane < hbm_lanes    ? WINDOW_HBM_RESET
                           : lane == hbm_lanes ? WINDOW_ATOMIC_RESET
                                               : WINDOW_RESPONSE_RESET;
    return reset < window_max(bits) ? reset : window_max(bits);
}

static uint32_t command_limit_reset(unsigned depth) {
    return depth < COMMAND_LIMIT_RESET ? depth : COMMAND_LIMIT_RESET;
}

// Half 2b and 2b+1, low and high, of the mask of the partition's bit b: two address bits.
static uint32_t map_mask_reset(unsigned half, unsigned hbm_lanes) {
    const unsigned bit = MAP_SHIFT_RESET + half / 2;
    unsigned bits = 0; // of a partition's number
    while (1u << bits < hbm_lanes)
        bits++;
    const uint64_t mask = (1 + (UINT64_C(1) << bits)) << bit;
    return (uint32_t)(half % 2 ? mask >> 32 : mask);
}

void register_image_reset(struct register_image *image, unsigned depth) {
    *image = (struct register_image){.depth = depth};
#define RESET(name, first, count, bits, access, reset, meaning)                                    \
    for (unsigned i = 0; i < (count) && (first) + i < IMAGE_WORDS; i++)                            \
        image->word[(first) + i] = (reset);
    REGISTER_TABLE(RESET)
#undef RESET
    image->word[REGISTER_COMMAND_LIMIT] = command_limit_reset(depth);
}

static void begin_lanes(struct register_image *image, const struct registers *registers) {
    for (unsigned lane = 0; lane < LANES; lane++) {
        image->word[REGISTER_WINDOW + lane] = registers->window[lane];
        image->word[REGISTER_MULTIPLIER + lane] = registers->multiplier[lane];
    }
    for (unsigned k = 0; k < CLASSES; k++) {
        image->word[REGISTER_WINDOW_FLOOR + k] = registers->window_floor[k];
        image->word[REGISTER_WINDOW_CEILING + k] = registers->window_ceiling[k];
    }
    for (unsigned half = 0; half < 2 * MAP_MASKS; half++)
        image->word[REGISTER_MAP_MASK + half] =
            (uint32_t)(registers->map_mask[half / 2] >> 32 * (half % 2));
}

void register_image_begin(struct register_image *image, unsigned depth,
                          const struct registers *registers) {
    uint32_t *const word = image->word;
    *image = (struct register_image){.depth = depth};
    begin_lanes(image, registers);
    for (unsigned opcode = OP_FETCH_ADD; opcode <= OP_FETCH_MAX; opcode++)
        word[REGISTER_ATOMIC_SERVICE + opcode - OP_FETCH_ADD] = registers->atomic_service[opcode];
    word[REGISTER_RESPONSE_FIXED] = registers->response_fixed;
    word[REGISTER_RESPONSE_RECIPROCAL] = registers->response_reciprocal;
    word[REGISTER_COMMAND_LIMIT] = registers->command_limit;
    word[REGISTER_QUANTUM_HBM] = registers->quantum_hbm;
    word[REGISTER_QUANTUM_TIME] = registers->quantum_time;
    word[REGISTER_GRANT_INTERVAL] = registers->grant.interval;
    word[REGISTER_GRANT_THRESHOLD_HBM] = registers->grant.threshold_hbm;
    word[REGISTER_GRANT_THRESHOLD_TIME] = registers->grant.threshold_time;
    word[REGISTER_STARVATION_BOUND] = registers->starvation_bound;
    word[REGISTER_HBM_RECIPROCAL] = registers->hbm_reciprocal;
    word[REGISTER_MULTIPLIER_MIN] = registers->multiplier_min;
    word[REGISTER_MULTIPLIER_MAX] = registers->multiplier_max;
    word[REGISTER_AUTOTUNE_ENABLE] = (uint32_t)registers->autotune_enable;
    word[REGISTER_AUTOTUNE_ENABLE + 1] = (uint32_t)(registers->autotune_enable >> 32);
    word[REGISTER_AUTOTUNE_INTERVAL] = registers->autotune_interval;
    word[REGISTER_CLOCK_QUANTA] = registers->clock_quanta;
}

// The bits that a word has; 0: it is no register.
static uint32_t writable(const struct register_image *image, unsigned word) {
    const struct register_row *const row = register_row(word);
    if (word == REGISTER_COMMAND_LIMIT)
        return 2 * image->depth - 1;
    return row ? UINT32_MAX >> (32 - row->bits) : 0;
}

void register_image_write(struct register_image *image, unsigned word, uint32_t data) {
    if (word >= IMAGE_WORDS)
        return;
    image->word[word] = data & writable(image, word);
    if (word - REGISTER_WINDOW < LANES && image->word[word] > window_max(COUNTER_BITS))
        image->word[word] = window_max(COUNTER_BITS);
}
