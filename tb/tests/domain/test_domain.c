// A domain: one receiver of it is a receiver alone; tasks happen in an order that their waits
// allow; a block at each receiver decides like its policy.
#include <stdlib.h>
#include <string.h>

#include "csim/base/rng.h"
#include "csim/domain/domain.h"
#include "csim/record/decisions.h"
#include "csim/simulator/block_driver.h"
#include "csim/traffic/tasks.h"
#include "tb/sweep/block_policy.h"
#include "tb/sweep/task_scoreboard.h"
#include "tb/tests/base/fixture.h"
#include "tb/tests/simulator/scenario.h"

static struct text_error error;

// --- one receiver -------------------------------------------------------------------------------

static void commit_text(void *file, const struct commit *commit) {
    commit_csv(file, commit);
}

// With a block in the policy's place, clocked; or without (`kind` NULL).
static void expect_alone(const char *workload, const struct policy *policy,
                         const struct admitter_kind *kind) {
    struct config config = config_of(workload, SETS("receivers=1"));
    if (kind)
        block_policy_configure(&config);
    char *alone_text, *domain_text;
    FILE *alone_file = text_open(&alone_text), *domain_file = text_open(&domain_text);
    const struct commit_sink alone_sink = {commit_text, alone_file},
                             domain_sink = {commit_text, domain_file};
    struct simulate_result alone, domain;
    struct task_graph graph = {.count = 0};
    const struct simulate_run simulated = {
        .config = &config, .policy = policy, .seed = 1, .commits = &alone_sink, .clocked = kind};
    cr_assert(block_policy_run(kind, &simulated, &alone, &error) == BLOCK_POLICY_FINE, "%s",
              error.text);
    cr_assert(tasks_of_workload(&graph, &config, 1, &error), "%s", error.text);
    const struct domain_run run = {.config = &config,
                                   .policy = policy,
                                   .seed = 1,
                                   .graph = &graph,
                                   .commits = &domain_sink,
                                   .clocked = kind};
    cr_assert(block_domain_run(kind, NULL, &run, &domain, &error) == BLOCK_POLICY_FINE, "%s",
              error.text);
    fclose(alone_file);
    fclose(domain_file);
    cr_expect(results_equal(&alone, &domain), "%s, %s", workload, policy->name);
    cr_expect(strcmp(alone_text, domain_text) == 0, "%s, %s", workload, policy->name);
    cr_expect(kind || alone.events == domain.events);
    free(alone_text);
    free(domain_text);
    task_graph_close(&graph);
}

Test(domain, one_receiver_is_a_receiver_alone) {
    for (unsigned w = 0; w < PAPER_WORKLOADS; w++) {
        for (const struct policy *const *policy = policies; *policy; policy++)
            expect_alone(workload_names[w], *policy, NULL);
        expect_alone(workload_names[w], &policy_semacredit, admitter_kind_find("golden"));
    }
}

// --- drawn graphs -------------------------------------------------------------------------------

// One draw a statement: C leaves open in which order the parts of an initialiser are evaluated.
static struct op draw_op(struct rng *rng, uint32_t sources) {
    static const uint8_t opcodes[] = {OP_WRITE,     OP_WRITE, OP_READ,      OP_NOTIFY,
                                      OP_FETCH_ADD, OP_FENCE, TASK_NOTHING, 3};
    struct op op = {.wire_bytes = 80};
    op.opcode = opcodes[rng_below(rng, COUNT(opcodes))];
    op.source = (uint16_t)rng_below(rng, sources);
    op.address = rng_below(rng, 64) * 512;
    op.submit_ps = rng_below(rng, 2);
    op.submit_ps *= rng_below(rng, 100000);
    op.urgent = rng_chance(rng, 1, 4);
    op.domain = op.opcode == OP_FENCE || rng_chance(rng, 1, 2) ? 1 + rng_below(rng, 3) : 0;
    const uint32_t bytes = 1 + (uint32_t)rng_below(rng, 2000);
    if (op.opcode == OP_WRITE || op.opcode == OP_NOTIFY)
        op.length = op.wire_bytes = bytes;
    else if (op.opcode == OP_READ || op.opcode == OP_FETCH_ADD)
        op.response_length = bytes;
    return op;
}

static void draw(struct task_graph *graph, struct rng *rng) {
    const uint32_t sources = 1 + (uint32_t)rng_below(rng, 5);
    const uint32_t count = 1 + (uint32_t)rng_below(rng, 60);
    graph->receivers = 1 + (uint32_t)rng_below(rng, 5);
    for (uint32_t i = 0; i < count; i++) {
        struct task task = {.op = draw_op(rng, sources), .line = i + 1};
        task.target = (uint16_t)rng_below(rng, graph->receivers);
        task.delay_ps = rng_below(rng, 2);
        task.delay_ps *= rng_below(rng, 3000);
        task.bytes = task.op.opcode != TASK_NOTHING;
        const bool may_flow = task.op.opcode == OP_WRITE || task.op.opcode == OP_READ;
        if (may_flow && rng_chance(rng, 1, 2)) {
            task.bytes = 1 + rng_below(rng, 30000);
            task.piece = task.op.opcode == OP_WRITE ? task.op.length : task.op.response_length;
        }
        cr_assert(task_graph_add(graph, &task), "%s", error.text);
        for (uint32_t j = i ? (uint32_t)rng_below(rng, 4) : 0; j > 0; j--) {
            const uint32_t on = (uint32_t)rng_below(rng, i);
            const enum task_event event = (enum task_event)rng_below(rng, TASK_EVENTS);
            cr_assert(task_graph_wait(graph, i, on, event));
        }
    }
    cr_assert(task_graph_check(graph), "%s", error.text);
}

static struct config draw_config(struct rng *rng) {
    struct config config = config_of(NULL, NULL);
    config.egress_gbps = rng_chance(rng, 1, 4) ? 0 : 100 + rng_below(rng, 900);
    config.request_ns = rng_chance(rng, 1, 2) ? rng_below(rng, 700) : 0;
    config.task_requests = rng_below(rng, 4);
    config.command_limit = 1 + rng_below(rng, 20);
    if (rng_chance(rng, 1, 2))
        config.window_request_ns = config.feedback_rtt_ns = 32 + rng_below(rng, 100);
    return config;
}

static const struct domain_watcher books = {.task = task_scoreboard_task,
                                            .submitted = task_scoreboard_submitted,
                                            .over = task_scoreboard_over};

// --- the books notice ---------------------------------------------------------------------------

enum lie { NO_LIE, TOO_EARLY, TWICE, NEVER_DONE, ONE_LESS, ANOTHERS };

static const struct {
    enum lie lie;
    const char *expected; // NULL: nothing is wrong
} lies[] = {{NO_LIE, NULL},
            {TOO_EARLY, "begins before all that it waits for"},
            {TWICE, "its events are out of order, or twice"},
            {NEVER_DONE, "is not done"},
            {ONE_LESS, "is further without all of its operations"},
            {ANOTHERS, "submits another's operation"}};

// A write of 150 bytes by pieces of 100, and a task that waits for it.
static bool booked(const struct task_graph *graph, enum lie lie) {
    struct task_scoreboard *board = task_scoreboard_open(graph);
    if (lie == TOO_EARLY)
        task_scoreboard_task(board, 1, TASK_BEGUN, 0);
    task_scoreboard_task(board, 0, TASK_BEGUN, 5);
    for (uint64_t at = 0; at < (lie == ONE_LESS ? 100 : 150); at += 100) {
        struct op op = task_op(&graph->tasks[0], at);
        op.source += lie == ANOTHERS;
        task_scoreboard_submitted(board, 0, &op, 5);
        task_scoreboard_over(board, 0, &op, false, 6);
    }
    for (unsigned event = TASK_SENT; event < TASK_EVENTS; event++)
        task_scoreboard_task(board, 0, event, 7);
    if (lie == TWICE)
        task_scoreboard_task(board, 0, TASK_SENT, 7);
    for (unsigned event = 0; event < TASK_EVENTS - (lie == NEVER_DONE); event++)
        task_scoreboard_task(board, 1, event, 17);
    const bool fine = task_scoreboard_end(board, &error);
    task_scoreboard_close(board);
    return fine;
}

EACH(domain, books_notice, lies) {
    const struct task tasks[] = {
        {.op = {.opcode = OP_WRITE, .length = 100, .submit_ps = 5}, .bytes = 150, .piece = 100},
        {.op = {.opcode = TASK_NOTHING}, .delay_ps = 10}};
    struct task_graph graph = {.receivers = 1};
    cr_assert(task_graph_add(&graph, &tasks[0]) && task_graph_add(&graph, &tasks[1]) &&
              task_graph_wait(&graph, 1, 0, TASK_DONE) && task_graph_check(&graph));
    cr_expect(eq(int, booked(&graph, row->lie), row->expected == NULL));
    if (row->expected)
        expect_part(error.text, row->expected);
    task_graph_close(&graph);
}

static const struct {
    const char *expected; // NULL: nothing is wrong
    uint64_t late_ps;     // submitted so late,
    uint64_t again;       // one number is told for the next,
    unsigned left;        // so many are not told
} drawn_lies[] = {{NULL, 0, 0, 0},
                  {"another than the generator makes", 1, 0, 0},
                  {"not each is over once", 0, 1, 0},
                  {"not each is over once", 0, 0, 1}};

// Two receivers of ten drawn operations each.
EACH(domain, books_notice_what_is_not_drawn, drawn_lies) {
    const struct config config = config_of("moe", SETS("receivers=2", "operations=10"));
    struct task_graph graph = {.count = 0};
    cr_assert(tasks_of_workload(&graph, &config, 7, &error), "%s", error.text);
    struct task_scoreboard *board = task_scoreboard_open(&graph);
    for (uint32_t i = 0; i < 2; i++) {
        struct traffic *traffic = tasks_drawn(&graph, i);
        struct op op;
        for (unsigned n = 10; traffic_next(traffic, &op) && n > i * row->left; n--) {
            task_scoreboard_submitted(board, i, &op, op.submit_ps + row->late_ps);
            op.index -= row->again && n == 3;
            task_scoreboard_over(board, i, &op, false, op.submit_ps + 1000);
        }
        traffic_close(traffic);
    }
    cr_expect(eq(int, task_scoreboard_end(board, &error), row->expected == NULL));
    if (row->expected)
        expect_part(error.text, row->expected);
    task_scoreboard_close(board);
    task_graph_close(&graph);
}

// --- blocks -------------------------------------------------------------------------------------

// Everybody writes to everybody else, and reads from the next one when all of that has come.
static void all_to_all(struct task_graph *graph, uint16_t gpus, uint64_t bytes) {
    graph->receivers = gpus;
    for (uint16_t i = 0; i < gpus; i++)
        for (uint16_t d = 1; d < gpus; d++) {
            const struct task task = {.op = {.opcode = OP_WRITE,
                                             .length = 4096,
                                             .wire_bytes = 4096,
                                             .address = 0x100000 * i,
                                             .source = i},
                                      .bytes = bytes,
                                      .piece = 4096,
                                      .target = (uint16_t)((i + d) % gpus)};
            cr_assert(task_graph_add(graph, &task));
        }
    for (uint16_t i = 0; i < gpus; i++) {
        const struct task task = {.op = {.opcode = OP_READ,
                                         .response_length = 272,
                                         .wire_bytes = 80,
                                         .source = i,
                                         .urgent = true},
                                  .bytes = 27200,
                                  .piece = 272,
                                  .target = (uint16_t)((i + 1) % gpus)};
        cr_assert(task_graph_add(graph, &task));
        for (uint16_t d = 0; d + 1 < gpus; d++)
            cr_assert(
                task_graph_wait(graph, graph->count - 1, (uint32_t)i * (gpus - 1u) + d, TASK_DONE));
    }
    cr_assert(task_graph_check(graph), "%s", error.text);
}

static void decided(const struct admitter_kind *kind, const struct task_graph *graph,
                    struct decisions *decisions) {
    struct config config =
        config_of(NULL, SETS("egress_gbps=700", "window_request_ns=300", "feedback_rtt_ns=300",
                             "empty_admits=1", "port_slots=40", "port_urgent_share=3",
                             "port_small_share=3", "port_large_share=4"));
    block_policy_configure(&config);
    struct commit_sink sinks[TASK_RECEIVERS_MAX];
    for (uint32_t i = 0; i < graph->receivers; i++) {
        cr_assert(decisions_open(&decisions[i], graph->operations));
        sinks[i] = (struct commit_sink){decisions_take, &decisions[i]};
    }
    const struct domain_run run = {
        .config = &config, .policy = &policy_semacredit, .graph = graph, .commits = sinks};
    struct simulate_result result;
    cr_assert(block_domain_run(kind, NULL, &run, &result, &error) == BLOCK_POLICY_FINE, "%s",
              error.text);
}

// The greatest has more operations at a receiver than can be numbered beside their wire bytes.
static const struct {
    const char *name;
    const char *kind;
    uint64_t bytes;
} deciders[] = {{"golden", "golden", 100000},
                {"rtl", "rtl", 100000},
                {"lockstep", "lockstep", 100000},
                {"golden_long", "golden", 6000000}};

EACH(domain, blocks_decide_as_their_policies, deciders) {
    enum { GPUS = 4 };
    struct task_graph graph = {.count = 0};
    all_to_all(&graph, GPUS, row->bytes);
    struct decisions of_policy[GPUS] = {{0}}, of_block[GPUS] = {{0}};
    decided(NULL, &graph, of_policy);
    decided(admitter_kind_find(row->kind), &graph, of_block);
    for (unsigned i = 0; i < GPUS; i++) {
        uint64_t first;
        cr_expect(of_policy[i].count > 3 * row->bytes / 4096);
        cr_expect(eq(u64, decisions_differing(&of_policy[i], &of_block[i], &first), 0));
        decisions_close(&of_block[i]);
        decisions_close(&of_policy[i]);
    }
    task_graph_close(&graph);
}

// --- links and messages -------------------------------------------------------------------------

static double makespan_of(const char *const *sets) {
    const struct config config = config_of(NULL, sets);
    struct task_graph graph = {.receivers = 2};
    for (uint16_t i = 0; i < 2; i++) {
        const struct task task = {.op = {.opcode = OP_WRITE, .length = 4000, .wire_bytes = 4000},
                                  .bytes = 1,
                                  .target = i};
        cr_assert(task_graph_add(&graph, &task));
    }
    cr_assert(task_graph_check(&graph));
    const struct domain_run run = {
        .config = &config, .policy = &policy_semacredit, .graph = &graph};
    struct simulate_result result;
    cr_assert(domain_run(&run, &result, &error), "%s", error.text);
    task_graph_close(&graph);
    return result.makespan_ns;
}

// Two writes from one source to two receivers: the second one leaves 4,000 B / 100 Gb/s later.
Test(domain, a_source_has_one_link_and_a_request_flies_twice) {
    const double together = makespan_of(SETS("receivers=2"));
    cr_expect(epsilon_eq(dbl, makespan_of(SETS("egress_gbps=100")), together + 320, 1e-6));
    cr_expect(epsilon_eq(dbl, makespan_of(SETS("request_ns=70")), together + 140, 1e-6));
}

// --- clocked ------------------------------------------------------------------------------------

static struct config clocked_config(const char *workload, const char *const *sets) {
    struct config config = config_of(workload, sets);
    block_policy_configure(&config);
    return config;
}

// Of four receivers two have a block. Every task is done in order; clocks cost time.
Test(domain, some_receivers_have_clocked_blocks) {
    static const bool some[4] = {true, false, true, false};
    const struct config config =
        clocked_config(NULL, SETS("egress_gbps=700", "task_requests=8", "clock_ps=2000"));
    struct task_graph graph = {.count = 0};
    all_to_all(&graph, 4, 100000);
    double makespan_ns[2];
    uint64_t edges[2];
    for (unsigned clocked = 0; clocked < 2; clocked++) {
        struct task_scoreboard *board = task_scoreboard_open(&graph);
        struct domain_watcher watcher = books;
        watcher.context = board;
        const struct domain_run run = {.config = &config,
                                       .policy = &policy_semacredit,
                                       .graph = &graph,
                                       .watcher = &watcher,
                                       .clocked = clocked};
        struct simulate_result result;
        cr_assert(block_domain_run(admitter_kind_find("lockstep"), some, &run, &result, &error) ==
                      BLOCK_POLICY_FINE,
                  "%s", error.text);
        cr_assert(task_scoreboard_end(board, &error), "%s", error.text);
        makespan_ns[clocked] = result.makespan_ns;
        edges[clocked] = result.edges;
        task_scoreboard_close(board);
    }
    cr_expect(edges[0] > 1000 && edges[1] > 1000);
    cr_expect(makespan_ns[1] > makespan_ns[0] + 14); // 7 clocks from an offer to its decision
    task_graph_close(&graph);
}

// --- faults -------------------------------------------------------------------------------------

// The credit that a receiver's operations hold, from its block's commits alone.
struct held_credit {
    uint64_t debt[LANES], window[LANES];
    unsigned grants, repeats, resets;
    bool wrong, strays; // where these may come
};

static void held_take(void *context, const struct commit *commit) {
    struct held_credit *held = context;
    held->grants += commit->kind == COMMIT_GRANT;
    held->repeats += commit->kind == COMMIT_REPEAT;
    held->resets += commit->kind == COMMIT_RESET;
    held->wrong = held->wrong || (commit->kind == COMMIT_STRAY && !held->strays);
    for (unsigned lane = 0; lane < LANES; lane++) {
        if (commit->kind == COMMIT_RESET)
            held->debt[lane] = 0;
        else if (commit->kind == COMMIT_GRANT)
            held->debt[lane] += commit->d[lane];
        else if (commit->kind == COMMIT_RETURN)
            held->debt[lane] -= commit->d[lane];
        else if (commit->kind == COMMIT_WINDOW)
            held->window[lane] = commit->d[lane];
        held->wrong = held->wrong || held->debt[lane] != commit->debt[lane] ||
                      (commit->kind == COMMIT_GRANT && held->debt[lane] > commit->d[lane] &&
                       commit->d[lane] > 0 && held->debt[lane] > held->window[lane]);
    }
}

struct faulty {
    uint64_t grants, operations, repeats, resets, cleared; // of all runs
};

// Grants get lost, completions come again, and in between a receiver's block is reset or a source
// dies; what the others do completes, in order, and no credit stays held.
static void faults_run(uint64_t seed, const char *kind, struct faulty *sums) {
    struct rng rng = rng_stream(seed, RNG_TRAFFIC);
    struct task_graph graph = {.count = 0};
    draw(&graph, &rng);
    struct config config = draw_config(&rng);
    config.loss_percent = rng_below(&rng, 50);
    config.upset_percent = 0;
    config.upset_cycle = 1 + rng_below(&rng, 2000);
    config.upset_receiver = rng_below(&rng, graph.receivers);
    config.upset_drain = rng_below(&rng, 2);
    config.duplicate_percent = rng_below(&rng, 100);
    config.duplicate_percent *= rng_below(&rng, 2);
    config.dead_sources = rng_chance(&rng, 1, 3);
    config.clear_ns = 1 + rng_below(&rng, 3000);
    block_policy_configure(&config);
    struct held_credit held[TASK_RECEIVERS_MAX] = {{.grants = 0}};
    struct commit_sink sinks[TASK_RECEIVERS_MAX];
    struct policy_state begin; // a block tells its commits once these are its windows
    cr_assert(policy_open(&policy_semacredit, &begin, &config, &error), "%s", error.text);
    for (uint32_t i = 0; i < graph.receivers; i++) {
        memcpy(held[i].window, begin.window, sizeof begin.window);
        held[i].strays = config.duplicate_percent > 0 || !config.upset_drain;
        sinks[i] = (struct commit_sink){held_take, &held[i]};
    }
    struct task_scoreboard *board = task_scoreboard_open(&graph);
    struct domain_watcher watcher = books;
    watcher.context = board;
    const struct domain_run run = {.config = &config,
                                   .policy = &policy_semacredit,
                                   .seed = seed,
                                   .graph = &graph,
                                   .watcher = &watcher,
                                   .commits = sinks,
                                   .clocked = true};
    struct simulate_result result;
    cr_assert(block_domain_run(admitter_kind_find(kind), NULL, &run, &result, &error) ==
                  BLOCK_POLICY_FINE,
              "seed %lu: %s", (unsigned long)seed, error.text);
    const uint64_t over = result.operations + result.rejected + result.fences + result.cleared;
    cr_expect(config.dead_sources || task_scoreboard_end(board, &error), "seed %lu: %s",
              (unsigned long)seed, error.text);
    cr_expect(config.dead_sources ? over <= graph.operations : over == graph.operations);
    for (uint32_t i = 0; i < graph.receivers; i++) {
        cr_expect(not(held[i].wrong), "seed %lu, receiver %u", (unsigned long)seed, i);
        for (unsigned lane = 0; lane < LANES; lane++)
            cr_expect(held[i].debt[lane] == 0 && held[i].window[lane] == begin.window[lane]);
        cr_expect(eq(u32, held[i].resets, i == config.upset_receiver && !config.dead_sources));
        sums->grants += held[i].grants;
        sums->repeats += held[i].repeats;
        sums->resets += held[i].resets;
    }
    sums->operations += result.operations;
    sums->cleared += result.cleared;
    task_scoreboard_close(board);
    task_graph_close(&graph);
}

Test(domain, faults_are_recovered_from) {
    struct faulty sums = {0};
    for (uint64_t seed = 0; seed < 300; seed++)
        faults_run(seed, seed % 15 ? "golden" : "lockstep", &sums);
    cr_expect(sums.resets > 150 && sums.resets < 250, "%lu", (unsigned long)sums.resets);
    cr_expect(sums.cleared > 100, "%lu", (unsigned long)sums.cleared);
    cr_expect(sums.repeats > 3000, "%lu", (unsigned long)sums.repeats);
    cr_expect(sums.grants > sums.operations + 50, "%lu, %lu", (unsigned long)sums.grants,
              (unsigned long)sums.operations); // grants that a reset has voided, granted again
}

// Seed 1000: lost grants hold all the credit while more operations wait than there are slots.
Test(domain, a_slot_is_left_for_repeats) {
    struct faulty sums = {0};
    faults_run(1000, "lockstep", &sums);
    cr_expect(sums.repeats > 0);
}
