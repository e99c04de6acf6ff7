// The block of rtl instead of a policy. In zero time: returns first; choices, one at a time, until
// nothing that waits in the block is admissible; then one operation enters, the first submitted of
// those whose classes are ready; choices; and so on. With a clock: one edge each period.
#include "csim/simulator/simulation.h"

#include "csim/base/interrupt.h"
#include "csim/base/rng.h"
#include "csim/policy/policy_windows.h"

enum {
    CLOCKS_MAX = 1 << 20, // with no event to come: the block has lost its way
    RETURN_CLOCKS = 10,   // from the last completion at a port to a compare that knows of it
    OFFER_CLOCKS = 6,     // from an offer to its compare
    // From a clock without pause to the commit of its choice, and a compare. After two of them what
    // waited before is ten clocks ago, and no class is short by that.
    CHOICE_CLOCKS = 8,
};

// Returns may be late at the block, and never early: what it grants has room.
static bool has_room(const struct simulation *sim, const struct job *job) {
    return sim->state.in_flight < sim->state.command_limit &&
           sim->policy->refuse(&sim->state, &job->op, &simulation_flight(sim, job)->demand) == 0;
}

// Windows are the block's: it calibrates them, and software writes them.
static void hear_window(struct simulation *sim) {
    const struct path_out *out = &sim->driver->out.path;
    for (unsigned lane = 0; out->trace_kind == PATH_WINDOW && lane < LANES; lane++)
        if (out->trace_mask >> lane & 1)
            sim->state.window[lane] = out->trace_stage;
}

// Does this grant get lost? Drawn for each.
static bool is_lost(struct simulation *sim) {
    const uint64_t percent = sim->faults ? sim->config->loss_percent : 0;
    return percent > 0 &&
           rng_fold(rng_at(sim->seed + sim->number, RNG_LOSS, sim->grants++), 100) < percent;
}

static void grant(struct simulation *sim, uint32_t job) {
    if (is_lost(sim)) {
        block_driver_lose(sim->driver, job);
        simulation_post(sim, sim->now_ps + sim->config->feedback_rtt_ns * 1000, RETRY, job);
    } else if (!has_room(sim, &sim->jobs[job])) {
        block_driver_fail(sim->driver, "an operation is granted above a window or the limit");
    } else {
        simulation_dispatch(sim, job);
    }
}

static void take(struct simulation *sim, const struct block_decision *decision) {
    if (decision->kind == PATH_NONE)
        return;
    struct job *job = &sim->jobs[decision->job];
    if (decision->kind == PATH_GRANT)
        grant(sim, decision->job);
    else if (decision->kind == PATH_REJECT)
        simulation_reject(sim, decision->job, NULL, 0);
    else if (job->waits_for == PART_FOR_SLOT)
        job->waits_for = simulation_waits_for(sim, decision->refused);
}

// One clock. True: an operation left.
static bool tick(struct simulation *sim, bool offers, bool pause) {
    struct block_decision answered;
    sim->driver->now_ps = sim->now_ps;
    const struct block_decision decision =
        block_driver_clock(sim->driver, &sim->port, offers, pause, &answered);
    hear_window(sim);
    take(sim, &answered);
    if (decision.kind == PATH_GRANT)
        simulation_grant(sim, decision.job, &decision.demand);
    take(sim, &decision);
    return decision.kind == PATH_GRANT || decision.kind == PATH_REJECT ||
           answered.kind == PATH_GRANT;
}

static void offer(struct simulation *sim, uint32_t index) {
    struct job *job = &sim->jobs[index];
    simulation_ready(sim, job);
    struct demand demand;
    sim->policy->charge(&sim->state, &job->op, job->lane, &demand);
    simulation_refused(sim, job, &demand);
    offer_port_queue(&sim->port, sim->jobs, index);
    sim->driver->waiting++;
}

// Does a completion come again? Drawn for each.
static bool is_repeated(struct simulation *sim) {
    const uint64_t percent = sim->faults ? sim->config->duplicate_percent : 0;
    return percent > 0 &&
           rng_fold(rng_at(sim->seed + sim->number, RNG_DUPLICATE, sim->beats++), 100) < percent;
}

// A reset has cancelled its reservation, and what is offered since does not wait for it.
static bool is_forgotten(const struct simulation *sim, uint32_t index) {
    return !sim->config->upset_drain && sim->driver->place[index] == SOURCE_VOID;
}

static void stage_done(struct simulation *sim, uint32_t index, unsigned resource) {
    const struct job *job = &sim->jobs[index];
    if (!is_forgotten(sim, index)) {
        const struct demand *demand = &simulation_flight(sim, job)->demand;
        const uint32_t amount = windows_return(&sim->state, demand, resource);
        windows_inform(&sim->state, resource_lane(demand, resource), amount);
    }
    block_driver_stage_done(sim->driver, index, resource,
                            stages_observed(simulation_service_ps(sim, job, resource)),
                            is_repeated(sim));
}

static void completed(struct simulation *sim, uint32_t index) {
    if (!is_forgotten(sim, index))
        sim->state.in_flight--;
    block_driver_completed(sim->driver, index, is_repeated(sim));
}

#define BY_BLOCK(how)                                                                              \
    { .offer = offer, .stage_done = stage_done, .completed = completed, .settle = how }

// --- zero time --------------------------------------------------------------------------------

static void wait_clocks(struct simulation *sim, unsigned clocks) {
    for (unsigned i = 0; i < clocks; i++)
        tick(sim, false, true);
}

// Chooses until none is admissible.
static void choose(struct simulation *sim) {
    bool left;
    do {
        left = tick(sim, false, false);
        for (unsigned i = 0; i < CHOICE_CLOCKS; i++)
            left |= tick(sim, false, true);
    } while (left && !sim->driver->failed);
}

static void settle_zero(struct simulation *sim) {
    struct block_driver *driver = sim->driver;
    if (driver->beating > 0) {
        while (driver->beating > 0 && !driver->failed)
            tick(sim, false, true);
        wait_clocks(sim, RETURN_CLOCKS);
        choose(sim);
    }
    while (block_driver_has_offer(driver, &sim->port) && !driver->failed) {
        tick(sim, true, true);
        wait_clocks(sim, OFFER_CLOCKS);
        choose(sim);
    }
}

const struct admission admission_block_zero = BY_BLOCK(settle_zero);

// --- with a clock -----------------------------------------------------------------------------

// Edges before the next one at which something can happen are passed over.
static uint64_t idle(const struct simulation *sim) {
    const uint64_t clock_ps = sim->config->clock_ps;
    const uint64_t first = (sim->now_ps + clock_ps - 1) / clock_ps;
    return first > sim->edge ? first - sim->edge : 0;
}

uint64_t admission_block_next_ps(const struct simulation *sim) {
    if (block_driver_rests(sim->driver, &sim->port))
        return UINT64_MAX;
    return (sim->edge + idle(sim)) * sim->config->clock_ps;
}

void admission_block_edge(struct simulation *sim) {
    const uint64_t passed = idle(sim);
    sim->driver->clocks += sim->driver->out.quiet ? passed : 0;
    sim->edge += passed;
    sim->now_ps = sim->edge++ * sim->config->clock_ps;
    sim->driver->now_ps = sim->now_ps;
    const bool pause = block_driver_tunes(sim->driver);
    for (unsigned lane = 0; sim->driver->tune_ps > 0 && lane < LANES; lane++)
        sim->state.window[lane] = sim->driver->commits.window[lane];
    tick(sim, !pause, pause);
}

// Every edge before the next event, or before an operation comes that its domain has held.
static void settle_clocked(struct simulation *sim) {
    for (unsigned clocks = 0; !sim->driver->failed && !interrupted(); clocks++) {
        const uint64_t event_ps = simulation_next_ps(sim);
        if (admission_block_next_ps(sim) >= event_ps ||
            (sim->ordered > 0 && ordering_has(sim->ordering)))
            return;
        if (clocks == CLOCKS_MAX && event_ps == UINT64_MAX)
            block_driver_fail(sim->driver, "the block does not come to rest");
        admission_block_edge(sim);
    }
}

// The owner of the receiver goes by all of its blocks.
static void settle_owned(struct simulation *sim) {
    (void)sim;
}

const struct admission admission_block_clocked = BY_BLOCK(settle_clocked);
const struct admission admission_block_owned = BY_BLOCK(settle_owned);
