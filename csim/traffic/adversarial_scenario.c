#include "csim/traffic/adversarial_scenario.h"

#include "csim/traffic/traffic.h"

uint64_t adversarial_scenario_number(const struct config *config, uint32_t index) {
    return (index - (uint32_t)config->first_operation) / config->phase_operations;
}

// Sizes that the scenarios' windows are made of: an operation of UNIT bytes needs UNIT of an HBM
// lane and UNIT_RESPONSE of the response lane, under the reset values of the registers.
enum {
    UNIT = 1024,
    UNIT_RESPONSE = RESPONSE_FIXED_RESET + UNIT / 4,
    FEW = 4, // so many units fill a lane
    HBM_FULL = FEW * UNIT,
    ATOMIC_FULL = FEW * ATOMIC_SERVICE_RESET,
    RESPONSE_FULL = FEW * UNIT_RESPONSE,
    RESPONSE_FULL_BYTES = (RESPONSE_FULL - RESPONSE_FIXED_RESET) * 4,
    TINY_BYTES = 16,
};

static void make_write(struct rng *rng, unsigned partition, uint32_t length, struct op *op) {
    op->opcode = OP_WRITE;
    op->address = address_in_partition(partition, rng_next(rng));
    op->length = length;
}

static void make_read(struct rng *rng, unsigned partition, uint32_t length, struct op *op) {
    op->opcode = OP_READ;
    op->address = address_in_partition(partition, rng_next(rng));
    op->response_length = length;
}

static void make_atomic(struct rng *rng, uint32_t response_length, struct op *op) {
    op->opcode = (uint8_t)(OP_FETCH_ADD + rng_below(rng, 8));
    op->address = rng_next(rng);
    op->response_length = response_length;
}

static unsigned any_partition(struct rng *rng) {
    return (unsigned)rng_below(rng, HBM_LANES);
}

// Every lane is filled to the last unit, and stays so.
static void make_edge(struct rng *rng, uint32_t n, struct op *op) {
    switch (n % 12) {
    case 8:
    case 9:
        make_read(rng, any_partition(rng), UNIT, op);
        break;
    case 10:
        make_atomic(rng, 0, op);
        break;
    case 11:
        make_atomic(rng, UNIT, op);
        break;
    default:
        make_write(rng, n % 12, UNIT, op);
    }
}

// Exact fits, one less, one more; alone and in pairs that meet in a lane.
static void make_fits(struct rng *rng, uint32_t n, struct op *op) {
    static const uint32_t bytes[] = {
        HBM_FULL,     HBM_FULL - 1, HBM_FULL + 1,     1, HBM_FULL - 1, 2, HBM_FULL / 2,
        HBM_FULL / 2, HBM_FULL / 2, HBM_FULL / 2 + 1, 0, HBM_FULL};
    // Every pair of sizes meets in every lane in time.
    const unsigned pair = (n / 2 + n / 48) % HBM_LANES;
    const uint32_t slack = (uint32_t)rng_below(rng, 3);
    if (n % 16 == 14)
        make_atomic(rng, RESPONSE_FULL_BYTES + slack - 1, op);
    else if (n % 16 == 15)
        make_read(rng, pair, HBM_FULL + slack - 1, op);
    else
        make_write(rng, pair, bytes[n % 12], op);
}

// One operation for each partition, which are to return in one clock.
static void make_together(struct rng *rng, uint32_t n, struct op *op) {
    if (rng_chance(rng, 1, 4))
        make_read(rng, n % HBM_LANES, UNIT, op);
    else
        make_write(rng, n % HBM_LANES, 1 + (uint32_t)rng_below(rng, UNIT), op);
}

// So small that the table fills up before any lane; some need nothing at all.
static void make_full(struct rng *rng, uint32_t n, struct op *op) {
    make_write(rng, n % HBM_LANES, n % 7 ? (uint32_t)rng_below(rng, TINY_BYTES) : 0, op);
}

// One lane for a long while, a grant in every clock.
static void make_one_lane(struct rng *rng, uint32_t n, struct op *op) {
    make_write(rng, n / 64 % HBM_LANES, 1 + (uint32_t)rng_below(rng, UNIT), op);
}

static void make_mix(struct rng *rng, uint32_t n, struct op *op) {
    const uint32_t length = (uint32_t)rng_below(rng, 2 * UNIT);
    switch (n % 4) {
    case 0:
        make_atomic(rng, n % 8 ? length : 0, op);
        break;
    case 1:
        make_read(rng, any_partition(rng), length, op);
        break;
    default:
        make_write(rng, any_partition(rng), length, op);
    }
}

// Operations of several components, so that several channels speak of one id.
static void make_vectors(struct rng *rng, uint32_t n, struct op *op) {
    const uint32_t length = 1 + (uint32_t)rng_below(rng, UNIT);
    if (n % 2)
        make_atomic(rng, length, op);
    else
        make_read(rng, any_partition(rng), length, op);
}

// Under windows of a few bytes; two Atomics are one unit above theirs.
static void make_tiny(struct rng *rng, uint32_t n, struct op *op) {
    const uint32_t length = (uint32_t)rng_below(rng, TINY_BYTES + 2);
    if (n % 4 == 3)
        make_atomic(rng, length, op);
    else if (n % 4 == 2)
        make_read(rng, any_partition(rng), length, op);
    else
        make_write(rng, any_partition(rng), length, op);
}

// What can never fit, up to what saturates, among what does; and opcodes that do not exist.
static void make_oversize(struct rng *rng, uint32_t n, struct op *op) {
    static const uint32_t bytes[] = {UINT32_MAX, WINDOW_RESET + 1, 1u << 31, UNIT, 1, 0};
    const uint32_t length = bytes[rng_below(rng, sizeof bytes / sizeof bytes[0])];
    make_mix(rng, n, op);
    if (rng_chance(rng, 1, 8))
        op->opcode = (uint8_t)(OP_NOTIFY + 1 + rng_below(rng, 5));
    if (op_is_read(op) || op_is_atomic(op))
        op->response_length = length;
    else
        op->length = length;
}

// Of few ranks, in few domains, under windows that hold few of them: most share theirs.
static void make_order(struct rng *rng, uint32_t n, struct op *op) {
    make_mix(rng, n, op);
    op->urgent = rng_chance(rng, 1, 4);
    op->wire_bytes = (uint32_t)rng_below(rng, 4);
    op->domain = rng_chance(rng, 1, 3) ? 1 + (uint32_t)rng_below(rng, 4) : 0;
}

// One that needs all of a lane, among a stream of small ones that pass it.
static void make_aged(struct rng *rng, uint32_t n, struct op *op) {
    const bool large = n % 32 == 0;
    const unsigned lane = n / 32 % HBM_LANES;
    make_write(rng, n % 4 == 3 ? any_partition(rng) : lane, large ? HBM_FULL : UNIT / 2, op);
    op->wire_bytes = large;
}

// Of any length under windows as wide as they can be: every bit of the counters moves, and every
// bit of what decides the order of grants.
static void make_wide(struct rng *rng, uint32_t n, struct op *op) {
    uint64_t bits = rng_next(rng);
    const uint64_t shorter = rng_below(rng, rng_chance(rng, 1, 2) ? 3 : 16);
    make_mix(rng, n, op);
    if (op_is_read(op) || op_is_atomic(op))
        op->response_length = (uint32_t)bits >> shorter;
    else
        op->length = (uint32_t)bits >> shorter;
    bits = rng_next(rng);
    op->wire_bytes = (uint32_t)bits >> (32 - WIRE_BITS + bits % WIRE_BITS);
    op->urgent = rng_chance(rng, 1, 4);
    op->domain = rng_chance(rng, 1, 2) ? 1 + (uint32_t)rng_below(rng, 255) : 0;
}

#define FULL_WINDOWS                                                                               \
    { HBM_FULL, ATOMIC_FULL, RESPONSE_FULL }

#define TINY_WINDOWS                                                                               \
    { TINY_BYTES, 2 * ATOMIC_SERVICE_RESET - 1, RESPONSE_FIXED_RESET + TINY_BYTES / 4 }
#define ALL_WINDOWS                                                                                \
    { UINT32_MAX, UINT32_MAX, UINT32_MAX }
#define OWN_WINDOWS                                                                                \
    { 0 }

// Name, operations, windows, and the clocks that stages take: how, at least, at most longer.
const struct adversarial_scenario adversarial_scenarios[] = {
    {"edge", make_edge, FULL_WINDOWS, TIMING_ANY, 4, .spread_clocks = 60},
    {"fits", make_fits, FULL_WINDOWS, TIMING_CHAIN, 0, .spread_clocks = 6},
    {"together", make_together, OWN_WINDOWS, TIMING_ALIGNED, 8, .spread_clocks = 0},
    {"full", make_full, OWN_WINDOWS, TIMING_CHAIN, 200, 300, .loss_percent = 30},
    {"one_lane", make_one_lane, OWN_WINDOWS, TIMING_CHAIN, 1, .spread_clocks = 30},
    {"shrink", make_mix, FULL_WINDOWS, TIMING_CHAIN, 8, 30, .rate = {[DISTURB_BUS] = 250000}},
    {"strays", make_mix, OWN_WINDOWS, TIMING_ANY, 0, 20,
     .rate = {[DISTURB_DUPLICATE] = 150000, [DISTURB_UNKNOWN] = 150000}},
    {"early", make_vectors, OWN_WINDOWS, TIMING_DONE_FIRST, 0, 20,
     .rate = {[DISTURB_DONE] = 100000}},
    {"same_clock", make_vectors, OWN_WINDOWS, TIMING_SAME_CLOCK, 0, .spread_clocks = 8},
    {"tiny", make_tiny, TINY_WINDOWS, TIMING_CHAIN, 0, .spread_clocks = 3},
    {"oversize", make_oversize, OWN_WINDOWS, TIMING_CHAIN, 0, 10, .rate = {[DISTURB_BUS] = 130000}},
    {"order", make_order, FULL_WINDOWS, TIMING_ANY, 2, 40,
     .rate = {[DISTURB_BUS] = 5000, [DISTURB_PAUSE] = 5000}},
    {"aged", make_aged, FULL_WINDOWS, TIMING_CHAIN, 4, 30, .starvation_bound = 6},
    {"pauses", make_order, FULL_WINDOWS, TIMING_CHAIN, 0, 12, .rate = {[DISTURB_PAUSE] = 60000}},
    {"calibrate", make_order, OWN_WINDOWS, TIMING_SAME_CLOCK, 0, 12, .calibrates = true,
     .rate = {[DISTURB_BUS] = 54000}},
    {"learns", make_order, FULL_WINDOWS, TIMING_ANY, 0, 40, .calibrates = true,
     .rate = {[DISTURB_BUS] = 57000}},
    {"lulls", make_order, FULL_WINDOWS, TIMING_ANY, 0, 60, .calibrates = true,
     .rate = {[DISTURB_BUS] = 12000, [DISTURB_PAUSE] = 10000}},
    {"bus", make_oversize, OWN_WINDOWS, TIMING_ANY, 0, 20,
     .rate = {[DISTURB_BUS] = 325000, [DISTURB_UNKNOWN] = 20000}},
    {"lost", make_order, FULL_WINDOWS, TIMING_ANY, 0, 40, .loss_percent = 40,
     .rate = {[DISTURB_DONE] = 20000}},
    {"resets", make_mix, OWN_WINDOWS, TIMING_ANY, 0, 40, .loss_percent = 10,
     .rate = {[DISTURB_BUS] = 20000,
              [DISTURB_RESET] = 5000,
              [DISTURB_UNKNOWN] = 50000,
              [DISTURB_PAUSE] = 5000}},
    {"wide", make_wide, ALL_WINDOWS, TIMING_ANY, 20, 200, .rate = {[DISTURB_BUS] = 130000}},
    {"registers", make_wide, ALL_WINDOWS, TIMING_CHAIN, 8, 60, .calibrates = true,
     .rate = {[DISTURB_BUS] = 685000, [DISTURB_UNKNOWN] = 20000}},
};

const unsigned adversarial_scenario_count =
    sizeof adversarial_scenarios / sizeof adversarial_scenarios[0];

void disturbance_rates(const struct config *config, uint64_t rate[DISTURBANCES]) {
#define RATE(NAME, key) rate[DISTURB_##NAME] = config->chaos_##key;
    DISTURBANCE_LIST(RATE)
#undef RATE
}

// --- traffic: phase_operations operations of each, over and over ---------------------------------

struct adversarial {
    struct traffic traffic;
    struct rng rng;
    uint64_t operations;
    uint64_t phase_operations;
    uint64_t spacing_ps;
    uint32_t wire_bytes;
    uint32_t first; // its number
    uint32_t given;
};

static bool adversarial_next(struct traffic *self, struct op *op) {
    struct adversarial *adversarial = (struct adversarial *)self;
    const uint32_t index = adversarial->given;
    if (index == adversarial->operations)
        return false;
    const struct adversarial_scenario *scenario =
        &adversarial_scenarios[index / adversarial->phase_operations % adversarial_scenario_count];
    *op = (struct op){.index = adversarial->first + index, .wire_bytes = adversarial->wire_bytes};
    scenario->make(&adversarial->rng, (uint32_t)(index % adversarial->phase_operations), op);
    op->submit_ps = index * adversarial->spacing_ps;
    adversarial->given++;
    return true;
}

static struct traffic *adversarial_open(const struct config *config, uint64_t seed) {
    struct adversarial *adversarial = memory_there(malloc(sizeof *adversarial));
    *adversarial = (struct adversarial){.traffic.ops = &traffic_adversarial,
                                        .rng = rng_stream(seed, RNG_TRAFFIC),
                                        .first = (uint32_t)config->first_operation,
                                        .operations = config->operations,
                                        .phase_operations = config->phase_operations,
                                        .spacing_ps = config->spacing_ps,
                                        .wire_bytes = (uint32_t)config->command_bytes};
    return &adversarial->traffic;
}

const struct traffic_ops traffic_adversarial = {.name = "adversarial",
                                                .open = adversarial_open,
                                                .next = adversarial_next,
                                                .close = traffic_free};
