#include "tb/checkers/scoreboards.h"

#include <inttypes.h>
#include <string.h>

#include "csim/interface/block_state.h"
#include "register_map.h"

void message_scoreboard_begin(struct message_scoreboard *scoreboard,
                              const struct block_state *state) {
    *scoreboard = (struct message_scoreboard){.interval = state->registers.grant.interval,
                                              .valid = state->grant_valid};
    memcpy(scoreboard->returned, state->freed, sizeof scoreboard->returned);
    memcpy(scoreboard->sent, state->sent, sizeof scoreboard->sent);
    scoreboard->untold = memcmp(state->freed, state->sent, sizeof state->freed) != 0;
}

// The first lane on which two counts differ; LANES: none.
static unsigned first_difference(const uint32_t a[LANES], const uint32_t b[LANES]) {
    uint32_t any = 0;
    unsigned lane = 0;
    for (unsigned each = 0; each < LANES; each++)
        any |= a[each] ^ b[each];
    if (!any)
        return LANES;
    while (a[lane] == b[lane])
        lane++;
    return lane;
}

// The message that is shown was not there before.
static bool is_loaded(const struct message_scoreboard *scoreboard,
                      const struct checked_clock *clock) {
    return clock->out->grant_valid && (!scoreboard->valid || clock->in->grant_ready);
}

static bool message_held(const struct message_scoreboard *scoreboard,
                         const struct checked_clock *clock) {
    const struct edge_out *const out = clock->out;
    const bool held = scoreboard->valid && !clock->in->grant_ready;
    if (held && !out->grant_valid)
        return broken(clock->finding, "withdrawn before it was taken");
    if (is_loaded(scoreboard, clock))
        return true;
    const unsigned lane = first_difference(out->grant_credit, scoreboard->sent);
    return lane == LANES ||
           broken(clock->finding,
                  "lane %u: count %" PRIu32 " became %" PRIu32 " without a new message", lane,
                  scoreboard->sent[lane], out->grant_credit[lane]);
}

static bool message_has_credit(const struct message_scoreboard *scoreboard,
                               const struct checked_clock *clock) {
    return !is_loaded(scoreboard, clock) || scoreboard->untold ||
           broken(clock->finding, "nothing was returned since the last message");
}

static bool message_exact(const struct message_scoreboard *scoreboard,
                          const struct checked_clock *clock) {
    const uint32_t *const told = clock->out->grant_credit;
    const unsigned lane =
        is_loaded(scoreboard, clock) ? first_difference(told, scoreboard->returned) : LANES;
    return lane == LANES ||
           broken(clock->finding, "lane %u: count %" PRIu32 " expected, %" PRIu32 " told", lane,
                  scoreboard->returned[lane], told[lane]);
}

static bool message_in_time(const struct message_scoreboard *scoreboard,
                            const struct checked_clock *clock) {
    return scoreboard->interval == 0 || scoreboard->waits < scoreboard->interval + DUE_TO_LOAD ||
           broken(clock->finding, "credit waits for %" PRIu64 " clocks, interval %" PRIu32,
                  scoreboard->waits, scoreboard->interval);
}

// Before the checks: how long credit that is new in this clock has waited after it.
static void count_waits(struct message_scoreboard *scoreboard, const struct checked_clock *clock) {
    if (scoreboard->interval == 0 || is_loaded(scoreboard, clock) || !scoreboard->untold)
        scoreboard->waits = 0;
    else if (!scoreboard->valid || clock->in->grant_ready)
        scoreboard->waits += clock->in->gap + 1;
}

static void enter(struct message_scoreboard *scoreboard, const struct checked_clock *clock) {
    if (is_loaded(scoreboard, clock))
        scoreboard->untold = false;
    scoreboard->valid = clock->out->grant_valid;
    memcpy(scoreboard->sent, clock->out->grant_credit, sizeof scoreboard->sent);
    if (clock->write.valid && clock->write.word == REGISTER_GRANT_INTERVAL) {
        scoreboard->interval = clock->write.data & UINT16_MAX;
        // By a shorter one, a message is due in the next clock.
        if (scoreboard->interval > 0 && scoreboard->waits >= scoreboard->interval)
            scoreboard->waits = scoreboard->interval - 1;
    }
}

const char *message_scoreboard_edge(struct message_scoreboard *scoreboard,
                                    const struct checked_clock *clock) {
    if (clock->in->reset)
        *scoreboard = (struct message_scoreboard){.valid = false};
    count_waits(scoreboard, clock);
#define CHECK(check)                                                                               \
    if (!check(scoreboard, clock))                                                                 \
        return #check;
    MESSAGE_CHECKS(CHECK)
#undef CHECK
    if (!clock->in->reset)
        enter(scoreboard, clock);
    return NULL;
}

void message_scoreboard_return(struct message_scoreboard *scoreboard, const struct commit *commit) {
    for (unsigned lane = 0; lane < LANES; lane++)
        scoreboard->returned[lane] =
            (uint32_t)((scoreboard->returned[lane] + commit->d[lane]) & COUNTER_MAX);
    scoreboard->untold = true;
}
