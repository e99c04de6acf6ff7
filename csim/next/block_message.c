// messages.md: what initiators are told, and when.
#include "csim/next/block_state.h"

// Credit of a lane that no message has told.
static uint32_t untold(const struct block_golden *golden, const struct messages *messages,
                       unsigned lane) {
    return (messages->freed[lane] - messages->told[lane]) & block_ones(golden->size.cnt_w);
}

// While the interval is 0 nothing is untold.
static bool is_untold(const struct block_golden *golden, const struct block_state *is) {
    if (is->settings.message_interval == 0)
        return false;
    for (unsigned lane = 0; lane < golden->lanes; lane++)
        if (untold(golden, &is->messages, lane) != 0)
            return true;
    return false;
}

static bool reaches_threshold(const struct block_golden *golden, const struct block_state *is) {
    for (unsigned lane = 0; lane < golden->lanes; lane++) {
        const uint32_t threshold = is->settings.message_threshold[block_class(golden, lane)];
        if (threshold != 0 && untold(golden, &is->messages, lane) >= threshold)
            return true;
    }
    return false;
}

// The last message is to be loaded again, now or later.
static bool is_to_repeat(const struct block_state *is) {
    return is->settings.message_interval != 0 && is->messages.loaded &&
           is->messages.repeats < is->settings.message_repeat;
}

// A message that is due in this clock, and loaded in the next, is an interval after the last.
static bool interval_passed(const struct block_state *is) {
    return !is->messages.loaded || is->now + 1 - is->messages.at >= is->settings.message_interval;
}

// What was untold in the clock before, and still is, can be due in this one.
static bool is_due(const struct block_golden *golden, const struct block_state *is) {
    if (is->messages.reached && is_untold(golden, is))
        return true;
    if (!interval_passed(is))
        return false;
    return is_to_repeat(is) || (is->messages.untold && is_untold(golden, is));
}

// 9.2: something is or will be told.
bool block_tells(const struct block_golden *golden, const struct block_state *is) {
    return is->messages.shown || is_untold(golden, is) || is_to_repeat(is);
}

bool block_messages_rest(const struct block_golden *golden, const struct block_state *is) {
    return !block_tells(golden, is) && interval_passed(is);
}

static bool tells_more(const struct block_golden *golden, const struct messages *messages) {
    for (unsigned lane = 0; lane < golden->lanes; lane++)
        if (untold(golden, messages, lane) != 0)
            return true;
    return false;
}

static void load(const struct block_clock *c, struct block_state *next) {
    const struct messages *const messages = &c->is->messages;

    next->messages.untold = is_untold(c->golden, c->is);
    next->messages.reached = next->messages.untold && reaches_threshold(c->golden, c->is);
    next->messages.due = is_due(c->golden, c->is);
    if (!messages->due || messages->shown)
        return;
    for (unsigned lane = 0; lane < c->golden->lanes; lane++)
        next->messages.told[lane] = messages->freed[lane];
    next->messages.untold = next->messages.reached = false;
    next->messages.shown = true;
    next->messages.loaded = true;
    next->messages.at = c->is->now;
    next->messages.repeats = tells_more(c->golden, messages) ? 0 : messages->repeats + 1;
    next->messages.unread = 0;
    next->status.counts.messages++;
}

// 9.1, error 5: told once a message.
static void wait(const struct block_clock *c, struct block_state *next) {
    if (!c->is->messages.shown)
        return;
    if (c->in->message_ready) {
        next->messages.shown = false;
    } else if (c->is->messages.unread < 65535) {
        next->messages.unread++;
        if (next->messages.unread == 65535)
            block_raise(&next->status, UNREAD, 0);
    }
}

// What returns in this clock is in the counts of the next.
static void note(const struct block_clock *c, struct messages *next) {
    for (unsigned lane = 0; lane < c->golden->lanes; lane++)
        next->freed[lane] = (next->freed[lane] + block_came_back(c, lane).amount) &
                            block_ones(c->golden->size.cnt_w);
}

void block_message(const struct block_clock *c, struct block_state *next) {
    load(c, next);
    wait(c, next);
    note(c, &next->messages);
}
