#include "csim/golden/demand.h"

#define COUNTER_MAX ((UINT64_C(1) << COUNTER_BITS) - 1)
#define WINDOW_MAX  (COUNTER_MAX - 1)

static uint32_t saturate(uint64_t value, uint64_t most) {
    return (uint32_t)(value < most ? value : most);
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
    for (unsigned class = 0; class < CLASSES; class ++) {
        registers->window_floor[class] = 1;
        registers->window_ceiling[class] = WINDOW_MAX;
    }
    for (unsigned bit = 0; bit < MAP_MASKS; bit++)
        registers->map_mask[bit] = UINT64_C(1) << (MAP_SHIFT_RESET + bit) |
                                   UINT64_C(1) << (MAP_SHIFT_RESET + bit + MAP_MASKS);
    for (unsigned lane = 0; lane < HBM_LANES; lane++)
        registers->window[lane] = saturate(WINDOW_HBM_RESET, WINDOW_MAX);
    registers->window[ATOMIC_LANE] = saturate(WINDOW_ATOMIC_RESET, WINDOW_MAX);
    registers->window[RESPONSE_LANE] = saturate(WINDOW_RESPONSE_RESET, WINDOW_MAX);
    for (unsigned lane = 0; lane < LANES; lane++)
        registers->multiplier[lane] = MULTIPLIER_ONE;
    for (unsigned opcode = OP_FETCH_ADD; opcode <= OP_FETCH_MAX; opcode++)
        registers->atomic_service[opcode] = ATOMIC_SERVICE_RESET;
}

static bool write_lane(struct registers *registers, unsigned word, uint32_t data) {
    if (word < CONFIG_WINDOW + LANES) {
        registers->window[word - CONFIG_WINDOW] = saturate(data & COUNTER_MAX, WINDOW_MAX);
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

bool grant_rule_write(struct grant_rule *rule, unsigned word, uint32_t data) {
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

uint8_t demand_partition(const struct registers *registers, uint64_t address) {
    unsigned index = 0;

    for (unsigned bit = 0; bit < MAP_MASKS; bit++)
        index |= (unsigned)__builtin_parityll(address & registers->map_mask[bit]) << bit;
    return (uint8_t)(index < HBM_LANES ? index : index - HBM_LANES);
}

// What an opcode uses; none of it: unknown.
enum { HBM_LENGTH = 1, HBM_RESPONSE = 2, ATOMIC = 4, RESPONSE = 8, RESPONSE_IF_ANY = 16 };
#define ATOMIC_USES (ATOMIC | RESPONSE_IF_ANY)
static const uint8_t opcode_uses[OPCODES] = {
    [OP_WRITE] = HBM_LENGTH,      [OP_READ] = HBM_RESPONSE | RESPONSE,
    [OP_NOTIFY] = HBM_LENGTH,     [OP_FETCH_ADD] = ATOMIC_USES,
    [OP_SWAP] = ATOMIC_USES,      [OP_COMPARE_SWAP] = ATOMIC_USES,
    [OP_FETCH_AND] = ATOMIC_USES, [OP_FETCH_OR] = ATOMIC_USES,
    [OP_FETCH_XOR] = ATOMIC_USES, [OP_FETCH_MIN] = ATOMIC_USES,
    [OP_FETCH_MAX] = ATOMIC_USES,
};

void demand_estimate(const struct registers *registers, uint8_t opcode, uint64_t address,
                     uint32_t length, uint32_t response_length, struct raw_demand *raw) {
    const unsigned uses = opcode < OPCODES ? opcode_uses[opcode] : 0;
    const unsigned if_any = response_length > 0 ? RESPONSE | RESPONSE_IF_ANY : RESPONSE;
    const bool responds = (uses & if_any) != 0;
    const uint64_t response = ((uint64_t)registers->response_fixed << RECIPROCAL_FRACTION) +
                              (uint64_t)response_length * registers->response_reciprocal;

    raw->response = response & -(uint64_t)responds;
    raw->hbm = (uses & HBM_LENGTH ? length : 0) | (uses & HBM_RESPONSE ? response_length : 0);
    raw->atomic = uses & ATOMIC ? registers->atomic_service[opcode] : 0;
    raw->lane = demand_partition(registers, address);
    raw->known = uses != 0;
}

uint16_t demand_service(const struct registers *registers, const struct raw_demand *raw,
                        enum resource_class resource) {
    const uint64_t half = UINT64_C(1) << (RECIPROCAL_FRACTION - 1);
    const uint64_t service =
        resource == CLASS_HBM
            ? ((uint64_t)raw->hbm * registers->hbm_reciprocal + half) >> RECIPROCAL_FRACTION
        : resource == CLASS_ATOMIC ? raw->atomic
                                   : (raw->response + half) >> RECIPROCAL_FRACTION;
    return (uint16_t)saturate(service, SERVICE_UNKNOWN);
}

static uint64_t multiplier_value(uint16_t word) {
    return word & MULTIPLIER_ENABLE ? word & ((1u << MULTIPLIER_BITS) - 1) : MULTIPLIER_ONE;
}

// The one rounding point: ceil(product / 2^shift), saturated. The widest product, of the response,
// has 49 + 14 bits, so nothing is lost before it.
static uint32_t round_up(uint64_t product, unsigned shift) {
    const uint64_t part = product & ((UINT64_C(1) << shift) - 1);

    return saturate((product >> shift) + (part != 0), COUNTER_MAX);
}

// Nothing to scale by, as after reset: only the response has fraction bits to round.
static bool is_unscaled(const struct registers *registers, unsigned lane) {
    const uint16_t *const word = registers->multiplier;
    const unsigned enabled =
        (word[lane] | word[ATOMIC_LANE] | word[RESPONSE_LANE]) & MULTIPLIER_ENABLE;

    return (enabled | registers->quantum_hbm | registers->quantum_time) == 0;
}

void demand_scale(const struct registers *registers, const struct raw_demand *raw,
                  struct demand *demand) {
    const uint16_t *const word = registers->multiplier;
    uint32_t hbm = raw->hbm, atomic = raw->atomic, response;

    if (is_unscaled(registers, raw->lane)) {
        response = round_up(raw->response, RECIPROCAL_FRACTION);
    } else {
        const unsigned time_shift = MULTIPLIER_FRACTION + registers->quantum_time;
        hbm = round_up(hbm * multiplier_value(word[raw->lane]),
                       MULTIPLIER_FRACTION + registers->quantum_hbm);
        atomic = round_up(atomic * multiplier_value(word[ATOMIC_LANE]), time_shift);
        response = round_up(raw->response * multiplier_value(word[RESPONSE_LANE]),
                            time_shift + RECIPROCAL_FRACTION);
    }
    demand->amount[CLASS_HBM] = hbm;
    demand->amount[CLASS_ATOMIC] = atomic;
    demand->amount[CLASS_RESPONSE] = response;
    demand->lane = hbm ? raw->lane : 0;
    demand->mask =
        (uint16_t)((unsigned)(hbm != 0) << demand->lane | (unsigned)(atomic != 0) << ATOMIC_LANE |
                   (unsigned)(response != 0) << RESPONSE_LANE);
}
