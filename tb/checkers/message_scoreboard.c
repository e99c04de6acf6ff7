#include "tb/checkers/message_scoreboard.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "csim/interface/block_state.h"
#include "register_map.h"

void message_scoreboard_begin(struct message_scoreboard *scoreboard,
                              const struct block_state *state) {
    *scoreboard = (struct message_scoreboard){.interval = state->registers.grant.interval,
                                              .valid = state->grant_valid};
    memcpy(scoreboard->returned, state->freed, sizeof scoreboard->returned);
    memcpy(scoreboard->sent, state->sent, sizeof scoreboard->sent);
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
static bool is_loaded(const struct message_scoreboard *scoreboard, const struct edge_in *in,
                      const struct edge_out *out) {
    return out->grant_valid && (!scoreboard->valid || in->grant_ready);
}

static bool message_held(const struct message_scoreboard *scoreboard, const struct edge_in *in,
                         const struct edge_out *out, char *text, size_t size) {
    const bool held = scoreboard->valid && !in->grant_ready;

    if (held && !out->grant_valid) {
        snprintf(text, size, "withdrawn before it was taken");
        return false;
    }
    if (is_loaded(scoreboard, in, out))
        return true;
    const unsigned lane = first_difference(out->grant_credit, scoreboard->sent);
    if (lane == LANES)
        return true;
    snprintf(text, size, "lane %u: count %" PRIu32 " became %" PRIu32 " without a new message",
             lane, scoreboard->sent[lane], out->grant_credit[lane]);
    return false;
}

static bool message_has_credit(const struct message_scoreboard *scoreboard,
                               const struct edge_in *in, const struct edge_out *out, char *text,
                               size_t size) {
    if (!is_loaded(scoreboard, in, out) ||
        first_difference(scoreboard->returned, scoreboard->sent) < LANES)
        return true;
    snprintf(text, size, "nothing was returned since the last message");
    return false;
}

static bool message_exact(const struct message_scoreboard *scoreboard, const struct edge_in *in,
                          const struct edge_out *out, char *text, size_t size) {
    const unsigned lane = is_loaded(scoreboard, in, out)
                              ? first_difference(out->grant_credit, scoreboard->returned)
                              : LANES;

    if (lane == LANES)
        return true;
    snprintf(text, size, "lane %u: count %" PRIu32 " expected, %" PRIu32 " told", lane,
             scoreboard->returned[lane], out->grant_credit[lane]);
    return false;
}

static bool message_in_time(const struct message_scoreboard *scoreboard, const struct edge_in *in,
                            const struct edge_out *out, char *text, size_t size) {
    (void)in;
    (void)out;
    if (scoreboard->interval == 0 || scoreboard->waits < scoreboard->interval)
        return true;
    snprintf(text, size, "credit waits for %" PRIu64 " clocks, interval %" PRIu32,
             scoreboard->waits, scoreboard->interval);
    return false;
}

// Before the checks: how long credit that is new in this clock has waited after it.
static void count_waits(struct message_scoreboard *scoreboard, const struct edge_in *in,
                        const struct edge_out *out) {
    if (scoreboard->interval == 0 || is_loaded(scoreboard, in, out) ||
        first_difference(scoreboard->returned, scoreboard->sent) == LANES)
        scoreboard->waits = 0;
    else if (!scoreboard->valid || in->grant_ready)
        scoreboard->waits += in->gap + 1;
}

static void enter(struct message_scoreboard *scoreboard, const struct edge_out *out,
                  const struct register_write *write) {
    scoreboard->valid = out->grant_valid;
    memcpy(scoreboard->sent, out->grant_credit, sizeof scoreboard->sent);
    if (write->valid && write->word == REGISTER_GRANT_INTERVAL)
        scoreboard->interval = write->data & UINT16_MAX;
}

const char *message_scoreboard_edge(struct message_scoreboard *scoreboard, const struct edge_in *in,
                                    const struct edge_out *out, const struct register_write *write,
                                    char *text, size_t size) {
    if (in->reset)
        *scoreboard = (struct message_scoreboard){.valid = false};
    count_waits(scoreboard, in, out);
#define CHECK(check)                                                                               \
    if (!check(scoreboard, in, out, text, size))                                                   \
        return #check;
    MESSAGE_CHECKS(CHECK)
#undef CHECK
    if (!in->reset)
        enter(scoreboard, out, write);
    return NULL;
}
