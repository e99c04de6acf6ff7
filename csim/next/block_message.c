// messages.md: what initiators are told, and when.
#include "csim/next/block_state.h"

// Credit of a lane that no message has told.
static uint32_t untold(const struct block_golden *golden, const struct messages *messages,
                       unsigned lane) {
    return (messages->freed[lane] - messages->told[lane]) & block_ones(golden->size.cnt_w);
}

static bool is_untold(const struct block_golden *golden, const struct messages *messages) {
    for (unsigned lane = 0; lane < golden->lanes; lane++)
        if (untold(golden, messages, lane) != 0)
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
    return is->messages.loaded && is->messages.repeats < is->settings.message_repeat;
}

static bool interval_passed(const struct block_state *is) {
    return !is->messages.loaded || is->now - is->messages.at >= is->settings.message_interval;
}

// 9.2: something is or will be told. With an interval of 0 nobody is told anything, unless a
// message waits from before.
bool block_untold(const struct block_golden *golden, const struct block_state *is) {
    return is->messages.shown || (is->settings.message_interval != 0 &&
                                  (is_untold(golden, &is->messages) || is_to_repeat(is)));
}

bool block_messages_rest(const struct block_golden *golden, const struct block_state *is) {
    return !block_untold(golden, is) && interval_passed(is);
}

// Which message is loaded in this clock.
enum load { LOAD_NONE, LOAD_NEW, LOAD_AGAIN };

static enum load load_of(const struct block_golden *golden, const struct block_state *is) {
    if (is->settings.message_interval == 0 || is->messages.shown)
        return LOAD_NONE;
    if (is_untold(golden, &is->messages))
        return interval_passed(is) || reaches_threshold(golden, is) ? LOAD_NEW : LOAD_NONE;
    return is_to_repeat(is) && interval_passed(is) ? LOAD_AGAIN : LOAD_NONE;
}

static void load(const struct block_clock *c, struct block_state *next) {
    const struct messages *const messages = &c->is->messages;
    const enum load kind = load_of(c->golden, c->is);

    if (kind == LOAD_NONE)
        return;
    for (unsigned lane = 0; lane < c->golden->lanes; lane++)
        next->messages.told[lane] = messages->freed[lane];
    next->messages.shown = true;
    next->messages.loaded = true;
    next->messages.at = c->is->now;
    next->messages.repeats = kind == LOAD_NEW ? 0 : messages->repeats + 1;
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
