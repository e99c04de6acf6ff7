#include "tb/block/environment.h"

#include "csim/driver/semacredit_driver.h"
#include "csim/golden/registers.h"
#include "csim/traffic/adversarial_scenario.h"

// --- registers --------------------------------------------------------------------------------

static uint64_t window_of(const struct environment *env,
                          const struct adversarial_scenario *scenario, unsigned lane) {
    const uint64_t usual[RESOURCES] = {env->config.window_hbm, env->config.window_atomic,
                                       env->config.window_response};
    const unsigned of = lane_kind(&env->agents.size, lane);
    const unsigned quantum =
        (unsigned)(of == RESOURCE_HBM ? env->config.quantum_hbm : env->config.quantum_time);
    const uint64_t window = scenario && scenario->window[of] ? scenario->window[of] : usual[of];
    return window >> quantum;
}

static void know_windows(struct environment *env, const struct adversarial_scenario *scenario) {
    for (unsigned lane = 0; lane < path_lanes(&env->agents.size); lane++)
        env->agents.window[lane] =
            port_within(window_of(env, scenario, lane), env->agents.size.cnt_w);
}

static void want_windows(struct environment *env, const struct adversarial_scenario *scenario) {
    know_windows(env, scenario);
    for (unsigned lane = 0; lane < path_lanes(&env->agents.size); lane++)
        bus_keep(&env->bus, SEMACREDIT_WINDOW + 4 * lane, env->agents.window[lane]);
}

// The driver speaks to a block as after reset, in no time; what it changes goes by the bus.
struct plan {
    struct bus *bus;
    struct reg reg[REGISTERS];
};

static bool plan_read(void *context, uint32_t address, uint32_t *value) {
    const struct plan *plan = context;
    *value = plan->reg[block_register(address)].reset;
    return true;
}

static bool is_kept(unsigned first) {
    return first == R_window || first == R_command_limit || first == R_starvation_bound ||
           first == R_message_interval || first == R_message_threshold || first == R_enable;
}

enum { STATIC_CLOCKS = 9 }; // that bit 0 of `enable` was 0 (registers.md, 9.2)

static bool plan_write(void *context, uint32_t address, uint32_t value) {
    struct plan *plan = context;
    struct reg *reg = &plan->reg[block_register(address)];
    const uint32_t stored = value - (reg->first == R_window && value == reg->bits);
    if (is_kept(reg->first))
        bus_know(plan->bus, address, value);
    if (stored != reg->reset)
        bus_want(plan->bus, address, value);
    reg->reset = stored;
    if (reg->first == R_enable && (value & SEMACREDIT_TAKE) == 0)
        bus_wait(plan->bus, STATIC_CLOCKS); // as the driver's reads would take
    return true;
}

// As after power-up (environment.md, 10.4): the block is empty, and stays so until all is written.
static void configure(struct environment *env) {
    const struct path_size *size = &env->agents.size;
    const struct config *config = &env->config;
    struct path_in *settings = &env->agents.in;
    struct plan plan = {.bus = &env->bus};
    const struct semacredit_bus bus = {plan_read, plan_write, &plan};
    struct semacredit_setup setup;
    env->agents.closed = true;
    settings->small_limit = port_within(config->small_limit, size->wire_w);
    settings->hold = (uint16_t)rng_next(&env->rng);
    know_windows(env, NULL);
    block_lay_out(size, plan.reg);
    semacredit_setup_read(&bus, &setup);
    setup.quantum_hbm = (uint32_t)config->quantum_hbm;
    setup.quantum_time = (uint32_t)config->quantum_time;
    setup.small_limit = settings->small_limit;
    setup.hold = settings->hold;
    setup.command_limit =
        (uint32_t)(config->command_limit < size->depth ? config->command_limit : size->depth);
    setup.starvation_bound = port_within(config->starvation_bound, size->age_w);
    setup.message_interval = port_within(config->grant_interval, 16);
    if (config->grant_interval > 0) {
        const uint64_t time = config->grant_threshold_time >> config->quantum_time;
        setup.message_threshold[0] =
            port_within(config->grant_threshold_hbm >> config->quantum_hbm, size->cnt_w);
        setup.message_threshold[1] = setup.message_threshold[2] = port_within(time, size->cnt_w);
    }
    // The driver brings up no block in which all stages are closed: a run may close them.
    bool open = false;
    for (unsigned lane = 0; lane < path_stages(size); lane++)
        open |= env->agents.window[lane] != 0;
    for (unsigned lane = 0; open && lane < path_lanes(size); lane++)
        setup.window[lane] = env->agents.window[lane];
    if (semacredit_init(&bus, &setup) != SEMACREDIT_OK)
        snprintf(env->failure, sizeof env->failure, "the driver does not take this configuration");
    if (!open)
        want_windows(env, NULL);
}

// In a clock of reset: what is static, and what the environment must know of, is random, and
// written before anything is offered (environment.md, 10.4).
static void bring_up(struct agents *agents, struct bus *bus) {
    struct path_in *settings = &agents->in;
    agents->closed = true;
    settings->hold = rng_chance(&bus->rng, 1, 2) ? (uint16_t)rng_next(&bus->rng) : 0;
    settings->small_limit = rng_scaled(&bus->rng, agents->size.wire_w);
    bus_want(bus, SEMACREDIT_ENABLE, rng_chance(&bus->rng, 1, 2) ? 2 : 0);
    bus_wait(bus, STATIC_CLOCKS);
    bus_want(bus, SEMACREDIT_SMALL_LIMIT, settings->small_limit);
    bus_want(bus, SEMACREDIT_QUANTUM_HBM, rng_scaled(&bus->rng, 4));
    bus_want(bus, SEMACREDIT_QUANTUM_TIME, rng_scaled(&bus->rng, 4));
    bus_want(bus, SEMACREDIT_HOLD, settings->hold);
    bus_want(bus, SEMACREDIT_ENABLE, 3);
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
    if (bus->learns) // its own way
        return;
    for (unsigned k = 0; k < 3; k++)
        bus_keep(bus, SEMACREDIT_CALIBRATE_WORK + 4 * k, 1 + rng_scaled(&bus->rng, 14));
}

// --- disturbances -----------------------------------------------------------------------------

// Rates are for each million clocks, AGENTS_ALWAYS is about that.
static void disturb(struct environment *env, const uint64_t rate[DISTURBANCES],
                    uint64_t loss_percent) {
    struct agents_profile *profile = &env->agents.profile;
    profile->pause = (uint32_t)rate[DISTURB_PAUSE];
    profile->write = 0; // windows are written by the bus
    profile->duplicate = (uint32_t)(rate[DISTURB_DUPLICATE] + rate[DISTURB_DONE]);
    profile->junk = (uint32_t)rate[DISTURB_UNKNOWN];
    profile->lose = (uint32_t)(rate[DISTURB_DONE]);
    profile->reset = (uint32_t)rate[DISTURB_RESET];
    profile->again = (uint32_t)(AGENTS_ALWAYS / 100 * loss_percent);
    env->bus.rate = (uint32_t)rate[DISTURB_BUS];
}

static void enter_scenario(struct environment *env, uint64_t number) {
    static const enum agents_timing timing[] = {[TIMING_CHAIN] = AGENTS_CHAIN,
                                                [TIMING_ALIGNED] = AGENTS_ALIGNED,
                                                [TIMING_SAME_CLOCK] = AGENTS_SAME_CLOCK,
                                                [TIMING_DONE_FIRST] = AGENTS_DONE_FIRST,
                                                [TIMING_ANY] = AGENTS_ANY};
    const struct adversarial_scenario *scenario =
        &adversarial_scenarios[number % adversarial_scenario_count];
    env->scenario = number;
    env->agents.profile.least = scenario->delay_clocks;
    env->agents.profile.delay = scenario->spread_clocks;
    env->agents.profile.timing = timing[scenario->timing];
    disturb(env, scenario->rate, scenario->loss_percent);
    want_windows(env, scenario);
    bus_keep(&env->bus, SEMACREDIT_STARVATION_BOUND,
             port_within(scenario->starvation_bound, env->agents.size.age_w));
    bus_keep(&env->bus, SEMACREDIT_CALIBRATE_ENABLE,
             scenario->calibrates ? UINT32_MAX >> (32 - LANES) : 0);
    bus_keep(&env->bus, SEMACREDIT_CALIBRATE_WORK, scenario->calibrates ? 500 : 64000);
}

// --- operations -------------------------------------------------------------------------------

static bool fetch(struct environment *env) {
    while (!env->has_op && !env->over) {
        env->over = !traffic_next(env->traffic, &env->op);
        env->has_op = !env->over && env->op.opcode != OP_FENCE;
        env->fences += !env->over && !env->has_op;
    }
    return env->has_op;
}

static void describe(const struct environment *env, struct agents_op *to) {
    enum { DOMAINS = 255 };
    const struct path_size *size = &env->agents.size;
    const struct op *op = &env->op;
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
    struct environment *env = self;
    if (env->config.cycles > 0 && clock > env->config.cycles) {
        env->over = true;
        env->has_op = false;
    }
    if (env->agents.closed || !fetch(env)) {
        *over = env->over;
        return false;
    }
    if (env->op.submit_ps > clock * env->config.clock_ps)
        return false;
    if (env->config.traffic == TRAFFIC_ADVERSARIAL) {
        const uint64_t number = adversarial_scenario_number(&env->config, env->op.index);
        if (number != env->scenario)
            enter_scenario(env, number);
    }
    describe(env, op);
    env->has_op = false;
    env->operations++;
    return true;
}

// --- a run ------------------------------------------------------------------------------------

void environment_open(struct environment *env, const struct config *config, struct traffic *traffic,
                      uint64_t seed, const struct path_size *size) {
    static const struct agents_profile plain = {.name = "workload", .offer = AGENTS_ALWAYS};
    memset(env, 0, sizeof *env);
    env->config = *config;
    env->traffic = traffic;
    env->rng = rng_stream(seed, RNG_FAULT_RANDOM);
    env->scenario = UINT64_MAX;
    env->source = (struct agents_source){
        env, next_op, config->traffic == TRAFFIC_RANDOM || config->traffic == TRAFFIC_ADVERSARIAL};
    agents_begin(&env->agents, size, &plain, seed);
    env->agents.profile.least = (uint32_t)(config->delay_ps / config->clock_ps);
    env->agents.profile.delay = (uint32_t)(config->delay_spread_ps / config->clock_ps);
    env->agents.source = &env->source;
    bus_begin(&env->bus, size, seed, 0);
    env->bus.wild = config->traffic == TRAFFIC_RANDOM;
    env->bus.not_observed = (unsigned)config->grant_stall_percent;
    uint64_t rate[DISTURBANCES];
    disturbance_rates(config, rate);
    disturb(env, rate, config->loss_percent);
    configure(env);
}

#define TIMES (UINT64_C(1) << 48) // at the block
enum { WRAPS_WITHIN = 4096 };     // clocks

void environment_random(struct environment *env, const struct random_traffic *random,
                        uint64_t seed) {
    memset(env, 0, sizeof *env);
    env->random = random;
    env->config.stall_clocks = 200000 + 50 * (uint64_t)random->profile->delay;
    agents_begin(&env->agents, &random->size, random->profile, seed);
    bus_begin(&env->bus, &random->size, seed, 4 * random->profile->write);
    const bool wraps = rng_chance(&env->bus.rng, 1, 2);
    env->bus.now = wraps ? TIMES - 1 - rng_below(&env->bus.rng, WRAPS_WITHIN) : seed % TIMES;
    env->bus.wild = true;
    env->bus.learns = random->profile->learns;
    env->bus.not_observed = 25;
}

void environment_close(struct environment *env) {
    traffic_close(env->traffic);
}

enum { MEND_CLOCKS = 1000, IDLE_CLOCKS = 50 };

// Time without a grant, a reject or a completion while something waits or is held.
static bool is_stuck(struct environment *env) {
    const uint64_t progress = env->agents.granted + env->agents.rejected + env->agents.freed +
                              env->agents.resets + env->operations;
    env->still = progress != env->progress ? 0 : env->still + 1;
    if (env->still % IDLE_CLOCKS == IDLE_CLOCKS - 1 && agents_idle(&env->agents))
        env->still = 0;
    env->progress = progress;
    if (!env->random &&
        env->still % MEND_CLOCKS == MEND_CLOCKS - 1) // software has closed what is needed
        bus_mend(&env->bus);
    if (env->still < env->config.stall_clocks)
        return false;
    snprintf(env->failure, sizeof env->failure,
             "nothing granted or completed for %" PRIu64 " clocks, and operations wait or are held",
             env->still);
    return true;
}

static bool is_over(const struct environment *env) {
    if (env->random)
        return env->agents.clock >= env->random->clocks;
    return env->over && !env->has_op && env->agents.queued == 0 && !env->agents.has_next;
}

// Nothing is left to be read.
static bool has_swept(struct environment *env) {
    if (env->random && !env->sweeps) {
        bus_sweep(&env->bus);
        env->sweeps = true;
    }
    return bus_has_swept(&env->bus);
}

// As agents want it, unless too much is to be written.
static void unpark(struct environment *env) {
    struct agents_unpark *const unpark = &env->agents.unpark;
    if (unpark->mask == 0 || env->bus.count >= BUS_WANTED / 2)
        return;
    bus_want(&env->bus, SEMACREDIT_PARKED + 4u * unpark->word, unpark->mask);
    unpark->mask = 0;
}

// A bit of a headroom flips, seldom.
static uint16_t draw_flip(struct environment *env) {
    enum { SELDOM = 40 };
    const struct path_size *size = &env->agents.size;
    if (!rng_chance(&env->rng, 1, SELDOM))
        return 0;
    const uint64_t lane = rng_below(&env->rng, path_lanes(size));
    return (uint16_t)(1 + BLOCK_FLIPS * lane + rng_below(&env->rng, size->cnt_w + 1u));
}

bool environment_drive(struct environment *env, const struct block_out *out, struct block_in *in,
                       struct agents_executed *executed) {
    if (env->agents.closed && bus_is_idle(&env->bus))
        env->agents.closed = false;
    if (env->failure[0])
        return false;
    if (!env->agents.calm && is_over(env))
        agents_calm(&env->agents);
    if (env->agents.calm && (env->sweeps || agents_idle(&env->agents)) && has_swept(env))
        return false;
    if ((!env->random || env->agents.calm) && is_stuck(env))
        return false;
    agents_drive(&env->agents, &out->path, &in->path, executed);
    unpark(env);
    in->flip = env->agents.profile.flips && !env->agents.calm ? draw_flip(env) : 0;
    bus_drive(&env->bus, out, in, env->agents.calm || env->agents.closed);
    if (!in->path.rst_n && env->random) {
        bring_up(&env->agents, &env->bus);
    } else if (!in->path.rst_n) {
        configure(env);
        if (env->scenario != UINT64_MAX)
            enter_scenario(env, env->scenario);
    }
    return true;
}
