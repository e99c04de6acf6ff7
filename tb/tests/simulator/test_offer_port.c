// The offer port against its rule, read plainly by one who counts everybody; and what classes do to
// whole runs.
#include <string.h>

#include "csim/base/rng.h"
#include "csim/policy/policy_windows.h"
#include "csim/simulator/offer_port.h"
#include "tb/tests/base/fixture.h"
#include "tb/tests/simulator/scenario.h"

// --- the rule ------------------------------------------------------------------------------------

enum { JOBS = 60, STEPS_OF_TRIAL = 20000, SMALL_LIMIT = 512 };
enum fate { AWAY, QUEUED, HELD };

// A lane has room for everybody, or, closed, for nobody.
static void charge_lanes(const struct policy_state *state, const struct op *op, unsigned lane,
                         struct demand *demand) {
    (void)state;
    *demand = (struct demand){.amount = {[CLASS_HBM] = op_uses_hbm(op),
                                         [CLASS_ATOMIC] = op_is_atomic(op),
                                         [CLASS_RESPONSE] = op_responds(op)},
                              .lane = (uint8_t)lane};
    demand_mask(demand);
}
static lane_set refuse_closed(const struct policy_state *state, const struct op *op,
                              const struct demand *demand) {
    (void)op;
    return state->disabled & demand->mask;
}
static const struct policy closing = {
    .name = "closing", .charge = charge_lanes, .refuse = refuse_closed};

struct trial {
    struct offer_port port;
    struct dispatcher *dispatcher;
    struct policy_state state;
    struct rng rng;
    struct job jobs[JOBS];
    enum fate fate[JOBS];
    unsigned places[OFFER_GROUPS];
    uint32_t submitted;
    unsigned entered, kept_back, passed, excused;
};

static unsigned group_of(const struct op *op) {
    return op->urgent ? OFFER_URGENT : op->wire_bytes <= SMALL_LIMIT ? OFFER_SMALL : OFFER_LARGE;
}

static unsigned stage_of(const struct job *job) {
    return op_is_atomic(&job->op) ? ATOMIC_LANE : job->lane;
}

static bool is_of(const struct job *job, unsigned lane) {
    return stage_of(job) == lane || (lane == RESPONSE_LANE && op_responds(&job->op));
}

// How many of a group hold a place; of a lane, or (LANES) of all. `closed`: only those that wait
// for their stage.
static unsigned holders(const struct trial *trial, unsigned group, unsigned lane, bool closed) {
    unsigned count = 0;
    for (unsigned i = 0; i < JOBS; i++) {
        const struct job *job = &trial->jobs[i];
        count += trial->fate[i] == HELD && group_of(&job->op) == group &&
                 (lane == LANES || is_of(job, lane)) &&
                 (!closed || trial->state.disabled & LANE_BIT(stage_of(job)));
    }
    return count;
}

static bool class_ready(const struct trial *trial, unsigned group, unsigned lane) {
    const unsigned free = trial->places[group] - holders(trial, group, LANES, false);
    const unsigned held = holders(trial, group, lane, false) -
                          (lane == RESPONSE_LANE ? holders(trial, group, lane, true) : 0);
    return free > 0 && (held == 0 || held < free);
}

// Is one of the same classes, submitted earlier, still in its queue?
static bool is_behind(const struct trial *trial, const struct job *job) {
    for (unsigned i = 0; i < JOBS; i++) {
        const struct job *other = &trial->jobs[i];
        if (trial->fate[i] == QUEUED && other->op.index < job->op.index &&
            group_of(&other->op) == group_of(&job->op) && stage_of(other) == stage_of(job) &&
            op_responds(&other->op) == op_responds(&job->op))
            return true;
    }
    return false;
}

static bool may_enter(const struct trial *trial, unsigned i) {
    const struct job *job = &trial->jobs[i];
    const unsigned group = group_of(&job->op);
    return trial->fate[i] == QUEUED && !is_behind(trial, job) &&
           class_ready(trial, group, stage_of(job)) &&
           (!op_responds(&job->op) || class_ready(trial, group, RESPONSE_LANE));
}

static uint32_t expected(const struct trial *trial) {
    uint32_t best = JOB_NONE;
    for (unsigned i = 0; i < JOBS; i++)
        if (may_enter(trial, i) &&
            (best == JOB_NONE || trial->jobs[i].op.index < trial->jobs[best].op.index))
            best = i;
    return best;
}

// Where everybody counted in the response engine's class it could not.
static bool is_excused(const struct trial *trial, const struct job *job) {
    const unsigned group = group_of(&job->op);
    const unsigned held = holders(trial, group, RESPONSE_LANE, false);
    return op_responds(&job->op) && held > 0 &&
           held >= trial->places[group] - holders(trial, group, LANES, false);
}

// The arbiter has it: it is dispatched at once, or waits.
static void enters(struct trial *trial, uint32_t i) {
    cr_assert(eq(u32, trial->jobs[i].order, trial->entered), "the order is that of entering");
    trial->entered++;
    trial->excused += is_excused(trial, &trial->jobs[i]);
    for (unsigned other = 0; other < JOBS; other++)
        trial->passed +=
            trial->fate[other] == QUEUED && trial->jobs[other].op.index < trial->jobs[i].op.index;
    trial->fate[i] = AWAY;
    if (rng_chance(&trial->rng, 1, 8))
        return;
    trial->fate[i] = HELD;
    offer_port_hold(&trial->port, &trial->jobs[i]);
    dispatcher_add(trial->dispatcher, i);
}

static void offer(struct trial *trial, uint32_t i) {
    static const uint8_t opcodes[] = {OP_WRITE, OP_WRITE, OP_READ, OP_FETCH_ADD};
    static const uint32_t bytes[] = {80, SMALL_LIMIT, SMALL_LIMIT + 1, 4112};
    const uint32_t number = trial->submitted++;
    // Every fifth had been held back by its domain, and comes after later ones.
    const uint32_t index = number % 5 ? 10 * number : number > 9 ? 10 * (number - 9) + 1 : 0;
    trial->jobs[i] = (struct job){.op = {.index = index,
                                         .opcode = opcodes[rng_below(&trial->rng, 4)],
                                         .wire_bytes = bytes[rng_below(&trial->rng, 4)],
                                         .urgent = rng_chance(&trial->rng, 1, 4)},
                                  .lane = (uint8_t)(rng_below(&trial->rng, 3) * 2)};
    if (op_is_atomic(&trial->jobs[i].op) && rng_chance(&trial->rng, 1, 2))
        trial->jobs[i].op.response_length = 80;
    trial->fate[i] = QUEUED;
    const bool may = may_enter(trial, i);
    cr_assert(eq(u32, offer_port_enter(&trial->port, trial->jobs, i), may));
    trial->kept_back += !may;
    if (may)
        enters(trial, i);
}

static uint32_t somebody(struct trial *trial, enum fate fate) {
    const uint32_t start = (uint32_t)rng_below(&trial->rng, JOBS);
    for (uint32_t n = 0; n < JOBS; n++)
        if (trial->fate[(start + n) % JOBS] == fate)
            return (start + n) % JOBS;
    return JOB_NONE;
}

static void leave(struct trial *trial) {
    const uint32_t i = dispatcher_take(trial->dispatcher, &closing, &trial->state);
    if (i == JOB_NONE)
        return;
    offer_port_leave(&trial->port, &trial->jobs[i]);
    trial->fate[i] = AWAY;
}

// A lane closes or opens.
static void turn(struct trial *trial) {
    static const unsigned lanes[] = {0, 2, 4, ATOMIC_LANE, RESPONSE_LANE};
    const lane_set lane = LANE_BIT(lanes[rng_below(&trial->rng, COUNT(lanes))]);
    trial->state.disabled ^= lane;
    if (trial->state.disabled & lane)
        offer_port_stir(&trial->port);
    else
        dispatcher_free(trial->dispatcher, lane);
}

static void step(struct trial *trial) {
    uint32_t next;
    const uint32_t away = somebody(trial, AWAY);
    const uint32_t what = (uint32_t)rng_below(&trial->rng, 8);
    if (what == 0)
        turn(trial);
    else if (what < 4 && away != JOB_NONE)
        offer(trial, away);
    else
        leave(trial);
    do {
        next = expected(trial);
        cr_assert(eq(u32, offer_port_take(&trial->port, trial->jobs), next));
        if (next != JOB_NONE)
            enters(trial, next);
    } while (next != JOB_NONE);
}

static const struct {
    const char *slots;
    unsigned places[OFFER_GROUPS];
} shares[] = {{"port_slots=32", {8, 8, 16}},
              {"port_slots=8", {2, 2, 4}},
              {"port_slots=1", {1, 1, 1}},
              {"port_slots=20", {5, 5, 10}}};

EACH(offer_port, lets_in_whom_one_lets_in_who_counts_everybody, shares) {
    const struct config config = config_of(NULL, SETS(row->slots));
    struct trial trial = {.rng = rng_stream(1, RNG_TRAFFIC), .state = {.command_limit = 1}};
    memcpy(trial.places, row->places, sizeof trial.places);
    trial.dispatcher = dispatcher_open(trial.jobs, JOBS);
    offer_port_init(&trial.port, &config, config.port_slots > 0);
    trial.port.arbiter = (struct offer_arbiter){trial.dispatcher, &closing, &trial.state};
    for (unsigned i = 0; i < STEPS_OF_TRIAL; i++)
        step(&trial);
    dispatcher_close(trial.dispatcher);
    cr_expect(trial.entered > STEPS_OF_TRIAL / 10 && trial.kept_back > trial.entered / 4 &&
              trial.passed > trial.entered);
    cr_expect(trial.excused > 0 || config.port_slots == 1);
}

// Writes to one lane after the other, as many as enter and wait.
static unsigned writes_in(struct offer_port *port, struct job *jobs, uint32_t from, unsigned lane) {
    unsigned in = 0;
    for (uint32_t i = from; i < from + 16; i++) {
        jobs[i] = (struct job){.op = {.index = i, .opcode = OP_WRITE, .wire_bytes = 4112},
                               .lane = (uint8_t)lane};
        if (!offer_port_enter(port, jobs, i))
            continue;
        offer_port_hold(port, &jobs[i]);
        in++;
    }
    return in;
}

Test(offer_port, hot_lanes_leave_places_to_others) {
    static const unsigned halves[] = {8, 4, 2, 1, 1, 0};
    const struct config config = config_of(NULL, SETS("port_slots=32"));
    struct offer_port port;
    struct job jobs[16 * COUNT(halves)];
    offer_port_init(&port, &config, config.port_slots > 0);
    for (unsigned lane = 0; lane < COUNT(halves); lane++)
        cr_expect(eq(u32, writes_in(&port, jobs, 16 * lane, lane), halves[lane]), "lane %u", lane);
}

Test(offer_port, a_response_engine_that_is_full_keeps_no_write_back) {
    const struct config config = config_of(NULL, SETS("port_slots=32"));
    struct offer_port port;
    struct job jobs[HBM_LANES + 16];
    unsigned reads = 0;
    offer_port_init(&port, &config, config.port_slots > 0);
    for (uint32_t i = 0; i < HBM_LANES; i++) { // one for each partition
        jobs[i] = (struct job){
            .op = {.index = i, .opcode = OP_READ, .response_length = 64, .wire_bytes = 80},
            .lane = (uint8_t)i};
        if (!offer_port_enter(&port, jobs, i))
            continue;
        offer_port_hold(&port, &jobs[i]);
        reads++;
    }
    cr_expect(eq(u32, reads, 4), "of the eight places for small bulk");
    jobs[HBM_LANES] = (struct job){.op = {.index = HBM_LANES, .opcode = OP_WRITE, .wire_bytes = 80},
                                   .lane = HBM_LANES - 1};
    cr_expect(offer_port_enter(&port, jobs, HBM_LANES));
}

// --- whole runs ----------------------------------------------------------------------------------

enum { SCENARIOS = 60, POLICIES = PAPER_POLICY_COUNT + 1 };

// Nothing waits for a place, so that the port takes operations as they are submitted.
Test(offer_port, with_places_for_all_is_the_arbiter_that_sees_all) {
    for (uint64_t number = 0; number < SCENARIOS; number++) {
        const struct policy *policy = policies[number % POLICIES];
        struct scenario scenario;
        scenario_draw(&scenario, number);
        const struct simulate_result all = scenario_run(&scenario, policy, NULL);
        scenario_set(&scenario, "port_slots=1000000");
        const struct simulate_result many = scenario_run(&scenario, policy, NULL);
        cr_expect(results_equal(&all, &many), "%s, scenario %lu", policy->name,
                  (unsigned long)number);
    }
}

Test(offer_port, with_few_places_loses_nobody_and_explains_all_time) {
    unsigned waited = 0;
    for (uint64_t number = 0; number < SCENARIOS; number++) {
        const struct policy *policy = policies[number % POLICIES];
        struct scenario scenario;
        scenario_draw(&scenario, number);
        const struct simulate_result all = scenario_run(&scenario, policy, NULL);
        scenario_set(&scenario, "port_slots=%u", 1 + (unsigned)number % 40);
        if (number % 3 == 0)
            scenario_set(&scenario, "ordering_domains=5"); // of random traffic
        const struct simulate_result few = scenario_run(&scenario, policy, NULL);
        if (number % 3)
            cr_expect(eq(u64, few.operations + few.rejected, all.operations + all.rejected));
        if (number % 3 || !few.rejected) // some of the rejected waited for their domains
            expect_all_time_explained(&few, policy->name);
        waited += few.bulk.part_ns[PART_FOR_SLOT] > 0;
    }
    cr_expect(waited > SCENARIOS / 4);
}

// The paper's bursts, longer: what one queue costs, and that classes do not.
Test(offer_port, classes_keep_apart_what_one_queue_holds_together) {
    for (unsigned w = 0; w < PAPER_WORKLOADS; w++) {
        const char *const ports[] = {"arbiter_slots=0", "arbiter_slots=32", "port_slots=32"};
        double p99_ns[3];
        for (unsigned i = 0; i < 3; i++) {
            const struct config config =
                config_of(workload_names[w], SETS("operations=1200", ports[i]));
            p99_ns[i] = config_run(&config, &policy_semacredit, 1, NULL).small.p99_ns;
        }
        cr_expect(p99_ns[1] > 4 * p99_ns[0], "%s: one queue", workload_names[w]);
        cr_expect(p99_ns[2] < 1.02 * p99_ns[0], "%s: classes", workload_names[w]);
    }
}

WATCH(saw_cold) {
    uint64_t *last_ps = context;
    if (step == STEP_COMPLETE && partition != 0)
        *last_ps = now_ps;
}

// Partition 0 takes most of the reads and is slow; the response engine is not.
Test(offer_port, reads_of_a_hot_partition_keep_no_others_back) {
    const char *const ports[] = {"port_slots=0", "port_slots=32"};
    uint64_t last_ps[COUNT(ports)] = {0};
    for (unsigned i = 0; i < COUNT(ports); i++) {
        const struct config config =
            config_of("remote_read", SETS("operations=1200", "hbm_gbps=200", "response_gbps=1600",
                                          "spacing_ps=400", ports[i]));
        const struct simulate_watcher watcher = {.saw = saw_cold, .context = &last_ps[i]};
        config_run(&config, &policy_semacredit, 1, &watcher);
    }
    cr_expect(last_ps[1] < last_ps[0] + last_ps[0] / 50);
}

Test(offer_port, has_one_bound) {
    const struct config config = config_of("atomic", SETS("port_slots=32", "arbiter_slots=32"));
    struct text_error error = {""};
    struct simulate_result result;
    cr_expect(not(simulate(&config, &policy_semacredit, 1, NULL, &result, &error)));
    expect_part(error.text, "arbiter_slots");
}
