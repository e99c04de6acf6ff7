// messages.md: what is reported to initiators, and when.
#include "csim/golden/state.h"

enum { MOST_UNREAD = 65535 }; // 9.1
enum { FOR_EVER = 15 };       // message_repeat

// 0 in a clock: nothing but what software asks for is due, and what comes later is a first message.
static bool has_interval(const struct golden *golden) {
    return golden->word[R_message_interval] != 0;
}

static uint32_t unreported(const struct golden *golden, unsigned lane) {
    const uint32_t credit = golden->word[R_credit + lane];

    return (credit - golden->out.message_credit[lane]) & (uint32_t)ones(golden->size.cnt_w);
}

// What returns at a lane in this clock, and the window in force, are in its credit in the next.
void block_credit(struct golden *golden, unsigned lane, uint32_t amount) {
    struct messages *const messages = &golden->messages;

    messages->returned[lane] += amount;
    golden->word[R_credit + lane] = (messages->returned[lane] + golden->word[R_in_force + lane]) &
                                    (uint32_t)ones(golden->size.cnt_w);
    messages->lanes &= ~bit(lane);
    if (unreported(golden, lane) != 0)
        messages->lanes |= bit(lane);
}

static bool reaches_threshold(const struct golden *golden) {
    for (uint64_t left = golden->messages.lanes; left != 0; left &= left - 1) {
        const unsigned lane = lowest_of(left);
        const uint32_t threshold =
            golden->word[R_message_threshold + resource_of(&golden->size, lane)];
        if (threshold != 0 && unreported(golden, lane) >= threshold)
            return true;
    }
    return false;
}

// The next message.
static bool is_first(const struct golden *golden) {
    return !golden->messages.loaded || golden->messages.paused;
}

// The last message is to be loaded again, now or later.
static bool is_to_repeat(const struct golden *golden) {
    const uint32_t most = golden->word[R_message_repeat];

    return golden->messages.loaded && (most == FOR_EVER || golden->messages.repeats < most);
}

// A message that is due in this clock, and loaded in the next, is an interval after the last.
static bool interval_passed(const struct golden *golden) {
    return !golden->messages.loaded ||
           golden->now + 1 - golden->messages.at >= golden->word[R_message_interval];
}

// What was unreported in the clock before can be due in this one.
static bool is_due(const struct golden *golden) {
    const struct messages *const messages = &golden->messages;
    const bool later = messages->had_news || is_to_repeat(golden);

    return messages->asked ||
           (has_interval(golden) && (messages->reached || (later && interval_passed(golden))));
}

// Something is or will be reported.
static bool has_news(const struct golden *golden) {
    const struct messages *const messages = &golden->messages;

    return golden->out.message_valid || messages->asked || messages->asks ||
           (has_interval(golden) &&
            (messages->lanes != 0 || is_first(golden) || is_to_repeat(golden)));
}

bool block_messages_rest(const struct golden *golden) {
    return !has_news(golden) && interval_passed(golden);
}

// Nothing of what the clock before had makes another one due.
static void load(struct golden *golden) {
    struct messages *const messages = &golden->messages;

    messages->repeats = messages->lanes != 0 || is_first(golden) ? 0 : messages->repeats + 1;
    for (unsigned lane = 0; lane < golden->lanes; lane++)
        golden->out.message_credit[lane] = golden->word[R_credit + lane];
    messages->lanes = 0;
    messages->had_news = messages->reached = messages->asked = messages->paused = false;
    messages->loaded = true;
    messages->at = golden->now;
    golden->out.message_valid = true;
    golden->word[R_messages]++;
}

// Before what commits in this clock is in the credit.
void block_message(struct golden *golden, bool ready) {
    struct messages *const messages = &golden->messages;
    const bool was_due = messages->due;

    messages->due = is_due(golden);
    messages->had_news = has_interval(golden) && (messages->lanes != 0 || is_first(golden));
    messages->reached = has_interval(golden) && reaches_threshold(golden);
    if (golden->out.quiet) // 9.5: the time since the last load stands still
        messages->at++;
    if (!golden->out.message_valid && was_due)
        load(golden);
    else if (ready)
        golden->out.message_valid = false;
    else if (golden->out.message_valid && golden->now == messages->at + MOST_UNREAD)
        block_raise(golden, UNREAD, 0);
    messages->paused |= !has_interval(golden);
    messages->asked |= messages->asks;
    messages->asks = false;
}
