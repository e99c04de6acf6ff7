#include "csim/simulator/simulation.h"

#include <assert.h>
#include <inttypes.h>

#include "csim/base/rng.h"
#include "csim/policy/policy_windows.h"

void block_admission_offer(struct simulation *sim, uint32_t index) {
    struct job *job = &sim->jobs[index];
    simulation_ready(sim, job);
    sim->policy->charge(&sim->state, &job->op, job->lane, &job->demand);
    simulation_refused(sim, job);
    block_driver_add(sim->driver, index, sim->ordered > 0);
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
    const struct edge_out *out = &sim->driver->out;
    for (unsigned lane = 0; lane < LANES; lane++)
        sim->state.registers.multiplier[lane] = out->multiplier[lane];
}

// Returns may be late at the block, and never early: what it grants fits.
static bool keeps_promise(const struct simulation *sim, const struct job *job) {
    return sim->state.in_flight < sim->state.command_limit && job->demand.lane < HBM_LANES &&
           windows_refuse(&sim->state, &job->op, &job->demand) == 0;
}

// Does this grant get lost? Drawn for each.
static bool is_lost(struct simulation *sim) {
    const uint64_t percent = sim->faults ? sim->config->loss_percent : 0;
    return percent > 0 &&
           rng_fold(rng_at(sim->seed + sim->number, RNG_LOSS, sim->grants++), 100) < percent;
}

enum decision_kind block_admission_decide(struct simulation *sim, uint32_t *job) {
    const enum decision_kind kind = block_driver_decision(sim->driver, job);
    if (kind == DECISION_GRANT && is_lost(sim)) {
        block_driver_lose(sim->driver, *job);
        simulation_post(sim, sim->now_ps + sim->config->feedback_rtt_ns * 1000, RETRY, *job);
        return DECISION_NONE;
    }
    if (kind == DECISION_GRANT && !keeps_promise(sim, &sim->jobs[*job]))
        block_driver_fail(sim->driver,
                          "operation %" PRIu32 " is granted above a window or the limit",
                          sim->jobs[*job].op.index);
    else if (kind == DECISION_GRANT)
        simulation_dispatch(sim, *job);
    else if (kind == DECISION_DENY && sim->jobs[*job].waits_for == PART_FOR_SLOT)
        sim->jobs[*job].waits_for = (uint8_t)simulation_waits_for(sim, sim->driver->out.mask);
    else if (kind == DECISION_REJECT)
        simulation_reject(sim, *job, sim->driver->out.mask);
    return kind;
}
