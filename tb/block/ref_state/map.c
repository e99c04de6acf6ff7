#include "tb/block/ref_state/map.h"

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
    static const char *const RESOURCES[] = {"HBM", "Atomic", "response"};
    char lane[FIELD_TEXT];
    const struct reg *reg = map_find(size, address);
    const unsigned element = reg ? address / 4 - reg->first : 0;
    if (!reg)
        snprintf(text, MAP_TEXT, "0x%03x (no register)", address);
    else if (reg->elements == 1)
        snprintf(text, MAP_TEXT, "%s", reg->name);
    else if (map_of_lanes(reg))
        snprintf(text, MAP_TEXT, "%s %.20s", reg->name, field_lane_name(size, element, lane));
    else if (reg->elements == 3 && reg->first != R_group_grants && reg->first != R_group_waits)
        snprintf(text, MAP_TEXT, "%s %s", reg->name, RESOURCES[element % 3]);
    else
        snprintf(text, MAP_TEXT, "%s[%u]", reg->name, element);
    return text;
}

uint32_t map_window(const struct path_size *size, unsigned lane) {
    return registers(size)[R_window + lane].reset;
}

void map_reset(struct ref_state *ref) {
    const struct reg *reg = registers(&ref->size);
    memset(ref->registers, 0, sizeof ref->registers);
    for (unsigned word = 0; word < REGISTERS; word++)
        ref->registers[word] = reg[word].reset;
}

void map_settle(struct ref_state *ref) {
    const uint32_t *reg = ref->registers;
    struct ref_settings *settings = &ref->settings;
    settings->quantum_hbm = (uint8_t)reg[SEMACREDIT_QUANTUM_HBM / 4];
    settings->quantum_time = (uint8_t)reg[SEMACREDIT_QUANTUM_TIME / 4];
    settings->response_fixed = (uint16_t)reg[SEMACREDIT_RESPONSE_FIXED / 4];
    settings->response_reciprocal = (uint16_t)reg[SEMACREDIT_RESPONSE_RECIPROCAL / 4];
    settings->hold = (uint16_t)reg[SEMACREDIT_HOLD / 4];
    settings->bound = (uint16_t)reg[SEMACREDIT_STARVATION_BOUND / 4];
    for (unsigned lane = 0; lane < path_lanes(&ref->size); lane++)
        settings->threshold[lane] =
            reg[SEMACREDIT_MESSAGE_THRESHOLD / 4 + lane_kind(&ref->size, lane)];
    for (unsigned kind = 0; kind < 3; kind++)
        settings->limits.holders[kind] = reg[SEMACREDIT_HOLDER_LIMIT / 4 + kind];
    settings->limits.floor = reg[SEMACREDIT_TABLE_FLOOR / 4];
    settings->limits.split = reg[SEMACREDIT_RESPONSE_SPLIT / 4];
    settings->small_limit = reg[SEMACREDIT_SMALL_LIMIT / 4];
    for (unsigned i = 0; i < 8; i++)
        settings->atomic_service[i] = (uint16_t)reg[SEMACREDIT_ATOMIC_SERVICE / 4 + i];
}

uint32_t ref_in_force(const struct ref_state *ref, uint32_t window, uint32_t multiplier) {
    const uint64_t quotient = (uint64_t)window * 4096 / (multiplier ? multiplier : 1);
    const uint64_t most = (UINT64_C(1) << ref->size.cnt_w) - 2;
    return window == 0 ? 0 : quotient == 0 ? 1 : (uint32_t)(quotient < most ? quotient : most);
}

static struct ref_value exactly(uint32_t value) {
    return (struct ref_value){value, value, value};
}

// A register of status.
static struct ref_value status(const struct ref_state *ref, unsigned address) {
    const struct ref_counts *counts = &ref->counts;
    const struct path_size *const size = &ref->size;
    const struct {
        uint16_t address;
        uint32_t value;
    } known[] = {{SEMACREDIT_GRANTS, counts->grants},
                 {SEMACREDIT_REJECTS, counts->rejects},
                 {SEMACREDIT_FLUSHED, counts->flushed},
                 {SEMACREDIT_REPEATS, counts->repeats},
                 {SEMACREDIT_FREES, counts->frees},
                 {SEMACREDIT_RETURNS, counts->returns[0]},
                 {SEMACREDIT_RETURNS + 4, counts->returns[1]},
                 {SEMACREDIT_RETURNS + 8, counts->returns[2]},
                 {SEMACREDIT_STRAYS, counts->strays},
                 {SEMACREDIT_LATES, counts->lates},
                 {SEMACREDIT_MESSAGES, counts->messages},
                 {SEMACREDIT_HELD, ref->held_count},
                 {SEMACREDIT_HELD_MAX, ref->held_max},
                 {SEMACREDIT_WAITING, ref->taken},
                 {SEMACREDIT_ERRORS, ref->errors},
                 {SEMACREDIT_IDENTITY, 0x5ec0a001},
                 {SEMACREDIT_SIZES, size->hbm + ((uint32_t)size->atomic << 8) +
                                        ((uint32_t)size->response << 12) +
                                        ((uint32_t)size->cnt_w << 16) + (path_id_w(size) << 24)},
                 {SEMACREDIT_MORE_SIZES,
                  size->slots + ((uint32_t)size->tag_w << 8) + ((uint32_t)size->gen_w << 16) +
                      ((uint32_t)size->age_w << 20) + ((uint32_t)size->wire_w << 25)}};
    for (unsigned i = 0; i < sizeof known / sizeof *known; i++)
        if (known[i].address == address)
            return exactly(known[i].value);
    return exactly(ref->learn.moves); // `calibrations`
}

// Flags are in force from the clock after the grant commits up to the one before the return does.
static struct ref_value holder(const struct ref_state *ref, unsigned address) {
    const struct ref_held *held = &ref->held[ref->registers[SEMACREDIT_HOLDER / 4]];
    const struct ref_past *past = ref_past(ref, 2);
    if (!held->held || held->clock == ref->clock)
        return exactly(0);
    if (address == SEMACREDIT_HOLDER_TAG)
        return exactly((uint32_t)held->tag);
    const uint64_t age = ref_since(held->now, ref->in->now) / 1024;
    if (address == SEMACREDIT_HOLDER_AGE)
        return exactly(age < UINT16_MAX ? (uint32_t)age : UINT16_MAX);
    uint32_t owes = held->owes;
    CHANNELS_EACH (k, past->taken_up)
        if (past->handle[k] == held->handle && held->clock + 2 <= ref->clock &&
            ref_owes(ref, held, k, 2))
            owes &= ~(1u << k);
    return exactly(UINT32_C(1) << 31 | owes << 20 | held->handle);
}

// 7.1 and 7.2, of 32 lanes: as of the clock in which the unit took the lane, which is known once it
// must have done so since multiplier and limits moved. Of a lane that it never took: 0.
static struct ref_value limited(const struct ref_state *ref, unsigned word, uint32_t bits) {
    const struct ref_learn *const learn = &ref->learn;
    const unsigned lanes = path_lanes(&ref->size);
    const uint64_t settles = 3 * (lanes + 2u) * (ref->size.cnt_w + 33u);
    uint32_t value = 0;
    if (ref->bus.performed || learn->owed || learn->limits_at + settles > ref->clock)
        return (struct ref_value){0, bits, 0};
    for (unsigned lane = 32 * word; lane < lanes && lane < 32 * word + 32; lane++) {
        const uint32_t multiplier = ref->registers[R_multiplier + lane];
        const bool stands = multiplier <= ref->registers[R_multiplier_min] ||
                            multiplier >= ref->registers[R_multiplier_max];
        if (learn->moved_at[lane] + settles > ref->clock ||
            learn->asked_at[lane] + settles > ref->clock)
            return (struct ref_value){0, bits, 0};
        value |= (uint32_t)(stands && learn->taken >> lane & 1) << lane % 32;
    }
    return exactly(value);
}

struct ref_value ref_register(const struct ref_state *ref, unsigned address) {
    const unsigned lane = address % 256 / 4;
    const struct reg *reg = map_find(&ref->size, address);
    if (address >= SEMACREDIT_HOLDER_STATE && address <= SEMACREDIT_HOLDER_AGE)
        return holder(ref, address);
    if (reg->first == R_lane_returns || address >= SEMACREDIT_HOLDER_CLOCKS)
        return exactly(ref->telemetry.shown && ref->clock >= ref->telemetry.shown
                           ? ref->captured[(address - REF_CAPTURED) / 4]
                           : 0);
    if (map_stays(reg)) {
        struct ref_value value = exactly(ref->registers[address / 4]);
        // A write of it that is not answered may be in force, or not.
        if (ref->bus.performed && ref->bus.address == address && reg->first != R_multiplier)
            value.other = ref->bus.data - (reg->first == R_window && ref->bus.data == reg->bits);
        return value;
    }
    switch (reg->first) {
    case R_in_force:
        return exactly((uint32_t)ref->window[lane]);
    case R_debt:
        return exactly((uint32_t)(((int64_t)ref->debt[lane] - ref->extra[lane]) &
                                  (int64_t)(UINT32_MAX >> (32 - ref->size.cnt_w))));
    case R_credit:
        return exactly(ref->credit_before[lane]); // without what commits in this clock
    case R_denials:
        return exactly(ref->counts.denials[lane]);
    case R_parked:
        return exactly(ref->parked[lane]);
    case R_multiplier_limited:
        return limited(ref, address / 4 - reg->first, reg->bits);
    case R_error_info:
        return exactly(ref->info[address / 4 - reg->first]);
    default:
        return status(ref, address);
    }
}
