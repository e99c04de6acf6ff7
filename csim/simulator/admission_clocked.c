// The block's clock runs with simulated time: number n rises at n periods. Whatever happens at an
// instant is a beat of the first edge at or after it, and counts at the target from the edge that
// commits it. Edges that the block says would do nothing are skipped.
#include "csim/simulator/admission_seat.h"

#include "csim/simulator/ledger.h"

// So many clocks in a row with nothing else to happen: the block has lost its way.
enum { CLOCKS_MAX = 1 << 20 };

static struct ledger_view view_of(const struct simulation *sim) {
    return (struct ledger_view){.policy = sim->policy,
                                .state = &sim->state,
                                .seat = sim->seat,
                                .jobs = sim->jobs,
                                .edge = sim->edge,
                                .clock_ps = sim->config->clock_ps};
}

// Time has come to the present instant, and nothing of it counts yet.
static void advance(struct simulation *sim) {
    if (!sim->ledger)
        return;
    const struct ledger_view view = view_of(sim);
    ledger_advance(sim->ledger, &view, sim->now_ps);
}

static void offer(struct simulation *sim, uint32_t job) {
    advance(sim);
    seated_offer(sim, job);
    if (sim->ledger) {
        const struct ledger_view view = view_of(sim);
        ledger_wait(sim->ledger, &view, job);
    }
}

static void over(struct simulation *sim, uint32_t job, unsigned class) {
    if (!sim->ledger)
        return;
    const struct ledger_view view = view_of(sim);
    ledger_over(sim->ledger, &view, job, class, seat_reservation(sim->seat, job));
}

static void stage_done(struct simulation *sim, uint32_t job, unsigned class) {
    advance(sim);
    if (sim->jobs[job].demand.amount[class])
        over(sim, job, class);
    seated_stage_done(sim, job, class);
}

static void through(struct simulation *sim, uint32_t job) {
    advance(sim);
    over(sim, job, CLASSES);
    seated_through(sim, job);
}

static void edge(struct simulation *sim, uint64_t gap) {
    sim->edge += gap;
    sim->now_ps = sim->edge * sim->config->clock_ps;
    advance(sim);
    seated_clock(sim, false, gap);
    sim->edge++;
    if (sim->ledger) {
        const struct ledger_view view = view_of(sim);
        ledger_edge(sim->ledger, &view);
    }
    uint32_t job;
    const enum decision_kind kind = seated_decide(sim, &job);
    if (sim->ledger && (kind == DECISION_GRANT || kind == DECISION_REJECT))
        ledger_leave(sim->ledger, &sim->jobs[job], job, kind == DECISION_GRANT, sim->now_ps);
}

// Every edge before the next event.
static void settle(struct simulation *sim) {
    const uint64_t clock_ps = sim->config->clock_ps;
    for (unsigned clocks = 0; !seat_error(sim->seat); clocks++) {
        const bool quiet = seat_out(sim->seat)->quiet;
        if (quiet && !seat_has_beats(sim->seat))
            return;
        const uint64_t first = (sim->now_ps + clock_ps - 1) / clock_ps;
        const uint64_t gap = quiet && first > sim->edge ? first - sim->edge : 0;
        const uint64_t next_ps = simulation_next_ps(sim);
        if ((sim->edge + gap) * clock_ps >= next_ps)
            return;
        if (clocks == CLOCKS_MAX)
            seat_fail(sim->seat, "the block does not come to rest");
        edge(sim, gap);
    }
}

const struct admission admission_clocked = {
    .offer = offer, .stage_done = stage_done, .through = through, .settle = settle};
