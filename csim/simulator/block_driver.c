#include "csim/simulator/block_driver.h"

#include "csim/golden/axi_bus.h"
#include "csim/policy/policy_windows.h"

enum {
    BUS_CLOCKS = 200, // that a write takes at most
    DONE_PORT = BLOCK_DRIVER_PORTS - 1
};

void block_driver_fail(struct block_driver *driver, const char *format, ...) {
    if (driver->failed)
        return;
    driver->failed = true;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(driver->error, sizeof driver->error, format, arguments);
    va_end(arguments);
}

// Does a policy charge and return as the block does?
static bool block_driver_takes(const struct policy *policy) {
    return policy->charge == charge_vector && policy->returns == RETURNS_BY_STAGE &&
           !policy->link && (policy->scales_windows || !policy->observe);
}

bool block_driver_refuses(const struct policy *policy, const struct config *config,
                          const struct policy_state *state, struct text_error *error) {
    if (!block_driver_takes(policy))
        return !text_error_set(error, "expected semacredit, adaptive_window or oracle beside "
                                      "--admission: the block charges and "
                                      "returns as these do");
    if ((config->grant_interval_ns | config->grant_delay_ns) != 0)
        return !text_error_set(
            error, "grant_interval_ns and grant_delay_ns: expected 0 beside an admitter, which "
                   "goes by its own counters");
    if ((config->arbiter_slots | config->initiators) != 0)
        return !text_error_set(error,
                               "arbiter_slots and initiators: expected 0 beside an admitter, which "
                               "has slots of its own and gets its grant at once");
    if (config->hbm_classes)
        return !text_error_set(error, "hbm_classes: expected 0 beside an admitter, which has a "
                                      "lane for each partition");
    if (config->window_adapt_ns && config->mode != MODE_CLOCKED)
        return !text_error_set(error, "window_adapt_ns: expected mode of clocked beside an "
                                      "admitter, which counts clocks");
    for (unsigned lane = 0; lane < LANES; lane++)
        if (state->window[lane] >= UINT32_MAX)
            return !text_error_set(
                error,
                "the window of lane %u, %" PRIu64
                ": expected at most 4294967294 beside an admitter, whose counters have 32 "
                "bits",
                lane, state->window[lane]);
    return false;
}

struct path_size block_driver_size(const struct config *config) {
    uint16_t depth = DEPTH;
    while (depth < config->command_limit && depth < PATH_DEPTH)
        depth = (uint16_t)(2 * depth);
    const uint64_t slots = config->port_slots ? config->port_slots : SLOTS;
    return (struct path_size){.hbm = HBM_LANES,
                              .atomic = 1,
                              .response = 1,
                              .cnt_w = COUNTER_BITS,
                              .depth = depth,
                              .slots = (uint16_t)(slots < PATH_SLOTS ? slots : PATH_SLOTS),
                              .tag_w = 32,
                              .gen_w = 8,
                              .age_w = 16,
                              .wire_w = WIRE_BITS};
}

// --- clocks -----------------------------------------------------------------------------------

// What the block shows, to the sink.
static void emit_commits(struct block_driver *driver) {
    struct commit commit[BLOCK_COMMITS];
    const unsigned count =
        block_commits(&driver->commits, &driver->out.path, driver->clocks, driver->now_ps, commit);
    for (unsigned i = 0; driver->sink && i < count; i++)
        driver->sink->take(driver->sink->context, &commit[i]);
}

static void step(struct block_driver *driver, struct block_in *in) {
    in->now = driver->clocks;
    driver->model.clock(driver->model.self, in);
    driver->model.show(driver->model.self, &driver->out);
    driver->clocks++;
    driver->evaluated++;
    if (in->path.rst_n)
        emit_commits(driver);
    else
        block_commits_reset(&driver->commits);
}

// What stages tell of themselves.
static void tell(const struct block_driver *driver, struct block_in *in) {
    for (unsigned lane = 0; driver->tune_ps > 0 && lane < LANES; lane++)
        block_tell_stage(in, lane, driver->present[lane]);
}

// --- opening ----------------------------------------------------------------------------------

// Through the bus, as software would.
static void clock_bus(void *context) {
    struct block_driver *driver = context;
    struct block_in in = driver->settings;
    in.path.pause = true;
    tell(driver, &in);
    axi_drive(&driver->bus, &driver->out, &in);
    step(driver, &in);
}

static struct axi_bus registers(struct block_driver *driver) {
    return (struct axi_bus){&driver->bus, clock_bus, driver, BUS_CLOCKS};
}

static void fail_bus(struct block_driver *driver, const char *what) {
    const struct axi_master *bus = &driver->bus;
    block_driver_fail(driver, "%s; last on the bus: %" PRIu32 " to 0x%03x, a read of 0x%03x", what,
                      bus->write.data, bus->write.address, bus->read);
}

// environment.md, 10.4, by the driver.
static void bring_up(struct block_driver *driver, const struct policy *policy,
                     const struct policy_state *state) {
    struct axi_bus through = registers(driver);
    const struct semacredit_bus bus = axi_bus_software(&through);
    const struct estimates *estimates = &state->estimates;
    struct semacredit_setup setup;
    semacredit_setup_read(&bus, &setup);
    setup.quantum_hbm = estimates->quantum_hbm;
    setup.quantum_time = estimates->quantum_time;
    setup.small_limit = (uint32_t)state->config->small_limit;
    for (unsigned i = 0; i <= OP_FETCH_MAX - OP_FETCH_ADD; i++)
        setup.atomic_service[i] = estimates->atomic_service[OP_FETCH_ADD + i];
    setup.response_fixed = estimates->response_fixed;
    setup.response_reciprocal = estimates->response_reciprocal;
    // The driver brings up no block in which all stages are closed: a policy may close them.
    bool open = false;
    for (unsigned lane = 0; lane < RESPONSE_LANE; lane++)
        open |= driver->window[lane] != 0;
    if (open)
        memcpy(setup.window, driver->window, sizeof driver->window);
    // A policy has no limits but its windows.
    for (unsigned k = 0; k < SEMACREDIT_CLASSES; k++)
        setup.holder_limit[k] = 2u * driver->size.depth - 1; // all ones: the table is full before
    setup.table_floor = setup.response_split = 0;
    setup.starvation_bound = (uint32_t)state->config->starvation_bound;
    setup.hold = UINT16_MAX; // the policy's bound on commands counts up to the end
    setup.command_limit = (uint32_t)state->command_limit;
    if (policy->observe) {
        setup.multiplier_min = estimates->multiplier_min;
        setup.multiplier_max = estimates->multiplier_max;
        setup.calibrate_enable[0] = LANE_BIT(ATOMIC_LANE) | LANE_BIT(RESPONSE_LANE);
    }
    if (semacredit_init(&bus, &setup) != SEMACREDIT_OK)
        fail_bus(driver, "the driver does not take the policy's setup");
    for (unsigned lane = 0; lane < LANES && !open; lane++)
        if (semacredit_window_write(&bus, lane, driver->window[lane]) != SEMACREDIT_OK)
            fail_bus(driver, "the driver does not close a window");
}

static void begin(struct block_driver *driver, const struct policy *policy,
                  const struct policy_state *state) {
    struct block_in in = driver->settings;
    in.path.rst_n = false;
    step(driver, &in);
    step(driver, &driver->settings); // nothing is ready in the clock after a reset
    bring_up(driver, policy, state);
    for (unsigned i = 0; i < BUS_CLOCKS && !driver->out.quiet; i++)
        step(driver, &driver->settings);
}

struct block_driver *block_driver_open(struct block_model model, const struct policy *policy,
                                       const struct policy_state *state, struct job *jobs,
                                       uint32_t capacity, const struct commit_sink *sink) {
    struct block_driver *driver = memory_there(calloc(1, sizeof *driver));
    driver->handle = memory_there(malloc(capacity * sizeof *driver->handle));
    driver->place = memory_there(calloc(capacity, sizeof *driver->place));
    driver->model = model;
    driver->size = block_driver_size(state->config);
    driver->jobs = jobs;
    driver->capacity = capacity;
    driver->again = JOB_NONE;
    driver->windows.next = LANES;
    for (unsigned lane = 0; lane < LANES; lane++)
        driver->window[lane] = (uint32_t)state->window[lane];
    driver->tune_ps = 1000 * state->config->window_adapt_ns;
    driver->sink = sink;
    driver->settings.path.rst_n = true;
    driver->settings.message_ready = true;
    block_commits_init(&driver->commits, &driver->size);
    begin(driver, policy, state);
    driver->evaluated = 0;
    return driver;
}

void block_driver_close(struct block_driver *driver) {
    if (!driver)
        return;
    driver->model.close(driver->model.self);
    free(driver->handle);
    free(driver->place);
    free(driver);
}

// --- completions ------------------------------------------------------------------------------

static void add_beat(struct block_driver *driver, struct driver_beats *beats,
                     struct driver_beat beat) {
    beats->beat[(beats->first + beats->count++) % PATH_DEPTH] = beats->last = beat;
    beats->has_last = true;
    driver->beating++;
}

static void push(struct block_driver *driver, unsigned port, uint32_t job, uint16_t observed,
                 bool again) {
    struct driver_beats *beats = &driver->beats[port];
    if (driver->place[job] == SOURCE_VOID && driver->draining > 0)
        return;
    if (again && beats->has_last && beats->count + 1 < PATH_DEPTH)
        add_beat(driver, beats, beats->last);
    if (beats->count == PATH_DEPTH)
        block_driver_fail(driver, "completions do not get through port %u", port);
    else
        add_beat(driver, beats, (struct driver_beat){driver->handle[job], observed});
}

void block_driver_stage_done(struct block_driver *driver, uint32_t job, unsigned resource,
                             uint16_t observed, bool again) {
    // Of a partition the port at which it was offered, also where another one executed it.
    const unsigned port = resource == RESOURCE_HBM      ? driver->jobs[job].lane
                          : resource == RESOURCE_ATOMIC ? (unsigned)HBM_LANES
                                                        : (unsigned)HBM_LANES + 1;
    push(driver, port, job, observed, again);
}

void block_driver_completed(struct block_driver *driver, uint32_t job, bool again) {
    push(driver, DONE_PORT, job, 0, again);
    if (driver->place[job] == SOURCE_VOID && driver->draining > 0)
        driver->draining--;
    driver->place[job] = AT_SOURCE;
}

// The oldest completion of a port, if there is one and the port is ready.
static bool pop(struct block_driver *driver, unsigned port, bool ready, uint32_t *handle,
                uint16_t *observed) {
    struct driver_beats *beats = &driver->beats[port];
    if (beats->count == 0 || !ready)
        return false;
    *handle = beats->beat[beats->first].handle;
    *observed = beats->beat[beats->first].observed;
    beats->first = (beats->first + 1) % PATH_DEPTH;
    beats->count--;
    driver->beating--;
    return true;
}

static void put_beats(struct block_driver *driver, struct block_in *in) {
    const struct path_out *out = &driver->out.path;
    struct path_in *path = &in->path;
    uint16_t none;
    for (unsigned p = 0; p < HBM_LANES; p++)
        path->hbm_valid[p] =
            pop(driver, p, out->hbm_ready[p], &path->hbm_handle[p], &in->hbm_observed[p]);
    path->atomic_valid[0] = pop(driver, HBM_LANES, out->atomic_ready[0], &path->atomic_handle[0],
                                &in->atomic_observed[0]);
    path->response_valid[0] = pop(driver, HBM_LANES + 1, out->response_ready[0],
                                  &path->response_handle[0], &in->response_observed[0]);
    path->done_valid = pop(driver, DONE_PORT, out->done_ready, &path->done_handle, &none);
}

// --- offers and decisions ---------------------------------------------------------------------

static void put_offer(struct block_driver *driver, uint32_t job, bool again, struct path_in *in) {
    const struct op *op = &driver->jobs[job].op;
    in->op_valid = true;
    in->op_again = again;
    in->op_tag = op->index;
    in->op_opcode = op->opcode;
    in->op_stage = op_is_atomic(op) ? 0 : driver->jobs[job].lane;
    in->op_length = op->length;
    in->op_response_length = op_responds(op) ? op->response_length : 0;
    in->op_wire_bytes = op_port_bytes(op);
    in->op_urgent = op->urgent;
}

// A retransmission goes first: nothing else frees what lost grants hold.
static void offer(struct block_driver *driver, struct offer_port *port, struct path_in *in) {
    const uint32_t again = driver->again;
    if (driver->draining > 0 || driver->asked == BLOCK_DRIVER_ASKED)
        return;
    if (again != JOB_NONE) {
        driver->again = driver->jobs[again].next;
        driver->asks[driver->asked++] = again;
        put_offer(driver, again, true, in);
        return;
    }
    const uint32_t job = offer_port_take_ready(port, driver->jobs, driver->out.path.op_ready);
    if (job == JOB_NONE)
        return;
    if (driver->offered == PATH_SLOTS) {
        block_driver_fail(driver, "the block takes more operations than it has slots");
        return;
    }
    driver->offer[driver->offered++] = job;
    put_offer(driver, job, false, in);
}

static struct block_decision nothing(void) {
    return (struct block_decision){.kind = PATH_NONE, .job = JOB_NONE};
}

// The operation of a tag leaves the slots.
static uint32_t leave(struct block_driver *driver, unsigned at) {
    const uint32_t job = driver->offer[at];
    driver->offer[at] = driver->offer[--driver->offered];
    driver->waiting--;
    return job;
}

static struct block_decision decision(struct block_driver *driver) {
    const struct path_out *out = &driver->out.path;
    unsigned at = 0;
    if (out->trace_kind == PATH_NONE || out->trace_kind == PATH_WINDOW)
        return nothing();
    while (at < driver->offered && driver->jobs[driver->offer[at]].op.index != out->trace_tag)
        at++;
    if (at == driver->offered) {
        block_driver_fail(driver,
                          "a decision on operation %" PRIu64 ", which does not wait in the block",
                          out->trace_tag);
        return nothing();
    }
    if (out->trace_kind == PATH_DENY)
        return (struct block_decision){
            .kind = PATH_DENY, .job = driver->offer[at], .refused = (lane_set)out->trace_mask};
    struct block_decision decision = {.kind = out->trace_kind, .job = leave(driver, at)};
    if (decision.kind == PATH_GRANT) {
        const struct job *job = &driver->jobs[decision.job];
        const bool atomic = op_is_atomic(&job->op);
        decision.demand.lane = atomic ? 0 : job->lane;
        decision.demand.amount[atomic ? RESOURCE_ATOMIC : RESOURCE_HBM] = out->trace_stage;
        decision.demand.amount[RESOURCE_RESPONSE] = out->trace_response;
        demand_mask(&decision.demand);
        driver->handle[decision.job] = out->trace_handle;
        driver->place[decision.job] = SOURCE_GRANTED;
    }
    return decision;
}

// A lost grant, reported once more: answers come in the order of the questions.
static struct block_decision answer(struct block_driver *driver) {
    const struct path_out *out = &driver->out.path;
    if (out->answer_kind == ANSWER_NONE)
        return nothing();
    const uint32_t job = driver->asked ? driver->asks[0] : JOB_NONE;
    if (job == JOB_NONE || driver->jobs[job].op.index != out->answer_tag ||
        out->answer_kind != ANSWER_HELD || out->answer_handle != driver->handle[job]) {
        block_driver_fail(
            driver, "operation %" PRIu64 " is not answered with the reservation that it holds",
            out->answer_tag);
        return nothing();
    }
    memmove(driver->asks, driver->asks + 1, --driver->asked * sizeof *driver->asks);
    driver->place[job] = SOURCE_GRANTED;
    driver->waiting--;
    return (struct block_decision){.kind = PATH_GRANT, .job = job};
}

// A write of the next window begins, or ends.
static void write_window(struct block_driver *driver, struct block_in *in) {
    const unsigned lane = driver->windows.next;
    if (axi_is_idle(&driver->bus))
        axi_begin_write(
            &driver->bus,
            (struct axi_write){(uint16_t)(SEMACREDIT_WINDOW + 4 * lane),
                               (uint32_t)(driver->window[lane] * driver->windows.percent / 100),
                               AXI_STROBES},
            0, 0);
    axi_drive(&driver->bus, &driver->out, in);
    if (driver->bus.answered && driver->bus.refused)
        block_driver_fail(driver, "the block refuses the window of lane %u", lane);
    driver->windows.next += driver->bus.answered;
}

bool block_driver_tunes(struct block_driver *driver) {
    enum { UNDER_WAY = 4 }; // clocks after which nothing commits in a pause
    struct axi_bus through = registers(driver);
    const struct semacredit_bus bus = axi_bus_software(&through);
    if (driver->tune_ps == 0 || driver->now_ps < driver->tuned_ps + driver->tune_ps)
        return false;
    if (driver->pauses++ < UNDER_WAY)
        return true;
    driver->pauses = 0;
    driver->tuned_ps = driver->now_ps;
    if (semacredit_tune(&bus, &driver->tune) != SEMACREDIT_OK)
        fail_bus(driver, "the driver does not tune");
    return false;
}

struct block_decision block_driver_clock(struct block_driver *driver, struct offer_port *port,
                                         bool offers, bool pause, struct block_decision *answered) {
    struct block_in in = driver->settings;
    in.path.pause = pause;
    tell(driver, &in);
    if (driver->beating > 0)
        put_beats(driver, &in);
    if (offers)
        offer(driver, port, &in.path);
    if (driver->windows.next < LANES)
        write_window(driver, &in);
    step(driver, &in);
    *answered = answer(driver);
    return decision(driver);
}

bool block_driver_has_offer(const struct block_driver *driver, const struct offer_port *port) {
    return driver->draining == 0 &&
           (driver->again != JOB_NONE ||
            offer_port_has_ready(port, driver->jobs, driver->out.path.op_ready));
}

bool block_driver_rests(const struct block_driver *driver, const struct offer_port *port) {
    return driver->out.quiet && driver->beating == 0 && driver->windows.next == LANES &&
           !block_driver_has_offer(driver, port);
}

// --- disturbances -----------------------------------------------------------------------------

void block_driver_lose(struct block_driver *driver, uint32_t job) {
    driver->place[job] = SOURCE_LOST;
    driver->waiting++;
}

static void back_to_source(struct block_driver *driver, struct offer_port *port, uint32_t job) {
    driver->place[job] = AT_SOURCE;
    offer_port_queue(port, driver->jobs, job);
}

void block_driver_again(struct block_driver *driver, struct offer_port *port, uint32_t job) {
    if (driver->place[job] == SOURCE_VOID) {
        back_to_source(driver, port, job);
        return;
    }
    driver->jobs[job].next = driver->again;
    driver->again = job;
}

void block_driver_reset(struct block_driver *driver, struct offer_port *port,
                        const struct policy *policy, const struct policy_state *state,
                        uint64_t under_way) {
    for (unsigned i = 0; i < driver->offered; i++)
        back_to_source(driver, port, driver->offer[i]);
    for (unsigned i = 0; i < driver->asked; i++)
        back_to_source(driver, port, driver->asks[i]);
    while (driver->again != JOB_NONE) {
        const uint32_t job = driver->again;
        driver->again = driver->jobs[job].next;
        back_to_source(driver, port, job);
    }
    driver->offered = driver->asked = 0;
    for (uint32_t job = 0; job < driver->capacity; job++)
        if (driver->place[job] != AT_SOURCE)
            driver->place[job] = SOURCE_VOID;
    for (unsigned i = 0; i < BLOCK_DRIVER_PORTS; i++)
        driver->beats[i].count = 0;
    driver->beating = 0;
    driver->windows.next = LANES;
    axi_reset(&driver->bus);
    driver->draining = under_way;
    driver->settings.path.epoch = (uint8_t)((driver->settings.path.epoch + 1) % PATH_EPOCHS);
    begin(driver, policy, state);
}

void block_driver_windows(struct block_driver *driver, uint64_t percent) {
    driver->windows.percent = percent;
    driver->windows.next = 0;
}
