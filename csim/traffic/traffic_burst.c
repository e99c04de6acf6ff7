// The paper's workloads (sections 5.1 to 5.3 of the paper): bulk operations with latency-sensitive
// ones among them, all submitted within a short time. Operation i is submitted at i times
// spacing_ps, later by the seed's jitter; jitter can reorder, and the operations are numbered as
// they come out. The same shape goes on and on for studies of the steady state, at gaps that are
// exponential.

#include "csim/base/event.h"
#include "csim/base/rng.h"
#include "csim/traffic/traffic.h"

// Where urgent or bulk operations go: some to the hot partitions, the others to all, each in turn.
struct spread {
    uint64_t hot_percent;
    uint64_t hot_partitions;
    uint64_t random; // operations so far,
    uint64_t hot;    // those of them that went to the hot partitions
};

struct burst {
    struct traffic traffic;
    struct config config;
    uint64_t seed;
    struct spread bulk;
    struct spread urgent;
    struct rng gaps;
    uint64_t due_ps; // when the next operation is submitted, but for jitter
    uint64_t made;   // operations made, by number i,
    uint32_t given;  // and given out, in order of submission
    struct event_queue *reorder;
    uint32_t slots;
    struct op slot[]; // operation i waits in slot i modulo `slots`
};

// The hot part is spread evenly: of the first n operations, n * hot_percent / 100 are hot.
static unsigned spread_next(struct spread *spread, const struct burst *burst, uint64_t i) {
    const uint64_t n = ++spread->random;
    const bool hot = n * spread->hot_percent / 100 > spread->hot;
    const uint64_t set = hot ? spread->hot_partitions : HBM_LANES;
    const uint64_t turn = hot ? spread->hot++ : n - 1 - spread->hot;
    if (burst->seed) {
        const uint64_t draw = rng_at(burst->seed, RNG_BANK, i);
        if (rng_fold(draw, 100) < burst->config.bank_redraw_percent)
            return (unsigned)rng_fold(rng_mix(draw), set);
    }
    return (unsigned)turn % (unsigned)set;
}

// Random gaps need no jitter.
static bool burst_jitters(const struct config *config, uint64_t seed) {
    return seed != 0 && config->arrivals == ARRIVALS_EVEN;
}

static bool is_changed(const struct config *config, uint64_t i) {
    return config->change_operations > 0 && i / config->change_operations % 2 == 1;
}

// After operation i.
static uint64_t burst_gap_ps(struct burst *burst, uint64_t i) {
    const uint64_t spacing = burst->config.spacing_ps;
    const uint64_t mean = is_changed(&burst->config, i)
                              ? spacing * burst->config.change_spacing_percent / 100
                              : spacing;
    return burst->config.arrivals == ARRIVALS_POISSON ? rng_exponential(&burst->gaps, mean) : mean;
}

enum bytes { NONE, COMMAND, SMALL, LARGE };
static const struct kind {
    uint8_t opcode, length, response;
} kinds[] = {[BURST_ATOMIC] = {OP_FETCH_ADD, NONE, COMMAND},
             [BURST_WRITE] = {OP_WRITE, LARGE, NONE},
             [BURST_ANSWERED_WRITE] = {OP_WRITE, LARGE, COMMAND},
             [BURST_READ] = {OP_READ, NONE, LARGE},
             [BURST_SMALL_READ] = {OP_READ, NONE, SMALL},
             [BURST_NOTIFY] = {OP_NOTIFY, COMMAND, NONE}};

// Makes the next operation.
static void burst_make(struct burst *burst, struct op *op) {
    const struct config *config = &burst->config;
    const uint64_t i = burst->made++;
    const bool urgent = config->urgent_period > 0 && i >= config->urgent_phase &&
                        (i - config->urgent_phase) % config->urgent_period == 0;
    const bool other = is_changed(config, i) &&
                       (i + 1) * config->change_percent / 100 > i * config->change_percent / 100;
    const uint64_t bulk = other   ? config->change_bulk
                          : i % 2 ? config->bulk_odd
                                  : config->bulk_even;
    const uint64_t sensitive = i % 2 ? config->urgent_odd : config->urgent_even;
    const struct kind *const kind = &kinds[urgent ? sensitive : bulk];
    const uint32_t bytes[] = {[NONE] = 0,
                              [COMMAND] = (uint32_t)config->command_bytes,
                              [SMALL] = (uint32_t)config->small_bytes,
                              [LARGE] = (uint32_t)config->large_bytes};
    *op = (struct op){.submit_ps = burst->due_ps,
                      .length = bytes[kind->length],
                      .response_length = bytes[kind->response],
                      .wire_bytes = bytes[kind->opcode == OP_WRITE ? LARGE : COMMAND],
                      .opcode = kind->opcode,
                      .urgent = urgent};
    if (burst_jitters(config, burst->seed))
        op->submit_ps += config->issue_jitter_ps + rng_fold(rng_at(burst->seed, RNG_ISSUE, i),
                                                            config->issue_jitter_spread_ps + 1);
    // Only operations that use HBM take part in the turns: an Atomic's partition is ignored.
    unsigned partition = (unsigned)(i % HBM_LANES);
    if (op_uses_hbm(op))
        partition = spread_next(urgent ? &burst->urgent : &burst->bulk, burst, i);
    op->address = address_in_partition(partition, rng_at(0, RNG_TRAFFIC, i));
    burst->due_ps += burst_gap_ps(burst, i);
}

// The next operation in the order of submission: jitter may have it overtake others.
static bool burst_reordered(struct burst *burst, struct op *op) {
    const struct config *config = &burst->config;
    struct event event;
    while (burst->made < config->operations &&
           burst->due_ps + config->issue_jitter_ps < event_next_ps(burst->reorder)) {
        const uint32_t slot = (uint32_t)(burst->made % burst->slots);
        burst_make(burst, &burst->slot[slot]);
        event_post(burst->reorder, burst->slot[slot].submit_ps, 0, slot);
    }
    if (!event_take(burst->reorder, &event))
        return false;
    *op = burst->slot[event.subject];
    return true;
}

static bool burst_next(struct traffic *self, struct op *op) {
    struct burst *burst = (struct burst *)self;
    if (burst_jitters(&burst->config, burst->seed)) {
        if (!burst_reordered(burst, op))
            return false;
    } else {
        if (burst->made == burst->config.operations)
            return false;
        burst_make(burst, op);
    }
    op->index = burst->given++;
    return true;
}

static void burst_close(struct traffic *self) {
    struct burst *burst = (struct burst *)self;
    event_queue_close(burst->reorder);
    free(burst);
}

// Operations that can wait for one that comes earlier: as many as are submitted within the jitter's
// spread, and the one just made.
static uint32_t burst_slots(const struct config *config, uint64_t seed) {
    const uint64_t changed = config->change_operations ? config->change_spacing_percent : 100;
    const uint64_t least_ps = config->spacing_ps * (changed < 100 ? changed : 100) / 100;
    uint64_t slots = 2;
    if (burst_jitters(config, seed) && config->issue_jitter_spread_ps > 0)
        slots += least_ps ? config->issue_jitter_spread_ps / least_ps : config->operations;
    return (uint32_t)(slots < config->operations + 1 ? slots : config->operations + 1);
}

static struct traffic *burst_open(const struct config *offered, uint64_t seed) {
    struct config spaced = *offered, *config = &spaced;
    if (config->load_percent > 0)
        config->spacing_ps = bottleneck_spacing_ps(offered);
    const uint32_t slots = burst_slots(config, seed);
    struct burst *burst = memory_there(malloc(sizeof *burst + slots * sizeof burst->slot[0]));
    *burst = (struct burst){
        .traffic.ops = &traffic_burst,
        .config = *config,
        .seed = seed,
        .bulk = {.hot_percent = config->hot_percent, .hot_partitions = config->hot_partitions},
        .urgent = {.hot_percent = config->urgent_hot_percent,
                   .hot_partitions = config->hot_partitions},
        .gaps = rng_stream(seed, RNG_ARRIVAL),
        .reorder = event_queue_open(slots, 1),
        .slots = slots};
    return &burst->traffic;
}

const struct traffic_ops traffic_burst = {
    .name = "burst", .open = burst_open, .next = burst_next, .close = burst_close};
