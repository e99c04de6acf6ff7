// SPDX-License-Identifier: Apache-2.0
#include "semacredit_driver.h"

#include <stddef.h>

// Registers and the members of a struct that they are, all of uint32_t.
struct row {
    uint16_t address;
    uint16_t count;
    size_t place; // of the first, counted in uint32_t
};
#define MEMBERS(name, count, type, member)                                                         \
    { SEMACREDIT_##name, count, offsetof(struct type, member) / sizeof(uint32_t) }
#define FAMILY(name, type, member) MEMBERS(name, SEMACREDIT_##name##_MEMBERS, type, member)
#define ROW(name, type, member)    MEMBERS(name, 1, type, member)
#define ROWS(table)                (sizeof(table) / sizeof *(table))

// In this order each is legal by those before it, if `reset_rows` were.
static const struct row setup_rows[] = {
    ROW(QUANTUM_HBM, semacredit_setup, quantum_hbm),
    ROW(QUANTUM_TIME, semacredit_setup, quantum_time),
    ROW(SMALL_LIMIT, semacredit_setup, small_limit),
    FAMILY(ATOMIC_SERVICE, semacredit_setup, atomic_service),
    ROW(RESPONSE_FIXED, semacredit_setup, response_fixed),
    ROW(RESPONSE_RECIPROCAL, semacredit_setup, response_reciprocal),
    ROW(HBM_RECIPROCAL, semacredit_setup, hbm_reciprocal),
    ROW(CLOCK_QUANTA, semacredit_setup, clock_quanta),
    FAMILY(WINDOW, semacredit_setup, window),
    FAMILY(CEILING, semacredit_setup, ceiling),
    FAMILY(FLOOR, semacredit_setup, floor),
    ROW(MULTIPLIER_MAX, semacredit_setup, multiplier_max),
    ROW(MULTIPLIER_MIN, semacredit_setup, multiplier_min),
    ROW(TUNE_INTERVAL, semacredit_setup, tune_interval),
    ROW(COMMAND_LIMIT, semacredit_setup, command_limit),
    FAMILY(HOLDER_LIMIT, semacredit_setup, holder_limit),
    ROW(TABLE_FLOOR, semacredit_setup, table_floor),
    ROW(RESPONSE_SPLIT, semacredit_setup, response_split),
    ROW(STARVATION_BOUND, semacredit_setup, starvation_bound),
    ROW(HOLD, semacredit_setup, hold),
    ROW(AGE_LIMIT, semacredit_setup, age_limit),
    ROW(MESSAGE_INTERVAL, semacredit_setup, message_interval),
    FAMILY(MESSAGE_THRESHOLD, semacredit_setup, message_threshold),
    ROW(MESSAGE_REPEAT, semacredit_setup, message_repeat),
    FAMILY(CALIBRATE_ENABLE, semacredit_setup, calibrate_enable),
    FAMILY(TUNE_ENABLE, semacredit_setup, tune_enable),
};

// Written first, from a setup that is all 0 but multiplier_min: what would refuse some of them.
static const struct row reset_rows[] = {
    FAMILY(TUNE_ENABLE, semacredit_setup, tune_enable),
    FAMILY(CALIBRATE_ENABLE, semacredit_setup, calibrate_enable),
    FAMILY(MESSAGE_THRESHOLD, semacredit_setup, message_threshold),
    FAMILY(FLOOR, semacredit_setup, floor),
    ROW(MULTIPLIER_MIN, semacredit_setup, multiplier_min),
};

static const struct row status_rows[] = {
    ROW(GRANTS, semacredit_status, grants),      ROW(REJECTS, semacredit_status, rejects),
    ROW(REPEATS, semacredit_status, repeats),    ROW(FREES, semacredit_status, frees),
    ROW(STRAYS, semacredit_status, strays),      ROW(LATES, semacredit_status, lates),
    ROW(MESSAGES, semacredit_status, messages),  ROW(CALIBRATIONS, semacredit_status, calibrations),
    FAMILY(RETURNS, semacredit_status, returns), ROW(HELD, semacredit_status, held),
    ROW(HELD_MAX, semacredit_status, held_max),  ROW(WAITING, semacredit_status, waiting),
};

static enum semacredit_result read_one(const struct semacredit_bus *bus, uint32_t address,
                                       uint32_t *value) {
    return bus->read(bus->context, address, value) ? SEMACREDIT_OK : SEMACREDIT_BUS;
}

static enum semacredit_result write_one(const struct semacredit_bus *bus, uint32_t address,
                                        uint32_t value) {
    return bus->write(bus->context, address, value) ? SEMACREDIT_OK : SEMACREDIT_BUS;
}

// Every register of the rows, until one fails.
static enum semacredit_result read_rows(const struct semacredit_bus *bus, const struct row *rows,
                                        size_t count, uint32_t *values) {
    enum semacredit_result result = SEMACREDIT_OK;
    for (const struct row *row = rows; row < rows + count; row++)
        for (unsigned i = 0; result == SEMACREDIT_OK && i < row->count; i++)
            result = read_one(bus, row->address + 4u * i, &values[row->place + i]);
    return result;
}

static enum semacredit_result write_rows(const struct semacredit_bus *bus, const struct row *rows,
                                         size_t count, const uint32_t *values) {
    enum semacredit_result result = SEMACREDIT_OK;
    for (const struct row *row = rows; row < rows + count; row++)
        for (unsigned i = 0; result == SEMACREDIT_OK && i < row->count; i++)
            result = write_one(bus, row->address + 4u * i, values[row->place + i]);
    return result;
}

enum semacredit_result semacredit_setup_read(const struct semacredit_bus *bus,
                                             struct semacredit_setup *setup) {
    return read_rows(bus, setup_rows, ROWS(setup_rows), (uint32_t *)setup);
}

// It agrees with itself (rtl/spec/registers.md, 9.2), and lets something be granted.
static bool agrees(const struct semacredit_setup *setup) {
    uint32_t thresholds = 0, tuned = 0;
    for (unsigned k = 0; k < SEMACREDIT_CLASSES; k++) {
        if (setup->floor[k] > setup->ceiling[k] || setup->holder_limit[k] == 0)
            return false;
        thresholds |= setup->message_threshold[k];
    }
    for (unsigned i = 0; i < SEMACREDIT_TUNE_ENABLE_MEMBERS; i++)
        tuned |= setup->tune_enable[i];
    return (thresholds == 0 || setup->message_interval != 0) &&
           (tuned == 0 || setup->clock_quanta != 0) && setup->multiplier_min != 0 &&
           setup->multiplier_min <= setup->multiplier_max && setup->command_limit != 0 &&
           setup->command_limit <= SEMACREDIT_DEPTH;
}

enum semacredit_result semacredit_init(const struct semacredit_bus *bus,
                                       const struct semacredit_setup *setup) {
    const struct semacredit_setup reset = {.multiplier_min = 1};
    if (!agrees(setup))
        return SEMACREDIT_RANGE;
    const enum semacredit_result result =
        write_rows(bus, reset_rows, ROWS(reset_rows), (const uint32_t *)&reset);
    if (result != SEMACREDIT_OK)
        return result;
    return write_rows(bus, setup_rows, ROWS(setup_rows), (const uint32_t *)setup);
}

enum semacredit_result semacredit_window_write(const struct semacredit_bus *bus, unsigned lane,
                                               uint32_t window) {
    if (lane >= SEMACREDIT_LANES)
        return SEMACREDIT_RANGE;
    return write_one(bus, SEMACREDIT_WINDOW + 4 * lane, window);
}

enum semacredit_result semacredit_multiplier_write(const struct semacredit_bus *bus, unsigned lane,
                                                   uint32_t multiplier) {
    if (lane >= SEMACREDIT_LANES || multiplier == 0)
        return SEMACREDIT_RANGE;
    return write_one(bus, SEMACREDIT_MULTIPLIER + 4 * lane, multiplier);
}

enum semacredit_result semacredit_status_read(const struct semacredit_bus *bus,
                                              struct semacredit_status *status) {
    const enum semacredit_result result =
        read_rows(bus, status_rows, ROWS(status_rows), (uint32_t *)status);
    if (result != SEMACREDIT_OK)
        return result;
    return read_one(bus, SEMACREDIT_DENIALS + 4 * SEMACREDIT_LANES, &status->denials_table);
}

enum semacredit_result semacredit_lane_read(const struct semacredit_bus *bus, unsigned lane,
                                            struct semacredit_lane_status *status) {
    static const struct row rows[] = {
        ROW(WINDOW, semacredit_lane_status, window),
        ROW(MULTIPLIER, semacredit_lane_status, multiplier),
        ROW(IN_FORCE, semacredit_lane_status, in_force),
        ROW(DEBT, semacredit_lane_status, debt),
        ROW(DENIALS, semacredit_lane_status, denials),
    };
    enum semacredit_result result = lane < SEMACREDIT_LANES ? SEMACREDIT_OK : SEMACREDIT_RANGE;
    for (unsigned i = 0; result == SEMACREDIT_OK && i < ROWS(rows); i++)
        result = read_one(bus, rows[i].address + 4 * lane, (uint32_t *)status + rows[i].place);
    return result;
}

// ---- reservations

static uint32_t field(uint32_t word, unsigned low, unsigned bits) {
    return word >> low & ((UINT32_C(1) << bits) - 1);
}

enum semacredit_result semacredit_holder_read(const struct semacredit_bus *bus, unsigned id,
                                              struct semacredit_holder *holder) {
    uint32_t state = 0;
    *holder = (struct semacredit_holder){0};
    if (id >= SEMACREDIT_DEPTH)
        return SEMACREDIT_RANGE;
    enum semacredit_result result = write_one(bus, SEMACREDIT_HOLDER, id);
    if (result == SEMACREDIT_OK)
        result = read_one(bus, SEMACREDIT_HOLDER_STATE, &state);
    if (result == SEMACREDIT_OK)
        result = read_one(bus, SEMACREDIT_HOLDER_TAG, &holder->tag);
    if (result == SEMACREDIT_OK)
        result = read_one(bus, SEMACREDIT_HOLDER_AGE, &holder->age);
    holder->held = field(state, SEMACREDIT_HOLDER_STATE_HELD_LOW, 1) != 0;
    holder->owed =
        field(state, SEMACREDIT_HOLDER_STATE_OWED_LOW, SEMACREDIT_HOLDER_STATE_OWED_BITS);
    holder->handle =
        field(state, SEMACREDIT_HOLDER_STATE_HANDLE_LOW, SEMACREDIT_HOLDER_STATE_HANDLE_BITS);
    return result;
}

enum semacredit_result semacredit_send(const struct semacredit_bus *bus, unsigned channel,
                                       uint32_t handle) {
    if (channel >= SEMACREDIT_CHANNELS || handle >> SEMACREDIT_SEND_HANDLE_BITS != 0)
        return SEMACREDIT_RANGE;
    return write_one(bus, SEMACREDIT_SEND, channel << SEMACREDIT_SEND_CHANNEL_LOW | handle);
}

enum semacredit_result semacredit_release(const struct semacredit_bus *bus, unsigned id) {
    struct semacredit_holder holder;
    enum semacredit_result result = semacredit_holder_read(bus, id, &holder);
    for (unsigned c = 0; result == SEMACREDIT_OK && c < SEMACREDIT_CHANNELS; c++)
        if (holder.owed >> c & 1)
            result = semacredit_send(bus, c, holder.handle);
    return result;
}

enum semacredit_result semacredit_errors_take(const struct semacredit_bus *bus,
                                              struct semacredit_errors *errors) {
    static const struct row rows[] = {
        ROW(ERRORS, semacredit_errors, bits),
        ROW(FIRST_ERROR, semacredit_errors, first),
        ROW(FIRST_ERROR_INFO, semacredit_errors, info),
    };
    const enum semacredit_result result = read_rows(bus, rows, ROWS(rows), (uint32_t *)errors);
    if (result != SEMACREDIT_OK)
        return result;
    errors->first = errors->first ? 1u << (errors->first - 1) : 0; // the register counts from 1
    return write_one(bus, SEMACREDIT_ERRORS, errors->bits);
}
