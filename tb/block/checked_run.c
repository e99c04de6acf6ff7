#include "tb/block/checked_run.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "csim/base/interrupt.h"
#include "csim/base/progress.h"
#include "csim/record/block_commits.h"
#include "csim/simulator/block_driver.h"
#include "csim/simulator/simulate.h"
#include "tb/block/check/check.h"
#include "tb/block/dut/block_rtl.h"
#include "tb/block/fields.h"
#include "tb/block/models.h"
#include "tb/block/monitor.h"

enum { PROGRESS_EVERY = 1 << 18, INTERRUPT_EVERY = 1 << 10 };

// A run under way. Large: it lives on the heap.
struct running {
    const struct checked_run *run;
    struct traffic *traffic;
    struct checked_outcome *outcome;
    struct path_size size;
    struct block block;
    struct heard heard;
    struct block_model model; // of all of them together
    struct block_commits spread;
    struct view view;
    struct check check;
    struct surroundings surroundings;
    struct monitor monitor;
    bool reset; // there was one: before it nothing is heard
    bool stop;
};

// --- what is heard ----------------------------------------------------------------------------

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

static void tell(struct running *running, const struct commit *commit) {
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
static void hear_commits(void *self, uint64_t clock, const struct block_out *out,
                         const struct block_in *in) {
    struct running *running = self;
    struct commit commit[BLOCK_COMMITS];
    if (running->reset && !running->run->drawn) {
        const unsigned count = block_commits(&running->spread, &out->path, clock,
                                             clock * running->run->config->clock_ps, commit);
        for (unsigned i = 0; i < count; i++)
            tell(running, &commit[i]);
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
static void judge(void *self, const struct view *view) {
    struct running *running = self;
    struct checked_outcome *outcome = running->outcome;
    const struct pair *const pair = &running->block.pair;
    const uint64_t clock = view->clock;
    if (!outcome->failed) {
        if (running->block.has_pair && pair->differs && pair->differs_clock <= clock)
            fail_lockstep(running);
        else if (running->check.findings > 0)
            fail_checker(running, clock);
        else if (running->block.rtl.self && block_rtl_finding(&running->block.rtl))
            fail(running, clock, "assertion", "of the RTL", block_rtl_finding(&running->block.rtl));
    }
    if (clock % INTERRUPT_EVERY == 0 && interrupted())
        outcome->interrupted = running->stop = true;
    if (outcome->failed && clock >= outcome->cycle + (running->run->drawn ? 0 : CHECKED_AFTER))
        running->stop = true;
}

// --- putting it together ----------------------------------------------------------------------

static bool open_models(struct running *running, struct text_error *error) {
    const struct checked_run *run = running->run;
    const struct block *block = &running->block;
    running->size = run->drawn ? run->drawn->what.size : block_driver_size(run->config);
    if (!block_open(&running->block, run->kind, &running->size, error))
        return false;
    running->model = block->model;
    if (run->undefined && block->rtl.self)
        block_rtl_undefined(&block->rtl, *run->undefined);
    if (!run->waves || !block->rtl.self ||
        block_rtl_waves(&block->rtl, run->waves, run->from, run->to))
        return true;
    block->model.close(block->model.self);
    return text_error_set(error, "%s: cannot be written", run->waves);
}

// Who hears, in this order: those of the caller, commits, the view with its readers.
static void open_listeners(struct running *running, struct listener *listener) {
    const struct checked_run *run = running->run;
    unsigned count = 0;
    if (run->listener.hear)
        listener[count++] = run->listener;
    block_commits_init(&running->spread, &running->size);
    if (run->commits)
        commit_csv_header(run->commits);
    listener[count++] = (struct listener){running, hear_commits};
    view_begin(&running->view, &running->size);
    check_begin(&running->check, run->drawn ? run->drawn->findings : NULL);
    view_add(&running->view, check_reader(&running->check));
    view_add(&running->view, (struct view_reader){running, judge});
    if (run->reader.read)
        view_add(&running->view, run->reader);
    listener[count++] = view_listener_of_heard(&running->view);
    running->model = heard_model(&running->heard, running->model, listener, count);
}

// An assertion's clock, a picture and a driver that plays a tape want each clock in its turn.
static void run_ahead(struct running *running) {
    struct block *const block = &running->block;
    const bool asserts = block->rtl.self && block_rtl_asserts(&block->rtl);
    const bool each = asserts || running->run->waves || running->run->drive;
    heard_run_ahead(&running->heard, block->has_pair ? &block->pair : NULL, each ? 0 : MODELS_AHEAD,
                    &running->stop);
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

// One clock of drawn surroundings; false: the run is over.
static bool clock_drawn(struct running *running) {
    struct world_truth truth;
    struct world *world = &running->surroundings.world;
    const struct block_out *const out = heard_shows(&running->heard);
    struct block_in *const in = heard_drives(&running->heard);
    if (world->clock > 0 && !running->outcome->failed &&
        !monitor_hear(&running->monitor, world, &out->path)) {
        heard_catch_up(&running->heard);
        fail(running, world->clock, "monitor", "truth", running->monitor.truth.text);
    }
    if (!surroundings_drive(&running->surroundings, out, in, &truth))
        return false;
    monitor_drive(&running->monitor, world, &in->path, &truth);
    running->model.clock(running->model.self, in);
    return !running->stop;
}

static bool run_drawn(struct running *running, struct text_error *error) {
    const struct checked_run *run = running->run;
    struct surroundings *surroundings = &running->surroundings;
    monitor_begin(&running->monitor, &running->size);
    if (run->drawn)
        surroundings_draw(surroundings, &run->drawn->what, run->seed);
    else if (!surroundings_open(surroundings, run->config, running->traffic, run->seed,
                                &running->size)) {
        running->model.close(running->model.self);
        return text_error_set(error, "out of memory");
    }
    while (clock_drawn(running))
        ;
    heard_catch_up(&running->heard);
    running->outcome->operations = surroundings->operations;
    running->outcome->fences = surroundings->fences;
    running->outcome->messages = surroundings->bus.messages;
    const char *const unread = run->drawn ? NULL : traffic_failure(running->traffic);
    if (unread)
        text_error_set(error, "%s", unread);
    if (surroundings->failure[0] && !running->outcome->failed)
        fail(running, running->outcome->cycles, "environment", "stall", surroundings->failure);
    if ((!running->outcome->failed || surroundings->failure[0]) && !running->outcome->interrupted) {
        check_end(&running->check, &running->view);
        if (running->check.findings > 0)
            fail_checker(running, running->outcome->cycles);
    }
    if (run->drawn) {
        run->drawn->world = surroundings->world;
        run->drawn->denied = running->monitor.denied;
    }
    surroundings_close(surroundings);
    running->model.close(running->model.self);
    return !unread;
}

static bool run_driven(struct running *running) {
    const struct checked_run *run = running->run;
    struct heard *const heard = &running->heard;
    while (!running->stop && run->drive(run->driver, heard_shows(heard), heard_drives(heard)))
        running->model.clock(running->model.self, heard_drives(heard));
    running->model.close(running->model.self);
    return true;
}

static bool run_it(struct running *running, struct text_error *error) {
    const struct checked_run *run = running->run;
    if (run->drive)
        return run_driven(running);
    return !run->drawn && run->config->stages == STAGES_MODEL ? run_simulated(running, error)
                                                              : run_drawn(running, error);
}

bool checked_run_do(const struct checked_run *run, struct checked_outcome *outcome,
                    struct text_error *error) {
    struct running *running = calloc(1, sizeof *running);
    struct listener listener[3];
    *outcome = (struct checked_outcome){.hash = COMMIT_HASH_START};
    if (!running) {
        traffic_close(run->traffic);
        return text_error_set(error, "out of memory");
    }
    running->run = run;
    running->outcome = outcome;
    running->traffic = run->traffic;
    const bool works = !run->drive && !run->drawn;
    if (!run->traffic && works)
        running->traffic = checked_run_traffic(run->path, run->config, run->seed, error);
    bool fine = (running->traffic || !works) && open_models(running, error);
    if (fine) {
        open_listeners(running, listener);
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
    text_error_set(error, "out of memory");
    return path ? traffic_file_open(path, config, error) : traffic_open(config, seed);
}

const char *checked_run_empty(const struct checked_outcome *outcome) {
    if (outcome->commits[COMMIT_GRANT] == 0)
        return "nothing was granted";
    if (outcome->commits[COMMIT_COMPLETE] == 0)
        return "nothing completed";
    return outcome->asked == 0 ? "no rule was asked" : NULL;
}
