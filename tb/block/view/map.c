#include "tb/block/view/map.h"

#include <string.h>

#include "tb/block/fields.h"

// Of the size that was asked for last.
static const struct reg *registers(const struct path_size *size) {
    static _Thread_local struct path_size of;
    static _Thread_local struct reg reg[REGISTERS + 1];
    if (memcmp(&of, size, sizeof of) != 0) {
        of = *size;
        memset(reg, 0, sizeof reg);
        block_lay_out(size, reg);
    }
    return reg;
}

const struct reg *map_find(const struct path_size *size, unsigned address) {
    const struct reg *reg = &registers(size)[block_register(address)];
    return reg->access == NO_ACCESS ? NULL : reg;
}

const struct reg *map_named(const struct path_size *size, const char *name) {
    const struct reg *reg = registers(size), *const end = reg + REGISTERS;
    while (reg < end && !(reg->name && strcmp(reg->name, name) == 0))
        reg++;
    return reg < end ? reg : NULL;
}

const char *map_name(const struct path_size *size, unsigned address, char text[MAP_TEXT]) {
    static const char *const CLASSES[] = {"HBM", "Atomic", "response"};
    char lane[FIELD_TEXT];
    const struct reg *reg = map_find(size, address);
    const unsigned element = reg ? address / 4 - reg->first : 0;
    if (!reg)
        snprintf(text, MAP_TEXT, "0x%03x (no register)", address);
    else if (reg->elements == 1)
        snprintf(text, MAP_TEXT, "%s", reg->name);
    else if (reg->first < R_atomic_service)
        snprintf(text, MAP_TEXT, "%s %.20s", reg->name, field_lane_name(size, element, lane));
    else if (reg->elements == 3)
        snprintf(text, MAP_TEXT, "%s %s", reg->name, CLASSES[element % 3]);
    else
        snprintf(text, MAP_TEXT, "%s[%u]", reg->name, element);
    return text;
}

uint32_t map_window(const struct path_size *size, unsigned lane) {
    return registers(size)[R_window + lane].reset;
}

void map_reset(struct view *view) {
    const struct reg *reg = registers(&view->size);
    memset(view->registers, 0, sizeof view->registers);
    for (unsigned word = 0; word < REGISTERS; word++)
        view->registers[word] = reg[word].reset;
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
    const uint64_t most = (UINT64_C(1) << view->size.cnt_w) - 2;
    return window == 0 ? 0 : quotient == 0 ? 1 : (uint32_t)(quotient < most ? quotient : most);
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
    const struct reg *reg = map_find(&view->size, address);
    if (!reg || reg->access == WRITE_ONLY)
        return false;
    if (address >= SEMACREDIT_HOLDER_STATE && address <= SEMACREDIT_HOLDER_AGE)
        return holder(view, address, value);
    if (map_stays(reg)) {
        *value = view->registers[address / 4];
        // A write of it that is not answered may be in force, or not.
        const bool pending = view->bus.performed && view->bus.address == address;
        return !pending && !(reg->first == R_window && view->tuned >> lane & 1) &&
               !(reg->first == R_multiplier && view->calibrated >> lane & 1);
    }
    switch (reg->first) {
    case R_in_force:
        *value = (uint32_t)view->window[lane];
        return true;
    case R_debt:
        *value = (uint32_t)view->debt[lane];
        return true;
    case R_denials:
        *value = view->counts.denials[lane];
        return true;
    case R_errors:
        *value = view->errors;
        return !view->written[SEMACREDIT_AGE_LIMIT / 4];
    case R_first_error:
        *value = view->first_error;
        return !view->written[SEMACREDIT_AGE_LIMIT / 4];
    default:
        return status(view, address, value);
    }
}
