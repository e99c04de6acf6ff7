// Grant messages (messages.md).
#include <string.h>

#include "tb/block/check/rules.h"
#include "tb/block/port.h"
#include "tb/block/view/map.h"

void rule_credit(struct check *check, const struct view *view) {
    char name[FIELD_TEXT];
    const struct block_out *out = view->out;
    if (out->message_epoch != view->epoch)
        check_lost(check, view, "initiators: they take it for one from before a reset",
                   "a message of epoch %u, not %u", out->message_epoch, view->epoch);
    if (!view_loads(view))
        return;
    for (unsigned lane = 0; lane < path_lanes(&view->size); lane++)
        if (out->message_credit[lane] != view->credit_before[lane])
            check_lost(check, view,
                       out->message_credit[lane] > view->credit_before[lane]
                           ? NULL
                           : "initiators: they wait for credit that is not reported",
                       "a message tells %" PRIu32 " of %s, of which %" PRIu32 " have returned",
                       out->message_credit[lane], field_lane_name(&view->size, lane, name),
                       view->credit_before[lane]);
}

void rule_waits(struct check *check, const struct view *view) {
    const struct block_out *out = view->out, *before = view->out_before;
    if (view->after_reset || !before->message_valid || view->in_before->message_ready)
        return;
    if (!out->message_valid || out->message_epoch != before->message_epoch ||
        memcmp(out->message_credit, before->message_credit, sizeof out->message_credit) != 0)
        check_wrong(check, view, "a message that nobody has taken changes");
}

void rule_interval(struct check *check, const struct view *view) {
    const uint32_t *reg = view->registers;
    if (view->message_clock == 0)
        return;
    if (!view->written[SEMACREDIT_MESSAGE_INTERVAL / 4])
        check_wrong(check, view, "a message, but no interval was ever set");
    // A threshold tells at once; an interval counts as it is when a message is due.
    for (unsigned i = 0; i < 3; i++)
        if (reg[SEMACREDIT_MESSAGE_THRESHOLD / 4 + i] ||
            view->written[SEMACREDIT_MESSAGE_THRESHOLD / 4 + i] > view->message_clock)
            return;
    if (view->written[SEMACREDIT_MESSAGE_INTERVAL / 4] <= view->message_clock &&
        view->clock - view->message_clock < reg[SEMACREDIT_MESSAGE_INTERVAL / 4])
        check_wrong(check, view, "a message %" PRIu64 " clocks after the last",
                    view->clock - view->message_clock);
}

static bool reaches_threshold(const struct view *view) {
    const uint32_t *threshold = view->settings.threshold;
    const uint32_t most = UINT32_MAX >> (32 - view->size.cnt_w);
    for (unsigned lane = 0, lanes = path_lanes(&view->size); lane < lanes; lane++)
        if (threshold[lane] &&
            ((view->credit_before[lane] - view->told[lane]) & most) >= threshold[lane])
            return true;
    return false;
}

void rule_told(struct check *check, const struct view *view) {
    enum { AT_ONCE = 6 }; // clocks from the commit to the message, and some
    const uint32_t *reg = view->registers;
    const bool sends = reg[SEMACREDIT_MESSAGE_INTERVAL / 4] != 0;
    if (view->out->quiet && view_untold(view))
        check_wrong(check, view, "quiet, but the last message does not tell all that returned");
    if (view->out->quiet && sends && view->message_clock != 0 &&
        view->repeats < reg[SEMACREDIT_MESSAGE_REPEAT / 4])
        check_wrong(check, view, "quiet, but the last message was repeated %u times",
                    view->repeats);
    const bool waits =
        sends && !view->after_reset && !view->out->message_valid && reaches_threshold(view);
    check->untold = waits ? check->untold + 1 : 0;
    if (check->untold == AT_ONCE)
        check_wrong(check, view, "credit has reached its threshold, but is not told");
}
