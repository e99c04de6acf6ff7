// What is held, from its grant to its end (reservation.md).

#include "tb/block/check/rules.h"

void rule_handle(struct check *check, const struct ref_state *ref) {
    const struct path_out *out = &ref->out->path;
    const unsigned id_w = path_id_w(&ref->size);
    const unsigned id = path_id(&ref->size, out->trace_handle);
    const uint32_t want =
        ((uint32_t)ref->epoch << ref->size.gen_w | ref->generation[id]) << id_w | id;
    char is[FIELD_TEXT], due[FIELD_TEXT];
    const bool parked = ref_is_parked(ref, id);
    if (ref->held[id].held || parked || out->trace_handle != want)
        check_wrong(check, ref, "grant of handle %s, not %s (epoch.generation.id)%s",
                    field_handle(&ref->size, out->trace_handle, is),
                    field_handle(&ref->size, want, due),
                    ref->held[id].held ? ": its id is held"
                    : parked           ? ": its id is parked"
                                       : "");
}

// Channels that report other handles than they are to, as sets.
static unsigned differ(unsigned is, const uint32_t handle[PATH_CHANNELS], unsigned due,
                       const uint32_t due_handle[PATH_CHANNELS]) {
    unsigned set = is ^ due;
    if (memcmp(handle, due_handle, PATH_CHANNELS * sizeof handle[0]) != 0)
        for (unsigned k = 0; k < PATH_CHANNELS; k++)
            set |= (unsigned)(handle[k] != due_handle[k]) << k;
    return set;
}

void rule_completion(struct check *check, const struct ref_state *ref) {
    const uint32_t *handle = ref->out->path.return_handle;
    const struct ref_past *past = ref_past(ref, 3);
    char channel[FIELD_TEXT], is[FIELD_TEXT], due[FIELD_TEXT];
    CHANNELS_EACH (k, differ(ref->reports, handle, past->taken_up, past->handle))
        check_lost(
            check, ref,
            !(ref->reports >> k & 1)  ? NULL
            : past->taken_up >> k & 1 ? "order: another completion is served in its place"
                                      : "credit: a completion is made up",
            "the %s channel reports handle %s: it took up %s three clocks ago",
            field_channel_name(&ref->size, k, channel), field_handle(&ref->size, handle[k], is),
            past->taken_up >> k & 1 ? field_handle(&ref->size, past->handle[k], due) : "nothing");
}

// What a user loses by a return of another kind, or, of the same kind, of another lane or amount.
static const char *lost_by(unsigned is, unsigned due) {
    return is == due            ? "credit: another lane gets it, or another amount"
           : is == RETURN_BACK  ? "windows: credit comes back that is not owed"
           : due == RETURN_BACK ? NULL
                                : "diagnosis: it is counted as another error";
}

void rule_return(struct check *check, const struct ref_state *ref) {
    const struct path_out *out = &ref->out->path;
    static const char *const KIND[] = {"nothing", "a return", "a stray", "late"};
    const unsigned done = path_channels(&ref->size) - 1;
    char channel[FIELD_TEXT], is[FIELD_TEXT], lane[FIELD_TEXT], due[FIELD_TEXT], name[WORDS_TEXT];
    static const uint32_t NONE[PATH_CHANNELS];
    if (!ref->reports && memcmp(out->return_lane, NONE, sizeof out->return_lane) == 0 &&
        memcmp(out->return_amount, NONE, sizeof NONE) == 0)
        return; // as in most clocks
    for (unsigned k = 0; k <= done; k++) {
        const struct ref_held *held = ref_holding(ref, out->return_handle[k]);
        // A grant that came after its completion was taken up does not count.
        const bool owed = held && ref_owes(ref, held, k, 3) && held->clock + 3 <= ref->clock;
        const bool sent = ref_past(ref, 3)->sent >> k & 1;
        const unsigned kind = out->return_kind[k] == RETURN_NONE ? RETURN_NONE
                              : owed                             ? RETURN_BACK
                              : k == done || sent                ? RETURN_LATE
                                                                 : RETURN_STRAY;
        const bool second = owed && kind == RETURN_BACK && k < done && k > 0 &&
                            held->lane[0] + 1u != k + ref->size.hbm;
        const bool gives = kind == RETURN_BACK && k < done;
        if (out->return_kind[k] != kind ||
            out->return_lane[k] != (gives ? held->lane[second] : 0) ||
            out->return_amount[k] != (gives ? held->amount[second] : 0))
            check_lost(
                check, ref, lost_by(out->return_kind[k], kind),
                "on the %s channel handle %s is %s, %" PRIu32 " to %s, and should be %s, "
                "%" PRIu32 " to %s: it is of %s%s",
                field_channel_name(&ref->size, k, channel),
                field_handle(&ref->size, out->return_handle[k], is), KIND[out->return_kind[k] % 4],
                out->return_amount[k], field_lane_name(&ref->size, out->return_lane[k], lane),
                KIND[kind], gives ? held->amount[second] : 0,
                field_lane_name(&ref->size, gives ? held->lane[second] : 0, due),
                held ? words_op(ref, held->tag, name) : "no reservation",
                held && !owed && held->owes >> k & 1 ? ", at a wrong port or too early" : "");
    }
}

void rule_free(struct check *check, const struct ref_state *ref) {
    const uint32_t *handle = ref->out->path.free_handle;
    const struct ref_past *past = ref_past(ref, 2), *taken_up = ref_past(ref, 5);
    char channel[FIELD_TEXT], is[FIELD_TEXT], due[FIELD_TEXT];
    uint32_t want[PATH_CHANNELS] = {0};
    CHANNELS_EACH (k, past->last)
        want[k] = taken_up->handle[k];
    CHANNELS_EACH (k, differ(ref->ends, handle, past->last, want))
        check_lost(check, ref, ref->ends >> k & 1 ? "tags: one is used again too early" : NULL,
                   "the %s channel reports that %s is complete, not %s",
                   field_channel_name(&ref->size, k, channel),
                   ref->ends >> k & 1 ? field_handle(&ref->size, handle[k], is) : "nothing",
                   past->last >> k & 1 ? field_handle(&ref->size, want[k], due) : "nothing");
}

void rule_drained(struct check *check, const struct ref_state *ref) {
    char lacks[FIELD_TEXT];
    SLOTS_EACH (slot, &ref->waits) {
        const struct ref_op *op = &ref->op[slot];
        check_lost(check, ref, "progress: what waits is never granted",
                   "tag %" PRIu64 " still waits since clock %" PRIu64 "; it lacks %s", op->tag,
                   op->clock, field_set_text(&ref->size, op->lacks, lacks));
    }
    for (unsigned id = 0; id < ref->size.depth; id++)
        if (ref->held[id].held)
            check_wrong(check, ref,
                        "handle %#" PRIx32 " of tag %" PRIu64 " is still held, and owes %#x",
                        ref->held[id].handle, ref->held[id].tag, ref->held[id].owes);
}
