// The block's clock runs with simulated time: number n rises at n periods. Whatever happens at an
// instant is a beat of the first edge at or after it, and counts at the target from the edge that
// commits it. Edges that the block says would do nothing are skipped.
#include "csim/simulator/block_admission.h"

#include "csim/simulator/wait_breakdown.h"

// So many clocks in a row with nothing else to happen: the block has lost its way.
enum { CLOCKS_MAX = 1 << 20 };

static struct wait_breakdown_view view_of(const struct simulation *sim) {
    return (struct wait_breakdown_view){.policy = sim->policy,
                                        .state = &sim->state,
                                        .driver = sim->driver,
                                        .jobs = sim->jobs,
                                        .edge = sim->edge,
                                        .clock_ps = sim->config->clock_ps};
}

// Time has come to the present instant, and nothing of it counts yet.
static void advance(struct simulation *sim) {
    if (!sim->breakdown)
        return;
    const struct wait_breakdown_view view = view_of(sim);
    wait_breakdown_advance(sim->breakdown, &view, sim->now_ps);
}

static void offer(struct simulation *sim, uint32_t job) {
    advance(sim);
    block_admission_offer(sim, job);
    if (sim->breakdown) {
        const struct wait_breakdown_view view = view_of(sim);
        wait_breakdown_wait(sim->breakdown, &view, job);
    }
}

static void over(struct simulation *sim, uint32_t job, unsigned resource) {
    if (!sim->breakdown)
        return;
    const struct wait_breakdown_view view = view_of(sim);
    wait_breakdown_over(sim->breakdown, &view, job, resource,
                        block_driver_reservation(sim->driver, job));
}

static void stage_done(struct simulation *sim, uint32_t job, unsigned resource) {
    advance(sim);
    if (sim->jobs[job].demand.amount[resource])
        over(sim, job, resource);
    block_admission_stage_done(sim, job, resource);
}

static void completed(struct simulation *sim, uint32_t job) {
    advance(sim);
    over(sim, job, CLASSES);
    block_admission_completed(sim, job);
}

static void edge(struct simulation *sim, uint64_t gap) {
    sim->edge += gap;
    sim->now_ps = sim->edge * sim->config->clock_ps;
    advance(sim);
    block_admission_clock(sim, false, gap);
    sim->edge++;
    if (sim->breakdown) {
        const struct wait_breakdown_view view = view_of(sim);
        wait_breakdown_edge(sim->breakdown, &view);
    }
    uint32_t job;
    const enum decision_kind kind = block_admission_decide(sim, &job);
    if (sim->breakdown && (kind == DECISION_GRANT || kind == DECISION_REJECT))
        wait_breakdown_leave(sim->breakdown, &sim->jobs[job], job, kind == DECISION_GRANT,
                             sim->now_ps);
}

// Every edge before the next event.
static void settle(struct simulation *sim) {
    const uint64_t clock_ps = sim->config->clock_ps;
    for (unsigned clocks = 0; !block_driver_error(sim->driver); clocks++) {
        const bool quiet = block_driver_out(sim->driver)->quiet;
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
