#include "csim/simulator/block_driver.h"

#include <inttypes.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "csim/interface/axi_master.h"
#include "csim/policy/policy_windows.h"

enum { NO_LINE = UINT16_MAX, SETTLE_CLOCKS = 10000 };

void block_driver_fail(struct block_driver *driver, const char *format, ...) {
    if (driver->failed)
        return;
    driver->failed = true;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(driver->error, sizeof driver->error, format, arguments);
    va_end(arguments);
}

// --- opening ----------------------------------------------------------------------------------

bool block_driver_takes(const struct policy *policy) {
    return policy->charge == charge_vector && policy->returns == RETURNS_BY_STAGE &&
           !policy->scales_windows;
}

bool block_driver_refuses(const struct policy *policy, const struct config *config,
                          const struct policy_state *state, struct text_error *error) {
    if (!block_driver_takes(policy))
        return !text_error_set(
            error,
            "expected semacredit, adaptive or oracle beside --admission: the block charges and "
            "returns as these do");
    if ((config->grant_interval_ns | config->grant_delay_ns) != 0)
        return !text_error_set(
            error, "grant_interval_ns and grant_delay_ns: expected 0 beside an admitter, which "
                   "goes by its own counters");
    if ((config->arbiter_slots | config->port_slots | config->initiators) != 0)
        return !text_error_set(
            error,
            "arbiter_slots, port_slots and initiators: expected 0 beside an admitter, which has "
            "slots of its own and is told at once");
    if (config->any_response)
        return !text_error_set(error, "any_response: expected 0 beside an admitter, which charges "
                                      "no response of a write");
    if (config->empty_admits)
        return !text_error_set(error, "empty_admits: expected 0 beside an admitter, which rejects "
                                      "what is above a window");
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

// To the sink, what the last clock committed.
static void emit_commits(struct block_driver *driver, uint64_t now_ps) {
    struct commit commits[COMMITS_PER_EDGE];
    const unsigned count =
        commit_spread(&driver->spread, &driver->out, driver->cycle, now_ps, commits);
    for (unsigned i = 0; driver->sink && i < count; i++)
        driver->sink->take(driver->sink->context, &commits[i]);
}

// Through the block's bus, as software would.
static void write_register(struct block_driver *driver, unsigned word, uint32_t data) {
    struct axi_master master;
    axi_master_init(&master, 0, 0);
    axi_master_write(&master, (uint16_t)(4 * word), data, AXI_STROBES);
    while (!axi_master_is_idle(&master)) {
        struct edge_in in = {.now = driver->cycle, .grant_ready = 1, .pause = 1};
        axi_master_fill(&master, &driver->out, &in);
        admitter_edge(driver->admitter, &in, &driver->out);
        emit_commits(driver, driver->written_ps);
        driver->cycle++;
    }
}

// Units before the windows, which count in them.
static void write_registers(struct block_driver *driver, const struct policy *policy,
                            const struct policy_state *state) {
    const struct registers *registers = &state->registers;
    write_register(driver, CONFIG_QUANTUM_HBM, registers->quantum_hbm);
    write_register(driver, CONFIG_QUANTUM_TIME, registers->quantum_time);
    for (unsigned lane = 0; lane < LANES; lane++) {
        write_register(driver, CONFIG_WINDOW + lane, (uint32_t)state->window[lane]);
        // What the policy does not learn, the block does not learn either.
        const bool learns = policy->observe && lane >= HBM_LANES;
        write_register(driver, CONFIG_MULTIPLIER + lane,
                       registers->multiplier[lane] | (learns ? 0 : MULTIPLIER_FREEZE));
    }
    for (unsigned opcode = OP_FETCH_ADD; opcode <= OP_FETCH_MAX; opcode++)
        write_register(driver, CONFIG_ATOMIC_SERVICE + opcode, registers->atomic_service[opcode]);
    write_register(driver, CONFIG_RESPONSE_FIXED, registers->response_fixed);
    write_register(driver, CONFIG_RESPONSE_RECIPROCAL, registers->response_reciprocal);
    write_register(driver, CONFIG_COMMAND_LIMIT, (uint32_t)state->command_limit);
    write_register(driver, CONFIG_MULTIPLIER_MIN, registers->multiplier_min);
    write_register(driver, CONFIG_MULTIPLIER_MAX, registers->multiplier_max);
}

static void configure(struct block_driver *driver, const struct policy *policy,
                      const struct policy_state *state) {
    write_registers(driver, policy, state);
    for (unsigned i = 0; !driver->out.quiet && i < SETTLE_CLOCKS; i++)
        block_driver_edge(driver, true, 0, driver->written_ps);
}

struct block_driver *block_driver_open(struct admitter *admitter, const struct policy *policy,
                                       const struct policy_state *state, struct job *jobs,
                                       uint32_t capacity) {
    struct block_driver *driver = malloc(sizeof *driver);
    uint16_t *reservation = malloc(capacity * sizeof *reservation);
    if (!driver || !reservation) {
        free(driver);
        free(reservation);
        return NULL;
    }
    *driver = (struct block_driver){.admitter = admitter,
                                    .out = admitter_out_of_reset,
                                    .jobs = jobs,
                                    .capacity = capacity,
                                    .reservation = reservation,
                                    .again = JOB_NONE,
                                    .offered = JOB_NONE};
    for (unsigned i = 0; i < SLOTS; i++)
        driver->slot[i].job = JOB_NONE;
    commit_spread_init(&driver->spread);
    configure(driver, policy, state);
    driver->edges = 0;
    return driver;
}

void block_driver_close(struct block_driver *driver) {
    if (!driver)
        return;
    free(driver->reservation);
    free(driver);
}

// --- lines ------------------------------------------------------------------------------------

static uint16_t line_find(struct block_driver *driver, const struct demand_class *demand_class) {
    uint16_t unused = NO_LINE;
    for (unsigned i = 0; i < driver->lines; i++)
        if (!driver->line[i].used)
            unused = (uint16_t)i;
        else if (demand_class_equal(&driver->line[i].demand_class, demand_class))
            return (uint16_t)i;
    if (unused == NO_LINE && driver->lines < BLOCK_DRIVER_LINES)
        unused = (uint16_t)driver->lines++;
    if (unused != NO_LINE)
        driver->line[unused] = (struct block_driver_line){
            .demand_class = *demand_class, .head = JOB_NONE, .tail = JOB_NONE, .used = true};
    return unused;
}

static void line_leave(struct block_driver_line *line) {
    line->slotted--;
    line->used = line->slotted > 0 || line->head != JOB_NONE;
}

void block_driver_wire(struct block_driver *driver, uint32_t wire_bytes) {
    unsigned at = 0;
    if (driver->wire_count > BLOCK_DRIVER_PLACES)
        return;
    while (at < driver->wire_count && driver->wires[at] < wire_bytes)
        at++;
    if (at < driver->wire_count && driver->wires[at] == wire_bytes)
        return;
    if (driver->wire_count++ == BLOCK_DRIVER_PLACES)
        return;
    for (unsigned i = driver->wire_count - 1; i > at; i--)
        driver->wires[i] = driver->wires[i - 1];
    driver->wires[at] = wire_bytes;
}

static bool knows_wires(const struct block_driver *driver) {
    return driver->wire_count > 0 && driver->wire_count <= BLOCK_DRIVER_PLACES;
}

static unsigned number_bits(const struct block_driver *driver) {
    return knows_wires(driver) ? WIRE_BITS - BLOCK_DRIVER_PLACE_BITS : BLOCK_DRIVER_NUMBER_BITS;
}

// What operations are ordered by before their numbers.
static uint32_t wire_rank(const struct block_driver *driver, uint32_t wire_bytes) {
    unsigned place = 0;
    if (!knows_wires(driver))
        return wire_bytes;
    while (place < driver->wire_count - 1 && driver->wires[place] < wire_bytes)
        place++;
    return place;
}

static void order_check(struct block_driver *driver, const struct op *op) {
    const unsigned bits = number_bits(driver);
    if (wire_rank(driver, op->wire_bytes) >> (WIRE_BITS - bits))
        block_driver_fail(driver,
                          "operation %" PRIu32 ": %" PRIu32
                          " wire bytes, of which the driver can order %u",
                          op->index, op->wire_bytes, (1u << BLOCK_DRIVER_WIRE_BITS) - 1);
    if (op->index < driver->origin || (op->index - driver->origin) >> bits)
        block_driver_fail(driver,
                          "operation %" PRIu32 " joins operations that wait since %" PRIu32
                          ": the driver can order %u",
                          op->index, driver->origin, 1u << bits);
}

// The line of operations like the job's, or NULL where there are too many kinds.
static struct block_driver_line *line_of(struct block_driver *driver, uint32_t job) {
    const struct job *of = &driver->jobs[job];
    const struct demand_class demand_class = demand_class_of(&of->op, of->lane);
    const uint16_t number = line_find(driver, &demand_class);
    if (number != NO_LINE)
        return &driver->line[number];
    block_driver_fail(driver, "operation %" PRIu32 ": more than %d kinds of operations wait",
                      of->op.index, BLOCK_DRIVER_LINES);
    return NULL;
}

void block_driver_add(struct block_driver *driver, uint32_t job, bool ordered) {
    struct job *const jobs = driver->jobs;
    const struct op *op = &jobs[job].op;
    if (driver->waiting == 0) {
        const uint32_t back = ordered ? 1u << (number_bits(driver) - 1) : 0;
        driver->origin = op->index - (op->index < back ? op->index : back);
    }
    order_check(driver, op);
    struct block_driver_line *line = line_of(driver, job);
    if (!line)
        return;
    driver->waiting++;
    jobs[job].next = JOB_NONE;
    if (line->head == JOB_NONE)
        line->head = job;
    else
        jobs[line->tail].next = job;
    line->tail = job;
}

// A job that waited before: to its place in the order of submission.
static void line_return(struct block_driver *driver, uint32_t job) {
    struct job *const jobs = driver->jobs;
    struct block_driver_line *line = line_of(driver, job);
    if (!line)
        return;
    uint32_t *at = &line->head;
    while (*at != JOB_NONE && jobs[*at].op.index < jobs[job].op.index)
        at = &jobs[*at].next;
    jobs[job].next = *at;
    if (*at == JOB_NONE)
        line->tail = job;
    *at = job;
}

void block_driver_lose(struct block_driver *driver, uint32_t job) {
    driver->jobs[job].next = JOB_NONE;
    driver->waiting++;
    driver->lost++;
}

void block_driver_again(struct block_driver *driver, uint32_t job) {
    if (driver->reservation[job] == BLOCK_DRIVER_VOID) {
        line_return(driver, job);
        return;
    }
    driver->jobs[job].next = driver->again;
    driver->again = job;
}

void block_driver_reset(struct block_driver *driver, const struct policy *policy,
                        const struct policy_state *state, uint64_t under_way, uint64_t now_ps) {
    const struct edge_in in = {.now = driver->cycle, .reset = 1};
    admitter_edge(driver->admitter, &in, &driver->out);
    emit_commits(driver, now_ps);
    driver->cycle++;
    driver->written_ps = now_ps;
    memset(driver->reservation, 0xff, driver->capacity * sizeof *driver->reservation);
    driver->queues = (struct completion_queues){.busy = 0};
    driver->draining = under_way + 1; // until the registers are written
    for (unsigned i = 0; i < SLOTS; i++) {
        const struct block_driver_slot slot = driver->slot[i];
        driver->slot[i].job = JOB_NONE;
        if (slot.job == JOB_NONE)
            continue;
        line_return(driver, slot.job);
        if (!slot.again)
            line_leave(&driver->line[slot.line]);
    }
    driver->taken = 0;
    driver->lost = 0;
    while (driver->again != JOB_NONE) {
        const uint32_t job = driver->again;
        driver->again = driver->jobs[job].next;
        line_return(driver, job);
    }
    configure(driver, policy, state);
    driver->draining--;
}

// The line whose first one is offered next: one of which none is in a slot, the first by the
// paper's order; else one of the fewest in slots. NO_LINE: nobody is to be offered.
static uint16_t line_to_offer(const struct block_driver *driver) {
    const unsigned most = 2 * driver->taken < SLOTS ? BLOCK_DRIVER_LOOK_AHEAD : 1;
    uint16_t best = NO_LINE;
    for (unsigned i = 0; i < driver->lines; i++) {
        const struct block_driver_line *line = &driver->line[i];
        if (!line->used || line->head == JOB_NONE || line->slotted >= most)
            continue;
        const struct block_driver_line *rival = best == NO_LINE ? NULL : &driver->line[best];
        if (rival && rival->slotted != line->slotted) {
            if (line->slotted < rival->slotted)
                best = (uint16_t)i;
            continue;
        }
        if (!rival || line->demand_class.rank < rival->demand_class.rank ||
            (line->demand_class.rank == rival->demand_class.rank &&
             driver->jobs[line->head].op.index < driver->jobs[rival->head].op.index))
            best = (uint16_t)i;
    }
    return best;
}

bool block_driver_is_exposed(const struct block_driver *driver) {
    for (unsigned i = 0; i < driver->lines; i++)
        if (driver->line[i].used && driver->line[i].head != JOB_NONE &&
            driver->line[i].slotted == 0)
            return true;
    return false;
}

unsigned block_driver_budget(const struct block_driver *driver) {
    unsigned least = UINT_MAX;
    for (unsigned i = 0; i < driver->lines; i++) {
        const struct block_driver_line *line = &driver->line[i];
        if (line->used && line->head != JOB_NONE && line->slotted < least)
            least = line->slotted;
    }
    return least;
}

// --- clocks -----------------------------------------------------------------------------------

void block_driver_stage_done(struct block_driver *driver, uint32_t job, unsigned resource,
                             uint16_t observed) {
    const unsigned port = resource == CLASS_HBM      ? driver->jobs[job].partition
                          : resource == CLASS_ATOMIC ? (unsigned)PORT_ATOMIC
                                                     : (unsigned)PORT_RESPONSE;
    if (driver->reservation[job] == BLOCK_DRIVER_VOID)
        return;
    if (!completion_queues_push(
            &driver->queues, port,
            (struct port_beat){.id = driver->reservation[job], .service = observed}))
        block_driver_fail(driver, "beats do not get through port %u", port);
}

void block_driver_completed(struct block_driver *driver, uint32_t job) {
    if (driver->reservation[job] == BLOCK_DRIVER_VOID) {
        driver->draining--;
        return;
    }
    if (!completion_queues_push(&driver->queues, PORT_DONE,
                                (struct port_beat){.id = driver->reservation[job]}))
        block_driver_fail(driver, "beats do not get through the port of completions");
}

// What would be offered in this clock; of JOB_NONE, nothing.
static struct block_driver_slot next_offer(const struct block_driver *driver) {
    struct block_driver_slot offer = {.job = JOB_NONE, .line = NO_LINE};
    if (!driver->out.op_ready || driver->draining > 0)
        return offer;
    offer.again = driver->again != JOB_NONE;
    // The last slot is for repeats: nothing else frees one when lost grants hold all the credit.
    if (!offer.again && (driver->lost == 0 || driver->taken < SLOTS - 1))
        offer.line = line_to_offer(driver);
    if (offer.again)
        offer.job = driver->again;
    else if (offer.line != NO_LINE)
        offer.job = driver->line[offer.line].head;
    return offer;
}

bool block_driver_has_beats(const struct block_driver *driver) {
    return driver->queues.busy || next_offer(driver).job != JOB_NONE;
}

// The partition is that of the lane which the policy believes in: bit b of it is the parity of
// address bits that MAP_SHIFT_RESET + b is one of.
static uint64_t address_for(const struct job *job) {
    return job->op.address ^ (uint64_t)(job->partition ^ job->lane) << MAP_SHIFT_RESET;
}

static void put_offer(const struct block_driver *driver, uint32_t job, struct edge_in *in) {
    const struct op *op = &driver->jobs[job].op;
    in->op_valid = 1;
    in->tag = op->index;
    in->opcode = op->opcode;
    in->address = address_for(&driver->jobs[job]);
    in->length = op->length;
    in->response_length = op->response_length;
    in->wire_bytes =
        wire_rank(driver, op->wire_bytes) << number_bits(driver) | (op->index - driver->origin);
    in->urgent = op->urgent;
}

static void slot_fill(struct block_driver *driver, const struct block_driver_slot *offer) {
    unsigned slot = 0;
    while (slot < SLOTS - 1 && driver->slot[slot].job != JOB_NONE)
        slot++;
    driver->offered = offer->job;
    driver->slot[slot] = *offer;
    driver->taken++;
}

// The offer leaves its line, or those whose grants were lost.
static void make_offer(struct block_driver *driver, const struct block_driver_slot *offer,
                       struct edge_in *in) {
    uint32_t *from = offer->again ? &driver->again : &driver->line[offer->line].head;
    put_offer(driver, offer->job, in);
    *from = driver->jobs[offer->job].next;
    if (!offer->again)
        driver->line[offer->line].slotted++;
    slot_fill(driver, offer);
}

void block_driver_edge(struct block_driver *driver, bool pause, uint64_t gap, uint64_t now_ps) {
    struct edge_in in = {.gap = gap, .now = driver->cycle + gap, .pause = pause, .grant_ready = 1};
    if (driver->queues.busy)
        completion_queues_fill(&driver->queues, &driver->out, &in);
    driver->offered = JOB_NONE;
    const struct block_driver_slot offer = next_offer(driver);
    if (offer.job != JOB_NONE && driver->taken == SLOTS)
        block_driver_fail(driver, "the block takes more operations than it has slots");
    else if (offer.job != JOB_NONE)
        make_offer(driver, &offer, &in);
    driver->in = in;
    driver->in.hbm_valid &= driver->out.hbm_ready; // others are held, and no beats yet
    admitter_edge(driver->admitter, &in, &driver->out);
    driver->cycle += gap;
    if (driver->sink)
        emit_commits(driver, now_ps);
    driver->cycle++;
    driver->edges++;
}

enum decision_kind block_driver_decision(struct block_driver *driver, uint32_t *job) {
    const struct edge_out *out = &driver->out;
    *job = JOB_NONE;
    if (out->kind == DECISION_NONE)
        return DECISION_NONE;
    unsigned at = 0;
    while (at < SLOTS && (driver->slot[at].job == JOB_NONE ||
                          driver->jobs[driver->slot[at].job].op.index != out->tag))
        at++;
    const bool again = at < SLOTS && driver->slot[at].again;
    if (at == SLOTS || again != (out->kind == DECISION_REPEAT)) {
        block_driver_fail(driver, "a decision on operation %" PRIu32 ", which is in no slot",
                          out->tag);
        return DECISION_NONE;
    }
    const struct block_driver_slot slot = driver->slot[at];
    *job = slot.job;
    if (out->kind == DECISION_DENY)
        return DECISION_DENY;
    driver->slot[at].job = JOB_NONE;
    driver->taken--;
    driver->waiting--;
    if (again) {
        driver->lost--;
        if (driver->reservation[slot.job] != out->id)
            block_driver_fail(driver, "operation %" PRIu32 " is answered with another reservation",
                              out->tag);
        return DECISION_GRANT;
    }
    line_leave(&driver->line[slot.line]);
    struct demand *demand = &driver->jobs[slot.job].demand;
    for (unsigned resource = 0; resource < CLASSES; resource++)
        demand->amount[resource] = out->demand[resource];
    demand->lane = out->lane;
    demand->mask = out->mask;
    driver->reservation[slot.job] = out->id;
    return (enum decision_kind)out->kind;
}

bool block_driver_is_next(const struct block_driver *driver, uint32_t job) {
    for (unsigned i = 0; i < driver->lines; i++)
        if (driver->line[i].used && driver->line[i].head == job)
            return driver->line[i].slotted == 0;
    return false;
}
