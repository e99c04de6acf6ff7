// The properties of the event simulator over all policies, random configurations and seeds; and
// that each of them is seen to break: by a watcher that shows the scoreboard something else than
// what happened.
#include "csim/interface/op.h"
#include "tb/tests/base/fixture.h"
#include "tb/tests/simulator/properties.h"

#if defined(__SANITIZE_ADDRESS__)
enum { SCENARIOS = 40 };
#else
enum { SCENARIOS = 400 };
#endif

enum { PAPER_SEEDS = 5 };

Test(properties, hold_for_every_policy_and_random_configurations) {
    struct properties_count sum = {0}; // of scenarios that have any
    for (uint64_t number = 0; number < SCENARIOS; number++) {
        struct scenario scenario;
        scenario_draw(&scenario, number);
        for (const struct policy *const *policy = policies; *policy; policy++) {
            const struct properties_count count = properties_check(&scenario, *policy);
            sum.refused += *policy == &policy_reactive && count.refused > 0;
            if (*policy != &policy_semacredit)
                continue;
            cr_expect(eq(u64, count.refused, 0));
            sum.waited += count.waited > 0;
            sum.rejected += count.rejected > 0;
            uint64_t away = 0;
            for (unsigned i = 1; i < HBM_LANES; i++)
                away += count.away[i];
            sum.away[1] += away > 0;
        }
    }
    cr_expect(gt(u64, sum.refused, SCENARIOS / 10));
    cr_expect(gt(u64, sum.waited, SCENARIOS / 3));
    cr_expect(gt(u64, sum.rejected, SCENARIOS / 40));
    cr_expect(gt(u64, sum.away[1], SCENARIOS / 3));
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
    enum simulate_step at;
    unsigned nth;
    void (*change)(struct shown *shown);
    enum fate fate;
    void (*result)(struct simulate_result *result);
    const struct policy *policy; // NULL: semacredit
    const char *set;             // one more key
};

static void become(struct shown *shown, const struct op *op) {
    shown->op = *op;
    shown->partition = address_partition(op->address);
}

#define CHANGE(name, statement)                                                                    \
    static void name(struct shown *shown) {                                                        \
        statement;                                                                                 \
    }
CHANGE(other_length, shown->op.length++)
CHANGE(last_submitted, become(shown, shown->submitted))
CHANGE(last_atomic, become(shown, shown->atomic))
CHANGE(soon, shown->now_ps -= 100000)
CHANGE(earlier, shown->now_ps--)
CHANGE(later, shown->now_ps++)
CHANGE(in_the_past, shown->now_ps = 0)
CHANGE(next_partition, shown->partition = (shown->partition + 1) % HBM_LANES)
CHANGE(above_window, shown->state.debt[ATOMIC_LANE] = shown->state.window[ATOMIC_LANE] + 1)
CHANGE(below_zero, shown->state.debt[RESPONSE_LANE] = UINT64_MAX)
CHANGE(not_returned, shown->state.debt[ATOMIC_LANE]++)
CHANGE(returned_elsewhere, shown->state.debt[0]++; shown->state.debt[1]--)
CHANGE(one_more_command, shown->state.in_flight++)
CHANGE(too_many_commands, shown->state.in_flight = shown->state.command_limit + 1)
CHANGE(as_dispatch, shown->step = STEP_DISPATCH)
CHANGE(as_refusal, shown->step = STEP_REFUSE)
CHANGE(all_enabled, shown->state.disabled = 0)
CHANGE(one_disabled, shown->state.disabled |= 1u << 7)
CHANGE(other_multiplier, shown->state.registers.multiplier[RESPONSE_LANE]++)

#define CHANGE_RESULT(name, statement)                                                             \
    static void name(struct simulate_result *result) {                                             \
        statement;                                                                                 \
    }
CHANGE_RESULT(more_rejected, result->rejected++)
CHANGE_RESULT(more_retries, result->retries++)
CHANGE_RESULT(longer_latency, result->small.mean_ns += 0.01)
CHANGE_RESULT(longer_queue, result->bulk.part_ns[PART_ATOMIC_QUEUE] += 0.01)
CHANGE_RESULT(longer_service, result->bulk.part_ns[PART_RESPONSE] += 0.01)
CHANGE_RESULT(longer_span, result->makespan_ns += 1)

static const struct spoil spoils[] = {
    {"an operation has another length", PROPERTY_TRAFFIC, STEP_SUBMIT, 50, .change = other_length},
    {"a submission is missing", PROPERTY_TRAFFIC, STEP_SUBMIT, 50, .fate = HIDDEN},
    {"a closed loop submits late", PROPERTY_LOOP, STEP_SUBMIT, 250, .fate = HELD,
     .policy = &policy_aggregate, .set = "outstanding=200"},
    {"an operation completes twice", PROPERTY_ORDER, STEP_COMPLETE, 9, .fate = SHOWN_TWICE},
    {"a response comes first", PROPERTY_ORDER, STEP_RESP_DONE, 9, .change = last_submitted},
    {"a step is at time zero", PROPERTY_TIME, STEP_RESP_DONE, 9, .change = in_the_past},
    {"an arrival is too soon after its dispatch", PROPERTY_PAST, STEP_ARRIVE, 0, .change = soon},
    {"an arrival is late", PROPERTY_PATHS, STEP_ARRIVE, 30, .change = later},
    {"a completion is late", PROPERTY_PATHS, STEP_COMPLETE, 30, .change = later},
    {"a partition serves for another", PROPERTY_PARTITION, STEP_HBM_DONE, 30,
     .change = next_partition},
    {"the last Atomic goes first", PROPERTY_FIFO, STEP_ATOMIC_DONE, 20, .change = last_atomic},
    {"an Atomic is short", PROPERTY_SERIAL, STEP_ATOMIC_DONE, 20, .change = earlier},
    {"a response is long", PROPERTY_IDLE, STEP_RESP_DONE, 20, .change = later},
    {"a window is overstepped", PROPERTY_WINDOW, STEP_DISPATCH, 40, .change = above_window},
    {"a debt is negative", PROPERTY_WINDOW, STEP_RESP_DONE, 40, .change = below_zero},
    {"the command limit is overstepped", PROPERTY_WINDOW, STEP_DISPATCH, 40,
     .change = too_many_commands, .policy = &policy_aggregate},
    {"an Atomic's credit stays out", PROPERTY_DEBT, STEP_ATOMIC_DONE, 40, .change = not_returned},
    {"credit is taken on another lane", PROPERTY_DEBT, STEP_DISPATCH, 60,
     .change = returned_elsewhere, .policy = &policy_primary},
    {"a policy without windows charges", PROPERTY_DEBT, STEP_DISPATCH, 40, .change = not_returned,
     .policy = &policy_aggregate},
    {"a command is counted twice", PROPERTY_IN_FLIGHT, STEP_ARRIVE, 40, .change = one_more_command},
    {"an operation is dispatched as it comes", PROPERTY_ADMISSION, STEP_SUBMIT, 250,
     .change = as_dispatch, SHOWN_TWICE},
    {"the last operation is dispatched first", PROPERTY_ARBITER, STEP_DISPATCH, 100,
     .change = last_submitted, .policy = &policy_aggregate, .set = "command_limit=20"},
    {"a dispatch is late", PROPERTY_CONSERVES, STEP_DISPATCH, 100, .fate = HELD,
     .policy = &policy_aggregate, .set = "command_limit=20"},
    {"a rejection too many", PROPERTY_REJECT, STEPS, .result = more_rejected},
    {"a full resource lets an operation in", PROPERTY_REFUSAL, STEP_REFUSE, 3, .fate = HIDDEN,
     .policy = &policy_reactive},
    {"a target refuses that cannot", PROPERTY_REFUSAL, STEP_ARRIVE, 9, .change = as_refusal,
     .fate = SHOWN_TWICE},
    {"a retry is late", PROPERTY_RETRY, STEP_RETRY, 3, .change = later, .policy = &policy_reactive},
    {"a retry too many", PROPERTY_RETRY, STEPS, .result = more_retries, .policy = &policy_reactive},
    {"a refusal disables nothing", PROPERTY_RECOVERY, STEP_REFUSE, 0, .change = all_enabled,
     .policy = &policy_reactive},
    {"a resource is disabled without a cause", PROPERTY_RECOVERY, STEP_ARRIVE, 0,
     .change = one_disabled, .policy = &policy_reactive},
    {"a multiplier moves by itself", PROPERTY_MULTIPLIER, STEP_RESP_DONE, 20,
     .change = other_multiplier, .policy = &policy_adaptive},
    {"semacredit learns", PROPERTY_MULTIPLIER, STEP_RESP_DONE, 20, .change = other_multiplier},
    {"the last operation does not complete", PROPERTY_COMPLETE, STEP_COMPLETE, 299, .fate = HIDDEN},
    {"a write does not complete", PROPERTY_COMPLETE, STEP_COMPLETE, 0, .fate = HIDDEN,
     .set = "bulk_odd=write"},
    {"a mean latency is off", PROPERTY_LITTLE, STEPS, .result = longer_latency},
    {"a mean wait is off", PROPERTY_LITTLE, STEPS, .result = longer_queue},
    {"a mean service is off", PROPERTY_UTILISATION, STEPS, .result = longer_service},
    {"the makespan is off", PROPERTY_RESULT, STEPS, .result = longer_span},
};

// The configuration of all of them. Half of the operations are Atomics, so that their engine is
// what limits.
#define SPOILED                                                                                    \
    SETS("operations=300", "spacing_ps=200", "bulk_odd=read", "urgent_even=small_read",            \
         "urgent_odd=small_read", "urgent_phase=0", "mapping_error_percent=20")

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

WATCH(saw) {
    struct spoiler *spoiler = context;
    struct shown shown = {
        step, now_ps, *op, partition, *state, &spoiler->submitted, &spoiler->atomic};
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

// The scoreboard finds that property broken, and what it says of it names it.
static void expect_broken(const struct spoil *spoil, enum property expected) {
    const struct policy *policy = spoil->policy ? spoil->policy : &policy_semacredit;
    struct scenario scenario;
    char text[PROPERTIES_TEXT_SIZE];
    scenario_init_set(&scenario, "atomic", SPOILED);
    scenario.seed = 1;
    if (spoil->set)
        scenario_set(&scenario, "%s", spoil->set);
    struct properties *properties = properties_open(&scenario, policy);
    struct spoiler spoiler = {.spoil = spoil, .scoreboard = properties_watcher(properties)};
    const struct simulate_watcher watcher = {.saw = saw, .context = &spoiler};
    struct simulate_result result = scenario_run(&scenario, policy, &watcher);
    if (spoil->result)
        spoil->result(&result);
    cr_expect(spoil->at == STEPS || spoiler.seen > spoil->nth, "there is no such step");
    const enum property broken = properties_close(properties, &result, text, NULL);
    cr_expect(broken == expected, "%s: breaks %s", spoil->what,
              broken == PROPERTY_COUNT ? "nothing" : text);
}

EACH(properties, seen_to_break, spoils) {
    expect_broken(row, row->breaks);
    const struct spoil whole = {"unspoiled", .at = STEPS, .policy = row->policy, .set = row->set};
    expect_broken(&whole, PROPERTY_COUNT);
}

Test(properties, are_each_broken_by_something) {
    bool breaks[PROPERTY_COUNT] = {false};
    for (unsigned i = 0; i < COUNT(spoils); i++)
        breaks[spoils[i].breaks] = true;
    for (unsigned property = 0; property < PROPERTY_COUNT; property++)
        cr_expect(breaks[property], "nothing breaks '%s'", property_meaning[property]);
}
