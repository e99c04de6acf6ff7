// semacredit clocks: what it costs that the admission block has a clock: the paper's workloads with
// the block in the policy's place, in zero time and at several clocks, and where every operation's
// wait for admission went.
#include <inttypes.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "csim/base/progress.h"
#include "csim/base/workers.h"
#include "tb/app/verbs.h"
#include "tb/cli/result_file.h"
#include "tb/cosim/block_policy.h"

enum { SEEDS = 5 };

static const char *const workloads[] = {"hbm_hotspot", "atomic", "response",
                                        "allreduce",   "moe",    "remote_read"};
enum { BLOCK_POLICIES = 2 };
static const struct policy *const block[BLOCK_POLICIES] = {&policy_semacredit, &policy_adaptive};
static const uint64_t clocks_ps[] = {0, 500, 1000, 2000, 4000}; // the first is zero time

enum {
    WORKLOADS = sizeof workloads / sizeof *workloads,
    CLOCKS = sizeof clocks_ps / sizeof *clocks_ps,
    PIECES = WORKLOADS * BLOCK_POLICIES * SEEDS
};

// ---- running

// Sums over operations; of a class of them.
struct waits {
    uint64_t operations;
    uint64_t wait_ps, zero_ps; // at this clock, in zero time
    uint64_t part_ps[WAIT_PARTS];
};

struct measured {
    struct simulate_result result;
    struct waits waits[2]; // bulk, latency-sensitive
    uint64_t wrong;        // operations whose parts do not add up to their wait
};

struct slot {
    struct measured clock[CLOCKS];
    struct text_error error; // empty: it could be run
    bool diverged;
};

// In memory that the processes share.
struct board {
    atomic_uint done;
    struct slot slots[PIECES];
};

struct running {
    const struct config *configs; // of the workloads
    const struct admitter_kind *kind;
    struct board *board;
    struct progress progress;
};

// Waits of a run in zero time, by operation.
static void note_wait(void *context, enum simulate_step step, uint64_t now_ps, const struct op *op,
                      unsigned partition, const struct policy_state *state) {
    (void)partition;
    (void)state;
    uint64_t *zero_ps = context;
    if (step == STEP_DISPATCH)
        zero_ps[op->index] = now_ps - op->submit_ps;
}

static void add_zero(struct measured *measured, const struct wait_breakdown *breakdown,
                     const uint64_t *zero_ps) {
    for (uint32_t i = 0; i < wait_breakdown_operations(breakdown); i++) {
        const struct wait_breakdown_entry *entry = wait_breakdown_entry(breakdown, i);
        struct waits *waits = &measured->waits[entry->urgent];
        if (!entry->granted)
            continue;
        waits->operations++;
        waits->wait_ps += entry->wait_ps;
        waits->zero_ps += zero_ps[i];
        for (unsigned part = 0; part < WAIT_PARTS; part++)
            waits->part_ps[part] += entry->part_ps[part];
    }
    measured->wrong = wait_breakdown_wrong(breakdown);
}

static bool run_clock(const struct running *running, unsigned piece, unsigned clock,
                      uint64_t *zero_ps, struct slot *slot) {
    struct config config = running->configs[piece / (BLOCK_POLICIES * SEEDS)];
    const bool clocked = clocks_ps[clock] > 0;
    const uint64_t seed = 1 + piece % SEEDS;
    block_policy_configure(&config);
    if (clocked)
        config.clock_ps = clocks_ps[clock];
    struct wait_breakdown *breakdown = clocked ? wait_breakdown_open(&config) : NULL;
    if (clocked && !breakdown)
        return text_error_set(&slot->error, "out of memory");
    const struct simulate_watcher watcher = {.saw = note_wait, .context = zero_ps};
    const struct block_policy_run run = {.kind = running->kind,
                                         .policy = block[piece / SEEDS % BLOCK_POLICIES],
                                         .config = &config,
                                         .clocked = clocked,
                                         .traffic = traffic_open(&config, seed),
                                         .seed = seed,
                                         .watcher = clocked ? NULL : &watcher,
                                         .breakdown = breakdown};
    struct measured *measured = &slot->clock[clock];
    const enum block_policy_outcome outcome =
        block_policy_run(&run, &measured->result, &slot->error);
    slot->diverged = outcome == BLOCK_POLICY_DIVERGED;
    if (outcome == BLOCK_POLICY_FINE && clocked)
        add_zero(measured, breakdown, zero_ps);
    wait_breakdown_close(breakdown);
    return outcome == BLOCK_POLICY_FINE;
}

static void work(void *context, unsigned piece, unsigned job) {
    (void)job;
    const struct running *running = context;
    struct slot *slot = &running->board->slots[piece];
    const uint64_t operations = running->configs[piece / (BLOCK_POLICIES * SEEDS)].operations;
    uint64_t *zero_ps = calloc(operations + 1, sizeof *zero_ps);
    bool fine = zero_ps != NULL;
    if (!fine)
        text_error_set(&slot->error, "out of memory");
    for (unsigned clock = 0; fine && clock < CLOCKS; clock++)
        fine = run_clock(running, piece, clock, zero_ps, slot);
    free(zero_ps);
    atomic_fetch_add(&running->board->done, 1);
}

static void watch(void *context) {
    struct running *running = context;
    progress_show(&running->progress, running->board->done, PIECES, "runs");
}

// ---- telling

static double mean_ns(uint64_t ps, uint64_t operations) {
    return operations ? (double)ps / 1000 / (double)operations : 0;
}

static void write_rows(const void *context, FILE *file) {
    const struct slot *slots = context;
    fprintf(file, "workload,policy,seed,clock_ps,operations,p99_small_ns,p50_small_ns,p99_bulk_ns,"
                  "goodput_gbps,makespan_ns,wait_ns,zero_time_wait_ns");
    for (unsigned part = 0; part < WAIT_PARTS; part++)
        fprintf(file, ",%s_ns", wait_part_name[part]);
    fprintf(file, "\n");
    for (unsigned i = 0; i < PIECES * CLOCKS; i++) {
        const unsigned piece = i / CLOCKS, clock = i % CLOCKS;
        const struct measured *measured = &slots[piece].clock[clock];
        const struct waits *bulk = &measured->waits[0], *small = &measured->waits[1];
        const uint64_t operations = bulk->operations + small->operations;
        fprintf(file, "%s,%s,%u,%" PRIu64 ",%" PRIu64 ",%.3f,%.3f,%.3f,%.4f,%.3f,%.3f,%.3f",
                workloads[piece / (BLOCK_POLICIES * SEEDS)],
                block[piece / SEEDS % BLOCK_POLICIES]->name, 1 + piece % SEEDS, clocks_ps[clock],
                measured->result.operations, measured->result.small.p99_ns,
                measured->result.small.p50_ns, measured->result.bulk.p99_ns,
                measured->result.goodput_gbps, measured->result.makespan_ns,
                mean_ns(bulk->wait_ps + small->wait_ps, operations),
                mean_ns(bulk->zero_ps + small->zero_ps, operations));
        for (unsigned part = 0; part < WAIT_PARTS; part++)
            fprintf(file, ",%.3f", mean_ns(bulk->part_ps[part] + small->part_ps[part], operations));
        fprintf(file, "\n");
    }
}

static void print_heading(const char *what) {
    printf("%-38s", what);
    for (unsigned clock = 1; clock < CLOCKS; clock++)
        printf("  %11.1f ns", (double)clocks_ps[clock] / 1000);
    printf("\n");
}

// Means over the seeds.
static void print_costs(const struct slot *slots) {
    print_heading("P99 of latency-sensitive, goodput:");
    for (unsigned row = 0; row < WORKLOADS * BLOCK_POLICIES; row++) {
        double p99[CLOCKS] = {0}, goodput[CLOCKS] = {0};
        for (unsigned i = 0; i < SEEDS * CLOCKS; i++) {
            const struct simulate_result *result =
                &slots[row * SEEDS + i / CLOCKS].clock[i % CLOCKS].result;
            p99[i % CLOCKS] += result->small.p99_ns / (double)SEEDS;
            goodput[i % CLOCKS] += result->goodput_gbps / (double)SEEDS;
        }
        printf("%-12s %-10s %7.0f %7.1f", workloads[row / BLOCK_POLICIES],
               block[row % BLOCK_POLICIES]->name, p99[0], goodput[0]);
        for (unsigned clock = 1; clock < CLOCKS; clock++)
            printf("  %+6.2f %+6.2f%%", 100 * (p99[clock] / p99[0] - 1),
                   100 * (goodput[clock] / goodput[0] - 1));
        printf("\n");
    }
}

static struct waits sum_waits(const struct slot *slots, unsigned clock, bool urgent) {
    struct waits sum = {0};
    for (unsigned piece = 0; piece < PIECES; piece++) {
        const struct waits *waits = &slots[piece].clock[clock].waits[urgent];
        sum.operations += waits->operations;
        sum.wait_ps += waits->wait_ps;
        sum.zero_ps += waits->zero_ps;
        for (unsigned part = 0; part < WAIT_PARTS; part++)
            sum.part_ps[part] += waits->part_ps[part];
    }
    return sum;
}

// Of a class of operations, means; the credit's part less all that zero time waits, so that the
// parts add up to the difference.
static void print_wait_breakdown(const struct slot *slots, bool urgent) {
    struct waits sum[CLOCKS];
    for (unsigned clock = 1; clock < CLOCKS; clock++)
        sum[clock] = sum_waits(slots, clock, urgent);
    printf("\n");
    print_heading(urgent ? "latency-sensitive, mean wait in ns:" : "bulk, mean wait in ns:");
    printf("  %-36s", "in zero time");
    for (unsigned clock = 1; clock < CLOCKS; clock++)
        printf("  %14.3f", mean_ns(sum[clock].zero_ps, sum[clock].operations));
    printf("\n");
    for (unsigned part = 0; part < WAIT_PARTS; part++) {
        printf("  %-36s",
               part == WAIT_CREDIT ? "+ credit comes later or sooner" : wait_part_meaning[part]);
        for (unsigned clock = 1; clock < CLOCKS; clock++) {
            const double zero =
                part == WAIT_CREDIT ? mean_ns(sum[clock].zero_ps, sum[clock].operations) : 0;
            printf("  %+14.3f", mean_ns(sum[clock].part_ps[part], sum[clock].operations) - zero);
        }
        printf("\n");
    }
    printf("  %-36s", "= wait");
    for (unsigned clock = 1; clock < CLOCKS; clock++)
        printf("  %14.3f", mean_ns(sum[clock].wait_ps, sum[clock].operations));
    printf("\n");
}

// Sums over everything, to the picosecond. Returns whether they are as they should be.
static bool print_check(const struct slot *slots) {
    uint64_t wait_ps = 0, parts_ps = 0, unexplained_ps = 0, wrong = 0, operations = 0;
    for (unsigned clock = 1; clock < CLOCKS; clock++)
        for (unsigned urgent = 0; urgent < 2; urgent++) {
            const struct waits sum = sum_waits(slots, clock, urgent);
            operations += sum.operations;
            wait_ps += sum.wait_ps;
            unexplained_ps += sum.part_ps[WAIT_UNEXPLAINED];
            for (unsigned part = 0; part < WAIT_PARTS; part++)
                parts_ps += sum.part_ps[part];
        }
    for (unsigned i = 0; i < PIECES * CLOCKS; i++)
        wrong += slots[i / CLOCKS].clock[i % CLOCKS].wrong;
    const bool fine = wait_ps == parts_ps && unexplained_ps == 0 && wrong == 0 && operations > 0;
    printf("\n%s: %" PRIu64 " operations waited %" PRIu64 " ps, the parts are %" PRIu64
           " ps, unexplained %" PRIu64 " ps; operations whose parts do not add up: %" PRIu64 "\n",
           fine ? "fine" : "FAILED", operations, wait_ps, parts_ps, unexplained_ps, wrong);
    return fine;
}

static int describe(const struct slot *slots) {
    for (unsigned piece = 0; piece < PIECES; piece++)
        if (slots[piece].error.text[0]) {
            const char *workload = workloads[piece / (BLOCK_POLICIES * SEEDS)];
            const char *policy = block[piece / SEEDS % BLOCK_POLICIES]->name;
            if (!slots[piece].diverged)
                return verb_refuse("%s, %s, seed %u: %s", workload, policy, 1 + piece % SEEDS,
                                   slots[piece].error.text);
            printf("FAILED: %s, %s, seed %u: %s\n", workload, policy, 1 + piece % SEEDS,
                   slots[piece].error.text);
            return STATUS_FAILED;
        }
    if (!result_file("clocks.csv", write_rows, slots))
        return STATUS_USAGE;
    print_costs(slots);
    print_wait_breakdown(slots, true);
    print_wait_breakdown(slots, false);
    return print_check(slots) ? STATUS_FINE : STATUS_FAILED;
}

static int run_all(const struct config *configs, const struct options *options) {
    struct running running = {.configs = configs,
                              .kind = options->kind,
                              .board = workers_memory(sizeof *running.board),
                              .progress = progress_start("clocks")};
    if (!running.board)
        return verb_refuse("clocks: out of memory");
    const bool ran = workers_run(&(struct workers){.jobs = (unsigned)options->jobs,
                                                   .pieces = PIECES,
                                                   .work = work,
                                                   .watch = watch,
                                                   .context = &running});
    progress_end(&running.progress);
    const int status = ran ? describe(running.board->slots) : verb_lost_workers();
    workers_forget(running.board, sizeof *running.board);
    return status;
}

int verb_clocks(struct options *options) {
    struct config configs[WORKLOADS];
    for (unsigned i = 0; i < WORKLOADS; i++)
        if (!settings_load(&options->settings, workloads[i], &configs[i]))
            return STATUS_USAGE;
    return run_all(configs, options);
}
