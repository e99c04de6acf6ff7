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

// Every edge before the next event.
static void settle(struct simulation *sim) {
    const uint64_t clock_ps = sim->config->clock_ps;
    for (unsigned clocks = 0; !sim->driver->failed; clocks++) {
        const bool quiet = sim->driver->out.quiet;
        if (quiet && !block_driver_has_beats(sim->driver))
            return;
        const uint64_t first = (sim->now_ps + clock_ps - 1) / clock_ps;
        const uint64_t gap = quiet && first > sim->edge ? first - sim->edge : 0;
        const uint64_t next_ps = simulation_next_ps(sim);
        if ((sim->edge + gap) * clock_ps >= next_ps)
            return;
        if (clocks == CLOCKS_MAX)
            block_driver_fail(sim->driver, "the block does not come to rest");
        edge(sim, gap);
    }
}

const struct admission admission_clocked = {
    .offer = offer, .stage_done = stage_done, .completed = completed, .settle = settle};
