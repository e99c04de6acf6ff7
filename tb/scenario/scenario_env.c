// What streams, stages and statements do at the ports. scenario_observe.c: what the block shows.
#include "tb/scenario/scenario_env.h"

#include "csim/golden/registers.h"

// Of what software sets, the environment must know this.
void env_set(struct scenario_env *env, unsigned address, uint32_t value) {
    if (address == SEMACREDIT_SMALL_LIMIT)
        env->in.small_limit = value;
    if (address == SEMACREDIT_HOLD)
        env->in.hold = (uint16_t)value;
}

void env_begin(struct scenario_env *env, const struct path_size *size,
               const struct scenario *scenario) {
    memset(env, 0, sizeof *env);
    env->size = *size;
    env->scenario = scenario;
    env->most = size->tag_w < 11 ? 1u << size->tag_w : ENV_OPERATIONS;
    for (unsigned port = 0; port < ENV_PORTS; port++)
        env->stage[port].observed = PATH_UNKNOWN;
    for (unsigned i = 0; i < ENV_OPERATIONS; i++)
        for (unsigned event = 0; event < OPERATION_EVENTS; event++)
            env->operation[i].at[event] = NEVER;
    for (unsigned event = 0; event < EVENTS; event++)
        env->at[event] = NEVER;
    env_measure(env);
    env->in.epoch = PATH_EPOCHS - 1; // the first reset has epoch 0
    env_reset(env);
}

void env_measure(struct scenario_env *env) {
    memset(&env->all, 0, sizeof env->all);
    memset(env->tally, 0, sizeof env->tally);
    env->at[EVENT_MEASURE] = env->clock;
    env->software.messages = 0;
}

void env_count(const struct scenario_env *env, const struct operation *op, struct tally *tally) {
    const uint64_t wait = env->clock - op->at[EVENT_TAKEN];
    tally->longest_wait = wait > tally->longest_wait ? wait : tally->longest_wait;
    tally->overtakes = op->passed > tally->overtakes ? op->passed : tally->overtakes;
}

struct tally env_tally(const struct scenario_env *env, uint16_t name) {
    struct tally tally = env->tally[name];
    for (unsigned i = 0; i < env->reached; i++)
        if (env->operation[i].state == OP_WAITS && env->operation[i].name == name)
            env_count(env, &env->operation[i], &tally);
    return tally;
}

// --- offers -------------------------------------------------------------------------------------

bool env_ready(const struct scenario_env *env, const struct offered *shape) {
    return offered_ready(&env->size, shape, env->in.small_limit, &env->out);
}

void env_describe(const struct scenario_env *env, const struct offered *shape,
                  struct operation *op) {
    op->shape = *shape;
    op->legal = offered_is_legal(&env->size, shape);
    op->responds = offered_responds(shape);
    op->group = (uint8_t)offered_group(shape, env->in.small_limit);
    op->lane[0] = (uint8_t)offered_port(&env->size, shape, 0);
    op->lane[1] = (uint8_t)offered_port(&env->size, shape, 1);
}

static bool is_live(const struct operation *op) {
    return op->state == OP_WAITS || op->state == OP_GRANTED;
}

void env_waits(struct scenario_env *env, const struct operation *op, int by) {
    uint16_t *const of = &env->in_domain[op->shape.domain];
    env->waiting += (unsigned)by;
    if (op->shape.domain == 0)
        return;
    *of = (uint16_t)(*of + by);
    if (*of > (by < 0 ? 0 : 1))
        env->followers += (unsigned)by;
}

void env_offer(struct scenario_env *env, unsigned operation, bool again) {
    struct operation *op = &env->operation[operation];
    const bool taken = env_ready(env, &op->shape);
    const uint16_t older = env->by_tag[op->tag];
    offered_drive(&env->in, &op->shape, op->tag, again);
    env->reached = env->reached > operation ? env->reached : operation + 1;
    const bool live = older && is_live(&env->operation[older - 1]);
    env->lookup[0] = (struct lookup){true, taken, live, (uint16_t)operation, op->tag};
    op->at[EVENT_ASKED] = env->clock;
    op->at[EVENT_ANSWERED] = NEVER;
    env->all.count[EVENT_ASKED]++;
    env->tally[op->name].count[EVENT_ASKED]++;
    if (!taken || live)
        return; // an answer will say
    for (unsigned event = EVENT_GRANTED; event < OPERATION_EVENTS; event++)
        op->at[event] = NEVER;
    op->at[EVENT_TAKEN] = env->clock;
    op->state = OP_WAITS;
    op->order = ++env->orders;
    op->passed = 0;
    op->owes[0] = true;
    op->owes[1] = op->responds;
    op->owes[2] = false;
    env->by_tag[op->tag] = (uint16_t)(operation + 1);
    env_waits(env, op, 1);
    env->all.count[EVENT_TAKEN]++;
    env->tally[op->name].count[EVENT_TAKEN]++;
}

// An operation for a stream: those with names come first, and keep their place.
static int unused(const struct scenario_env *env) {
    for (unsigned i = SCENARIO_NAMES; i < env->most; i++)
        if (!is_live(&env->operation[i]))
            return (int)i;
    return -1;
}

static uint64_t due(const struct flood *flood) {
    return flood->start + flood->taken * flood->every;
}

// environment.md, 10.1.
enum { DOMAIN_WAITS = 3, FOLLOWERS = 8, IN_TURN = 8 };

static bool domain_may_go(const struct scenario_env *env, unsigned domain) {
    const unsigned waits = env->in_domain[domain];
    return domain == 0 || waits == 0 || (waits < DOMAIN_WAITS && env->followers < FOLLOWERS);
}

// Has a head that may go in this clock: its classes are ready, or it is a repetition.
static bool may_go(const struct scenario_env *env, const struct flood *flood) {
    return !flood->stopped && (flood->limit == 0 || flood->taken < flood->limit) &&
           due(flood) <= env->clock &&
           (flood->again != NO_NAME ||
            (domain_may_go(env, flood->shape.domain) && env_ready(env, &flood->shape)));
}

// The port: a repetition first, then what is latency-sensitive, but for each eighth clock, then the
// head that is due the longest, among equals in turn.
static bool goes_first(const struct scenario_env *env, const struct flood *one,
                       const struct flood *other) {
    if ((one->again != NO_NAME) != (other->again != NO_NAME))
        return one->again != NO_NAME;
    if (env->clock % IN_TURN != 0 && one->shape.urgent != other->shape.urgent)
        return one->shape.urgent;
    return due(one) != due(other) ? due(one) < due(other) : one->turn < other->turn;
}

static struct flood *next_flood(struct scenario_env *env) {
    struct flood *best = NULL;
    for (unsigned i = 0; i < env->floods; i++) {
        struct flood *const flood = &env->flood[i];
        if (may_go(env, flood) && (!best || goes_first(env, flood, best)))
            best = flood;
    }
    return best;
}

static void offer_streams(struct scenario_env *env) {
    struct flood *flood = env->in.op_valid ? NULL : next_flood(env);
    const int free = flood ? unused(env) : -1;
    if (free < 0)
        return;
    flood->taken++;
    flood->turn = env->clock;
    if (flood->again != NO_NAME) {
        env_offer(env, flood->again, true);
        return;
    }
    struct operation *op = &env->operation[free];
    *op = (struct operation){.name = flood->name, .tag = (uint64_t)free};
    env_describe(env, &flood->shape, op);
    env_offer(env, (unsigned)free, false);
}

// --- completions --------------------------------------------------------------------------------

unsigned env_port(const struct scenario_env *env, const struct operation *op, unsigned what) {
    return what < 2 ? op->lane[what] : path_lanes(&env->size);
}

bool env_port_ready(const struct scenario_env *env, unsigned port) {
    return !env->port_used[port] && port_ready(&env->out, &env->size, port);
}

void env_beat(struct scenario_env *env, unsigned port, uint32_t handle) {
    env->port_used[port] = true;
    port_beat(&env->in, &env->size, port, handle);
    uint16_t *const observed = port_observed(&env->software.in, &env->size, port);
    if (observed)
        *observed = env->stage[port].observed;
}

static void enqueue(struct scenario_env *env, unsigned operation, unsigned what) {
    const struct operation *op = &env->operation[operation];
    struct stage *stage = &env->stage[env_port(env, op, what)];
    if (stage->count < ENV_QUEUE)
        stage->queue[(stage->first + stage->count++) % ENV_QUEUE] =
            (struct entry){(uint16_t)operation, op->handle, env->resets};
}

void env_proceed(struct scenario_env *env, unsigned operation) {
    const struct operation *op = &env->operation[operation];
    for (unsigned what = 0; what < 3; what++)
        if (op->owes[what]) {
            enqueue(env, operation, what);
            return;
        }
}

// Truly executed, or sent in its place.
void env_execute(struct scenario_env *env, unsigned operation, unsigned what) {
    struct operation *op = &env->operation[operation];
    op->at[EVENT_COMPLETED] = env->clock;
    op->at[EVENT_RETURNED] = op->at[EVENT_STRAY] = op->at[EVENT_LATE] = NEVER;
    if (op->state != OP_GRANTED || !op->owes[what])
        return;
    op->owes[what] = false;
    if (what < 2)
        scoreboard_execute(&env->board, &op->held, what);
    env_proceed(env, operation);
}

void env_complete(struct scenario_env *env, unsigned operation, unsigned what) {
    const struct operation *op = &env->operation[operation];
    const unsigned port = env_port(env, op, what);
    env_execute(env, operation, what);
    env_beat(env, port, op->handle);
}

// Nothing to do any more: what was granted since the last reset, and was completed by hand.
static bool is_over(const struct scenario_env *env, const struct entry *entry, unsigned what) {
    const struct operation *op = &env->operation[entry->operation];
    return entry->resets == env->resets &&
           !(op->state == OP_GRANTED && op->handle == entry->handle && op->owes[what]);
}

// A stage executes one operation at a time. One that was granted before a reset goes on, too.
static void serve(struct scenario_env *env, unsigned port) {
    struct stage *stage = &env->stage[port];
    const unsigned lanes = path_lanes(&env->size);
    const unsigned responses = (unsigned)env->size.hbm + env->size.atomic;
    const unsigned what = port < responses ? 0 : port < lanes ? 1 : 2;
    while (stage->count > 0 && is_over(env, &stage->queue[stage->first], what)) {
        stage->first = (stage->first + 1) % ENV_QUEUE;
        stage->count--;
        stage->busy = false;
    }
    if (stage->count == 0 || stage->takes == 0)
        return;
    if (!stage->busy) {
        stage->busy = true;
        stage->end = env->clock + stage->takes;
    }
    if (env->clock < stage->end || !env_port_ready(env, port))
        return;
    const struct entry entry = stage->queue[stage->first];
    stage->first = (stage->first + 1) % ENV_QUEUE;
    stage->count--;
    stage->busy = stage->count > 0;
    stage->end = env->clock + stage->takes;
    if (entry.resets == env->resets)
        env_complete(env, entry.operation, what);
    else
        env_beat(env, port, entry.handle);
}

// --- a clock ------------------------------------------------------------------------------------

void env_fill(struct scenario_env *env) {
    if (!env->in.rst_n)
        return;
    for (unsigned lane = 0; lane < path_lanes(&env->size); lane++)
        block_tell_stage(&env->software.in, lane, env->stage[lane].count);
    for (unsigned port = 0; port <= path_lanes(&env->size); port++)
        serve(env, port);
    offer_streams(env);
}

// Beats are for one clock, and leave nothing behind.
void env_end(struct scenario_env *env) {
    struct path_in *in = &env->in;
    env->was_reset = !in->rst_n;
    in->rst_n = true;
    offered_drive(in, &(struct offered){.opcode = 0}, 0, false);
    in->op_valid = false;
    for (unsigned port = 0; port <= path_lanes(&env->size); port++) {
        port_beat(in, &env->size, port, 0);
        *port_valid(in, &env->size, port) = false;
    }
    env->software.in.message_ready = env->software.hearing != MESSAGES_WAIT;
    software_leap(&env->software, 1);
    memset(env->port_used, 0, sizeof env->port_used);
    const struct lookup *offered = &env->lookup[1]; // reservation.md, 4.1
    if (offered->valid && offered->taken && !offered->live) {
        struct operation *op = &env->operation[offered->operation];
        op->owes[2] = in->hold >> op->shape.opcode & 1;
    }
    memmove(&env->lookup[1], &env->lookup[0], 3 * sizeof *env->lookup);
    env->lookup[0].valid = false;
    env->clock++;
}

// The block is reset from this clock on; the stages are not.
void env_reset(struct scenario_env *env) {
    env->in.rst_n = false;
    env->in.epoch = (uint8_t)((env->in.epoch + 1) % PATH_EPOCHS);
    env->resets++;
    env->at[EVENT_RESET] = env->clock;
    for (unsigned i = 0; i < env->reached; i++)
        if (is_live(&env->operation[i]))
            env->operation[i].state = OP_LOST;
    memset(env->by_tag, 0, sizeof env->by_tag);
    memset(env->lookup, 0, sizeof env->lookup);
    env->waiting = env->held = env->followers = 0;
    memset(env->in_domain, 0, sizeof env->in_domain);
    env->software.begun = false;
    axi_reset(&env->software.bus);
    env->in.small_limit = port_within(SMALL_LIMIT_RESET, env->size.wire_w);
    env->in.hold = 0;
    memset(env->debt, 0, sizeof env->debt);
    scoreboard_begin(&env->board, &env->size);
}

// --- software ----------------------------------------------------------------------------------

void software_leap(struct software *software, uint64_t clocks) {
    software->in.now = block_time(software->in.now + clocks);
}

void software_observe(struct software *software) {
    const struct block_out *out = &software->out;
    const bool answered = software->begun && out->axi_bvalid && !software->written;
    software->accepted = answered && out->axi_bresp == 0;
    software->begun = software->begun && !answered;
    software->written = out->axi_bvalid;
    software->refused = out->axi_bresp != 0;
    software->answered = out->axi_rvalid;
    if (out->axi_rvalid)
        software->value = out->axi_rdata;
    if (!out->message_valid || !software->in.message_ready)
        return;
    software->messages++;
    if (software->hearing == MESSAGES_HEARD)
        memcpy(software->reported, out->message_credit, sizeof software->reported);
}
