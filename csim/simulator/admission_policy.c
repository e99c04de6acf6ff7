// The policy itself: credits as csim/policy/policy.h has them, decided in no time by the
// one arbiter of csim/simulator/dispatcher.h.
#include "csim/simulator/simulation.h"

#include <assert.h>

#include "csim/policy/policy_windows.h"

// A waiting operation is refused by other lanes than last time, or for the first time.
static void commit_denial(struct simulation *sim, struct job *job) {
    struct demand demand;
    sim->policy->charge(&sim->state, &job->op, job->lane, &demand);
    lane_set refused = sim->policy->refuse(&sim->state, &job->op, &demand);
    if (sim->state.in_flight >= sim->state.command_limit)
        refused |= REFUSED_TABLE;
    lane_set *const reported = &sim->reported[job - sim->jobs];
    if (refused == *reported)
        return;
    *reported = refused;
    policy_commits_demand(&sim->commits, sim->now_ps, COMMIT_DENY, job->op.index, refused, &demand);
}

void policy_emit_denials(struct simulation *sim) {
    uint32_t head;
    for (uint32_t n = 0; (head = dispatcher_head(&sim->dispatcher, n)) != JOB_NONE; n++)
        commit_denial(sim, &sim->jobs[head]);
}

static bool known(const struct op *op) {
    return op_uses_hbm(op) || (op_is_atomic(op) && op->opcode < OPCODES);
}

// --- credits ----------------------------------------------------------------------------------

static void count_message(struct simulation *sim, unsigned lanes) {
    if (!sim->metrics->started)
        return;
    sim->result->grant_messages++;
    sim->result->grant_bytes += credit_message_bytes(lanes);
}

static void inform(struct simulation *sim, unsigned lane, uint64_t amount) {
    if (sim->adapt.period_ps > 0)
        window_adapt_note(&sim->adapt, &sim->state, lane, sim->now_ps);
    windows_inform(&sim->state, lane, amount);
    dispatcher_free(&sim->dispatcher, LANE_BIT(lane));
}

// A message with what is unreported leaves, and may be there at once.
static void send_grant(struct simulation *sim) {
    const struct credit_message *grant = credit_messages_send(&sim->messages, sim->now_ps);
    count_message(sim, grant->lanes);
    if (sim->messages.under_way == 1)
        simulation_post(sim, grant->arrive_ps, GRANT_ARRIVE, 0);
}

// What came back is reported by the rules of csim/fabric/stages.h.
static void gather(struct simulation *sim, unsigned lane, uint32_t amount) {
    struct credit_messages *messages = &sim->messages;
    if (credit_messages_direct(messages)) {
        count_message(sim, 1);
        inform(sim, lane, amount);
        return;
    }
    credit_messages_gather(messages, sim->now_ps, lane, amount);
    if (credit_messages_ready(messages, sim->now_ps)) {
        send_grant(sim);
    } else if (!messages->timing && messages->due_ps > sim->now_ps) {
        messages->timing = true;
        simulation_post(sim, messages->due_ps, GRANT_DUE, 0);
    }
}

// A window may follow what is measured.
static void adapt_window(struct simulation *sim, const struct job *job, unsigned lane,
                         uint32_t amount) {
    const uint64_t delay_ps = sim->now_ps - simulation_flight(sim, job)->grant_ps;
    if (!window_adapt_return(&sim->adapt, &sim->state, lane, amount, delay_ps, sim->now_ps))
        return;
    dispatcher_free(&sim->dispatcher, LANE_BIT(lane));
    dispatcher_reprice(&sim->dispatcher);
    policy_commits_windows(&sim->commits, sim->now_ps);
}

// Initiators learn of it by a message, or, where credit comes back with an operation's completion,
// by that.
static void give_back(struct simulation *sim, const struct job *job, unsigned resource) {
    const struct demand *demand = &simulation_flight(sim, job)->demand;
    const unsigned lane = resource_lane(demand, resource);
    const uint32_t amount = windows_return(&sim->state, demand, resource);
    if (amount == 0)
        return;
    if (sim->policy->returns == RETURNS_AT_END)
        inform(sim, lane, amount);
    else
        gather(sim, lane, amount);
    if (sim->commits.sink)
        policy_commits_return(&sim->commits, sim->now_ps, job->op.index, demand, resource);
    if (sim->adapt.period_ps > 0)
        adapt_window(sim, job, lane, amount);
}

void policy_give_back_all(struct simulation *sim, const struct job *job) {
    for (unsigned resource = 0; resource < COMPONENTS; resource++)
        give_back(sim, job, resource);
}

void policy_give_back_link(struct simulation *sim, const struct job *job) {
    give_back(sim, job, RESOURCE_LINK);
}

static void leave_endpoint(struct simulation *sim) {
    assert(sim->state.in_flight > 0);
    sim->state.in_flight--;
    dispatcher_free(&sim->dispatcher, REFUSED_TABLE);
}

// It was served, and leaves: what windows that adapt are to know of it.
static void adapt_leave(struct simulation *sim, const struct job *job, unsigned resource) {
    const struct demand *demand = &simulation_flight(sim, job)->demand;
    const struct adapt_service service = {
        .stage = resource == RESOURCE_HBM ? job_partition(job) : resource_lane(demand, resource),
        .ps = simulation_service_ps(sim, job, resource)};
    window_adapt_leave(&sim->adapt, &sim->state, demand, resource, service, sim->now_ps);
}

static void stage_done(struct simulation *sim, uint32_t index, unsigned resource) {
    const struct policy *policy = sim->policy;
    const struct job *job = &sim->jobs[index];
    if (sim->adapt.period_ps > 0)
        adapt_leave(sim, job, resource);
    if (policy->returns == RETURNS_BY_STAGE)
        give_back(sim, job, resource);
    if (!policy->observe ||
        !policy->observe(&sim->state, &job->op, resource,
                         stages_observed(simulation_service_ps(sim, job, resource))))
        return;
    const unsigned lane = resource == RESOURCE_ATOMIC ? ATOMIC_LANE : RESPONSE_LANE;
    policy_commits_multipliers(&sim->commits, sim->now_ps, lane);
    dispatcher_reprice(&sim->dispatcher);
    dispatcher_free(&sim->dispatcher,
                    LANE_BIT(lane)); // a demand may be smaller, or a window larger
    if (policy->scales_windows)
        policy_commits_windows(&sim->commits, sim->now_ps);
}

// The lanes that will never have room for the demand.
static lane_set lanes_too_small(const struct simulation *sim, const struct demand *demand) {
    lane_set lanes = 0;
    for (unsigned resource = 0; resource < COMPONENTS; resource++)
        if (!windows_may_have_room(&sim->state, resource_lane(demand, resource),
                                   demand->amount[resource]))
            lanes |= LANE_BIT(resource_lane(demand, resource));
    return lanes;
}

static void wait_in_slot(struct simulation *sim, uint32_t index, const struct demand *demand) {
    dispatcher_add(&sim->dispatcher, index, demand);
}

// Can it never be admitted? Fills in its demand.
static bool rejects(struct simulation *sim, uint32_t index, struct demand *demand) {
    const struct job *job = &sim->jobs[index];
    if (dispatcher_knows(&sim->dispatcher, index, demand))
        return false;
    sim->policy->charge(&sim->state, &job->op, job->lane, demand);
    const lane_set never = lanes_too_small(sim, demand);
    if (!never && known(&job->op))
        return false;
    simulation_reject(sim, index, demand, never);
    return true;
}

static void dispatch(struct simulation *sim, uint32_t index, const struct demand *demand) {
    simulation_grant(sim, index, demand);
    simulation_dispatch(sim, index);
}

// A class of partitions may become two by this, of which others wait for the one.
static void learn_class(struct simulation *sim, const struct job *job, lane_set refused) {
    if (!(refused & LANE_BIT(0)) ||
        !hbm_classes_refused(&sim->state.classes, sim->config, job->lane, sim->state.window))
        return;
    dispatcher_reprice(&sim->dispatcher);
    dispatcher_free(&sim->dispatcher, HBM_SET);
    policy_commits_windows(&sim->commits, sim->now_ps);
}

// The arbiter sees it. None of those that it sees is admissible now, so that this is the only one
// that could be. One of equal demand that waits is refused by what refuses this one.
static void see(struct simulation *sim, uint32_t index, const struct demand *demand) {
    struct job *job = &sim->jobs[index];
    const lane_set refused = simulation_refused(sim, job, demand);
    const bool aging = sim->dispatcher.bound_ps > 0; // others may go first, or hold its lanes
    if (!refused && !aging) {
        dispatch(sim, index, demand);
        return;
    }
    wait_in_slot(sim, index, demand);
    if (aging) {
        dispatcher_free(&sim->dispatcher, 0);
        if (!refused)
            job->waits_for = simulation_waits_for(sim, demand->mask ? demand->mask : REFUSED_TABLE);
    }
    learn_class(sim, job, refused);
    if (sim->commits.sink)
        commit_denial(sim, job);
}

static void enter_slot(struct simulation *sim, uint32_t index) {
    struct job *job = &sim->jobs[index];
    struct demand demand;
    if (rejects(sim, index, &demand))
        return;
    simulation_spend(sim, job, PART_FOR_SLOT, sim->now_ps - job->since_ps);
    job->since_ps = sim->now_ps;
    see(sim, index, &demand);
}

// One by one, those that the port lets in. Each of these is dispatched or waits, and nothing comes
// back by either, so that none else becomes admissible.
static void let_in(struct simulation *sim) {
    uint32_t next;
    while ((next = offer_port_take(&sim->port, sim->jobs)) != JOB_NONE)
        enter_slot(sim, next);
}

// Nothing but admission and the port keeps the operation at its source. If it goes, others may wait
// for its stage from now on, which makes room for others at the port.
static void offer(struct simulation *sim, uint32_t index) {
    struct job *job = &sim->jobs[index];
    const bool enters = sim->port.places == 0 || offer_port_enter(&sim->port, sim->jobs, index);
    struct demand demand;
    if (enters && rejects(sim, index, &demand))
        return;
    simulation_ready(sim, job);
    if (!enters)
        return;
    see(sim, index, &demand);
    if (sim->port.places > 0)
        let_in(sim);
}

static void completed(struct simulation *sim, uint32_t index) {
    if (sim->policy->returns == RETURNS_AT_END)
        policy_give_back_all(sim, &sim->jobs[index]);
    leave_endpoint(sim);
}

// To a fixed point: those that the arbiter sees, then those that the port lets in.
static void settle(struct simulation *sim) {
    uint32_t next;
    struct demand demand;
    while (dispatcher_stirred(&sim->dispatcher, &sim->state) &&
           (next = dispatcher_take(&sim->dispatcher, sim->policy, &sim->state, sim->now_ps,
                                   &demand)) != JOB_NONE)
        dispatch(sim, next, &demand);
    if (sim->port.places > 0)
        let_in(sim);
}

// When a disabled resource may be used again, if nothing more arrives.
static uint64_t recovery_ps(const struct simulation *sim, unsigned lane) {
    return stages_lane(&sim->stages, lane)->free_ps + sim->config->reactive_recovery_ns * 1000;
}

// Lanes that an operation really uses.
static lane_set lanes_used(const struct job *job) {
    return (op_uses_hbm(&job->op) ? LANE_BIT(job_partition(job)) : LANE_BIT(ATOMIC_LANE)) |
           (op_responds(&job->op) ? LANE_BIT(RESPONSE_LANE) : 0);
}

bool policy_refuses_arrival(struct simulation *sim, uint32_t index) {
    struct job *job = &sim->jobs[index];
    const lane_set enabled = ~sim->state.disabled;
    const lane_set exhausted =
        sim->policy->arrive(&sim->state, lanes_used(job), &sim->stages, sim->now_ps);
    for (unsigned lane = 0; lane < LANES; lane++)
        if (exhausted & enabled & LANE_BIT(lane))
            simulation_post(sim, recovery_ps(sim, lane), RECOVER, lane);
    if (!exhausted)
        return false;
    sim->result->retries++;
    const uint64_t back_ps = sim->now_ps + sim->config->reactive_feedback_ns * 1000;
    job->waits_for = simulation_waits_for(sim, exhausted);
    simulation_spend(sim, job, PART_REFUSED, back_ps - job->since_ps);
    job->since_ps = back_ps;
    simulation_watch(sim, STEP_REFUSE, job);
    simulation_post(sim, back_ps, RETRY, index);
    return true;
}

// A disabled resource is used again only after its backlog has drained: what arrived in the
// meantime puts that off.
void policy_recover(struct simulation *sim, uint32_t lane) {
    if (recovery_ps(sim, lane) > sim->now_ps) {
        simulation_post(sim, recovery_ps(sim, lane), RECOVER, lane);
        return;
    }
    sim->policy->recover(&sim->state, lane);
    dispatcher_free(&sim->dispatcher, LANE_BIT(lane));
}

// The refusal has reached the source: the command has left the endpoint and waits again.
void policy_retry(struct simulation *sim, uint32_t index) {
    policy_give_back_all(sim, &sim->jobs[index]);
    simulation_ungrant(sim, &sim->jobs[index]);
    leave_endpoint(sim);
    if (sim->reported)
        sim->reported[index] = 0;
    simulation_watch(sim, STEP_RETRY, &sim->jobs[index]);
    wait_in_slot(sim, index, NULL);
}

// The timer, which an earlier message may have put off.
void policy_grant_due(struct simulation *sim, uint32_t subject) {
    (void)subject;
    struct credit_messages *messages = &sim->messages;
    messages->timing = messages->waiting && messages->due_ps > sim->now_ps;
    if (messages->timing)
        simulation_post(sim, messages->due_ps, GRANT_DUE, 0);
    else if (credit_messages_ready(messages, sim->now_ps))
        send_grant(sim);
}

void policy_grant_arrive(struct simulation *sim, uint32_t subject) {
    (void)subject;
    struct credit_messages *messages = &sim->messages;
    const struct credit_message grant = credit_messages_take(messages);
    for (unsigned lane = 0; lane < ALL_LANES; lane++)
        if (grant.credit[lane] > 0)
            inform(sim, lane, grant.credit[lane]);
    if (messages->under_way > 0)
        simulation_post(sim, credit_messages_first(messages)->arrive_ps, GRANT_ARRIVE, 0);
    if (credit_messages_ready(messages, sim->now_ps)) // had to wait until there was room for it
        send_grant(sim);
}

const struct admission admission_policy = {
    .offer = offer, .stage_done = stage_done, .completed = completed, .settle = settle};
