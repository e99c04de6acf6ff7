// Constrained random traffic: every opcode, known or not, every magnitude of lengths, hot
// partitions, trains and gaps, weighted by the configuration. Fields that an opcode does not use
// hold rubbish; with any_response every second write has a response. With ordering domains,
// addresses come from few bytes, so that operations of a domain overlap; what else they are is the
// same as without.

#include "csim/base/rng.h"
#include "csim/traffic/traffic.h"

// Values that are drawn alike.
struct range {
    uint32_t low;
    uint32_t high;
};

enum { OPCODE_CLASSES = 5, LENGTH_CLASSES = 6, TINY_BYTES = 16, SHARED_BYTES = 1 << 16 };

struct random_traffic {
    struct traffic traffic;
    struct config config;
    struct rng rng;
    struct rng order; // domains and fences
    struct rng_choice opcode_class;
    struct rng_choice length_class;
    struct range length[LENGTH_CLASSES];
    uint64_t address_bits; // that are drawn
    uint64_t submit_ps;
    uint32_t given;
};

static uint32_t range_draw(struct rng *rng, struct range range) {
    return (uint32_t)rng_between(rng, range.low, range.high);
}

static uint8_t random_opcode(struct random_traffic *random) {
    static const struct range opcode[OPCODE_CLASSES] = {{OP_WRITE, OP_WRITE},
                                                        {OP_READ, OP_READ},
                                                        {OP_NOTIFY, OP_NOTIFY},
                                                        {OP_FETCH_ADD, OP_FETCH_MAX},
                                                        {OP_NOTIFY + 1, OP_FETCH_ADD - 1}};
    const unsigned op_class = rng_choose(&random->rng, &random->opcode_class);
    return (uint8_t)range_draw(&random->rng, opcode[op_class]);
}

static uint32_t random_length(struct random_traffic *random) {
    const unsigned op_class = rng_choose(&random->rng, &random->length_class);
    return range_draw(&random->rng, random->length[op_class]);
}

static void random_order(struct random_traffic *random, struct op *op) {
    const uint64_t draw = rng_next(&random->order);
    if (rng_fold(rng_mix(~draw), 100) >= random->config.ordering_percent)
        return;
    op->domain = 1 + (uint32_t)rng_fold(draw, random->config.ordering_domains);
    if (rng_fold(rng_mix(draw), 100) < random->config.fence_percent)
        op->opcode = OP_FENCE;
}

static bool random_next(struct traffic *self, struct op *op) {
    struct random_traffic *random = (struct random_traffic *)self;
    const struct config *config = &random->config;
    struct rng *rng = &random->rng;
    if (random->given == config->operations)
        return false;
    const bool hot = rng_chance(rng, config->hot_percent, 100);
    const uint64_t set = hot ? config->hot_partitions : (uint64_t)HBM_LANES;
    // One draw a statement: C leaves open in which order arguments are evaluated.
    const unsigned partition = (unsigned)rng_below(rng, set);
    const uint64_t bits = rng_next(rng) & random->address_bits;
    const uint32_t length = random_length(random);
    const uint32_t rubbish = (uint32_t)rng_next(rng);
    const uint8_t opcode = random_opcode(random);
    const bool carries = opcode == OP_WRITE || opcode == OP_NOTIFY;
    const uint32_t answer = rubbish % 2 ? (uint32_t)config->command_bytes : 0;
    *op =
        (struct op){.submit_ps = random->submit_ps,
                    .address = address_in_partition(partition, bits),
                    .index = (uint32_t)config->first_operation + random->given,
                    .length = carries ? length : rubbish,
                    .response_length = !carries               ? length
                                       : config->any_response ? answer
                                                              : rubbish,
                    .wire_bytes = (uint32_t)config->command_bytes,
                    .opcode = opcode,
                    .urgent = config->urgent_period && random->given % config->urgent_period == 0};
    if (opcode == OP_WRITE && length > op->wire_bytes)
        op->wire_bytes = length;
    if (config->ordering_domains)
        random_order(random, op);
    random->given++;
    random->submit_ps += config->spacing_ps;
    if (rng_chance(rng, 1, config->train_operations))
        random->submit_ps += rng_below(rng, 2 * config->train_gap_ps + 1);
    return true;
}

// A range that the configuration may have upside down.
static struct range range_between(uint64_t low, uint64_t high) {
    return (struct range){(uint32_t)low, (uint32_t)(low <= high ? high : low)};
}

static struct traffic *random_open(const struct config *config, uint64_t seed) {
    const uint64_t opcode_weight[OPCODE_CLASSES] = {config->weight_write, config->weight_read,
                                                    config->weight_notify, config->weight_atomic,
                                                    config->weight_unknown};
    const uint64_t length_weight[LENGTH_CLASSES] = {
        config->weight_length_zero,  config->weight_length_tiny,   config->weight_length_small,
        config->weight_length_large, config->weight_length_window, config->weight_length_huge};
    struct random_traffic *random = memory_there(malloc(sizeof *random));
    *random = (struct random_traffic){
        .traffic.ops = &traffic_random,
        .config = *config,
        .rng = rng_stream(seed, RNG_TRAFFIC),
        .order = rng_stream(seed, RNG_ORDERING),
        .address_bits = config->ordering_domains ? SHARED_BYTES - 1 : UINT64_MAX,
        .opcode_class = rng_choice(opcode_weight, OPCODE_CLASSES),
        .length_class = rng_choice(length_weight, LENGTH_CLASSES),
        .length = {{0, 0},
                   {1, TINY_BYTES},
                   range_between(TINY_BYTES + 1, config->small_bytes),
                   range_between(config->small_bytes, config->large_bytes),
                   {(uint32_t)(config->window_hbm - (config->window_hbm > 0)),
                    (uint32_t)config->window_hbm + 1},
                   {0, UINT32_MAX}}};
    return &random->traffic;
}

const struct traffic_ops traffic_random = {
    .name = "random", .open = random_open, .next = random_next, .close = traffic_free};
