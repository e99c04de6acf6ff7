// Adversarial traffic: the scenarios of csim/traffic/adversarial_scenario.c, phase_operations
// operations each, over and over.

#include "csim/base/rng.h"
#include "csim/traffic/adversarial_scenario.h"
#include "csim/traffic/traffic.h"

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
    struct adversarial *adversarial = malloc(sizeof *adversarial);
    if (!adversarial)
        return NULL;
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
