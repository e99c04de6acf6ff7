#include "tb/block/view/map.h"

#include <string.h>

#include "tb/block/fields.h"

enum { EPOCH_BITS = 2 };

// Counts and widths that a size gives.
enum { LANES = 200, LANES_AND_TABLE, CNT = 200, ID, HANDLE, LIMIT, WIRE, AGE, ENABLES };

static const struct map_register REGISTERS[] = {
    {"window", SEMACREDIT_WINDOW, LANES, CNT, MAP_BOTH, MAP_UNIT},
    {"multiplier", SEMACREDIT_MULTIPLIER, LANES, 14, MAP_BOTH, MAP_UNIT},
    {"in_force", SEMACREDIT_IN_FORCE, LANES, CNT, MAP_READ, MAP_PLAIN},
    {"debt", SEMACREDIT_DEBT, LANES, CNT, MAP_READ, MAP_PLAIN},
    {"denials", SEMACREDIT_DENIALS, LANES_AND_TABLE, 32, MAP_READ, MAP_PLAIN},
    {"atomic_service", SEMACREDIT_ATOMIC_SERVICE, 8, 16, MAP_BOTH, MAP_PLAIN},
    {"response_fixed", SEMACREDIT_RESPONSE_FIXED, 1, 16, MAP_BOTH, MAP_PLAIN},
    {"response_reciprocal", SEMACREDIT_RESPONSE_RECIPROCAL, 1, 16, MAP_BOTH, MAP_PLAIN},
    {"hbm_reciprocal", SEMACREDIT_HBM_RECIPROCAL, 1, 16, MAP_BOTH, MAP_PLAIN},
    {"command_limit", SEMACREDIT_COMMAND_LIMIT, 1, LIMIT, MAP_BOTH, MAP_UNIT},
    {"quantum_hbm", SEMACREDIT_QUANTUM_HBM, 1, 4, MAP_BOTH, MAP_STATIC},
    {"quantum_time", SEMACREDIT_QUANTUM_TIME, 1, 4, MAP_BOTH, MAP_STATIC},
    {"small_limit", SEMACREDIT_SMALL_LIMIT, 1, WIRE, MAP_BOTH, MAP_STATIC},
    {"hold", SEMACREDIT_HOLD, 1, 16, MAP_BOTH, MAP_PLAIN},
    {"starvation_bound", SEMACREDIT_STARVATION_BOUND, 1, AGE, MAP_BOTH, MAP_PLAIN},
    {"message_interval", SEMACREDIT_MESSAGE_INTERVAL, 1, 16, MAP_BOTH, MAP_PLAIN},
    {"message_threshold", SEMACREDIT_MESSAGE_THRESHOLD, 3, CNT, MAP_BOTH, MAP_PLAIN},
    {"message_repeat", SEMACREDIT_MESSAGE_REPEAT, 1, 4, MAP_BOTH, MAP_PLAIN},
    {"calibrate_enable", SEMACREDIT_CALIBRATE_ENABLE, 2, ENABLES, MAP_BOTH, MAP_PLAIN},
    {"multiplier_min", SEMACREDIT_MULTIPLIER_MIN, 1, 14, MAP_BOTH, MAP_PLAIN},
    {"multiplier_max", SEMACREDIT_MULTIPLIER_MAX, 1, 14, MAP_BOTH, MAP_PLAIN},
    {"tune_enable", SEMACREDIT_TUNE_ENABLE, 2, ENABLES, MAP_BOTH, MAP_PLAIN},
    {"tune_interval", SEMACREDIT_TUNE_INTERVAL, 1, 24, MAP_BOTH, MAP_PLAIN},
    {"clock_quanta", SEMACREDIT_CLOCK_QUANTA, 1, 16, MAP_BOTH, MAP_PLAIN},
    {"floor", SEMACREDIT_FLOOR, 3, CNT, MAP_BOTH, MAP_PLAIN},
    {"ceiling", SEMACREDIT_CEILING, 3, CNT, MAP_BOTH, MAP_PLAIN},
    {"age_limit", SEMACREDIT_AGE_LIMIT, 1, 16, MAP_BOTH, MAP_PLAIN},
    {"holder", SEMACREDIT_HOLDER, 1, ID, MAP_BOTH, MAP_PLAIN},
    {"holder_state", SEMACREDIT_HOLDER_STATE, 1, 32, MAP_READ, MAP_PLAIN},
    {"holder_tag", SEMACREDIT_HOLDER_TAG, 1, 32, MAP_READ, MAP_PLAIN},
    {"holder_age", SEMACREDIT_HOLDER_AGE, 1, 16, MAP_READ, MAP_PLAIN},
    {"send", SEMACREDIT_SEND, 1, HANDLE, MAP_WRITE, MAP_PLAIN},
    {"grants", SEMACREDIT_GRANTS, 1, 32, MAP_READ, MAP_PLAIN},
    {"rejects", SEMACREDIT_REJECTS, 1, 32, MAP_READ, MAP_PLAIN},
    {"repeats", SEMACREDIT_REPEATS, 1, 32, MAP_READ, MAP_PLAIN},
    {"frees", SEMACREDIT_FREES, 1, 32, MAP_READ, MAP_PLAIN},
    {"returns", SEMACREDIT_RETURNS, 3, 32, MAP_READ, MAP_PLAIN},
    {"strays", SEMACREDIT_STRAYS, 1, 32, MAP_READ, MAP_PLAIN},
    {"lates", SEMACREDIT_LATES, 1, 32, MAP_READ, MAP_PLAIN},
    {"messages", SEMACREDIT_MESSAGES, 1, 32, MAP_READ, MAP_PLAIN},
    {"calibrations", SEMACREDIT_CALIBRATIONS, 1, 32, MAP_READ, MAP_PLAIN},
    {"held", SEMACREDIT_HELD, 1, 32, MAP_READ, MAP_PLAIN},
    {"held_max", SEMACREDIT_HELD_MAX, 1, 32, MAP_READ, MAP_PLAIN},
    {"waiting", SEMACREDIT_WAITING, 1, 32, MAP_READ, MAP_PLAIN},
    {"errors", SEMACREDIT_ERRORS, 1, 6, MAP_CLEAR, MAP_PLAIN},
    {"first_error", SEMACREDIT_FIRST_ERROR, 1, 32, MAP_READ, MAP_PLAIN},
    {"first_error_info", SEMACREDIT_FIRST_ERROR_INFO, 1, 32, MAP_READ, MAP_PLAIN},
};

unsigned map_count(const struct path_size *size, const struct map_register *reg) {
    return reg->count == LANES             ? path_lanes(size)
           : reg->count == LANES_AND_TABLE ? path_lanes(size) + 1
                                           : reg->count;
}

const struct map_register *map_named(const char *name) {
    for (unsigned i = 0; i < sizeof REGISTERS / sizeof *REGISTERS; i++)
        if (strcmp(REGISTERS[i].name, name) == 0)
            return &REGISTERS[i];
    return NULL;
}

const struct map_register *map_find(const struct path_size *size, unsigned address,
                                    unsigned *element) {
    unsigned low = 0, high = sizeof REGISTERS / sizeof *REGISTERS; // in the order of addresses
    while (high - low > 1) {
        const unsigned middle = (low + high) / 2;
        if (REGISTERS[middle].address <= address)
            low = middle;
        else
            high = middle;
    }
    *element = (address - REGISTERS[low].address) / 4;
    return address % 4 == 0 && *element < map_count(size, &REGISTERS[low]) ? &REGISTERS[low] : NULL;
}

const char *map_name(const struct path_size *size, unsigned address, char text[MAP_TEXT]) {
    static const char *const CLASSES[] = {"HBM", "Atomic", "response"};
    char lane[FIELD_TEXT];
    unsigned element;
    const struct map_register *reg = map_find(size, address, &element);
    if (!reg)
        snprintf(text, MAP_TEXT, "0x%03x (no register)", address);
    else if (reg->count == 1)
        snprintf(text, MAP_TEXT, "%s", reg->name);
    else if (reg->count >= LANES)
        snprintf(text, MAP_TEXT, "%s %.20s", reg->name, field_lane_name(size, element, lane));
    else if (reg->count == 3)
        snprintf(text, MAP_TEXT, "%s %s", reg->name, CLASSES[element % 3]);
    else
        snprintf(text, MAP_TEXT, "%s[%u]", reg->name, element);
    return text;
}

uint32_t map_bits(const struct path_size *size, const struct map_register *reg, unsigned element) {
    unsigned width = reg->bits;
    switch (reg->bits) {
    case CNT:
        width = size->cnt_w;
        break;
    case ID:
        width = path_id_w(size);
        break;
    case HANDLE: // its channel on top
        width = EPOCH_BITS + size->gen_w + path_id_w(size);
        return UINT32_C(0xf) << 28 | ((UINT32_C(1) << width) - 1);
    case LIMIT:
        width = path_id_w(size) + 1;
        break;
    case WIRE:
        width = size->wire_w;
        break;
    case AGE:
        width = size->age_w;
        break;
    case ENABLES:
        width = path_lanes(size) < 32 * element ? 0 : path_lanes(size) - 32 * element;
        break;
    default:
        break;
    }
    return (uint32_t)((UINT64_C(1) << (width < 32 ? width : 32)) - 1);
}

static uint64_t most(const struct path_size *size) {
    return (UINT64_C(1) << size->cnt_w) - 2;
}

static uint32_t at_most(uint64_t value, uint64_t limit) {
    return (uint32_t)(value < limit ? value : limit);
}

uint32_t map_window(const struct path_size *size, unsigned lane) {
    return at_most(lane < (unsigned)size->hbm + size->atomic ? 64000 : 16000, most(size));
}

void map_reset(struct view *view) {
    static const struct {
        uint16_t address;
        uint32_t value;
    } RESET[] = {{SEMACREDIT_RESPONSE_FIXED, 320},  {SEMACREDIT_RESPONSE_RECIPROCAL, 1024},
                 {SEMACREDIT_HBM_RECIPROCAL, 164},  {SEMACREDIT_TUNE_INTERVAL, 65536},
                 {SEMACREDIT_MESSAGE_REPEAT, 3},    {SEMACREDIT_MULTIPLIER_MIN, 1024},
                 {SEMACREDIT_MULTIPLIER_MAX, 16383}};
    const struct path_size *size = &view->size;
    uint32_t *reg = view->registers;
    memset(reg, 0, sizeof view->registers);
    for (unsigned i = 0; i < sizeof RESET / sizeof *RESET; i++)
        reg[RESET[i].address / 4] = RESET[i].value;
    for (unsigned i = 0; i < 8; i++)
        reg[SEMACREDIT_ATOMIC_SERVICE / 4 + i] = 1600;
    for (unsigned lane = 0; lane < path_lanes(size); lane++) {
        reg[SEMACREDIT_WINDOW / 4 + lane] = map_window(size, lane);
        reg[SEMACREDIT_MULTIPLIER / 4 + lane] = 4096;
    }
    for (unsigned k = 0; k < 3; k++) {
        const uint64_t window = k < 2 ? 64000 : 16000;
        reg[SEMACREDIT_FLOOR / 4 + k] = at_most(window, most(size));
        reg[SEMACREDIT_CEILING / 4 + k] =
            at_most(4 * (uint64_t)at_most(window, most(size)), most(size));
    }
    reg[SEMACREDIT_COMMAND_LIMIT / 4] = size->depth;
    reg[SEMACREDIT_SMALL_LIMIT / 4] = at_most(512, (UINT64_C(1) << size->wire_w) - 1);
    reg[SEMACREDIT_STARVATION_BOUND / 4] = at_most(1024, (UINT64_C(1) << size->age_w) - 1);
}

void map_settle(struct view *view) {
    const uint32_t *reg = view->registers;
    struct view_settings *settings = &view->settings;
    settings->quantum_hbm = (uint8_t)reg[SEMACREDIT_QUANTUM_HBM / 4];
    settings->quantum_time = (uint8_t)reg[SEMACREDIT_QUANTUM_TIME / 4];
    settings->response_fixed = (uint16_t)reg[SEMACREDIT_RESPONSE_FIXED / 4];
    settings->response_reciprocal = (uint16_t)reg[SEMACREDIT_RESPONSE_RECIPROCAL / 4];
    settings->hold = (uint16_t)reg[SEMACREDIT_HOLD / 4];
    settings->bound = (uint16_t)reg[SEMACREDIT_STARVATION_BOUND / 4];
    settings->small_limit = reg[SEMACREDIT_SMALL_LIMIT / 4];
    for (unsigned i = 0; i < 8; i++)
        settings->atomic_service[i] = (uint16_t)reg[SEMACREDIT_ATOMIC_SERVICE / 4 + i];
}

uint32_t view_in_force(const struct view *view, uint32_t window, uint32_t multiplier) {
    const uint64_t quotient = (uint64_t)window * 4096 / (multiplier ? multiplier : 1);
    return window == 0 ? 0 : quotient == 0 ? 1 : at_most(quotient, most(&view->size));
}

// A register of status: false if only the block knows.
static bool status(const struct view *view, unsigned address, uint32_t *value) {
    const struct view_counts *counts = &view->counts;
    const struct {
        uint16_t address;
        uint32_t value;
    } known[] = {{SEMACREDIT_GRANTS, counts->grants},
                 {SEMACREDIT_REJECTS, counts->rejects},
                 {SEMACREDIT_REPEATS, counts->repeats},
                 {SEMACREDIT_FREES, counts->frees},
                 {SEMACREDIT_RETURNS, counts->returns[0]},
                 {SEMACREDIT_RETURNS + 4, counts->returns[1]},
                 {SEMACREDIT_RETURNS + 8, counts->returns[2]},
                 {SEMACREDIT_STRAYS, counts->strays},
                 {SEMACREDIT_LATES, counts->lates},
                 {SEMACREDIT_MESSAGES, counts->messages},
                 {SEMACREDIT_HELD, view->held_count},
                 {SEMACREDIT_HELD_MAX, view->held_max},
                 {SEMACREDIT_WAITING, view->taken}};
    for (unsigned i = 0; i < sizeof known / sizeof *known; i++)
        if (known[i].address == address) {
            *value = known[i].value;
            return true;
        }
    return false;
}

// Held and untouched for a while; its flags move a clock before its return commits.
static bool holder(const struct view *view, unsigned address, uint32_t *value) {
    const unsigned id = view->registers[SEMACREDIT_HOLDER / 4];
    const struct view_held *held = &view->held[id];
    if (address == SEMACREDIT_HOLDER_AGE || !held->held || held->clock + 8 > view->clock ||
        held->owes == 0)
        return false;
    for (unsigned ago = 0; ago < 8; ago++)
        for (unsigned k = 0; k < path_channels(&view->size); k++)
            if (view_past(view, ago)->taken_up[k] &&
                (view_past(view, ago)->handle[k] & (view->size.depth - 1u)) == id)
                return false;
    *value = address == SEMACREDIT_HOLDER_TAG
                 ? (uint32_t)held->tag
                 : UINT32_C(1) << 31 | (uint32_t)held->owes << 20 | held->handle;
    return true;
}

bool view_register(const struct view *view, unsigned address, uint32_t *value) {
    const unsigned lane = address % 256 / 4;
    unsigned element;
    const struct map_register *reg = map_find(&view->size, address, &element);
    if (!reg || reg->access == MAP_WRITE)
        return false;
    if (address >= SEMACREDIT_HOLDER_STATE && address <= SEMACREDIT_HOLDER_AGE)
        return holder(view, address, value);
    if (reg->access == MAP_BOTH) {
        *value = view->registers[address / 4];
        // A write of it that is not answered may be in force, or not.
        const bool pending = view->bus.performed && view->bus.address == address;
        return !pending && !(reg->address == SEMACREDIT_WINDOW && view->tuned >> lane & 1) &&
               !(reg->address == SEMACREDIT_MULTIPLIER && view->calibrated >> lane & 1);
    }
    switch (reg->address) {
    case SEMACREDIT_IN_FORCE:
        *value = (uint32_t)view->window[lane];
        return true;
    case SEMACREDIT_DEBT:
        *value = (uint32_t)view->debt[lane];
        return true;
    case SEMACREDIT_DENIALS:
        *value = view->counts.denials[lane];
        return true;
    case SEMACREDIT_ERRORS:
        *value = view->errors;
        return !view->written[SEMACREDIT_AGE_LIMIT / 4];
    case SEMACREDIT_FIRST_ERROR:
        *value = view->first_error;
        return !view->written[SEMACREDIT_AGE_LIMIT / 4];
    default:
        return status(view, address, value);
    }
}
