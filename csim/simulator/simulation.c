#include "csim/simulator/simulation.h"

#include <assert.h>

#include "csim/base/rng.h"
#include "csim/policy/policy_windows.h"

// --- helpers ----------------------------------------------------------------------------------

void simulation_watch(struct simulation *sim, enum simulate_step step, const struct job *job) {
    if (sim->watcher && sim->watcher->saw)
        sim->watcher->saw(sim->watcher->context, step, sim->now_ps, &job->op, job_partition(job),
                          &sim->state);
}

// The partition that the operation is predicted to go to: with some probability a wrong one. Drawn
// for the operation, so that every policy sees the same.
static uint8_t predict(const struct simulation *sim, const struct op *op, unsigned partition) {
    const uint64_t draw = rng_at(sim->seed, RNG_MAPPING, op->index);
    if (rng_fold(draw, 100) >= sim->config->mapping_error_percent)
        return (uint8_t)partition;
    return (uint8_t)((partition + 1 + rng_fold(rng_mix(draw), HBM_LANES - 1)) % HBM_LANES);
}

// Response service, which may vary: with probability 1 - p short, (1 - a) of the mean, else long,
// (1 + a (1 - p) / p) of it, so that the deviations have mean zero. Drawn for the operation.
static uint64_t response_ps(const struct simulation *sim, const struct op *op) {
    const uint64_t mean = stages_response_ps(&sim->stages, op->response_length);
    const uint64_t a = sim->config->variability_percent;
    const uint64_t p = sim->config->variability_long_percent;
    if (a == 0)
        return mean;
    const bool is_long = rng_fold(rng_at(sim->seed, RNG_SERVICE, op->index), 100) < p;
    const uint64_t parts = is_long ? 100 * p + a * (100 - p) : (100 - a) * p; // of 100 p
    return (mean * parts + 100 * p - 1) / (100 * p);
}

void simulation_grant(struct simulation *sim, uint32_t index, const struct demand *demand) {
    struct job *job = &sim->jobs[index];
    if (job->flight == FLIGHT_NONE) { // else a reset has cancelled its grant
        assert(sim->unused_flight != FLIGHT_NONE);
        job->flight = sim->unused_flight;
        sim->unused_flight = (uint16_t)simulation_flight(sim, job)->next;
    }
    simulation_flight(sim, job)->demand = *demand;
}

void simulation_ungrant(struct simulation *sim, struct job *job) {
    if (job->flight == FLIGHT_NONE)
        return;
    simulation_flight(sim, job)->next = sim->unused_flight;
    sim->unused_flight = job->flight;
    job->flight = FLIGHT_NONE;
}

// The operation is through, or was never to be.
static void job_release(struct simulation *sim, uint32_t index) {
    sim->unfinished--;
    if (sim->owner)
        sim->owner->over(sim, index);
    if (sim->initiators.count > 0)
        initiators_release(&sim->initiators, &sim->jobs[index].op);
    if (sim->jobs[index].op.domain) {
        sim->ordered--;
        ordering_complete(sim->ordering, index);
    }
    simulation_ungrant(sim, &sim->jobs[index]);
    sim->jobs[index].next = sim->unused;
    sim->unused = index;
}

void simulation_spend(struct simulation *sim, const struct job *job, enum latency_part part,
                      uint64_t ps) {
    metrics_part(sim->metrics, &job->op, part, ps);
}

// How long a stage works for an operation.
uint64_t simulation_service_ps(const struct simulation *sim, const struct job *job,
                               unsigned resource) {
    if (resource == RESOURCE_HBM && sim->stages.banks)
        return sim->stages.access[job->flight].time;
    if (resource == RESOURCE_HBM)
        return stages_hbm_ps(&sim->stages, job_partition(job), op_hbm_bytes(&job->op),
                             op_is_read(&job->op));
    return resource == RESOURCE_ATOMIC ? sim->stages.atomic_ps : response_ps(sim, &job->op);
}

enum latency_part simulation_waits_for(const struct simulation *sim, lane_set refused) {
    if (refused == 0)
        return PART_FOR_SLOT;
    if (refused & REFUSED_TABLE)
        return PART_FOR_BOUND;
    if (sim->policy->one_window)
        return PART_FOR_WINDOW;
    return refused & HBM_SET                   ? PART_FOR_HBM
           : refused & LANE_BIT(ATOMIC_LANE)   ? PART_FOR_ATOMIC
           : refused & LANE_BIT(RESPONSE_LANE) ? PART_FOR_RESPONSE
                                               : PART_FOR_LINK;
}

lane_set simulation_refused(const struct simulation *sim, struct job *job,
                            const struct demand *demand) {
    const lane_set refused = sim->state.in_flight >= sim->state.command_limit
                                 ? REFUSED_TABLE
                                 : sim->policy->refuse(&sim->state, &job->op, demand);
    job->waits_for = simulation_waits_for(sim, refused);
    return refused;
}

// Nothing but admission keeps it at its source from now on.
void simulation_ready(struct simulation *sim, struct job *job) {
    if (!job->op.domain)
        return;
    simulation_spend(sim, job, PART_FOR_ORDER, sim->now_ps - job->since_ps);
    job->since_ps = sim->now_ps;
}

void simulation_enter(struct simulation *sim, uint32_t index) {
    const struct job *job = &sim->jobs[index];
    if (sim->policy->link == LINK_AS_SENT)
        windows_send(&sim->state, &simulation_flight(sim, job)->demand);
    const uint64_t arrive_ps =
        fabric_forward(&sim->fabric, sim->now_ps, job->op.wire_bytes, job->op.index);
    simulation_post(sim, arrive_ps, ARRIVE, index);
}

static void leave_source(struct simulation *sim, uint32_t index) {
    sim->jobs[index].since_ps = sim->now_ps;
    if (sim->owner)
        sim->owner->leave(sim, index);
    else
        simulation_enter(sim, index);
}

// Does an operation ask by a message? And how long does one of its initiator's fly?
static bool by_messages(const struct simulation *sim) {
    return sim->initiators.count > 0 || sim->request_ps > 0;
}

static uint64_t message_ps(const struct simulation *sim, uint32_t index) {
    return sim->request_ps > 0 ? sim->request_ps
                               : initiators_delay_ps(&sim->initiators, sim->jobs[index].op.source);
}

void simulation_dispatch(struct simulation *sim, uint32_t index) {
    const struct job *job = &sim->jobs[index];
    struct flight *flight = simulation_flight(sim, job);
    for (unsigned resource = 0; sim->adapt.period_ps > 0 && resource < RESOURCES; resource++)
        window_adapt_note(&sim->adapt, &sim->state, resource_lane(&flight->demand, resource),
                          sim->now_ps);
    flight->grant_ps = sim->now_ps;
    windows_charge(&sim->state, &flight->demand, sim->policy->link);
    if (++sim->state.in_flight > sim->result->max_in_flight)
        sim->result->max_in_flight = sim->state.in_flight;
    simulation_spend(sim, job, job->waits_for, sim->now_ps - job->since_ps);
    if (sim->commits.sink)
        policy_commits_demand(&sim->commits, sim->now_ps, COMMIT_GRANT, job->op.index, 0,
                              &flight->demand);
    simulation_watch(sim, STEP_DISPATCH, job);
    if (!by_messages(sim)) {
        leave_source(sim, index);
        return;
    }
    if (sim->initiators.count > 0)
        initiators_grant(&sim->initiators, &flight->demand, &sim->state);
    simulation_post(sim, sim->now_ps + message_ps(sim, index), ANSWER_ARRIVE, index);
}

void simulation_reject(struct simulation *sim, uint32_t index, const struct demand *demand,
                       lane_set never) {
    sim->result->rejected++;
    if (sim->commits.sink)
        policy_commits_demand(&sim->commits, sim->now_ps, COMMIT_REJECT, sim->jobs[index].op.index,
                              never, demand);
    job_release(sim, index);
}

// --- events -----------------------------------------------------------------------------------

// A fence needs nothing of the receiver: it is through when its turn comes.
static void pass_fence(struct simulation *sim, uint32_t index) {
    sim->result->fences++;
    simulation_watch(sim, STEP_COMPLETE, &sim->jobs[index]);
    job_release(sim, index);
}

// Its initiator asks the receiver for credit.
static void send_request(struct simulation *sim, uint32_t index) {
    struct job *job = &sim->jobs[index];
    simulation_ready(sim, job);
    simulation_post(sim, sim->now_ps + message_ps(sim, index), REQUEST_ARRIVE, index);
}

static void offer(struct simulation *sim, uint32_t index) {
    if (sim->jobs[index].op.opcode == OP_FENCE)
        pass_fence(sim, index);
    else if (by_messages(sim))
        send_request(sim, index);
    else
        sim->admission->offer(sim, index);
}

uint32_t simulation_job(struct simulation *sim) {
    if (sim->unused == JOB_NONE && sim->fresh < sim->capacity) {
        sim->jobs[sim->fresh].next = JOB_NONE;
        sim->unused = sim->fresh++;
    }
    return sim->unused;
}

// What it takes of its initiator's budget of urgency: its bytes on all paths, or the longest
// service.
static uint64_t urgent_work_ps(const struct simulation *sim, const struct op *op) {
    const uint64_t *const gbps = sim->config->path_gbps;
    const uint64_t paths_gbps = gbps[0] + gbps[1] + gbps[2] + gbps[3];
    const uint32_t response = op_responds(op) ? op->response_length : 0;
    if (sim->config->urgency_unit == URGENCY_BYTES)
        return bytes_ps((uint64_t)op->wire_bytes + response, paths_gbps);
    uint64_t longest_ps = op_is_atomic(op)
                              ? sim->stages.atomic_ps
                              : stages_hbm_ps(&sim->stages, address_partition(op->address),
                                              op_hbm_bytes(op), op_is_read(op));
    const uint64_t others_ps[] = {bytes_ps(op->wire_bytes, paths_gbps),
                                  response ? stages_response_ps(&sim->stages, response) : 0};
    for (unsigned i = 0; i < 2; i++)
        longest_ps = others_ps[i] > longest_ps ? others_ps[i] : longest_ps;
    return longest_ps;
}

void simulation_submit(struct simulation *sim, const struct op *op) {
    const uint32_t index = simulation_job(sim);
    struct job *job = &sim->jobs[index];
    const unsigned partition = address_partition(op->address);
    job->op = *op;
    job->op.replies = sim->config->any_response;
    if (sim->stages.banks && op->domain == 0)
        job->op.address = stages_address(&sim->stages, op,
                                         rng_fold(rng_at(sim->seed, RNG_ROW, op->index), 100) <
                                             sim->config->hbm_run_percent);
    if (sim->reported)
        sim->reported[index] = 0;
    job->order = op->index;
    job->flight = FLIGHT_NONE;
    job->lane = sim->policy->knows_mapping ? (uint8_t)partition : predict(sim, &job->op, partition);
    job->since_ps = sim->now_ps;
    if (sim->initiators.count > 0) {
        job->op.source = initiators_submit(&sim->initiators, sim->now_ps);
        initiators_mark(&sim->initiators, &job->op, urgent_work_ps(sim, &job->op), sim->now_ps);
    }
    sim->submitted++;
    metrics_submit(sim->metrics, &job->op);
    simulation_watch(sim, STEP_SUBMIT, job);
    sim->unused = job->next;
    sim->unfinished++;
    sim->ordered += job->op.domain != 0;
    if (job->op.domain == 0 || ordering_enter(sim->ordering, index, &job->op))
        offer(sim, index);
}

// End to end: a write's at its HBM, the others' at their initiator.
static void complete(struct simulation *sim, uint32_t index) {
    struct job *job = &sim->jobs[index];
    sim->admission->completed(sim, index);
    metrics_complete(sim->metrics, &job->op, sim->now_ps);
    if (sim->initiators.count > 0)
        initiators_complete(&sim->initiators, &job->op, sim->now_ps);
    sim->result->operations++;
    if (sim->commits.sink)
        policy_commits_complete(&sim->commits, sim->now_ps, job->op.index);
    simulation_watch(sim, STEP_COMPLETE, job);
    job_release(sim, index);
}

void simulation_clear(struct simulation *sim, uint32_t index, bool unsent) {
    const struct op *op = &sim->jobs[index].op;
    if (unsent && sim->stages.banks) // they have not served it
        sim->stages.access[sim->jobs[index].flight].time = 0;
    if (unsent && sim->policy->returns == RETURNS_AT_ARRIVAL)
        policy_give_back_all(sim, &sim->jobs[index]);
    if (unsent && sim->policy->link == LINK_FROM_GRANT)
        policy_give_back_link(sim, &sim->jobs[index]);
    if (unsent)
        sim->admission->stage_done(sim, index, op_is_atomic(op) ? RESOURCE_ATOMIC : RESOURCE_HBM);
    if (unsent && op_responds(op))
        sim->admission->stage_done(sim, index, RESOURCE_RESPONSE);
    sim->admission->completed(sim, index);
    sim->result->cleared++;
    job_release(sim, index);
}

// The lane of the stage that serves it.
static unsigned stage_of(const struct job *job, unsigned resource) {
    return resource == RESOURCE_HBM      ? job_partition(job)
           : resource == RESOURCE_ATOMIC ? (unsigned)ATOMIC_LANE
                                         : (unsigned)RESPONSE_LANE;
}

// An operation enters a stage's server, to leave it by an event.
static void enter(struct simulation *sim, uint32_t index, struct server *server, unsigned resource,
                  enum latency_part queue, enum event_kind kind) {
    const struct job *job = &sim->jobs[index];
    const uint64_t service_ps = simulation_service_ps(sim, job, resource);
    const uint64_t done_ps = server_serve(server, sim->now_ps, service_ps);
    const uint64_t wait_ps = done_ps - service_ps - sim->now_ps;
    if (sim->driver)
        sim->driver->present[stage_of(job, resource)]++;
    if (sim->adapt.period_ps > 0) {
        struct flight *flight = simulation_flight(sim, job);
        flight->grant_ps += wait_ps;
        window_adapt_enter(&sim->adapt, &sim->state, &flight->demand, resource, sim->now_ps);
    }
    simulation_spend(sim, job, queue, wait_ps);
    simulation_spend(sim, job, queue + 1, service_ps);
    simulation_post(sim, done_ps, kind, index);
}

// It waits at a partition of banks.
static void enter_banks(struct simulation *sim, uint32_t index) {
    const struct job *job = &sim->jobs[index];
    const unsigned partition = job_partition(job);
    uint64_t pick_ps;
    if (sim->driver)
        sim->driver->present[partition]++;
    if (sim->adapt.period_ps > 0)
        window_adapt_enter(&sim->adapt, &sim->state, &simulation_flight(sim, job)->demand,
                           RESOURCE_HBM, sim->now_ps);
    if (stages_enter_banks(&sim->stages, &job->op, job->flight, index, sim->now_ps, &pick_ps))
        simulation_post(sim, pick_ps, WAKE, partition);
}

// A partition of banks picks the next one.
static void banks_pick(struct simulation *sim, uint32_t partition) {
    struct partition_banks *const banks = &sim->stages.banks[partition];
    struct server *const server = &sim->stages.hbm[partition];
    const struct bank_pick pick = bank_queue_pick(&banks->queue);
    struct bank_access *const access = &sim->stages.access[pick.number];
    const struct job *const job = &sim->jobs[access->job];
    const uint64_t since_ps = access->since, done_ps = pick.served.to;
    if (pick.begins) {
        const uint64_t wait_ps = sim->now_ps - since_ps;
        if (wait_ps > server->wait_max_ps)
            server->wait_max_ps = wait_ps;
        sim->flights[pick.number].grant_ps += wait_ps;
        access->time = sim->now_ps;
        simulation_spend(sim, job, PART_HBM_QUEUE, wait_ps);
    }
    if (pick.ends) {
        simulation_spend(sim, job, PART_HBM, done_ps - access->time);
        access->time = done_ps - (since_ps > banks->done_ps ? since_ps : banks->done_ps);
        banks->done_ps = done_ps;
        simulation_post(sim, done_ps, HBM_DONE, access->job);
    }
    if (done_ps > server->free_ps)
        server->free_ps = done_ps;
    banks->picking = banks->queue.first != BANK_ACCESS_NONE;
    if (banks->picking)
        simulation_post(sim, banks->queue.free > sim->now_ps ? banks->queue.free : sim->now_ps,
                        WAKE, partition);
}

static void arrive(struct simulation *sim, uint32_t index) {
    struct job *job = &sim->jobs[index];
    simulation_watch(sim, STEP_ARRIVE, job);
    if (sim->policy->arrive && policy_refuses_arrival(sim, index))
        return;
    if (sim->policy->returns == RETURNS_AT_ARRIVAL)
        policy_give_back_all(sim, job);
    else if (sim->policy->link)
        policy_give_back_link(sim, job);
    simulation_spend(sim, job, PART_FORWARD, sim->now_ps - job->since_ps);
    if (op_is_atomic(&job->op))
        enter(sim, index, &sim->stages.atomic, RESOURCE_ATOMIC, PART_ATOMIC_QUEUE, ATOMIC_DONE);
    else if (sim->stages.banks)
        enter_banks(sim, index);
    else
        enter(sim, index, &sim->stages.hbm[job_partition(job)], RESOURCE_HBM, PART_HBM_QUEUE,
              HBM_DONE);
}

// It leaves the stage's server.
static void leave(struct simulation *sim, uint32_t index, unsigned resource) {
    if (sim->driver)
        sim->driver->present[stage_of(&sim->jobs[index], resource)]--;
    sim->admission->stage_done(sim, index, resource);
}

static void served(struct simulation *sim, uint32_t index, unsigned resource,
                   enum simulate_step step) {
    leave(sim, index, resource);
    simulation_watch(sim, step, &sim->jobs[index]);
    if (sim->owner)
        sim->owner->served(sim, index);
    if (op_responds(&sim->jobs[index].op))
        enter(sim, index, &sim->stages.response, RESOURCE_RESPONSE, PART_RESPONSE_QUEUE, RESP_DONE);
    else
        complete(sim, index);
}

static void hbm_done(struct simulation *sim, uint32_t index) {
    served(sim, index, RESOURCE_HBM, STEP_HBM_DONE);
}

static void atomic_done(struct simulation *sim, uint32_t index) {
    served(sim, index, RESOURCE_ATOMIC, STEP_ATOMIC_DONE);
}

static void resp_done(struct simulation *sim, uint32_t index) {
    struct job *job = &sim->jobs[index];
    leave(sim, index, RESOURCE_RESPONSE);
    simulation_watch(sim, STEP_RESP_DONE, job);
    const uint64_t arrive_ps = fabric_back(&sim->fabric, sim->now_ps, job->op.response_length);
    simulation_spend(sim, job, PART_BACK, arrive_ps - sim->now_ps);
    simulation_post(sim, arrive_ps, COMPLETE, index);
}

// The receiver gets the operation; the instant between the two is on its way.
static void request_arrive(struct simulation *sim, uint32_t index) {
    struct job *job = &sim->jobs[index];
    simulation_spend(sim, job, PART_REQUEST, sim->now_ps - job->since_ps);
    job->since_ps = sim->now_ps;
    if (sim->initiators.count > 0)
        initiators_take(&sim->initiators, &job->op);
    sim->admission->offer(sim, index);
}

// The initiator gets the grant.
static void answer_arrive(struct simulation *sim, uint32_t index) {
    const struct job *job = &sim->jobs[index];
    simulation_spend(sim, job, PART_REQUEST, message_ps(sim, index));
    if (sim->initiators.count > 0)
        initiators_informed(&sim->initiators, &simulation_flight(sim, job)->demand, &sim->state);
    leave_source(sim, index);
}

// A grant's refusal has reached the source, or its loss has been noticed there.
static void retry(struct simulation *sim, uint32_t index) {
    if (sim->driver)
        block_driver_again(sim->driver, &sim->port, index);
    else
        policy_retry(sim, index);
}

// A block that was reset knows of nothing that is under way.
static void forget(struct policy_state *state) {
    state->in_flight = 0;
    for (unsigned lane = 0; lane < LANES; lane++)
        state->debt[lane] = state->known_debt[lane] = 0;
}

// What the configuration plans: a reset, or windows that are smaller for a while. `subject`: 1:
// they become whole again.
static void block_upset(struct simulation *sim, uint32_t subject) {
    const struct config *config = sim->config;
    sim->driver->now_ps = sim->now_ps;
    if (config->upset_percent == 0) {
        block_driver_reset(sim->driver, &sim->port, sim->policy, &sim->state,
                           config->upset_drain ? sim->state.in_flight : 0);
        if (!config->upset_drain)
            forget(&sim->state);
        return;
    }
    block_driver_windows(sim->driver, subject ? 100 : config->upset_percent);
    if (!subject)
        simulation_post(sim, sim->now_ps + config->upset_clocks * config->clock_ps, BLOCK_UPSET, 1);
}

// Initiators submit as soon as nothing else happens in this instant.
static void wake(struct simulation *sim, uint32_t subject) {
    if (subject < HBM_LANES)
        banks_pick(sim, subject);
}

void simulation_event(struct simulation *sim, enum event_kind kind, uint32_t subject) {
    static void (*const handlers[])(struct simulation *,
                                    uint32_t) = {[ARRIVE] = arrive,
                                                 [HBM_DONE] = hbm_done,
                                                 [ATOMIC_DONE] = atomic_done,
                                                 [RESP_DONE] = resp_done,
                                                 [COMPLETE] = complete,
                                                 [RECOVER] = policy_recover,
                                                 [RETRY] = retry,
                                                 [GRANT_DUE] = policy_grant_due,
                                                 [GRANT_ARRIVE] = policy_grant_arrive,
                                                 [REQUEST_ARRIVE] = request_arrive,
                                                 [ANSWER_ARRIVE] = answer_arrive,
                                                 [WAKE] = wake,
                                                 [BLOCK_UPSET] = block_upset};
    handlers[kind](sim, subject);
}

// To a fixed point.
void simulation_settle(struct simulation *sim) {
    uint32_t held;
    sim->admission->settle(sim);
    // What waited for operations that are through now comes like a submission of this instant.
    while (sim->ordered > 0 && (held = ordering_take(sim->ordering)) != ORDERING_NONE) {
        offer(sim, held);
        sim->admission->settle(sim);
    }
    if (sim->commits.sink)
        policy_emit_denials(sim);
}

// --- opening ----------------------------------------------------------------------------------

uint64_t simulation_under_way(const struct simulation *sim) {
    return sim->state.command_limit * (sim->config->upset_drain ? 1 : 2);
}

uint32_t simulation_events(const struct simulation *sim) {
    // An operation in flight has one event; so have a disabled lane, the timer of grants and the
    // first of them under way; a reset; and, where initiators ask, every operation and what is
    // late; and a partition of banks.
    const uint64_t requesting = sim->config->initiators > 0 ? sim->config->outstanding + 1
                                : sim->request_ps > 0       ? sim->capacity
                                                            : 0;
    return (uint32_t)(simulation_under_way(sim) + LANES + HBM_LANES + 4 + requesting);
}

static void set_windows(struct policy_state *state, const struct config *config) {
    for (unsigned lane = 0; lane < HBM_LANES; lane++)
        state->window[lane] = config->window_hbm >> config->quantum_hbm;
    state->window[ATOMIC_LANE] = config->window_atomic >> config->quantum_time;
    state->window[RESPONSE_LANE] = config->window_response >> config->quantum_time;
}

bool simulation_check(struct simulation *sim, bool block, struct text_error *error) {
    if (sim->config->stages != STAGES_MODEL)
        return text_error_set(error,
                              "stages: expected model for a policy, which has no clock, found "
                              "random");
    if (!policy_open(sim->policy, &sim->state, sim->config, error) ||
        !window_adapt_check(sim->config, sim->policy, error) ||
        !initiators_check(sim->config, sim->policy, error) || !offer_port_check(sim->config, error))
        return false;
    if (sim->config->windows == WINDOWS_OWN)
        set_windows(&sim->state, sim->config);
    return !block || !block_driver_refuses(sim->policy, sim->config, &sim->state, error);
}

static void flights_open(struct simulation *sim) {
    const uint16_t count = (uint16_t)(2 * sim->state.command_limit); // a reset block knows of none
    sim->flights = memory_there(malloc(count * sizeof *sim->flights));
    for (uint16_t i = 0; i < count; i++)
        sim->flights[i].next = i + 1 < count ? i + 1u : FLIGHT_NONE;
}

void simulation_open(struct simulation *sim, const struct block_model *block,
                     const struct commit_sink *sink) {
    const struct config *config = sim->config;
    sim->unused = JOB_NONE;
    offer_port_init(&sim->port, config, config->port_slots > 0 || block,
                    &(struct offer_arbiter){&sim->dispatcher, sim->policy, &sim->state});
    if (!sim->jobs)
        sim->jobs = sim->own_jobs =
            memory_there(aligned_alloc(_Alignof(struct job), sim->capacity * sizeof *sim->jobs));
    sim->ordering = ordering_open(sim->capacity);
    dispatcher_open(&sim->dispatcher, sim->jobs, sim->capacity);
    flights_open(sim);
    initiators_open(&sim->initiators, config);
    if (sim->commits.sink)
        sim->reported = memory_there(malloc(sim->capacity * sizeof *sim->reported));
    if (block)
        sim->driver =
            block_driver_open(*block, sim->policy, &sim->state, sim->jobs, sim->capacity, sink);
    sim->dispatcher.bound_ps = config->aging_ns * 1000;
    fabric_init(&sim->fabric, config, sim->seed);
    stages_init(&sim->stages, config);
    if (config->hbm_banks)
        stages_open_banks(&sim->stages, config, (uint32_t)(2 * sim->state.command_limit));
    window_adapt_open(&sim->adapt, sim->policy, &sim->state);
    if (sim->driver) // firmware moves them
        sim->adapt.period_ps = 0;
    credit_messages_open(&sim->messages, config);
    policy_commits_open(&sim->commits, sim->policy, &sim->state);
}

void simulation_close(struct simulation *sim) {
    ordering_close(sim->ordering);
    dispatcher_close(&sim->dispatcher);
    block_driver_close(sim->driver);
    free(sim->own_jobs);
    free(sim->flights);
    stages_close(&sim->stages);
    free(sim->reported);
    free(sim->messages.ring);
    initiators_close(&sim->initiators);
}

uint32_t simulation_waiting(const struct simulation *sim) {
    return sim->driver ? sim->driver->waiting : sim->dispatcher.waiting + sim->port.queued;
}

static double ns(uint64_t ps) {
    return (double)ps / 1000;
}

void simulation_summarise(struct simulation *sim) {
    struct simulate_result *result = sim->result;
    assert(sim->state.in_flight == 0 && !sim->state.disabled);
    for (unsigned lane = 0; lane < ALL_LANES; lane++)
        assert(sim->state.debt[lane] == 0 && sim->state.known_debt[lane] == 0 &&
               "debt left at the end");
    assert(sim->unfinished == 0 && sim->ordered == 0);
    assert(result->operations + result->rejected + result->fences + result->cleared ==
           sim->submitted);
    uint64_t hbm_wait_ps = 0;
    for (unsigned lane = 0; lane < HBM_LANES; lane++)
        if (sim->stages.hbm[lane].wait_max_ps > hbm_wait_ps)
            hbm_wait_ps = sim->stages.hbm[lane].wait_max_ps;
    result->max_queue_hbm_ns = ns(hbm_wait_ps);
    result->max_queue_atomic_ns = ns(sim->stages.atomic.wait_max_ps);
    result->max_queue_response_ns = ns(sim->stages.response.wait_max_ps);
    result->state_entries = sim->policy->state_entries;
    result->edges = sim->driver ? sim->driver->evaluated : 0;
}

// Where every operation completes, the parts of their latencies are all of them.
static bool parts_add_up(const struct metrics *metrics) {
    for (unsigned i = 0; i < 2; i++) {
        uint64_t sum_ps = metrics->op_class[i].latency.sum;
        for (unsigned part = 0; part < PARTS; part++)
            sum_ps -= metrics->op_class[i].part_ps[part];
        if (sum_ps != 0)
            return false;
    }
    return true;
}

void simulation_measure(struct metrics *metrics, struct simulate_result *result) {
    assert(result->rejected + result->cleared > 0 || parts_add_up(metrics));
    metrics_class(metrics, true, &result->small);
    metrics_class(metrics, false, &result->bulk);
    for (enum subclass subclass = 0; subclass < SUBCLASSES; subclass++)
        metrics_subclass(metrics, subclass, &result->subclass[subclass]);
    result->makespan_ns = metrics_makespan_ns(metrics);
    result->goodput_gbps = metrics_goodput_gbps(metrics);
}
