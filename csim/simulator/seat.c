#include "csim/simulator/seat.h"

#include <assert.h>
#include <inttypes.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "csim/interface/axi_master.h"
#include "csim/policy/policy_windows.h"
#include "csim/simulator/likeness.h"

enum { NO_LINE = UINT16_MAX, SETTLE_CLOCKS = 10000 };

struct line {
    struct likeness likeness;
    uint32_t head, tail; // of those in no slot; JOB_NONE: there are none
    uint16_t slotted;    // how many are
    bool used;
};

struct slot {
    uint32_t job; // JOB_NONE: the slot is free
    uint16_t line;
};

struct seat {
    struct admitter *admitter;
    struct edge_in in;
    struct edge_out out;
    struct ports ports;
    struct commit_spread spread;
    const struct commit_sink *sink;
    uint64_t cycle; // of the next clock
    uint64_t edges;

    struct job *jobs;
    uint16_t *reservation; // of each job that was granted
    struct line line[SEAT_LINES];
    unsigned lines; // from here on, none is used
    struct slot slot[SLOTS];
    unsigned taken;
    uint32_t waiting;
    uint32_t origin;  // index of the operation that SEAT_NUMBER_BITS count from
    uint32_t offered; // job that the last clock took, or JOB_NONE
    bool failed;
    char error[SEAT_ERROR_SIZE];
};

void seat_fail(struct seat *seat, const char *format, ...) {
    if (seat->failed)
        return;
    seat->failed = true;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(seat->error, sizeof seat->error, format, arguments);
    va_end(arguments);
}

// --- opening ----------------------------------------------------------------------------------

bool seat_takes(const struct policy *policy) {
    return policy->charge == charge_vector && policy->returns == RETURNS_BY_STAGE;
}

bool seat_refuses(const struct policy *policy, const struct config *config,
                  const struct policy_state *state, struct text_error *error) {
    if (!seat_takes(policy))
        return !text_error_set(
            error,
            "expected semacredit, adaptive or oracle beside --admission: the block charges and "
            "returns as these do");
    if ((config->grant_interval_ns | config->grant_delay_ns) != 0)
        return !text_error_set(
            error, "grant_interval_ns and grant_delay_ns: expected 0 beside an admitter, which "
                   "goes by its own counters");
    if ((config->arbiter_slots | config->initiators) != 0)
        return !text_error_set(
            error,
            "arbiter_slots and initiators: expected 0 beside an admitter, which has slots of "
            "its own and is told at once");
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

// Through the block's bus, as software would.
static void write_register(struct seat *seat, unsigned word, uint32_t data) {
    struct axi_master master;
    axi_master_init(&master, 0, 0);
    axi_master_write(&master, (uint16_t)(4 * word), data, AXI_STROBES);
    while (!axi_master_is_idle(&master)) {
        struct edge_in in = {.now = seat->cycle, .grant_ready = 1, .pause = 1};
        axi_master_fill(&master, &seat->out, &in);
        admitter_edge(seat->admitter, &in, &seat->out);
        struct commit commits[COMMITS_PER_EDGE];
        commit_spread(&seat->spread, &seat->out, seat->cycle++, 0, commits);
    }
}

// Units before the windows, which count in them.
static void write_registers(struct seat *seat, const struct policy *policy,
                            const struct policy_state *state) {
    const struct registers *registers = &state->registers;
    write_register(seat, CONFIG_QUANTUM_HBM, registers->quantum_hbm);
    write_register(seat, CONFIG_QUANTUM_TIME, registers->quantum_time);
    for (unsigned lane = 0; lane < LANES; lane++) {
        write_register(seat, CONFIG_WINDOW + lane, (uint32_t)state->window[lane]);
        // What the policy does not learn, the block does not learn either.
        const bool learns = policy->observe && lane >= HBM_LANES;
        write_register(seat, CONFIG_MULTIPLIER + lane,
                       registers->multiplier[lane] | (learns ? 0 : MULTIPLIER_FREEZE));
    }
    for (unsigned opcode = OP_FETCH_ADD; opcode <= OP_FETCH_MAX; opcode++)
        write_register(seat, CONFIG_ATOMIC_SERVICE + opcode, registers->atomic_service[opcode]);
    write_register(seat, CONFIG_RESPONSE_FIXED, registers->response_fixed);
    write_register(seat, CONFIG_RESPONSE_RECIPROCAL, registers->response_reciprocal);
    write_register(seat, CONFIG_COMMAND_LIMIT, (uint32_t)state->command_limit);
    write_register(seat, CONFIG_MULTIPLIER_MIN, registers->multiplier_min);
    write_register(seat, CONFIG_MULTIPLIER_MAX, registers->multiplier_max);
}

struct seat *seat_open(struct admitter *admitter, const struct policy *policy,
                       const struct policy_state *state, struct job *jobs, uint32_t capacity) {
    struct seat *seat = malloc(sizeof *seat);
    uint16_t *reservation = malloc(capacity * sizeof *reservation);
    if (!seat || !reservation) {
        free(seat);
        free(reservation);
        return NULL;
    }
    *seat = (struct seat){.admitter = admitter,
                          .out = admitter_out_of_reset,
                          .jobs = jobs,
                          .reservation = reservation,
                          .offered = JOB_NONE};
    for (unsigned i = 0; i < SLOTS; i++)
        seat->slot[i].job = JOB_NONE;
    commit_spread_init(&seat->spread);
    write_registers(seat, policy, state);
    for (unsigned i = 0; !seat->out.quiet && i < SETTLE_CLOCKS; i++)
        seat_edge(seat, true, 0, 0);
    seat->edges = 0;
    return seat;
}

void seat_close(struct seat *seat) {
    if (!seat)
        return;
    free(seat->reservation);
    free(seat);
}

void seat_listen(struct seat *seat, const struct commit_sink *sink) {
    seat->sink = sink;
}

const char *seat_error(const struct seat *seat) {
    return seat->failed ? seat->error : NULL;
}

// --- lines ------------------------------------------------------------------------------------

static uint16_t line_find(struct seat *seat, const struct likeness *likeness) {
    uint16_t unused = NO_LINE;
    for (unsigned i = 0; i < seat->lines; i++)
        if (!seat->line[i].used)
            unused = (uint16_t)i;
        else if (likeness_equal(&seat->line[i].likeness, likeness))
            return (uint16_t)i;
    if (unused == NO_LINE && seat->lines < SEAT_LINES)
        unused = (uint16_t)seat->lines++;
    if (unused != NO_LINE)
        seat->line[unused] =
            (struct line){.likeness = *likeness, .head = JOB_NONE, .tail = JOB_NONE, .used = true};
    return unused;
}

static void line_leave(struct line *line) {
    line->slotted--;
    line->used = line->slotted > 0 || line->head != JOB_NONE;
}

void seat_add(struct seat *seat, uint32_t job) {
    struct job *const jobs = seat->jobs;
    const struct op *op = &jobs[job].op;
    if (seat->waiting == 0)
        seat->origin = op->index;
    if (op->wire_bytes >> SEAT_WIRE_BITS)
        seat_fail(seat,
                  "operation %" PRIu32 ": %" PRIu32 " wire bytes, of which the seat can order %u",
                  op->index, op->wire_bytes, (1u << SEAT_WIRE_BITS) - 1);
    if (op->index < seat->origin || (op->index - seat->origin) >> SEAT_NUMBER_BITS)
        seat_fail(seat,
                  "operation %" PRIu32 " joins operations that wait since %" PRIu32
                  ": the seat can order %u",
                  op->index, seat->origin, 1u << SEAT_NUMBER_BITS);
    const struct likeness likeness = likeness_of(op, jobs[job].lane);
    const uint16_t at = line_find(seat, &likeness);
    if (at == NO_LINE) {
        seat_fail(seat, "operation %" PRIu32 ": more than %d kinds of operations wait", op->index,
                  SEAT_LINES);
        return;
    }
    struct line *line = &seat->line[at];
    seat->waiting++;
    jobs[job].next = JOB_NONE;
    if (line->head == JOB_NONE)
        line->head = job;
    else
        jobs[line->tail].next = job;
    line->tail = job;
}

uint32_t seat_waiting(const struct seat *seat) {
    return seat->waiting;
}

// The line whose first one is offered next: one of which none is in a slot, the first by the
// paper's order; else one of the fewest in slots. NO_LINE: nobody is to be offered.
static uint16_t line_to_offer(const struct seat *seat) {
    const unsigned most = 2 * seat->taken < SLOTS ? SEAT_LOOK_AHEAD : 1;
    uint16_t best = NO_LINE;
    for (unsigned i = 0; i < seat->lines; i++) {
        const struct line *line = &seat->line[i];
        if (!line->used || line->head == JOB_NONE || line->slotted >= most)
            continue;
        const struct line *rival = best == NO_LINE ? NULL : &seat->line[best];
        if (rival && rival->slotted != line->slotted) {
            if (line->slotted < rival->slotted)
                best = (uint16_t)i;
            continue;
        }
        if (!rival || line->likeness.rank < rival->likeness.rank ||
            (line->likeness.rank == rival->likeness.rank &&
             seat->jobs[line->head].op.index < seat->jobs[rival->head].op.index))
            best = (uint16_t)i;
    }
    return best;
}

bool seat_is_exposed(const struct seat *seat) {
    for (unsigned i = 0; i < seat->lines; i++)
        if (seat->line[i].used && seat->line[i].head != JOB_NONE && seat->line[i].slotted == 0)
            return true;
    return false;
}

unsigned seat_budget(const struct seat *seat) {
    unsigned least = UINT_MAX;
    for (unsigned i = 0; i < seat->lines; i++) {
        const struct line *line = &seat->line[i];
        if (line->used && line->head != JOB_NONE && line->slotted < least)
            least = line->slotted;
    }
    return least;
}

// --- clocks -----------------------------------------------------------------------------------

void seat_stage_done(struct seat *seat, uint32_t job, unsigned class, uint16_t observed) {
    const unsigned port = class == CLASS_HBM      ? seat->jobs[job].partition
                          : class == CLASS_ATOMIC ? (unsigned)PORT_ATOMIC
                                                  : (unsigned)PORT_RESPONSE;
    if (!ports_queue(&seat->ports, port,
                     (struct port_beat){.id = seat->reservation[job], .service = observed}))
        seat_fail(seat, "beats do not get through port %u", port);
}

void seat_through(struct seat *seat, uint32_t job) {
    if (!ports_queue(&seat->ports, PORT_DONE, (struct port_beat){.id = seat->reservation[job]}))
        seat_fail(seat, "beats do not get through the port of completions");
}

bool seat_has_beats(const struct seat *seat) {
    return seat->ports.busy || (seat->out.op_ready && line_to_offer(seat) != NO_LINE);
}

// The partition is that of the lane which the policy believes in: bit b of it is the parity of
// address bits that MAP_SHIFT_RESET + b is one of.
static uint64_t address_for(const struct job *job) {
    return job->op.address ^ (uint64_t)(job->partition ^ job->lane) << MAP_SHIFT_RESET;
}

static void put_offer(const struct seat *seat, uint32_t job, struct edge_in *in) {
    const struct op *op = &seat->jobs[job].op;
    in->op_valid = 1;
    in->tag = op->index;
    in->opcode = op->opcode;
    in->address = address_for(&seat->jobs[job]);
    in->length = op->length;
    in->response_length = op->response_length;
    in->wire_bytes = op->wire_bytes << SEAT_NUMBER_BITS | (op->index - seat->origin);
    in->urgent = op->urgent;
}

static void slot_fill(struct seat *seat, uint16_t at) {
    struct line *line = &seat->line[at];
    unsigned slot = 0;
    while (slot < SLOTS - 1 && seat->slot[slot].job != JOB_NONE)
        slot++;
    seat->offered = line->head;
    seat->slot[slot] = (struct slot){.job = line->head, .line = at};
    seat->taken++;
    line->slotted++;
    line->head = seat->jobs[line->head].next;
}

void seat_edge(struct seat *seat, bool pause, uint64_t gap, uint64_t now_ps) {
    struct edge_in in = {.gap = gap, .now = seat->cycle + gap, .pause = pause, .grant_ready = 1};
    if (seat->ports.busy)
        ports_fill(&seat->ports, &seat->out, &in);
    seat->offered = JOB_NONE;
    const uint16_t line = seat->out.op_ready ? line_to_offer(seat) : NO_LINE;
    if (line != NO_LINE && seat->taken == SLOTS)
        seat_fail(seat, "the block takes more operations than it has slots");
    else if (line != NO_LINE) {
        put_offer(seat, seat->line[line].head, &in);
        slot_fill(seat, line);
    }
    seat->in = in;
    seat->in.hbm_valid &= seat->out.hbm_ready; // others are held, and no beats yet
    admitter_edge(seat->admitter, &in, &seat->out);
    seat->cycle += gap;
    struct commit commits[COMMITS_PER_EDGE];
    const unsigned count =
        seat->sink ? commit_spread(&seat->spread, &seat->out, seat->cycle, now_ps, commits) : 0;
    for (unsigned i = 0; i < count; i++)
        seat->sink->take(seat->sink->context, &commits[i]);
    seat->cycle++;
    seat->edges++;
}

const struct edge_out *seat_out(const struct seat *seat) {
    return &seat->out;
}

enum decision_kind seat_decision(struct seat *seat, uint32_t *job) {
    const struct edge_out *out = &seat->out;
    *job = JOB_NONE;
    if (out->kind == DECISION_NONE)
        return DECISION_NONE;
    unsigned at = 0;
    while (at < SLOTS &&
           (seat->slot[at].job == JOB_NONE || seat->jobs[seat->slot[at].job].op.index != out->tag))
        at++;
    if (at == SLOTS || out->kind > DECISION_REJECT) {
        seat_fail(seat, "a decision on operation %" PRIu32 ", which is in no slot", out->tag);
        return DECISION_NONE;
    }
    const struct slot slot = seat->slot[at];
    *job = slot.job;
    if (out->kind == DECISION_DENY)
        return DECISION_DENY;
    struct demand *demand = &seat->jobs[slot.job].demand;
    for (unsigned class = 0; class < CLASSES; class ++)
        demand->amount[class] = out->demand[class];
    demand->lane = out->lane;
    demand->mask = out->mask;
    seat->reservation[slot.job] = out->id;
    seat->slot[at].job = JOB_NONE;
    seat->taken--;
    seat->waiting--;
    line_leave(&seat->line[slot.line]);
    return (enum decision_kind)out->kind;
}

uint64_t seat_edges(const struct seat *seat) {
    return seat->edges;
}

const struct edge_in *seat_in(const struct seat *seat) {
    return &seat->in;
}

uint32_t seat_offered(const struct seat *seat) {
    return seat->offered;
}

unsigned seat_taken(const struct seat *seat) {
    return seat->taken;
}

bool seat_is_next(const struct seat *seat, uint32_t job) {
    for (unsigned i = 0; i < seat->lines; i++)
        if (seat->line[i].used && seat->line[i].head == job)
            return seat->line[i].slotted == 0;
    return false;
}

uint16_t seat_reservation(const struct seat *seat, uint32_t job) {
    return seat->reservation[job];
}
