// Where policies must coincide, step by step, and who must be first where they part: a check that
// no policy has a scheduler of its own (paper, section 4.2).
#include <stdlib.h>

#include "tb/tests/base/fixture.h"
#include "tb/tests/simulator/scenario.h"

#if defined(__SANITIZE_ADDRESS__)
enum { SCENARIOS = 15 };
#else
enum { SCENARIOS = 100 };
#endif

enum { STEPS_MAX = 1 << 18 };

// --- runs as sequences of steps ----------------------------------------------------------------

struct track {
    size_t count;
    size_t learned; // steps before a multiplier was seen to have moved
    bool queued;    // an operation waited at its source
    bool rejected;
    struct track_step {
        uint64_t time_ps;
        struct op op;
        enum simulate_step step;
    } * step;
};

WATCH(saw) {
    struct track *track = context;
    const unsigned unity = MULTIPLIER_ONE, mask = (1 << MULTIPLIER_BITS) - 1;
    cr_assert(track->count < STEPS_MAX);
    if (track->learned == track->count &&
        (state->estimates.multiplier[ATOMIC_LANE] & mask) == unity &&
        (state->estimates.multiplier[RESPONSE_LANE] & mask) == unity)
        track->learned++;
    track->queued = track->queued || (step == STEP_DISPATCH && now_ps > op->submit_ps);
    track->step[track->count++] = (struct track_step){.time_ps = now_ps, .op = *op, .step = step};
}

// A run that the simulator does not finish leaves its steps all the same (an operation that has
// become dearer than its window).
static struct track track_run(const struct scenario *scenario, const struct policy *policy) {
    struct track track = {.step = malloc(STEPS_MAX * sizeof *track.step)};
    const struct simulate_watcher watcher = {.saw = saw, .context = &track};
    struct simulate_result result;
    struct text_error error;
    cr_assert(track.step != NULL);
    const struct simulate_run run = {&scenario->config, policy, scenario->seed,
                                     .watcher = &watcher};
    simulate_run(&run, &result, &error);
    track.rejected = result.rejected > 0;
    return track;
}

static bool step_equal(const struct track_step *a, const struct track_step *b) {
    return a->time_ps == b->time_ps && a->op.index == b->op.index && a->step == b->step;
}

// The first step in which two runs differ; the length of the shorter one where none does.
static size_t track_fork(const struct track *a, const struct track *b) {
    size_t i = 0;
    while (i < a->count && i < b->count && step_equal(&a->step[i], &b->step[i]))
        i++;
    return i;
}

static bool track_equal(const struct track *a, const struct track *b) {
    return track_fork(a, b) == a->count && a->count == b->count;
}

// Are the two runs the same step by step? `queued` says whether anybody waited in the second one;
// it may be NULL.
static bool runs_equal(const struct scenario *scenario, const struct policy *a,
                       const struct policy *b, bool *queued) {
    const struct track one = track_run(scenario, a), other = track_run(scenario, b);
    const bool equal = track_equal(&one, &other);
    if (queued)
        *queued = other.queued;
    free(one.step);
    free(other.step);
    return equal;
}

// --- where policies coincide -------------------------------------------------------------------

#define WRITES                                                                                     \
    "traffic=burst", "bulk_even=write", "bulk_odd=notify", "urgent_even=write",                    \
        "urgent_odd=write", "mapping_error_percent=0", "hot_partitions=1", "large_bytes=4112",     \
        "load_percent=0", "quantum_hbm=0"

// Policies `some` each of which is `one` under these settings.
static const struct {
    const char *when;
    const char *const *sets;
    const struct policy *one, *some[11];
} equivalences[] = {
    {"predictions are right",
     SETS("mapping_error_percent=0"),
     &policy_semacredit,
     {&policy_oracle}},
    {"estimates are exact to the quantum",
     SETS("estimate_percent=100", "variability_percent=0", "response_gbps=512", "traffic=burst",
          "large_bytes=4112", "small_bytes=272", "command_bytes=80"),
     &policy_semacredit,
     {&policy_adaptive, &policy_adaptive_window}},
    {"nothing responds, and HBM bytes alone count",
     SETS(WRITES, "hot_percent=98", "spacing_ps=100", "urgent_hot_percent=70"),
     &policy_semacredit,
     {&policy_primary, &policy_end_return, &policy_adaptive, &policy_adaptive_window,
      &policy_resource_byte}},
    {"only one stage counts: a window of one round trip, whole quanta, one partition",
     SETS(WRITES, "hot_percent=100", "spacing_ps=400", "urgent_hot_percent=100",
          "bank_redraw_percent=0", "hbm_gbps=512", "command_bytes=80", "feedback_rtt_ns=1000",
          "window_request_ns=1000", "scalar_window_percent=100"),
     &policy_semacredit,
     {&policy_scalar}},
    {"no window can fill with responses, which take no time",
     SETS("response_ns=0", "response_gbps=1000000", "large_bytes=4112", "traffic=burst",
          "estimate_percent=100", "quantum_time=0"),
     &policy_semacredit,
     {&policy_primary}},
    {"256 commands of 80 bytes are less than any window",
     SETS("traffic=burst", "bulk_even=atomic", "bulk_odd=atomic", "urgent_even=atomic",
          "urgent_odd=atomic", "command_bytes=80", "hbm_gbps=1000", "response_gbps=1000",
          "window_request_ns=1000"),
     &policy_aggregate,
     {&policy_resource_byte}},
    {"nothing is large",
     SETS("traffic=burst", "bulk_even=atomic", "bulk_odd=small_read", "urgent_even=notify",
          "urgent_odd=notify", "large_bytes=4112", "small_bytes=272", "spacing_ps=100",
          "load_percent=0"),
     &policy_aggregate,
     {&policy_aggregate_class}},
    {"nothing is reserved", SETS("class_reserve=0"), &policy_aggregate, {&policy_aggregate_class}},
    {"there is room for all",
     SETS("window_request_ns=1000000", "scalar_window_percent=100000", "feedback_rtt_ns=1000000",
          "reactive_threshold_percent=100000", "weight_length_window=0"),
     &policy_aggregate,
     {&policy_resource_byte, &policy_primary, &policy_scalar, &policy_reactive, &policy_semacredit,
      &policy_arrival_return, &policy_end_return, &policy_adaptive, &policy_oracle,
      &policy_adaptive_window}},
};

static void expect_equal(const struct policy *a, const struct policy *b, const char *when,
                         const char *const *sets) {
    unsigned queueing = 0, differing = 0;
    for (uint64_t number = 0; number < SCENARIOS; number++) {
        struct scenario scenario;
        char command[SCENARIO_COMMAND_SIZE];
        bool queued;
        scenario_draw(&scenario, number);
        differing += !runs_equal(&scenario, a, b, NULL);
        scenario_set_all(&scenario, sets);
        scenario_command(&scenario, a, command, sizeof command);
        cr_assert(runs_equal(&scenario, a, b, &queued), "%s and %s differ though %s\n%s", a->name,
                  b->name, when, command);
        queueing += queued;
    }
    // They are not one anyway, nor only where nobody ever waits.
    cr_expect(gt(uint, differing, SCENARIOS / 20), "%s, %s", a->name, b->name);
    cr_expect(gt(uint, queueing, SCENARIOS / 4), "%s, %s", a->name, b->name);
}

EACH(equivalence, policies_coincide_where_they_should, equivalences) {
    for (const struct policy *const *policy = row->some; *policy; policy++)
        expect_equal(*policy, row->one, row->when, row->sets);
}

Test(equivalence, oracle_and_resource_byte_do_not_heed_predictions) {
    static const struct policy *const heedless[] = {&policy_oracle, &policy_resource_byte};
    for (uint64_t number = 0; number < SCENARIOS; number++)
        for (unsigned i = 0; i < 2; i++) {
            struct scenario scenario;
            scenario_draw(&scenario, number);
            scenario_set(&scenario, "mapping_error_percent=0");
            const struct track right = track_run(&scenario, heedless[i]);
            scenario_set(&scenario, "mapping_error_percent=100");
            const struct track wrong = track_run(&scenario, heedless[i]);
            cr_expect(track_equal(&right, &wrong), "%s", heedless[i]->name);
            free(right.step);
            free(wrong.step);
        }
}

// --- who is first where they part --------------------------------------------------------------

// The arbiter's order: latency-sensitive first, then fewer bytes on the wire, then as submitted.
static bool goes_before(const struct op *a, const struct op *b) {
    if (a->urgent != b->urgent)
        return a->urgent;
    return a->wire_bytes != b->wire_bytes ? a->wire_bytes < b->wire_bytes : a->index < b->index;
}

// One run never charges more than the other at the same state; so where they first part, it is this
// one that dispatches: something else earlier in the arbiter's order, or when the other waits.
static void expect_first(const struct track *freer, const struct track *other, const char *what) {
    const size_t fork = track_fork(freer, other);
    if (fork == freer->count && fork == other->count)
        return;
    cr_assert(fork < freer->count, "%s: the freer run ends early", what);
    const struct track_step *const step = &freer->step[fork];
    cr_expect(step->step == STEP_DISPATCH, "%s: at step %lu the freer run does not dispatch", what,
              (unsigned long)fork);
    if (fork == other->count || other->step[fork].step != STEP_DISPATCH)
        return;
    const struct op *const first = &step->op, *const second = &other->step[fork].op;
    cr_expect(goes_before(first, second), "%s: %u before %u", what, first->index, second->index);
}

// The first of each pair admits whatever the second does.
static const struct policy *const freer[][2] = {
    {&policy_aggregate, &policy_aggregate_class}, {&policy_aggregate, &policy_resource_byte},
    {&policy_aggregate, &policy_primary},         {&policy_aggregate, &policy_scalar},
    {&policy_aggregate, &policy_semacredit},      {&policy_aggregate, &policy_arrival_return},
    {&policy_aggregate, &policy_end_return},      {&policy_aggregate, &policy_adaptive},
    {&policy_aggregate, &policy_adaptive_window}, {&policy_primary, &policy_semacredit},
    {&policy_semacredit, &policy_end_return},     {&policy_arrival_return, &policy_semacredit},
    {&policy_arrival_return, &policy_end_return}, {&policy_primary, &policy_end_return},
};

static const char *const larger[][2] = {
    {"window_request_ns=4000", "window_request_ns=2000"},
    {"command_limit=100", "command_limit=50"},
    {"atomic_window_multiple=4", "atomic_window_multiple=2"},
    {"estimate_percent=50", "estimate_percent=100"},
};

// Of every scenario the first policy, or the first setting unless that is NULL, dispatches first;
// and they part somewhere.
static void expect_freer(const struct policy *const policy[2], const char *const set[2]) {
    unsigned forks = 0;
    for (uint64_t number = 0; number < SCENARIOS; number++) {
        struct scenario scenario;
        struct track run[2];
        char what[100];
        scenario_draw(&scenario, number);
        for (unsigned i = 0; i < 2; i++) {
            if (set)
                scenario_set(&scenario, "%s", set[i]);
            run[i] = track_run(&scenario, policy[i]);
        }
        snprintf(what, sizeof what, "%s and %s, scenario %lu", policy[0]->name,
                 set ? set[0] : policy[1]->name, (unsigned long)number);
        if (!run[1].rejected) { // a rejection frees its place in a closed loop
            expect_first(&run[0], &run[1], what);
            forks += !track_equal(&run[0], &run[1]);
        }
        free(run[0].step);
        free(run[1].step);
    }
    cr_expect(gt(uint, forks, SCENARIOS / 20));
}

EACH(equivalence, the_freer_policy_dispatches_first, freer) {
    expect_freer(*row, NULL);
}

EACH(equivalence, a_larger_window_dispatches_first, larger) {
    expect_freer((const struct policy *const[]){&policy_semacredit, &policy_semacredit}, *row);
}

// Until a multiplier moves, adaptive is semacredit, whatever it scales.
static const struct policy *const adaptive_policies[] = {&policy_adaptive, &policy_adaptive_window};

EACH(equivalence, adaptive_is_semacredit_until_it_learns, adaptive_policies) {
    unsigned learned = 0;
    for (uint64_t number = 0; number < SCENARIOS; number++) {
        struct scenario scenario;
        scenario_draw(&scenario, number);
        const struct track adaptive = track_run(&scenario, *row);
        const struct track sema = track_run(&scenario, &policy_semacredit);
        const size_t fork = track_fork(&adaptive, &sema);
        cr_expect(fork >= adaptive.learned || fork == adaptive.count, "fork at %lu, learned at %lu",
                  (unsigned long)fork, (unsigned long)adaptive.learned);
        learned += adaptive.learned < adaptive.count;
        free(adaptive.step);
        free(sema.step);
    }
    cr_expect(learned > SCENARIOS / 4);
}
