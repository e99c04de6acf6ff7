// Decisions (decision.md) and choices (waiting.md, 2.4 and 2.5), by their commits.
#include <stddef.h>

#include "tb/block/check/rules.h"

static const char *const KIND[] = {"nothing", "grant", "deny", "reject", "window"};

void rule_admission(struct check *check, const struct view *view) {
    const struct path_out *out = &view->out->path;
    char name[WORDS_TEXT], set[FIELD_TEXT], lacks[FIELD_TEXT], rooms[WORDS_TEXT];
    const char *kind = KIND[out->trace_kind];
    const struct view_op *op = view_named(view);
    const uint64_t want = op && op->lacks ? op->lacks : op ? op->lanes : 0;
    const bool denied = out->trace_kind == PATH_DENY;
    const char *const loss = out->trace_kind == PATH_GRANT ? NULL
                             : !op                         ? "slots: what has left is decided again"
                             : denied && op->lacks & ~out->trace_mask
                                 ? "windows: a lane without room does not refuse"
                                 : "bandwidth: what fits is not granted";
    if (!op)
        check_lost(check, view, loss, "%s of tag %" PRIu64 ", which does not wait", kind,
                   out->trace_tag);
    else if (op->rejects != (out->trace_kind == PATH_REJECT))
        check_lost(check, view, loss, "%s of %s, which is %s", kind, words_op(view, op->tag, name),
                   op->rejects ? "of an unknown kind" : "legal");
    else if (!op->rejects && (out->trace_mask != want || denied != (op->lacks != 0)))
        check_lost(check, view, loss, "%s was %s %s%s%s, though %s", words_op(view, op->tag, name),
                   denied ? "denied by" : "granted on",
                   field_set_text(&view->size, out->trace_mask, set),
                   denied && op->lacks ? ", not by " : "",
                   denied && op->lacks ? field_set_text(&view->size, op->lacks, lacks) : "",
                   words_rooms(view, op, out->trace_mask | op->lacks, rooms));
}

void rule_demand(struct check *check, const struct view *view) {
    const struct path_out *out = &view->out->path;
    const struct view_op *op = view_named(view);
    char name[WORDS_TEXT];
    if (op->rejects != (out->trace_kind == PATH_REJECT))
        return; // rule_admission tells
    const bool more = out->trace_stage > op->demand[0] || out->trace_response > op->demand[1];
    if (out->trace_stage != op->demand[0] || out->trace_response != op->demand[1])
        check_lost(check, view,
                   more ? "bandwidth: an operation is charged more than it uses" : NULL,
                   "%s demands %" PRIu32 " of its stage and %" PRIu32
                   " of its response engine, not %" PRIu32 " and %" PRIu32,
                   words_op(view, op->tag, name), out->trace_stage, out->trace_response,
                   op->demand[0], op->demand[1]);
}

void rule_decision(struct check *check, const struct view *view) {
    static const char *const TOLD[] = {"nothing", "grant", "reject", "kind 3"};
    const struct path_out *out = &view->out->path;
    const unsigned kind = out->trace_kind == PATH_GRANT    ? 1
                          : out->trace_kind == PATH_REJECT ? 2
                                                           : 0;
    if (out->decision_kind != kind || (kind && out->decision_tag != out->trace_tag) ||
        out->decision_handle != (kind == 1 ? out->trace_handle : 0))
        check_wrong(check, view,
                    "the transport is told %s of tag %" PRIu64
                    " beside a commit of %s of tag %" PRIu64,
                    TOLD[out->decision_kind % 4], out->decision_tag, KIND[out->trace_kind % 5],
                    out->trace_tag);
}

static const struct view_op *best_candidate(const struct view *view) {
    const struct view_op *best = NULL;
    SLOTS_EACH (slot, &view->with[VIEW_CANDIDATE])
        if (!best || view_better(&view->op[slot], best))
            best = &view->op[slot];
    return best;
}

void rule_order(struct check *check, const struct view *view) {
    const struct path_out *out = &view->out->path;
    const struct view_op *op = view_named(view);
    const struct view_op *best = best_candidate(view);
    char name[WORDS_TEXT], other[WORDS_TEXT];
    if (best && best != op)
        check_wrong(check, view, "%s of %s: %s is better, and fitted", KIND[out->trace_kind],
                    words_op(view, op->tag, name), words_op(view, best->tag, other));
}

void rule_work(struct check *check, const struct view *view) {
    const struct view_op *best = best_candidate(view);
    char name[WORDS_TEXT], rooms[WORDS_TEXT];
    if (best && best->rejects)
        check_lost(check, view, "slots: what is to be rejected keeps its own",
                   "nothing is decided, but %s is to be rejected", words_op(view, best->tag, name));
    else if (best)
        check_wrong(check, view, "nothing is decided, but %s fitted: %s",
                    words_op(view, best->tag, name), words_rooms(view, best, best->lanes, rooms));
}

// Why what is granted, rejected or refused was no candidate; a look of what lacks something is
// none of anybody's.
static enum view_why why(const struct view *view) {
    const enum view_why reason = view_why(view, view->named - 1u);
    if (view->out->path.trace_kind == PATH_DENY && reason == VIEW_STANDS_NOT)
        return view_past(view, 4)->pause ? VIEW_PAUSED : VIEW_CANDIDATE;
    return reason;
}

static void passes(struct check *check, const struct view *view, enum view_why reason,
                   const char *text) {
    char name[WORDS_TEXT];
    if (why(view) == reason)
        check_wrong(check, view, "%s of %s: %s", KIND[view->out->path.trace_kind],
                    words_op(view, view->out->path.trace_tag, name), text);
}

void rule_choice(struct check *check, const struct view *view) {
    passes(check, view, VIEW_STANDS_NOT, "it did not fit, or was not first, when it was compared");
    passes(check, view, VIEW_CHOSEN, "it was chosen already");
}

void rule_refusal(struct check *check, const struct view *view) {
    passes(check, view, VIEW_REFUSAL, "a refusal holds it back");
}

void rule_starvation(struct check *check, const struct view *view) {
    passes(check, view, VIEW_AGED, "the aged operation holds it back");
}

void rule_pause(struct check *check, const struct view *view) {
    passes(check, view, VIEW_PAUSED, "it was chosen in a pause");
}

void rule_domain(struct check *check, const struct view *view) {
    const struct view_op *op = view_named(view);
    if (view->out->path.trace_kind == PATH_DENY || op->earlier == 0)
        return;
    SLOTS_EACH (slot, &view->waits) {
        const struct view_op *other = &view->op[slot];
        if (other->is.domain == op->is.domain && other->order < op->order)
            check_wrong(check, view, "tag %" PRIu64 " overtakes tag %" PRIu64 " of domain %u",
                        op->tag, other->tag, op->is.domain);
    }
}
