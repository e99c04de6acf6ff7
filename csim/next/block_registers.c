// registers.md, 9.1 and 9.2: bits and reset value of each register, and what is refused at once.
#include <stddef.h>

#include "csim/next/block_state.h"

unsigned block_register(unsigned address) {
    return address % 4 == 0 && address / 4 < REGISTERS ? address / 4 : NO_REGISTER;
}

struct row {
    unsigned first, count, bits;
    enum access access;
    uint32_t reset;
};

static void add(struct block_golden *golden, const struct row *rows, size_t count) {
    for (size_t row = 0; row < count; row++)
        for (unsigned i = 0; i < rows[row].count; i++)
            golden->reg[rows[row].first + i] =
                (struct reg){rows[row].access, block_ones(rows[row].bits), rows[row].reset};
}

// After reset a window is at most the widest, and so are floor and ceiling.
static void add_lanes(struct block_golden *golden) {
    const struct path_size *const size = &golden->size;
    const unsigned lanes = golden->lanes, stages = (unsigned)size->hbm + size->atomic;
    const unsigned width = size->cnt_w, low = lanes < 32 ? lanes : 32;
    const uint32_t stage = (uint32_t)block_smaller(64000, golden->widest); // decision.md, 3.4
    const uint32_t response = (uint32_t)block_smaller(16000, golden->widest);
    const uint32_t most_stage = (uint32_t)block_smaller(4 * 64000, golden->widest);
    const uint32_t most_response = (uint32_t)block_smaller(4 * 16000, golden->widest);
    const struct row rows[] = {
        {R_window, stages, width, UNIT, stage},
        {R_window + stages, size->response, width, UNIT, response},
        {R_multiplier, lanes, 14, UNIT, MULTIPLIER_ONE},
        {R_in_force, stages, width, READ_ONLY, stage},
        {R_in_force + stages, size->response, width, READ_ONLY, response},
        {R_debt, lanes, width, READ_ONLY, 0},
        {R_denials, lanes + 1, 32, READ_ONLY, 0},
        {R_calibrate_enable, 1, low, READ_WRITE, 0},
        {R_calibrate_enable + 1, 1, lanes - low, READ_WRITE, 0},
        {R_tune_enable, 1, low, READ_WRITE, 0},
        {R_tune_enable + 1, 1, lanes - low, READ_WRITE, 0},
        {R_floor, 2, width, READ_WRITE, stage},
        {R_floor + CLASS_RESPONSE, 1, width, READ_WRITE, response},
        {R_ceiling, 2, width, READ_WRITE, most_stage},
        {R_ceiling + CLASS_RESPONSE, 1, width, READ_WRITE, most_response},
    };

    add(golden, rows, sizeof rows / sizeof *rows);
}

static void add_settings(struct block_golden *golden) {
    const struct path_size *const size = &golden->size;
    const uint32_t small = (uint32_t)block_smaller(512, block_ones(size->wire_w));
    const uint32_t bound = (uint32_t)block_smaller(1024, block_ones(size->age_w));
    const struct row rows[] = {
        {R_atomic_service, 8, 16, READ_WRITE, 1600},
        {R_response_fixed, 1, 16, READ_WRITE, 320},
        {R_response_reciprocal, 1, 16, READ_WRITE, 1024},
        {R_hbm_reciprocal, 1, 16, READ_WRITE, 164},
        {R_command_limit, 1, golden->id_w + 1, UNIT, size->depth},
        {R_quantum_hbm, 1, 4, STATIC, 0},
        {R_quantum_time, 1, 4, STATIC, 0},
        {R_small_limit, 1, size->wire_w, STATIC, small},
        {R_hold, 1, 16, READ_WRITE, 0},
        {R_starvation_bound, 1, size->age_w, READ_WRITE, bound},
        {R_message_interval, 1, 16, READ_WRITE, 0},
        {R_message_threshold, CLASSES, size->cnt_w, READ_WRITE, 0},
        {R_message_repeat, 1, 4, READ_WRITE, 3},
        {R_multiplier_min, 1, 14, READ_WRITE, 1024},
        {R_multiplier_max, 1, 14, READ_WRITE, MULTIPLIER_LARGEST},
        {R_tune_interval, 1, 24, READ_WRITE, 65536},
        {R_clock_quanta, 1, 16, READ_WRITE, 0},
        {R_age_limit, 1, 16, READ_WRITE, 0},
        {R_holder, 1, golden->id_w, READ_WRITE, 0},
    };

    add(golden, rows, sizeof rows / sizeof *rows);
}

static void add_status(struct block_golden *golden) {
    const struct row rows[] = {
        {R_holder_state, 3, 32, READ_ONLY, 0}, // tag and age, too
        {R_send, 1, 2u + golden->size.gen_w + golden->id_w, WRITE_ONLY, 0},
        {R_grants, R_waiting - R_grants + 1, 32, READ_ONLY, 0},
        {R_errors, 1, ERRORS, READ_WRITE, 0},
        {R_first_error, 2, 32, READ_ONLY, 0}, // and its info
    };

    add(golden, rows, sizeof rows / sizeof *rows);
    golden->reg[R_send].bits |= UINT32_C(0xf) << 28;
}

void block_lay_out(struct block_golden *golden) {
    add_lanes(golden);
    add_settings(golden);
    add_status(golden);
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

    return reg->access == NO_ACCESS || reg->access == READ_ONLY || is->write.strobes != 0xf ||
           (is->write.data & ~reg->bits) != 0 || contradicts(golden, is->word, at, is->write.data);
}
