// messages.md: what is reported to initiators, and when.
#include "csim/golden/state.h"

enum { MOST_UNREAD = 65535 }; // 9.1

// While the interval is 0 nothing is unreported or to be repeated.
static bool reports(const struct golden *golden) {
    return golden->word[R_message_interval] != 0;
}

static bool reaches_threshold(const struct golden *golden) {
    for (uint64_t left = golden->messages.lanes; left != 0; left &= left - 1) {
        const unsigned lane = lowest_of(left);
        const uint32_t threshold =
            golden->word[R_message_threshold + resource_of(&golden->size, lane)];
        if (threshold != 0 && golden->messages.unreported[lane] >= threshold)
            return true;
    }
    return false;
}

// The last message is to be loaded again, now or later.
static bool is_to_repeat(const struct golden *golden) {
    return golden->messages.loaded && golden->messages.repeats < golden->word[R_message_repeat];
}

// A message that is due in this clock, and loaded in the next, is an interval after the last.
static bool interval_passed(const struct golden *golden) {
    return !golden->messages.loaded ||
           golden->now + 1 - golden->messages.at >= golden->word[R_message_interval];
}

// What was unreported in the clock before can be due in this one.
static bool is_due(const struct golden *golden) {
    const struct messages *const messages = &golden->messages;

    return reports(golden) &&
           (messages->reached ||
            ((messages->was_unreported || is_to_repeat(golden)) && interval_passed(golden)));
}

// 9.2: something is or will be reported.
bool block_reports(const struct golden *golden) {
    return golden->out.message_valid ||
           (reports(golden) && (golden->messages.lanes != 0 || is_to_repeat(golden)));
}

bool block_messages_rest(const struct golden *golden) {
    return !golden->reports && interval_passed(golden);
}

static void load(struct golden *golden) {
    struct messages *const messages = &golden->messages;
    const uint32_t widest = (uint32_t)ones(golden->size.cnt_w);

    messages->repeats = messages->lanes != 0 || !messages->loaded ? 0 : messages->repeats + 1;
    for (unsigned lane = 0; lane < golden->lanes; lane++) {
        uint32_t *const credit = &golden->out.message_credit[lane];
        *credit = (*credit + messages->unreported[lane]) & widest;
        messages->unreported[lane] = 0;
    }
    messages->lanes = 0;
    messages->was_unreported = messages->reached = false;
    messages->loaded = true;
    messages->at = golden->now;
    golden->out.message_valid = true;
    golden->word[R_messages]++;
}

// Before what returns in this clock is unreported.
void block_message(struct golden *golden, bool ready) {
    struct messages *const messages = &golden->messages;
    const bool was_due = messages->due;

    messages->due = is_due(golden);
    messages->was_unreported = reports(golden) && messages->lanes != 0;
    messages->reached = messages->was_unreported && reaches_threshold(golden);
    if (golden->out.quiet) // 9.5: the time since the last load stands still
        messages->at++;
    if (!golden->out.message_valid && was_due)
        load(golden);
    else if (ready)
        golden->out.message_valid = false;
    else if (golden->out.message_valid && golden->now == messages->at + MOST_UNREAD)
        block_raise(golden, UNREAD, 0);
}
