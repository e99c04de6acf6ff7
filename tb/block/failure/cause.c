// One sentence of cause, from the field that differs and what the view knows of it.
#include <inttypes.h>
#include <string.h>

#include "tb/block/check/check.h"
#include "tb/block/failure/failure_scene.h"
#include "tb/block/view/map.h"

static const char *opcode(unsigned code, char text[FIELD_TEXT]) {
    struct field_at at = {IN_FIELDS, 0};
    while (strcmp(at.field->name, "op_opcode") != 0)
        at.field++;
    return field_value(&at, NULL, code, text);
}

const char *scene_op(const struct view *view, uint64_t tag, char text[SCENE_TEXT]) {
    const struct view_op *op = view_waiting(view, tag);
    const struct view_held *held = NULL;
    char kind[FIELD_TEXT], lanes[FIELD_TEXT];
    for (unsigned id = 0; !held && id < view->size.depth; id++)
        if (view->held[id].held && view->held[id].tag == tag)
            held = &view->held[id];
    uint64_t set = op ? op->lanes : 0;
    for (unsigned part = 0; !op && held && part < 2; part++)
        if (part == 0 || held->lane[part] >= view->size.hbm + view->size.atomic)
            set |= UINT64_C(1) << held->lane[part];
    if (!op && !held)
        snprintf(text, SCENE_TEXT, "operation %" PRIu64 " (which neither waits nor is held)", tag);
    else
        snprintf(text, SCENE_TEXT, "operation %" PRIu64 " (%s on %s)", tag,
                 opcode(op ? op->opcode : held->opcode, kind),
                 field_set_text(&view->size, set, lanes));
    return text;
}

static void room(const struct view *view, const struct view_op *op, unsigned lane,
                 char text[SCENE_TEXT]) {
    const uint64_t debt = view->debt[lane], window = view->window[lane],
                   demand = op->demand[op->responds && op->lane[1] == lane], sum = debt + demand;
    char name[FIELD_TEXT];
    field_lane_name(&view->size, lane, name);
    if (!(op->lanes >> lane & 1))
        snprintf(text, SCENE_TEXT, "%s, which it does not use", name);
    else
        snprintf(text, SCENE_TEXT,
                 "%s: debt %" PRIu64 " + demand %" PRIu64 " = %" PRIu64 ", window %" PRIu64
                 ": %" PRIu64 " %s%s",
                 name, debt, demand, sum, window, sum <= window ? window - sum : sum - window,
                 sum <= window ? "left" : "too much",
                 view->holders[lane] || !window ? "" : ", but it is empty");
}

const char *scene_rooms(const struct view *view, const struct view_op *op, uint64_t lanes,
                        char text[SCENE_TEXT]) {
    const unsigned table = path_lanes(&view->size);
    size_t at = 0;
    text[0] = '\0';
    for (unsigned lane = 0; lane <= table && at < SCENE_TEXT; lane++) {
        char one[SCENE_TEXT];
        if (!(lanes >> lane & 1))
            continue;
        if (lane < table)
            room(view, op, lane, one);
        else
            snprintf(one, sizeof one, "table: %u reservations held, command limit %" PRIu32,
                     view->held_count, view->limit);
        at += (size_t)snprintf(text + at, SCENE_TEXT - at, "%s%s", at ? "; " : "", one);
    }
    return text;
}

// Why an operation could not be what the choice two clocks before was.
static const char *why_not(const struct view *view, const struct view_op *op) {
    static const char *const WHY[] = {
        [VIEW_CANDIDATE] = "it fitted, and nothing held it back",
        [VIEW_STANDS_NOT] = "it did not fit when it was compared, or was not first of its domain",
        [VIEW_CHOSEN] = "it had been chosen just before",
        [VIEW_REFUSAL] = "somebody's refusal held it back",
        [VIEW_AGED] = "the aged operation held it back",
        [VIEW_PAUSED] = "choices were paused"};
    return op ? WHY[view->why[op - view->op]] : "it does not wait";
}

static const char *better(const struct view_op *one, const struct view_op *other) {
    return one->urgent && !other->urgent         ? "is latency-sensitive"
           : one->wire_bytes < other->wire_bytes ? "has fewer bytes on the wire"
           : one->order < other->order           ? "was taken earlier"
                                                 : "is not better";
}

static const char *const DONE[] = {"left alone", "granted", "denied", "rejected", "moved"};

// The same operation, decided otherwise.
static void same_operation(const struct scene *scene, const struct view_op *op,
                           char text[CAUSE_TEXT]) {
    const struct view *view = &scene->view;
    const struct path_out *dut = &scene->dut.path, *ref = &scene->out.path;
    const bool refused = ref->trace_kind == PATH_DENY;
    char name[SCENE_TEXT], rooms[SCENE_TEXT], a[FIELD_TEXT], b[FIELD_TEXT];
    scene_op(view, dut->trace_tag, name);
    if (op && dut->trace_kind != ref->trace_kind)
        snprintf(text, CAUSE_TEXT, "%.120s was %s, not %s, though %.300s", name,
                 DONE[dut->trace_kind % 5], DONE[ref->trace_kind % 5],
                 scene_rooms(view, op, refused ? ref->trace_mask : dut->trace_mask, rooms));
    else if (op && dut->trace_mask != ref->trace_mask)
        snprintf(text, CAUSE_TEXT, "%.120s was %s by %.60s, not by %.60s; %.200s", name,
                 DONE[dut->trace_kind % 5], field_set_text(&view->size, dut->trace_mask, a),
                 field_set_text(&view->size, ref->trace_mask, b),
                 scene_rooms(view, op, dut->trace_mask ^ ref->trace_mask, rooms));
    else if (dut->trace_handle != ref->trace_handle)
        snprintf(text, CAUSE_TEXT, "%.120s was granted as %s, not %s (epoch.generation.id)", name,
                 field_handle(&view->size, dut->trace_handle, a),
                 field_handle(&view->size, ref->trace_handle, b));
    else
        snprintf(text, CAUSE_TEXT,
                 "%.120s was charged %" PRIu32 " at its stage and %" PRIu32
                 " for its response, not %" PRIu32 " and %" PRIu32,
                 name, dut->trace_stage, dut->trace_response, ref->trace_stage,
                 ref->trace_response);
}

static void of_trace(const struct scene *scene, char text[CAUSE_TEXT]) {
    const struct view *view = &scene->view;
    const struct path_out *dut = &scene->dut.path, *ref = &scene->out.path;
    const bool decides = dut->trace_kind % PATH_WINDOW, should = ref->trace_kind % PATH_WINDOW;
    const struct view_op *op = decides ? view_waiting(view, dut->trace_tag) : NULL,
                         *due = should ? view_waiting(view, ref->trace_tag) : NULL;
    char name[SCENE_TEXT], other[SCENE_TEXT], rooms[SCENE_TEXT], a[FIELD_TEXT], b[FIELD_TEXT];
    scene_op(view, dut->trace_tag, name);
    scene_op(view, ref->trace_tag, other);
    if (decides && should && dut->trace_tag == ref->trace_tag)
        same_operation(scene, op, text);
    else if (decides && op && due && view_better(due, op) &&
             why_not(view, op) == why_not(view, due))
        snprintf(text, CAUSE_TEXT, "%.120s was chosen and %s before %.120s, which %s", name,
                 DONE[dut->trace_kind % 5], other, better(due, op));
    else if (decides && op && dut->trace_kind == PATH_DENY && op->lacks)
        snprintf(text, CAUSE_TEXT,
                 "%.120s, which lacks %.60s and was last told of %.60s, was %s%s%.120s", name,
                 field_set_text(&view->size, op->lacks, a),
                 field_set_text(&view->size, op->told, b), "denied in this clock",
                 should ? "; due was " : "", should ? other : "");
    else if (decides)
        snprintf(text, CAUSE_TEXT, "%.120s was chosen and %s, though %s%s%.120s", name,
                 DONE[dut->trace_kind % 5], why_not(view, op), should ? "; due was " : "",
                 should ? other : "");
    else if (should)
        snprintf(text, CAUSE_TEXT, "%s, though %.120s was to be %s; %.200s",
                 dut->trace_kind ? "a window was written" : "nothing was decided", other,
                 DONE[ref->trace_kind % 5], due ? scene_rooms(view, due, due->lanes, rooms) : "");
    else
        snprintf(text, CAUSE_TEXT,
                 "the window of %s is written in this clock by one of them only, "
                 "or not alike: dut %" PRIu32 ", ref %" PRIu32,
                 field_set_text(&view->size, dut->trace_mask | ref->trace_mask, a),
                 dut->trace_stage, ref->trace_stage);
}

static void of_return(const struct scene *scene, unsigned k, char text[CAUSE_TEXT]) {
    static const char *const KIND[] = {"nothing", "a return", "a stray", "late"};
    const struct path_size *size = &scene->view.size;
    const struct path_out *dut = &scene->dut.path, *ref = &scene->out.path;
    const uint32_t handle = ref->return_kind[k] ? ref->return_handle[k] : dut->return_handle[k];
    const struct view_held *held = view_holding(&scene->view, handle);
    char channel[FIELD_TEXT], name[SCENE_TEXT], a[FIELD_TEXT], b[FIELD_TEXT];
    if (held)
        scene_op(&scene->view, held->tag, name);
    else
        snprintf(name, sizeof name, "nobody, as the handle is not held");
    field_channel_name(size, k, channel);
    if (dut->return_kind[k] != ref->return_kind[k])
        snprintf(
            text, CAUSE_TEXT,
            "on the %s channel the completion of handle %s is %s, not %s; it belongs to %.160s%s",
            channel, field_handle(size, handle, a), KIND[dut->return_kind[k] % 4],
            KIND[ref->return_kind[k] % 4], name,
            !held                 ? ""
            : held->owes >> k & 1 ? ", which owes it"
                                  : ", which does not owe it");
    else if (dut->return_handle[k] != ref->return_handle[k])
        snprintf(text, CAUSE_TEXT, "on the %s channel handle %s returns, not %s", channel,
                 field_handle(size, dut->return_handle[k], a), field_handle(size, handle, b));
    else
        snprintf(text, CAUSE_TEXT, "%.160s gives back %" PRIu32 " to %s, not %" PRIu32 " to %s",
                 name, dut->return_amount[k], field_lane_name(size, dut->return_lane[k], a),
                 ref->return_amount[k], field_lane_name(size, ref->return_lane[k], b));
}

static void of_free(const struct scene *scene, unsigned k, char text[CAUSE_TEXT]) {
    const struct path_out *dut = &scene->dut.path, *ref = &scene->out.path;
    const uint32_t handle = dut->free_valid[k] ? dut->free_handle[k] : ref->free_handle[k];
    const struct view_held *held = view_holding(&scene->view, handle);
    char name[SCENE_TEXT], a[FIELD_TEXT];
    snprintf(text, CAUSE_TEXT, "handle %s is %s complete in this clock%s%.160s%s",
             field_handle(&scene->view.size, handle, a),
             dut->free_valid[k] ? "wrongly told to be" : "not told to be",
             held ? "; it belongs to " : "", held ? scene_op(&scene->view, held->tag, name) : "",
             held && held->owes ? ", which still owes a completion" : "");
}

static void of_class(const struct scene *scene, const struct field_at *at, char text[CAUSE_TEXT]) {
    static const char *const GROUP[] = {"latency-sensitive", "small", "large"};
    const struct view *view = &scene->view;
    const unsigned group = at->element / PATH_LANES, lane = at->element % PATH_LANES;
    unsigned count[PATH_GROUPS][PATH_LANES];
    view_classes(view, count);
    const unsigned in_class = count[group][lane];
    const unsigned free = view_share(view, group) - view->in_group[group];
    char name[FIELD_TEXT];
    snprintf(text, CAUSE_TEXT,
             "the class of %s operations on %s is %sready, and should %sbe: %u operations count in "
             "it, and %u of the group's %u slots are free%s",
             GROUP[group], field_lane_name(&view->size, lane, name),
             field_get(at, &scene->dut) ? "" : "not ", field_get(at, &scene->dut) ? "not " : "",
             in_class, free, view_share(view, group),
             in_class < free && !field_get(at, &scene->out) ? ", but classes are closed" : "");
}

static const char *write_answer(const struct block_out *out) {
    return !out->axi_bvalid ? "not answered" : out->axi_bresp ? "refused" : "done";
}

static void of_bus(const struct scene *scene, const struct field_at *at, char text[CAUSE_TEXT]) {
    const struct view_bus *bus = &scene->view.bus;
    const bool of_read = strncmp(at->field->name, "axi_r", 5) == 0 || at->field->name[4] == 'a';
    char name[MAP_TEXT];
    if (of_read && bus->reading)
        snprintf(text, CAUSE_TEXT, "a read of %s answers %" PRIu32 "%s, not %" PRIu32 "%s",
                 map_name(&scene->view.size, bus->read_address, name), scene->dut.axi_rdata,
                 scene->dut.axi_rresp ? " with an error" : "", scene->out.axi_rdata,
                 scene->out.axi_rresp ? " with an error" : "");
    else if (bus->performed || bus->answered)
        snprintf(text, CAUSE_TEXT,
                 "the write of %" PRIu32 " to %s is %s in this clock, and should be %s", bus->data,
                 map_name(&scene->view.size, bus->address, name), write_answer(&scene->dut),
                 write_answer(&scene->out));
}

// What a checker or a monitor said, and what a user loses by it.
static void of_rule(const struct scene *scene, char text[CAUSE_TEXT]) {
    const struct checked_outcome *failure = &scene->failure;
    const char *const name = strchr(failure->caught, ':') + 2;
    snprintf(text, CAUSE_TEXT, "%.150s: %s", failure->caught, failure->reason);
    for (unsigned rule = 0; rule < CHECK_RULE_COUNT; rule++)
        if (strncmp(failure->caught, "checker", 7) == 0 && strcmp(name, CHECK_RULE[rule].name) == 0)
            snprintf(text, CAUSE_TEXT, "%.250s. The rule '%s' is broken; what a user loses is %s",
                     failure->reason, name, CHECK_RULE[rule].loss);
}

const char *scene_cause(const struct scene *scene, char text[CAUSE_TEXT]) {
    struct field_at at;
    char name[FIELD_TEXT], dut[FIELD_TEXT], ref[FIELD_TEXT];
    const struct path_size *size = &scene->view.size;
    text[0] = '\0';
    if (!scene_differs(scene, &at)) {
        of_rule(scene, text);
        return text;
    }
    if (at.field->group == FIELD_TRACE)
        of_trace(scene, text);
    else if (at.field->group == FIELD_RETURN)
        of_return(scene, at.element, text);
    else if (at.field->group == FIELD_FREE)
        of_free(scene, at.element, text);
    else if (at.field->group == FIELD_OFFER)
        of_class(scene, &at, text);
    else if (at.field->group == FIELD_BUS)
        of_bus(scene, &at, text);
    else if (at.field->group == FIELD_QUIET)
        snprintf(text, CAUSE_TEXT, "the block tells that it is %s",
                 scene->dut.quiet ? "quiet, and is not" : "not quiet, and is");
    else if (at.field->count == FIELD_EACH_LANE)
        snprintf(text, CAUSE_TEXT, "the credit told of %s is %" PRIu64 ", not %" PRIu64,
                 field_lane_name(size, at.element, name), field_get(&at, &scene->dut),
                 field_get(&at, &scene->out));
    if (text[0] == '\0')
        snprintf(text, CAUSE_TEXT, "the %s port %s shows %s, not %s",
                 field_group_name(at.field->group), field_name(&at, name),
                 field_value(&at, size, field_get(&at, &scene->dut), dut),
                 field_value(&at, size, field_get(&at, &scene->out), ref));
    return text;
}
