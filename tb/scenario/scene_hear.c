// What the block shows, and the promises that hold in every scenario (rtl/spec, promises.md):
// a wrong one breaks the scenario, whatever it expects.
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "tb/scenario/scene.h"

static const char *name_of(const struct scene *scene, const struct operation *op) {
    return scene->scenario->name[op->name];
}

__attribute__((format(printf, 3, 4))) static bool broken(struct scene *scene, const char *wanted,
                                                         const char *seen, ...) {
    va_list list;
    va_start(list, seen);
    vsnprintf(scene->seen, sizeof scene->seen, seen, list);
    va_end(list);
    snprintf(scene->wanted, sizeof scene->wanted, "%s", wanted);
    scene->broken = true;
    return false;
}

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

// 2.6: a tag that lives is answered, another is not, or is asked and unknown.
static bool hear_answer(struct scene *scene) {
    const struct path_out *out = &scene->out;
    const struct lookup *of = &scene->lookup[3];
    if (!of->valid)
        return out->answer_kind == ANSWER_NONE ||
               broken(scene, "answers to what is offered", "an answer to nothing");
    struct operation *op = &scene->operation[of->operation];
    if (of->live && out->answer_kind != ANSWER_HELD && out->answer_kind != ANSWER_WAITS)
        return broken(scene, "a tag that lives to be answered", "no answer to %s, it may run twice",
                      name_of(scene, op));
    if (!of->live && out->answer_kind != (of->taken ? ANSWER_NONE : ANSWER_UNKNOWN))
        return broken(scene, "a new tag to wait", "answer %u to %s", out->answer_kind,
                      name_of(scene, op));
    if (out->answer_kind == ANSWER_NONE)
        return true;
    if (out->answer_tag != of->tag)
        return broken(scene, "the answer to name its tag", "another tag");
    op->answer = (enum answer_kind)out->answer_kind;
    if (scene->by_tag[of->tag] != of->operation + 1)
        op->state = OP_ANSWERED;
    count(scene, op, EVENT_ANSWERED);
    return true;
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

// Promise 11.
static bool is_first_of_domain(const struct scene *scene, const struct operation *op) {
    for (unsigned i = 0; op->shape.domain && i < scene->most; i++) {
        const struct operation *other = &scene->operation[i];
        if (other->state == OP_WAITS && other->shape.domain == op->shape.domain &&
            other->order < op->order)
            return false;
    }
    return true;
}

// Promise 3, of the truth: the stages may be ahead of what the block knows, never behind.
static bool has_room(struct scene *scene, unsigned lane, uint32_t demand) {
    if (scene->window[lane] > 0 &&
        (scene->holders[lane] == 0 || scene->truly[lane] + demand <= scene->window[lane]))
        return true;
    return broken(scene, "a lane to be entered within its window, or empty",
                  "%" PRIu32 " granted on lane %u with %" PRIu64
                  " outstanding at a window of %" PRIu64,
                  demand, lane, scene->truly[lane], scene->window[lane]);
}

static bool hear_grant(struct scene *scene, struct operation *op) {
    const struct path_out *out = &scene->out;
    const uint64_t lanes =
        UINT64_C(1) << op->lane[0] | (op->responds ? UINT64_C(1) << op->lane[1] : 0);
    if (out->trace_mask != lanes || out->trace_handle != out->decision_handle)
        return broken(scene, "the trace to name the lanes and the handle of a grant",
                      "lanes %#" PRIx64 ", handle %#" PRIx32, out->trace_mask, out->trace_handle);
    op->handle = out->decision_handle;
    op->demand[0] = out->trace_stage;
    op->demand[1] = out->trace_response;
    for (unsigned what = 0; what < 1u + op->responds; what++) {
        if (!has_room(scene, op->lane[what], op->demand[what]))
            return false;
        op->holds[what] = true;
        scene->truly[op->lane[what]] += op->demand[what];
        scene->debt[op->lane[what]] += op->demand[what];
        scene->holders[op->lane[what]]++;
    }
    op->state = OP_GRANTED;
    scene->held++;
    count(scene, op, EVENT_GRANTED);
    count_overtakes(scene, op);
    struct tally *tally = &scene->tally[op->name];
    if (scene->clock - op->at[EVENT_TAKEN] > tally->longest_wait)
        tally->longest_wait = scene->clock - op->at[EVENT_TAKEN];
    if (op->passed > tally->overtakes)
        tally->overtakes = op->passed;
    scene_proceed(scene, (unsigned)(op - scene->operation));
    return true;
}

static bool hear_decision(struct scene *scene) {
    const struct path_out *out = &scene->out;
    const bool decided = out->trace_kind == PATH_GRANT || out->trace_kind == PATH_REJECT;
    const unsigned kind = out->trace_kind == PATH_GRANT ? 1 : decided ? 2 : 0;
    if (out->decision_kind != kind || (decided && out->decision_tag != out->trace_tag))
        return broken(scene, "trace and port to show the same decision", "one of them alone");
    if (!decided && out->trace_kind != PATH_DENY)
        return true;
    struct operation *op = of_tag(scene, out->trace_tag);
    if (!op || op->state != OP_WAITS)
        return broken(scene, "decisions of what waits", "one of tag %" PRIu64, out->trace_tag);
    if (out->trace_kind == PATH_DENY) {
        op->denied_mask = out->trace_mask;
        count(scene, op, EVENT_DENIED);
        return true;
    }
    if (op->legal != (out->trace_kind == PATH_GRANT))
        return broken(scene, "rejects of unknown opcodes and lanes only", "%s %s",
                      name_of(scene, op), op->legal ? "rejected" : "granted");
    if (!is_first_of_domain(scene, op))
        return broken(scene, "a domain to leave in its order", "%s leaves before an earlier one",
                      name_of(scene, op));
    scene->waiting--;
    if (out->trace_kind == PATH_GRANT)
        return hear_grant(scene, op);
    op->state = OP_REJECTED;
    count(scene, op, EVENT_REJECTED);
    return true;
}

// --- windows and returns ------------------------------------------------------------------------

static void hear_window(struct scene *scene) {
    if (scene->out.trace_kind != PATH_WINDOW)
        return;
    scene->at[EVENT_WRITTEN] = scene->clock;
    for (unsigned lane = 0; lane < path_lanes(&scene->size); lane++)
        if (scene->out.trace_mask >> lane & 1)
            scene->window[lane] = scene->out.trace_stage;
}

static struct beat *find_beat(struct scene *scene, unsigned channel, bool genuine) {
    for (unsigned i = 0; i < SCENE_BEATS; i++) {
        struct beat *beat = &scene->beat[i];
        if (beat->valid && beat->channel == channel && beat->genuine == genuine &&
            beat->handle == scene->out.return_handle[channel])
            return beat;
    }
    return NULL;
}

// Promise 4: to its own lane, exactly as granted; `done` gives nothing back. What is no return
// names nothing.
static bool is_as_granted(const struct scene *scene, const struct operation *op, unsigned channel) {
    const struct path_out *out = &scene->out;
    uint32_t amount = 0;
    uint8_t lane = 0;
    if (op && out->return_kind[channel] == RETURN_BACK &&
        channel < path_channels(&scene->size) - 1) {
        const bool responded = channel != port_channel(&scene->size, scene_port(scene, op, 0));
        amount = op->demand[responded];
        lane = op->lane[responded];
    }
    return out->return_amount[channel] == amount && out->return_lane[channel] == lane;
}

// Promise 4.
static bool hear_return(struct scene *scene, unsigned channel) {
    const struct path_out *out = &scene->out;
    const enum return_kind kind = out->return_kind[channel];
    if (kind == RETURN_NONE)
        return true;
    struct beat *beat = find_beat(scene, channel, kind == RETURN_BACK);
    if (!beat)
        return broken(scene, "each completion to count once, as its own operation's",
                      kind == RETURN_BACK
                          ? "handle %#" PRIx32 " returns, and nothing of it was executed"
                          : "handle %#" PRIx32 " does not return, and it was executed",
                      out->return_handle[channel]);
    beat->valid = false;
    struct operation *op = of_handle(scene, out->return_handle[channel]);
    if (!is_as_granted(scene, op, channel))
        return broken(scene, "a component to return to its lane as granted",
                      "%" PRIu32 " on lane %u", out->return_amount[channel],
                      out->return_lane[channel]);
    if (kind == RETURN_BACK && channel < path_channels(&scene->size) - 1)
        scene->debt[out->return_lane[channel]] -= out->return_amount[channel];
    count(scene, op,
          kind == RETURN_BACK    ? EVENT_RETURNED
          : kind == RETURN_STRAY ? EVENT_STRAY
                                 : EVENT_LATE);
    return true;
}

static bool hear_free(struct scene *scene, unsigned channel) {
    if (!scene->out.free_valid[channel])
        return true;
    struct operation *op = of_handle(scene, scene->out.free_handle[channel]);
    if (!op || op->state != OP_GRANTED || op->owes[0] || op->owes[1] || op->owes[2])
        return broken(scene, "handles to be free when nothing is owed", "%s is free, and owes",
                      op ? name_of(scene, op) : "nobody");
    op->state = OP_FREE;
    scene->held--;
    count(scene, op, EVENT_FREE);
    return true;
}

// 1.1: in the clock after one of reset.
static bool is_silent(struct scene *scene) {
    static const struct path_out silent;
    return memcmp(&scene->out, &silent, sizeof silent) == 0 || // NOLINT: padding is zero
           broken(scene, "nothing to be ready or shown in the clock after reset", "something");
}

bool scene_hear(struct scene *scene) {
    software_hear(&scene->software);
    if (scene->was_reset)
        return is_silent(scene);
    if (!hear_decision(scene) || !hear_answer(scene))
        return false;
    if (scene->software.out.message_epoch != scene->in.epoch)
        return broken(scene, "messages of the epoch of the reset", "another epoch");
    hear_window(scene);
    for (unsigned k = 0; k < path_channels(&scene->size); k++)
        if (!hear_return(scene, k) || !hear_free(scene, k))
            return false;
    return true;
}
