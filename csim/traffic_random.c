// Constrained random traffic: every opcode, known or not, every class of lengths, hot partitions,
// trains and gaps, weighted by the configuration. Fields that an opcode does not use hold rubbish.
#include <stdlib.h>

#include "rng.h"
#include "traffic.h"

struct random_traffic {
    struct traffic traffic;
    struct config config;
    struct rng rng;
    uint64_t submit_ps;
    uint32_t given;
};

enum { FIRST_UNKNOWN_OPCODE = 3, UNKNOWN_OPCODES = 5, ATOMIC_OPCODES = 8, TINY_BYTES = 16 };

static uint8_t random_opcode(struct rng *rng, const struct config *config) {
    const uint64_t weight[] = {config->weight_write, config->weight_read, config->weight_notify,
                               config->weight_atomic, config->weight_unknown};
    switch (rng_weighted(rng, weight, sizeof weight / sizeof weight[0])) {
    case 0:
        return OP_WRITE;
    case 1:
        return OP_READ;
    case 2:
        return OP_NOTIFY;
    case 3:
        return (uint8_t)(OP_FETCH_ADD + rng_below(rng, ATOMIC_OPCODES));
    default:
        return (uint8_t)(FIRST_UNKNOWN_OPCODE + rng_below(rng, UNKNOWN_OPCODES));
    }
}

// low to high, also where the configuration has them the other way round.
static uint32_t length_between(struct rng *rng, uint64_t low, uint64_t high) {
    return (uint32_t)(low <= high ? rng_between(rng, low, high) : low);
}

static uint32_t random_length(struct rng *rng, const struct config *config) {
    const uint64_t weight[] = {config->weight_length_zero,   config->weight_length_tiny,
                               config->weight_length_small,  config->weight_length_large,
                               config->weight_length_window, config->weight_length_huge};
    switch (rng_weighted(rng, weight, sizeof weight / sizeof weight[0])) {
    case 0:
        return 0;
    case 1:
        return length_between(rng, 1, TINY_BYTES);
    case 2:
        return length_between(rng, TINY_BYTES + 1, config->small_bytes);
    case 3:
        return length_between(rng, config->small_bytes, config->large_bytes);
    case 4:
        return (uint32_t)(config->window_hbm + rng_below(rng, 3) - 1);
    default:
        return (uint32_t)rng_next(rng);
    }
}

static bool random_next(struct traffic *self, struct op *op) {
    struct random_traffic *random = (struct random_traffic *)self;
    const struct config *config = &random->config;
    struct rng *rng = &random->rng;
    if (random->given == config->operations)
        return false;
    const bool hot = rng_chance(rng, config->hot_percent, 100);
    const unsigned partition =
        (unsigned)rng_below(rng, hot ? config->hot_partitions : (uint64_t)HBM_LANES);
    const uint32_t rubbish = (uint32_t)rng_next(rng);
    const uint32_t length = random_length(rng, config);
    *op = (struct op){.submit_ps = random->submit_ps,
                      .address = traffic_address(partition, rng_next(rng)),
                      .index = random->given++,
                      .length = length,
                      .response_length = length,
                      .opcode = random_opcode(rng, config)};
    op->urgent = config->urgent_period > 0 && op->index % config->urgent_period == 0;
    if (op->opcode == OP_WRITE || op->opcode == OP_NOTIFY)
        op->response_length = rubbish;
    else
        op->length = rubbish;
    op->wire_bytes = (uint32_t)config->command_bytes;
    if (op->opcode == OP_WRITE && length > op->wire_bytes)
        op->wire_bytes = length;
    random->submit_ps += config->spacing_ps;
    if (rng_chance(rng, 1, config->train_operations))
        random->submit_ps += rng_below(rng, 2 * config->train_gap_ps + 1);
    return true;
}

static void random_close(struct traffic *self) {
    free(self);
}

static struct traffic *random_open(const struct config *config, uint64_t seed) {
    struct random_traffic *random = malloc(sizeof *random);
    if (!random)
        return NULL;
    *random = (struct random_traffic){
        .traffic.ops = &traffic_random, .config = *config, .rng = rng_stream(seed, RNG_TRAFFIC)};
    return &random->traffic;
}

const struct traffic_ops traffic_random = {
    .name = "random", .open = random_open, .next = random_next, .close = random_close};
