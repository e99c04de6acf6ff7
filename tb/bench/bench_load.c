#include "tb/bench/bench_load.h"

#include <stdlib.h>

#include "csim/traffic/bottleneck.h"
#include "tb/cli/settings.h"

enum { STEADY_PERCENT = 90 };

static const struct policy *const measured = &policy_semacredit;

const char *bench_policy(void) {
    return measured->name;
}

static bool run_watched(const struct config *config, const struct simulate_watcher *watcher,
                        struct simulate_result *result) {
    struct text_error error;
    const struct simulate_run run = {.config = config, .policy = measured, .watcher = watcher};
    if (simulate_run(&run, result, &error))
        return true;
    return refuse("bench: %s", error.text);
}

bool bench_run(const struct config *config, struct simulate_result *result) {
    return run_watched(config, NULL, result);
}

bool bench_steady(struct config *config) {
    config->load_percent = STEADY_PERCENT;
    if (!bottleneck_spacing(config, &config->spacing_ps))
        return refuse("bench: out of memory");
    config->load_percent = 0;
    return true;
}

struct recorder {
    struct bench_load *load;
    uint64_t *posted_ps; // by operation: when its next event was posted
    uint64_t submitted_ps;
    uint64_t depths;
};

static void record(struct recorder *recorder, uint64_t ahead_ps, uint64_t depth) {
    recorder->load->ahead_ps[recorder->load->count++] = ahead_ps;
    recorder->depths += depth;
}

static void saw(void *context, enum simulate_step step, uint64_t now_ps, const struct op *op,
                unsigned partition, const struct policy_state *state) {
    (void)partition;
    struct recorder *recorder = context;
    const uint64_t depth = state->in_flight + 1; // the next submission, too
    uint64_t *const posted_ps = &recorder->posted_ps[op->index];
    switch (step) {
    case STEP_SUBMIT:
        record(recorder, now_ps - recorder->submitted_ps, depth);
        recorder->submitted_ps = now_ps;
        break;
    case STEP_ARRIVE:
    case STEP_HBM_DONE:
    case STEP_ATOMIC_DONE:
    case STEP_RESP_DONE:
        record(recorder, now_ps - *posted_ps, depth);
        break;
    case STEP_COMPLETE: // a write's is part of its HBM's
        if (now_ps > *posted_ps)
            record(recorder, now_ps - *posted_ps, depth);
        break;
    default:
        break;
    }
    *posted_ps = now_ps;
}

bool bench_load_open(struct bench_load *load, const struct config *config) {
    const uint32_t room = (uint32_t)config->operations * STEPS;
    uint64_t *posted_ps = calloc(config->operations, sizeof *posted_ps);
    *load = (struct bench_load){.ahead_ps = malloc(room * sizeof *load->ahead_ps)};
    struct recorder recorder = {.load = load, .posted_ps = posted_ps};
    const struct simulate_watcher watcher = {.saw = saw, .context = &recorder};
    struct simulate_result result = {0};
    bool fine = posted_ps && load->ahead_ps;
    if (!fine)
        verb_refuse("bench: out of memory");
    fine = fine && run_watched(config, &watcher, &result);
    free(posted_ps);
    if (!fine) {
        bench_load_close(load);
        return false;
    }
    load->depth = (uint32_t)(recorder.depths / load->count);
    return true;
}

void bench_load_close(struct bench_load *load) {
    free(load->ahead_ps);
    load->ahead_ps = NULL;
}
