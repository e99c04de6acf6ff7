// SPDX-License-Identifier: Apache-2.0
#include "semacredit_driver.h"

#include <stddef.h>

// ---- accesses, of which there are none after the first that goes wrong

struct access {
    const struct semacredit_bus *bus;
    enum semacredit_result result; // so far
};

static struct access access_by(const struct semacredit_bus *bus) {
    return (struct access){bus, SEMACREDIT_OK};
}

static void need(struct access *access, bool holds, enum semacredit_result otherwise) {
    if (access->result == SEMACREDIT_OK && !holds)
        access->result = otherwise;
}

// 0 where it goes wrong.
static uint32_t read_one(struct access *access, uint32_t address) {
    uint32_t value = 0;
    if (access->result == SEMACREDIT_OK)
        need(access, access->bus->read(access->bus->context, address, &value), SEMACREDIT_BUS);
    return access->result == SEMACREDIT_OK ? value : 0;
}

static void write_one(struct access *access, uint32_t address, uint32_t value) {
    if (access->result == SEMACREDIT_OK)
        need(access, access->bus->write(access->bus->context, address, value), SEMACREDIT_BUS);
}

static uint32_t field(uint32_t word, unsigned low, unsigned bits) {
    return word >> low & ((UINT32_C(1) << bits) - 1);
}
#define FIELD(word, name) field(word, SEMACREDIT_##name##_LOW, SEMACREDIT_##name##_BITS)

static bool fits(uint32_t value, unsigned bits) {
    return bits >= 32 || value >> bits == 0;
}

// ---- which block it is

enum { IDENTITY = 0x5ec0a001, EPOCH_BITS = 2, WORD = 32 };

static struct access identify(const struct semacredit_bus *bus) {
    struct access access = access_by(bus);
    need(&access, read_one(&access, SEMACREDIT_IDENTITY) == IDENTITY, SEMACREDIT_FOREIGN);
    return access;
}

static bool between(uint32_t value, uint32_t least, uint32_t most) {
    return least <= value && value <= most;
}

// rtl/spec/ports.md, 1.2: what else comes from a bus is no size.
static bool is_block(const struct semacredit_block *block) {
    return between(block->count[0], 1, 32) && between(block->count[1], 1, 4) &&
           between(block->count[2], 1, 4) && between(block->counter_bits, 4, 32) &&
           between(block->id_bits, 3, 10) && between(block->slots, 18, 80) &&
           between(block->tag_bits, 4, 64) && between(block->generation_bits, 1, 8) &&
           between(block->age_bits, 4, 16) && between(block->wire_bits, 4, 24);
}

static struct access probe(const struct semacredit_bus *bus, struct semacredit_block *block) {
    struct access access = identify(bus);
    const uint32_t sizes = read_one(&access, SEMACREDIT_SIZES);
    const uint32_t more = read_one(&access, SEMACREDIT_MORE_SIZES);
    block->count[0] = FIELD(sizes, SIZES_HBM);
    block->count[1] = FIELD(sizes, SIZES_ATOMIC);
    block->count[2] = FIELD(sizes, SIZES_RESPONSE);
    block->lanes = 0;
    for (unsigned k = 0; k < SEMACREDIT_CLASSES; k++) {
        block->first[k] = block->lanes;
        block->lanes += block->count[k];
    }
    block->channels = block->count[1] + block->count[2] + 2;
    block->id_bits = FIELD(sizes, SIZES_ID);
    block->depth = UINT32_C(1) << block->id_bits;
    block->counter_bits = FIELD(sizes, SIZES_COUNTER);
    block->slots = FIELD(more, MORE_SIZES_SLOTS);
    block->tag_bits = FIELD(more, MORE_SIZES_TAG);
    block->generation_bits = FIELD(more, MORE_SIZES_GENERATION);
    block->age_bits = FIELD(more, MORE_SIZES_AGE);
    block->wire_bits = FIELD(more, MORE_SIZES_WIRE);
    block->handle_bits = EPOCH_BITS + block->generation_bits + block->id_bits;
    need(&access, is_block(block), SEMACREDIT_FOREIGN);
    return access;
}

enum semacredit_result semacredit_probe(const struct semacredit_bus *bus,
                                        struct semacredit_block *block) {
    return probe(bus, block).result;
}

// ---- registers as members of a struct of uint32_t

// What depends on the size, beside widths of at most 32.
enum { WORK_BITS = 19 };
enum width { OF_COUNTER = 33, OF_RESERVATIONS, OF_AGE, OF_WIRE, OF_LANES };

struct row {
    const char *name;
    uint16_t address;
    uint8_t members;
    uint8_t bits;
    uint16_t place; // of the first, counted in uint32_t
};
#define ROW(name, bits, type, member)                                                              \
    {                                                                                              \
#member, SEMACREDIT_##name, sizeof(((struct type *)0)->member) / 4, bits,                  \
            offsetof(struct type, member) / 4                                                      \
    }
#define ROWS(table) (sizeof(table) / sizeof *(table))

// Of a member; 0: this block has it not.
static unsigned bits_of(const struct semacredit_block *block, const struct row *row, unsigned i) {
    if (row->members == SEMACREDIT_LANES_MAX && i >= block->lanes)
        return 0;
    switch (row->bits) {
    case OF_COUNTER:
        return block->counter_bits;
    case OF_RESERVATIONS:
        return block->id_bits + 1;
    case OF_AGE:
        return block->age_bits;
    case OF_WIRE:
        return block->wire_bits;
    case OF_LANES:
        return block->lanes <= WORD * i          ? 0
               : block->lanes - WORD * i >= WORD ? WORD
                                                 : block->lanes - WORD * i;
    default:
        return row->bits;
    }
}

// Every register of the rows; 0 for what the block has not.
static void read_rows(struct access *access, const struct semacredit_block *block,
                      const struct row *rows, size_t count, uint32_t *values) {
    for (const struct row *row = rows; row < rows + count; row++)
        for (unsigned i = 0; i < row->members; i++)
            values[row->place + i] =
                bits_of(block, row, i) > 0 ? read_one(access, row->address + 4u * i) : 0;
}

static void write_rows(struct access *access, const struct semacredit_block *block,
                       const struct row *rows, size_t count, const uint32_t *values) {
    for (const struct row *row = rows; row < rows + count; row++)
        for (unsigned i = 0; i < row->members; i++)
            if (bits_of(block, row, i) > 0)
                write_one(access, row->address + 4u * i, values[row->place + i]);
}

// A window of all ones is stored as one less.
static uint32_t stored(const struct semacredit_block *block, const struct row *row,
                       uint32_t value) {
    const uint32_t most = (uint32_t)((UINT64_C(1) << block->counter_bits) - 1);
    return row->address == SEMACREDIT_WINDOW && value == most ? most - 1 : value;
}

// Writes them, and then reads all of them back.
static void put_rows(struct access *access, const struct semacredit_block *block,
                     const struct row *rows, size_t count, const uint32_t *values) {
    write_rows(access, block, rows, count, values);
    for (const struct row *row = rows; row < rows + count; row++)
        for (unsigned i = 0; i < row->members; i++)
            if (bits_of(block, row, i) > 0)
                need(access,
                     read_one(access, row->address + 4u * i) ==
                         stored(block, row, values[row->place + i]),
                     SEMACREDIT_LOST);
}

// ---- setup

// In this order each is legal by those before it, if `reset_rows` were. Nothing returns meanwhile,
// so that calibration moves nothing.
static const struct row setup_rows[] = {
    ROW(MESSAGE_INTERVAL, 16, semacredit_setup, message_interval),
    ROW(MESSAGE_THRESHOLD, OF_COUNTER, semacredit_setup, message_threshold),
    ROW(MESSAGE_REPEAT, 4, semacredit_setup, message_repeat),
    ROW(QUANTUM_HBM, 4, semacredit_setup, quantum_hbm),
    ROW(QUANTUM_TIME, 4, semacredit_setup, quantum_time),
    ROW(SMALL_LIMIT, OF_WIRE, semacredit_setup, small_limit),
    ROW(ATOMIC_SERVICE, 16, semacredit_setup, atomic_service),
    ROW(RESPONSE_FIXED, 16, semacredit_setup, response_fixed),
    ROW(RESPONSE_RECIPROCAL, 16, semacredit_setup, response_reciprocal),
    ROW(HBM_RECIPROCAL, 16, semacredit_setup, hbm_reciprocal),
    ROW(MULTIPLIER_MAX, 14, semacredit_setup, multiplier_max),
    ROW(MULTIPLIER_MIN, 14, semacredit_setup, multiplier_min),
    ROW(CALIBRATE_FIXED, 16, semacredit_setup, calibrate_fixed),
    ROW(CALIBRATE_WORK, WORK_BITS, semacredit_setup, calibrate_work),
    ROW(CALIBRATE_STEP, 3, semacredit_setup, calibrate_step),
    ROW(WINDOW, OF_COUNTER, semacredit_setup, window),
    ROW(COMMAND_LIMIT, OF_RESERVATIONS, semacredit_setup, command_limit),
    ROW(HOLDER_LIMIT, OF_RESERVATIONS, semacredit_setup, holder_limit),
    ROW(TABLE_FLOOR, OF_RESERVATIONS, semacredit_setup, table_floor),
    ROW(RESPONSE_SPLIT, 1, semacredit_setup, response_split),
    ROW(STARVATION_BOUND, OF_AGE, semacredit_setup, starvation_bound),
    ROW(HOLD, 16, semacredit_setup, hold),
    ROW(AGE_LIMIT, 16, semacredit_setup, age_limit),
    ROW(ERROR_MASK, 8, semacredit_setup, error_mask),
    ROW(CALIBRATE_ENABLE, OF_LANES, semacredit_setup, calibrate_enable),
};

// Written first, from `reset`: what would refuse some of them.
static const struct row reset_rows[] = {
    ROW(MESSAGE_THRESHOLD, OF_COUNTER, semacredit_setup, message_threshold),
    ROW(MESSAGE_INTERVAL, 16, semacredit_setup, message_interval),
    ROW(CALIBRATE_ENABLE, OF_LANES, semacredit_setup, calibrate_enable),
    ROW(MULTIPLIER_MIN, 14, semacredit_setup, multiplier_min),
};
static const struct semacredit_setup reset = {.multiplier_min = 1};
enum { MESSAGE_ROWS = 2 }; // at the beginning of both

// All that a new setup replaces.
struct state {
    uint32_t multiplier[SEMACREDIT_LANES_MAX];
    uint32_t enable;
    const struct semacredit_setup *setup;
};
static const struct row multiplier_rows[] = {ROW(MULTIPLIER, 14, state, multiplier)};
enum { MULTIPLIER_BITS = 14, ERROR_BITS = 8, ONE = 4096, PATIENCE = 10000 };

enum semacredit_result semacredit_setup_read(const struct semacredit_bus *bus,
                                             struct semacredit_setup *setup) {
    struct semacredit_block block;
    struct access access = probe(bus, &block);
    setup->patience = 0;
    read_rows(&access, &block, setup_rows, ROWS(setup_rows), (uint32_t *)setup);
    return access.result;
}

static bool fits_rows(const struct semacredit_block *block, const uint32_t *values) {
    bool all = true;
    for (const struct row *row = setup_rows; row < setup_rows + ROWS(setup_rows); row++)
        for (unsigned i = 0; i < row->members; i++)
            all = all && fits(values[row->place + i], bits_of(block, row, i));
    return all;
}

// It agrees with the block and itself (rtl/spec/registers.md, 9.2), and lets something be granted.
static bool agrees(const struct semacredit_block *block, const struct semacredit_setup *setup) {
    uint32_t thresholds = 0, stages = 0;
    for (unsigned k = 0; k < SEMACREDIT_CLASSES; k++) {
        if (setup->calibrate_work[k] == 0 || setup->holder_limit[k] == 0)
            return false;
        thresholds |= setup->message_threshold[k];
    }
    for (unsigned i = 0; i < SEMACREDIT_ATOMIC_SERVICE_MEMBERS; i++)
        if (setup->atomic_service[i] == 0)
            return false;
    for (unsigned lane = 0; lane < block->count[0] + block->count[1]; lane++)
        stages |= setup->window[lane];
    return fits_rows(block, (const uint32_t *)setup) && stages != 0 &&
           (thresholds == 0 || setup->message_interval != 0) && setup->multiplier_min != 0 &&
           setup->multiplier_min <= setup->multiplier_max && setup->command_limit != 0 &&
           setup->command_limit <= block->depth;
}

// What it is afterwards counts: the answer of a write may be lost, or say nothing.
static void put_enable(struct access *access, uint32_t enable) {
    struct access wrote = *access;
    write_one(&wrote, SEMACREDIT_ENABLE, enable);
    const uint32_t seen = read_one(access, SEMACREDIT_ENABLE);
    need(access, seen == enable, wrote.result != SEMACREDIT_OK ? wrote.result : SEMACREDIT_LOST);
}

// Takes nothing more, and reports no credit.
static void stop(struct access *access, const struct semacredit_block *block) {
    write_rows(access, block, reset_rows, MESSAGE_ROWS, (const uint32_t *)&reset);
    put_enable(access, SEMACREDIT_GRANT);
}

// In the other order both may read 0 while an operation goes from one to the other.
static void drain(struct access *access, uint32_t patience) {
    static const uint16_t counts[] = {SEMACREDIT_WAITING, SEMACREDIT_HELD};
    for (unsigned i = 0; i < ROWS(counts); i++)
        for (uint32_t count = 1; access->result == SEMACREDIT_OK && count != 0; patience--) {
            need(access, patience > 0, SEMACREDIT_BUSY);
            count = read_one(access, counts[i]);
        }
}

static void put_setup(struct access *access, const struct semacredit_block *block,
                      const struct state *state) {
    write_rows(access, block, reset_rows, ROWS(reset_rows), (const uint32_t *)&reset);
    put_rows(access, block, multiplier_rows, 1, state->multiplier);
    put_rows(access, block, setup_rows, ROWS(setup_rows), (const uint32_t *)state->setup);
}

// `empty` is set when the block is, from when on all of it is changed.
static enum semacredit_result replace(const struct semacredit_bus *bus,
                                      const struct semacredit_block *block,
                                      const struct state *state, uint32_t patience, bool *empty) {
    struct access access = access_by(bus);
    stop(&access, block);
    drain(&access, patience);
    *empty |= access.result == SEMACREDIT_OK;
    put_setup(&access, block, state);
    put_enable(&access, state->enable);
    return access.result;
}

enum semacredit_result semacredit_init(const struct semacredit_bus *bus,
                                       const struct semacredit_setup *setup) {
    const uint32_t patience = setup->patience ? setup->patience : PATIENCE;
    struct semacredit_block block;
    struct semacredit_setup before;
    struct state old, next;
    bool empty = false;
    struct access access = probe(bus, &block), back = access_by(bus);
    if (access.result != SEMACREDIT_OK)
        return access.result;
    if (!agrees(&block, setup))
        return SEMACREDIT_RANGE;
    old.setup = &before;
    next.setup = setup;
    next.enable = SEMACREDIT_TAKE | SEMACREDIT_GRANT;
    for (unsigned lane = 0; lane < SEMACREDIT_LANES_MAX; lane++)
        next.multiplier[lane] = ONE;
    read_rows(&access, &block, setup_rows, ROWS(setup_rows), (uint32_t *)&before);
    read_rows(&access, &block, multiplier_rows, 1, old.multiplier);
    old.enable = read_one(&access, SEMACREDIT_ENABLE);
    if (access.result != SEMACREDIT_OK)
        return access.result;
    const enum semacredit_result result = replace(bus, &block, &next, patience, &empty);
    if (result == SEMACREDIT_OK)
        return result;
    if (empty) {
        back.result = replace(bus, &block, &old, patience, &empty);
    } else {
        put_rows(&back, &block, setup_rows, MESSAGE_ROWS, (const uint32_t *)&before);
        put_enable(&back, old.enable);
    }
    return back.result == SEMACREDIT_OK ? result : SEMACREDIT_PARTIAL;
}

// ---- while the block works

// One register, which every block has.
static enum semacredit_result write_known(const struct semacredit_bus *bus, uint32_t address,
                                          uint32_t value, unsigned bits) {
    struct access access = identify(bus);
    need(&access, fits(value, bits), SEMACREDIT_RANGE);
    write_one(&access, address, value);
    return access.result;
}

enum semacredit_result semacredit_enable_write(const struct semacredit_bus *bus, uint32_t enable) {
    return write_known(bus, SEMACREDIT_ENABLE, enable, 2);
}

enum semacredit_result semacredit_error_mask_write(const struct semacredit_bus *bus,
                                                   uint32_t mask) {
    return write_known(bus, SEMACREDIT_ERROR_MASK, mask, ERROR_BITS);
}

enum semacredit_result semacredit_window_write(const struct semacredit_bus *bus, unsigned lane,
                                               uint32_t window) {
    struct semacredit_block block;
    struct access access = probe(bus, &block);
    need(&access, lane < block.lanes && fits(window, block.counter_bits), SEMACREDIT_RANGE);
    write_one(&access, SEMACREDIT_WINDOW + 4 * lane, window);
    return access.result;
}

enum semacredit_result semacredit_multiplier_write(const struct semacredit_bus *bus, unsigned lane,
                                                   uint32_t multiplier) {
    struct semacredit_block block;
    struct access access = probe(bus, &block);
    need(&access, lane < block.lanes && multiplier != 0 && fits(multiplier, MULTIPLIER_BITS),
         SEMACREDIT_RANGE);
    write_one(&access, SEMACREDIT_MULTIPLIER + 4 * lane, multiplier);
    return access.result;
}

static const struct row status_rows[] = {
    ROW(GRANTS, WORD, semacredit_status, grants),
    ROW(REJECTS, WORD, semacredit_status, rejects),
    ROW(FLUSHED, WORD, semacredit_status, flushed),
    ROW(REPEATS, WORD, semacredit_status, repeats),
    ROW(FREES, WORD, semacredit_status, frees),
    ROW(STRAYS, WORD, semacredit_status, strays),
    ROW(LATES, WORD, semacredit_status, lates),
    ROW(MESSAGES, WORD, semacredit_status, messages),
    ROW(CALIBRATIONS, WORD, semacredit_status, calibrations),
    ROW(RETURNS, WORD, semacredit_status, returns),
    ROW(HELD, WORD, semacredit_status, held),
    ROW(HELD_MAX, WORD, semacredit_status, held_max),
    ROW(WAITING, WORD, semacredit_status, waiting),
    ROW(MULTIPLIER_LIMITED, OF_LANES, semacredit_status, limited),
};

static const struct row counter_rows[] = {
    ROW(CLOCKS, WORD, semacredit_counters, clocks),
    ROW(CAPTURED_GRANTS, WORD, semacredit_counters, grants),
    ROW(CAPTURED_FREES, WORD, semacredit_counters, frees),
    ROW(CAPTURED_RETURNS, WORD, semacredit_counters, returns),
    ROW(GROUP_GRANTS, WORD, semacredit_counters, group_grants),
    ROW(GROUP_WAITS, WORD, semacredit_counters, group_waits),
    ROW(LANE_RETURNS, WORD, semacredit_counters, lane_returns),
    ROW(HOLDER_CLOCKS, WORD, semacredit_counters, holder_clocks),
    ROW(QUEUE_CLOCKS, WORD, semacredit_counters, queue_clocks),
    ROW(STARVED_CLOCKS, WORD, semacredit_counters, starved_clocks),
    ROW(IDLE_CLOCKS, WORD, semacredit_counters, idle_clocks),
    ROW(DENIED, WORD, semacredit_counters, denied),
};

enum semacredit_result semacredit_status_read(const struct semacredit_bus *bus,
                                              struct semacredit_status *status) {
    struct semacredit_block block;
    struct access access = probe(bus, &block);
    read_rows(&access, &block, status_rows, ROWS(status_rows), (uint32_t *)status);
    status->denials_table = read_one(&access, SEMACREDIT_DENIALS + 4 * block.lanes);
    return access.result;
}

enum semacredit_result semacredit_capture(const struct semacredit_bus *bus, bool maxima,
                                          struct semacredit_counters *counters) {
    struct semacredit_block block;
    struct access access = probe(bus, &block);
    write_one(&access, SEMACREDIT_CAPTURE, maxima ? 3 : 1);
    read_rows(&access, &block, counter_rows, ROWS(counter_rows), (uint32_t *)counters);
    counters->denied_table = read_one(&access, SEMACREDIT_DENIED + 4 * block.lanes);
    return access.result;
}

static void print_rows(const struct semacredit_block *block, const struct row *rows, size_t count,
                       const uint32_t *values, semacredit_line line, void *context) {
    for (const struct row *row = rows; row < rows + count; row++)
        for (unsigned i = 0; i < row->members; i++)
            if (bits_of(block, row, i) > 0 &&
                (row->members < SEMACREDIT_LANES_MAX || values[row->place + i] != 0))
                line(context, row->name, i, values[row->place + i]);
}

enum semacredit_result semacredit_status_print(const struct semacredit_bus *bus,
                                               semacredit_line line, void *context) {
    struct semacredit_block block;
    struct semacredit_status status;
    struct semacredit_counters counters;
    enum semacredit_result result = semacredit_probe(bus, &block);
    if (result == SEMACREDIT_OK)
        result = semacredit_status_read(bus, &status);
    if (result == SEMACREDIT_OK)
        result = semacredit_capture(bus, false, &counters);
    if (result != SEMACREDIT_OK)
        return result;
    print_rows(&block, status_rows, ROWS(status_rows), (uint32_t *)&status, line, context);
    line(context, "denials_table", 0, status.denials_table);
    print_rows(&block, counter_rows, ROWS(counter_rows), (uint32_t *)&counters, line, context);
    line(context, "denied_table", 0, counters.denied_table);
    return SEMACREDIT_OK;
}

enum semacredit_result semacredit_lane_read(const struct semacredit_bus *bus, unsigned lane,
                                            struct semacredit_lane_status *status) {
    static const struct row rows[] = {
        ROW(WINDOW, WORD, semacredit_lane_status, window),
        ROW(MULTIPLIER, WORD, semacredit_lane_status, multiplier),
        ROW(IN_FORCE, WORD, semacredit_lane_status, in_force),
        ROW(DEBT, WORD, semacredit_lane_status, debt),
        ROW(DENIALS, WORD, semacredit_lane_status, denials),
    };
    struct semacredit_block block;
    struct access access = probe(bus, &block);
    need(&access, lane < block.lanes, SEMACREDIT_RANGE);
    for (unsigned i = 0; i < ROWS(rows); i++)
        ((uint32_t *)status)[rows[i].place] = read_one(&access, rows[i].address + 4 * lane);
    return access.result;
}

// ---- reservations

static void forget(struct semacredit_holder *holder) {
    holder->held = false;
    holder->owed = holder->handle = holder->tag = holder->age = 0;
}

// Is what was read still so, however often it is read? While as many operations are granted as
// there are generations, an id may be another reservation's and have the same handle again.
static bool confirm(struct access *access, uint32_t state, uint32_t tag, bool same) {
    enum { TIMES = 8 };
    const uint32_t owed = ((UINT32_C(1) << SEMACREDIT_HOLDER_STATE_OWED_BITS) - 1)
                          << SEMACREDIT_HOLDER_STATE_OWED_LOW;
    for (unsigned i = 0; same && i < TIMES; i++) {
        const uint32_t tag_now = read_one(access, SEMACREDIT_HOLDER_TAG);
        const uint32_t state_now = read_one(access, SEMACREDIT_HOLDER_STATE);
        same = tag_now == tag && ((state_now ^ state) & ~owed) == 0;
    }
    return same;
}

// The state is read before and after the others: they are of one reservation if its handle is the
// same.
enum semacredit_result semacredit_holder_read(const struct semacredit_bus *bus, unsigned id,
                                              struct semacredit_holder *holder) {
    static const uint16_t order[] = {SEMACREDIT_GRANTS,       SEMACREDIT_HOLDER_STATE,
                                     SEMACREDIT_HOLDER_TAG,   SEMACREDIT_HOLDER_AGE,
                                     SEMACREDIT_HOLDER_STATE, SEMACREDIT_GRANTS};
    enum { GRANTS, BEFORE, TAG, AGE, STATE, GRANTS_THEN };
    struct semacredit_block block;
    uint32_t word[ROWS(order)];
    struct access access = probe(bus, &block);
    need(&access, id < block.depth, SEMACREDIT_RANGE);
    write_one(&access, SEMACREDIT_HOLDER, id);
    need(&access, read_one(&access, SEMACREDIT_HOLDER) == id, SEMACREDIT_LOST); // the write of it
    for (unsigned i = 0; i < ROWS(order); i++)
        word[i] = read_one(&access, order[i]);
    holder->held = FIELD(word[STATE], HOLDER_STATE_HELD) != 0;
    holder->owed = FIELD(word[STATE], HOLDER_STATE_OWED);
    holder->handle = FIELD(word[STATE], HOLDER_STATE_HANDLE);
    holder->tag = word[TAG];
    holder->age = word[AGE];
    bool same = FIELD(word[BEFORE], HOLDER_STATE_HELD) == holder->held &&
                FIELD(word[BEFORE], HOLDER_STATE_HANDLE) == holder->handle;
    if (holder->held && word[GRANTS_THEN] - word[GRANTS] >= UINT32_C(1) << block.generation_bits)
        same = confirm(&access, word[STATE], holder->tag, same);
    if (access.result != SEMACREDIT_OK || !same)
        forget(holder);
    return access.result;
}

enum semacredit_result semacredit_send(const struct semacredit_bus *bus, unsigned channel,
                                       uint32_t handle) {
    return channel < WORD ? semacredit_release(bus, handle, UINT32_C(1) << channel)
                          : SEMACREDIT_RANGE;
}

enum semacredit_result semacredit_release(const struct semacredit_bus *bus, uint32_t handle,
                                          uint32_t channels) {
    struct semacredit_block block;
    struct access access = probe(bus, &block);
    need(&access, fits(channels, block.channels) && fits(handle, block.handle_bits),
         SEMACREDIT_RANGE);
    for (unsigned c = 0; c < block.channels; c++)
        if (channels >> c & 1)
            write_one(&access, SEMACREDIT_SEND, c << SEMACREDIT_SEND_CHANNEL_LOW | handle);
    return access.result;
}

enum semacredit_result semacredit_flush_lane(const struct semacredit_bus *bus, unsigned lane) {
    struct semacredit_block block;
    struct access access = probe(bus, &block);
    need(&access, lane < block.lanes, SEMACREDIT_RANGE);
    write_one(&access, SEMACREDIT_FLUSH, lane);
    return access.result;
}

enum semacredit_result semacredit_flush_tags(const struct semacredit_bus *bus, uint32_t tag,
                                             uint32_t mask) {
    enum { TAGS = 64 };
    struct access access = identify(bus);
    write_one(&access, SEMACREDIT_FLUSH_TAG, tag);
    write_one(&access, SEMACREDIT_FLUSH_MASK, mask);
    write_one(&access, SEMACREDIT_FLUSH, TAGS);
    return access.result;
}

enum semacredit_result semacredit_message_now(const struct semacredit_bus *bus) {
    return write_known(bus, SEMACREDIT_MESSAGE_NOW, 1, 1);
}

// Is there such a word of ids, and has it these bits?
static struct access probe_ids(const struct semacredit_bus *bus, unsigned word, uint32_t ids) {
    struct semacredit_block block;
    struct access access = probe(bus, &block);
    need(&access, word < (block.depth + WORD - 1) / WORD && fits(ids, block.depth),
         SEMACREDIT_RANGE);
    return access;
}

enum semacredit_result semacredit_parked_read(const struct semacredit_bus *bus, unsigned word,
                                              uint32_t *ids) {
    struct access access = probe_ids(bus, word, 0);
    *ids = read_one(&access, SEMACREDIT_PARKED + 4 * word);
    return access.result;
}

enum semacredit_result semacredit_unpark(const struct semacredit_bus *bus, unsigned word,
                                         uint32_t ids) {
    struct access access = probe_ids(bus, word, ids);
    write_one(&access, SEMACREDIT_PARKED + 4 * word, ids);
    return access.result;
}

// ---- errors

// Bits that come meanwhile are not among those that are cleared; an info stays while its bit does.
enum semacredit_result semacredit_errors_take(const struct semacredit_bus *bus,
                                              struct semacredit_errors *errors) {
    struct access access = identify(bus);
    errors->bits = read_one(&access, SEMACREDIT_ERRORS);
    for (unsigned b = 0; b < SEMACREDIT_ERROR_INFO_MEMBERS; b++)
        errors->info[b] =
            errors->bits >> b & 1 ? read_one(&access, SEMACREDIT_ERROR_INFO + 4 * b) : 0;
    if (errors->bits != 0)
        write_one(&access, SEMACREDIT_ERRORS, errors->bits);
    return access.result;
}
