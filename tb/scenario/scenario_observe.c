// What the block shows, and what that does to operations. That it is right is judged by the
// rules (tb/block/check), but for what is truly outstanding.

#include "tb/scenario/scenario_env.h"

static void count(struct scenario_env *env, struct operation *op, enum event event) {
    env->all.count[event]++;
    if (op) {
        op->at[event] = env->clock;
        env->tally[op->name].count[event]++;
    }
}

// The operation that waits or is held under a tag.
static struct operation *of_tag(struct scenario_env *env, uint64_t tag) {
    const uint16_t i = tag < env->most ? env->by_tag[tag] : 0;
    return i ? &env->operation[i - 1] : NULL;
}

// That of a handle's latest grant.
static struct operation *of_handle(struct scenario_env *env, uint32_t handle) {
    struct operation *best = NULL;
    for (unsigned i = 0; i < env->reached; i++) {
        struct operation *op = &env->operation[i];
        if (op->handle == handle && op->at[EVENT_GRANTED] != NEVER &&
            (!best || op->at[EVENT_GRANTED] > best->at[EVENT_GRANTED]))
            best = op;
    }
    return best;
}

// --- answers ------------------------------------------------------------------------------------

// A tag that lives is answered; another is not, or is asked and unknown.
static void observe_answer(struct scenario_env *env) {
    const struct path_out *out = &env->out;
    const struct lookup *of = &env->lookup[3];
    if (!of->valid || out->answer_kind == ANSWER_NONE)
        return;
    struct operation *op = &env->operation[of->operation];
    op->answer = (enum answer_kind)out->answer_kind;
    if (env->by_tag[of->tag] != of->operation + 1)
        op->state = OP_ANSWERED;
    count(env, op, EVENT_ANSWERED);
}

// --- decisions ----------------------------------------------------------------------------------

// Those that wait of a rank not below, were taken earlier, and need a lane that this one takes.
static void count_overtakes(struct scenario_env *env, const struct operation *granted) {
    for (unsigned i = 0; i < env->reached; i++) {
        struct operation *op = &env->operation[i];
        if (op->state != OP_WAITS || op->order >= granted->order || op->group > granted->group)
            continue;
        const bool shares = op->lane[0] == granted->lane[0] ||
                            (op->responds && granted->responds && op->lane[1] == granted->lane[1]);
        op->passed += shares;
    }
}

static bool observe_grant(struct scenario_env *env, struct operation *op) {
    const struct path_out *out = &env->out;
    op->handle = out->decision_handle;
    op->demand[0] = out->trace_stage;
    op->demand[1] = out->trace_response;
    for (unsigned what = 0; what < 1u + op->responds; what++)
        env->debt[op->lane[what]] += op->demand[what];
    op->state = OP_GRANTED;
    env->held++;
    count(env, op, EVENT_GRANTED);
    count_overtakes(env, op);
    env_count(env, op, &env->tally[op->name]);
    env_proceed(env, (unsigned)(op - env->operation));
    return scoreboard_grant(&env->board, &op->held, &op->shape, out);
}

static bool observe_decision(struct scenario_env *env) {
    const struct path_out *out = &env->out;
    struct operation *op = of_tag(env, out->trace_tag);
    if (!op || op->state != OP_WAITS || (out->trace_kind == PATH_GRANT && !op->legal))
        return true;
    if (out->trace_kind == PATH_DENY) {
        op->denied_mask = out->trace_mask;
        count(env, op, EVENT_DENIED);
    } else if (out->trace_kind == PATH_REJECT) {
        env_waits(env, op, -1);
        op->state = OP_REJECTED;
        count(env, op, EVENT_REJECTED);
    } else if (out->trace_kind == PATH_FLUSHED) {
        env_waits(env, op, -1);
        op->state = OP_FLUSHED;
        count(env, op, EVENT_FLUSHED);
    } else if (out->trace_kind == PATH_GRANT) {
        env_waits(env, op, -1);
        return observe_grant(env, op);
    }
    return true;
}

// --- windows and returns ------------------------------------------------------------------------

static void observe_window(struct scenario_env *env) {
    if (env->out.trace_kind != PATH_WINDOW)
        return;
    env->at[EVENT_WRITTEN] = env->clock;
    scoreboard_window(&env->board, &env->out);
}

static void observe_return(struct scenario_env *env, unsigned channel) {
    const struct path_out *out = &env->out;
    const enum return_kind kind = out->return_kind[channel];
    if (kind == RETURN_NONE)
        return;
    if (kind == RETURN_BACK && channel < path_channels(&env->size) - 1 &&
        out->return_lane[channel] < path_lanes(&env->size))
        env->debt[out->return_lane[channel]] -= out->return_amount[channel];
    count(env, of_handle(env, out->return_handle[channel]),
          kind == RETURN_BACK    ? EVENT_RETURNED
          : kind == RETURN_STRAY ? EVENT_STRAY
                                 : EVENT_LATE);
}

static void observe_free(struct scenario_env *env, unsigned channel) {
    struct operation *op =
        env->out.free_valid[channel] ? of_handle(env, env->out.free_handle[channel]) : NULL;
    if (!op || op->state != OP_GRANTED)
        return;
    op->state = OP_FREE;
    env->held--;
    count(env, op, EVENT_FREE);
}

bool env_observe(struct scenario_env *env) {
    software_observe(&env->software);
    if (env->was_reset)
        return true;
    if (!observe_decision(env))
        return false;
    observe_answer(env);
    observe_window(env);
    for (unsigned k = 0; k < path_channels(&env->size); k++) {
        observe_return(env, k);
        observe_free(env, k);
    }
    return true;
}
