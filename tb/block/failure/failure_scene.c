#include "tb/block/failure/failure_scene.h"

#include <inttypes.h>
#include <string.h>

#include "csim/simulator/block_driver.h"
#include "tb/block/dut/block_rtl.h"

// --- a tape -----------------------------------------------------------------------------------

struct feed {
    struct block_tape_reader *reader;
    uint64_t clock, until;
    int more;
    struct text_error *error;
};

static bool next_clock(void *driver, const struct block_out *out, struct block_in *in) {
    struct feed *feed = driver;
    (void)out;
    if (feed->clock++ > feed->until)
        return false;
    feed->more = block_tape_next(feed->reader, in, feed->error);
    return feed->more > 0;
}

bool scene_tape(const char *tape, const struct scene_run *as, struct block_tape_header *header,
                struct checked_outcome *outcome, struct text_error *error) {
    struct config config;
    config_init(&config);
    const struct path_size size = block_driver_size(&config);
    struct feed feed = {block_tape_open(tape, &size, header, error), 0, as->until, 0, error};
    const struct checked_run run = {.config = &config,
                                    .kind = as->kind,
                                    .undefined = as->undefined,
                                    .drive = next_clock,
                                    .driver = &feed,
                                    .reader = as->reader,
                                    .sink = as->sink};
    const bool fine = feed.reader && checked_run_do(&run, outcome, error) && feed.more >= 0;
    block_tape_reader_close(feed.reader);
    return fine && (!outcome->interrupted || text_error_set(error, "interrupted"));
}

// --- the clock in which it went wrong ---------------------------------------------------------

static void stand(struct scene *scene, const struct view *view) {
    scene->differs = scene->played.dut != NULL;
    scene->view = *view;
    scene->out = *view->out;
    scene->in = *view->in;
    scene->dut = scene->differs ? *scene->played.dut : *view->out;
    scene->view.out = scene->view.out_before = &scene->out;
    scene->view.in = scene->view.in_before = &scene->in;
    scene->cause[0] = '\0';
    if (scene->differs && scene->played.follows[0])
        snprintf(scene->cause, sizeof scene->cause,
                 "%s within the clock, and outputs are functions of flops only (ports.md 1.1): ",
                 scene->played.follows);
}

// The clock of the failure; and that before it, where a tape may end.
static void look(void *self, const struct view *view) {
    struct scene *scene = self;
    const struct checked_outcome *played = &scene->played;
    const uint64_t clock = view->clock, at = scene->failure.cycle;
    const bool fails = played->failed && played->cycle == clock && clock <= at;
    if (fails)
        scene->failure = *played;
    if (fails || clock == at || clock + 1 == at)
        stand(scene, view);
}

// Whether the tape fails as early as it did with only this payload arbitrary where its valid is
// low.
static bool fails_by(const struct scene *scene, const char *tape, uint16_t undefined) {
    struct checked_outcome outcome;
    struct block_tape_header header;
    struct text_error ignored;
    const struct scene_run as = {
        BLOCK_LOCKSTEP, scene->failure.cycle, &undefined, {NULL, NULL}, NULL};
    return scene_tape(tape, &as, &header, &outcome, &ignored) && outcome.failed &&
           outcome.cycle <= scene->failure.cycle;
}

// Does the RTL use payload that means nothing? Then it is right while that is as the testbench has
// it, and wrong while one field of it is not.
static void find_undefined(struct scene *scene, const char *tape) {
    if (!scene->failure.failed || scene->cause[0] || fails_by(scene, tape, BLOCK_RTL_NONE))
        return;
    for (const struct field *field = IN_FIELDS; field->name; field++)
        if (field->valid && fails_by(scene, tape, field->offset)) {
            snprintf(scene->cause, sizeof scene->cause,
                     "the RTL samples %s while its valid is low: ", field->name);
            return;
        }
}

bool scene_play(struct scene *scene, const char *tape, const struct checked_outcome *known,
                struct text_error *error) {
    memset(scene, 0, sizeof *scene);
    scene->failure = known ? *known : (struct checked_outcome){.cycle = UINT64_MAX};
    const struct scene_run as = {BLOCK_LOCKSTEP, scene->failure.cycle, NULL, {scene, look}, NULL};
    if (!scene_tape(tape, &as, &scene->header, &scene->played, error))
        return false;
    find_undefined(scene, tape);
    return true;
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
    const struct view_held *held = &scene->view.held[path_id(&scene->view.size, handle)];
    return held->held ? add(tag, count, most, held->tag) : count;
}

unsigned scene_tags(const struct scene *scene, uint64_t *tag, unsigned most) {
    const struct path_out *side[] = {&scene->dut.path, &scene->out.path};
    struct field_at at = {OUT_FIELDS, 0};
    unsigned count = 0;
    const bool all = !scene_differs(scene, &at);
    for (unsigned s = 0; s < 2; s++) {
        const struct path_out *out = side[s];
        if ((all || at.field->group == FIELD_TRACE) && out->trace_kind % PATH_WINDOW)
            count = add(tag, count, most, out->trace_tag);
        if (at.field->group == FIELD_DECISION && out->decision_kind)
            count = add(tag, count, most, out->decision_tag);
        if ((all || at.field->group == FIELD_ANSWER) && out->answer_kind)
            count = add(tag, count, most, out->answer_tag);
        for (unsigned k = 0; k < path_channels(&scene->view.size); k++) {
            if ((all || (at.field->group == FIELD_RETURN && at.element == k)) &&
                out->return_kind[k])
                count = add_holder(scene, tag, count, most, out->return_handle[k]);
            if ((all || (at.field->group == FIELD_FREE && at.element == k)) && out->free_valid[k])
                count = add_holder(scene, tag, count, most, out->free_handle[k]);
        }
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

uint64_t scene_guilty(const struct scene *scene) {
    const struct path_out *dut = &scene->dut.path, *ref = &scene->out.path;
    const uint64_t one = 1, table = one << path_lanes(&scene->view.size);
    struct field_at at;
    if (!scene_differs(scene, &at))
        return 0;
    if (at.field->count == FIELD_EACH_LANE || at.field->count == FIELD_EACH_CLASS)
        return one << at.element % PATH_LANES;
    if (at.field->group != FIELD_TRACE)
        return 0;
    if (dut->trace_kind == PATH_WINDOW || ref->trace_kind == PATH_WINDOW)
        return (dut->trace_mask | ref->trace_mask) & (table - 1);
    return ((dut->trace_kind == PATH_DENY ? dut->trace_mask : 0) ^
            (ref->trace_kind == PATH_DENY ? ref->trace_mask : 0)) &
           (table - 1);
}
