#include "csim/simulator/block_admission.h"

#include <assert.h>
#include <inttypes.h>

#include "csim/policy/policy_windows.h"

void block_admission_offer(struct simulation *sim, uint32_t index) {
    struct job *job = &sim->jobs[index];
    simulation_ready(sim, job);
    sim->policy->charge(&sim->state, &job->op, job->lane, &job->demand);
    const unsigned refused = sim->state.in_flight >= sim->state.command_limit
                                 ? REFUSED_TABLE
                                 : sim->policy->refuse(&sim->state, &job->op, &job->demand);
    job->waits_for = (uint8_t)simulation_waits_for(sim, refused);
    block_driver_add(sim->driver, index);
}

void block_admission_stage_done(struct simulation *sim, uint32_t index, unsigned resource) {
    const struct job *job = &sim->jobs[index];
    const uint32_t amount = windows_return(&sim->state, &job->demand, resource);
    if (amount == 0)
        return;
    windows_inform(&sim->state, class_lane(&job->demand, resource), amount);
    block_driver_stage_done(sim->driver, index, resource,
                            stages_observed(simulation_service_ps(sim, job, resource)));
}

void block_admission_completed(struct simulation *sim, uint32_t index) {
    assert(sim->state.in_flight > 0);
    sim->state.in_flight--;
    block_driver_completed(sim->driver, index);
}

void block_admission_clock(struct simulation *sim, bool pause, uint64_t gap) {
    block_driver_edge(sim->driver, pause, gap, sim->now_ps);
    const struct edge_out *out = block_driver_out(sim->driver);
    for (unsigned lane = 0; lane < LANES; lane++)
        sim->state.registers.multiplier[lane] = out->multiplier[lane];
}

// Returns may be late at the block, and never early: what it grants fits.
static bool keeps_promise(const struct simulation *sim, const struct job *job) {
    const struct demand *demand = &job->demand;
    bool keeps = sim->state.in_flight < sim->state.command_limit;
    for (unsigned resource = 0; resource < CLASSES; resource++) {
        const unsigned lane = class_lane(demand, resource);
        keeps = keeps && lane < LANES &&
                (demand->amount[resource] == 0 ||
                 sim->state.known_debt[lane] + demand->amount[resource] <= sim->state.window[lane]);
    }
    return keeps;
}

enum decision_kind block_admission_decide(struct simulation *sim, uint32_t *job) {
    const enum decision_kind kind = block_driver_decision(sim->driver, job);
    if (kind == DECISION_GRANT && !keeps_promise(sim, &sim->jobs[*job]))
        block_driver_fail(sim->driver,
                          "operation %" PRIu32 " is granted above a window or the limit",
                          sim->jobs[*job].op.index);
    else if (kind == DECISION_GRANT)
        simulation_dispatch(sim, *job);
    else if (kind == DECISION_REJECT)
        simulation_reject(sim, *job, block_driver_out(sim->driver)->mask);
    return kind;
}
