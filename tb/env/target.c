#include "tb/env/target.h"

#include "csim/traffic/adversarial_scenario.h"
#include "csim/traffic/traffic.h"

enum {
    EVENTS_EACH = 4, // of one execution: three stages and its completion
    EVENTS_MAX = UNDER_WAY_MAX * EVENTS_EACH,
    ALIGNED_CLOCKS = 16,
};

// Events of the stages have the numbers of their classes.
enum event_kind {
    EVENT_HBM = CLASS_HBM,
    EVENT_ATOMIC = CLASS_ATOMIC,
    EVENT_RESPONSE = CLASS_RESPONSE,
    EVENT_COMPLETE,
    EVENT_ARRIVE,
};

bool target_open(struct target *target, const struct config *config, uint64_t seed,
                 struct op_tracker *tracker) {
    target->config = config;
    target->tracker = tracker;
    target->events = event_queue_open(EVENTS_MAX);
    fabric_init(&target->fabric, config, seed);
    stages_init(&target->stages, config);
    target->delay = rng_stream(seed, RNG_DELAY);
    target->observed = rng_stream(seed, RNG_OBSERVED);
    return target->events;
}

void target_close(struct target *target) {
    event_queue_close(target->events);
}

static void tracked_op_post(struct target *target, struct tracked_op *tracked, unsigned kind,
                            uint64_t time_ps) {
    event_post(target->events, time_ps, kind, (uint32_t)(tracked - target->tracker->tracked));
    if (tracked->ahead++ == 0)
        target->tracker->under_way++;
}

// --- random stages ----------------------------------------------------------------------------

static uint64_t delay_draw(struct target *target, uint64_t least, uint64_t spread) {
    return least + rng_below(&target->delay, spread + 1);
}

static uint64_t round_up(uint64_t time_ps, uint64_t unit_ps) {
    return (time_ps + unit_ps - 1) / unit_ps * unit_ps;
}

// When each beat comes is drawn at the grant.
static void tracked_op_draw(struct target *target, struct tracked_op *tracked, uint64_t now_ps) {
    const struct config *config = target->config;
    const uint64_t clock = config->clock_ps;
    uint64_t least = config->delay_ps, spread = config->delay_spread_ps;
    enum timing timing = TIMING_CHAIN;
    if (config->traffic == TRAFFIC_ADVERSARIAL) {
        const struct adversarial_scenario *scenario =
            &adversarial_scenarios[adversarial_scenario_number(config, tracked->op.index) %
                                   adversarial_scenario_count];
        timing = scenario->timing;
        least = scenario->delay_clocks * clock;
        spread = scenario->spread_clocks * clock;
    }
    uint64_t done = now_ps;
    for (unsigned resource = 0; resource < CLASSES; resource++) {
        if (!tracked_op_holds(tracked, (enum resource_class)resource))
            continue;
        const bool chained = timing == TIMING_CHAIN || timing == TIMING_ALIGNED;
        uint64_t time = (chained ? done : now_ps) + delay_draw(target, least, spread);
        if (timing == TIMING_ALIGNED && resource == CLASS_HBM)
            time = round_up(time, ALIGNED_CLOCKS * clock);
        else if (timing == TIMING_SAME_CLOCK && done != now_ps)
            time = done +
                   (resource == CLASS_RESPONSE && tracked_op_holds(tracked, CLASS_HBM) ? clock : 0);
        tracked_op_post(target, tracked, resource, time);
        done = time;
    }
    if (timing == TIMING_CHAIN || timing == TIMING_ALIGNED)
        done += delay_draw(target, 0, spread);
    else if (timing == TIMING_DONE_FIRST)
        done = now_ps;
    else if (timing == TIMING_ANY)
        done = now_ps + delay_draw(target, least, spread);
    tracked_op_post(target, tracked, EVENT_COMPLETE, done);
}

// --- the model --------------------------------------------------------------------------------

static void tracked_op_arrive(struct target *target, struct tracked_op *tracked, uint64_t now_ps) {
    struct stages *stages = &target->stages;
    const struct op *op = &tracked->op;
    if (op_is_atomic(op)) {
        tracked_op_post(target, tracked, EVENT_ATOMIC,
                        server_serve(&stages->atomic, now_ps, stages->atomic_ps));
        return;
    }
    struct server *partition = &stages->hbm[address_partition(op->address)];
    const uint64_t service = stages_hbm_ps(stages, op_hbm_bytes(op), op_is_read(op));
    tracked_op_post(target, tracked, EVENT_HBM, server_serve(partition, now_ps, service));
}

static void tracked_op_enter_response(struct target *target, struct tracked_op *tracked,
                                      uint64_t now_ps) {
    struct stages *stages = &target->stages;
    const uint64_t service = stages_response_ps(stages, tracked->op.response_length);
    tracked_op_post(target, tracked, EVENT_RESPONSE,
                    server_serve(&stages->response, now_ps, service));
}

// What follows an event. Returns whether the operation has completed by it.
static bool tracked_op_follow(struct target *target, struct tracked_op *tracked,
                              const struct event *event) {
    const uint64_t now_ps = event->time_ps;
    switch (event->kind) {
    case EVENT_ARRIVE:
        tracked_op_arrive(target, tracked, now_ps);
        return false;
    case EVENT_HBM:
    case EVENT_ATOMIC:
        if (!op_responds(&tracked->op))
            return true;
        tracked_op_enter_response(target, tracked, now_ps);
        return false;
    case EVENT_RESPONSE:
        tracked_op_post(
            target, tracked, EVENT_COMPLETE,
            fabric_back(&target->fabric, now_ps, tracked->op.response_length).arrive_ps);
        return false;
    default:
        return true;
    }
}

// --- what a stage reports ---------------------------------------------------------------------

static uint64_t service_ps(const struct stages *stages, const struct op *op, unsigned stage) {
    if (stage == CLASS_HBM)
        return stages_hbm_ps(stages, op_hbm_bytes(op), op_is_read(op));
    return stage == CLASS_ATOMIC ? stages->atomic_ps
                                 : stages_response_ps(stages, op->response_length);
}

// Random stages: mostly from half the model's time to twice that; now and then nothing, or
// anything.
static uint16_t service_draw(struct target *target, uint64_t model_ps) {
    enum { ODDS = 12, UNKNOWN = 0, WILD = 1 };
    struct rng *rng = &target->observed;
    const uint64_t kind = rng_below(rng, ODDS), part = rng_between(rng, 8, 32);
    return kind == UNKNOWN ? SERVICE_UNKNOWN
           : kind == WILD  ? (uint16_t)rng_below(rng, 1u << SERVICE_BITS)
                           : stages_observed(model_ps * part / 16);
}

static uint16_t service_observed(struct target *target, const struct op *op, unsigned stage) {
    const uint64_t model_ps = service_ps(&target->stages, op, stage);
    return target->config->stages == STAGES_MODEL ? stages_observed(model_ps)
                                                  : service_draw(target, model_ps);
}

// --- either -----------------------------------------------------------------------------------

bool target_has_room(const struct target *target) {
    return event_count(target->events) + EVENTS_EACH <= EVENTS_MAX;
}

void target_enter(struct target *target, struct tracked_op *tracked, uint64_t now_ps) {
    if (target->config->stages == STAGES_RANDOM) {
        tracked_op_draw(target, tracked, now_ps);
        return;
    }
    const struct op *op = &tracked->op;
    tracked_op_post(target, tracked, EVENT_ARRIVE,
                    fabric_forward(&target->fabric, now_ps, op->wire_bytes, op->index).arrive_ps);
}

void target_await(struct target *target, struct tracked_op *tracked, unsigned awaited,
                  unsigned clocks) {
    _Static_assert((int)EVENT_COMPLETE == CLASSES, "events have the numbers of what is awaited");
    for (unsigned kind = 0; kind <= EVENT_COMPLETE; kind++)
        if (awaited >> kind & 1)
            tracked_op_post(target, tracked, kind,
                            rng_below(&target->delay, clocks) * target->config->clock_ps);
}

bool target_take(struct target *target, uint64_t now_ps, struct target_step *step) {
    struct event event;
    if (!event_take(target->events, now_ps, &event))
        return false;
    struct tracked_op *tracked = &target->tracker->tracked[event.subject];
    const bool reports =
        event.kind < CLASSES && tracked_op_holds(tracked, (enum resource_class)event.kind);
    *step = (struct target_step){.time_ps = event.time_ps,
                                 .tracked = tracked,
                                 .stage = reports ? event.kind : CLASSES,
                                 .completes = event.kind == EVENT_COMPLETE};
    if (reports)
        step->service = service_observed(target, &tracked->op, step->stage);
    if (target->config->stages == STAGES_MODEL)
        step->completes = tracked_op_follow(target, tracked, &event);
    if (--tracked->ahead == 0)
        target->tracker->under_way--;
    return true;
}
