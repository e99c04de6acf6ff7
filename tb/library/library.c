// Golden model, checker, workloads and simulator behind the library's names.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "csim/golden/golden.h"
#include "csim/policy/policy.h"
#include "csim/record/commit.h"
#include "csim/record/tape.h"
#include "csim/simulator/simulate.h"
#include "tb/checkers/checker.h"
#include "tb/env/env.h"
#include "tb/library/library_ports.h"

int semacredit_abi(void) {
    return SEMACREDIT_ABI;
}

// ---- the golden model

struct semacredit_golden {
    struct admitter *admitter;
};

struct semacredit_golden *semacredit_golden_open(unsigned depth) {
    struct semacredit_golden *golden = malloc(sizeof *golden);
    if (golden)
        golden->admitter = golden_open(depth);
    if (golden && golden->admitter)
        return golden;
    free(golden);
    return NULL;
}

void semacredit_golden_close(struct semacredit_golden *golden) {
    if (golden)
        admitter_close(golden->admitter);
    free(golden);
}

void semacredit_golden_clock(struct semacredit_golden *golden, struct semacredit_ports *ports) {
    admitter_edge(golden->admitter, &ports->in, &ports->out);
}

// ---- the checker

struct semacredit_checker {
    struct checker *inner;
    struct commit_spread spread;
    uint64_t clock;
    char finding[FINDING_BYTES + 120]; // empty: none
};

struct semacredit_checker *semacredit_checker_open(unsigned depth) {
    struct semacredit_checker *checker = calloc(1, sizeof *checker);
    if (!checker)
        return NULL;
    checker->inner = checker_open(depth);
    commit_spread_init(&checker->spread);
    if (checker->inner)
        return checker;
    free(checker);
    return NULL;
}

void semacredit_checker_close(struct semacredit_checker *checker) {
    if (checker)
        checker_close(checker->inner);
    free(checker);
}

// Keeps the first finding. Returns false.
static bool checker_fails(struct semacredit_checker *checker, const char *check, const char *text) {
    if (!checker->finding[0])
        snprintf(checker->finding, sizeof checker->finding, "clock %" PRIu64 ", %s: %s",
                 checker->clock, check, text);
    return false;
}

bool semacredit_checker_clock(struct semacredit_checker *checker,
                              const struct semacredit_ports *ports) {
    struct commit commits[COMMITS_PER_EDGE];
    const uint64_t gaps = checker->spread.gaps;
    const unsigned count = commit_spread(&checker->spread, &ports->out, checker->clock, 0, commits);
    bool fine = checker_edge(checker->inner, &ports->in, &ports->out, checker->clock);
    for (unsigned i = 0; i < count; i++)
        fine = checker_commit(checker->inner, &commits[i]) && fine;
    const struct checker_finding *finding = checker_finding(checker->inner);
    if (!fine && finding->check)
        checker_fails(checker, finding->check, finding->text);
    if (checker->spread.gaps > gaps)
        checker_fails(checker, "order", "order numbers have a gap");
    checker->clock++;
    return !checker->finding[0];
}

bool semacredit_checker_drained(struct semacredit_checker *checker) {
    if (checker_drained(checker->inner))
        return true;
    const struct checker_finding *finding = checker_finding(checker->inner);
    return checker_fails(checker, finding->check, finding->text);
}

const char *semacredit_checker_finding(const struct semacredit_checker *checker) {
    return checker->finding[0] ? checker->finding : NULL;
}

// ---- inputs

struct semacredit_workload {
    struct stimulus *stimulus;
    bool is_tape;
};

static bool is_tape(const char *path) {
    const size_t length = strlen(path);
    return (length >= 5 && strcmp(path + length - 5, ".tape") == 0) ||
           (length >= 8 && strcmp(path + length - 8, ".tape.gz") == 0);
}

static struct stimulus *tape_open(const char *path, struct text_error *error) {
    struct tape_header header;
    struct stimulus *stimulus = tape_stimulus_open(path, &header, error);
    if (!stimulus || !stimulus_begins(stimulus))
        return stimulus;
    text_error_set(error, "%s: expected a tape that begins out of reset", path);
    stimulus_close(stimulus);
    return NULL;
}

static struct stimulus *config_open(const char *path, uint64_t seed, struct text_error *error) {
    struct config config;
    config_init(&config);
    if (!config_load(&config, path, error))
        return NULL;
    config.begin_percent = 0;
    return env_open(&config, seed, false, error);
}

struct semacredit_workload *semacredit_workload_open(const char *path, uint64_t seed, char *error,
                                                     size_t size) {
    struct text_error reason = {"out of memory"};
    struct semacredit_workload *workload = malloc(sizeof *workload);
    if (workload) {
        workload->is_tape = is_tape(path);
        workload->stimulus =
            workload->is_tape ? tape_open(path, &reason) : config_open(path, seed, &reason);
        if (workload->stimulus)
            return workload;
    }
    snprintf(error, size, "%s", reason.text);
    free(workload);
    return NULL;
}

void semacredit_workload_close(struct semacredit_workload *workload) {
    if (workload)
        stimulus_close(workload->stimulus);
    free(workload);
}

bool semacredit_workload_clock(struct semacredit_workload *workload,
                               struct semacredit_ports *ports) {
    return stimulus_next(workload->stimulus, &ports->out, &ports->in);
}

const char *semacredit_workload_failure(const struct semacredit_workload *workload) {
    return workload->is_tape ? tape_stimulus_failed(workload->stimulus)
                             : env_error(workload->stimulus);
}

// ---- policies

static double greatest(double a, double b) {
    return a > b ? a : b;
}

bool semacredit_simulate(const char *path, const char *policy, uint64_t seed,
                         struct semacredit_result *result, char *error, size_t size) {
    struct config config;
    struct text_error reason;
    struct simulate_result run;
    config_init(&config);
    const struct policy *found = policy_find(policy);
    if (!found)
        text_error_set(&reason, "expected a policy of semacredit run --help, got '%s'", policy);
    if (!found || !config_load(&config, path, &reason) ||
        !simulate(&config, found, seed, NULL, &run, &reason)) {
        snprintf(error, size, "%s", reason.text);
        return false;
    }
    *result = (struct semacredit_result){
        .operations = run.operations,
        .goodput_gbps = run.goodput_gbps,
        .urgent_p50_ns = run.small.p50_ns,
        .urgent_p99_ns = run.small.p99_ns,
        .bulk_p99_ns = run.bulk.p99_ns,
        .max_queueing_ns = greatest(run.max_queue_hbm_ns,
                                    greatest(run.max_queue_atomic_ns, run.max_queue_response_ns))};
    return true;
}
