// The admission block in a policy's place: in zero time it decides like the policy, one by one;
// with a clock, every picosecond that an operation waits for admission has its part; and what
// cannot be seated is refused.
#include <stdlib.h>
#include <string.h>

#include "csim/golden/golden.h"
#include "csim/record/decisions.h"
#include "csim/simulator/block_driver.h"
#include "tb/sweep/block_policy.h"
#include "tb/tests/base/fixture.h"
#include "tb/tests/simulator/scenario.h"

enum { SCENARIOS = 150 };

// --- an admitter between the driver and the golden model ----------------------------------------

// What it does to the beats of a clock.
static enum mischief { NARROW_WINDOW, WIDE_WINDOW, DAWDLE } mischief;

struct mischievous {
    struct admitter admitter;
    struct admitter *inner;
    uint64_t clock;
};

static void mischief_edge(struct admitter *self, const struct edge_in *in, struct edge_out *out) {
    struct mischievous *mischievous = (struct mischievous *)self;
    struct edge_in changed = *in;
    const bool is_window = in->axi_wvalid && in->axi_awaddr < 4 * (CONFIG_WINDOW + LANES);
    if (mischief == NARROW_WINDOW && is_window)
        changed.axi_wdata -= in->axi_wdata / 8;
    if (mischief == WIDE_WINDOW && is_window)
        changed.axi_wdata += in->axi_wdata / 8;
    if (mischief == DAWDLE && ++mischievous->clock % 64 < 16)
        changed.pause = 1;
    admitter_edge(mischievous->inner, &changed, out);
    out->quiet = out->quiet && changed.pause == in->pause; // else it would be believed
}

static void mischief_close(struct admitter *self) {
    admitter_close(((struct mischievous *)self)->inner);
    free(self);
}

static const struct admitter_ops mischief_ops = {
    .name = "mischievous", .edge = mischief_edge, .close = mischief_close};

static struct admitter *mischief_open(unsigned depth) {
    struct mischievous *mischievous = calloc(1, sizeof *mischievous);
    cr_assert(ne(ptr, mischievous, NULL));
    mischievous->admitter.ops = &mischief_ops;
    mischievous->inner = golden_open(depth);
    return &mischievous->admitter;
}

static const struct admitter_kind mischievous_kind = {.name = "mischievous", .open = mischief_open};

// --- runs ---------------------------------------------------------------------------------------

struct trial {
    struct scenario scenario;
    const struct policy *policy;
    const struct admitter_kind *kind; // NULL: the policy decides
    bool clocked;
    struct decisions decisions;
    struct wait_breakdown *breakdown;
    struct simulate_result result;
    struct text_error error;
};

static enum block_policy_outcome trial_run(struct trial *trial) {
    struct config *config = &trial->scenario.config;
    block_policy_configure(config);
    cr_assert(decisions_open(&trial->decisions, config->operations));
    trial->breakdown = trial->clocked ? wait_breakdown_open(config) : NULL;
    const struct commit_sink sink = {.take = decisions_take, .context = &trial->decisions};
    const struct simulate_run run = {.config = config,
                                     .policy = trial->policy,
                                     .seed = trial->scenario.seed,
                                     .commits = &sink,
                                     .clocked = trial->clocked,
                                     .breakdown = trial->breakdown};
    return block_policy_run(trial->kind, &run, &trial->result, &trial->error);
}

static void trial_end(struct trial *trial) {
    decisions_close(&trial->decisions);
    wait_breakdown_close(trial->breakdown);
}

// Differing decisions of a scenario in zero time; UINT64_MAX: it was refused, `error` says why.
// What the policy alone cannot run to its end, the block cannot either.
static uint64_t disagreement(const struct scenario *scenario, const struct policy *policy,
                             const struct admitter_kind *kind, struct text_error *error) {
    struct trial alone = {.scenario = *scenario, .policy = policy};
    struct trial block = {.scenario = *scenario, .policy = policy, .kind = kind};
    uint64_t differing = UINT64_MAX, first = 0;
    const bool runs = trial_run(&alone) == BLOCK_POLICY_FINE;
    const enum block_policy_outcome outcome = trial_run(&block);
    *error = block.error;
    cr_expect(ne(int, outcome, BLOCK_POLICY_DIVERGED), "%s", error->text);
    if (!runs)
        cr_expect(eq(int, outcome, BLOCK_POLICY_REFUSED), "%s", alone.error.text);
    else if (outcome == BLOCK_POLICY_FINE)
        differing = decisions_differing(&alone.decisions, &block.decisions, &first);
    if (differing == 0)
        cr_expect(eq(u64, alone.result.events, block.result.events));
    trial_end(&alone);
    trial_end(&block);
    return differing;
}

static const struct policy *const block_policies[] = {&policy_semacredit, &policy_adaptive,
                                                      &policy_oracle, NULL};

// As every policy of the block decides on every workload of the paper, a third of it: `make
// agreement` runs the whole.
static void expect_agreement(const char *const *sets, uint64_t seed) {
    for (unsigned w = 0; w < PAPER_WORKLOADS; w++)
        for (const struct policy *const *policy = block_policies; *policy; policy++) {
            struct scenario scenario;
            struct text_error error;
            scenario_init_set(&scenario, workload_names[w], sets);
            scenario.config.operations /= 3;
            scenario.seed = seed;
            cr_expect(eq(u64,
                         disagreement(&scenario, *policy, admitter_kind_find("lockstep"), &error),
                         0),
                      "%s, %s, %s: %s", workload_names[w], (*policy)->name, sets[0], error.text);
        }
}

Test(block_driver, decides_like_the_policy_on_every_workload) {
    for (uint64_t seed = 0; seed < 2; seed++)
        expect_agreement((const char *const[]){NULL}, seed);
}

// Demands that calibration moves, wrong partitions, the deeper block, units of the counters.
static const char *const unusual[][5] = {
    {"variability_percent=50", "estimate_percent=50"},
    {"variability_percent=50", "variability_long_percent=3", "estimate_percent=200"},
    {"mapping_error_percent=50"},
    {"depth=256", "command_limit=256"},
    {"command_limit=20"},
    {"quantum_time=6", "quantum_hbm=6"},
    {"quantum_time=3", "variability_percent=25"},
    {"window_request_ns=250", "feedback_rtt_ns=200"},
    {"outstanding=100"},
};

EACH(block_driver, decides_like_the_policy_where_settings_are_unusual, unusual) {
    expect_agreement(*row, (uint64_t)(row - unusual));
}

static bool is_a_limit(const char *error) {
    static const char *const limits[] = {"the driver can order",    "kinds of operations wait",
                                         "counters have 32 bits",   "expected 0 beside",
                                         "never became admissible", NULL};
    for (const char *const *limit = limits; *limit; limit++)
        if (strstr(error, *limit))
            return true;
    return false;
}

// Anything at all: either a limit of the block is named, or the decisions are the same.
Test(block_driver, decides_like_the_policy_or_names_a_limit) {
    unsigned agreed = 0;
    for (uint64_t number = 0; number < SCENARIOS; number++) {
        struct scenario scenario;
        char command[SCENARIO_COMMAND_SIZE];
        struct text_error error;
        const struct policy *policy = block_policies[number % 3];
        scenario_draw(&scenario, number);
        scenario_command(&scenario, policy, command, sizeof command);
        const uint64_t differing =
            disagreement(&scenario, policy, admitter_kind_find("golden"), &error);
        const bool fine = differing == 0 || (differing == UINT64_MAX && is_a_limit(error.text));
        cr_expect(fine, "%lu differ, %s\n%s", (unsigned long)differing, error.text, command);
        agreed += differing == 0;
    }
    cr_expect(ge(u32, agreed, SCENARIOS / 2), "only %u could be decided by a block", agreed);
}

Test(block_driver, finds_a_block_that_decides_otherwise) {
    for (unsigned w = 0; w < PAPER_WORKLOADS; w++) {
        struct scenario scenario;
        struct text_error error;
        scenario_init(&scenario, workload_names[w]);
        mischief = NARROW_WINDOW;
        uint64_t differing = disagreement(&scenario, &policy_semacredit, &mischievous_kind, &error);
        cr_expect(differing > 0 && differing != UINT64_MAX, "%s: %s", workload_names[w],
                  error.text);
        mischief = WIDE_WINDOW;
        differing = disagreement(&scenario, &policy_semacredit, &mischievous_kind, &error);
        cr_expect(eq(u64, differing, UINT64_MAX), "%s", workload_names[w]);
        expect_part(error.text, "is granted above a window");
    }
}

// --- the wait breakdown --------------------------------------------------------------------------

// Picoseconds that are unexplained.
static uint64_t unexplained(struct trial *trial, const char *what) {
    uint64_t sum = 0, granted = 0;
    cr_assert(eq(int, trial_run(trial), BLOCK_POLICY_FINE), "%s: %s", what, trial->error.text);
    cr_expect(eq(u64, wait_breakdown_wrong(trial->breakdown), 0), "%s", what);
    for (uint32_t i = 0; i < wait_breakdown_operations(trial->breakdown); i++) {
        const struct wait_breakdown_entry *entry = wait_breakdown_entry(trial->breakdown, i);
        uint64_t parts = 0;
        for (unsigned part = 0; part < WAIT_PARTS; part++)
            parts += entry->part_ps[part];
        cr_expect(eq(u64, parts, entry->wait_ps), "%s: operation %u", what, i);
        sum += entry->part_ps[WAIT_UNEXPLAINED];
        granted += entry->granted;
    }
    cr_expect(eq(u64, granted, trial->result.operations), "%s", what);
    trial_end(trial);
    return sum;
}

static const char *const clocks[] = {"clock_ps=500", "clock_ps=777", "clock_ps=1000",
                                     "clock_ps=4000"};

EACH(block_driver, explains_every_picosecond_of_a_clocked_run, clocks) {
    for (unsigned w = 0; w < PAPER_WORKLOADS; w++)
        for (const struct policy *const *policy = block_policies; *policy; policy++) {
            struct trial trial = {
                .policy = *policy, .kind = admitter_kind_find("lockstep"), .clocked = true};
            scenario_init_set(&trial.scenario, workload_names[w],
                              SETS(*row, "variability_percent=40", "mapping_error_percent=10"));
            trial.scenario.seed = 1;
            cr_expect(eq(u64, unexplained(&trial, workload_names[w]), 0), "%s %s",
                      workload_names[w], (*policy)->name);
        }
}

// The clock's own latency, where nothing waits for credit: alignment, then the pipeline.
Test(block_driver, explains_an_idle_block_by_alignment_and_pipeline) {
    struct trial trial = {
        .policy = &policy_semacredit, .kind = admitter_kind_find("golden"), .clocked = true};
    scenario_init_set(&trial.scenario, "atomic", SETS("operations=20", "spacing_ps=900300"));
    cr_assert(eq(int, trial_run(&trial), BLOCK_POLICY_FINE), "%s", trial.error.text);
    for (uint32_t i = 0; i < 20; i++) {
        const uint64_t *part_ps = wait_breakdown_entry(trial.breakdown, i)->part_ps;
        cr_expect(eq(u64, part_ps[WAIT_ALIGN], (1000 - i * 900300 % 1000) % 1000), "%u", i);
        cr_expect(eq(u64, part_ps[WAIT_PIPELINE], OFFER_TO_DECISION * 1000), "%u", i);
        cr_expect(eq(u64, wait_breakdown_entry(trial.breakdown, i)->wait_ps,
                     part_ps[WAIT_ALIGN] + part_ps[WAIT_PIPELINE]));
    }
    trial_end(&trial);
}

Test(block_driver, does_not_explain_a_block_that_dawdles) {
    struct trial trial = {.policy = &policy_semacredit, .kind = &mischievous_kind, .clocked = true};
    mischief = DAWDLE;
    scenario_init(&trial.scenario, "response");
    cr_expect(gt(u64, unexplained(&trial, "response"), 0));
}

// --- what is refused -----------------------------------------------------------------------------

static void refuses(const struct policy *policy, const char *const *sets, const char *why) {
    struct trial trial = {.policy = policy, .kind = admitter_kind_find("golden")};
    scenario_init_set(&trial.scenario, "allreduce", sets);
    cr_expect(eq(int, trial_run(&trial), BLOCK_POLICY_REFUSED), "%s", why);
    expect_part(trial.error.text, why);
    cr_expect(eq(ptr, strchr(trial.error.text, '\n'), NULL));
    trial_end(&trial);
}

Test(block_driver, refuses_other_policies) {
    for (const struct policy *const *policy = policies; *policy; policy++)
        if (!block_driver_takes(*policy))
            refuses(*policy, (const char *const[]){NULL},
                    "expected semacredit, adaptive or oracle");
}

static const struct {
    const char *why, *sets[3];
} refused[] = {
    {"grant_interval_ns", {"grant_interval_ns=100"}},
    {"grant_delay_ns", {"grant_delay_ns=100"}},
    {"counters have 32 bits", {"window_request_ns=1000000", "atomic_window_multiple=1000"}},
    {"wire bytes, of which the driver can order 8191",
     {"large_bytes=9000", "window_request_ns=2000"}},
    {"the driver can order 2048", {"operations=6000", "spacing_ps=10"}},
};

EACH(block_driver, refuses_what_it_cannot_decide, refused) {
    refuses(&policy_semacredit, row->sets, row->why);
}

// --- decisions -----------------------------------------------------------------------------------

static void decide(struct decisions *decisions, enum commit_kind kind, uint32_t op, uint32_t d) {
    const struct commit commit = {.kind = kind, .op = op, .d = {[3] = d}};
    decisions_take(decisions, &commit);
}

Test(decisions, differ_in_order_operation_kind_demand_and_number) {
    struct decisions a, b;
    uint64_t first = 99;
    cr_assert(decisions_open(&a, 4) && decisions_open(&b, 4));
    decide(&a, COMMIT_GRANT, 1, 80);
    decide(&b, COMMIT_GRANT, 1, 80);
    decide(&b, COMMIT_DENY, 7, 80); // no decision
    cr_expect(eq(u64, decisions_differing(&a, &b, &first), 0));
    cr_expect(eq(u64, first, 99), "nothing differs");
    decide(&a, COMMIT_GRANT, 2, 80);
    decide(&b, COMMIT_GRANT, 2, 81);
    cr_expect(eq(u64, decisions_differing(&a, &b, &first), 1));
    cr_expect(eq(u64, first, 1));
    decide(&a, COMMIT_GRANT, 3, 80);
    decide(&b, COMMIT_REJECT, 3, 80);
    cr_expect(eq(u64, decisions_differing(&a, &b, &first), 2));
    decide(&a, COMMIT_GRANT, 4, 80);
    cr_expect(eq(u64, decisions_differing(&a, &b, &first), 3));
    cr_expect(eq(u64, decisions_differing(&b, &a, &first), 3));
    decisions_close(&a);
    decisions_close(&b);
}
