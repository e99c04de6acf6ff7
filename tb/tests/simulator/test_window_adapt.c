// Windows that follow what is measured: the rule by hand, and what it is for, in whole runs.
// `make reference` compares runs with a second simulator.
#include "csim/simulator/window_adapt.h"
#include "tb/sweep/window_watch.h"
#include "tb/tests/base/fixture.h"
#include "tb/tests/simulator/scenario.h"

enum { WINDOW = 64000, PART = 6400, SERVICE_PS = 100000 };

// For 1 us a lane owes its window, and of so many operations that are there at a time one is served
// each 100 ns, so many in all; the least delay of an operation; and the window after it.
static const struct {
    const char *what;
    unsigned present, served;
    uint64_t least_ns, window;
} epochs[] = {
    // 64,000 B in 1 us, and 25,600 of them on their way and 6,400 in service: 500 ns.
    {"always busy, with a queue of five", 6, 10, 500, 60000},
    {"always busy, no queue", 1, 10, 1000, 72000},
    // In 500 ns of service 32,000 B, each of them 2 us (or no more than 1.5 us) in debt.
    {"idle for half of the time", 1, 5, 2000, 96000},
    {"the same, and most of the delay is on the way", 1, 5, 1000, 84000},
    {"nothing was served", 0, 0, 1000, WINDOW},
};

EACH(window_adapt, goes_a_quarter_of_the_way, epochs) {
    const struct config config = config_of(NULL, SETS("window_adapt_ns=1000", "empty_admits=1"));
    struct policy_state state;
    struct text_error error;
    struct window_adapt adapt;
    const struct demand demand = {.amount = {PART}, .mask = 1};
    cr_assert(policy_open(&policy_semacredit, &state, &config, &error));
    window_adapt_open(&adapt, &policy_semacredit, &state);
    state.known_debt[0] = WINDOW;
    for (unsigned i = 1; i < row->present; i++)
        window_adapt_enter(&adapt, &state, &demand, CLASS_HBM, 0);
    for (unsigned i = 0; i < row->served; i++) {
        const uint64_t now_ps = (uint64_t)(i + 1) * SERVICE_PS;
        window_adapt_enter(&adapt, &state, &demand, CLASS_HBM, now_ps - SERVICE_PS);
        window_adapt_leave(&adapt, &state, &demand, CLASS_HBM,
                           (struct adapt_service){.stage = 0, .ps = SERVICE_PS}, now_ps);
        cr_expect(eq(int,
                     window_adapt_return(&adapt, &state, 0, PART, row->least_ns * 1000, now_ps),
                     now_ps == 1000000));
    }
    if (row->served < 10)
        window_adapt_return(&adapt, &state, 0, 0, row->least_ns * 1000, 1000000);
    cr_expect(eq(u64, state.window[0], row->window), "%s", row->what);
}

static const struct {
    const struct policy *policy;
    const char *set, *part;
} refused[] = {{&policy_semacredit, "empty_admits=0", "empty_admits"},
               {&policy_adaptive_window, "empty_admits=1", "adaptive_window"},
               {&policy_arrival_return, "empty_admits=1", "arrival_return"},
               {&policy_semacredit, "hbm_classes=2", "hbm_classes"}};

EACH(window_adapt, says_with_what_it_does_not_go, refused) {
    const struct config config = config_of(NULL, SETS("window_adapt_ns=1000", row->set));
    struct simulate_result result;
    struct text_error error;
    cr_expect(not(simulate(&config, row->policy, 0, NULL, &result, &error)));
    expect_part(error.text, row->part);
}

static struct simulate_result adapted(const struct policy *policy, const char *set,
                                      struct window_watch *watch) {
    const struct config config =
        config_of("atomic", SETS("outstanding=256", "operations=6000", "warmup_operations=4000",
                                 "empty_admits=1", "window_adapt_ns=8000", set));
    window_watch_open(watch, policy->one_window ? 0 : ATOMIC_LANE, 0);
    const struct simulate_watcher watcher = window_watch_of(watch);
    return config_run(&config, policy, 1, &watcher);
}

// Estimates only scale what is charged: the same operations are admitted.
Test(window_adapt, finds_the_same_window_by_wrong_estimates) {
    static struct window_watch watch;
    const struct simulate_result right =
        adapted(&policy_semacredit, "estimate_percent=100", &watch);
    const double percent = window_watch_result(&watch).percent;
    const struct simulate_result wrong = adapted(&policy_semacredit, "estimate_percent=25", &watch);
    cr_expect(ieee_ulp_eq(dbl, right.small.p99_ns, wrong.small.p99_ns, 4));
    cr_expect(window_watch_result(&watch).percent * 4 < 1.01 * percent);
    cr_expect(window_watch_result(&watch).percent * 4 > 0.99 * percent);
    cr_expect(window_watch_result(&watch).settled_ns > 0);
    // So do bytes, of which Atomics have few, from a window that lets all commands in.
    const struct simulate_result bytes = adapted(&policy_resource_byte, "spacing_ps=400", &watch);
    cr_expect(ieee_ulp_eq(dbl, right.small.p99_ns, bytes.small.p99_ns, 4));
}

// Windows of 100 up to 1 us, 50 up to 2 us, 40 up to 6 us.
Test(window_adapt, is_watched_from_the_last_change_of_traffic) {
    static struct window_watch watch;
    static const uint64_t windows[] = {100, 50, 40, 40, 40, 40, 40};
    struct policy_state state = {.config = NULL};
    window_watch_open(&watch, 1, 0);
    const struct simulate_watcher watcher = window_watch_of(&watch);
    struct op op = {.index = 10};
    for (unsigned i = 0; i < COUNT(windows); i++) {
        state.window[1] = windows[i];
        watcher.saw(watcher.context, STEP_SUBMIT, i * 1000000, &op, 0, &state);
    }
    struct window_result result = window_watch_result(&watch);
    cr_expect(ieee_ulp_eq(dbl, result.percent, 40, 4));
    cr_expect(ieee_ulp_eq(dbl, result.settled_ns, 1000, 4), "50 is within a quarter of 40");
    window_watch_open(&watch, 1, 10);
    state.window[1] = 100;
    op.index = 11;
    watcher.saw(watcher.context, STEP_SUBMIT, 0, &op, 0, &state);
    for (unsigned i = 0; i < 3; i++) {
        state.window[1] = 20 + 10 * (i == 2);
        op.index = 20 + i;
        watcher.saw(watcher.context, STEP_SUBMIT, (1 + i) * 1000000, &op, 0, &state);
    }
    result = window_watch_result(&watch);
    cr_expect(ieee_ulp_eq(dbl, result.percent, 20, 4), "from 1 us on, of 100");
    cr_expect(ieee_ulp_eq(dbl, result.settled_ns, 2000, 4), "it ends elsewhere");
    cr_expect(ieee_ulp_eq(dbl, result.spread_percent, 0, 4));
}
