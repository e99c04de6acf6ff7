// Grant messages (messages.md).

#include "tb/block/check/rules.h"

void rule_credit(struct check *check, const struct ref_state *ref) {
    char name[FIELD_TEXT];
    const struct block_out *out = ref->out;
    if (out->message_epoch != ref->epoch)
        check_lost(check, ref, "initiators: they take it for one from before a reset",
                   "a message of epoch %u, not %u", out->message_epoch, ref->epoch);
    if (!ref_loads(ref))
        return;
    for (unsigned lane = 0; lane < path_lanes(&ref->size); lane++)
        if (out->message_credit[lane] != ref->credit_before[lane])
            check_lost(check, ref,
                       out->message_credit[lane] > ref->credit_before[lane]
                           ? NULL
                           : "initiators: they wait for credit that is not reported",
                       "a message has a credit of %" PRIu32 " of %s, not of %" PRIu32
                       ", which is what returned and the window",
                       out->message_credit[lane], field_lane_name(&ref->size, lane, name),
                       ref->credit_before[lane]);
}

void rule_waits(struct check *check, const struct ref_state *ref) {
    const struct block_out *out = ref->out, *before = ref->out_before;
    if (ref->after_reset || !before->message_valid || ref->in_before->message_ready)
        return;
    if (!out->message_valid || out->message_epoch != before->message_epoch ||
        memcmp(out->message_credit, before->message_credit, sizeof out->message_credit) != 0)
        check_wrong(check, ref, "a message that is not taken changes");
}

void rule_interval(struct check *check, const struct ref_state *ref) {
    const uint32_t *reg = ref->registers;
    if (!ref->asked && ref->off_earlier)
        check_wrong(check, ref, "a message at an interval of 0, and software has asked for none");
    // Asked for in the clock of the last load or since.
    if (ref->message_clock == 0 || ref->asked_clock + 1 >= ref->message_clock)
        return;
    if (!ref->written[SEMACREDIT_MESSAGE_INTERVAL / 4])
        check_wrong(check, ref, "a message, but no interval was ever set");
    // A threshold reports at once; an interval counts as it is when a message is due.
    for (unsigned i = 0; i < 3; i++)
        if (reg[SEMACREDIT_MESSAGE_THRESHOLD / 4 + i] ||
            ref->written[SEMACREDIT_MESSAGE_THRESHOLD / 4 + i] > ref->message_clock)
            return;
    if (ref->written[SEMACREDIT_MESSAGE_INTERVAL / 4] <= ref->message_clock &&
        ref->clock - ref->message_clock < reg[SEMACREDIT_MESSAGE_INTERVAL / 4])
        check_wrong(check, ref, "a message %" PRIu64 " clocks after the last",
                    ref->clock - ref->message_clock);
}

static bool reaches_threshold(const struct ref_state *ref) {
    const uint32_t *threshold = ref->settings.threshold;
    const uint32_t most = UINT32_MAX >> (32 - ref->size.cnt_w);
    for (unsigned lane = 0, lanes = path_lanes(&ref->size); lane < lanes; lane++)
        if (threshold[lane] &&
            ((ref->credit_before[lane] - ref->reported[lane]) & most) >= threshold[lane])
            return true;
    return false;
}

void rule_told(struct check *check, const struct ref_state *ref) {
    enum { AT_ONCE = 6, FOR_EVER = 15 }; // clocks from the commit to the message, and some
    const uint32_t *reg = ref->registers;
    const bool sends = reg[SEMACREDIT_MESSAGE_INTERVAL / 4] != 0;
    if (ref->out->quiet && ref_unreported(ref))
        check_wrong(check, ref, "quiet, but the last message does not report all that returned");
    if (ref->out->quiet && (ref->asked || (sends && ref->first)))
        check_wrong(check, ref, "quiet, but a message is to come");
    const uint32_t repeats = reg[SEMACREDIT_MESSAGE_REPEAT / 4];
    if (ref->out->quiet && sends && ref->message_clock != 0 &&
        (repeats == FOR_EVER || ref->repeats < repeats))
        check_wrong(check, ref, "quiet, but the last message was repeated %u times", ref->repeats);
    const bool asked = ref->asked && !ref->out->message_valid && ref->asked_clock < ref->clock;
    check->unanswered = asked ? check->unanswered + 1 : 0;
    if (check->unanswered == AT_ONCE)
        check_wrong(check, ref, "software asked for a message, but none is loaded");
    const bool waits =
        sends && !ref->after_reset && !ref->out->message_valid && reaches_threshold(ref);
    check->unreported = waits ? check->unreported + 1 : 0;
    if (check->unreported == AT_ONCE)
        check_wrong(check, ref, "credit has reached its threshold, but is not reported");
}
