// Ready outputs, answers, reset and quiet.

#include "tb/block/check/rules.h"

void rule_reset(struct check *check, const struct ref_state *ref) {
    const struct block_out *out = ref->out;
    static const bool NONE[PATH_CHANNELS];
    static const uint8_t NOTHING[PATH_CHANNELS];
    if (out->path.answer_kind || out->path.decision_kind || out->path.trace_kind ||
        memcmp(out->path.free_valid, NONE, sizeof NONE) != 0 ||
        memcmp(out->path.return_kind, NOTHING, sizeof NOTHING) != 0 || out->quiet || out->irq ||
        out->message_valid || out->axi_bvalid || out->axi_rvalid || out->axi_bresp ||
        out->axi_rresp || out->axi_rdata)
        check_wrong(check, ref, "something is shown in the clock after reset");
}

// The clock before was one of reset, or bit 0 of `enable` was 0 in it (9.6).
static bool closed(const struct ref_state *ref) {
    return ref->after_reset || ref_past(ref, 1)->closed;
}

// 2.1, of one class.
static bool class_ready(const struct ref_state *ref, unsigned group, unsigned lane, bool is_short) {
    const unsigned stages = path_stages(&ref->size);
    const unsigned there = ref->in_class[group][lane];
    if (there == 0)
        return lane >= stages || ref->in_lane[lane] == 0 || ref->pool > 0;
    return ref->pool > 0 && (is_short ? there < 2 : (int)there <= ref->pool);
}

void rule_class(struct check *check, const struct ref_state *ref) {
    static const char *const GROUP[] = {"latency-sensitive", "small", "large"};
    const bool(*const ready)[PATH_LANES] = ref->out->path.op_ready;
    const bool open = !closed(ref) && ref->taken < ref->size.slots;
    char name[FIELD_TEXT];
    for (unsigned group = 0; group < PATH_GROUPS; group++) {
        const uint64_t shorts = ref_short(ref, group);
        for (unsigned lane = 0; lane < path_lanes(&ref->size); lane++) {
            const bool want = open && class_ready(ref, group, lane, shorts >> lane & 1);
            if (ready[group][lane] != want)
                check_lost(check, ref,
                           want ? NULL : "slots: an offer is taken in another lane's place",
                           "the class of %s operations on %s is %sready, and should %sbe: %u "
                           "operations count in it, %u at the lane, %u slots of %u are taken, the "
                           "pool is %d%s%s",
                           GROUP[group], field_lane_name(&ref->size, lane, name),
                           want ? "not " : "", want ? "" : "not ", ref->in_class[group][lane],
                           ref->in_lane[lane], ref->taken, ref->size.slots, ref->pool,
                           shorts >> lane & 1 ? ", and the class is short" : "",
                           closed(ref) ? ", but classes are closed" : "");
        }
    }
}

static void port(struct check *check, const struct ref_state *ref, const char *name, unsigned i,
                 bool ready, bool want) {
    if (ready != (want && !ref->after_reset))
        check_lost(check, ref, ready ? NULL : "completions: one is refused that has a place",
                   "ready of %s %u is %d, and should be %d", name, i, ready, !ready);
}

void rule_port(struct check *check, const struct ref_state *ref) {
    const struct path_out *out = &ref->out->path;
    const struct ref_past *last = ref_past(ref, 1);
    const unsigned sent = last->send ? last->send_channel : PATH_CHANNELS;
    const unsigned atomic = ref->size.atomic;
    bool want[PATH_HBM];
    for (unsigned i = 0; i < PATH_HBM; i++)
        want[i] = ref->places[i] < 2;
    const bool wrong = memcmp(out->hbm_ready, want, sizeof want) != 0 || ref->after_reset;
    for (unsigned i = 0; wrong && i < ref->size.hbm; i++)
        port(check, ref, "partition", i, out->hbm_ready[i], want[i]);
    for (unsigned i = 0; i < atomic; i++)
        port(check, ref, "Atomic engine", i, out->atomic_ready[i], sent != 1 + i);
    for (unsigned i = 0; i < ref->size.response; i++)
        port(check, ref, "response engine", i, out->response_ready[i], sent != 1 + atomic + i);
    port(check, ref, "done", 0, out->done_ready, sent != path_channels(&ref->size) - 1);
}

static const char *answer(const struct ref_state *ref, unsigned kind, uint64_t tag, uint32_t handle,
                          char text[2 * FIELD_TEXT]) {
    static const char *const KIND[] = {"none", "held", "waits", "unknown"};
    char name[FIELD_TEXT];
    snprintf(text, 2 * FIELD_TEXT, kind ? "%s, handle %s, to tag %" PRIu64 : "%s", KIND[kind % 4],
             field_handle(&ref->size, handle, name), tag);
    return text;
}

void rule_answer(struct check *check, const struct ref_state *ref) {
    const struct path_out *out = &ref->out->path;
    const struct ref_past *past = ref_past(ref, 2);
    char is[2 * FIELD_TEXT], due[2 * FIELD_TEXT];
    if (out->answer_kind != past->answer || out->answer_handle != past->answer_handle ||
        (past->answer && out->answer_tag != past->answer_tag))
        check_wrong(check, ref, "the answer of this clock is %s, and should be %s",
                    answer(ref, out->answer_kind, out->answer_tag, out->answer_handle, is),
                    answer(ref, past->answer, past->answer_tag, past->answer_handle, due));
}

// Whether an edge sampled anything that a quiet block must notice.
static bool beats(const struct block_in *in) {
    static const bool NONE[PATH_HBM];
    const struct path_in *path = &in->path;
    return !path->rst_n || path->op_valid || path->done_valid ||
           memcmp(path->hbm_valid, NONE, sizeof path->hbm_valid) != 0 ||
           memcmp(path->atomic_valid, NONE, sizeof path->atomic_valid) != 0 ||
           memcmp(path->response_valid, NONE, sizeof path->response_valid) != 0 ||
           in->axi_awvalid || in->axi_wvalid || in->axi_arvalid;
}

// Nothing has changed, but for what tells of a bit that flips, which is no beat.
static bool same(const struct block_out *before, const struct block_out *out, uint32_t errors) {
    struct block_out told;
    memcpy(&told, before, sizeof told);
    told.irq = before->irq || (out->irq && errors >> 7 & 1);
    return memcmp((const char *)out, (const char *)&told, sizeof told) == 0;
}

void rule_quiet(struct check *check, const struct ref_state *ref) {
    const struct block_out *out = ref->out, *before = ref->out_before;
    if (out->quiet &&
        (ref->bus.address_full || ref->bus.data_full || ref->bus.reading || out->message_valid))
        check_wrong(check, ref, "quiet, with a write, a read or a message under way");
    if (out->quiet && ref->spots.turns)
        check_wrong(check, ref, "quiet, and an operation that waits grows older");
    if (before->quiet && !beats(ref->in_before) &&
        ref_past(ref, 1)->pause == ref_past(ref, 2)->pause && !same(before, out, ref->errors))
        check_wrong(check, ref, "the block was quiet and nothing came, but outputs have changed");
}
