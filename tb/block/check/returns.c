// What is held, from its grant to its end (reservation.md).
#include <string.h>

#include "tb/block/check/rules.h"

void rule_handle(struct check *check, const struct view *view) {
    const struct path_out *out = &view->out->path;
    const unsigned id_w = path_id_w(&view->size);
    const unsigned id = path_id(&view->size, out->trace_handle);
    const uint32_t want =
        ((uint32_t)view->epoch << view->size.gen_w | view->generation[id]) << id_w | id;
    char is[FIELD_TEXT], due[FIELD_TEXT];
    if (view->held[id].held || out->trace_handle != want)
        check_wrong(check, view, "grant of handle %s, not %s (epoch.generation.id)%s",
                    field_handle(&view->size, out->trace_handle, is),
                    field_handle(&view->size, want, due),
                    view->held[id].held ? ": its id is held" : "");
}

// Channels that tell other handles than they are to, as sets.
static unsigned differ(unsigned is, const uint32_t handle[PATH_CHANNELS], unsigned due,
                       const uint32_t due_handle[PATH_CHANNELS]) {
    unsigned set = is ^ due;
    if (memcmp(handle, due_handle, PATH_CHANNELS * sizeof handle[0]) != 0)
        for (unsigned k = 0; k < PATH_CHANNELS; k++)
            set |= (unsigned)(handle[k] != due_handle[k]) << k;
    return set;
}

void rule_completion(struct check *check, const struct view *view) {
    const uint32_t *handle = view->out->path.return_handle;
    const struct view_past *past = view_past(view, 3);
    char channel[FIELD_TEXT], is[FIELD_TEXT], due[FIELD_TEXT];
    CHANNELS_EACH (k, differ(view->tells, handle, past->taken_up, past->handle))
        check_lost(
            check, view,
            !(view->tells >> k & 1)   ? NULL
            : past->taken_up >> k & 1 ? "order: another completion is served in its place"
                                      : "credit: a completion is made up",
            "the %s channel tells of handle %s: it took up %s three clocks ago",
            field_channel_name(&view->size, k, channel), field_handle(&view->size, handle[k], is),
            past->taken_up >> k & 1 ? field_handle(&view->size, past->handle[k], due) : "nothing");
}

// What a user loses by a return of another kind, or, of the same kind, of another lane or amount.
static const char *lost_by(unsigned is, unsigned due) {
    return is == due            ? "credit: another lane gets it, or another amount"
           : is == RETURN_BACK  ? "windows: credit comes back that is not owed"
           : due == RETURN_BACK ? NULL
                                : "diagnosis: it is counted as another error";
}

void rule_return(struct check *check, const struct view *view) {
    const struct path_out *out = &view->out->path;
    static const char *const KIND[] = {"nothing", "a return", "a stray", "late"};
    const unsigned done = path_channels(&view->size) - 1;
    char channel[FIELD_TEXT], is[FIELD_TEXT], lane[FIELD_TEXT], due[FIELD_TEXT], name[WORDS_TEXT];
    static const uint32_t NONE[PATH_CHANNELS];
    if (!view->tells && memcmp(out->return_lane, NONE, sizeof out->return_lane) == 0 &&
        memcmp(out->return_amount, NONE, sizeof NONE) == 0)
        return; // as in most clocks
    for (unsigned k = 0; k <= done; k++) {
        const struct view_held *held = view_holding(view, out->return_handle[k]);
        // A grant that came after its completion was taken up does not count.
        const bool owed = held && held->owes >> k & 1 && held->clock + 3 <= view->clock;
        const unsigned kind = out->return_kind[k] == RETURN_NONE ? RETURN_NONE
                              : owed                             ? RETURN_BACK
                              : k == done                        ? RETURN_LATE
                                                                 : RETURN_STRAY;
        const bool second = owed && kind == RETURN_BACK && k < done && k > 0 &&
                            held->lane[0] + 1u != k + view->size.hbm;
        const bool gives = kind == RETURN_BACK && k < done;
        if (out->return_kind[k] != kind ||
            out->return_lane[k] != (gives ? held->lane[second] : 0) ||
            out->return_amount[k] != (gives ? held->amount[second] : 0))
            check_lost(check, view, lost_by(out->return_kind[k], kind),
                       "on the %s channel handle %s is %s, %" PRIu32 " to %s, and should be %s, "
                       "%" PRIu32 " to %s: it is of %s",
                       field_channel_name(&view->size, k, channel),
                       field_handle(&view->size, out->return_handle[k], is),
                       KIND[out->return_kind[k] % 4], out->return_amount[k],
                       field_lane_name(&view->size, out->return_lane[k], lane), KIND[kind],
                       gives ? held->amount[second] : 0,
                       field_lane_name(&view->size, gives ? held->lane[second] : 0, due),
                       held ? words_op(view, held->tag, name) : "no reservation");
    }
}

void rule_free(struct check *check, const struct view *view) {
    const uint32_t *handle = view->out->path.free_handle;
    const struct view_past *past = view_past(view, 2), *taken_up = view_past(view, 5);
    char channel[FIELD_TEXT], is[FIELD_TEXT], due[FIELD_TEXT];
    uint32_t want[PATH_CHANNELS] = {0};
    CHANNELS_EACH (k, past->last)
        want[k] = taken_up->handle[k];
    CHANNELS_EACH (k, differ(view->ends, handle, past->last, want))
        check_lost(check, view, view->ends >> k & 1 ? "tags: one is used again too early" : NULL,
                   "the %s channel tells that %s is complete, not %s",
                   field_channel_name(&view->size, k, channel),
                   view->ends >> k & 1 ? field_handle(&view->size, handle[k], is) : "nothing",
                   past->last >> k & 1 ? field_handle(&view->size, want[k], due) : "nothing");
}

void rule_drained(struct check *check, const struct view *view) {
    char lacks[FIELD_TEXT];
    SLOTS_EACH (slot, &view->waits) {
        const struct view_op *op = &view->op[slot];
        check_lost(check, view, "progress: what waits is never granted",
                   "tag %" PRIu64 " still waits since clock %" PRIu64 "; it lacks %s", op->tag,
                   op->clock, field_set_text(&view->size, op->lacks, lacks));
    }
    for (unsigned id = 0; id < view->size.depth; id++)
        if (view->held[id].held)
            check_wrong(check, view,
                        "handle %#" PRIx32 " of tag %" PRIu64 " is still held, and owes %#x",
                        view->held[id].handle, view->held[id].tag, view->held[id].owes);
}
