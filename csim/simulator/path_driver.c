#include "csim/simulator/path_driver.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "csim/policy/policy_windows.h"

// After so many clocks without a beat, an offer or a commit nothing is under way in the block, and
// no look is left to be told.
enum {
    STILL_CLOCKS = 16,
    SLOTS_USUAL = 40,
    WRITE_SPACING = 4,
    DONE_PORT = PATH_DRIVER_PORTS - 1,
    JOB_BITS = 20 // of a tag
};

static void fail(struct path_driver *driver, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
static void fail(struct path_driver *driver, const char *format, ...) {
    if (driver->failed)
        return;
    driver->failed = true;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(driver->error, sizeof driver->error, format, arguments);
    va_end(arguments);
}

struct path_size path_driver_size(const struct config *config) {
    uint16_t depth = DEPTH;
    while (depth < config->command_limit && depth < PATH_DEPTH)
        depth = (uint16_t)(2 * depth);
    const uint64_t slots = config->port_slots ? config->port_slots : SLOTS_USUAL;
    return (struct path_size){.hbm = HBM_LANES,
                              .atomic = 1,
                              .response = 1,
                              .cnt_w = 32,
                              .depth = depth,
                              .slots = (uint16_t)(slots < PATH_SLOTS ? slots : PATH_SLOTS),
                              .tag_w = 32,
                              .gen_w = 4,
                              .age_w = 16,
                              .wire_w = WIRE_BITS};
}

// --- opening ----------------------------------------------------------------------------------

static void step(struct path_driver *driver, const struct path_in *in) {
    driver->model.clock(driver->model.self, in);
    driver->model.show(driver->model.self, &driver->out);
    driver->clocks++;
}

static void write_window(struct path_driver *driver, unsigned lane, uint64_t value) {
    struct path_in in = driver->settings;
    in.write_valid = true;
    in.write_lane = (uint8_t)lane;
    in.write_value = (uint32_t)value;
    step(driver, &in);
    for (unsigned i = 1; i < WRITE_SPACING; i++)
        step(driver, &driver->settings);
}

static void configure(struct path_driver *driver, const struct policy_state *state) {
    const struct registers *registers = &state->registers;
    struct path_in *in = &driver->settings;
    step(driver, in); // a clock of reset
    in->rst_n = true;
    in->quantum_hbm = (uint8_t)registers->quantum_hbm;
    in->quantum_time = (uint8_t)registers->quantum_time;
    for (unsigned opcode = OP_FETCH_ADD; opcode <= OP_FETCH_MAX; opcode++)
        in->atomic_service[opcode - OP_FETCH_ADD] = registers->atomic_service[opcode];
    in->response_fixed = registers->response_fixed;
    in->response_reciprocal = registers->response_reciprocal;
    in->hold = UINT16_MAX; // the paper's bound on commands counts up to the end
    for (unsigned lane = 0; lane < LANES; lane++)
        write_window(driver, lane, state->window[lane]);
    write_window(driver, LANES, state->command_limit);
}

struct path_driver *path_driver_open(struct path_model model, const struct config *config,
                                     const struct policy_state *state, struct job *jobs,
                                     uint32_t capacity) {
    struct path_driver *driver = calloc(1, sizeof *driver);
    uint32_t *handle = malloc(capacity * sizeof *handle);
    uint16_t *offers = calloc(capacity, sizeof *offers);
    if (!driver || !handle || !offers || !model.self) {
        free(driver);
        free(handle);
        free(offers);
        return NULL;
    }
    driver->model = model;
    driver->jobs = jobs;
    driver->handle = handle;
    driver->offers = offers;
    driver->settings.small_limit = (uint32_t)config->small_limit;
    configure(driver, state);
    driver->clocks = 0;
    return driver;
}

void path_driver_close(struct path_driver *driver) {
    if (!driver)
        return;
    driver->model.close(driver->model.self);
    free(driver->handle);
    free(driver->offers);
    free(driver);
}

// --- completions ------------------------------------------------------------------------------

static void push(struct path_driver *driver, unsigned port, uint32_t handle) {
    struct path_beats *beats = &driver->beats[port];
    if (beats->count == PATH_DEPTH) {
        fail(driver, "completions do not get through port %u", port);
        return;
    }
    beats->handle[(beats->first + beats->count++) % PATH_DEPTH] = handle;
    driver->beating++;
}

void path_driver_stage_done(struct path_driver *driver, uint32_t job, unsigned resource) {
    const unsigned port = resource == CLASS_HBM      ? driver->jobs[job].partition
                          : resource == CLASS_ATOMIC ? (unsigned)HBM_LANES
                                                     : (unsigned)HBM_LANES + 1;
    push(driver, port, driver->handle[job]);
}

void path_driver_completed(struct path_driver *driver, uint32_t job) {
    push(driver, DONE_PORT, driver->handle[job]);
}

// The oldest completion of a port, if there is one and the port is ready.
static bool pop(struct path_driver *driver, unsigned port, bool ready, uint32_t *handle) {
    struct path_beats *beats = &driver->beats[port];
    if (beats->count == 0 || !ready)
        return false;
    *handle = beats->handle[beats->first];
    beats->first = (beats->first + 1) % PATH_DEPTH;
    beats->count--;
    driver->beating--;
    return true;
}

static void put_beats(struct path_driver *driver, struct path_in *in) {
    const struct path_out *out = &driver->out;
    for (unsigned p = 0; p < HBM_LANES; p++)
        in->hbm_valid[p] = pop(driver, p, out->hbm_ready[p], &in->hbm_handle[p]);
    in->atomic_valid[0] = pop(driver, HBM_LANES, out->atomic_ready[0], &in->atomic_handle[0]);
    in->response_valid[0] =
        pop(driver, HBM_LANES + 1, out->response_ready[0], &in->response_handle[0]);
    in->done_valid = pop(driver, DONE_PORT, out->done_ready, &in->done_handle);
}

// --- offers and decisions ---------------------------------------------------------------------

static void put_offer(struct path_driver *driver, uint32_t job, struct path_in *in) {
    const struct op *op = &driver->jobs[job].op;
    in->op_valid = true;
    in->op_tag = (uint32_t)++driver->offers[job] << JOB_BITS | job;
    in->op_opcode = op->opcode;
    in->op_stage = op_is_atomic(op) ? 0 : driver->jobs[job].lane;
    in->op_length = op->length;
    in->op_response_length = op_responds(op) ? op->response_length : 0;
    in->op_wire_bytes = op->wire_bytes < (1u << WIRE_BITS) ? op->wire_bytes : (1u << WIRE_BITS) - 1;
    in->op_urgent = op->urgent;
}

static struct path_decision decision(struct path_driver *driver) {
    const struct path_out *out = &driver->out;
    struct path_decision decision = {.kind = out->trace_kind, .job = JOB_NONE};
    if (out->trace_kind == PATH_NONE || out->trace_kind == PATH_WINDOW)
        return (struct path_decision){.kind = PATH_NONE, .job = JOB_NONE};
    decision.job = (uint32_t)out->trace_tag & ((1u << JOB_BITS) - 1);
    decision.refused = (lane_set)out->trace_mask;
    if (out->trace_kind == PATH_DENY)
        return decision;
    driver->waiting--;
    if (out->trace_kind == PATH_GRANT) {
        struct job *job = &driver->jobs[decision.job];
        const bool atomic = op_is_atomic(&job->op);
        job->demand = (struct demand){.lane = atomic ? 0 : job->lane};
        job->demand.amount[atomic ? CLASS_ATOMIC : CLASS_HBM] = out->trace_stage;
        job->demand.amount[CLASS_RESPONSE] = out->trace_response;
        demand_mask(&job->demand);
        driver->handle[decision.job] = out->trace_handle;
    }
    return decision;
}

static bool shows_anything(const struct path_out *out) {
    for (unsigned k = 0; k < PATH_CHANNELS; k++)
        if (out->return_kind[k] != RETURN_NONE || out->free_valid[k])
            return true;
    return out->trace_kind != PATH_NONE;
}

struct path_decision path_driver_clock(struct path_driver *driver, struct offer_port *port,
                                       bool offers, bool pause) {
    struct path_in in = driver->settings;
    in.pause = pause;
    const bool beats = driver->beating > 0;
    if (beats)
        put_beats(driver, &in);
    const uint32_t job =
        offers ? offer_port_take_ready(port, driver->jobs, driver->out.op_ready) : JOB_NONE;
    if (job != JOB_NONE)
        put_offer(driver, job, &in);
    step(driver, &in);
    driver->still =
        beats || job != JOB_NONE || shows_anything(&driver->out) ? 0 : driver->still + 1;
    return decision(driver);
}

bool path_driver_rests(const struct path_driver *driver, const struct offer_port *port) {
    return driver->still >= STILL_CLOCKS && driver->beating == 0 &&
           !offer_port_has_ready(port, driver->jobs, driver->out.op_ready);
}
