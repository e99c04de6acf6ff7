// The block's clock runs with simulated time: number n rises at n periods. Whatever happens at an
// instant is a beat of the first edge at or after it, and counts at the target from the edge that
// commits it. Edges that the block says would do nothing are skipped.
#include "csim/simulator/simulation.h"

// So many clocks in a row with nothing else to happen: the block has lost its way.
enum { CLOCKS_MAX = 1 << 20 };

static void offer(struct simulation *sim, uint32_t job) {
    wait_breakdown_advance(sim);
    block_admission_offer(sim, job);
    wait_breakdown_wait(sim, job);
}

static void stage_done(struct simulation *sim, uint32_t job, unsigned resource) {
    wait_breakdown_advance(sim);
    if (sim->jobs[job].demand.amount[resource])
        wait_breakdown_over(sim, job, resource);
    block_admission_stage_done(sim, job, resource);
}

static void completed(struct simulation *sim, uint32_t job) {
    wait_breakdown_advance(sim);
    wait_breakdown_over(sim, job, CLASSES);
    block_admission_completed(sim, job);
}

static void edge(struct simulation *sim, uint64_t gap) {
    sim->edge += gap;
    sim->now_ps = sim->edge * sim->config->clock_ps;
    wait_breakdown_advance(sim);
    block_admission_clock(sim, false, gap);
    sim->edge++;
    wait_breakdown_edge(sim);
    uint32_t job;
    const enum decision_kind kind = block_admission_decide(sim, &job);
    if (kind == DECISION_GRANT || kind == DECISION_REJECT)
        wait_breakdown_leave(sim, job, kind == DECISION_GRANT);
}

// Idle edges before the next one that does something.
static uint64_t idle(const struct simulation *sim) {
    const uint64_t clock_ps = sim->config->clock_ps;
    const uint64_t first = (sim->now_ps + clock_ps - 1) / clock_ps;
    return sim->driver->out.quiet && first > sim->edge ? first - sim->edge : 0;
}

uint64_t admission_clocked_next_ps(const struct simulation *sim) {
    if (sim->driver->out.quiet && !block_driver_has_beats(sim->driver))
        return UINT64_MAX;
    return (sim->edge + idle(sim)) * sim->config->clock_ps;
}

void admission_clocked_edge(struct simulation *sim) {
    edge(sim, idle(sim));
}

// Every edge before the next event.
static void settle(struct simulation *sim) {
    for (unsigned clocks = 0; !sim->driver->failed; clocks++) {
        if (admission_clocked_next_ps(sim) >= simulation_next_ps(sim))
            return;
        if (clocks == CLOCKS_MAX)
            block_driver_fail(sim->driver, "the block does not come to rest");
        edge(sim, idle(sim));
    }
}

// The owner of the receiver goes by all of its blocks.
static void settle_owned(struct simulation *sim) {
    (void)sim;
}

const struct admission admission_clocked = {
    .offer = offer, .stage_done = stage_done, .completed = completed, .settle = settle};
const struct admission admission_clocked_owned = {
    .offer = offer, .stage_done = stage_done, .completed = completed, .settle = settle_owned};
