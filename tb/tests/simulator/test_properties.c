// The properties of the event simulator over all policies, random configurations and seeds; and
// that each of them is seen to break: by a watcher that shows the scoreboard something else than
// what happened.
#include <criterion/criterion.h>
#include <criterion/new/assert.h>

#include "csim/interface/op.h"
#include "tb/tests/config/workload_names.h"
#include "tb/tests/simulator/properties.h"

#if defined(__SANITIZE_ADDRESS__)
enum { SCENARIOS = 40 };
#else
enum { SCENARIOS = 400 };
#endif

enum { PAPER_WORKLOADS = 6, PAPER_SEEDS = 5 };

Test(properties, hold_for_every_policy_and_random_configurations) {
    for (uint64_t number = 0; number < SCENARIOS; number++) {
        struct scenario scenario;
        scenario_draw(&scenario, number);
        for (const struct policy *const *policy = policies; *policy; policy++)
            properties_check(&scenario, *policy);
    }
}

// Every run behind the paper's figures.
Test(properties, hold_for_every_policy_and_seed_of_the_papers_workloads) {
    for (unsigned w = 0; w < PAPER_WORKLOADS; w++)
        for (const struct policy *const *policy = policies; *policy; policy++)
            for (uint64_t seed = 0; seed <= PAPER_SEEDS; seed++) {
                struct scenario scenario;
                scenario_init(&scenario, workload_names[w]);
                scenario.seed = seed;
                properties_check(&scenario, *policy);
            }
}

Test(properties, random_configurations_have_what_properties_are_about) {
    struct properties_count sum = {.steps = 0};
    for (uint64_t number = 0; number < SCENARIOS; number++) {
        struct scenario scenario;
        scenario_draw(&scenario, number);
        const struct properties_count reactive = properties_check(&scenario, &policy_reactive);
        const struct properties_count sema = properties_check(&scenario, &policy_semacredit);
        sum.refused += reactive.refused > 0;
        sum.waited += sema.waited > 0;
        sum.rejected += sema.rejected > 0;
        sum.mispredicted += sema.mispredicted > 0;
        cr_expect(eq(u64, sema.refused, 0));
    }
    cr_expect(sum.refused > SCENARIOS / 10, "%lu", (unsigned long)sum.refused);
    cr_expect(sum.waited > SCENARIOS / 3, "%lu", (unsigned long)sum.waited);
    cr_expect(sum.rejected > SCENARIOS / 40, "%lu", (unsigned long)sum.rejected);
    cr_expect(sum.mispredicted > SCENARIOS / 3, "%lu", (unsigned long)sum.mispredicted);
}

// --- each property breaks ----------------------------------------------------------------------

// One step as the scoreboard is shown it.
struct shown {
    enum simulate_step step;
    uint64_t now_ps;
    struct op op;
    unsigned partition;
    struct policy_state state;
    const struct op *submitted, *atomic; // the last operation submitted, the last Atomic arrived
};

enum fate { CHANGED, HIDDEN, SHOWN_TWICE, HELD }; // the second time changed; until time goes on

// What is done to step `at`, the nth one of its kind (counted from 0), or to the result.
struct spoil {
    const char *what;
    enum property breaks;
    const struct policy *policy;
    const char *set; // one more key
    enum simulate_step at;
    unsigned nth;
    enum fate fate;
    void (*change)(struct shown *shown);
    void (*result)(struct simulate_result *result);
};

static void other_length(struct shown *shown) {
    shown->op.length++;
}

static void become(struct shown *shown, const struct op *op) {
    shown->op = *op;
    shown->partition = address_partition(op->address);
}

static void last_submitted(struct shown *shown) {
    become(shown, shown->submitted);
}

static void last_atomic(struct shown *shown) {
    become(shown, shown->atomic);
}

static void soon(struct shown *shown) {
    shown->now_ps -= 100000;
}

static void earlier(struct shown *shown) {
    shown->now_ps--;
}

static void later(struct shown *shown) {
    shown->now_ps++;
}

static void in_the_past(struct shown *shown) {
    shown->now_ps = 0;
}

static void next_partition(struct shown *shown) {
    shown->partition = (shown->partition + 1) % HBM_LANES;
}

static void above_window(struct shown *shown) {
    shown->state.debt[ATOMIC_LANE] = shown->state.window[ATOMIC_LANE] + 1;
}

static void below_zero(struct shown *shown) {
    shown->state.debt[RESPONSE_LANE] = UINT64_MAX;
}

static void not_returned(struct shown *shown) {
    shown->state.debt[ATOMIC_LANE]++;
}

static void returned_elsewhere(struct shown *shown) {
    shown->state.debt[0]++;
    shown->state.debt[1]--;
}

static void one_more_command(struct shown *shown) {
    shown->state.in_flight++;
}

static void too_many_commands(struct shown *shown) {
    shown->state.in_flight = shown->state.command_limit + 1;
}

static void as_dispatch(struct shown *shown) {
    shown->step = STEP_DISPATCH;
}

static void as_refusal(struct shown *shown) {
    shown->step = STEP_REFUSE;
}

static void all_enabled(struct shown *shown) {
    shown->state.disabled = 0;
}

static void one_disabled(struct shown *shown) {
    shown->state.disabled |= 1u << 7;
}

static void other_multiplier(struct shown *shown) {
    shown->state.registers.multiplier[RESPONSE_LANE]++;
}

static void more_rejected(struct simulate_result *result) {
    result->rejected++;
}

static void more_retries(struct simulate_result *result) {
    result->retries++;
}

static void longer_latency(struct simulate_result *result) {
    result->small.mean_ns += 0.01;
}

static void longer_queue(struct simulate_result *result) {
    result->bulk.part_ns[PART_ATOMIC_QUEUE] += 0.01;
}

static void longer_service(struct simulate_result *result) {
    result->bulk.part_ns[PART_RESPONSE] += 0.01;
}

static void longer_span(struct simulate_result *result) {
    result->makespan_ns += 1;
}

// The configuration of all of them. Half of the operations are Atomics, so that their engine is
// what limits.
static const char *const spoiled[] = {"operations=300",
                                      "spacing_ps=200",
                                      "bulk_odd=read",
                                      "urgent_even=small_read",
                                      "urgent_odd=small_read",
                                      "mapping_error_percent=20",
                                      NULL};

static const struct spoil spoils[] = {
    {"an operation has another length", PROPERTY_TRAFFIC, &policy_semacredit, NULL, STEP_SUBMIT, 50,
     CHANGED, other_length, NULL},
    {"a submission is missing", PROPERTY_TRAFFIC, &policy_semacredit, NULL, STEP_SUBMIT, 50, HIDDEN,
     NULL, NULL},
    {"a closed loop submits late", PROPERTY_LOOP, &policy_aggregate, "outstanding=200", STEP_SUBMIT,
     250, HELD, NULL, NULL},
    {"an operation completes twice", PROPERTY_ORDER, &policy_semacredit, NULL, STEP_COMPLETE, 9,
     SHOWN_TWICE, NULL, NULL},
    {"a response comes first", PROPERTY_ORDER, &policy_semacredit, NULL, STEP_RESP_DONE, 9, CHANGED,
     last_submitted, NULL},
    {"a step is at time zero", PROPERTY_TIME, &policy_semacredit, NULL, STEP_RESP_DONE, 9, CHANGED,
     in_the_past, NULL},
    {"an arrival is too soon after its dispatch", PROPERTY_PAST, &policy_semacredit, NULL,
     STEP_ARRIVE, 0, CHANGED, soon, NULL},
    {"an arrival is late", PROPERTY_PATHS, &policy_semacredit, NULL, STEP_ARRIVE, 30, CHANGED,
     later, NULL},
    {"a completion is late", PROPERTY_PATHS, &policy_semacredit, NULL, STEP_COMPLETE, 30, CHANGED,
     later, NULL},
    {"a partition serves for another", PROPERTY_PARTITION, &policy_semacredit, NULL, STEP_HBM_DONE,
     30, CHANGED, next_partition, NULL},
    {"the last Atomic goes first", PROPERTY_FIFO, &policy_semacredit, NULL, STEP_ATOMIC_DONE, 20,
     CHANGED, last_atomic, NULL},
    {"an Atomic is short", PROPERTY_SERIAL, &policy_semacredit, NULL, STEP_ATOMIC_DONE, 20, CHANGED,
     earlier, NULL},
    {"a response is long", PROPERTY_IDLE, &policy_semacredit, NULL, STEP_RESP_DONE, 20, CHANGED,
     later, NULL},
    {"a window is overstepped", PROPERTY_WINDOW, &policy_semacredit, NULL, STEP_DISPATCH, 40,
     CHANGED, above_window, NULL},
    {"a debt is negative", PROPERTY_WINDOW, &policy_semacredit, NULL, STEP_RESP_DONE, 40, CHANGED,
     below_zero, NULL},
    {"the command limit is overstepped", PROPERTY_WINDOW, &policy_aggregate, NULL, STEP_DISPATCH,
     40, CHANGED, too_many_commands, NULL},
    {"an Atomic's credit stays out", PROPERTY_DEBT, &policy_semacredit, NULL, STEP_ATOMIC_DONE, 40,
     CHANGED, not_returned, NULL},
    {"credit is taken on another lane", PROPERTY_DEBT, &policy_primary, NULL, STEP_DISPATCH, 60,
     CHANGED, returned_elsewhere, NULL},
    {"a policy without windows charges", PROPERTY_DEBT, &policy_aggregate, NULL, STEP_DISPATCH, 40,
     CHANGED, not_returned, NULL},
    {"a command is counted twice", PROPERTY_IN_FLIGHT, &policy_semacredit, NULL, STEP_ARRIVE, 40,
     CHANGED, one_more_command, NULL},
    {"an operation is dispatched as it comes", PROPERTY_ADMISSION, &policy_semacredit, NULL,
     STEP_SUBMIT, 250, SHOWN_TWICE, as_dispatch, NULL},
    {"the last operation is dispatched first", PROPERTY_ARBITER, &policy_aggregate,
     "command_limit=20", STEP_DISPATCH, 100, CHANGED, last_submitted, NULL},
    {"a dispatch is late", PROPERTY_CONSERVES, &policy_aggregate, "command_limit=20", STEP_DISPATCH,
     100, HELD, NULL, NULL},
    {"a rejection too many", PROPERTY_REJECT, &policy_semacredit, NULL, STEPS, 0, CHANGED, NULL,
     more_rejected},
    {"a full resource lets an operation in", PROPERTY_REFUSAL, &policy_reactive, NULL, STEP_REFUSE,
     3, HIDDEN, NULL, NULL},
    {"a target refuses that cannot", PROPERTY_REFUSAL, &policy_semacredit, NULL, STEP_ARRIVE, 9,
     SHOWN_TWICE, as_refusal, NULL},
    {"a retry is late", PROPERTY_RETRY, &policy_reactive, NULL, STEP_RETRY, 3, CHANGED, later,
     NULL},
    {"a retry too many", PROPERTY_RETRY, &policy_reactive, NULL, STEPS, 0, CHANGED, NULL,
     more_retries},
    {"a refusal disables nothing", PROPERTY_RECOVERY, &policy_reactive, NULL, STEP_REFUSE, 0,
     CHANGED, all_enabled, NULL},
    {"a resource is disabled without a cause", PROPERTY_RECOVERY, &policy_reactive, NULL,
     STEP_ARRIVE, 0, CHANGED, one_disabled, NULL},
    {"a multiplier moves by itself", PROPERTY_MULTIPLIER, &policy_adaptive, NULL, STEP_RESP_DONE,
     20, CHANGED, other_multiplier, NULL},
    {"semacredit learns", PROPERTY_MULTIPLIER, &policy_semacredit, NULL, STEP_RESP_DONE, 20,
     CHANGED, other_multiplier, NULL},
    {"the last operation does not complete", PROPERTY_COMPLETE, &policy_semacredit, NULL,
     STEP_COMPLETE, 299, HIDDEN, NULL, NULL},
    {"a write does not complete", PROPERTY_COMPLETE, &policy_semacredit, "bulk_odd=write",
     STEP_COMPLETE, 0, HIDDEN, NULL, NULL},
    {"a mean latency is off", PROPERTY_LITTLE, &policy_semacredit, NULL, STEPS, 0, CHANGED, NULL,
     longer_latency},
    {"a mean wait is off", PROPERTY_LITTLE, &policy_semacredit, NULL, STEPS, 0, CHANGED, NULL,
     longer_queue},
    {"a mean service is off", PROPERTY_UTILISATION, &policy_semacredit, NULL, STEPS, 0, CHANGED,
     NULL, longer_service},
    {"the makespan is off", PROPERTY_RESULT, &policy_semacredit, NULL, STEPS, 0, CHANGED, NULL,
     longer_span},
};
enum { SPOILS = sizeof spoils / sizeof spoils[0] };

// Stands between the simulator and the scoreboard.
struct spoiler {
    const struct spoil *spoil;
    struct simulate_watcher scoreboard;
    unsigned seen; // steps of the kind
    bool holds;
    struct shown held;
    struct op submitted, atomic;
};

static void show(const struct spoiler *spoiler, const struct shown *shown) {
    spoiler->scoreboard.saw(spoiler->scoreboard.context, shown->step, shown->now_ps, &shown->op,
                            shown->partition, &shown->state);
}

static void spoil_step(struct spoiler *spoiler, struct shown *shown) {
    const struct spoil *spoil = spoiler->spoil;
    if (spoil->fate == HELD) {
        spoiler->holds = true;
        spoiler->held = *shown;
    }
    if (spoil->fate == SHOWN_TWICE)
        show(spoiler, shown);
    if (spoil->change)
        spoil->change(shown);
    if (spoil->fate == CHANGED || spoil->fate == SHOWN_TWICE)
        show(spoiler, shown);
}

static void saw(void *context, enum simulate_step step, uint64_t now_ps, const struct op *op,
                unsigned partition, const struct policy_state *state) {
    struct spoiler *spoiler = context;
    struct shown shown = {.step = step,
                          .now_ps = now_ps,
                          .op = *op,
                          .partition = partition,
                          .state = *state,
                          .submitted = &spoiler->submitted,
                          .atomic = &spoiler->atomic};
    if (step == spoiler->spoil->at && spoiler->seen++ == spoiler->spoil->nth)
        spoil_step(spoiler, &shown);
    else
        show(spoiler, &shown);
    if (spoiler->holds && now_ps > spoiler->held.now_ps) {
        spoiler->held.now_ps = now_ps;
        show(spoiler, &spoiler->held);
        spoiler->holds = false;
    }
    if (step == STEP_SUBMIT)
        spoiler->submitted = *op;
    if (step == STEP_ARRIVE && op_is_atomic(op))
        spoiler->atomic = *op;
}

// The property that the scoreboard finds broken.
static enum property spoiled_run(const struct spoil *spoil, bool spoils_result) {
    struct scenario scenario;
    scenario_init_set(&scenario, "atomic", spoiled);
    scenario.seed = 1;
    if (spoil->set)
        scenario_set(&scenario, "%s", spoil->set);
    struct properties *properties = properties_open(&scenario, spoil->policy);
    struct spoiler spoiler = {.spoil = spoil, .scoreboard = properties_watcher(properties)};
    const struct simulate_watcher watcher = {.saw = saw, .context = &spoiler};
    struct simulate_result result = scenario_run(&scenario, spoil->policy, &watcher);
    if (spoil->result && spoils_result)
        spoil->result(&result);
    cr_expect(spoil->at == STEPS || spoiler.seen > spoil->nth, "%s: there is no such step",
              spoil->what);
    properties_end(properties, &result);
    const char *text;
    const enum property broken = properties_broken(properties, &text);
    if (broken != PROPERTY_COUNT && broken != spoil->breaks)
        cr_log_warn("%s", text);
    properties_close(properties);
    return broken;
}

Test(properties, each_is_seen_to_break) {
    bool breaks[PROPERTY_COUNT] = {false};
    for (unsigned i = 0; i < SPOILS; i++) {
        const struct spoil *spoil = &spoils[i];
        const enum property broken = spoiled_run(spoil, true);
        cr_expect(broken == spoil->breaks, "%s: should break '%s', %s%s", spoil->what,
                  property_meaning[spoil->breaks],
                  broken == PROPERTY_COUNT ? "breaks nothing" : "breaks ",
                  broken == PROPERTY_COUNT ? "" : property_meaning[broken]);
        breaks[spoil->breaks] = true;
    }
    for (unsigned property = 0; property < PROPERTY_COUNT; property++)
        cr_expect(breaks[property], "nothing breaks '%s'", property_meaning[property]);
}

Test(properties, what_is_spoiled_was_whole) {
    for (unsigned i = 0; i < SPOILS; i++) {
        struct spoil whole = spoils[i];
        whole.at = STEPS;
        whole.result = NULL;
        cr_expect(spoiled_run(&whole, false) == PROPERTY_COUNT, "%s", whole.what);
    }
}
