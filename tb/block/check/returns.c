// What is held, from its grant to its end (reservation.md).
#include <stddef.h>

#include "tb/block/check/rules.h"

void rule_handle(struct check *check, const struct view *view) {
    const struct path_out *out = &view->out->path;
    if (out->trace_kind != PATH_GRANT)
        return;
    const unsigned id_w = path_id_w(&view->size);
    const unsigned id = out->trace_handle & (view->size.depth - 1u);
    const uint32_t want =
        ((uint32_t)view->epoch << view->size.gen_w | view->generation[id]) << id_w | id;
    if (view->held[id].held)
        check_wrong(check, view, "grant of handle %#" PRIx32 ", whose id is held",
                    out->trace_handle);
    else if (out->trace_handle != want)
        check_wrong(check, view, "grant of handle %#" PRIx32 ", not %#" PRIx32, out->trace_handle,
                    want);
}

void rule_completion(struct check *check, const struct view *view) {
    const struct path_out *out = &view->out->path;
    const struct view_past *past = view_past(view, 3);
    for (unsigned k = 0; k < path_channels(&view->size); k++)
        if ((out->return_kind[k] != RETURN_NONE) != past->taken_up[k] ||
            out->return_handle[k] != (past->taken_up[k] ? past->handle[k] : 0))
            check_wrong(check, view,
                        "channel %u tells of handle %#" PRIx32 ": %s %#" PRIx32 " three clocks ago",
                        k, out->return_handle[k], past->taken_up[k] ? "it took up" : "nothing, not",
                        past->handle[k]);
}

void rule_return(struct check *check, const struct view *view) {
    const struct path_out *out = &view->out->path;
    const unsigned done = path_channels(&view->size) - 1;
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
            check_wrong(check, view,
                        "channel %u: %u of handle %#" PRIx32 " to lane %u of %" PRIu32
                        ", which is %s",
                        k, out->return_kind[k], out->return_handle[k], out->return_lane[k],
                        out->return_amount[k], owed ? "owed otherwise" : "not owed");
    }
}

void rule_free(struct check *check, const struct view *view) {
    const struct path_out *out = &view->out->path;
    const struct view_past *past = view_past(view, 2), *taken_up = view_past(view, 5);
    for (unsigned k = 0; k < path_channels(&view->size); k++) {
        const uint32_t want = past->last[k] ? taken_up->handle[k] : 0;
        if (out->free_valid[k] != past->last[k] || out->free_handle[k] != want)
            check_wrong(check, view, "channel %u %s handle %#" PRIx32 "; complete: %s %#" PRIx32, k,
                        out->free_valid[k] ? "frees" : "does not free", out->free_handle[k],
                        past->last[k] ? "handle" : "nothing", want);
    }
}

void rule_drained(struct check *check, const struct view *view) {
    for (unsigned slot = 0; slot < view->size.slots; slot++)
        if (view->op[slot].taken) {
            const struct view_op *op = &view->op[slot];
            check_wrong(check, view,
                        "tag %" PRIu64 " still waits since clock %" PRIu64 ", %#" PRIx64
                        " have no room",
                        op->tag, op->clock, op->lacks);
        }
    for (unsigned id = 0; id < view->size.depth; id++)
        if (view->held[id].held)
            check_wrong(check, view,
                        "handle %#" PRIx32 " of tag %" PRIu64 " is still held, and owes %#x",
                        view->held[id].handle, view->held[id].tag, view->held[id].owes);
}
