#include "tb/block/failure/failure_scene.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "tb/block/dut/block_rtl.h"
#include "tb/block/models.h"

enum { CLOCKS_AFTER = 20 };

static void found(struct scene *scene, uint64_t clock, const char *what, const char *name,
                  const char *reason) {
    struct scene_failure *failure = &scene->failure;
    failure->failed = true;
    failure->clock = clock;
    snprintf(failure->caught, sizeof failure->caught, "%s: %.100s", what, name);
    snprintf(failure->reason, sizeof failure->reason, "%s", reason);
}

// Whether this clock is where the run went wrong; the judgement of checked_run.c.
static bool judge(struct scene *scene, const struct view *view) {
    const struct scene_playing *playing = &scene->playing;
    const char *const finding = block_rtl_finding(&playing->rtl);
    struct field_at at = {OUT_FIELDS, 0};
    char name[FIELD_TEXT], values[FIELD_VALUES];
    if (playing->pair.differs) {
        field_difference(&at, &view->size, &playing->pair.dut_out, &playing->pair.golden_out, name,
                         values);
        found(scene, view->clock, "lockstep", name, "");
        scene->differs = true;
    } else if (playing->check.findings) {
        const char *const rule = strchr(playing->check.first, ':') + 2; // "clock N: RULE: ..."
        const size_t length = strcspn(rule, ":");
        snprintf(name, sizeof name, "%.*s", (int)length, rule);
        found(scene, view->clock, "checker", name, rule + length + 2);
    } else if (finding) {
        found(scene, view->clock, "assertion", "of the RTL", finding);
    }
    return scene->failure.failed && scene->failure.clock <= view->clock;
}

static void stand(struct scene *scene, const struct view *view, const struct block_out *out,
                  const struct block_in *in) {
    scene->view = *view;
    scene->out = *out;
    scene->in = *in;
    scene->dut = scene->differs ? scene->playing.pair.dut_out : *out;
    scene->view.out = scene->view.out_before = &scene->out;
    scene->view.in = scene->view.in_before = &scene->in;
}

static void look(void *self, const struct view *view) {
    struct scene *scene = self;
    if (scene->seen)
        return;
    scene->seen = judge(scene, view);
    if (scene->seen)
        stand(scene, view, view->out, view->in);
}

bool scene_play(struct scene *scene, const char *tape, const struct scene_failure *known,
                struct text_error *error) {
    static _Thread_local struct heard heard;
    static _Thread_local struct block_in in;
    static _Thread_local struct block_out out;
    struct scene_playing *playing = &scene->playing;
    struct path_size size;
    memset(scene, 0, sizeof *scene);
    playing->rtl = block_rtl_open(&size);
    const struct block_model golden = block_golden_model(&size);
    struct block_tape_reader *reader = block_tape_open(tape, &size, &scene->header, error);
    if (known)
        scene->failure = *known;
    if (!golden.self || !reader) {
        playing->rtl.close(playing->rtl.self);
        if (golden.self)
            golden.close(golden.self);
        block_tape_reader_close(reader);
        return golden.self ? false : text_error_set(error, "%s: out of memory", tape);
    }
    view_begin(&playing->view, &size);
    check_begin(&playing->check, NULL);
    view_add(&playing->view, check_reader(&playing->check));
    view_add(&playing->view, (struct view_reader){scene, look});
    const struct listener listener = view_listener(&playing->view);
    const struct block_model model =
        heard_model(&heard, pair_model(&playing->pair, golden, playing->rtl), &listener, 1);
    int more;
    while ((more = block_tape_next(reader, &in, error)) > 0 &&
           (!scene->seen || scene->clocks <= scene->failure.clock + CLOCKS_AFTER)) {
        model.show(model.self, &out);
        model.clock(model.self, &in);
        scene->clocks++;
        scene->grants += out.path.trace_kind == PATH_GRANT;
    }
    model.close(model.self);
    block_tape_reader_close(reader);
    if (!scene->seen) // the tape ends before
        stand(scene, &playing->view, &out, &in);
    return more >= 0;
}

// --- what it is about -------------------------------------------------------------------------

bool scene_differs(const struct scene *scene, struct field_at *at) {
    static const uint8_t ORDER[] = {FIELD_TRACE,   FIELD_RETURN, FIELD_DECISION,   FIELD_ANSWER,
                                    FIELD_FREE,    FIELD_OFFER,  FIELD_COMPLETION, FIELD_BUS,
                                    FIELD_MESSAGE, FIELD_QUIET};
    const struct path_size *size = &scene->view.size;
    for (unsigned i = 0; scene->differs && i < sizeof ORDER; i++)
        for (*at = (struct field_at){OUT_FIELDS, 0};
             field_differs(at, size, &scene->out, &scene->dut); field_next(at, size))
            if (at->field->group == ORDER[i])
                return true;
    return false;
}

static unsigned add(uint64_t *tag, unsigned count, unsigned most, uint64_t another) {
    for (unsigned i = 0; i < count; i++)
        if (tag[i] == another)
            return count;
    if (count < most)
        tag[count++] = another;
    return count;
}

// The holder of a handle's id, of whatever generation.
static unsigned add_holder(const struct scene *scene, uint64_t *tag, unsigned count, unsigned most,
                           uint32_t handle) {
    const struct view_held *held = &scene->view.held[handle % scene->view.size.depth];
    return held->held ? add(tag, count, most, held->tag) : count;
}

unsigned scene_tags(const struct scene *scene, uint64_t *tag, unsigned most) {
    const struct path_out *side[] = {&scene->dut.path, &scene->out.path};
    const char *const told = strstr(scene->failure.reason, "tag "), *const handle = strstr(
                                                                        scene->failure.reason,
                                                                        "handle 0x");
    struct field_at at;
    unsigned count = 0;
    if (told && told[4] >= '0' && told[4] <= '9')
        count = add(tag, count, most, strtoull(told + 4, NULL, 10));
    if (handle)
        count = add_holder(scene, tag, count, most, (uint32_t)strtoul(handle + 7, NULL, 16));
    if (!scene_differs(scene, &at))
        return count;
    for (unsigned s = 0; s < 2; s++) {
        if (at.field->group == FIELD_TRACE && side[s]->trace_kind % PATH_WINDOW)
            count = add(tag, count, most, side[s]->trace_tag);
        if (at.field->group == FIELD_DECISION && side[s]->decision_kind)
            count = add(tag, count, most, side[s]->decision_tag);
        if (at.field->group == FIELD_ANSWER && side[s]->answer_kind)
            count = add(tag, count, most, side[s]->answer_tag);
        if (at.field->group == FIELD_RETURN && side[s]->return_kind[at.element])
            count = add_holder(scene, tag, count, most, side[s]->return_handle[at.element]);
        if (at.field->group == FIELD_FREE && side[s]->free_valid[at.element])
            count = add_holder(scene, tag, count, most, side[s]->free_handle[at.element]);
    }
    return count;
}

static uint64_t lanes_of_returns(const struct scene *scene, unsigned channel) {
    const struct path_out *side[] = {&scene->dut.path, &scene->out.path};
    uint64_t lanes = 0;
    for (unsigned s = 0; s < 2; s++)
        if (side[s]->return_kind[channel] == RETURN_BACK)
            lanes |= UINT64_C(1) << side[s]->return_lane[channel];
    return lanes;
}

uint64_t scene_lanes(const struct scene *scene) {
    const struct view *view = &scene->view;
    const unsigned lanes = path_lanes(&view->size);
    uint64_t tag[4], set = 0;
    struct field_at at;
    for (unsigned i = scene_tags(scene, tag, 4); i > 0; i--) {
        const struct view_op *op = view_waiting(view, tag[i - 1]);
        set |= op ? op->lanes : 0;
        for (unsigned id = 0; id < view->size.depth; id++)
            if (view->held[id].held && view->held[id].tag == tag[i - 1])
                for (unsigned part = 0; part < 2; part++)
                    set |=
                        view->held[id].amount[part] ? UINT64_C(1) << view->held[id].lane[part] : 0;
    }
    if (scene_differs(scene, &at)) {
        if (at.field->group == FIELD_TRACE)
            set |= scene->out.path.trace_mask | scene->dut.path.trace_mask;
        if (at.field->group == FIELD_RETURN && at.element + 1 < path_channels(&view->size))
            set |= lanes_of_returns(scene, at.element);
        if (at.field->count == FIELD_EACH_LANE || at.field->count == FIELD_EACH_CLASS)
            set |= UINT64_C(1) << at.element % PATH_LANES;
    }
    return set & ((UINT64_C(1) << lanes) - 1);
}
