#include "csim/simulator/simulate.h"

#include <assert.h>

#include "csim/base/interrupt.h"
#include "csim/simulator/simulation.h"

enum { PROGRESS_EVENTS = 1 << 16, INTERRUPT_EVENTS = 1 << 6 };

// When the next operation is submitted; UINT64_MAX: there is none, or not before an event. In a
// closed loop that is when an operation has completed, whatever the time that traffic gave it.
static uint64_t submission_ps(const struct simulation *sim) {
    if (!sim->more)
        return UINT64_MAX;
    if (sim->config->outstanding == 0)
        return sim->next.submit_ps;
    const bool open = sim->initiators.count > 0
                          ? initiators_can_submit(&sim->initiators, sim->now_ps)
                          : sim->unfinished < sim->config->outstanding;
    return open ? sim->now_ps : UINT64_MAX;
}

uint64_t simulation_next_ps(const struct simulation *sim) {
    const uint64_t event_ps = event_next_ps(sim->events), submit_ps = submission_ps(sim);
    return submit_ps < event_ps ? submit_ps : event_ps;
}

static void show_progress(const struct simulation *sim) {
    if (sim->watcher && sim->watcher->progress)
        sim->watcher->progress(sim->watcher->context, sim->result->operations);
}

// The next operation, if it is submitted up to the clock `cycles`.
static void fetch(struct simulation *sim) {
    const struct config *config = sim->config;
    sim->more = traffic_next(sim->traffic, &sim->next) &&
                (config->cycles == 0 || sim->next.submit_ps <= config->cycles * config->clock_ps);
}

// False: more operations wait than there is room for.
static bool run_events(struct simulation *sim, const bool *stop) {
    struct event event;
    for (;;) {
        const uint64_t submit_ps = submission_ps(sim);
        if (submit_ps < UINT64_MAX && submit_ps <= event_next_ps(sim->events)) {
            struct op op = sim->next;
            sim->now_ps = op.submit_ps = submit_ps;
            if (simulation_job(sim) == JOB_NONE)
                return false;
            fetch(sim);
            simulation_submit(sim, &op);
        } else if (event_take(sim->events, &event)) {
            sim->now_ps = event.time_ps;
            simulation_event(sim, event.kind, event.subject);
        } else {
            return true;
        }
        if ((sim->result->events % INTERRUPT_EVENTS == 0 && interrupted()) || (stop && *stop) ||
            (sim->driver && sim->driver->failed))
            return true; // as far as the block can go, or the user wants it to
        if (sim->result->events++ % PROGRESS_EVENTS == 0)
            show_progress(sim);
        // After every single event, submissions of one instant included.
        simulation_settle(sim);
    }
}

// --- a run ------------------------------------------------------------------------------------

static void run_open(struct simulation *sim, const struct simulate_run *run) {
    const struct config *config = sim->config;
    sim->events = event_queue_open(simulation_events(sim), 1);
    metrics_open(sim->metrics, config, run->subclasses);
    simulation_open(sim, run->block, run->commits);
    if (sim->faults && config->upset_cycle > 0)
        simulation_post(sim, config->upset_cycle * config->clock_ps, BLOCK_UPSET, 0);
    if (sim->initiators.count > 1 && config->initiator_late_ns > 0)
        simulation_post(sim, config->initiator_late_ns * 1000, WAKE, HBM_LANES);
    fetch(sim);
}

static void run_close(struct simulation *sim) {
    traffic_close(sim->traffic);
    event_queue_close(sim->events);
    simulation_close(sim);
    metrics_close(sim->metrics);
}

bool simulate_run(const struct simulate_run *run, struct simulate_result *result,
                  struct text_error *error) {
    const struct config *config = run->config;
    struct traffic *traffic = run->traffic ? run->traffic : traffic_open(config, run->seed);
    struct metrics metrics = {.warmup = 0};
    struct simulation sim = {
        .config = config,
        .policy = run->policy,
        .admission = !run->block    ? &admission_policy
                     : run->clocked ? &admission_block_clocked
                                    : &admission_block_zero,
        .traffic = traffic,
        .seed = run->seed,
        .commits = {.sink = run->block ? NULL : run->commits, .clock_ps = config->clock_ps},
        .watcher = run->watcher,
        .faults = run->faults,
        .metrics = &metrics,
        .capacity = simulation_capacity(config->operations),
        .result = result};
    *result = (struct simulate_result){0};
    if (!simulation_check(&sim, run->block, error)) {
        traffic_close(traffic);
        return false;
    }
    bool done = false;
    run_open(&sim, run);
    if (!run_events(&sim, run->stop)) {
        text_error_set(error, SIMULATION_FULL, SIMULATION_JOBS_MAX, sim.now_ps);
    } else if (interrupted()) {
        text_error_set(error, "interrupted");
    } else if (run->stop && *run->stop) {
        text_error_set(error, "stopped");
    } else if (traffic_failure(traffic)) {
        text_error_set(error, "%s", traffic_failure(traffic));
        result->unread = true;
    } else if (sim.driver && sim.driver->failed) {
        text_error_set(error, "%s", sim.driver->error);
    } else if (simulation_waiting(&sim) > 0) {
        text_error_set(error, "%" PRIu32 " operations never became admissible",
                       simulation_waiting(&sim));
    } else {
        assert(event_count(sim.events) == 0);
        simulation_summarise(&sim);
        simulation_measure(&metrics, result);
        initiators_summarise(&sim.initiators, &result->initiators);
        done = true;
    }
    run_close(&sim);
    return done;
}
