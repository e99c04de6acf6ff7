// The block of rtl/next in the place of a policy. In zero time: returns first; choices,
// one at a time, until nobody who waits in the block is admissible; then one operation enters, the
// first submitted of those whose classes are ready; choices; and so on. With a clock: one edge each
// period.
#include "csim/simulator/simulation.h"

#include <inttypes.h>

#include "csim/base/rng.h"
#include "csim/policy/policy_windows.h"

enum {
    CLOCKS_MAX = 1 << 20,
    RETURN_CLOCKS = 8, // from the last completion at a port to a compare that knows of it
    OFFER_CLOCKS = 5,  // from an offer to its compare
    CHOICE_CLOCKS = 5, // from a clock without pause to the commit of its choice, and a compare
};

static void fail(struct simulation *sim, const char *why) {
    if (!sim->path->failed)
        snprintf(sim->path->error, sizeof sim->path->error, "%s", why);
    sim->path->failed = true;
}

// Returns may be late at the block, and never early: what it grants has room.
static bool has_room(const struct simulation *sim, const struct job *job) {
    return sim->state.in_flight < sim->state.command_limit &&
           sim->policy->refuse(&sim->state, &job->op, &job->demand) == 0;
}

// Does this grant get lost? Drawn for each.
static bool is_lost(struct simulation *sim) {
    const uint64_t percent = sim->faults ? sim->config->loss_percent : 0;
    return percent > 0 &&
           rng_fold(rng_at(sim->seed + sim->number, RNG_LOSS, sim->grants++), 100) < percent;
}

static void grant(struct simulation *sim, uint32_t job) {
    if (is_lost(sim)) {
        path_driver_lose(sim->path, job);
        simulation_post(sim, sim->now_ps + sim->config->feedback_rtt_ns * 1000, RETRY, job);
    } else if (!has_room(sim, &sim->jobs[job])) {
        fail(sim, "an operation is granted above a window or the limit");
    } else {
        simulation_dispatch(sim, job);
    }
}

static void take(struct simulation *sim, const struct path_decision *decision) {
    if (decision->kind == PATH_NONE)
        return;
    struct job *job = &sim->jobs[decision->job];
    if (decision->kind == PATH_GRANT)
        grant(sim, decision->job);
    else if (decision->kind == PATH_REJECT)
        simulation_reject(sim, decision->job, 0);
    else if (job->waits_for == PART_FOR_SLOT)
        job->waits_for = (uint8_t)simulation_waits_for(sim, decision->refused);
}

// One clock. True: somebody left.
static bool tick(struct simulation *sim, bool offers, bool pause) {
    struct path_decision answered;
    sim->path->now_ps = sim->now_ps;
    const struct path_decision decision =
        path_driver_clock(sim->path, &sim->port, offers, pause, &answered);
    take(sim, &answered);
    take(sim, &decision);
    return decision.kind == PATH_GRANT || decision.kind == PATH_REJECT ||
           answered.kind == PATH_GRANT;
}

static void offer(struct simulation *sim, uint32_t index) {
    struct job *job = &sim->jobs[index];
    simulation_ready(sim, job);
    sim->policy->charge(&sim->state, &job->op, job->lane, &job->demand);
    simulation_refused(sim, job);
    offer_port_queue(&sim->port, sim->jobs, index);
    sim->path->waiting++;
}

static void stage_done(struct simulation *sim, uint32_t index, unsigned resource) {
    const struct job *job = &sim->jobs[index];
    const uint32_t amount = windows_return(&sim->state, &job->demand, resource);
    windows_inform(&sim->state, class_lane(&job->demand, resource), amount);
    path_driver_stage_done(sim->path, index, resource,
                           stages_observed(simulation_service_ps(sim, job, resource)));
}

static void completed(struct simulation *sim, uint32_t index) {
    sim->state.in_flight--;
    path_driver_completed(sim->path, index);
}

// Who is refused is told by the block's trace, not here.
static void emit_denials(struct simulation *sim) {
    (void)sim;
}

// --- zero time --------------------------------------------------------------------------------

static void wait_clocks(struct simulation *sim, unsigned clocks) {
    for (unsigned i = 0; i < clocks; i++)
        tick(sim, false, true);
}

// Chooses until nobody is admissible.
static void choose(struct simulation *sim) {
    bool left;
    do {
        left = tick(sim, false, false);
        for (unsigned i = 0; i < CHOICE_CLOCKS; i++)
            left |= tick(sim, false, true);
    } while (left && !sim->path->failed);
}

static void settle_zero(struct simulation *sim) {
    struct path_driver *path = sim->path;
    if (path->beating > 0) {
        while (path->beating > 0 && !path->failed)
            tick(sim, false, true);
        wait_clocks(sim, RETURN_CLOCKS);
        choose(sim);
    }
    while (path_driver_has_offer(path, &sim->port) && !path->failed) {
        tick(sim, true, true);
        wait_clocks(sim, OFFER_CLOCKS);
        choose(sim);
    }
}

const struct admission admission_path_zero = {.offer = offer,
                                              .stage_done = stage_done,
                                              .completed = completed,
                                              .settle = settle_zero,
                                              .emit_denials = emit_denials};

// --- with a clock -----------------------------------------------------------------------------

// Edges at which nothing can happen are passed over.
static void settle_clocked(struct simulation *sim) {
    const uint64_t clock_ps = sim->config->clock_ps;
    for (unsigned clocks = 0; !sim->path->failed; clocks++) {
        const uint64_t first = (sim->now_ps + clock_ps - 1) / clock_ps;
        const bool rests = path_driver_rests(sim->path, &sim->port);
        if (rests && sim->edge < first) {
            sim->path->clocks += first - sim->edge;
            sim->edge = first;
        }
        if (rests || sim->edge * clock_ps >= simulation_next_ps(sim))
            return;
        if (clocks == CLOCKS_MAX)
            fail(sim, "the block does not come to rest");
        sim->now_ps = sim->edge++ * clock_ps;
        tick(sim, true, false);
    }
}

const struct admission admission_path_clocked = {.offer = offer,
                                                 .stage_done = stage_done,
                                                 .completed = completed,
                                                 .settle = settle_clocked,
                                                 .emit_denials = emit_denials};
