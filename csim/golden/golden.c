// The golden model: one call is one clock, in the order of rtl/spec/pipeline.md. Where that
// text says "in force in clock c" the state is read before this clock changes it; every latency is
// one of the sums asserted below.
#include "csim/golden/golden.h"

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "csim/golden/golden_state.h"
#include "csim/golden/registers.h"
#include "register_map.h"

_Static_assert(BEAT_TO_COMMIT >= 1, "an event commits after its take-up");
_Static_assert(HBM_RETURN_TO_USE == 1 + 1 + RETURN_TO_USE,
               "one clock into the collector, one to be served");
_Static_assert(CONFIG_TO_USE == 1 + 2, "a write starts in the clock after its last beat");
_Static_assert(DEMAND_TO_DECISION < CHOICE_TO_DECISION && LOOK_TO_DECISION < CHOICE_TO_DECISION,
               "what is chosen is scaled and looked up on its way to its decision");

// Lane of a class; that of HBM is the operation's.
static const uint8_t class_lane[CLASSES] = {
    [CLASS_ATOMIC] = ATOMIC_LANE, [CLASS_RESPONSE] = RESPONSE_LANE};

// What one clock passes between its steps.
struct clock {
    int granted;      // id, or NO_ID
    lane_set touched; // lanes whose debt or window is another in the next clock
    unsigned commits;
    unsigned retires;
    uint64_t now;
    bool loaded;   // a grant message
    bool eventful; // an offer, a choice or a walk
    struct tuned tuned;
    struct axi_write write;
};

// Steps 1 and 2: what came into force with this clock.
static void commit_change(struct golden *golden, struct clock *clock, struct edge_out *out) {
    const struct change *const change = &golden->change;

    out->reset = change->reset;
    out->window = change->reset || change->window;
    if (change->window) {
        out->window_lane = change->window_lane;
        out->window_value = golden->registers.window[change->window_lane];
    }
    out->calibrate = change->calibrated;
    clock->commits += (unsigned)out->reset + out->window + (change->calibrated != 0);
}

// Lanes on which a demand is above the window, beside the debt; or alone.
static lane_set lanes_lacking(const struct golden *golden, const struct demand *demand,
                              bool beside_debt) {
    const struct known *const known = &golden->decision;
    lane_set mask = 0;

    for (unsigned resource = 0; resource < CLASSES; resource++) {
        const unsigned lane = resource == CLASS_HBM ? demand->lane : class_lane[resource];
        const uint64_t debt = (uint64_t)golden->debt[lane] + known->late[lane];
        const uint64_t sum = (beside_debt ? debt : 0) + demand->amount[resource];
        mask |= (lane_set)(sum > known->window[lane]) << lane;
    }
    return mask & demand->mask;
}

// Is there no room for a reservation?
static bool table_refuses(const struct golden *golden, const struct known *known) {
    const unsigned held = golden->held + known->late_retires;

    return held >= known->command_limit || held >= golden->depth;
}
_Static_assert(RETIRE_TO_USE >= RETIRE_TO_CANDIDATE, "where there is room, there is an id");

// A decision that commits.
static void commit_decision(const struct golden *golden, struct clock *clock, struct edge_out *out,
                            int slot, enum decision_kind kind, lane_set mask) {
    const struct demand *const demand = &golden->arbiter.waiting[slot].decided;

    out->kind = (uint8_t)kind;
    out->tag = golden->arbiter.tag[slot];
    out->mask = mask;
    if (kind != DECISION_REPEAT) {
        out->lane = (uint8_t)demand->lane;
        for (unsigned resource = 0; resource < CLASSES; resource++)
            out->demand[resource] = demand->amount[resource];
    }
    clock->commits++;
}

static void grant(struct golden *golden, struct clock *clock, struct edge_out *out, int slot) {
    const struct waiting *const waiting = &golden->arbiter.waiting[slot];
    const struct demand *const demand = &waiting->decided;
    const int id = id_pool_candidate(&golden->pool);
    struct frozen *const frozen = &golden->frozen[id];

    commit_decision(golden, clock, out, slot, DECISION_GRANT, demand->mask);
    out->id = (uint16_t)id;
    golden->debt[demand->lane] += demand->amount[CLASS_HBM];
    golden->debt[ATOMIC_LANE] += demand->amount[CLASS_ATOMIC];
    golden->debt[RESPONSE_LANE] += demand->amount[CLASS_RESPONSE];
    clock->touched |= demand->mask;
    for (unsigned resource = 0; resource < CLASSES; resource++) {
        frozen->amount[resource] = demand->amount[resource];
        frozen->estimate[resource] = waiting->estimate[resource];
    }
    frozen->lane = (uint8_t)demand->lane;
    tag_lookup_add(&golden->tags, (unsigned)id, out->tag);
    golden->held++;
    clock->granted = id;
    arbiter_grant(&golden->arbiter);
}

// Step 3, for an operation that was chosen. Returns whether it leaves its slot.
static bool decide(struct golden *golden, struct clock *clock, struct edge_out *out,
                   struct choice choice) {
    const unsigned chosen = golden->arbiter.clock - CHOICE_TO_DECISION;
    const int match = golden->match[chosen % ARBITER_CLOCKS];
    const int slot = choice.slot;
    const struct waiting *const waiting = &golden->arbiter.waiting[slot];
    const bool first = arbiter_is_first_decision(&golden->arbiter, slot);

    if (choice.tried && match != NO_ID) {
        commit_decision(golden, clock, out, slot, DECISION_REPEAT, 0);
        out->id = (uint16_t)match;
        return true;
    }
    lane_set refused = lanes_lacking(golden, &waiting->decided, true);
    if (first && (refused || !waiting->raw.known)) {
        const lane_set over = lanes_lacking(golden, &waiting->decided, false); // some of these
        if (over || !waiting->raw.known) {
            commit_decision(golden, clock, out, slot, DECISION_REJECT, over);
            return true;
        }
    }
    if (table_refuses(golden, &golden->decision))
        refused |= REFUSED_TABLE;
    if (!refused) {
        if (choice.tried)
            grant(golden, clock, out, slot);
        return choice.tried;
    }
    if (first || refused != waiting->refused) {
        commit_decision(golden, clock, out, slot, DECISION_DENY, refused);
        arbiter_deny(&golden->arbiter, slot, refused);
    }
    return false;
}

// Step 3; then operations on their way to their decisions are scaled, and their tags looked up
// among the reservations held, the one granted in this clock included.
static void step_decision(struct golden *golden, struct clock *clock, struct edge_out *out) {
    enum { LOOKED_UP = CHOICE_TO_DECISION - LOOK_TO_DECISION };
    struct arbiter *const arbiter = &golden->arbiter;
    const struct choice due = arbiter_chosen(arbiter, CHOICE_TO_DECISION);
    const struct choice scaled = arbiter_chosen(arbiter, CHOICE_TO_DECISION - DEMAND_TO_DECISION);
    const struct choice looked_up = arbiter_chosen(arbiter, LOOKED_UP);

    if (due.slot != NO_SLOT && decide(golden, clock, out, due))
        arbiter_leave(arbiter, due.slot);
    if (scaled.slot != NO_SLOT)
        arbiter_look_up_demand(arbiter, scaled.slot);
    if (looked_up.slot != NO_SLOT)
        golden->match[(arbiter->clock - LOOKED_UP) % ARBITER_CLOCKS] =
            (int16_t)tag_lookup_find(&golden->tags, arbiter->tag[looked_up.slot]);
}

// Step 4: returns and strays. Whether a channel has an event is a coin toss that no processor
// predicts, so here, in step 5 and in the take-up nothing branches on it: what is void is masked
// out.
static void commit_returns(struct golden *golden, struct clock *clock, struct edge_out *out) {
    struct recent *const recent = &golden->recent[golden->arbiter.clock % RECENT_CLOCKS];
    const struct events *const events = &golden->events[golden->due];

    for (unsigned resource = 0; resource < CLASSES; resource++) {
        const unsigned valid = events->valid >> resource & 1u;
        const unsigned effective = events->effective >> resource & 1u;
        const uint16_t id = events->id[resource];
        const struct frozen *const frozen = &golden->frozen[id];
        const unsigned lane = resource == CLASS_HBM ? frozen->lane : class_lane[resource];
        const uint32_t amount = frozen->amount[resource] & -effective;
        out->return_kind[resource] = (uint8_t)(valid * CHANNEL_STRAY - effective);
        out->return_id[resource] = (uint16_t)(id & -valid);
        if (resource == CLASS_HBM)
            out->hbm_lane =
                (uint8_t)((lane & -effective) | (events->partition & (effective - valid)));
        out->amount[resource] = amount;
        golden->debt[lane] -= amount;
        golden->decision.late[lane] += amount;
        recent->lane[resource] = (uint8_t)lane;
        recent->amount[resource] = amount;
        clock->touched |= (lane_set)effective << lane;
        coalescer_return(&golden->coalescer, lane, amount);
        if (golden->registers.multiplier[lane] & MULTIPLIER_ENABLE & -effective)
            calibrator_return(&golden->calibrator[resource], &golden->registers, lane,
                              events->service[resource], frozen->estimate[resource]);
        clock->commits += valid;
    }
    if (!autotune_is_off(&golden->autotune, &golden->registers))
        clock->tuned =
            autotune_clock(&golden->autotune, &golden->registers, out, events->service, clock->now);
}
_Static_assert(CHANNEL_STRAY - 1 == CHANNEL_RETURN, "commit_returns subtracts");

// Step 5: reservations from which nothing is awaited any more are freed.
static void commit_retires(struct golden *golden, struct clock *clock, struct edge_out *out) {
    const struct events *const events = &golden->events[golden->due];
    const unsigned retiring = events->retiring;

    for (unsigned channel = 0; channel < CHANNELS; channel++) {
        const uint16_t id = events->id[channel];
        const unsigned free = retiring >> channel & 1;
        id_pool_retire(&golden->pool, id, free);
        golden->held -= free;
        clock->retires += free;
    }
    clock->commits += clock->retires;
    for (unsigned left = retiring; left; left &= left - 1)
        tag_lookup_remove(&golden->tags, events->id[__builtin_ctz(left)]);
    const unsigned complete = retiring >> CHANNEL_DONE;
    const unsigned stray = (events->valid & ~(unsigned)events->effective) >> CHANNEL_DONE;
    out->retire = retiring & ((1 << CLASSES) - 1);
    out->done_kind = (uint8_t)(complete * CHANNEL_COMPLETE + stray * CHANNEL_STRAY);
    out->done_id = (uint16_t)(events->id[CHANNEL_DONE] & -(complete | stray));
    clock->commits += stray;
}

// An event on a channel, if `valid` is 1. Taken up in the order of channels, the one after which
// nothing is awaited is the last that carries its reservation: it will retire it.
static void take_up(struct golden *golden, struct events *events, unsigned channel, unsigned valid,
                    uint16_t beat) {
    const uint16_t id = (uint16_t)(beat & (golden->depth - 1)); // the port has no more bits
    const unsigned awaited = golden->awaited[id];
    const unsigned effective = awaited & valid << channel;

    events->id[channel] = id;
    events->valid |= (uint8_t)(valid << channel);
    events->effective |= (uint8_t)effective;
    events->retiring |= (uint8_t)(awaited == effective ? effective : 0);
    golden->awaited[id] = (uint8_t)(awaited ^ effective);
}

// Take-up of this clock's events, against what was owed in this clock: before the reservation
// granted in it is entered.
static void take_up_events(struct golden *golden, const struct edge_in *in) {
    struct events *const events = &golden->events[golden->due];
    const struct collector *const collector = &golden->collector;

    events->valid = 0;
    events->effective = 0;
    events->retiring = 0;
    events->partition = collector->partition;
    take_up(golden, events, CLASS_HBM, collector->is_served, collector->served.id);
    take_up(golden, events, CLASS_ATOMIC, in->atomic_valid, in->atomic_id);
    take_up(golden, events, CLASS_RESPONSE, in->response_valid, in->response_id);
    take_up(golden, events, CHANNEL_DONE, in->done_valid, in->done_id);
    events->service[CLASS_HBM] = collector->served.service;
    events->service[CLASS_ATOMIC] = in->atomic_service;
    events->service[CLASS_RESPONSE] = in->response_service;
    golden->taken_up = events->valid != 0;
}

// The granted reservation is held from the next clock on. What was used of it is in the mask of the
// grant, Atomic and response side by side as they are among the channels.
static void enter_reservation(struct golden *golden, int id, lane_set mask) {
    const unsigned hbm = (mask & HBM_SET) != 0;

    golden->awaited[id] =
        (uint8_t)(1 << CHANNEL_DONE | mask >> ATOMIC_LANE << CLASS_ATOMIC | hbm << CLASS_HBM);
}
_Static_assert(RESPONSE_LANE - ATOMIC_LANE == CLASS_RESPONSE - CLASS_ATOMIC &&
                   RESPONSE_LANE == LANES - 1,
               "enter_reservation shifts the mask");

// What a register shows in this clock.
static bool read_register(const struct golden *golden, unsigned word, uint32_t *value) {
    if (registers_read(&golden->registers, word, value) ||
        status_read(&golden->status, word, value))
        return true;
    if (word - REGISTER_DEBT < LANES)
        *value = golden->debt[word - REGISTER_DEBT];
    else if (word == REGISTER_HELD)
        *value = golden->held;
    else if (word == REGISTER_WAITING)
        *value = (uint32_t)__builtin_popcountll(golden->arbiter.taken);
    else
        return false;
    return true;
}

// The bus, at the start of the clock: the write to be performed in it, and what is read in it.
static void begin_accesses(struct golden *golden, struct clock *clock, const struct edge_in *in) {
    struct axi_read *const read = &golden->axi.read;

    if (!axi_slave_is_busy(&golden->axi, in))
        return;
    axi_slave_begin(&golden->axi, &clock->write);
    if (axi_slave_reads(&golden->axi) &&
        (read->address % 4 || !read_register(golden, read->address / 4, &read->data)))
        read->response = AXI_SLVERR;
}

// Lanes whose multiplier a write sets, and lanes whose unit it sets.
static lane_set lanes_multiplied(unsigned word) {
    return word - CONFIG_MULTIPLIER < LANES ? LANE_BIT(word - CONFIG_MULTIPLIER) : 0;
}
static lane_set lanes_quantised(unsigned word) {
    if (word == CONFIG_QUANTUM_HBM)
        return HBM_SET;
    return word == CONFIG_QUANTUM_TIME ? LANE_BIT(ATOMIC_LANE) | LANE_BIT(RESPONSE_LANE) : 0;
}

// The write of this clock, for the next; what it makes stale is in the result.
static lane_set perform_write(struct golden *golden, struct clock *clock) {
    struct axi_write *const write = &clock->write;
    struct registers *const registers = &golden->registers;
    const unsigned word = write->address / 4;
    const bool whole = write->address % 4 == 0 && write->strobe == AXI_STROBES;

    if (!write->valid)
        return 0;
    if (!whole || (word != REGISTER_ERRORS &&
                   !registers_write(registers, golden->depth, word, write->data))) {
        write->response = AXI_SLVERR;
        return 0;
    }
    if (word - CONFIG_WINDOW < LANES) {
        autotune_overtake(&golden->autotune);
        golden->change.window = true;
        golden->change.window_lane = (uint8_t)(word - CONFIG_WINDOW);
    }
    return lanes_quantised(word);
}

// What comes into force with the next clock: a write, and what calibration and tuning have learnt.
static void change_registers(struct golden *golden, struct clock *clock, const struct edge_in *in) {
    struct change *const change = &golden->change;
    const struct axi_write *const write = &clock->write;
    const bool whole = write->valid && write->address % 4 == 0 && write->strobe == AXI_STROBES;
    const lane_set written = whole ? lanes_multiplied(write->address / 4) : 0;
    lane_set calibrated = 0;

    for (unsigned resource = 0; resource < CLASSES; resource++)
        calibrated |= calibrator_clock(&golden->calibrator[resource], &golden->registers, written);
    *change = (struct change){.calibrated = calibrated};
    const lane_set quantised = perform_write(golden, clock);
    if (clock->tuned.lane < LANES && !change->window) {
        golden->registers.window[clock->tuned.lane] = clock->tuned.window;
        change->window = true;
        change->window_lane = (uint8_t)clock->tuned.lane;
    }
    if (change->window)
        clock->touched |= LANE_BIT(change->window_lane);
    if (written | quantised | calibrated)
        arbiter_stale(&golden->arbiter);
    golden->pauses = golden->pauses << 1 | in->pause;
}

// One more clock of what is known: of the window that came into force with the clock of one entry,
// of the reservations retired in that of another, and of a limit. Returns the window's lane as a
// mask.
static lane_set know(struct known *known, const struct recent *window, const struct recent *retired,
                     const struct recent *limit) {
    known->late_retires -= retired->retired;
    known->command_limit = limit->command_limit;
    if (window->window_lane == LANES)
        return 0;
    known->window[window->window_lane] = window->window;
    return LANE_BIT(window->window_lane);
}

// What decisions of the next clock know, and the headroom that is left to comparisons.
static void spread(struct golden *golden, const struct clock *clock) {
    const struct recent *const past = golden->recent;
    const unsigned now = golden->arbiter.clock;
    const struct change *const change = &golden->change;
    struct recent *const recent = &golden->recent[now % RECENT_CLOCKS];
    struct known *const decision = &golden->decision, *const comparison = &golden->comparison;
    struct headroom *const headroom = &golden->headroom;
    const uint16_t limit = golden->registers.command_limit;

    recent->retired = (uint8_t)clock->retires;
    recent->command_limit = limit;
    recent->window_lane = change->window ? change->window_lane : LANES;
    if (change->window)
        recent->window = golden->registers.window[change->window_lane];

    const struct recent *const returned = &past[(now + 1 - COMMIT_TO_DECISION) % RECENT_CLOCKS];
    for (unsigned resource = 0; resource < CLASSES; resource++)
        decision->late[returned->lane[resource]] -= returned->amount[resource];
    decision->late_retires += clock->retires;
    know(decision, &past[(now - WINDOW_TO_DECISION) % RECENT_CLOCKS],
         &past[(now + 1 - RETIRE_TO_USE) % RECENT_CLOCKS],
         &past[(now - LIMIT_TO_DECISION) % RECENT_CLOCKS]);

    // A comparison knows grants as late as returns; all else is later by as much as for decisions.
    enum { AHEAD = COMMIT_TO_DECISION };
    comparison->late_retires += clock->retires;
    const lane_set windows =
        know(comparison, &past[(now + AHEAD - 1 - WINDOW_TO_DECISION) % RECENT_CLOCKS],
             &past[(now + AHEAD - RETIRE_TO_USE) % RECENT_CLOCKS],
             &past[(now + AHEAD - 1 - LIMIT_TO_DECISION) % RECENT_CLOCKS]);
    headroom->touched = clock->touched | windows;
    for (lane_set lanes = headroom->touched; lanes; lanes &= lanes - 1) {
        const unsigned lane = lane_first(lanes);
        const uint32_t window = comparison->window[lane], debt = golden->debt[lane];
        headroom->lane[lane] = window > debt ? window - debt : 0; // a window may have shrunk
    }
    headroom->table_refuses = table_refuses(golden, comparison);
}
_Static_assert(COMMIT_TO_DECISION - 1 <= WINDOW_TO_DECISION &&
                   COMMIT_TO_DECISION <= RETIRE_TO_USE &&
                   COMMIT_TO_DECISION - 1 <= LIMIT_TO_DECISION,
               "returns are known first");

// The end of the clock for who looks at it from the bus.
static void end_accesses(struct golden *golden, const struct clock *clock, const struct edge_in *in,
                         struct edge_out *out) {
    const struct axi_write *const write = &clock->write;
    const struct axi_read *const read = &golden->axi.read;
    const bool answers = axi_slave_answers(&golden->axi);
    struct status_events events = {
        .now = in->now, .held = golden->held, .touched = clock->touched, .loaded = clock->loaded};

    if (write->valid | answers) {
        const bool clears = write->address == 4 * REGISTER_ERRORS && write->response == AXI_OKAY;
        const unsigned read_error = answers & (read->response != AXI_OKAY);
        events.errors = (uint8_t)((unsigned)(write->response != AXI_OKAY) << ERROR_AXI_WRITE |
                                  read_error << ERROR_AXI_READ);
        events.cleared = (uint8_t)(write->valid && clears ? write->data : 0);
        events.write_address = write->address;
        events.read_address = read->address;
    }
    status_clock(&golden->status, out, golden->debt, &events);
    if (axi_slave_is_busy(&golden->axi, in))
        axi_slave_end(&golden->axi, in, write);
    axi_slave_show(&golden->axi, out);
}

// Clocks until all is finished that has begun up to this one (rtl/spec/state.md).
static unsigned clocks_to_rest(const struct golden *golden, const struct clock *clock) {
    const struct change *const change = &golden->change;
    const bool pause_changes = (golden->pauses ^ golden->pauses >> 1) & 1;

    if (clock->eventful || golden->taken_up || clock->write.valid || change->window ||
        change->calibrated || pause_changes)
        return QUIET_CLOCKS;
    return golden->rest ? golden->rest - 1 : 0;
}

// Quiet, for the next clock.
static bool is_quiet(const struct golden *golden) {
    unsigned busy = golden->rest;

    for (unsigned resource = 0; resource < CLASSES; resource++)
        busy |= golden->calibrator[resource].clocks;
    busy |= autotune_is_busy(&golden->autotune);
    busy |= !axi_slave_is_quiet(&golden->axi);
    busy |= !collector_is_quiet(&golden->collector);
    return busy == 0 && coalescer_is_quiet(&golden->coalescer, &golden->registers.grant);
}

void golden_reset(struct golden *golden) {
    const struct admitter admitter = golden->admitter;
    const unsigned depth = golden->depth;

    *golden = (struct golden){
        .admitter = admitter, .depth = depth, .change = {.reset = true}, .rest = QUIET_CLOCKS};
    arbiter_init(&golden->arbiter);
    tag_lookup_init(&golden->tags);
    id_pool_init(&golden->pool, depth);
    registers_reset(&golden->registers, depth);
    golden_know_all(golden);
}

void golden_know_all(struct golden *golden) {
    const struct registers *const registers = &golden->registers;

    for (unsigned clock = 0; clock < RECENT_CLOCKS; clock++)
        golden->recent[clock] =
            (struct recent){.window_lane = LANES, .command_limit = registers->command_limit};
    golden->decision = (struct known){.command_limit = registers->command_limit};
    memcpy(golden->decision.window, registers->window, sizeof golden->decision.window);
    golden->comparison = golden->decision;
    for (unsigned lane = 0; lane < LANES; lane++) {
        const uint32_t window = registers->window[lane], debt = golden->debt[lane];
        golden->headroom.lane[lane] = window > debt ? window - debt : 0;
    }
    golden->headroom.touched = ALL_LANES;
    golden->headroom.table_refuses = table_refuses(golden, &golden->comparison);
}

// Everything but what shows state of every lane, and is written in every clock. Compilers clear
// parts of this size at once, a struct as a whole by a slow string instruction.
static void show_nothing(struct edge_out *out) {
    const size_t before = offsetof(struct edge_out, debt),
                 after = offsetof(struct edge_out, calibrate);

    memset(out, 0, before);
    memset((char *)out + after, 0, sizeof *out - after);
}

static void golden_edge(struct admitter *self, const struct edge_in *in, struct edge_out *out) {
    struct golden *const golden = (struct golden *)self;
    struct clock clock = {.granted = NO_ID, .now = in->now, .tuned = {.lane = LANES}};

    if (in->reset) {
        golden_reset(golden);
        *out = admitter_out_of_reset;
        return;
    }
    struct arbiter *const arbiter = &golden->arbiter;
    const struct registers *const registers = &golden->registers;
    const bool offer_taken = in->op_valid && !arbiter_is_held(arbiter);
    struct choice choice = {.slot = NO_SLOT};

    begin_accesses(golden, &clock, in);
    show_nothing(out);
    out->order = golden->order;
    memcpy(out->multiplier, registers->multiplier, sizeof out->multiplier);
    commit_change(golden, &clock, out);
    if (!(golden->pauses >> (PAUSE_TO_CHOICE - 1) & 1))
        choice = arbiter_choose(arbiter);
    clock.eventful = offer_taken || choice.slot != NO_SLOT || arbiter->walk.left;
    step_decision(golden, &clock, out);
    id_pool_clock(&golden->pool, clock.granted != NO_ID);
    clock.loaded = coalescer_step(&golden->coalescer, &registers->grant, in->grant_ready);
    commit_returns(golden, &clock, out);
    commit_retires(golden, &clock, out);
    take_up_events(golden, in);
    collector_clock(&golden->collector, in);
    if (clock.granted != NO_ID)
        enter_reservation(golden, clock.granted, out->mask);
    if (offer_taken)
        arbiter_offer(arbiter, in);
    arbiter_estimate(arbiter, registers);
    change_registers(golden, &clock, in);
    spread(golden, &clock);
    arbiter_clock(arbiter, registers, choice, &golden->headroom);
    golden->order += clock.commits;
    golden->due = (uint8_t)(golden->due + 1 < BEAT_TO_COMMIT ? golden->due + 1 : 0);

    for (unsigned lane = 0; lane < LANES; lane++)
        out->debt[lane] = golden->debt[lane];
    memcpy(out->grant_credit, golden->coalescer.sent, sizeof out->grant_credit);
    out->grant_valid = golden->coalescer.valid;
    out->op_ready = !arbiter_is_held(arbiter);
    out->hbm_ready = collector_ready(&golden->collector);
    end_accesses(golden, &clock, in, out);
    golden->rest = clocks_to_rest(golden, &clock);
    out->quiet = is_quiet(golden);
}

static bool golden_begin(struct admitter *self, const struct block_state *state) {
    golden_load((struct golden *)self, state);
    return true;
}

static void golden_close(struct admitter *self) {
    free(self);
}

static const struct admitter_ops golden_ops = {
    .name = "golden",
    .edge = golden_edge,
    .begin = golden_begin,
    .close = golden_close,
};

struct admitter *golden_open(unsigned depth) {
    assert(depth >= 2 && depth <= DEPTH_MAX && (depth & (depth - 1)) == 0);
    struct golden *const golden = malloc(sizeof *golden);

    if (!golden)
        return NULL;
    *golden = (struct golden){.admitter = {.ops = &golden_ops}, .depth = depth};
    golden_reset(golden);
    return &golden->admitter;
}
