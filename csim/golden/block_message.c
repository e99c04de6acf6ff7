// messages.md: what initiators are told, and when.
#include "csim/golden/state.h"

static bool is_any(const struct golden *golden) {
    for (unsigned lane = 0; lane < golden->lanes; lane++)
        if (golden->messages.untold[lane] != 0)
            return true;
    return false;
}

// While the interval is 0 nothing is untold.
static bool is_untold(const struct golden *golden) {
    return golden->word[R_message_interval] != 0 && is_any(golden);
}

static bool reaches_threshold(const struct golden *golden) {
    for (unsigned lane = 0; lane < golden->lanes; lane++) {
        const uint32_t threshold =
            golden->word[R_message_threshold + class_of(&golden->size, lane)];
        if (threshold != 0 && golden->messages.untold[lane] >= threshold)
            return true;
    }
    return false;
}

// The last message is to be loaded again, now or later.
static bool is_to_repeat(const struct golden *golden) {
    return golden->word[R_message_interval] != 0 && golden->messages.loaded &&
           golden->messages.repeats < golden->word[R_message_repeat];
}

// A message that is due in this clock, and loaded in the next, is an interval after the last.
static bool interval_passed(const struct golden *golden) {
    return !golden->messages.loaded ||
           golden->now + 1 - golden->messages.at >= golden->word[R_message_interval];
}

// What was untold in the clock before can be due in this one.
static bool is_due(const struct golden *golden) {
    const struct messages *const messages = &golden->messages;

    if (golden->word[R_message_interval] == 0)
        return false;
    return messages->reached ||
           ((messages->was_untold || is_to_repeat(golden)) && interval_passed(golden));
}

// 9.2: something is or will be told.
bool block_tells(const struct golden *golden) {
    return golden->out.message_valid || is_untold(golden) || is_to_repeat(golden);
}

bool block_messages_rest(const struct golden *golden) {
    return !golden->tells && interval_passed(golden);
}

static void load(struct golden *golden) {
    struct messages *const messages = &golden->messages;
    const uint32_t widest = (uint32_t)ones(golden->size.cnt_w);

    messages->repeats = is_any(golden) || !messages->loaded ? 0 : messages->repeats + 1;
    for (unsigned lane = 0; lane < golden->lanes; lane++) {
        uint32_t *const credit = &golden->out.message_credit[lane];
        *credit = (*credit + messages->untold[lane]) & widest;
        messages->untold[lane] = 0;
    }
    messages->was_untold = messages->reached = false;
    messages->loaded = true;
    messages->at = golden->now;
    messages->unread = 0;
    golden->out.message_valid = true;
    golden->word[R_messages]++;
}

// 9.1, error 5: told once a message.
static void wait(struct golden *golden, bool ready) {
    struct messages *const messages = &golden->messages;

    if (ready) {
        golden->out.message_valid = false;
    } else if (messages->unread < 65535) {
        messages->unread++;
        if (messages->unread == 65535)
            block_raise(golden, UNREAD, 0);
    }
}

// What returns in this clock is untold in the next.
static void note(struct golden *golden) {
    const struct path_out *const path = &golden->out.path;
    const uint32_t widest = (uint32_t)ones(golden->size.cnt_w);

    golden->messages.at += golden->out.quiet; // 9.5: the time since then stands still
    for (unsigned channel = 0; channel + 1 < golden->channels; channel++) {
        uint32_t *const untold = &golden->messages.untold[path->return_lane[channel]];
        if (path->return_kind[channel] == RETURN_BACK)
            *untold = (*untold + path->return_amount[channel]) & widest;
    }
}

void block_message(struct golden *golden, bool ready) {
    struct messages *const messages = &golden->messages;
    const bool was_due = messages->due;

    messages->due = is_due(golden);
    messages->was_untold = is_untold(golden);
    messages->reached = messages->was_untold && reaches_threshold(golden);
    if (golden->out.message_valid)
        wait(golden, ready);
    else if (was_due)
        load(golden);
    note(golden);
}
