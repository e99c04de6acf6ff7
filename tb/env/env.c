#include "tb/env/env.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "csim/base/rng.h"
#include "csim/interface/void_beats.h"
#include "tb/env/env_state.h"

enum { RESET_CLOCKS_MAX = 3 };

static const uint64_t never = UINT64_MAX;

// --- disturbances -----------------------------------------------------------------------------

static void reset_start(struct env *env) {
    env->stats.resets++;
    env->reset_clocks = (unsigned)rng_between(&env->fault_random.rng, 1, RESET_CLOCKS_MAX);
    env->stats.dropped += op_tracker_held(&env->tracker);
    unsigned executed;
    env->stats.voided += op_tracker_void(&env->tracker, &executed);
    env->stats.voided_executed += executed;
    source_settle_all(env);
    completion_queues_clear(&env->queues);
    event_clear(env->target.events);
    env->extra = 0;
    axi_master_reset(&env->registers.master);
    memset(env->credit_receiver.seen, 0,
           sizeof env->credit_receiver.seen); // it counts from 0 again
    env->mend_step = 0;
    env->pause_until = 0;
    env->paused = false;
    env->offering = env->retrying = false; // what was offered is offered anew
}

static void reset_end(struct env *env) {
    register_plan_reset(&env->registers, env->config.depth);
    register_plan_mend(&env->registers);
}

static void disturb(struct env *env) {
    const enum fault_random_kind kind = fault_random_take(&env->fault_random, env->cycle);
    struct rng *rng = &env->fault_random.rng;
    const uint16_t id = (uint16_t)rng_below(rng, env->config.depth);
    if (kind == FAULT_RANDOM_RESET) {
        reset_start(env);
    } else if (kind == FAULT_RANDOM_MEND) {
        register_plan_mend(&env->registers);
    } else if (kind == FAULT_RANDOM_PAUSE) {
        env->pause_until = env->cycle + fault_random_pause(&env->fault_random);
    } else if (kind <= FAULT_RANDOM_REGISTER) {
        uint8_t address;
        uint32_t data;
        fault_random_write(&env->fault_random, kind, env->registers.wanted, &address, &data);
        if (register_plan_is_busy(&env->registers))
            return;
        register_plan_write(&env->registers, address, data);
    } else if (kind == FAULT_RANDOM_BUS) {
        const struct bus_access access = fault_random_access(&env->fault_random);
        register_plan_access(&env->registers, &access);
    } else {
        // A bound on the beats that nobody waits for is one on the operations under way.
        const unsigned again = (unsigned)rng_below(rng, RECENT_BEATS);
        const unsigned any = (unsigned)rng_below(rng, PORT_DONE);
        if (env->extra >= env->config.depth)
            return;
        env->extra++;
        const uint16_t service = (uint16_t)rng_below(rng, 1u << SERVICE_BITS);
        if (kind == FAULT_RANDOM_DUPLICATE)
            env_queue_beat(env, env->queues.recent[again].port, env->queues.recent[again].beat);
        else
            env_queue_beat(env, kind == FAULT_RANDOM_DONE ? PORT_DONE : any,
                           (struct port_beat){id, service});
    }
    env->stats.disturbances++;
}

// The windows as configured, or what a planned disturbance leaves of them.
static void want_windows(struct env *env, uint64_t percent) {
    const struct config *config = &env->config;
    register_plan_want_windows(&env->registers, config, config->window_hbm * percent / 100,
                               config->window_atomic * percent / 100,
                               config->window_response * percent / 100);
    register_plan_mend(&env->registers);
}

static void fault_planned(struct env *env) {
    switch (fault_planned_take(&env->fault_planned)) {
    case FAULT_PLANNED_RESET:
        reset_start(env);
        break;
    case FAULT_PLANNED_SHRINK:
        want_windows(env, env->config.upset_percent);
        break;
    case FAULT_PLANNED_RESTORE:
        want_windows(env, 100);
        break;
    }
    env->stats.disturbances++;
}

// --- one clock --------------------------------------------------------------------------------

// Is the next retry to be offered? Operations that are forgotten, or that are still somewhere in
// between, are let go.
static bool retry_due(struct env *env) {
    while (retries_next(&env->retries) <= env->cycle) {
        if (op_tracker_can_retry(&env->tracker, retries_first(&env->retries)))
            return true;
        retries_drop(&env->retries);
    }
    return false;
}

// Is an operation to be offered, whether or not the block is ready? What is offered stays.
static bool offer_due(struct env *env, uint64_t now_ps) {
    if (env->offering || env->retrying)
        return true;
    if (env->closing || env->registers.settling)
        return false;
    env->retrying = retry_due(env);
    if (env->retrying)
        return true;
    return source_choose(env, now_ps) &&
           op_tracker_has_room(&env->tracker, source_op(&env->source)->index);
}

// Domains of the block are fewer than those of the traffic: some share one, which keeps more order
// than is asked for.
static uint8_t block_domain(uint32_t domain) {
    enum { DOMAINS = (1 << DOMAIN_BITS) - 1 };
    return domain ? (uint8_t)(1 + (domain - 1) % DOMAINS) : 0;
}

static void op_fill(const struct op *op, uint32_t tag, struct edge_in *in) {
    enum { WIRE_MOST = (1 << WIRE_BITS) - 1 };
    in->op_valid = 1;
    in->tag = tag;
    in->opcode = op->opcode;
    in->address = op->address;
    in->length = op->length;
    in->response_length = op->response_length;
    in->wire_bytes = op->wire_bytes < WIRE_MOST ? op->wire_bytes : WIRE_MOST;
    in->urgent = op->urgent;
    in->domain = block_domain(op->domain);
}

static void retry_fill(struct env *env, const struct edge_out *last, struct edge_in *in) {
    const uint32_t index = retries_first(&env->retries);
    op_fill(&env->tracker.tracked[index % TRACKED_OPS].op, tag_of_index(&env->code, index), in);
    env->retrying = !last->op_ready;
    if (env->retrying)
        return;
    retries_drop(&env->retries);
    op_tracker_offer_again(&env->tracker, index);
    retries_offered(&env->retries, index, env->cycle);
    env->stats.again++;
}

static void offer_fill(struct env *env, const struct edge_out *last, struct edge_in *in) {
    if (env->retrying) {
        retry_fill(env, last, in);
        return;
    }
    const struct op *op = source_op(&env->source);
    op_fill(op, tag_of_index(&env->code, op->index), in);
    env->offering = !last->op_ready;
    if (env->offering)
        return;
    struct op taken = *op;
    taken.submit_ps -= env->origin_ps;
    struct tracked_op *tracked = op_tracker_offer(&env->tracker, &taken, env->cycle);
    retries_offered(&env->retries, taken.index, env->cycle);
    if (env->stats.offered++ == 0)
        env->stats.first_submit_ps = op->submit_ps;
    tracked->place = source_taken(env);
}

// Bytes of the message on the wire: of its heading, and of each lane whose count has changed since
// the last.
static unsigned receive_credit(struct credit_receiver *receiver, const uint32_t credit[LANES]) {
    enum { HEADING_BYTES = 8, LANE_BYTES = 4 };
    unsigned bytes = HEADING_BYTES;
    for (unsigned lane = 0; lane < LANES; lane++) {
        const uint32_t difference = credit[lane] - receiver->seen[lane];
        bytes += difference != 0 ? LANE_BYTES : 0;
        receiver->credit[lane] += difference;
        receiver->seen[lane] = credit[lane];
    }
    return bytes;
}

// Whoever is told of freed credit: takes the message that is shown, or lets it wait.
static void take_message(struct env *env, const struct edge_out *last, struct edge_in *in) {
    struct credit_receiver *const receiver = &env->credit_receiver;
    in->grant_ready =
        !last->grant_valid || (env->cycle >= env->message_until &&
                               (receiver->stall_percent == 0 ||
                                !rng_chance(&receiver->rng, receiver->stall_percent, 100)));
    if (!last->grant_valid || !in->grant_ready)
        return;
    env->stats.messages++;
    env->stats.feedback_bytes += receive_credit(receiver, last->grant_credit);
}

// Nothing is under way any more, of the environment's own doing or the block's.
static bool env_idle(const struct env *env) {
    return env->queues.busy == 0 && !register_plan_is_busy(&env->registers) &&
           env->reset_clocks == 0 && event_count(env->target.events) == 0;
}

// Puts the registers right where a disturbance left operations waiting that nothing will let in:
// first as configured; where that is not enough (the waiting operation was sized under other
// registers), wide open until it is through.
static void mend(struct env *env) {
    if (env->mend_step > 1)
        return; // tried everything: the watchdog ends the run
    env->stats.mends++;
    env->mend_step++;
    if (env->mend_step == 1 && register_plan_mend(&env->registers))
        return;
    env->mend_step = 2;
    register_plan_open_wide(&env->registers);
}

// The first clock at or after a time; UINT64_MAX is never.
static uint64_t clock_ceil(const struct env *env, uint64_t time_ps) {
    if (time_ps == UINT64_MAX)
        return UINT64_MAX;
    return (time_ps + env->config.clock_ps - 1) / env->config.clock_ps;
}

// Is an operation to be decided on, in this clock or an earlier one?
static bool decision_due(const struct env *env) {
    const uint64_t now_ps = env->cycle * env->config.clock_ps;
    return env->tracker.waiting > 0 || source_next_ps(&env->source) <= now_ps ||
           retries_next(&env->retries) <= env->cycle || ordering_held(env->source.ordering) > 0;
}

// Something is expected of the block; never where time alone will bring something.
static bool expects(const struct env *env) {
    return event_count(env->target.events) == 0 &&
           (env->closing || env->queues.busy || decision_due(env));
}

static void watch(struct env *env) {
    const bool expected = expects(env);
    if (expected && !env->watchdog.expects) {
        env->watchdog.since = env->cycle;
        env->watchdog.resets = env->stats.resets;
    }
    env->watchdog.expects = expected;
}

// The clock in which the watchdog gives up; UINT64_MAX: nothing is expected. At the end of a run
// only the block's timer may run.
static uint64_t stall_cycle(const struct env *env) {
    const bool ends = env->closing && !env->queues.busy && !decision_due(env);
    if (!env->watchdog.expects)
        return UINT64_MAX;
    return env->watchdog.since + env->config.stall_clocks + (ends ? 1u << GRANT_INTERVAL_BITS : 0) +
           1;
}

static void stall(struct env *env) {
    char waits[60], resets[40] = "";
    if (env->tracker.waiting > 0)
        snprintf(waits, sizeof waits, "%" PRIu32 " operations wait", env->tracker.waiting);
    else
        snprintf(waits, sizeof waits, "%s",
                 env->queues.busy    ? "beats wait at its ports"
                 : decision_due(env) ? "operations wait to be offered"
                                     : "the block is not quiet");
    if (env->stats.resets > env->watchdog.resets)
        snprintf(resets, sizeof resets, ", through %" PRIu64 " resets",
                 env->stats.resets - env->watchdog.resets);
    env_fail(env, "nothing decided or returned for %" PRIu64 " clocks%s, and %s",
             env->cycle - env->watchdog.since - 1, resets, waits);
}

// Has nothing come of what is expected for long, at regular times? Beats that nobody waits for may
// be so many that the block is never quiet.
static bool long_still(const struct env *env) {
    enum { MEND_CLOCKS = 1000 };
    return env->watchdog.expects && env->cycle > env->watchdog.since &&
           (env->cycle - env->watchdog.since) % MEND_CLOCKS == 0;
}

static void sooner(uint64_t *due, uint64_t cycle) {
    if (cycle < *due)
        *due = cycle;
}

// The next clock, from this one on, in which there is something to do while the block is quiet.
static uint64_t due_cycle(const struct env *env) {
    uint64_t due = stall_cycle(env);
    sooner(&due, clock_ceil(env, event_next_ps(env->target.events)));
    sooner(&due, env->fault_random.next_cycle);
    sooner(&due, env->fault_planned.next_cycle);
    if (!env->closing && !env->offering)
        sooner(&due, clock_ceil(env, source_next_ps(&env->source)));
    if (!env->closing && !env->retrying)
        sooner(&due, retries_next(&env->retries));
    if (env->pause_until > env->cycle)
        sooner(&due, env->pause_until);
    if (!env->closing && env->config.cycles)
        sooner(&due, env->config.cycles);
    return due > env->cycle ? due : env->cycle;
}

// May the arbiter not choose?
static bool pauses(const struct env *env) {
    return env->pause_until > env->cycle;
}

// No further operations, no further disturbances; what was disturbed is put right.
static void close_down(struct env *env) {
    env->closing = true;
    env->pause_until = 0;
    fault_random_stop(&env->fault_random);
    if (fault_planned_stop(&env->fault_planned))
        want_windows(env, 100);
    if (env->drawn) // a timer may have been drawn that would run for long
        env->registers.wanted[CONFIG_GRANT_INTERVAL] = 0;
    register_plan_mend(&env->registers);
}

static bool env_next(struct stimulus *self, const struct edge_out *last, struct edge_in *in) {
    struct env *env = (struct env *)self;
    *in = (struct edge_in){0};
    if (env->started)
        env_absorb(env, last);
    env->started = true;

    const bool cut = env->config.cycles && env->cycle >= env->config.cycles;
    const bool over = source_is_over(&env->source) && env->retries.count == 0;
    if (!env->closing && !env->offering && !env->retrying && (over || cut) && !env->reset_clocks)
        close_down(env);
    const bool idle = last->quiet && env_idle(env);
    if (idle && env->closing && env->tracker.waiting == 0 && !env->offering &&
        env->tracker.under_way == 0 && !env_sweeps(env))
        return false;
    if ((idle || long_still(env)) && env->tracker.waiting > 0 && !env->paused)
        mend(env);
    watch(env);
    if (last->quiet && env->skip && env->queues.busy == 0 &&
        !register_plan_is_busy(&env->registers) && env->reset_clocks == 0 &&
        env->paused == pauses(env) && !(last->op_ready && (env->offering || env->retrying))) {
        in->gap = due_cycle(env) - env->cycle;
        env->cycle += in->gap;
    }
    watch(env);
    if (env->cycle >= stall_cycle(env))
        stall(env);
    if (env->failed)
        return false;

    in->now = env->time + env->cycle;
    const uint64_t now_ps = env->cycle * env->config.clock_ps;
    struct target_step step;
    while (target_take(&env->target, now_ps, &step))
        env_absorb_step(env, &step);
    if (env->cycle >= env->fault_random.next_cycle && env->reset_clocks == 0)
        disturb(env);
    if (env->cycle >= env->fault_planned.next_cycle && env->reset_clocks == 0)
        fault_planned(env);
    if (env->reset_clocks > 0) {
        void_beats_fill(&env->fault_random.rng, (uint32_t)env->config.depth, in);
        in->reset = 1;
        if (--env->reset_clocks == 0)
            reset_end(env);
    } else {
        if (offer_due(env, now_ps))
            offer_fill(env, last, in);
        register_plan_fill(&env->registers, last, in);
        completion_queues_fill(&env->queues, last, in);
        take_message(env, last, in);
        env->paused = pauses(env);
        in->pause = env->paused;
    }
    env->stats.edges++;
    env->stats.cycles = ++env->cycle;
    return !env->failed;
}

// --- opening, closing, asking -------------------------------------------------------------------

static void env_close(struct stimulus *self) {
    struct env *env = (struct env *)self;
    source_close(&env->source);
    target_close(&env->target);
    free(env->latencies[0].ps);
    free(env->latencies[1].ps);
    free(env);
}

static const struct stimulus_ops env_ops = {
    .name = "environment", .next = env_next, .close = env_close, .begins = env_begins};

// Latencies are for metrics, and those are of the model.
static bool latencies_open(struct env *env) {
    if (env->config.stages != STAGES_MODEL)
        return true;
    for (unsigned urgent = 0; urgent < 2; urgent++) {
        env->latencies[urgent].ps = malloc((env->config.operations + 1) * sizeof(uint64_t));
        if (!env->latencies[urgent].ps)
            return false;
    }
    return true;
}

struct stimulus *env_open(const struct config *config, uint64_t seed, bool skip,
                          struct text_error *error) {
    return env_open_traffic(config, traffic_open(config, seed), seed, skip, error);
}

struct stimulus *env_open_traffic(const struct config *config, struct traffic *traffic,
                                  uint64_t seed, bool skip, struct text_error *error) {
    struct env *env = calloc(1, sizeof *env);
    if (!env) {
        traffic_close(traffic);
        text_error_set(error, "out of memory");
        return NULL;
    }
    if (env_draws(config, seed) && traffic)
        traffic = traffic_near_open(traffic, (unsigned)config->begin_near_percent, seed);
    env->stimulus.ops = &env_ops;
    env->config = *config;
    env->skip = skip;
    env->scenario = never;
    const bool opened = source_open(&env->source, traffic) &&
                        target_open(&env->target, &env->config, seed, &env->tracker) &&
                        latencies_open(env);
    if (!opened) {
        env_close(&env->stimulus);
        text_error_set(error, "out of memory");
        return NULL;
    }
    op_tracker_init(&env->tracker);
    register_plan_init(&env->registers, seed, (unsigned)config->bus_stall_percent);
    register_plan_reset(&env->registers, config->depth);
    register_plan_want(&env->registers, config);
    if (!env_draws(config, seed))
        register_plan_mend(&env->registers);
    // A write takes as long as it takes to be in force, and the last answer a clock more.
    const unsigned writes = axi_master_writing(&env->registers.master);
    env->origin_ps = (CONFIG_TO_USE * writes + (writes > 0)) * config->clock_ps;
    fault_random_init(&env->fault_random, seed);
    retries_init(&env->retries, seed, (unsigned)config->loss_percent);
    env->credit_receiver.rng = rng_stream(seed, RNG_INITIATOR);
    env->credit_receiver.stall_percent = (unsigned)config->grant_stall_percent;
    fault_planned_init(&env->fault_planned, config);
    uint64_t rate[FAULT_RANDOM_KINDS];
    fault_random_rates(config, rate);
    fault_random_start(&env->fault_random, rate, 0);
    env->left = UINT64_MAX;
    if (env_draws(config, seed))
        env_begin(env, seed);
    source_fetch(env);
    return &env->stimulus;
}

const char *env_error(const struct stimulus *env) {
    const struct env *self = (const struct env *)env;
    return self->failed ? self->error.text : NULL;
}

const struct env_stats *env_stats(const struct stimulus *env) {
    return &((const struct env *)env)->stats;
}

const uint64_t *env_credit_sent(const struct stimulus *env) {
    return ((const struct env *)env)->credit_receiver.credit;
}

uint64_t env_now_ps(const struct stimulus *env) {
    const struct env *self = (const struct env *)env;
    return self->cycle ? (self->cycle - 1) * self->config.clock_ps : 0;
}

const uint64_t *env_latencies(const struct stimulus *env, bool urgent, size_t *count) {
    const struct latencies *latencies = &((const struct env *)env)->latencies[urgent];
    *count = latencies->count;
    return latencies->ps;
}

void env_describe_op(const struct stimulus *env, uint32_t tag, FILE *file) {
    const struct env *self = (const struct env *)env;
    const uint32_t index = index_of_tag(&self->code, tag);
    const struct tracked_op *tracked = &self->tracker.tracked[index % TRACKED_OPS];
    fprintf(file, "operation %" PRIu32 ": ", tag);
    if (tracked->state != TRACKED_NONE && tracked->op.index == index)
        tracked_op_describe(tracked, self->origin_ps, file);
    else
        fputs(self->source.more && index >= self->source.next.index
                  ? "not yet taken"
                  : "not remembered, or held back by its ordering domain",
              file);
    fputc('\n', file);
}
