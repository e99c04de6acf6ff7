// The closed loop around the golden model: everything granted comes back, protocols are kept,
// skipped clocks change nothing, and a faulty block ends the run instead of the program.
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "csim/base/rng.h"
#include "csim/golden/golden.h"
#include "csim/record/commit.h"
#include "tb/checkers/checker.h"
#include "tb/env/env.h"
#include "tb/tests/base/fixture.h"

static struct config workload(const char *name, uint64_t operations) {
    struct config config = config_of(name, NULL);
    if (operations < config.operations)
        config.operations = operations;
    return config;
}

static struct stimulus *open(const struct config *config, uint64_t seed, bool skip) {
    struct text_error error;
    struct stimulus *env = env_open(config, seed, skip, &error);
    cr_assert(env != NULL, "%s", error.text);
    return env;
}

// A run, clock by clock: an environment, and the golden model that it drives.
struct loop {
    struct stimulus *env;
    struct admitter *golden;
    struct edge_in in;   // of the next clock
    struct edge_out out; // of the last
};

static struct loop loop_open(const struct config *config, uint64_t seed, bool skip) {
    struct loop loop = {.env = open(config, seed, skip),
                        .golden = golden_open((unsigned)config->depth),
                        .out = admitter_out_of_reset};
    cr_assert(loop.golden != NULL);
    return loop;
}

// False: the run has ended.
static bool loop_next(struct loop *loop) {
    return stimulus_next(loop->env, &loop->out, &loop->in);
}

static void loop_edge(struct loop *loop) {
    admitter_edge(loop->golden, &loop->in, &loop->out);
}

static void loop_close(struct loop *loop) {
    admitter_close(loop->golden);
    stimulus_close(loop->env);
}

// What a run has shown.
struct shown {
    struct env_stats stats;
    uint64_t commits; // their hash
    uint64_t beats;   // hash of every beat, with its clock
    uint64_t last_windows[LANES];
    bool failed;
};

static uint64_t hash_bytes(uint64_t hash, const void *data, size_t size) {
    const unsigned char *bytes = data;
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ bytes[i]) * UINT64_C(0x100000001b3);
    return hash;
}

// Folds in the beats that the next edge transfers: what is held while the block is not ready
// depends on which clocks are looked at.
static uint64_t hash_beats(uint64_t hash, uint64_t cycle, const struct edge_in *in, bool paused,
                           const struct edge_out *last) {
    static const struct edge_in idle;
    struct edge_in beats = *in;
    beats.gap = beats.now = 0;
    if (!last->op_ready) {
        beats.op_valid = beats.opcode = beats.urgent = beats.domain = 0;
        beats.address = 0;
        beats.tag = beats.length = beats.response_length = beats.wire_bytes = 0;
    }
    beats.hbm_valid &= last->hbm_ready;
    beats.grant_ready &= last->grant_valid;
    beats.pause = in->pause != paused;
    for (unsigned p = 0; p < HBM_LANES; p++)
        if (!(beats.hbm_valid >> p & 1))
            beats.hbm_id[p] = beats.hbm_service[p] = 0;
    if (memcmp(&beats, &idle, sizeof idle) == 0)
        return hash;
    return hash_bytes(hash_bytes(hash, &cycle, sizeof cycle), &beats, sizeof beats);
}

// The promises of a driver: what was offered and not taken is offered again unchanged, ids exist,
// idle clocks are skipped only while the block is quiet.
static void beats_check(const struct config *config, const struct edge_out *last,
                        const struct edge_in *before, const struct edge_in *in) {
    cr_assert(in->gap == 0 || last->quiet);
    if (in->reset || before->reset)
        return;
    if (before->op_valid == 2) { // marked below: not taken
        cr_assert(eq(u8, in->op_valid, 1));
        cr_assert(eq(u32, in->tag, before->tag));
        cr_assert(eq(u64, in->address, before->address));
        cr_assert(eq(u32, in->length, before->length));
        cr_assert(eq(u32, in->response_length, before->response_length));
        cr_assert(eq(u8, in->opcode, before->opcode));
        cr_assert(eq(u32, in->wire_bytes, before->wire_bytes));
        cr_assert(eq(u8, in->urgent, before->urgent));
        cr_assert(eq(u8, in->domain, before->domain));
    }
    for (unsigned p = 0; p < HBM_LANES; p++) {
        if (before->hbm_valid >> p & 1) { // marked below: not taken
            cr_assert(in->hbm_valid >> p & 1);
            cr_assert(eq(u16, in->hbm_id[p], before->hbm_id[p]));
            cr_assert(eq(u16, in->hbm_service[p], before->hbm_service[p]));
        }
        cr_assert(in->hbm_id[p] < config->depth); // zero where there is no beat
    }
    cr_assert(in->atomic_id < config->depth);
    cr_assert(in->response_id < config->depth);
    cr_assert(in->done_id < config->depth);
}

static struct shown run(const struct config *config, uint64_t seed, bool skip) {
    struct loop loop = loop_open(config, seed, skip);
    const struct edge_in *const in = &loop.in;
    struct checker *checker = checker_open((unsigned)config->depth);
    static struct commit_spread spread;
    commit_spread_init(&spread);
    struct shown shown = {.commits = COMMIT_HASH_START, .beats = COMMIT_HASH_START};
    struct edge_in before = {.reset = 1};
    uint64_t cycle = 0;
    bool paused = false;
    for (; loop_next(&loop); cycle++) {
        beats_check(config, &loop.out, &before, in);
        cycle += in->gap;
        before = *in;
        before.op_valid = in->op_valid && !loop.out.op_ready ? 2 : 0;
        before.hbm_valid = (uint8_t)(in->hbm_valid & ~loop.out.hbm_ready);
        shown.beats = hash_beats(shown.beats, cycle, in, paused, &loop.out);
        paused = in->pause && !in->reset;
        loop_edge(&loop);
        checker_edge(checker, in, &loop.out, cycle);
        struct commit commits[COMMITS_PER_EDGE];
        const unsigned count =
            commit_spread(&spread, &loop.out, cycle, cycle * config->clock_ps, commits);
        for (unsigned i = 0; i < count; i++) {
            shown.commits = commit_hash(shown.commits, &commits[i]);
            checker_commit(checker, &commits[i]);
        }
    }
    const struct checker_finding *finding = checker_finding(checker);
    shown.failed = env_error(loop.env) != NULL;
    if (!shown.failed)
        cr_expect(checker_drained(checker));
    cr_expect(finding->check == NULL, "%s: %s", finding->check, finding->text);
    cr_expect(eq(u64, env_stats(loop.env)->cycles, cycle));
    shown.stats = *env_stats(loop.env);
    for (unsigned lane = 0; lane < LANES; lane++)
        shown.last_windows[lane] = spread.window[lane];
    checker_close(checker);
    loop_close(&loop);
    return shown;
}

// The same, of which everything offered has one end, everything granted another.
static struct shown run_balanced(const struct config *config, uint64_t seed) {
    const struct shown shown = run(config, seed, true);
    const struct env_stats *stats = &shown.stats;
    cr_expect(not(shown.failed));
    cr_expect(eq(u64, stats->offered + stats->fences, config->operations));
    const uint64_t offers = stats->offered + stats->again;
    cr_expect(stats->granted + stats->rejected + stats->repeated <= offers);
    cr_expect(
        eq(u64, stats->completed + stats->rejected + stats->repeated + stats->voided, offers));
    return shown;
}

static const char *const papers[] = {"hbm_hotspot", "atomic", "response",
                                     "allreduce",   "moe",    "remote_read"};

Test(env, papers_workloads_complete_without_strays) {
    for (unsigned n = 0; n < 6; n++)
        for (uint64_t seed = 0; seed <= 5; seed++) {
            const struct config config = workload(papers[n], 1000);
            const struct shown shown = run_balanced(&config, seed);
            cr_expect(eq(u64, shown.stats.completed, config.operations));
            cr_expect(eq(u64, shown.stats.strays, 0));
            cr_expect(eq(u64, shown.stats.mends, 0));
            cr_expect(shown.stats.denials > 0, "%s never waits", papers[n]);
        }
}

Test(env, random_and_adversarial_traffic_drain) {
    static const char *const names[] = {"random", "adversarial"};
    for (unsigned n = 0; n < 2; n++)
        for (uint64_t seed = 1; seed <= 5; seed++) {
            const struct config config = workload(names[n], 30000);
            const struct shown shown = run_balanced(&config, seed);
            cr_expect(shown.stats.denials > 100 && shown.stats.rejected > 100);
            cr_expect(shown.stats.strays > 100 && shown.stats.disturbances > 100);
        }
}

Test(env, every_depth_drains) {
    for (uint64_t depth = 2; depth <= DEPTH_MAX; depth *= 2) {
        struct config config = workload("random", 5000);
        config.depth = depth;
        run_balanced(&config, 1);
    }
}

// Answers are lost, and nothing else goes wrong: whatever is offered again while its reservation is
// held is answered with it, and what comes later is executed once more; all is returned.
Test(env, lost_answers_are_repeated) {
    for (unsigned n = 0; n < 6; n++) {
        struct config config = workload(papers[n], 1000);
        config.loss_percent = 30;
        const struct shown shown = run_balanced(&config, 1);
        const struct env_stats *stats = &shown.stats;
        cr_expect(stats->again > config.operations / 5);
        cr_expect(stats->repeated > stats->again / 2, "%s: %lu of %lu", papers[n],
                  (unsigned long)stats->repeated, (unsigned long)stats->again);
        cr_expect(eq(u64, stats->strays, 0));
        cr_expect(eq(u64, stats->completed, config.operations + stats->again - stats->repeated));
    }
}

// Goodput and latencies count an operation once, however often it is executed.
Test(env, executed_again_counts_once) {
    struct config config = workload("atomic", 100);
    config.response_ns = 0;
    const uint64_t goodput_bytes = run(&config, 0, true).stats.goodput_bytes;
    config.loss_percent = 80;
    struct loop lossy = loop_open(&config, 0, true);
    while (loop_next(&lossy))
        loop_edge(&lossy);
    size_t urgent, bulk;
    env_latencies(lossy.env, true, &urgent);
    env_latencies(lossy.env, false, &bulk);
    cr_expect(eq(sz, urgent + bulk, 100));
    cr_expect(env_stats(lossy.env)->again > 100);
    cr_expect(eq(u64, env_stats(lossy.env)->goodput_bytes, goodput_bytes));
    loop_close(&lossy);
}

// What the block is told of an operation's place in the order, and how it is granted by it.
Test(env, tells_the_block_what_decides_the_order) {
    struct config config = workload("random", 2000);
    config.chaos_reset = 0;
    config.ordering_domains = 1000;
    config.ordering_percent = 50;
    struct loop loop = loop_open(&config, 1, true);
    const struct edge_in *const in = &loop.in;
    unsigned urgent = 0, ordered = 0, offers = 0, large = 0, pauses = 0;
    for (; loop_next(&loop); loop_edge(&loop)) {
        const bool taken = in->op_valid && loop.out.op_ready;
        offers += taken;
        urgent += taken && in->urgent;
        ordered += taken && in->domain;
        large += in->op_valid && in->wire_bytes > config.command_bytes;
        cr_assert(in->wire_bytes < 1u << WIRE_BITS);
        pauses += in->pause;
    }
    cr_expect(offers >= 1900 && large > 100 && pauses > 10);
    cr_expect(urgent > offers / 10 && urgent < offers / 6, "%u of %u", urgent, offers);
    cr_expect(ordered > offers * 4 / 10 && ordered < offers * 6 / 10, "%u of %u", ordered, offers);
    loop_close(&loop);
}

// The model's stages report the time that they took, in quanta; so multipliers stay where they are
// while estimates are right, and follow where they are not.
Test(env, observed_service_is_the_stages_own) {
    for (unsigned wrong = 0; wrong < 2; wrong++) {
        struct config config = workload("atomic", 112);
        config.calibrate = CALIBRATE_TIME;
        struct loop loop = loop_open(&config, 0, true);
        struct edge_in *const in = &loop.in;
        bool set = !wrong;
        for (; loop_next(&loop); loop_edge(&loop)) {
            if (in->atomic_valid)
                cr_assert(
                    eq(u16, in->atomic_service, (uint16_t)(config.atomic_ns * QUANTA_PER_NS)));
            // 20 ns and 80 bytes at 64 bytes a ns
            if (in->response_valid)
                cr_assert(eq(u16, in->response_service, 20 * QUANTA_PER_NS + 80 / 4));
            if (!set && in->op_valid) {               // believes that an Atomic takes half as long
                in->axi_awvalid = in->axi_wvalid = 1; // the environment is through with the bus
                in->axi_awaddr = 4 * (CONFIG_ATOMIC_SERVICE + OP_FETCH_ADD);
                in->axi_wdata = (uint32_t)config.atomic_ns * QUANTA_PER_NS / 2;
                in->axi_wstrb = AXI_STROBES;
                set = true;
            }
            in->axi_bready = 1;
        }
        const unsigned word = loop.out.multiplier[ATOMIC_LANE];
        const unsigned m = word & ((1u << MULTIPLIER_BITS) - 1);
        cr_expect(eq(uint, word & MULTIPLIER_ENABLE, MULTIPLIER_ENABLE));
        if (wrong)
            cr_expect(m > MULTIPLIER_ONE + MULTIPLIER_ONE / 16, "%u", m);
        else
            cr_expect(eq(uint, m, MULTIPLIER_ONE));
        loop_close(&loop);
    }
}

Test(env, writes_the_registers_before_the_first_offer) {
    struct config config = workload("atomic", 100);
    config.window_hbm = 12345;
    config.window_response = 2000;
    config.command_limit = 3;
    struct loop loop = loop_open(&config, 0, false);
    unsigned writes = 0;
    for (; loop_next(&loop) && !loop.in.op_valid; loop_edge(&loop)) {
        cr_expect(loop.in.axi_awvalid | loop.in.axi_bready);
        writes += loop.in.axi_awvalid && loop.out.axi_awready;
    }
    cr_expect(eq(uint, writes, HBM_LANES + 2));
    // Time zero of the traffic is the first clock after the writes, each of which is in force as
    // the next one begins, and the last one's answer.
    cr_expect(eq(u64, env_now_ps(loop.env), (CONFIG_TO_USE * writes + 1) * UINT64_C(1000)));
    loop_close(&loop);
    const struct shown shown = run_balanced(&config, 0);
    cr_expect(eq(u64, shown.last_windows[3], 12345));
    cr_expect(eq(u64, shown.last_windows[RESPONSE_LANE], 2000));
}

// Where the timer runs and nothing is reset, initiators end up knowing of every return, however
// often a message had to wait; and messages change nothing else.
Test(env, initiators_are_told_of_all_credit) {
    struct config config = workload("allreduce", 200);
    const struct shown silent = run(&config, 0, true);
    config.grant_interval = 50;
    config.grant_stall_percent = 80;
    struct loop loop = loop_open(&config, 0, true);
    const struct edge_out *const out = &loop.out;
    uint64_t returned[LANES] = {0};
    while (loop_next(&loop)) {
        loop_edge(&loop);
        if (out->return_kind[CLASS_HBM] == CHANNEL_RETURN)
            returned[out->hbm_lane] += out->amount[CLASS_HBM];
        returned[ATOMIC_LANE] += out->amount[CLASS_ATOMIC];
        returned[RESPONSE_LANE] += out->amount[CLASS_RESPONSE];
    }
    for (unsigned lane = 0; lane < LANES; lane++)
        cr_expect(eq(u64, env_credit_sent(loop.env)[lane], returned[lane]));
    const struct env_stats *stats = env_stats(loop.env);
    cr_expect(gt(u64, returned[ATOMIC_LANE], 0));
    cr_expect(gt(u64, stats->messages, 0));
    cr_expect(lt(u64, stats->messages, stats->returned / 2));
    cr_expect(ge(u64, stats->feedback_bytes, 12 * stats->messages)); // a lane at least
    cr_expect(le(u64, stats->feedback_bytes, 8 * stats->messages + 4 * stats->returned));
    loop_close(&loop);
    const struct shown informed = run(&config, 0, true);
    const uint64_t write_ps = (CONFIG_TO_USE + 1) * UINT64_C(1000); // of the interval
    cr_expect(eq(u64, informed.stats.denials, silent.stats.denials));
    cr_expect(eq(u64, informed.stats.last_complete_ps, silent.stats.last_complete_ps + write_ps));
    const struct shown every_clock = run(&config, 0, false);
    cr_expect(eq(u64, every_clock.commits, informed.commits));
    cr_expect(eq(u64, every_clock.stats.messages, informed.stats.messages));
}

Test(env, quanta_make_windows_coarser_and_nothing_else) {
    struct config config = workload("atomic", 100);
    config.quantum_time = 4;
    const struct shown shown = run_balanced(&config, 0);
    cr_expect(eq(u64, shown.stats.completed, 100));
    cr_expect(eq(u64, shown.last_windows[ATOMIC_LANE], 4000));
}

Test(env, an_atomic_alone_takes_the_papers_times) {
    struct config config = workload("atomic", 1);
    config.urgent_phase = 0; // it is latency-sensitive
    struct loop loop = loop_open(&config, 0, true);
    uint64_t cycle = 0, grant = 0;
    for (; loop_next(&loop); cycle++) {
        cycle += loop.in.gap;
        loop_edge(&loop);
        if (loop.out.kind == DECISION_GRANT)
            grant = cycle;
    }
    size_t count;
    const uint64_t *latency = env_latencies(loop.env, true, &count);
    cr_assert(eq(sz, count, 1));
    // Forward 3.2 + 250, Atomic engine 100, response engine 21.25, back 3.2 + 250 ns.
    cr_expect(eq(u64, latency[0] - grant * 1000, 627650));
    loop_close(&loop);
}

Test(env, offers_end_after_the_cycles_asked_for) {
    struct config config = workload("random", 1000000);
    config.cycles = 20000;
    const struct shown shown = run(&config, 1, true);
    cr_expect(not(shown.failed));
    cr_expect(shown.stats.offered < config.operations && shown.stats.offered > 5000);
    cr_expect(shown.stats.cycles >= 20000 && shown.stats.cycles < 40000);
}

Test(env, resets_void_what_was_under_way_and_the_run_goes_on) {
    struct config config = workload("random", 20000);
    config.chaos_reset = 2000;
    const struct shown shown = run_balanced(&config, 1);
    cr_expect(shown.stats.resets > 20, "%lu", (unsigned long)shown.stats.resets);
    cr_expect(shown.stats.voided > 100 && shown.stats.completed > 10000);
}

// Between a reset and the next offer the environment writes every register that the configuration
// wants otherwise.
Test(env, writes_the_registers_again_after_a_reset) {
    struct config config = workload("atomic", 100);
    config.window_hbm = 12345;
    config.chaos_reset = 20000;
    struct loop loop = loop_open(&config, 1, true);
    const struct edge_in *const in = &loop.in;
    unsigned writes = 0, resets = 0;
    for (; loop_next(&loop); loop_edge(&loop)) {
        if (in->reset)
            writes = 0;
        else if (in->op_valid)
            cr_assert(eq(uint, writes, HBM_LANES));
        writes += in->axi_awvalid && loop.out.axi_awready && !in->reset;
        resets += in->reset;
    }
    cr_expect(env_error(loop.env) == NULL);
    cr_expect(resets > 5, "%u", resets);
    loop_close(&loop);
}

// A window shrunk below an operation that waits already: only mending lets the run end.
Test(env, opens_windows_that_nobody_would_open) {
    const struct config config = workload("adversarial", 40000);
    const struct shown shown = run_balanced(&config, 2);
    cr_expect(shown.stats.mends > 0);
}

// --- faulty blocks ----------------------------------------------------------------------------

// A function that stands for a block.
typedef void (*block_function)(const struct edge_in *in, struct edge_out *out);

// Drives an environment until it ends.
static void drive(struct stimulus *env, block_function block) {
    struct edge_out out = admitter_out_of_reset;
    struct edge_in in;
    for (unsigned i = 0; i < 1000000 && stimulus_next(env, &out, &in); i++)
        block(&in, &out);
}

// Drives one of its own, which must end with an error of this pattern.
static void expect_error(const struct config *config, uint64_t seed, block_function block,
                         const char *pattern) {
    struct stimulus *env = open(config, seed, true);
    drive(env, block);
    cr_assert(env_error(env) != NULL);
    cr_expect(fnmatch(pattern, env_error(env), 0) == 0, "%s", env_error(env));
    stimulus_close(env);
}

static struct admitter *inner;

static void deaf_to_atomics(const struct edge_in *in, struct edge_out *out) {
    struct edge_in deaf = *in;
    deaf.atomic_valid = 0;
    admitter_edge(inner, &deaf, out);
}

Test(env, a_block_that_loses_returns_is_found_out) {
    struct config config = workload("atomic", 0);
    config.operations = 240; // more than the block has room for
    config.stall_clocks = 10000;
    inner = golden_open(DEPTH);
    expect_error(&config, 0, deaf_to_atomics, "nothing decided or returned for 10000 clocks*");
    admitter_close(inner);
}

static struct rng noise;

static void babble(const struct edge_in *in, struct edge_out *out) {
    (void)in;
    unsigned char *bytes = (unsigned char *)out;
    for (size_t i = 0; i < sizeof *out; i++)
        bytes[i] = rng_chance(&noise, 1, 8) ? (unsigned char)rng_next(&noise) : 0;
}

Test(env, a_block_that_babbles_does_no_harm) {
    for (uint64_t seed = 0; seed < 200; seed++) {
        const struct config config = workload(workload_names[seed % 8], 1000);
        noise = rng_stream(seed, RNG_FAULT_RANDOM);
        struct stimulus *env = open(&config, seed, seed % 2);
        drive(env, babble);
        cr_expect(env_error(env) != NULL);
        stimulus_close(env);
    }
}

// Grants whatever is offered in the next clock, all as reservation 3, and returns nothing.
static void grant_all(const struct edge_in *in, struct edge_out *out) {
    *out = admitter_out_of_reset;
    out->quiet = 0;
    if (!in->op_valid)
        return;
    out->kind = DECISION_GRANT;
    out->tag = in->tag;
    out->id = 3;
    out->mask = 1;
}

Test(env, a_block_that_grants_without_end_is_bounded) {
    struct config config = workload("random", 200000);
    config.stall_clocks = 1000;
    expect_error(&config, 1, grant_all, "*");
}

static uint16_t strange_id;
static unsigned decisions_each;

// Decides on every operation that it takes, as often as decisions_each says, with a strange id.
static void grant_strangely(const struct edge_in *in, struct edge_out *out) {
    static uint32_t tag;
    static unsigned left;
    *out = admitter_out_of_reset;
    if (in->op_valid && left == 0) {
        tag = in->tag;
        left = decisions_each;
    }
    out->op_ready = left <= 1;
    if (left == 0)
        return;
    left--;
    out->kind = DECISION_GRANT;
    out->tag = tag;
    out->id = strange_id;
}

Test(env, a_reservation_that_does_not_exist_is_found_out) {
    const struct config config = workload("atomic", 10);
    strange_id = 60000;
    decisions_each = 1;
    expect_error(&config, 0, grant_strangely,
                 "operation 0 is granted as reservation 60000, 0 operations are under way");
}

Test(env, a_second_decision_is_found_out) {
    const struct config config = workload("atomic", 10);
    strange_id = 1;
    decisions_each = 2;
    expect_error(&config, 0, grant_strangely, "a decision on operation 0, which does not wait");
}

// --- reports ----------------------------------------------------------------------------------

Test(env, tells_what_became_of_an_operation) {
    struct config config = workload("atomic", 0);
    config.operations = 240; // more than the block has room for
    struct stimulus *env = open(&config, 0, true);
    char *text = NULL;
    FILE *file = text_open(&text);
    env_describe_op(env, 5, file);
    inner = golden_open(DEPTH);
    drive(env, deaf_to_atomics); // ends by the watchdog, most operations still held
    env_describe_op(env, 0, file);
    env_describe_op(env, 150, file);
    env_describe_op(env, 200, file);
    fclose(file);
    char granted[100];
    snprintf(granted, sizeof granted,
             "granted in clock %d as reservation 0 with lanes 0x300, response returned in clock",
             OFFER_TO_DECISION);
    const char *const told[] = {"operation 5: not yet taken\n",
                                "operation 0: opcode 8 address 0x",
                                granted,
                                "operation 150: opcode 8",
                                "the last by lanes 0x400; waiting\n",
                                "operation 200: not yet taken\n"};
    for (unsigned i = 0; i < COUNT(told); i++)
        expect_part(text, told[i]);
    free(text);
    admitter_close(inner);
    stimulus_close(env);
}
