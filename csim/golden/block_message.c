// messages.md: what initiators are told, and when.
#include "csim/golden/block_state.h"

static bool is_any(const struct block_golden *golden, const struct messages *messages) {
    for (unsigned lane = 0; lane < golden->lanes; lane++)
        if (messages->untold[lane] != 0)
            return true;
    return false;
}

// While the interval is 0 nothing is untold.
static bool is_untold(const struct block_golden *golden, const struct block_state *is) {
    return is->word[R_message_interval] != 0 && is_any(golden, &is->messages);
}

static bool reaches_threshold(const struct block_golden *golden, const struct block_state *is) {
    for (unsigned lane = 0; lane < golden->lanes; lane++) {
        const uint32_t threshold = is->word[R_message_threshold + block_class(golden, lane)];
        if (threshold != 0 && is->messages.untold[lane] >= threshold)
            return true;
    }
    return false;
}

// The last message is to be loaded again, now or later.
static bool is_to_repeat(const struct block_state *is) {
    return is->word[R_message_interval] != 0 && is->messages.loaded &&
           is->messages.repeats < is->word[R_message_repeat];
}

// A message that is due in this clock, and loaded in the next, is an interval after the last.
static bool interval_passed(const struct block_state *is) {
    return !is->messages.loaded || is->now + 1 - is->messages.at >= is->word[R_message_interval];
}

// What was untold in the clock before can be due in this one.
static bool is_due(const struct block_state *is) {
    const bool passed = interval_passed(is);

    if (is->word[R_message_interval] == 0)
        return false;
    return is->messages.reached || ((is->messages.was_untold || is_to_repeat(is)) && passed);
}

// 9.2: something is or will be told.
bool block_tells(const struct block_golden *golden, const struct block_state *is) {
    return is->messages.shown || is_untold(golden, is) || is_to_repeat(is);
}

bool block_messages_rest(const struct block_golden *golden, const struct block_state *is) {
    return !block_tells(golden, is) && interval_passed(is);
}

static void tell(const struct block_clock *c, struct messages *next) {
    const uint32_t ones = block_ones(c->golden->size.cnt_w);

    for (unsigned lane = 0; lane < c->golden->lanes; lane++) {
        next->told[lane] = (next->told[lane] + next->untold[lane]) & ones;
        next->untold[lane] = 0;
    }
}

static void load(const struct block_clock *c, struct block_state *next) {
    const struct messages *const is = &c->is->messages;

    next->messages.was_untold = is_untold(c->golden, c->is);
    next->messages.reached = next->messages.was_untold && reaches_threshold(c->golden, c->is);
    next->messages.due = is_due(c->is);
    if (!is->due || is->shown)
        return;
    tell(c, &next->messages);
    next->messages.was_untold = next->messages.reached = false;
    next->messages.shown = true;
    next->messages.loaded = true;
    next->messages.at = c->is->now;
    next->messages.repeats = is_any(c->golden, is) || !is->loaded ? 0 : is->repeats + 1;
    next->messages.unread = 0;
    next->word[R_messages]++;
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

// What returns in this clock is untold in the next.
static void note(const struct block_clock *c, struct messages *next) {
    const uint32_t ones = block_ones(c->golden->size.cnt_w);

    next->at += c->quiet; // 9.5: the time since then stands still
    for (unsigned channel = 0; channel + 1 < c->golden->channels; channel++) {
        uint32_t *const untold = &next->untold[c->path->return_lane[channel]];
        if (c->path->return_kind[channel] == RETURN_BACK)
            *untold = (*untold + c->path->return_amount[channel]) & ones;
    }
}

void block_message(const struct block_clock *c, struct block_state *next) {
    load(c, next);
    wait(c, next);
    note(c, &next->messages);
}
