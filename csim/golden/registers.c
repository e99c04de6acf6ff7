#include "csim/golden/registers.h"

#define WINDOW_MAX (COUNTER_MAX - 1)

static uint32_t saturate(uint64_t value) {
    return (uint32_t)(value < WINDOW_MAX ? value : WINDOW_MAX);
}

void registers_reset(struct registers *registers, unsigned depth) {
    *registers = (struct registers){
        .response_fixed = RESPONSE_FIXED_RESET,
        .response_reciprocal = RESPONSE_RECIPROCAL_RESET,
        .command_limit = (uint16_t)(depth < COMMAND_LIMIT_RESET ? depth : COMMAND_LIMIT_RESET),
        .hbm_reciprocal = HBM_RECIPROCAL_RESET,
        .multiplier_min = MULTIPLIER_MIN_RESET,
        .multiplier_max = MULTIPLIER_MAX_RESET,
        .clock_quanta = CLOCK_QUANTA_RESET,
    };
    for (unsigned resource = 0; resource < CLASSES; resource++) {
        registers->window_floor[resource] = 1;
        registers->window_ceiling[resource] = WINDOW_MAX;
    }
    for (unsigned bit = 0; bit < MAP_MASKS; bit++)
        registers->map_mask[bit] = UINT64_C(1) << (MAP_SHIFT_RESET + bit) |
                                   UINT64_C(1) << (MAP_SHIFT_RESET + bit + MAP_MASKS);
    for (unsigned lane = 0; lane < HBM_LANES; lane++)
        registers->window[lane] = saturate(WINDOW_HBM_RESET);
    registers->window[ATOMIC_LANE] = saturate(WINDOW_ATOMIC_RESET);
    registers->window[RESPONSE_LANE] = saturate(WINDOW_RESPONSE_RESET);
    for (unsigned lane = 0; lane < LANES; lane++)
        registers->multiplier[lane] = MULTIPLIER_ONE;
    for (unsigned opcode = OP_FETCH_ADD; opcode <= OP_FETCH_MAX; opcode++)
        registers->atomic_service[opcode] = ATOMIC_SERVICE_RESET;
}

static bool write_lane(struct registers *registers, unsigned word, uint32_t data) {
    if (word < CONFIG_WINDOW + LANES) {
        registers->window[word - CONFIG_WINDOW] = saturate(data & COUNTER_MAX);
        return true;
    }
    if (word >= CONFIG_MULTIPLIER && word < CONFIG_MULTIPLIER + LANES) {
        registers->multiplier[word - CONFIG_MULTIPLIER] = (uint16_t)data;
        return true;
    }
    return false;
}

static bool write_map_mask(struct registers *registers, unsigned word, uint32_t data) {
    if (word < CONFIG_MAP_MASK || word >= CONFIG_MAP_MASK + 2 * MAP_MASKS)
        return false;
    uint64_t *const mask = &registers->map_mask[(word - CONFIG_MAP_MASK) / 2];
    if (word & 1)
        *mask = (*mask & UINT32_MAX) | (uint64_t)data << 32;
    else
        *mask = (*mask & ~(uint64_t)UINT32_MAX) | data;
    return true;
}

static bool write_autotune(struct registers *registers, unsigned word, uint32_t data) {
    uint64_t *const enable = &registers->autotune_enable;

    switch (word) {
    case CONFIG_AUTOTUNE_ENABLE:
        *enable = (*enable & ~(uint64_t)UINT32_MAX) | data;
        return true;
    case CONFIG_AUTOTUNE_ENABLE + 1:
        *enable = (*enable & UINT32_MAX) | (uint64_t)data << 32;
        return true;
    case CONFIG_AUTOTUNE_INTERVAL:
        registers->autotune_interval = data & ((1u << AUTOTUNE_INTERVAL_BITS) - 1);
        return true;
    case CONFIG_CLOCK_QUANTA:
        registers->clock_quanta = (uint16_t)data;
        return true;
    default:
        break;
    }
    if (word - CONFIG_WINDOW_FLOOR < CLASSES)
        registers->window_floor[word - CONFIG_WINDOW_FLOOR] = data & COUNTER_MAX;
    else if (word - CONFIG_WINDOW_CEILING < CLASSES)
        registers->window_ceiling[word - CONFIG_WINDOW_CEILING] = data & COUNTER_MAX;
    else
        return false;
    return true;
}

static bool grant_rule_write(struct grant_rule *rule, unsigned word, uint32_t data) {
    switch (word) {
    case CONFIG_GRANT_INTERVAL:
        rule->interval = data & ((1u << GRANT_INTERVAL_BITS) - 1);
        return true;
    case CONFIG_GRANT_THRESHOLD_HBM:
        rule->threshold_hbm = data & COUNTER_MAX;
        return true;
    case CONFIG_GRANT_THRESHOLD_TIME:
        rule->threshold_time = data & COUNTER_MAX;
        return true;
    default:
        return false;
    }
}

bool registers_write(struct registers *registers, unsigned depth, unsigned word, uint32_t data) {
    const uint8_t quantum = (uint8_t)(data & ((1 << QUANTUM_BITS) - 1));
    const uint16_t multiplier = (uint16_t)(data & ((1 << MULTIPLIER_BITS) - 1));

    switch (word) {
    case CONFIG_RESPONSE_FIXED:
        registers->response_fixed = (uint16_t)data;
        return true;
    case CONFIG_RESPONSE_RECIPROCAL:
        registers->response_reciprocal = (uint16_t)data;
        return true;
    case CONFIG_COMMAND_LIMIT:
        registers->command_limit = (uint16_t)(data & (2 * depth - 1));
        return true;
    case CONFIG_QUANTUM_HBM:
        registers->quantum_hbm = quantum;
        return true;
    case CONFIG_QUANTUM_TIME:
        registers->quantum_time = quantum;
        return true;
    case CONFIG_STARVATION_BOUND:
        registers->starvation_bound = (uint16_t)data;
        return true;
    case CONFIG_HBM_RECIPROCAL:
        registers->hbm_reciprocal = (uint16_t)data;
        return true;
    case CONFIG_MULTIPLIER_MIN:
        registers->multiplier_min = multiplier;
        return true;
    case CONFIG_MULTIPLIER_MAX:
        registers->multiplier_max = multiplier;
        return true;
    default:
        break;
    }
    if (word >= CONFIG_ATOMIC_SERVICE + OP_FETCH_ADD &&
        word <= CONFIG_ATOMIC_SERVICE + OP_FETCH_MAX) {
        registers->atomic_service[word - CONFIG_ATOMIC_SERVICE] = (uint16_t)data;
        return true;
    }
    return write_lane(registers, word, data) || write_map_mask(registers, word, data) ||
           write_autotune(registers, word, data) || grant_rule_write(&registers->grant, word, data);
}

// A family of registers as an array; the reader finds a word in one of them.
static bool read_member(unsigned word, unsigned first, unsigned count, const uint32_t *values,
                        uint32_t *value) {
    if (word - first >= count) // wraps below the first
        return false;
    *value = values[word - first];
    return true;
}

static bool read_member_16(unsigned word, unsigned first, unsigned count, const uint16_t *values,
                           uint32_t *value) {
    if (word - first >= count)
        return false;
    *value = values[word - first];
    return true;
}

static bool read_map_mask(const struct registers *registers, unsigned word, uint32_t *value) {
    const unsigned half = word - CONFIG_MAP_MASK;

    if (half >= 2 * MAP_MASKS)
        return false;
    *value = (uint32_t)(registers->map_mask[half / 2] >> (half % 2 ? 32 : 0));
    return true;
}

bool registers_read(const struct registers *registers, unsigned word, uint32_t *value) {
    const struct {
        unsigned word;
        uint32_t value;
    } single[] = {
        {CONFIG_RESPONSE_FIXED, registers->response_fixed},
        {CONFIG_RESPONSE_RECIPROCAL, registers->response_reciprocal},
        {CONFIG_COMMAND_LIMIT, registers->command_limit},
        {CONFIG_QUANTUM_HBM, registers->quantum_hbm},
        {CONFIG_QUANTUM_TIME, registers->quantum_time},
        {CONFIG_GRANT_INTERVAL, registers->grant.interval},
        {CONFIG_GRANT_THRESHOLD_HBM, registers->grant.threshold_hbm},
        {CONFIG_GRANT_THRESHOLD_TIME, registers->grant.threshold_time},
        {CONFIG_STARVATION_BOUND, registers->starvation_bound},
        {CONFIG_HBM_RECIPROCAL, registers->hbm_reciprocal},
        {CONFIG_MULTIPLIER_MIN, registers->multiplier_min},
        {CONFIG_MULTIPLIER_MAX, registers->multiplier_max},
        {CONFIG_AUTOTUNE_ENABLE, (uint32_t)registers->autotune_enable},
        {CONFIG_AUTOTUNE_ENABLE + 1, (uint32_t)(registers->autotune_enable >> 32)},
        {CONFIG_AUTOTUNE_INTERVAL, registers->autotune_interval},
        {CONFIG_CLOCK_QUANTA, registers->clock_quanta},
    };

    for (unsigned i = 0; i < sizeof single / sizeof *single; i++)
        if (word == single[i].word) {
            *value = single[i].value;
            return true;
        }
    return read_member(word, CONFIG_WINDOW, LANES, registers->window, value) ||
           read_member_16(word, CONFIG_MULTIPLIER, LANES, registers->multiplier, value) ||
           read_member_16(word, CONFIG_ATOMIC_SERVICE + OP_FETCH_ADD, OPCODES - OP_FETCH_ADD,
                          registers->atomic_service + OP_FETCH_ADD, value) ||
           read_map_mask(registers, word, value) ||
           read_member(word, CONFIG_WINDOW_FLOOR, CLASSES, registers->window_floor, value) ||
           read_member(word, CONFIG_WINDOW_CEILING, CLASSES, registers->window_ceiling, value);
}
