// Grant messages: when they leave and what they tell; and in the simulator that initiators know of
// no credit too early, of none too late, and of all of it in the end.
#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdlib.h>

#include "csim/fabric/grants.h"
#include "tb/tests/config/workload_names.h"
#include "tb/tests/simulator/scenario.h"

static struct grants opened(const char *const *sets) {
    static const uint64_t window[LANES] = {64, 64, 64, 64, 64, 64, 64, 64, 640, 160};
    struct scenario scenario;
    scenario_init_set(&scenario, "atomic", sets);
    struct grants grants;
    grants_init(&grants, &scenario.config, window);
    return grants;
}

Test(grants, leave_an_interval_after_the_first_return) {
    struct grants grants = opened((const char *const[]){"grant_interval_ns=50", NULL});
    cr_expect(not(grants_ready(&grants, 1000000)), "nothing to tell");
    grants_gather(&grants, 1000, 3, 5);
    grants_gather(&grants, 31000, 9, 7);
    grants_gather(&grants, 31000, 3, 1);
    cr_expect(not(grants_ready(&grants, 50999)));
    cr_assert(grants_ready(&grants, 51000));
    const struct grant *grant = grants_send(&grants, 51000);
    cr_expect(eq(u64, grant->credit[3], 6));
    cr_expect(eq(u64, grant->credit[9], 7));
    cr_expect(eq(u32, grant->lanes, 2));
    cr_expect(eq(u64, grant_bytes(grant->lanes), 16));
    cr_expect(not(grants_ready(&grants, UINT64_MAX)), "told once");
    grants_gather(&grants, 60000, 3, 1);
    cr_expect(eq(u64, grants.due_ps, 110000), "its own interval");
}

Test(grants, arrive_after_their_flight_in_order) {
    struct grants grants =
        opened((const char *const[]){"grant_interval_ns=10", "grant_delay_ns=100", NULL});
    for (uint64_t i = 1; i <= 3; i++) {
        grants_gather(&grants, i * 20000, 0, i);
        grants_send(&grants, i * 20000 + 10000);
    }
    for (uint64_t i = 1; i <= 3; i++) {
        cr_expect(eq(u64, grants_first(&grants)->arrive_ps, i * 20000 + 110000));
        cr_expect(eq(u64, grants_take(&grants).credit[0], i));
    }
    cr_expect(eq(u32, grants.under_way, 0));
}

Test(grants, leave_at_once_with_enough_of_a_lane) {
    struct grants grants =
        opened((const char *const[]){"grant_interval_ns=1000", "grant_threshold_percent=25", NULL});
    grants_gather(&grants, 1000, 0, 15);
    grants_gather(&grants, 1000, 8, 159);
    cr_expect(not(grants_ready(&grants, 1000)));
    grants_gather(&grants, 2000, 0, 1);
    cr_expect(grants_ready(&grants, 2000));
}

Test(grants, wait_gathering_while_too_many_are_under_way) {
    struct grants grants =
        opened((const char *const[]){"grant_interval_ns=1", "grant_delay_ns=1000000", NULL});
    for (unsigned i = 0; i < GRANTS_UNDER_WAY; i++) {
        grants_gather(&grants, i * 1000, 0, 1);
        grants_send(&grants, (i + 1) * 1000);
    }
    const uint64_t later = (GRANTS_UNDER_WAY + 9) * 1000;
    grants_gather(&grants, later - 1000, 0, 2);
    cr_expect(not(grants_ready(&grants, later)));
    grants_gather(&grants, later, 1, 3);
    grants_take(&grants);
    cr_assert(grants_ready(&grants, later));
    const struct grant *grant = grants_send(&grants, later);
    cr_expect(eq(u64, grant->credit[0], 2));
    cr_expect(eq(u64, grant->credit[1], 3));
}

// --- in the simulator --------------------------------------------------------------------------

enum { RETURNS_MAX = 8192 };

// Books of every return seen, and of the message that must tell of it.
struct books {
    uint64_t interval_ps, delay_ps;
    uint64_t debt[LANES]; // at the last step
    struct {
        uint64_t back_ps, told_ps, amount;
        unsigned lane;
    } returned[RETURNS_MAX];
    unsigned returns, messages;
    uint64_t told_last_ps; // of the last message,
    uint64_t leaves_ps;    // and when it leaves
    uint64_t bytes;
    unsigned lanes;  // that it tells of
    bool ahead;      // told debt was above the debt at some time
    const char *bad; // what was found first
};

static void note_return(struct books *books, uint64_t now_ps, unsigned lane, uint64_t amount) {
    if (books->messages == 0 || now_ps > books->leaves_ps) {
        books->messages++;
        books->leaves_ps = now_ps + books->interval_ps;
        books->bytes += 8;
        books->lanes = 0;
    }
    if (!(books->lanes >> lane & 1))
        books->bytes += 4;
    books->lanes |= 1u << lane;
    cr_assert(books->returns < RETURNS_MAX);
    books->returned[books->returns].back_ps = now_ps;
    books->returned[books->returns].told_ps = books->leaves_ps + books->delay_ps;
    books->returned[books->returns].amount = amount;
    books->returned[books->returns++].lane = lane;
}

// What is surely untold at this time, and what may be: messages of this instant count both ways.
static void check_told(struct books *books, uint64_t now_ps, const struct policy_state *state) {
    uint64_t surely[LANES] = {0}, maybe[LANES] = {0};
    for (unsigned i = books->returns; i-- > 0;) {
        if (books->returned[i].told_ps < now_ps)
            break;
        maybe[books->returned[i].lane] += books->returned[i].amount;
        if (books->returned[i].told_ps > now_ps)
            surely[books->returned[i].lane] += books->returned[i].amount;
    }
    for (unsigned lane = 0; lane < LANES; lane++) {
        if (state->told[lane] < state->debt[lane])
            books->bad = "told debt below the debt";
        if (state->told[lane] > state->window[lane])
            books->bad = "told debt above the window";
        if (state->told[lane] < state->debt[lane] + surely[lane])
            books->bad = "told too early";
        if (state->told[lane] > state->debt[lane] + maybe[lane])
            books->bad = "told too late, or never";
        books->ahead = books->ahead || state->told[lane] > state->debt[lane];
    }
}

static void see(void *context, enum simulate_step step, uint64_t now_ps, const struct op *op,
                unsigned partition, const struct policy_state *state) {
    struct books *books = context;
    (void)op;
    (void)partition;
    for (unsigned lane = 0; lane < LANES; lane++) {
        if (step != STEP_DISPATCH && state->debt[lane] < books->debt[lane])
            note_return(books, now_ps, lane, books->debt[lane] - state->debt[lane]);
        books->debt[lane] = state->debt[lane];
    }
    if (!books->bad)
        check_told(books, now_ps, state);
}

static struct simulate_result watched(const char *workload, const char *interval, const char *delay,
                                      struct books *books) {
    struct scenario scenario;
    scenario_init(&scenario, workload);
    scenario.seed = 1;
    scenario_set(&scenario, "grant_interval_ns=%s", interval);
    scenario_set(&scenario, "grant_delay_ns=%s", delay);
    *books = (struct books){.interval_ps = scenario.config.grant_interval_ns * 1000,
                            .delay_ps = scenario.config.grant_delay_ns * 1000};
    const struct simulate_watcher watcher = {.saw = see, .context = books};
    return scenario_run(&scenario, &policy_semacredit, &watcher);
}

// Odd intervals, with which no return falls on the instant at which a message leaves: whether it
// tells of that is for the order of events. The end, at which nothing is untold, is the simulator's
// own assertion.
Test(grants, tell_of_all_credit_at_its_time) {
    static const char *const intervals[] = {"1", "41", "211", "1009"};
    static const char *const delays[] = {"0", "523"};
    struct books *books = malloc(sizeof *books);
    for (unsigned w = 0; w < 6; w++)
        for (unsigned i = 0; i < 4; i++)
            for (unsigned d = 0; d < 2; d++) {
                const struct simulate_result result =
                    watched(workload_names[w], intervals[i], delays[d], books);
                cr_expect(books->bad == NULL, "%s, interval %s, delay %s: %s", workload_names[w],
                          intervals[i], delays[d], books->bad);
                cr_expect(books->ahead);
                cr_expect(eq(u64, result.grant_messages, books->messages));
                cr_expect(eq(u64, result.grant_bytes, books->bytes));
            }
    free(books);
}

Test(grants, of_interval_zero_tell_each_return_at_once) {
    struct books *books = malloc(sizeof *books);
    for (unsigned w = 0; w < 6; w++) {
        const struct simulate_result result = watched(workload_names[w], "0", "0", books);
        cr_expect(books->bad == NULL, "%s: %s", workload_names[w], books->bad);
        cr_expect(not(books->ahead));
        cr_expect(eq(u64, result.grant_messages, books->returns));
        cr_expect(eq(u64, result.grant_bytes, 12 * (uint64_t)books->returns));
    }
    free(books);
}

Test(grants, are_not_needed_where_the_completion_tells) {
    struct scenario scenario;
    scenario_init_set(&scenario, "response", (const char *const[]){"grant_interval_ns=500", NULL});
    struct scenario plain;
    scenario_init(&plain, "response");
    static const struct policy *const told[] = {&policy_end_return, &policy_scalar,
                                                &policy_aggregate};
    for (unsigned i = 0; i < 3; i++) {
        const struct simulate_result late = scenario_run(&scenario, told[i], NULL);
        const struct simulate_result direct = scenario_run(&plain, told[i], NULL);
        cr_expect(eq(u64, late.grant_messages, 0));
        cr_expect(eq(u64, late.events, direct.events), "%s", told[i]->name);
        cr_expect(eq(dbl, late.makespan_ns, direct.makespan_ns), "%s", told[i]->name);
        cr_expect(eq(dbl, late.small.mean_ns, direct.small.mean_ns), "%s", told[i]->name);
    }
}
