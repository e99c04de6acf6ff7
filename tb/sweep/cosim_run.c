#include "tb/sweep/cosim_run.h"

#include <inttypes.h>

#include "csim/base/sample.h"
#include "csim/interface/lockstep.h"
#include "tb/checkers/checker.h"
#include "tb/cosim/cosim_loop.h"
#include "tb/env/env.h"

struct watched {
    const struct stimulus *env;
    struct recovery recovery;
};

static void watch(void *context, const struct commit *commit) {
    struct watched *watched = context;
    recovery_note(&watched->recovery, commit->time_ps, env_stats(watched->env)->goodput_bytes);
}

static bool measure_class(const struct stimulus *env, bool urgent, struct class_result *resource) {
    size_t count;
    const uint64_t *const latencies = env_latencies(env, urgent, &count);
    struct sample sample;
    if (!sample_open(&sample, count)) {
        sample_close(&sample);
        return false;
    }
    for (size_t i = 0; i < count; i++)
        sample_add(&sample, latencies[i]);
    *resource = class_result_of(&sample);
    sample_close(&sample);
    return true;
}

// False when out of memory.
static bool measure(const struct watched *watched, const struct cosim_loop_result *run,
                    struct simulate_result *result) {
    const struct stimulus *env = watched->env;
    const struct env_stats *stats = env_stats(env);
    if (!measure_class(env, true, &result->small) || !measure_class(env, false, &result->bulk))
        return false;
    result->makespan_ns = (double)(stats->last_complete_ps - stats->first_submit_ps) / 1000;
    result->goodput_gbps = (double)stats->goodput_bytes * 8 / result->makespan_ns;
    result->operations = result->small.count + result->bulk.count;
    result->rejected = stats->rejected;
    result->edges = run->edges;
    result->block =
        (struct block_result){.offered = stats->offered,
                              .again = stats->again,
                              .repeated = stats->repeated,
                              .granted = stats->granted,
                              .freed = stats->completed,
                              .left = stats->granted - stats->completed - stats->dropped,
                              .voided = stats->voided - stats->voided_executed,
                              .recovery_ns = recovery_ns(&watched->recovery),
                              .lost_ns = recovery_lost_ns(&watched->recovery)};
    return true;
}

// What is wrong with a run, one line; false: nothing.
static bool is_wrong(const struct stimulus *env, struct admitter *lockstep, struct checker *checker,
                     const struct cosim_loop_result *run, struct text_error *error) {
    const struct divergence *divergence = lockstep ? lockstep_divergence(lockstep) : NULL;
    const bool drained = checker_drained(checker);
    const struct checker_finding *finding = checker_finding(checker);
    if (divergence && divergence->found)
        text_error_set(error, "golden model and RTL differ in clock %" PRIu64 ": %s",
                       divergence->cycle, divergence_first(divergence));
    else if (env_error(env))
        text_error_set(error, "%s", env_error(env));
    else if (finding->check || !drained)
        text_error_set(error, "checker, %s: %s", finding->check, finding->text);
    else if (run->order_gaps)
        text_error_set(error, "order numbers had %" PRIu64 " gaps", run->order_gaps);
    else
        return false;
    return true;
}

bool cosim_run(const struct admitter_kind *kind, const struct config *config, uint64_t seed,
               struct simulate_result *result, struct text_error *error) {
    enum { AFTER_FAIL = 20 };
    *result = (struct simulate_result){0};
    struct stimulus *env = env_open(config, seed, true, error);
    if (!env)
        return false;
    struct watched watched = {.env = env};
    const uint64_t begin_ps = config->upset_cycle * config->clock_ps;
    const uint64_t clocks = config->upset_percent ? config->upset_clocks : 0;
    recovery_init(&watched.recovery, begin_ps, begin_ps + clocks * config->clock_ps);
    struct admitter *admitter = kind->open((unsigned)config->depth);
    struct checker *checker = checker_open((unsigned)config->depth);
    bool fine = admitter && checker;
    if (!fine)
        text_error_set(error, "there is no %s of %" PRIu64 " reservations, or not enough memory",
                       kind->name, config->depth);
    if (fine) {
        struct admitter *lockstep = kind->lockstep ? admitter : NULL;
        const struct cosim_loop_listeners listeners = {
            .checker = checker, .commit = watch, .context = &watched};
        const struct cosim_loop_limits limits = {.after_fail = AFTER_FAIL};
        const struct cosim_loop_result run_of =
            cosim_loop(env, admitter, lockstep, (uint32_t)config->clock_ps, &listeners, &limits);
        fine = !is_wrong(env, lockstep, checker, &run_of, error);
        if (fine && !measure(&watched, &run_of, result)) {
            text_error_set(error, "out of memory");
            fine = false;
        }
    }
    checker_close(checker);
    admitter_close(admitter);
    stimulus_close(env);
    return fine;
}
