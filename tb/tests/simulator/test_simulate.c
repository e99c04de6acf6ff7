// The event simulator, where no run of `make reference` and `make files` would show a fault.

#include "csim/base/rng.h"
#include "csim/policy/policy_windows.h"
#include "csim/simulator/offer_port.h"
#include "tb/app/run_files.h"
#include "tb/tests/base/fixture.h"

static bool run(struct config *config, struct simulate_result *result, struct text_error *error) {
    const struct simulate_run run = {.config = config, .policy = &policy_semacredit};
    return simulate_run(&run, result, error);
}

Test(simulate, what_can_never_run_is_said) {
    struct config config = config_of(NULL, NULL);
    struct simulate_result result;
    struct text_error error = {""};
    config.command_limit = 0; // no key allows it
    cr_expect(not(run(&config, &result, &error)));
    expect_part(error.text, "never became admissible");
}

Test(simulate, a_closed_window_admits_nothing) {
    struct config config = config_of(
        NULL, SETS("empty_admits=1", "window_request_ns=1", "feedback_rtt_ns=1", "quantum_hbm=15"));
    struct simulate_result result;
    struct text_error error = {""};
    cr_assert(run(&config, &result, &error), "%s", error.text);
    cr_expect(eq(u64, result.rejected, 210), "writes; Atomics have a window");
    cr_expect(eq(u64, result.operations, 30));
}

// What banks serve adds up as what a rate serves does (an assertion of the run); what goes on where
// the last one ended finds rows open.
Test(simulate, partitions_of_banks) {
    double makespan_ns[2];
    for (unsigned runs = 0; runs < 2; runs++) {
        struct config config =
            config_of(NULL, SETS("hbm_banks=first_ready", "hot_percent=100",
                                 runs ? "hbm_run_percent=100" : "hbm_run_percent=0"));
        struct simulate_result result;
        struct text_error error = {""};
        cr_assert(run(&config, &result, &error), "%s", error.text);
        cr_expect(eq(u64, result.operations, 240));
        makespan_ns[runs] = result.makespan_ns;
    }
    cr_expect_lt(makespan_ns[1], 0.95 * makespan_ns[0]);
}

// Four of 16 take all; a budget that honest initiators never fill leaves the others theirs.
Test(simulate, a_budget_of_urgency) {
    const char *const budgets[] = {"urgency_held=0", "urgency_held=4", "urgency_permille=32"};
    double bytes[3], attackers[3];
    for (unsigned i = 0; i < 3; i++) {
        struct config config =
            config_of(NULL, SETS("operations=20000", "warmup_operations=2000", "outstanding=256",
                                 "initiators=16", "attackers=4", "hot_percent=100", budgets[i]));
        struct simulate_result result;
        struct text_error error = {""};
        cr_assert(run(&config, &result, &error), "%s", error.text);
        bytes[i] = result.initiators.victims.bytes;
        attackers[i] = result.initiators.attackers.bytes;
    }
    cr_expect_lt(bytes[0], 0.1 * attackers[0]);
    cr_expect_gt(bytes[1], 0.1 * attackers[1]);
    cr_expect_gt(bytes[2], 0.5 * attackers[2]);
}

// Each operation has a row, of whose numbers the run's measures are made.
Test(simulate, a_row_for_each_operation) {
    struct config config = config_of(NULL, NULL);
    struct simulate_result result;
    struct text_error error = {""};
    struct latencies latencies;
    FILE *const file = tmpfile();
    latencies_open(&latencies, config.operations, file);
    const struct simulate_watcher watcher = {.saw = latencies_saw, .context = &latencies};
    const struct simulate_run run = {
        .config = &config, .policy = &policy_semacredit, .watcher = &watcher};
    cr_assert(simulate_run(&run, &result, &error), "%s", error.text);
    rewind(file);
    char line[256], urgent;
    uint64_t rows = 0, sum[2] = {0};
    cr_assert(fgets(line, sizeof line, file) != NULL);
    for (; fgets(line, sizeof line, file); rows++) {
        const char *at_last = strrchr(line, ',');
        cr_assert_eq(sscanf(line, "%*[^,],%*[^,],%*[^,],%c", &urgent), 1);
        sum[urgent == '1'] += strtoull(at_last + 1, NULL, 10);
    }
    cr_expect(eq(u64, rows, result.operations));
    cr_expect_float_eq((double)sum[1] / 1000, result.small.mean_ns * (double)result.small.count, 1);
    cr_expect_float_eq((double)sum[0] / 1000, result.bulk.mean_ns * (double)result.bulk.count, 1);
    latencies_close(&latencies);
    fclose(file);
}

// What the stream of a policy that counts the link is to show.
struct link_seen {
    uint64_t most, refused, back;
    char line[512]; // of the first refusal
};

static void see_link(void *context, const struct commit *commit) {
    struct link_seen *seen = context;
    if (commit->debt[LINK_LANE] > seen->most)
        seen->most = commit->debt[LINK_LANE];
    seen->back += commit->kind == COMMIT_RETURN ? commit->d[LINK_LANE] : 0;
    if (commit->kind != COMMIT_DENY || !(commit->mask & LANE_BIT(LINK_LANE)) || seen->refused++)
        return;
    FILE *file = fmemopen(seen->line, sizeof seen->line, "w");
    commit_csv(file, commit);
    fclose(file);
}

Test(simulate, request_bytes_on_the_link_have_a_lane_of_the_stream) {
    struct config config = config_of(NULL, SETS("bulk_even=write", "bulk_odd=write", "spacing_ps=0",
                                                "urgent_period=0", "link_window_percent=50"));
    struct link_seen seen = {0};
    const struct commit_sink sink = {see_link, &seen};
    struct simulate_result result;
    struct text_error error = {""};
    const struct simulate_run run = {
        .config = &config, .policy = &policy_vector_link, .commits = &sink};
    cr_assert(simulate_run(&run, &result, &error), "%s", error.text);
    cr_expect(eq(u64, seen.most, 43750 / 4112 * 4112), "half of 700 Gb/s times 1 us");
    cr_expect(eq(u64, seen.back, 240 * 4112));
    unsigned columns = 1;
    for (const char *at = seen.line; *at; at++)
        columns += *at == ',';
    cr_expect(eq(u32, columns, 7 + 2 * (LANES + 1)));
    expect_part(seen.line, ",deny,10,10,0x400,");
}

// --- what the paper says of accounting (section 3.4) --------------------------------------------

// Two writes of a whole window each, to two partitions or to one: (W,0) and (0,W), or (W,0) twice.
static const struct {
    const struct policy *policy;
    const char *window;
    bool both, overload;
} pairs[] = {{&policy_semacredit, "scalar_window_percent=100", true, false},
             {&policy_scalar, "scalar_window_percent=100", false, false},
             {&policy_scalar, "scalar_window_percent=200", true, true}};

EACH(accounting, no_scalar_does_as_the_vector, pairs) {
    const struct config config = config_of(NULL, SETS(row->window));
    const struct op write = {.opcode = OP_WRITE, .length = 64000, .wire_bytes = 64000};
    for (unsigned lane = 0; lane < 2; lane++) {
        struct policy_state state;
        struct text_error error = {""};
        struct demand first, second;
        cr_assert(policy_open(row->policy, &state, &config, &error));
        row->policy->charge(&state, &write, 0, &first);
        row->policy->charge(&state, &write, lane, &second);
        cr_assert_not(row->policy->refuse(&state, &write, &first));
        windows_charge(&state, &first, LINK_UNCOUNTED);
        cr_expect_eq(row->policy->refuse(&state, &write, &second) == 0,
                     lane == 1 ? row->both : row->overload);
    }
}

static void give_back(struct policy_state *state, const struct demand *demand, unsigned resource) {
    windows_inform(state, resource_lane(demand, resource), windows_return(state, demand, resource));
}

// The same grants and stages, whose components come back one by one, or all at the end.
Test(accounting, return_by_stage_admits_more) {
    enum { HELD = 64 };
    const struct config config = config_of(NULL, NULL);
    const struct op read = {.opcode = OP_READ, .response_length = 4112, .wire_bytes = 80};
    struct rng rng = rng_stream(1, RNG_TRAFFIC);
    struct policy_state phased, end;
    struct text_error error = {""};
    struct {
        struct demand demand;
        unsigned left; // stages
    } held[HELD] = {0};
    uint64_t only_phased = 0;
    cr_assert(policy_open(&policy_semacredit, &phased, &config, &error));
    cr_assert(policy_open(&policy_end_return, &end, &config, &error));
    for (unsigned step = 0; step < 100000; step++) {
        const unsigned at = (unsigned)rng_below(&rng, HELD);
        struct demand *const demand = &held[at].demand;
        if (held[at].left == 2) {
            give_back(&phased, demand, RESOURCE_HBM);
            held[at].left = 1;
        } else if (held[at].left == 1) {
            give_back(&phased, demand, RESOURCE_RESPONSE);
            give_back(&end, demand, RESOURCE_HBM);
            give_back(&end, demand, RESOURCE_RESPONSE);
            held[at].left = 0;
        } else {
            charge_vector(&end, &read, (unsigned)rng_below(&rng, 2), demand);
            const bool by_stage = !windows_refuse(&phased, &read, demand);
            const bool at_end = !windows_refuse(&end, &read, demand);
            cr_assert(by_stage || !at_end, "step %u", step);
            only_phased += by_stage && !at_end;
            if (!at_end)
                continue;
            windows_charge(&phased, demand, LINK_UNCOUNTED);
            windows_charge(&end, demand, LINK_UNCOUNTED);
            held[at].left = 2;
        }
    }
    cr_expect(gt(u64, only_phased, 0));
}

// --- the offer port ----------------------------------------------------------------------------

enum { JOBS = 40, LONE = 17 }; // places that a lone lane with room gets

struct bench {
    struct config config;
    struct policy_state state;
    struct dispatcher dispatcher;
    struct offer_port port;
    struct job jobs[JOBS];
};

static void open(struct bench *bench) {
    struct text_error error = {""};
    *bench = (struct bench){.config = config_of(NULL, SETS("port_slots=40"))};
    cr_assert(policy_open(&policy_semacredit, &bench->state, &bench->config, &error));
    dispatcher_open(&bench->dispatcher, bench->jobs, JOBS);
    offer_port_init(&bench->port, &bench->config, true,
                    &(struct offer_arbiter){&bench->dispatcher, &policy_semacredit, &bench->state});
}

// A write is submitted. True: it is in, and waits.
static bool enters(struct bench *bench, uint32_t number, uint32_t index, unsigned lane,
                   uint32_t bytes) {
    struct job *job = &bench->jobs[number];
    struct demand demand;
    *job = (struct job){
        .op = {.index = index, .opcode = OP_WRITE, .wire_bytes = bytes, .length = bytes},
        .order = index,
        .lane = (uint8_t)lane};
    if (!offer_port_enter(&bench->port, bench->jobs, number))
        return false;
    policy_semacredit.charge(&bench->state, &job->op, lane, &demand);
    dispatcher_add(&bench->dispatcher, number, &demand);
    return true;
}

// So many of each of four lanes in turn: about half of the pool; two of each group, if no lane has
// room. Of the other group one finds a place: 512 bytes are small.
static const struct {
    bool room;
    uint32_t bytes;
    unsigned in[4];
} lanes[] = {{true, 80, {LONE, 9, 5, 3}}, {true, 513, {LONE, 9, 5, 3}}, {false, 512, {2, 2, 2, 2}}};

EACH(offer_port, lanes_share_the_pool, lanes) {
    for (unsigned lane = 0; lane < 4; lane++) {
        struct bench bench;
        open(&bench);
        if (!row->room)
            memset(bench.state.window, 0, sizeof bench.state.window);
        uint32_t number = 0;
        for (unsigned of = 0; of <= lane; of++)
            for (unsigned i = 0; i < row->in[of]; i++, number++)
                cr_assert(enters(&bench, number, number, of, row->bytes), "%u of lane %u", i, of);
        cr_expect(not(enters(&bench, number, number, lane, row->bytes)), "lane %u", lane);
        cr_expect(enters(&bench, number + 1, number, lane, 512 + 513 - row->bytes), "lane %u",
                  lane);
        dispatcher_close(&bench.dispatcher);
    }
}

Test(offer_port, one_held_back_comes_to_its_place) {
    static const uint32_t indices[] = {20, 30, 10, 25}, order[] = {2, 0, 3, 1};
    struct bench bench;
    struct demand demand;
    open(&bench);
    for (uint32_t i = 0; i < LONE; i++)
        cr_assert(enters(&bench, i, i, 0, 4112));
    for (uint32_t i = 0; i < 4; i++)
        cr_assert(not(enters(&bench, LONE + i, 100 + indices[i], 0, 4112)));
    for (uint32_t i = 0; i < LONE; i++)
        cr_expect(eq(
            u32, dispatcher_take(&bench.dispatcher, &policy_semacredit, &bench.state, 0, &demand),
            i));
    for (uint32_t i = 0; i < 4; i++)
        cr_expect(eq(u32, offer_port_take(&bench.port, bench.jobs), LONE + order[i]));
    cr_expect(eq(u32, offer_port_take(&bench.port, bench.jobs), JOB_NONE));
    dispatcher_close(&bench.dispatcher);
}

// A large write does not fit, a small one behind it does: until the large one is due.
static const struct {
    uint64_t now_ps;
    uint32_t taken;
} dues[] = {{99, 1}, {100, JOB_NONE}};

EACH(dispatcher, what_is_due_holds_its_lane, dues) {
    struct bench bench;
    struct demand demand;
    open(&bench);
    bench.dispatcher.bound_ps = 100;
    cr_assert(enters(&bench, 0, 0, 3, 4000));
    cr_assert(enters(&bench, 1, 1, 3, 100));
    bench.state.known_debt[3] = bench.state.window[3] - 500;
    cr_expect(eq(
        u32,
        dispatcher_take(&bench.dispatcher, &policy_semacredit, &bench.state, row->now_ps, &demand),
        row->taken));
    dispatcher_close(&bench.dispatcher);
}
