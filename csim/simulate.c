#include "simulate.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>

#include "account.h"
#include "dispatcher.h"
#include "event.h"
#include "fabric.h"
#include "grants.h"
#include "ordering.h"
#include "policy_commits.h"
#include "policy_windows.h"
#include "rng.h"
#include "stages.h"

// Operations between submission and completion, at most: a burst waits as a whole at its source.
enum { JOBS_MAX = 1 << 20, PROGRESS_EVENTS = 1 << 16 };

// Submissions are not in the queue: the next one is known, and goes before events of its instant,
// as if all of them had been posted at the start.
enum event_kind {
    ARRIVE,
    HBM_DONE,
    ATOMIC_DONE,
    RESP_DONE,
    COMPLETE,
    RECOVER,
    RETRY,
    GRANT_DUE,
    GRANT_ARRIVE
};

struct simulation {
    const struct config *config;
    const struct policy *policy;
    uint64_t seed;
    struct policy_commits commits;
    const struct simulate_watcher *watcher;

    struct traffic *traffic;
    struct op next; // the next operation to be submitted
    bool more;      // there is one
    struct event_queue *events;
    struct fabric fabric;
    struct stages stages;
    struct policy_state state;
    struct grants grants;
    struct dispatcher *dispatcher;
    struct ordering *ordering; // of jobs,
    uint32_t ordered;          // so many
    struct job *jobs;
    uint32_t unused;   // first of the jobs that are free again
    uint32_t capacity; // jobs there are
    uint32_t fresh;    // from here on, jobs have never been used
    uint64_t now_ps;
    uint64_t unfinished; // operations between submission and completion
    struct account account;
    struct simulate_result *result;
};

// --- helpers ----------------------------------------------------------------------------------

// The lanes of a demand that have an amount.
static unsigned amount_mask(const struct demand *demand) {
    struct demand copy = *demand;
    demand_mask(&copy);
    return copy.mask;
}

// A waiting operation is refused by other lanes than last time, or for the first time.
static void commit_denial(struct simulation *sim, struct job *job) {
    struct demand demand;
    sim->policy->charge(&sim->state, &job->op, job->lane, &demand);
    unsigned refused = sim->policy->refuse(&sim->state, &job->op, &demand);
    if (sim->state.in_flight >= sim->state.command_limit)
        refused |= REFUSED_TABLE;
    if (refused == job->reported)
        return;
    job->reported = (uint16_t)refused;
    policy_commits_demand(&sim->commits, sim->now_ps, COMMIT_DENY, &sim->state, job->op.index,
                          refused, &demand);
}

static void commit_denials(struct simulation *sim) {
    if (!sim->commits.sink)
        return;
    uint32_t head;
    for (uint32_t n = 0; (head = dispatcher_head(sim->dispatcher, n)) != JOB_NONE; n++)
        commit_denial(sim, &sim->jobs[head]);
}

static void watch(struct simulation *sim, enum simulate_step step, const struct job *job) {
    if (sim->watcher && sim->watcher->saw)
        sim->watcher->saw(sim->watcher->context, step, sim->now_ps, &job->op, job->partition,
                          &sim->state);
}

static bool known(const struct op *op) {
    return op_uses_hbm(op) || (op_is_atomic(op) && op->opcode < OPCODES);
}

// Service times count in whole quanta where they are observed.
static uint64_t quanta(uint64_t ps) {
    return (ps * QUANTA_PER_NS + 999) / 1000;
}

// The partition that the operation is predicted to go to: with some probability a wrong one. Drawn
// for the operation, so that every policy is told the same.
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

// The operation is through, or was never to be.
static void job_release(struct simulation *sim, uint32_t index) {
    sim->unfinished--;
    if (sim->jobs[index].op.domain) {
        sim->ordered--;
        ordering_complete(sim->ordering, index);
    }
    sim->jobs[index].next = sim->unused;
    sim->unused = index;
}

// A free job, not yet taken. Memory that no job has needed so far is not touched.
static uint32_t job_free(struct simulation *sim) {
    if (sim->unused != JOB_NONE)
        return sim->unused;
    if (sim->fresh == sim->capacity)
        return JOB_NONE;
    sim->jobs[sim->fresh].next = JOB_NONE;
    return sim->unused = sim->fresh++;
}

static void spend(struct simulation *sim, const struct job *job, enum latency_part part,
                  uint64_t ps) {
    account_part(&sim->account, &job->op, part, ps);
}

// --- credits ----------------------------------------------------------------------------------

static void count_message(struct simulation *sim, unsigned lanes) {
    if (!sim->account.started)
        return;
    sim->result->grant_messages++;
    sim->result->grant_bytes += grant_bytes(lanes);
}

static void tell(struct simulation *sim, unsigned lane, uint64_t amount) {
    windows_tell(&sim->state, lane, amount);
    dispatcher_free(sim->dispatcher, 1u << lane);
}

// A message with what is untold leaves, and may be there at once.
static void send_grant(struct simulation *sim) {
    const struct grant *grant = grants_send(&sim->grants, sim->now_ps);
    count_message(sim, grant->lanes);
    if (sim->grants.under_way == 1)
        event_post(sim->events, grant->arrive_ps, GRANT_ARRIVE, 0);
}

// What came back is told by the rules of csim/grants.h.
static void gather(struct simulation *sim, unsigned lane, uint32_t amount) {
    struct grants *grants = &sim->grants;
    if (grants_direct(grants)) {
        count_message(sim, 1);
        tell(sim, lane, amount);
        return;
    }
    grants_gather(grants, sim->now_ps, lane, amount);
    if (grants_ready(grants, sim->now_ps)) {
        send_grant(sim);
    } else if (!grants->timing && grants->due_ps > sim->now_ps) {
        grants->timing = true;
        event_post(sim->events, grants->due_ps, GRANT_DUE, 0);
    }
}

// Initiators learn of it by a message, or, where credit comes back with an operation's completion,
// by that.
static void give_back(struct simulation *sim, const struct job *job, unsigned class) {
    const unsigned lane = class_lane(&job->demand, class);
    const uint32_t amount = windows_return(&sim->state, &job->demand, class);
    if (amount == 0)
        return;
    if (sim->policy->returns == RETURNS_AT_END)
        tell(sim, lane, amount);
    else
        gather(sim, lane, amount);
    policy_commits_return(&sim->commits, sim->now_ps, &sim->state, job->op.index, &job->demand,
                          class);
}

static void give_back_all(struct simulation *sim, const struct job *job) {
    for (unsigned class = 0; class < CLASSES; class ++)
        give_back(sim, job, class);
}

static void leave_endpoint(struct simulation *sim) {
    assert(sim->state.in_flight > 0);
    sim->state.in_flight--;
    dispatcher_free(sim->dispatcher, REFUSED_TABLE);
}

// How long a stage works for an operation.
static uint64_t service_of(const struct simulation *sim, const struct job *job, unsigned class) {
    if (class == CLASS_HBM)
        return stages_hbm_ps(&sim->stages, op_hbm_bytes(&job->op), op_is_read(&job->op));
    return class == CLASS_ATOMIC ? sim->stages.atomic_ps : response_ps(sim, &job->op);
}

static void stage_done(struct simulation *sim, const struct job *job, unsigned class) {
    const struct policy *policy = sim->policy;
    if (policy->returns == RETURNS_BY_STAGE)
        give_back(sim, job, class);
    if (policy->observe &&
        policy->observe(&sim->state, &job->op, class, quanta(service_of(sim, job, class)))) {
        dispatcher_reprice(sim->dispatcher);
        policy_commits_multipliers(&sim->commits, sim->now_ps, &sim->state,
                                   class == CLASS_ATOMIC ? ATOMIC_LANE : RESPONSE_LANE);
    }
}

static void dispatch(struct simulation *sim, uint32_t index) {
    struct job *job = &sim->jobs[index];
    windows_charge(&sim->state, &job->demand);
    if (++sim->state.in_flight > sim->result->max_in_flight)
        sim->result->max_in_flight = sim->state.in_flight;
    spend(sim, job, (enum latency_part)job->waits_for, sim->now_ps - job->ready_ps);
    policy_commits_demand(&sim->commits, sim->now_ps, COMMIT_GRANT, &sim->state, job->op.index,
                          amount_mask(&job->demand), &job->demand);
    watch(sim, STEP_DISPATCH, job);
    const struct hop hop =
        fabric_forward(&sim->fabric, sim->now_ps, job->op.wire_bytes, job->op.index);
    job->dispatch_ps = sim->now_ps;
    event_post(sim->events, hop.arrive_ps, ARRIVE, index);
}

// --- events -----------------------------------------------------------------------------------

// What an operation waits for that these lanes refuse: the bound, else the first of them.
static enum latency_part waits_for(const struct simulation *sim, unsigned refused) {
    if (refused & REFUSED_TABLE)
        return PART_FOR_BOUND;
    if (sim->policy->one_window)
        return PART_FOR_WINDOW;
    return refused & ((1u << HBM_LANES) - 1) ? PART_FOR_HBM
           : refused & 1u << ATOMIC_LANE     ? PART_FOR_ATOMIC
                                             : PART_FOR_RESPONSE;
}

// The lanes whose windows are below the demand: it could never be admitted.
static unsigned lanes_too_small(const struct simulation *sim, const struct demand *demand) {
    unsigned lanes = 0;
    for (unsigned class = 0; class < CLASSES; class ++)
        if (demand->amount[class] > sim->state.window[class_lane(demand, class)])
            lanes |= 1u << class_lane(demand, class);
    return lanes;
}

static void reject(struct simulation *sim, uint32_t index, unsigned never) {
    const struct job *job = &sim->jobs[index];
    sim->result->rejected++;
    policy_commits_demand(&sim->commits, sim->now_ps, COMMIT_REJECT, &sim->state, job->op.index,
                          never, &job->demand);
    job_release(sim, index);
}

// A fence needs nothing of the receiver: it is through when its turn comes.
static void pass_fence(struct simulation *sim, uint32_t index) {
    sim->result->fences++;
    watch(sim, STEP_COMPLETE, &sim->jobs[index]);
    job_release(sim, index);
}

// Nothing but admission keeps the operation at its source. None of those that wait is admissible
// now, so that it is the only one that could be. One of equal demand that waits is refused by what
// refuses this one.
static void offer(struct simulation *sim, uint32_t index) {
    struct job *job = &sim->jobs[index];
    if (job->op.opcode == OP_FENCE) {
        pass_fence(sim, index);
        return;
    }
    sim->policy->charge(&sim->state, &job->op, job->lane, &job->demand);
    const unsigned never = lanes_too_small(sim, &job->demand);
    if (never || !known(&job->op)) {
        reject(sim, index, never);
        return;
    }
    if (job->op.domain) {
        spend(sim, job, PART_FOR_ORDER, sim->now_ps - job->ready_ps);
        job->ready_ps = sim->now_ps;
    }
    const unsigned refused = sim->state.in_flight >= sim->state.command_limit
                                 ? REFUSED_TABLE
                                 : sim->policy->refuse(&sim->state, &job->op, &job->demand);
    job->waits_for = (uint8_t)waits_for(sim, refused);
    if (!refused) {
        dispatch(sim, index);
        return;
    }
    dispatcher_add(sim->dispatcher, index);
    if (sim->commits.sink)
        commit_denial(sim, job);
}

// False: more operations wait than there is room for.
static bool submit(struct simulation *sim) {
    const uint32_t index = job_free(sim);
    if (index == JOB_NONE)
        return false;
    struct job *job = &sim->jobs[index];
    const unsigned partition = address_partition(sim->next.address);
    job->op = sim->next;
    job->reported = 0;
    job->partition = (uint8_t)partition;
    job->lane = sim->policy->knows_mapping ? job->partition : predict(sim, &job->op, partition);
    job->ready_ps = sim->now_ps;
    sim->more = traffic_next(sim->traffic, &sim->next);
    account_submit(&sim->account, &job->op);
    watch(sim, STEP_SUBMIT, job);
    sim->unused = job->next;
    sim->unfinished++;
    sim->ordered += job->op.domain != 0;
    if (job->op.domain == 0 || ordering_enter(sim->ordering, index, &job->op))
        offer(sim, index);
    return true;
}

// What waited for operations that are through now comes like a submission of this instant.
static void offer_held(struct simulation *sim) {
    uint32_t index;
    while (sim->ordered > 0 && (index = ordering_take(sim->ordering)) != ORDERING_NONE)
        offer(sim, index);
}

// End to end: a write's at its HBM, the others' at their initiator.
static void complete(struct simulation *sim, uint32_t index) {
    struct job *job = &sim->jobs[index];
    if (sim->policy->returns == RETURNS_AT_END)
        give_back_all(sim, job);
    leave_endpoint(sim);
    account_complete(&sim->account, &job->op, sim->now_ps);
    sim->result->operations++;
    policy_commits_complete(&sim->commits, sim->now_ps, &sim->state, job->op.index);
    watch(sim, STEP_COMPLETE, job);
    job_release(sim, index);
}

// An operation enters a stage's server, to leave it by an event.
static void enter(struct simulation *sim, uint32_t index, struct server *server,
                  uint64_t service_ps, enum latency_part queue, enum event_kind kind) {
    const struct job *job = &sim->jobs[index];
    const uint64_t done_ps = server_serve(server, sim->now_ps, service_ps);
    spend(sim, job, queue, done_ps - service_ps - sim->now_ps);
    spend(sim, job, queue + 1, service_ps);
    event_post(sim->events, done_ps, kind, index);
}

static void enter_response(struct simulation *sim, uint32_t index) {
    enter(sim, index, &sim->stages.response, service_of(sim, &sim->jobs[index], CLASS_RESPONSE),
          PART_RESPONSE_QUEUE, RESP_DONE);
}

static void hbm_or_atomic_over(struct simulation *sim, uint32_t index) {
    if (op_responds(&sim->jobs[index].op))
        enter_response(sim, index);
    else
        complete(sim, index);
}

// When a disabled resource may be used again, if nothing more arrives.
static uint64_t recovery_ps(const struct simulation *sim, unsigned lane) {
    return stages_lane(&sim->stages, lane)->free_ps + sim->config->reactive_recovery_ns * 1000;
}

// Lanes that an operation really uses.
static unsigned lanes_used(const struct job *job) {
    return (op_uses_hbm(&job->op) ? 1u << job->partition : 1u << ATOMIC_LANE) |
           (op_responds(&job->op) ? 1u << RESPONSE_LANE : 0);
}

static bool refused_at_target(struct simulation *sim, uint32_t index) {
    struct job *job = &sim->jobs[index];
    if (!sim->policy->arrive)
        return false;
    const unsigned enabled = ~sim->state.disabled;
    const unsigned exhausted =
        sim->policy->arrive(&sim->state, lanes_used(job), &sim->stages, sim->now_ps);
    for (unsigned lane = 0; lane < LANES; lane++)
        if (exhausted & enabled & 1u << lane)
            event_post(sim->events, recovery_ps(sim, lane), RECOVER, lane);
    if (!exhausted)
        return false;
    sim->result->retries++;
    job->ready_ps = sim->now_ps + sim->config->reactive_feedback_ns * 1000;
    job->waits_for = (uint8_t)waits_for(sim, exhausted);
    spend(sim, job, PART_REFUSED, job->ready_ps - job->dispatch_ps);
    watch(sim, STEP_REFUSE, job);
    event_post(sim->events, job->ready_ps, RETRY, index);
    return true;
}

static void arrive(struct simulation *sim, uint32_t index) {
    struct job *job = &sim->jobs[index];
    watch(sim, STEP_ARRIVE, job);
    if (refused_at_target(sim, index))
        return;
    if (sim->policy->returns == RETURNS_AT_ARRIVAL)
        give_back_all(sim, job);
    spend(sim, job, PART_FORWARD, sim->now_ps - job->dispatch_ps);
    if (op_is_atomic(&job->op))
        enter(sim, index, &sim->stages.atomic, service_of(sim, job, CLASS_ATOMIC),
              PART_ATOMIC_QUEUE, ATOMIC_DONE);
    else
        enter(sim, index, &sim->stages.hbm[job->partition], service_of(sim, job, CLASS_HBM),
              PART_HBM_QUEUE, HBM_DONE);
}

static void hbm_done(struct simulation *sim, uint32_t index) {
    struct job *job = &sim->jobs[index];
    stage_done(sim, job, CLASS_HBM);
    watch(sim, STEP_HBM_DONE, job);
    hbm_or_atomic_over(sim, index);
}

static void atomic_done(struct simulation *sim, uint32_t index) {
    stage_done(sim, &sim->jobs[index], CLASS_ATOMIC);
    watch(sim, STEP_ATOMIC_DONE, &sim->jobs[index]);
    hbm_or_atomic_over(sim, index);
}

static void resp_done(struct simulation *sim, uint32_t index) {
    struct job *job = &sim->jobs[index];
    stage_done(sim, job, CLASS_RESPONSE);
    watch(sim, STEP_RESP_DONE, job);
    const struct hop hop = fabric_back(&sim->fabric, sim->now_ps, job->op.response_length);
    spend(sim, job, PART_BACK, hop.arrive_ps - sim->now_ps);
    event_post(sim->events, hop.arrive_ps, COMPLETE, index);
}

// A disabled resource is used again only after its backlog has drained: what arrived in the
// meantime puts that off.
static void recover(struct simulation *sim, unsigned lane) {
    if (recovery_ps(sim, lane) > sim->now_ps) {
        event_post(sim->events, recovery_ps(sim, lane), RECOVER, lane);
        return;
    }
    sim->policy->recover(&sim->state, lane);
    dispatcher_free(sim->dispatcher, 1u << lane);
}

// The refusal has reached the source: the command has left the endpoint and waits again.
static void retry(struct simulation *sim, uint32_t index) {
    give_back_all(sim, &sim->jobs[index]);
    leave_endpoint(sim);
    sim->jobs[index].reported = 0;
    watch(sim, STEP_RETRY, &sim->jobs[index]);
    dispatcher_add(sim->dispatcher, index);
}

// The timer, which an earlier message may have put off.
static void grant_due(struct simulation *sim, uint32_t subject) {
    (void)subject;
    struct grants *grants = &sim->grants;
    grants->timing = grants->waiting && grants->due_ps > sim->now_ps;
    if (grants->timing)
        event_post(sim->events, grants->due_ps, GRANT_DUE, 0);
    else if (grants_ready(grants, sim->now_ps))
        send_grant(sim);
}

static void grant_arrive(struct simulation *sim, uint32_t subject) {
    (void)subject;
    struct grants *grants = &sim->grants;
    const struct grant grant = grants_take(grants);
    for (unsigned lane = 0; lane < LANES; lane++)
        if (grant.credit[lane] > 0)
            tell(sim, lane, grant.credit[lane]);
    if (grants->under_way > 0)
        event_post(sim->events, grants_first(grants)->arrive_ps, GRANT_ARRIVE, 0);
    if (grants_ready(grants, sim->now_ps)) // had to wait until there was room for it
        send_grant(sim);
}

static void happen(struct simulation *sim, const struct event *event) {
    static void (*const what[])(struct simulation *, uint32_t) = {
        [ARRIVE] = arrive,       [HBM_DONE] = hbm_done,   [ATOMIC_DONE] = atomic_done,
        [RESP_DONE] = resp_done, [COMPLETE] = complete,   [RECOVER] = recover,
        [RETRY] = retry,         [GRANT_DUE] = grant_due, [GRANT_ARRIVE] = grant_arrive};
    sim->now_ps = event->time_ps;
    what[event->kind](sim, event->subject);
}

// Is a submission what happens next? In a closed loop it is due when an operation has completed,
// whatever the time that traffic gave it.
static bool submission_next(struct simulation *sim) {
    if (!sim->more)
        return false;
    if (sim->config->outstanding == 0)
        return sim->next.submit_ps <= event_next_ps(sim->events);
    sim->next.submit_ps = sim->now_ps;
    return sim->unfinished < sim->config->outstanding;
}

static void show_progress(const struct simulation *sim) {
    if (sim->watcher && sim->watcher->progress)
        sim->watcher->progress(sim->watcher->context, sim->result->operations);
}

// False: more operations wait than there is room for.
static bool run(struct simulation *sim) {
    struct event event;
    for (;;) {
        if (submission_next(sim)) {
            sim->now_ps = sim->next.submit_ps;
            if (!submit(sim))
                return false;
        } else if (event_take(sim->events, UINT64_MAX, &event)) {
            happen(sim, &event);
        } else {
            return true;
        }
        if (sim->result->events++ % PROGRESS_EVENTS == 0)
            show_progress(sim);
        // To a fixed point after every single event, submissions of one instant included.
        uint32_t next;
        while ((next = dispatcher_take(sim->dispatcher, sim->policy, &sim->state)) != JOB_NONE)
            dispatch(sim, next);
        offer_held(sim);
        commit_denials(sim);
    }
}

// --- a run ------------------------------------------------------------------------------------

static double ns(uint64_t ps) {
    return (double)ps / 1000;
}

static void summarise(struct simulation *sim) {
    struct simulate_result *result = sim->result;
    account_class(&sim->account, true, &result->small);
    account_class(&sim->account, false, &result->bulk);
    result->makespan_ns = account_makespan_ns(&sim->account);
    result->goodput_gbps = account_goodput_gbps(&sim->account);
    uint64_t hbm_wait_ps = 0;
    for (unsigned lane = 0; lane < HBM_LANES; lane++)
        if (sim->stages.hbm[lane].wait_max_ps > hbm_wait_ps)
            hbm_wait_ps = sim->stages.hbm[lane].wait_max_ps;
    result->max_queue_hbm_ns = ns(hbm_wait_ps);
    result->max_queue_atomic_ns = ns(sim->stages.atomic.wait_max_ps);
    result->max_queue_response_ns = ns(sim->stages.response.wait_max_ps);
    result->state_entries = sim->policy->state_entries;
}

static bool simulation_open(struct simulation *sim) {
    const struct config *config = sim->config;
    sim->capacity = (uint32_t)(config->operations < JOBS_MAX ? config->operations + 1 : JOBS_MAX);
    sim->unused = JOB_NONE;
    // An operation in flight has one event; so have a disabled lane, the timer of grants and the
    // first of them under way.
    sim->events = event_queue_open((uint32_t)sim->state.command_limit + LANES + 2);
    sim->jobs = malloc(sim->capacity * sizeof *sim->jobs);
    sim->dispatcher = sim->jobs ? dispatcher_open(sim->jobs, sim->capacity) : NULL;
    sim->ordering = ordering_open(sim->capacity);
    if (!sim->traffic || !sim->events || !account_open(&sim->account, config) || !sim->dispatcher ||
        !sim->ordering)
        return false;
    fabric_init(&sim->fabric, config, sim->seed);
    stages_init(&sim->stages, config);
    grants_init(&sim->grants, config, sim->state.window);
    sim->more = traffic_next(sim->traffic, &sim->next);
    policy_commits_open(&sim->commits, &sim->state);
    return true;
}

static void simulation_close(struct simulation *sim) {
    traffic_close(sim->traffic);
    ordering_close(sim->ordering);
    event_queue_close(sim->events);
    dispatcher_close(sim->dispatcher);
    free(sim->jobs);
    account_close(&sim->account);
}

bool simulate_watched(const struct config *config, const struct policy *policy, uint64_t seed,
                      const struct commit_sink *commits, const struct simulate_watcher *watcher,
                      struct simulate_result *result, char *error, size_t size) {
    return simulate_traffic(config, policy, traffic_open(config, seed), seed, commits, watcher,
                            result, error, size);
}

bool simulate_traffic(const struct config *config, const struct policy *policy,
                      struct traffic *traffic, uint64_t seed, const struct commit_sink *commits,
                      const struct simulate_watcher *watcher, struct simulate_result *result,
                      char *error, size_t size) {
    struct simulation sim = {.config = config,
                             .policy = policy,
                             .traffic = traffic,
                             .seed = seed,
                             .commits = {.sink = commits, .clock_ps = config->clock_ps},
                             .watcher = watcher,
                             .result = result};
    *result = (struct simulate_result){0};
    if (config->stages != STAGES_MODEL) {
        snprintf(error, size,
                 "stages: expected model for a policy, which has no clock, found "
                 "random");
        traffic_close(traffic);
        return false;
    }
    if (!policy_open(policy, &sim.state, config, error, size)) {
        traffic_close(traffic);
        return false;
    }
    bool done = false;
    if (!simulation_open(&sim)) {
        snprintf(error, size, "out of memory");
    } else if (!run(&sim)) {
        snprintf(error, size, "more than %u operations wait at %" PRIu64 " ps", JOBS_MAX,
                 sim.now_ps);
    } else if (traffic_failure(traffic)) {
        snprintf(error, size, "%s", traffic_failure(traffic));
    } else if (dispatcher_waiting(sim.dispatcher) > 0) {
        snprintf(error, size, "%" PRIu32 " operations never became admissible",
                 dispatcher_waiting(sim.dispatcher));
    } else {
        assert(event_count(sim.events) == 0 && sim.state.in_flight == 0 && !sim.state.disabled);
        for (unsigned lane = 0; lane < LANES; lane++)
            assert(sim.state.debt[lane] == 0 && sim.state.told[lane] == 0 &&
                   "debt left at the end");
        assert(sim.unfinished == 0 && sim.ordered == 0);
        assert(result->operations + result->rejected + result->fences == config->operations);
        summarise(&sim);
        done = true;
    }
    simulation_close(&sim);
    return done;
}

bool simulate(const struct config *config, const struct policy *policy, uint64_t seed,
              const struct commit_sink *commits, struct simulate_result *result, char *error,
              size_t size) {
    return simulate_watched(config, policy, seed, commits, NULL, result, error, size);
}
