#include "csim/disturbance/fault_random.h"

#include "register_map.h"

enum { MILLION = 1000000 };

void fault_random_init(struct fault_random *fault_random, uint64_t seed) {
    *fault_random =
        (struct fault_random){.rng = rng_stream(seed, RNG_FAULT_RANDOM), .next_cycle = UINT64_MAX};
}

// Gaps are uniform with the right mean: no logarithm, no floating point.
static uint64_t fault_random_gap(struct fault_random *fault_random) {
    const uint64_t mean2 = 2 * MILLION / fault_random->total;
    return mean2 > 2 ? 1 + rng_below(&fault_random->rng, mean2 - 1) : 1;
}

void fault_random_start(struct fault_random *fault_random, const uint64_t rate[FAULT_RANDOM_KINDS],
                        uint64_t cycle) {
    fault_random->kind = rng_choice(rate, FAULT_RANDOM_KINDS);
    fault_random->total = 0;
    for (unsigned k = 0; k < FAULT_RANDOM_KINDS; k++)
        fault_random->total += rate[k];
    fault_random->next_cycle =
        fault_random->total ? cycle + fault_random_gap(fault_random) : UINT64_MAX;
}

void fault_random_stop(struct fault_random *fault_random) {
    fault_random->total = 0;
    fault_random->next_cycle = UINT64_MAX;
}

void fault_random_rates(const struct config *config, uint64_t rate[FAULT_RANDOM_KINDS]) {
    rate[FAULT_RANDOM_WINDOW] = config->chaos_window;
    rate[FAULT_RANDOM_MULTIPLIER] = config->chaos_multiplier;
    rate[FAULT_RANDOM_QUANTUM] = config->chaos_quantum;
    rate[FAULT_RANDOM_LIMIT] = config->chaos_limit;
    rate[FAULT_RANDOM_GRANT] = config->chaos_grant;
    rate[FAULT_RANDOM_CALIBRATE] = config->chaos_calibrate;
    rate[FAULT_RANDOM_STARVATION] = config->chaos_starvation;
    rate[FAULT_RANDOM_AUTOTUNE] = config->chaos_autotune;
    rate[FAULT_RANDOM_REGISTER] = config->chaos_register;
    rate[FAULT_RANDOM_BUS] = config->chaos_bus;
    rate[FAULT_RANDOM_MEND] = config->chaos_mend;
    rate[FAULT_RANDOM_PAUSE] = config->chaos_pause;
    rate[FAULT_RANDOM_DUPLICATE] = config->chaos_duplicate;
    rate[FAULT_RANDOM_UNKNOWN] = config->chaos_unknown;
    rate[FAULT_RANDOM_DONE] = config->chaos_done;
    rate[FAULT_RANDOM_RESET] = config->chaos_reset;
}

enum fault_random_kind fault_random_take(struct fault_random *fault_random, uint64_t cycle) {
    const enum fault_random_kind kind =
        (enum fault_random_kind)rng_choose(&fault_random->rng, &fault_random->kind);
    fault_random->next_cycle = cycle + fault_random_gap(fault_random);
    return kind;
}

// A window: around the wanted one, small, or extreme.
static uint32_t fault_random_window(struct rng *rng, uint32_t wanted) {
    static const uint32_t extremes[] = {0, 1, UINT32_MAX - 2, UINT32_MAX - 1, UINT32_MAX};
    switch (rng_below(rng, 4)) {
    case 0:
        return (uint32_t)rng_below(rng, 1 << 13);
    case 1:
        return extremes[rng_below(rng, sizeof extremes / sizeof extremes[0])];
    default:
        return (uint32_t)rng_below(rng, 2 * (uint64_t)wanted + 1);
    }
}

// A multiplier word: one near 1, or any; in half of them the enable bit is clear, which makes it 1.
static uint32_t fault_random_multiplier(struct rng *rng) {
    uint32_t word = (uint32_t)rng_next(rng);
    if (rng_chance(rng, 1, 2))
        word = (word & (MULTIPLIER_ENABLE | MULTIPLIER_FREEZE)) |
               (uint32_t)rng_between(rng, MULTIPLIER_ONE - 16, MULTIPLIER_ONE + 16);
    return word;
}

// The grant coalescer's interval or a threshold: none, small, extreme, or any.
static uint32_t fault_random_grant(struct rng *rng) {
    static const uint32_t extremes[] = {1, 2, UINT16_MAX, UINT32_MAX};
    switch (rng_below(rng, 4)) {
    case 0:
        return 0;
    case 1:
        return extremes[rng_below(rng, sizeof extremes / sizeof extremes[0])];
    case 2:
        return (uint32_t)rng_below(rng, 1 << 6);
    default:
        return (uint32_t)rng_below(rng, 1 << 14);
    }
}

// A limit of calibration: near 1 on either side, or any; the lower may come out above the upper.
static uint32_t fault_random_calibrate(struct rng *rng) {
    const uint32_t any = (uint32_t)rng_next(rng);
    return rng_chance(rng, 1, 2)
               ? (uint32_t)rng_between(rng, MULTIPLIER_ONE / 2, 2 * MULTIPLIER_ONE)
               : any;
}

// A starvation bound: none, as small as it can be, small, or any. Here, of quanta and of limits any
// is all 32 bits: the block keeps those that the register has.
static uint32_t fault_random_starvation(struct rng *rng) {
    static const uint64_t below[] = {1, 3, 32, (uint64_t)UINT32_MAX + 1};
    return (uint32_t)rng_below(rng, below[rng_below(rng, sizeof below / sizeof below[0])]);
}

uint64_t fault_random_pause(struct fault_random *fault_random) {
    static const uint64_t most[] = {2, 16, 200};
    const uint64_t below = most[rng_below(&fault_random->rng, sizeof most / sizeof most[0])];
    return 1 + rng_below(&fault_random->rng, below);
}

// A register of autotuning: which lanes, how often, the length of a clock, or a limit.
static uint8_t fault_random_autotune(struct rng *rng, uint32_t *data) {
    const uint32_t any = (uint32_t)rng_next(rng);
    switch (rng_below(rng, 4)) {
    case 0:
        *data = any;
        return CONFIG_AUTOTUNE_ENABLE;
    case 1:
        *data = any >> rng_between(rng, 8, 31); // epochs of a few clocks mostly
        return CONFIG_AUTOTUNE_INTERVAL;
    case 2:
        *data = any >> rng_between(rng, 20, 31);
        return CONFIG_CLOCK_QUANTA;
    default:
        // Any limit, or one that windows out of reset soon come to.
        *data = rng_chance(rng, 1, 2) ? any >> rng_below(rng, 32)
                                      : (uint32_t)rng_between(rng, WINDOW_RESPONSE_RESET / 2,
                                                              WINDOW_HBM_RESET * 5 / 4);
        const unsigned limit = rng_chance(rng, 1, 2) ? CONFIG_WINDOW_FLOOR : CONFIG_WINDOW_CEILING;
        return (uint8_t)(limit + rng_below(rng, CLASSES));
    }
}

struct bus_access fault_random_access(struct fault_random *fault_random) {
    static const uint16_t first[] = {REGISTER_GRANTS, REGISTER_ERRORS,   REGISTER_DENIALS,
                                     REGISTER_DEBT,   REGISTER_DEBT_MAX, REGISTER_BUSY};
    enum { MEMBERS = 13, FIRSTS = sizeof first / sizeof *first };
    struct rng *rng = &fault_random->rng;
    struct bus_access access = {.read = true, .data = (uint32_t)rng_next(rng)};
    unsigned word = (unsigned)rng_below(rng, REGISTERS);

    if (rng_chance(rng, 1, 2)) {
        word = first[rng_below(rng, FIRSTS)];
        word += (unsigned)rng_below(rng, MEMBERS);
    }
    access.address = (uint16_t)(4 * word);
    if (rng_chance(rng, 1, 8))
        access.address = (uint16_t)rng_below(rng, 1u << AXI_ADDRESS_BITS);
    if (rng_chance(rng, 3, 4))
        return access;
    // Writes that must not be taken, or that clear errors.
    access.read = false;
    access.strobe = AXI_STROBES;
    if (rng_chance(rng, 1, 2)) {
        access.address = 4 * REGISTER_ERRORS;
        if (rng_chance(rng, 1, 2))
            access.data = UINT32_MAX;
    } else if (rng_chance(rng, 1, 2) || word < REGISTERS) {
        access.strobe = (uint8_t)rng_below(rng, AXI_STROBES);
    }
    return access;
}

static uint8_t fault_random_register(struct rng *rng) {
    switch (rng_below(rng, 4)) {
    case 0:
        return (uint8_t)(CONFIG_ATOMIC_SERVICE + OP_FETCH_ADD + rng_below(rng, 8));
    case 1:
        return (uint8_t)(CONFIG_RESPONSE_FIXED + rng_below(rng, 2));
    case 2:
        return (uint8_t)(CONFIG_MAP_MASK + rng_below(rng, 2 * MAP_MASKS));
    default: // mostly nothing is there
        return (uint8_t)rng_below(rng, REGISTERS);
    }
}

void fault_random_write(struct fault_random *fault_random, enum fault_random_kind kind,
                        const uint32_t wanted[REGISTERS], uint8_t *address, uint32_t *data) {
    struct rng *rng = &fault_random->rng;
    switch (kind) {
    case FAULT_RANDOM_WINDOW:
        *address = (uint8_t)(CONFIG_WINDOW + rng_below(rng, LANES));
        *data = fault_random_window(rng, wanted[*address]);
        break;
    case FAULT_RANDOM_MULTIPLIER:
        *address = (uint8_t)(CONFIG_MULTIPLIER + rng_below(rng, LANES));
        *data = fault_random_multiplier(rng);
        break;
    case FAULT_RANDOM_QUANTUM:
        *address = (uint8_t)(CONFIG_QUANTUM_HBM + rng_below(rng, 2));
        *data = (uint32_t)rng_next(rng);
        break;
    case FAULT_RANDOM_LIMIT:
        *address = CONFIG_COMMAND_LIMIT;
        *data = (uint32_t)(rng_chance(rng, 1, 4) ? rng_below(rng, 4) : rng_next(rng));
        break;
    case FAULT_RANDOM_GRANT:
        *address = (uint8_t)(CONFIG_GRANT_INTERVAL + rng_below(rng, 3));
        *data = fault_random_grant(rng);
        break;
    case FAULT_RANDOM_CALIBRATE:
        *address = (uint8_t)(CONFIG_HBM_RECIPROCAL + rng_below(rng, 3));
        *data = fault_random_calibrate(rng);
        break;
    case FAULT_RANDOM_STARVATION:
        *address = CONFIG_STARVATION_BOUND;
        *data = fault_random_starvation(rng);
        break;
    case FAULT_RANDOM_AUTOTUNE:
        *address = fault_random_autotune(rng, data);
        break;
    default:
        *address = fault_random_register(rng);
        // Half of them with few bits, so that demands stay within windows.
        *data = (uint32_t)rng_next(rng);
        *data >>= rng_chance(rng, 1, 2) ? 20 : 0;
        break;
    }
    if (rng_chance(rng, 1, 2))
        *data = wanted[*address];
}
