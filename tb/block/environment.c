#include "tb/block/environment.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "csim/traffic/adversarial_scenario.h"

// --- registers --------------------------------------------------------------------------------

static uint64_t window_of(const struct environment *s, const struct adversarial_scenario *scenario,
                          unsigned lane) {
    const uint64_t usual[RESOURCES] = {s->config.window_hbm, s->config.window_atomic,
                                       s->config.window_response};
    const unsigned of = lane_kind(&s->agents.size, lane);
    const unsigned quantum =
        (unsigned)(of == RESOURCE_HBM ? s->config.quantum_hbm : s->config.quantum_time);
    const uint64_t window = scenario && scenario->window[of] ? scenario->window[of] : usual[of];
    return window >> quantum;
}

static void want_windows(struct environment *s, const struct adversarial_scenario *scenario) {
    for (unsigned lane = 0; lane < path_lanes(&s->agents.size); lane++) {
        s->agents.window[lane] = port_within(window_of(s, scenario, lane), s->agents.size.cnt_w);
        bus_keep(&s->bus, SEMACREDIT_WINDOW + 4 * lane, s->agents.window[lane]);
    }
}

// As after power-up (environment.md, 10.4): the block is empty, and stays so until all is written.
static void configure(struct environment *s) {
    const struct path_size *size = &s->agents.size;
    const struct config *config = &s->config;
    struct path_in *settings = &s->agents.in;
    s->agents.closed = true;
    settings->small_limit = port_within(config->small_limit, size->wire_w);
    settings->hold = (uint16_t)rng_next(&s->rng);
    bus_want(&s->bus, SEMACREDIT_QUANTUM_HBM, (uint32_t)config->quantum_hbm);
    bus_want(&s->bus, SEMACREDIT_QUANTUM_TIME, (uint32_t)config->quantum_time);
    bus_want(&s->bus, SEMACREDIT_SMALL_LIMIT, settings->small_limit);
    bus_want(&s->bus, SEMACREDIT_HOLD, settings->hold);
    bus_keep(&s->bus, SEMACREDIT_COMMAND_LIMIT,
             (uint32_t)(config->command_limit < size->depth ? config->command_limit : size->depth));
    bus_keep(&s->bus, SEMACREDIT_STARVATION_BOUND,
             port_within(config->starvation_bound, size->age_w));
    bus_keep(&s->bus, SEMACREDIT_MESSAGE_INTERVAL, port_within(config->grant_interval, 16));
    if (config->grant_interval > 0) {
        const uint64_t time = config->grant_threshold_time >> config->quantum_time;
        bus_keep(&s->bus, SEMACREDIT_MESSAGE_THRESHOLD,
                 port_within(config->grant_threshold_hbm >> config->quantum_hbm, size->cnt_w));
        bus_keep(&s->bus, SEMACREDIT_MESSAGE_THRESHOLD + 4, port_within(time, size->cnt_w));
        bus_keep(&s->bus, SEMACREDIT_MESSAGE_THRESHOLD + 8, port_within(time, size->cnt_w));
    }
    want_windows(s, NULL);
}

// In a clock of reset: what is static, and what the environment must know of, is random, and
// written before anything is offered (environment.md, 10.4).
static void bring_up(struct agents *agents, struct bus *bus) {
    struct path_in *settings = &agents->in;
    agents->closed = true;
    settings->hold = rng_chance(&bus->rng, 1, 2) ? (uint16_t)rng_next(&bus->rng) : 0;
    settings->small_limit = rng_scaled(&bus->rng, agents->size.wire_w);
    bus_want(bus, SEMACREDIT_HOLD, settings->hold);
    bus_want(bus, SEMACREDIT_SMALL_LIMIT, settings->small_limit);
    bus_want(bus, SEMACREDIT_QUANTUM_HBM, rng_scaled(&bus->rng, 4));
    bus_want(bus, SEMACREDIT_QUANTUM_TIME, rng_scaled(&bus->rng, 4));
    bus->hammers = rng_chance(&bus->rng, 1, 4);
    bus->not_observed = rng_chance(&bus->rng, 1, 4) ? 99 : 25;
    if (rng_chance(&bus->rng, 1, 2))
        bus_keep(bus, SEMACREDIT_MESSAGE_INTERVAL, rng_scaled(&bus->rng, 6));
    if (rng_chance(&bus->rng, 1, 2))
        bus_keep(bus, SEMACREDIT_AGE_LIMIT, rng_scaled(&bus->rng, 3));
    if (rng_chance(&bus->rng, 1, 2))
        return;
    const unsigned lanes = path_lanes(&agents->size);
    const uint32_t enabled = UINT32_MAX >> (lanes < 32 ? 32 - lanes : 0);
    bus_keep(bus, SEMACREDIT_CALIBRATE_ENABLE, enabled);
    if (rng_chance(&bus->rng, 1, 2)) { // limits that are reached from both sides
        bus_keep(bus, SEMACREDIT_MULTIPLIER_MIN, 4096 - rng_scaled(&bus->rng, 11));
        bus_keep(bus, SEMACREDIT_MULTIPLIER_MAX, 4096 + rng_scaled(&bus->rng, 11));
    }
    if (bus->tunes) // its own way
        return;
    bus_keep(bus, SEMACREDIT_CLOCK_QUANTA, UINT32_C(1) << rng_below(&bus->rng, 16));
    bus_keep(bus, SEMACREDIT_TUNE_INTERVAL, rng_scaled(&bus->rng, 8));
    bus_keep(bus, SEMACREDIT_TUNE_ENABLE, enabled);
}

// --- disturbances -----------------------------------------------------------------------------

// Rates are for each million clocks, AGENTS_ALWAYS is about that.
static void disturb(struct environment *s, const uint64_t rate[DISTURBANCES],
                    uint64_t loss_percent) {
    struct agents_profile *profile = &s->agents.profile;
    profile->pause = (uint32_t)rate[DISTURB_PAUSE];
    profile->write = 0; // windows are written by the bus
    profile->duplicate = (uint32_t)(rate[DISTURB_DUPLICATE] + rate[DISTURB_DONE]);
    profile->junk = (uint32_t)rate[DISTURB_UNKNOWN];
    profile->lose = (uint32_t)(rate[DISTURB_DONE]);
    profile->reset = (uint32_t)rate[DISTURB_RESET];
    profile->again = (uint32_t)(AGENTS_ALWAYS / 100 * loss_percent);
    s->bus.rate = (uint32_t)rate[DISTURB_BUS];
}

static void enter_scenario(struct environment *s, uint64_t number) {
    static const enum agents_timing timing[] = {[TIMING_CHAIN] = AGENTS_CHAIN,
                                                [TIMING_ALIGNED] = AGENTS_ALIGNED,
                                                [TIMING_SAME_CLOCK] = AGENTS_SAME_CLOCK,
                                                [TIMING_DONE_FIRST] = AGENTS_DONE_FIRST,
                                                [TIMING_ANY] = AGENTS_ANY};
    const struct adversarial_scenario *scenario =
        &adversarial_scenarios[number % adversarial_scenario_count];
    s->scenario = number;
    s->agents.profile.least = scenario->delay_clocks;
    s->agents.profile.delay = scenario->spread_clocks;
    s->agents.profile.timing = timing[scenario->timing];
    disturb(s, scenario->rate, scenario->loss_percent);
    want_windows(s, scenario);
    bus_keep(&s->bus, SEMACREDIT_STARVATION_BOUND,
             port_within(scenario->starvation_bound, s->agents.size.age_w));
    bus_keep(&s->bus, SEMACREDIT_CALIBRATE_ENABLE,
             scenario->calibrates ? UINT32_MAX >> (32 - LANES) : 0);
    if (scenario->autotune_interval > 0) {
        bus_keep(&s->bus, SEMACREDIT_CLOCK_QUANTA, 256);
        bus_keep(&s->bus, SEMACREDIT_TUNE_INTERVAL, scenario->autotune_interval);
    }
    bus_keep(&s->bus, SEMACREDIT_TUNE_ENABLE,
             scenario->autotune_interval > 0 ? UINT32_MAX >> (32 - LANES) : 0);
}

// --- operations -------------------------------------------------------------------------------

static bool fetch(struct environment *s) {
    while (!s->has_op && !s->over) {
        s->over = !traffic_next(s->traffic, &s->op);
        s->has_op = !s->over && s->op.opcode != OP_FENCE;
        s->fences += !s->over && !s->has_op;
    }
    return s->has_op;
}

static void describe(const struct environment *s, struct agents_op *to) {
    enum { DOMAINS = 255 };
    const struct path_size *size = &s->agents.size;
    const struct op *op = &s->op;
    *to =
        (struct agents_op){.is.opcode = op->opcode,
                           .is.engine = (uint8_t)(op->source % size->response),
                           .is.domain = (uint8_t)(op->domain ? 1 + (op->domain - 1) % DOMAINS : 0),
                           .is.reply = op->replies,
                           .is.urgent = op->urgent,
                           .is.length = op->length,
                           .is.response_length = op_responds(op) ? op->response_length : 0,
                           .is.wire_bytes = port_within(op->wire_bytes, size->wire_w),
                           .tag = op->index};
    to->is.stage = (uint8_t)(op_is_atomic(op) ? op->source % size->atomic
                                              : address_partition(op->address) % size->hbm);
}

static bool next_op(void *self, uint64_t clock, struct agents_op *op, bool *over) {
    struct environment *s = self;
    if (s->config.cycles > 0 && clock > s->config.cycles) {
        s->over = true;
        s->has_op = false;
    }
    if (s->agents.closed || !fetch(s)) {
        *over = s->over;
        return false;
    }
    if (s->op.submit_ps > clock * s->config.clock_ps)
        return false;
    if (s->config.traffic == TRAFFIC_ADVERSARIAL) {
        const uint64_t number = adversarial_scenario_number(&s->config, s->op.index);
        if (number != s->scenario)
            enter_scenario(s, number);
    }
    describe(s, op);
    s->has_op = false;
    s->operations++;
    return true;
}

// --- a run ------------------------------------------------------------------------------------

bool environment_open(struct environment *s, const struct config *config, struct traffic *traffic,
                      uint64_t seed, const struct path_size *size) {
    static const struct agents_profile plain = {.name = "workload", .offer = AGENTS_ALWAYS};
    memset(s, 0, sizeof *s);
    s->config = *config;
    s->traffic = traffic;
    s->rng = rng_stream(seed, RNG_FAULT_RANDOM);
    s->scenario = UINT64_MAX;
    s->source = (struct agents_source){
        s, next_op, config->traffic == TRAFFIC_RANDOM || config->traffic == TRAFFIC_ADVERSARIAL};
    agents_begin(&s->agents, size, &plain, seed);
    s->agents.profile.least = (uint32_t)(config->delay_ps / config->clock_ps);
    s->agents.profile.delay = (uint32_t)(config->delay_spread_ps / config->clock_ps);
    s->agents.source = &s->source;
    bus_begin(&s->bus, size, seed, 0);
    s->bus.wild = config->traffic == TRAFFIC_RANDOM;
    s->bus.not_observed = (unsigned)config->grant_stall_percent;
    uint64_t rate[DISTURBANCES];
    disturbance_rates(config, rate);
    disturb(s, rate, config->loss_percent);
    configure(s);
    return traffic != NULL;
}

void environment_random(struct environment *s, const struct random_traffic *random, uint64_t seed) {
    memset(s, 0, sizeof *s);
    s->random = random;
    s->config.stall_clocks = 200000 + 50 * (uint64_t)random->profile->delay;
    agents_begin(&s->agents, &random->size, random->profile, seed);
    bus_begin(&s->bus, &random->size, seed, 4 * random->profile->write);
    s->bus.now = seed;
    s->bus.wild = true;
    s->bus.tunes = random->profile->tunes;
    s->bus.not_observed = 25;
}

void environment_close(struct environment *s) {
    traffic_close(s->traffic);
}

enum { MEND_CLOCKS = 1000, IDLE_CLOCKS = 50 };

// Time without a grant, a reject or a completion while something waits or is held.
static bool is_stuck(struct environment *s) {
    const uint64_t progress =
        s->agents.granted + s->agents.rejected + s->agents.freed + s->agents.resets + s->operations;
    s->still = progress != s->progress ? 0 : s->still + 1;
    if (s->still % IDLE_CLOCKS == IDLE_CLOCKS - 1 && agents_idle(&s->agents))
        s->still = 0;
    s->progress = progress;
    if (!s->random &&
        s->still % MEND_CLOCKS == MEND_CLOCKS - 1) // software has closed what is needed
        bus_mend(&s->bus);
    if (s->still < s->config.stall_clocks)
        return false;
    snprintf(s->failure, sizeof s->failure,
             "nothing granted or completed for %" PRIu64 " clocks, and operations wait or are held",
             s->still);
    return true;
}

static bool is_over(const struct environment *s) {
    if (s->random)
        return s->agents.clock >= s->random->clocks;
    return s->over && !s->has_op && s->agents.queued == 0 && !s->agents.has_next;
}

// Nothing is left to be read.
static bool has_swept(struct environment *s) {
    if (s->random && !s->sweeps) {
        bus_sweep(&s->bus);
        s->sweeps = true;
    }
    return bus_has_swept(&s->bus);
}

bool environment_drive(struct environment *s, const struct block_out *out, struct block_in *in,
                       struct agents_executed *executed) {
    if (s->agents.closed && bus_is_idle(&s->bus))
        s->agents.closed = false;
    if (!s->agents.calm && is_over(s))
        agents_calm(&s->agents);
    if (s->agents.calm && (s->sweeps || agents_idle(&s->agents)) && has_swept(s))
        return false;
    if ((!s->random || s->agents.calm) && is_stuck(s))
        return false;
    agents_drive(&s->agents, &out->path, &in->path, executed);
    bus_drive(&s->bus, out, in, s->agents.calm || s->agents.closed);
    if (!in->path.rst_n && s->random) {
        bring_up(&s->agents, &s->bus);
    } else if (!in->path.rst_n) {
        configure(s);
        if (s->scenario != UINT64_MAX)
            enter_scenario(s, s->scenario);
    }
    return true;
}
