// What an environment learns in each clock: from the block's commits, and from the target.
#include "tb/env/env_state.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

void env_fail(struct env *env, const char *format, ...) {
    if (env->failed)
        return;
    env->failed = true;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(env->error.text, sizeof env->error.text, format, arguments);
    va_end(arguments);
}

void env_queue_beat(struct env *env, unsigned port, struct port_beat beat) {
    if (!completion_queues_push(&env->queues, port, beat))
        env_fail(env, "beats do not get through port %u", port);
}

static unsigned stage_port(const struct tracked_op *tracked, unsigned stage) {
    if (stage == CLASS_HBM)
        return address_partition(tracked->op.address);
    return stage == CLASS_ATOMIC ? PORT_ATOMIC : PORT_RESPONSE;
}

void env_absorb_step(struct env *env, const struct target_step *step) {
    struct tracked_op *tracked = step->tracked;
    source_settle(env, tracked);
    if (step->stage < CLASSES)
        env_queue_beat(env, stage_port(tracked, step->stage),
                       (struct port_beat){tracked->id, step->service});
    if (!step->completes)
        return;
    struct env_stats *stats = &env->stats;
    tracked->executed = true;
    env_queue_beat(env, PORT_DONE, (struct port_beat){.id = tracked->id});
    stats->last_complete_ps = step->time_ps;
    if (tracked->again)
        return;
    stats->goodput_bytes +=
        op_responds(&tracked->op) ? tracked->op.response_length : tracked->op.wire_bytes;
    struct latencies *latencies = &env->latencies[tracked->op.urgent];
    if (latencies->ps)
        latencies->ps[latencies->count++] =
            step->time_ps - (tracked->op.submit_ps + env->origin_ps);
}

static void absorb_grant(struct env *env, struct tracked_op *tracked, const struct edge_out *last) {
    if (last->id >= env->config.depth || !target_has_room(&env->target)) {
        env_fail(env,
                 "operation %" PRIu32 " is granted as reservation %u, %" PRIu32
                 " operations are under way",
                 last->tag, last->id, env->tracker.under_way);
        return;
    }
    op_tracker_grant(&env->tracker, tracked, last->id, last->mask);
    env->stats.granted++;
    target_enter(&env->target, tracked, (env->cycle - 1) * env->config.clock_ps);
}

// The block has done what work there is for it, which is finite: the watchdog's food.
static void progressed(struct env *env) {
    env->watchdog.since = env->cycle - 1;
    env->watchdog.resets = env->stats.resets;
}

// Something moves: what was tried to make it so need not be tried further.
static void mended(struct env *env) {
    progressed(env);
    if (env->mend_step > 1) // the way had been opened wide for this one
        register_plan_mend(&env->registers);
    env->mend_step = 0;
}

static void absorb_repeat(struct env *env, const struct edge_out *last) {
    if (!op_tracker_repeat(&env->tracker, index_of_tag(&env->code, last->tag), last->id,
                           env->cycle - 1))
        env_fail(env,
                 "operation %" PRIu32
                 " is answered with reservation %u, which it does not hold, or was not asked for",
                 last->tag, last->id);
    env->stats.repeated++;
    mended(env);
}

static void absorb_decision(struct env *env, const struct edge_out *last) {
    if (last->kind == DECISION_REPEAT) {
        absorb_repeat(env, last);
        return;
    }
    struct tracked_op *tracked =
        op_tracker_waiting(&env->tracker, index_of_tag(&env->code, last->tag));
    if (!tracked) {
        env_fail(env, "a decision on operation %" PRIu32 ", which does not wait", last->tag);
        return;
    }
    if (last->kind == DECISION_DENY) {
        tracked_op_deny(tracked, last->mask);
        env->stats.denials++;
        return;
    }
    op_tracker_decide(&env->tracker, tracked, env->cycle - 1);
    if (last->kind == DECISION_GRANT) {
        absorb_grant(env, tracked, last);
    } else {
        tracked_op_reject(tracked, last->mask);
        source_settle(env, tracked);
        env->stats.rejected++;
    }
    mended(env);
}

static void absorb_complete(struct env *env, uint16_t id) {
    env->stats.completed++;
    struct tracked_op *tracked = op_tracker_complete(&env->tracker, id, env->cycle - 1);
    if (!tracked)
        return;
    source_settle(env, tracked);
    progressed(env);
}

static void absorb_stray(struct env *env) {
    env->stats.strays++;
    if (env->extra > 0)
        env->extra--;
}

static void absorb_return(struct env *env, const struct edge_out *last,
                          enum resource_class resource) {
    if (last->return_kind[resource] == CHANNEL_STRAY) {
        absorb_stray(env);
        return;
    }
    const uint16_t id = last->return_id[resource];
    env->stats.returned++;
    if (op_tracker_return(&env->tracker, id, resource, env->cycle - 1))
        progressed(env);
    if (last->retire >> resource & 1)
        absorb_complete(env, id);
}

void env_absorb(struct env *env, const struct edge_out *last) {
    if (last->calibrate)
        register_plan_calibrated(&env->registers, last);
    if (last->window)
        register_plan_window(&env->registers, last);
    if (last->kind)
        absorb_decision(env, last);
    for (unsigned resource = 0; resource < CLASSES; resource++)
        if (last->return_kind[resource])
            absorb_return(env, last, (enum resource_class)resource);
    if (last->done_kind == CHANNEL_COMPLETE)
        absorb_complete(env, last->done_id);
    else if (last->done_kind == CHANNEL_STRAY)
        absorb_stray(env);
}
