// Decisions (decision.md) and choices (waiting.md, 2.4 and 2.5), by their commits.

#include "tb/block/check/rules.h"

static const char *const KIND[] = {"nothing", "grant", "deny", "reject", "window", "flush"};

void rule_admission(struct check *check, const struct ref_state *ref) {
    const struct path_out *out = &ref->out->path;
    char name[WORDS_TEXT], set[FIELD_TEXT], lacks[FIELD_TEXT], rooms[WORDS_TEXT];
    const char *kind = KIND[out->trace_kind % 6];
    const struct ref_op *op = ref_named(ref);
    const uint64_t want = op && op->lacks ? op->lacks : op ? op->lanes : 0;
    const bool denied = out->trace_kind == PATH_DENY, flushed = out->trace_kind == PATH_FLUSHED;
    const bool marked = op && ref_marked(ref, op);
    const char *const loss = out->trace_kind == PATH_GRANT ? NULL
                             : !op                         ? "slots: what has left is decided again"
                             : denied && op->lacks & ~out->trace_mask
                                 ? "windows: a lane without room does not refuse"
                                 : "bandwidth: what fits is not granted";
    if (!op)
        check_lost(check, ref, loss, "%s of tag %" PRIu64 ", which does not wait", kind,
                   out->trace_tag);
    else if (marked != flushed)
        check_lost(check, ref, marked ? NULL : "operations: one is flushed without a word",
                   "%s of %s, which software %s", kind, words_op(ref, op->tag, name),
                   marked ? "marked to be flushed" : "did not mark");
    else if (flushed) {
        if (out->trace_mask)
            check_wrong(check, ref, "the flush of %s names lanes", words_op(ref, op->tag, name));
    } else if (op->rejects != (out->trace_kind == PATH_REJECT))
        check_lost(check, ref, loss, "%s of %s, which is %s", kind, words_op(ref, op->tag, name),
                   op->rejects ? "of an unknown kind" : "legal");
    else if (!op->rejects && (out->trace_mask != want || denied != (op->lacks != 0)))
        check_lost(check, ref, loss, "%s was %s %s%s%s, though %s", words_op(ref, op->tag, name),
                   denied ? "denied by" : "granted on",
                   field_set_text(&ref->size, out->trace_mask, set),
                   denied && op->lacks ? ", not by " : "",
                   denied && op->lacks ? field_set_text(&ref->size, op->lacks, lacks) : "",
                   words_rooms(ref, op, out->trace_mask | op->lacks, rooms));
}

void rule_demand(struct check *check, const struct ref_state *ref) {
    const struct path_out *out = &ref->out->path;
    const struct ref_op *op = ref_named(ref);
    char name[WORDS_TEXT];
    const bool flushed = out->trace_kind == PATH_FLUSHED;
    if (!flushed && op->rejects != (out->trace_kind == PATH_REJECT))
        return; // rule_admission reports it
    const uint32_t stage = flushed ? 0 : op->demand[0], response = flushed ? 0 : op->demand[1];
    const bool more = out->trace_stage > stage || out->trace_response > response;
    if (out->trace_stage != stage || out->trace_response != response)
        check_lost(check, ref, more ? "bandwidth: an operation is charged more than it uses" : NULL,
                   "%s demands %" PRIu32 " of its stage and %" PRIu32
                   " of its response engine, not %" PRIu32 " and %" PRIu32,
                   words_op(ref, op->tag, name), out->trace_stage, out->trace_response, stage,
                   response);
}

void rule_decision(struct check *check, const struct ref_state *ref) {
    static const char *const SHOWN[] = {"nothing", "grant", "reject", "flush"};
    const struct path_out *out = &ref->out->path;
    const unsigned kind = out->trace_kind == PATH_GRANT     ? 1
                          : out->trace_kind == PATH_REJECT  ? 2
                          : out->trace_kind == PATH_FLUSHED ? 3
                                                            : 0;
    if (out->decision_kind != kind || (kind && out->decision_tag != out->trace_tag) ||
        out->decision_handle != (kind == 1 ? out->trace_handle : 0))
        check_wrong(check, ref,
                    "the transport gets %s of tag %" PRIu64
                    " beside a commit of %s of tag %" PRIu64,
                    SHOWN[out->decision_kind % 4], out->decision_tag, KIND[out->trace_kind % 6],
                    out->trace_tag);
}

static const struct ref_op *best_candidate(const struct ref_state *ref) {
    const struct ref_op *best = NULL;
    SLOTS_EACH (slot, &ref->with[REF_CANDIDATE])
        if (!best || ref_better(ref, &ref->op[slot], best))
            best = &ref->op[slot];
    return best;
}

void rule_order(struct check *check, const struct ref_state *ref) {
    const struct path_out *out = &ref->out->path;
    const struct ref_op *op = ref_named(ref);
    const struct ref_op *best = best_candidate(ref);
    char name[WORDS_TEXT], other[WORDS_TEXT];
    if (best && best != op)
        check_wrong(check, ref, "%s of %s: %s is better, and fitted", KIND[out->trace_kind % 6],
                    words_op(ref, op->tag, name), words_op(ref, best->tag, other));
}

void rule_work(struct check *check, const struct ref_state *ref) {
    const struct ref_op *best = best_candidate(ref);
    char name[WORDS_TEXT], rooms[WORDS_TEXT];
    if (best && ref_marked(ref, best))
        check_lost(check, ref, "slots: what was flushed keeps its own",
                   "nothing is decided, but %s was marked to be flushed",
                   words_op(ref, best->tag, name));
    else if (best && best->rejects)
        check_lost(check, ref, "slots: what is to be rejected keeps its own",
                   "nothing is decided, but %s is to be rejected", words_op(ref, best->tag, name));
    else if (best)
        check_wrong(check, ref, "nothing is decided, but %s fitted: %s",
                    words_op(ref, best->tag, name), words_rooms(ref, best, best->lanes, rooms));
}

// Why what is granted, rejected or refused was no candidate; a probe of what lacks something needs
// to be none.
static enum ref_why why(const struct ref_state *ref) {
    const enum ref_why reason = ref_why(ref, ref->named - 1u);
    if (ref->out->path.trace_kind == PATH_DENY && reason == REF_STANDS_NOT)
        return ref_past(ref, 4)->pause ? REF_PAUSED : REF_CANDIDATE;
    return reason;
}

static void passes(struct check *check, const struct ref_state *ref, enum ref_why reason,
                   const char *text) {
    char name[WORDS_TEXT];
    if (why(ref) == reason)
        check_wrong(check, ref, "%s of %s: %s", KIND[ref->out->path.trace_kind % 6],
                    words_op(ref, ref->out->path.trace_tag, name), text);
}

void rule_choice(struct check *check, const struct ref_state *ref) {
    passes(check, ref, REF_STANDS_NOT, "it did not fit, or was not first, when it was compared");
    passes(check, ref, REF_CHOSEN, "it was chosen already");
}

void rule_refusal(struct check *check, const struct ref_state *ref) {
    passes(check, ref, REF_REFUSAL, "a refusal holds it back");
}

// Who owned the spot of one of the lanes of what is named, in the clock before its choice.
static const struct ref_op *owner(const struct ref_state *ref) {
    const struct ref_op *op = ref_named(ref);
    SLOTS_EACH (slot, &ref->waits)
        if (&ref->op[slot] != op && ref_owned(&ref->op[slot], ref->clock - 3) & op->lanes)
            return &ref->op[slot];
    return NULL;
}

void rule_starvation(struct check *check, const struct ref_state *ref) {
    char text[WORDS_TEXT + FIELD_TEXT], name[WORDS_TEXT], lanes[FIELD_TEXT];
    if (why(ref) != REF_SPOT)
        return;
    const struct ref_op *const other = owner(ref);
    const uint64_t set = ref_past(ref, 3)->owned & ref_named(ref)->lanes;
    snprintf(text, sizeof text, "%s %s the spot of %s",
             other ? words_op(ref, other->tag, name) : "one that has left",
             other ? "owns" : "owned", field_set_text(&ref->size, set, lanes));
    passes(check, ref, REF_SPOT, text);
}

void rule_pause(struct check *check, const struct ref_state *ref) {
    passes(check, ref, REF_PAUSED, "it was chosen in a pause");
}

void rule_domain(struct check *check, const struct ref_state *ref) {
    const struct ref_op *op = ref_named(ref);
    if (ref->out->path.trace_kind == PATH_DENY || op->earlier == 0)
        return;
    SLOTS_EACH (slot, &ref->waits) {
        const struct ref_op *other = &ref->op[slot];
        if (other->is.domain == op->is.domain && other->order < op->order)
            check_wrong(check, ref, "tag %" PRIu64 " overtakes tag %" PRIu64 " of domain %u",
                        op->tag, other->tag, op->is.domain);
    }
}
