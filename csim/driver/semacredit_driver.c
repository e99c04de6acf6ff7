#include "csim/driver/semacredit_driver.h"

#include <stddef.h>

enum {
    MULTIPLIER_ENABLED = 1 << 15,
    MULTIPLIER_FROZEN = 1 << 14,
    MULTIPLIER_VALUES = 1 << 14,
};

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

// In the order of rtl/README.md: units before windows.
static const struct row setup_rows[] = {
    FAMILY(MAP_MASK, semacredit_setup, map_mask),
    FAMILY(ATOMIC_SERVICE, semacredit_setup, atomic_service),
    ROW(RESPONSE_FIXED, semacredit_setup, response_fixed),
    ROW(RESPONSE_RECIPROCAL, semacredit_setup, response_reciprocal),
    ROW(HBM_RECIPROCAL, semacredit_setup, hbm_reciprocal),
    ROW(QUANTUM_HBM, semacredit_setup, quantum_hbm),
    ROW(QUANTUM_TIME, semacredit_setup, quantum_time),
    FAMILY(WINDOW, semacredit_setup, window),
    ROW(COMMAND_LIMIT, semacredit_setup, command_limit),
    ROW(STARVATION_BOUND, semacredit_setup, starvation_bound),
};

static const struct row status_rows[] = {
    ROW(GRANTS, semacredit_status, grants),
    ROW(REJECTS, semacredit_status, rejects),
    ROW(REPEATS, semacredit_status, repeats),
    ROW(COMPLETES, semacredit_status, completes),
    ROW(CALIBRATIONS, semacredit_status, calibrations),
    ROW(MESSAGES, semacredit_status, messages),
    FAMILY(RETURNS, semacredit_status, returns),
    ROW(HELD, semacredit_status, held),
    ROW(HELD_MAX, semacredit_status, held_max),
    ROW(WAITING, semacredit_status, waiting),
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

enum semacredit_result semacredit_init(const struct semacredit_bus *bus,
                                       const struct semacredit_setup *setup) {
    for (unsigned lane = 0; lane < SEMACREDIT_LANES; lane++)
        if (setup->window[lane] == 0)
            return SEMACREDIT_RANGE;
    if (setup->command_limit == 0)
        return SEMACREDIT_RANGE;
    return write_rows(bus, setup_rows, ROWS(setup_rows), (const uint32_t *)setup);
}

enum semacredit_result semacredit_window_write(const struct semacredit_bus *bus, unsigned lane,
                                               uint32_t window) {
    if (lane >= SEMACREDIT_LANES)
        return SEMACREDIT_RANGE;
    return write_one(bus, SEMACREDIT_WINDOW + 4 * lane, window);
}

enum semacredit_result semacredit_window_read(const struct semacredit_bus *bus, unsigned lane,
                                              uint32_t *window) {
    if (lane >= SEMACREDIT_LANES)
        return SEMACREDIT_RANGE;
    return read_one(bus, SEMACREDIT_WINDOW + 4 * lane, window);
}

enum semacredit_result semacredit_multiplier_write(const struct semacredit_bus *bus, unsigned lane,
                                                   struct semacredit_multiplier multiplier) {
    uint32_t word = multiplier.value;
    if (lane >= SEMACREDIT_LANES || word >= MULTIPLIER_VALUES)
        return SEMACREDIT_RANGE;
    if (multiplier.enable)
        word |= MULTIPLIER_ENABLED;
    if (multiplier.freeze)
        word |= MULTIPLIER_FROZEN;
    return write_one(bus, SEMACREDIT_MULTIPLIER + 4 * lane, word);
}

enum semacredit_result semacredit_multiplier_read(const struct semacredit_bus *bus, unsigned lane,
                                                  struct semacredit_multiplier *multiplier) {
    uint32_t word;
    if (lane >= SEMACREDIT_LANES)
        return SEMACREDIT_RANGE;
    if (read_one(bus, SEMACREDIT_MULTIPLIER + 4 * lane, &word) != SEMACREDIT_OK)
        return SEMACREDIT_BUS;
    *multiplier = (struct semacredit_multiplier){.value = word % MULTIPLIER_VALUES,
                                                 .enable = word & MULTIPLIER_ENABLED,
                                                 .freeze = word & MULTIPLIER_FROZEN};
    return SEMACREDIT_OK;
}

enum semacredit_result semacredit_messages_write(const struct semacredit_bus *bus,
                                                 uint16_t interval, uint32_t threshold_hbm,
                                                 uint32_t threshold_time) {
    enum semacredit_result result = write_one(bus, SEMACREDIT_GRANT_THRESHOLD_HBM, threshold_hbm);
    if (result == SEMACREDIT_OK)
        result = write_one(bus, SEMACREDIT_GRANT_THRESHOLD_TIME, threshold_time);
    return result == SEMACREDIT_OK ? write_one(bus, SEMACREDIT_GRANT_INTERVAL, interval) : result;
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
        ROW(DEBT, semacredit_lane_status, debt),
        ROW(DEBT_MAX, semacredit_lane_status, debt_max),
        ROW(DENIALS, semacredit_lane_status, denials),
        ROW(BUSY, semacredit_lane_status, busy),
    };
    enum semacredit_result result = lane < SEMACREDIT_LANES ? SEMACREDIT_OK : SEMACREDIT_RANGE;
    for (unsigned i = 0; result == SEMACREDIT_OK && i < ROWS(rows); i++)
        result = read_one(bus, rows[i].address + 4 * lane, (uint32_t *)status + rows[i].place);
    return result;
}

enum semacredit_result semacredit_errors_take(const struct semacredit_bus *bus,
                                              struct semacredit_errors *errors) {
    static const struct row rows[] = {
        ROW(ERRORS, semacredit_errors, bits),
        ROW(FIRST_ERROR, semacredit_errors, first),
        ROW(FIRST_ERROR_INFO, semacredit_errors, info),
        ROW(FIRST_ERROR_TIME, semacredit_errors, time),
    };
    const enum semacredit_result result = read_rows(bus, rows, ROWS(rows), (uint32_t *)errors);
    if (result != SEMACREDIT_OK)
        return result;
    errors->first = errors->first ? 1u << (errors->first - 1) : 0; // the register counts from 1
    return write_one(bus, SEMACREDIT_ERRORS, errors->bits);
}
