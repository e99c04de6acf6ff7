// Grant messages: in the simulator initiators know of no credit too early, of none too late, and of
// all of it in the end.
#include <inttypes.h>
#include <stdlib.h>

#include "csim/fabric/credit_messages.h"
#include "tb/tests/base/fixture.h"
#include "tb/tests/simulator/scenario.h"

static struct credit_messages opened(const char *const *sets) {
    static const uint64_t window[LANES] = {64, 64, 64, 64, 64, 64, 64, 64, 640, 160};
    const struct config config = config_of("atomic", sets);
    struct credit_messages messages;
    credit_messages_init(&messages, &config, window);
    return messages;
}

Test(messages, leave_at_once_with_enough_of_a_lane) {
    struct credit_messages messages =
        opened(SETS("grant_interval_ns=1000", "grant_threshold_percent=25"));
    credit_messages_gather(&messages, 1000, 0, 15);
    credit_messages_gather(&messages, 1000, 8, 159);
    cr_expect(not(credit_messages_ready(&messages, 1000)));
    credit_messages_gather(&messages, 2000, 0, 1);
    cr_expect(credit_messages_ready(&messages, 2000));
}

Test(messages, wait_gathering_while_too_many_are_under_way) {
    struct credit_messages messages = opened(SETS("grant_interval_ns=1", "grant_delay_ns=1000000"));
    for (unsigned i = 0; i < CREDIT_MESSAGES_UNDER_WAY; i++) {
        credit_messages_gather(&messages, i * 1000, 0, 1);
        credit_messages_send(&messages, (i + 1) * 1000);
    }
    const uint64_t later = (CREDIT_MESSAGES_UNDER_WAY + 9) * 1000;
    credit_messages_gather(&messages, later - 1000, 0, 2);
    cr_expect(not(credit_messages_ready(&messages, later)));
    credit_messages_gather(&messages, later, 1, 3);
    credit_messages_take(&messages);
    cr_assert(credit_messages_ready(&messages, later));
    const struct credit_message *message = credit_messages_send(&messages, later);
    cr_expect(eq(u64, message->credit[0], 2));
    cr_expect(eq(u64, message->credit[1], 3));
}

// --- in the simulator --------------------------------------------------------------------------

enum { RETURNS_MAX = 8192 };

// Scoreboard of every return seen, and of the message that must tell of it.
struct scoreboard {
    uint64_t interval_ps, delay_ps;
    uint64_t debt[LANES]; // at the last step
    struct returned {
        uint64_t sent_ps, amount;
        unsigned lane;
    } returned[RETURNS_MAX];
    unsigned returns, messages;
    uint64_t leaves_ps; // the last message
    uint64_t bytes;
    unsigned lanes;  // that it tells of
    bool ahead;      // told debt was above the debt at some time
    const char *bad; // what was found first
};

static void note_return(struct scoreboard *scoreboard, uint64_t now_ps, unsigned lane,
                        uint64_t amount) {
    if (scoreboard->messages == 0 || now_ps > scoreboard->leaves_ps) {
        scoreboard->messages++;
        scoreboard->leaves_ps = now_ps + scoreboard->interval_ps;
        scoreboard->bytes += 8;
        scoreboard->lanes = 0;
    }
    if (!(scoreboard->lanes >> lane & 1))
        scoreboard->bytes += 4;
    scoreboard->lanes |= 1u << lane;
    cr_assert(scoreboard->returns < RETURNS_MAX);
    scoreboard->returned[scoreboard->returns++] =
        (struct returned){scoreboard->leaves_ps + scoreboard->delay_ps, amount, lane};
}

// What is surely untold at this time, and what may be: messages of this instant count both ways.
static void check_known(struct scoreboard *scoreboard, uint64_t now_ps,
                        const struct policy_state *state) {
    uint64_t surely[LANES] = {0}, maybe[LANES] = {0};
    for (unsigned i = scoreboard->returns; i-- > 0;) {
        const struct returned *returned = &scoreboard->returned[i];
        if (returned->sent_ps < now_ps)
            break;
        maybe[returned->lane] += returned->amount;
        if (returned->sent_ps > now_ps)
            surely[returned->lane] += returned->amount;
    }
    for (unsigned lane = 0; lane < LANES; lane++) {
        if (state->known_debt[lane] < state->debt[lane])
            scoreboard->bad = "told debt below the debt";
        if (state->known_debt[lane] > state->window[lane])
            scoreboard->bad = "told debt above the window";
        if (state->known_debt[lane] < state->debt[lane] + surely[lane])
            scoreboard->bad = "told too early";
        if (state->known_debt[lane] > state->debt[lane] + maybe[lane])
            scoreboard->bad = "told too late, or never";
        scoreboard->ahead = scoreboard->ahead || state->known_debt[lane] > state->debt[lane];
    }
}

WATCH(see) {
    struct scoreboard *scoreboard = context;
    for (unsigned lane = 0; lane < LANES; lane++) {
        if (step != STEP_DISPATCH && state->debt[lane] < scoreboard->debt[lane])
            note_return(scoreboard, now_ps, lane, scoreboard->debt[lane] - state->debt[lane]);
        scoreboard->debt[lane] = state->debt[lane];
    }
    if (!scoreboard->bad)
        check_known(scoreboard, now_ps, state);
}

// What is sent of a workload's run; checks that credit is known at its time.
static struct simulate_result watched(const char *workload, uint64_t interval_ns, uint64_t delay_ns,
                                      struct scoreboard *scoreboard) {
    struct config config = config_of(workload, NULL);
    config.grant_interval_ns = interval_ns;
    config.grant_delay_ns = delay_ns;
    *scoreboard =
        (struct scoreboard){.interval_ps = interval_ns * 1000, .delay_ps = delay_ns * 1000};
    const struct simulate_watcher watcher = {.saw = see, .context = scoreboard};
    const struct simulate_result result = config_run(&config, &policy_semacredit, 1, &watcher);
    cr_expect(scoreboard->bad == NULL, "%s, %" PRIu64 " ns, %" PRIu64 " ns: %s", workload,
              interval_ns, delay_ns, scoreboard->bad);
    return result;
}

// Odd intervals, with which no return falls on the instant at which a message leaves: whether it
// tells of that is for the order of events. The end, at which nothing is untold, is the simulator's
// own assertion.
Test(messages, tell_of_all_credit_at_its_time) {
    static const uint64_t intervals[] = {1, 41, 223, 1009}, delays[] = {0, 523};
    struct scoreboard *scoreboard = malloc(sizeof *scoreboard);
    for (unsigned w = 0; w < PAPER_WORKLOADS; w++)
        for (unsigned i = 0; i < 4; i++)
            for (unsigned d = 0; d < 2; d++) {
                const struct simulate_result result =
                    watched(workload_names[w], intervals[i], delays[d], scoreboard);
                cr_expect(scoreboard->ahead);
                cr_expect(eq(u64, result.grant_messages, scoreboard->messages));
                cr_expect(eq(u64, result.grant_bytes, scoreboard->bytes));
            }
    free(scoreboard);
}

Test(messages, of_interval_zero_tell_each_return_at_once) {
    struct scoreboard *scoreboard = malloc(sizeof *scoreboard);
    for (unsigned w = 0; w < PAPER_WORKLOADS; w++) {
        const struct simulate_result result = watched(workload_names[w], 0, 0, scoreboard);
        cr_expect(not(scoreboard->ahead));
        cr_expect(eq(u64, result.grant_messages, scoreboard->returns));
        cr_expect(eq(u64, result.grant_bytes, 12 * (uint64_t)scoreboard->returns));
    }
    free(scoreboard);
}

Test(messages, are_not_needed_where_the_completion_tells) {
    static const struct policy *const told[] = {&policy_end_return, &policy_scalar,
                                                &policy_aggregate};
    const struct config plain = config_of("response", NULL);
    const struct config delayed = config_of("response", SETS("grant_interval_ns=500"));
    for (unsigned i = 0; i < COUNT(told); i++) {
        const struct simulate_result late = config_run(&delayed, told[i], 0, NULL);
        const struct simulate_result direct = config_run(&plain, told[i], 0, NULL);
        cr_expect(late.grant_messages == 0 && results_equal(&late, &direct), "%s", told[i]->name);
    }
}
