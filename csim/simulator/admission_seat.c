#include "csim/simulator/admission_seat.h"

#include <assert.h>
#include <inttypes.h>

#include "csim/policy/policy_windows.h"

void seated_offer(struct simulation *sim, uint32_t index) {
    struct job *job = &sim->jobs[index];
    simulation_ready(sim, job);
    sim->policy->charge(&sim->state, &job->op, job->lane, &job->demand);
    const unsigned refused = sim->state.in_flight >= sim->state.command_limit
                                 ? REFUSED_TABLE
                                 : sim->policy->refuse(&sim->state, &job->op, &job->demand);
    job->waits_for = (uint8_t)simulation_waits_for(sim, refused);
    seat_add(sim->seat, index);
}

void seated_stage_done(struct simulation *sim, uint32_t index, unsigned class) {
    const struct job *job = &sim->jobs[index];
    const uint32_t amount = windows_return(&sim->state, &job->demand, class);
    if (amount == 0)
        return;
    windows_tell(&sim->state, class_lane(&job->demand, class), amount);
    seat_stage_done(sim->seat, index, class,
                    stages_observed(simulation_service_ps(sim, job, class)));
}

void seated_through(struct simulation *sim, uint32_t index) {
    assert(sim->state.in_flight > 0);
    sim->state.in_flight--;
    seat_through(sim->seat, index);
}

void seated_clock(struct simulation *sim, bool pause, uint64_t gap) {
    seat_edge(sim->seat, pause, gap, sim->now_ps);
    const struct edge_out *out = seat_out(sim->seat);
    for (unsigned lane = 0; lane < LANES; lane++)
        sim->state.registers.multiplier[lane] = out->multiplier[lane];
}

// Returns may be late at the block, and never early: what it grants fits.
static bool keeps_promise(const struct simulation *sim, const struct job *job) {
    const struct demand *demand = &job->demand;
    bool keeps = sim->state.in_flight < sim->state.command_limit;
    for (unsigned class = 0; class < CLASSES; class ++) {
        const unsigned lane = class_lane(demand, class);
        keeps = keeps && lane < LANES &&
                (demand->amount[class] == 0 ||
                 sim->state.told[lane] + demand->amount[class] <= sim->state.window[lane]);
    }
    return keeps;
}

enum decision_kind seated_decide(struct simulation *sim, uint32_t *job) {
    const enum decision_kind kind = seat_decision(sim->seat, job);
    if (kind == DECISION_GRANT && !keeps_promise(sim, &sim->jobs[*job]))
        seat_fail(sim->seat, "operation %" PRIu32 " is granted above a window or the limit",
                  sim->jobs[*job].op.index);
    else if (kind == DECISION_GRANT)
        simulation_dispatch(sim, *job);
    else if (kind == DECISION_REJECT)
        simulation_reject(sim, *job, seat_out(sim->seat)->mask);
    return kind;
}
