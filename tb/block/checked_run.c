#include "tb/block/checked_run.h"

#include <sys/stat.h>

#include "csim/base/interrupt.h"
#include "csim/base/progress.h"
#include "csim/simulator/block_driver.h"
#include "csim/simulator/simulate.h"
#include "tb/block/check/check.h"
#include "tb/block/dut/block_rtl.h"
#include "tb/block/fields.h"
#include "tb/block/scoreboard.h"

enum { PROGRESS_EVERY = 1 << 18, INTERRUPT_EVERY = 1 << 10 };

// A run under way. Large: it lives on the heap.
struct running {
    const struct checked_run *run;
    struct traffic *traffic;
    struct checked_outcome *outcome;
    struct path_size size;
    struct block block;
    struct observed observed;
    struct block_model model; // of all of them together
    struct block_commits spread;
    struct ref_state ref;
    struct check check;
    struct environment env;
    struct monitor monitor;
    struct passed_over passed;
    struct kept_out kept;
    bool reset; // there was one: before it nothing is observed
    bool stop;
};

// --- what is observed ----------------------------------------------------------------------------

static void count_commit(struct checked_outcome *outcome, const struct commit *commit) {
    const bool first = outcome->commits[commit->kind]++ == 0;
    if (first)
        outcome->first[commit->kind] = commit->cycle;
    if (outcome->commits[COMMIT_DENY] && commit->kind == COMMIT_GRANT &&
        commit->op == outcome->waited && !outcome->granted_late)
        outcome->granted_late = commit->cycle;
    if (commit->kind != COMMIT_DENY)
        return;
    if (first)
        outcome->waited = commit->op;
    for (unsigned lane = 0; lane <= LANES; lane++)
        outcome->denials[lane] += commit->mask >> lane & 1u;
}

static void report(struct running *running, const struct commit *commit) {
    const struct checked_run *run = running->run;
    count_commit(running->outcome, commit);
    if (run->hash)
        running->outcome->hash = commit_hash(running->outcome->hash, commit);
    if (run->commits)
        commit_csv(run->commits, commit);
    if (run->sink)
        run->sink->take(run->sink->context, commit);
}

// Every commit of a clock.
static void observe_commits(void *self, uint64_t clock, const struct block_out *out,
                            const struct block_in *in) {
    struct running *running = self;
    struct commit commit[BLOCK_COMMITS];
    if (running->reset && !running->run->random) {
        const unsigned count = block_commits(&running->spread, &out->path, clock,
                                             clock * running->run->config->clock_ps, commit);
        for (unsigned i = 0; i < count; i++)
            report(running, &commit[i]);
    }
    if (!in->path.rst_n)
        block_commits_reset(&running->spread);
    running->reset |= !in->path.rst_n;
    running->outcome->cycles = clock + 1;
    if (running->run->progress && clock % PROGRESS_EVERY == 0)
        running->run->progress(running->run->context, running->outcome->commits[COMMIT_COMPLETE] +
                                                          running->outcome->commits[COMMIT_REJECT]);
}

static void fail(struct running *running, uint64_t clock, const char *caught, const char *name,
                 const char *reason) {
    struct checked_outcome *outcome = running->outcome;
    if (outcome->failed)
        return;
    outcome->failed = true;
    outcome->explainable = strcmp(caught, "environment") != 0;
    outcome->cycle = clock;
    snprintf(outcome->caught, sizeof outcome->caught, "%s: %.80s", caught, name);
    snprintf(outcome->reason, sizeof outcome->reason, "%s", reason);
}

static void fail_lockstep(struct running *running) {
    const struct pair *pair = &running->block.pair;
    struct field_at at = {OUT_FIELDS, 0};
    char name[FIELD_TEXT], text[FIELD_VALUES + 120];
    field_difference(&at, &running->size, &pair->dut_out, &pair->golden_out, name, text);
    running->outcome->mismatches = 1;
    running->outcome->dut = &pair->dut_out;
    running->outcome->follows = pair->follows;
    if (pair->follows[0])
        snprintf(text + strlen(text), sizeof text - strlen(text), "; %.100s within the clock",
                 pair->follows);
    fail(running, pair->differs_clock, "lockstep", name, text);
}

static void fail_checker(struct running *running, uint64_t clock) {
    const struct check *check = &running->check;
    if (!running->outcome->failed)
        running->outcome->loss = check->first_loss;
    fail(running, clock, "checker", CHECK_RULE[check->first_rule].name,
         check->first + check->first_what);
}

// Reads each clock after the checker.
static void judge(void *self, const struct ref_state *ref) {
    struct running *running = self;
    struct checked_outcome *outcome = running->outcome;
    const struct pair *const pair = &running->block.pair;
    const uint64_t clock = ref->clock;
    if (!outcome->failed) {
        if (running->block.has_pair && pair->differs && pair->differs_clock <= clock)
            fail_lockstep(running);
        else if (running->check.findings > 0)
            fail_checker(running, clock);
        else if (running->passed.text[0])
            fail(running, clock, "scoreboard", "passed over", running->passed.text);
        else if (running->kept.text[0])
            fail(running, clock, "scoreboard", "kept out", running->kept.text);
        else if (running->block.rtl.self && block_rtl_finding(&running->block.rtl))
            fail(running, clock, "assertion", "of the RTL", block_rtl_finding(&running->block.rtl));
    }
    if (clock % INTERRUPT_EVERY == 0 && interrupted())
        outcome->interrupted = running->stop = true;
    if (outcome->failed && clock >= outcome->cycle + (running->run->random ? 0 : CHECKED_AFTER))
        running->stop = true;
}

// --- putting it together ----------------------------------------------------------------------

static bool open_models(struct running *running, struct text_error *error) {
    const struct checked_run *run = running->run;
    const struct block *block = &running->block;
    running->size = run->random ? run->random->what.size : block_driver_size(run->config);
    if (!block_open(&running->block, run->kind, &running->size, error))
        return false;
    running->model = block->model;
    if (run->undefined && block->rtl.self)
        block_rtl_undefined(&block->rtl, *run->undefined);
    struct stat there; // a device or a pipe would be taken away
    if (!run->waves || !block->rtl.self ||
        ((stat(run->waves, &there) != 0 || S_ISREG(there.st_mode)) &&
         block_rtl_waves(&block->rtl, run->waves, run->from, run->to)))
        return true;
    block->model.close(block->model.self);
    return text_error_set(error, "%s: cannot be written", run->waves);
}

// Observers, in this order: those of the caller, commits, the reference state with its readers.
static void open_observers(struct running *running, struct observer *observer) {
    const struct checked_run *run = running->run;
    unsigned count = 0;
    if (run->observer.observe)
        observer[count++] = run->observer;
    block_commits_init(&running->spread, &running->size);
    if (run->commits)
        commit_csv_header(run->commits, false);
    observer[count++] = (struct observer){running, observe_commits};
    ref_begin(&running->ref, &running->size);
    check_begin(&running->check, run->random ? run->random->findings : NULL);
    ref_add(&running->ref, check_reader(&running->check));
    ref_add(&running->ref, passed_over_reader(&running->passed));
    if (run->random)
        ref_add(&running->ref, kept_out_reader(&running->kept, &running->monitor.board));
    ref_add(&running->ref, (struct ref_reader){running, judge});
    if (run->reader.read)
        ref_add(&running->ref, run->reader);
    observer[count++] = ref_observer_of_model(&running->ref);
    running->model = observed_model(&running->observed, running->model, observer, count);
}

// An assertion's clock, a picture and a driver that plays a tape want each clock in its turn.
static void run_ahead(struct running *running) {
    struct block *const block = &running->block;
    const bool asserts = block->rtl.self && block_rtl_asserts(&block->rtl);
    const bool each = asserts || running->run->waves || running->run->drive;
    observed_run_ahead(&running->observed, block->has_pair ? &block->pair : NULL,
                       each ? 0 : MODELS_AHEAD, &running->stop);
}

// --- running ----------------------------------------------------------------------------------

static bool run_simulated(struct running *running, struct text_error *error) {
    const struct checked_run *run = running->run;
    struct simulate_result result;
    struct config config = *run->config;
    config.empty_admits = 1;
    config.windows = WINDOWS_OWN;
    const struct simulate_run simulated = {.config = &config,
                                           .policy = policy_find("semacredit"),
                                           .seed = run->seed,
                                           .traffic = running->traffic,
                                           .block = &running->model,
                                           .clocked = true,
                                           .faults = true,
                                           .stop = &running->stop};
    struct text_error why = {""};
    const bool fine = simulate_run(&simulated, &result, &why);
    running->outcome->operations = result.operations + result.rejected;
    running->outcome->fences = result.fences;
    if (fine || running->stop || running->outcome->failed)
        return true;
    if (running->outcome->cycles == 0 || result.unread)
        return text_error_set(error, "%s", why.text);
    fail(running, running->outcome->cycles, "environment", "stall", why.text);
    return true;
}

// One clock of constrained-random traffic; false: the run is over.
static bool clock_random(struct running *running) {
    struct agents_executed executed;
    struct agents *agents = &running->env.agents;
    const struct block_out *const out = observed_shows(&running->observed);
    struct block_in *const in = observed_drives(&running->observed);
    if (agents->clock > 0 && !running->outcome->failed &&
        !monitor_observe(&running->monitor, agents, &out->path)) {
        observed_catch_up(&running->observed);
        fail(running, agents->clock, "scoreboard", "lanes", running->monitor.board.text);
    }
    if (!environment_drive(&running->env, out, in, &executed))
        return false;
    if (in->flip > 0)
        running->monitor.board.flipped |= UINT64_C(1) << (in->flip - 1) / BLOCK_FLIPS;
    monitor_drive(&running->monitor, agents, &in->path, &executed);
    running->model.clock(running->model.self, in);
    return !running->stop;
}

static bool run_random(struct running *running, struct text_error *error) {
    const struct checked_run *run = running->run;
    struct environment *env = &running->env;
    monitor_begin(&running->monitor, &running->size);
    if (run->random)
        environment_random(env, &run->random->what, run->seed);
    else
        environment_open(env, run->config, running->traffic, run->seed, &running->size);
    while (clock_random(running))
        ;
    observed_catch_up(&running->observed);
    running->outcome->operations = env->operations;
    running->outcome->fences = env->fences;
    running->outcome->messages = env->bus.messages;
    const char *const unread = run->random ? NULL : traffic_failure(running->traffic);
    if (unread)
        text_error_set(error, "%s", unread);
    if (env->failure[0] && !running->outcome->failed)
        fail(running, running->outcome->cycles, "environment", "stall", env->failure);
    if ((!running->outcome->failed || env->failure[0]) && !running->outcome->interrupted) {
        check_end(&running->check, &running->ref);
        if (running->check.findings > 0)
            fail_checker(running, running->outcome->cycles);
    }
    if (run->random) {
        run->random->agents = env->agents;
        run->random->denied = running->monitor.denied;
        memcpy(run->random->passed, running->passed.longest, sizeof run->random->passed);
    }
    environment_close(env);
    running->model.close(running->model.self);
    return !unread;
}

static bool run_driven(struct running *running) {
    const struct checked_run *run = running->run;
    struct observed *const observed = &running->observed;
    while (!running->stop &&
           run->drive(run->driver, observed_shows(observed), observed_drives(observed)))
        running->model.clock(running->model.self, observed_drives(observed));
    running->model.close(running->model.self);
    return true;
}

static bool run_it(struct running *running, struct text_error *error) {
    const struct checked_run *run = running->run;
    if (run->drive)
        return run_driven(running);
    return !run->random && run->config->stages == STAGES_MODEL ? run_simulated(running, error)
                                                               : run_random(running, error);
}

bool checked_run_do(const struct checked_run *run, struct checked_outcome *outcome,
                    struct text_error *error) {
    struct running *running = memory_there(calloc(1, sizeof *running));
    struct observer observer[3];
    *outcome = (struct checked_outcome){.hash = COMMIT_HASH_START};
    running->run = run;
    running->outcome = outcome;
    running->traffic = run->traffic;
    const bool works = !run->drive && !run->random;
    if (!run->traffic && works)
        running->traffic = checked_run_traffic(run->path, run->config, run->seed, error);
    bool fine = (running->traffic || !works) && open_models(running, error);
    if (fine) {
        open_observers(running, observer);
        run_ahead(running);
        const double start = seconds_now();
        fine = run_it(running, error);
        outcome->seconds = seconds_now() - start;
        outcome->asked = running->check.asked;
    } else {
        traffic_close(running->traffic);
    }
    free(running);
    return fine;
}

struct traffic *checked_run_traffic(const char *path, const struct config *config, uint64_t seed,
                                    struct text_error *error) {
    return path ? traffic_file_open(path, config, error) : traffic_open(config, seed);
}

const char *checked_run_empty(const struct checked_outcome *outcome) {
    if (outcome->commits[COMMIT_GRANT] == 0)
        return "nothing was granted";
    if (outcome->commits[COMMIT_COMPLETE] == 0)
        return "nothing completed";
    return outcome->asked == 0 ? "no rule was asked" : NULL;
}
