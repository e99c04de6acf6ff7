// What the block shows, and what becomes of operations by it. That it is right is judged by the
// rules (tb/block/check), but for what is truly outstanding.
#include <string.h>

#include "tb/scenario/scene.h"

static void count(struct scene *scene, struct operation *op, enum event event) {
    scene->all.count[event]++;
    if (op) {
        op->at[event] = scene->clock;
        scene->tally[op->name].count[event]++;
    }
}

// The operation that waits or is held under a tag.
static struct operation *of_tag(struct scene *scene, uint64_t tag) {
    const uint16_t i = tag < scene->most ? scene->by_tag[tag] : 0;
    return i ? &scene->operation[i - 1] : NULL;
}

// That of a handle's latest grant.
static struct operation *of_handle(struct scene *scene, uint32_t handle) {
    struct operation *best = NULL;
    for (unsigned i = 0; i < scene->most; i++) {
        struct operation *op = &scene->operation[i];
        if (op->handle == handle && op->at[EVENT_GRANTED] != NEVER &&
            (!best || op->at[EVENT_GRANTED] > best->at[EVENT_GRANTED]))
            best = op;
    }
    return best;
}

// --- answers ------------------------------------------------------------------------------------

// A tag that lives is answered; another is not, or is asked and unknown.
static void hear_answer(struct scene *scene) {
    const struct path_out *out = &scene->out;
    const struct lookup *of = &scene->lookup[3];
    if (!of->valid || out->answer_kind == ANSWER_NONE)
        return;
    struct operation *op = &scene->operation[of->operation];
    op->answer = (enum answer_kind)out->answer_kind;
    if (scene->by_tag[of->tag] != of->operation + 1)
        op->state = OP_ANSWERED;
    count(scene, op, EVENT_ANSWERED);
}

// --- decisions ----------------------------------------------------------------------------------

// Those that wait of a rank not below, were taken earlier, and need a lane that this one takes.
static void count_overtakes(struct scene *scene, const struct operation *granted) {
    for (unsigned i = 0; i < scene->most; i++) {
        struct operation *op = &scene->operation[i];
        if (op->state != OP_WAITS || op->order >= granted->order || op->group > granted->group)
            continue;
        const bool shares = op->lane[0] == granted->lane[0] ||
                            (op->responds && granted->responds && op->lane[1] == granted->lane[1]);
        op->passed += shares;
    }
}

static bool hear_grant(struct scene *scene, struct operation *op) {
    const struct path_out *out = &scene->out;
    op->handle = out->decision_handle;
    op->demand[0] = out->trace_stage;
    op->demand[1] = out->trace_response;
    for (unsigned what = 0; what < 1u + op->responds; what++)
        scene->debt[op->lane[what]] += op->demand[what];
    op->state = OP_GRANTED;
    scene->held++;
    count(scene, op, EVENT_GRANTED);
    count_overtakes(scene, op);
    scene_tell(scene, op, &scene->tally[op->name]);
    scene_proceed(scene, (unsigned)(op - scene->operation));
    return truth_grant(&scene->truth, &op->held, &op->shape, out);
}

static bool hear_decision(struct scene *scene) {
    const struct path_out *out = &scene->out;
    struct operation *op = of_tag(scene, out->trace_tag);
    if (!op || op->state != OP_WAITS || (out->trace_kind == PATH_GRANT && !op->legal))
        return true;
    if (out->trace_kind == PATH_DENY) {
        op->denied_mask = out->trace_mask;
        count(scene, op, EVENT_DENIED);
    } else if (out->trace_kind == PATH_REJECT) {
        scene->waiting--;
        op->state = OP_REJECTED;
        count(scene, op, EVENT_REJECTED);
    } else if (out->trace_kind == PATH_GRANT) {
        scene->waiting--;
        return hear_grant(scene, op);
    }
    return true;
}

// --- windows and returns ------------------------------------------------------------------------

static void hear_window(struct scene *scene) {
    if (scene->out.trace_kind != PATH_WINDOW)
        return;
    scene->at[EVENT_WRITTEN] = scene->clock;
    truth_window(&scene->truth, &scene->out);
}

static void hear_return(struct scene *scene, unsigned channel) {
    const struct path_out *out = &scene->out;
    const enum return_kind kind = out->return_kind[channel];
    if (kind == RETURN_NONE)
        return;
    if (kind == RETURN_BACK && channel < path_channels(&scene->size) - 1 &&
        out->return_lane[channel] < path_lanes(&scene->size))
        scene->debt[out->return_lane[channel]] -= out->return_amount[channel];
    count(scene, of_handle(scene, out->return_handle[channel]),
          kind == RETURN_BACK    ? EVENT_RETURNED
          : kind == RETURN_STRAY ? EVENT_STRAY
                                 : EVENT_LATE);
}

static void hear_free(struct scene *scene, unsigned channel) {
    struct operation *op =
        scene->out.free_valid[channel] ? of_handle(scene, scene->out.free_handle[channel]) : NULL;
    if (!op || op->state != OP_GRANTED)
        return;
    op->state = OP_FREE;
    scene->held--;
    count(scene, op, EVENT_FREE);
}

bool scene_hear(struct scene *scene) {
    software_hear(&scene->software);
    if (scene->was_reset)
        return true;
    if (!hear_decision(scene))
        return false;
    hear_answer(scene);
    hear_window(scene);
    for (unsigned k = 0; k < path_channels(&scene->size); k++) {
        hear_return(scene, k);
        hear_free(scene, k);
    }
    return true;
}
