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

_Static_assert(RETURN_LINE >= 1, "an event commits after its take-up");
_Static_assert(HBM_RETURN_TO_USE == 1 + RETURN_TO_USE, "the collector's slot costs one clock");
_Static_assert(CONFIG_TO_USE == 1 + 1, "a write is performed in the clock after its last beat");
_Static_assert(OFFER_TO_DECISION == 1 + CHOICE_TO_DECISION, "one clock into a slot");
_Static_assert(CHOICE_TO_DECISION == 1 + 1, "one clock to be scaled and looked up");
_Static_assert(COMPARE_TO_CHOICE == 1, "a choice knows the comparison of the clock before");
_Static_assert(RETIRE_TO_CANDIDATE == 1 + 1,
               "one clock to be unallocated, one to be the candidate");

// Lane of a class; that of HBM is the operation's.
static const uint8_t class_lane[CLASSES] = {
    [CLASS_ATOMIC] = ATOMIC_LANE, [CLASS_RESPONSE] = RESPONSE_LANE};

// What one clock passes between its steps.
struct clock {
    int granted;      // id, or NO_ID
    unsigned touched; // lanes whose debt or window is another in the next clock
    unsigned commits;
    uint64_t now;
    bool loaded; // a grant message
    struct tuned tuned;
    struct axi_access write, read;
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

// Lanes on which a demand is above the window, beside the debt that `debt` holds.
static uint16_t lanes_lacking(const struct golden *golden, const struct demand *demand,
                              const uint32_t debt[LANES]) {
    const uint32_t *const window = golden->registers.window;
    unsigned mask = 0;

    for (unsigned resource = 0; resource < CLASSES; resource++) {
        const unsigned lane = resource == CLASS_HBM ? demand->lane : class_lane[resource];
        const uint64_t sum = (uint64_t)debt[lane] + demand->amount[resource];
        mask |= (unsigned)(sum > window[lane]) << lane;
    }
    return (uint16_t)(mask & demand->mask);
}

static bool table_refuses(const struct golden *golden) {
    return golden->candidate == NO_ID || golden->held >= golden->registers.command_limit;
}

// A decision that commits.
static void commit_decision(const struct golden *golden, struct clock *clock, struct edge_out *out,
                            int slot, enum decision_kind kind, uint16_t mask) {
    const struct demand *const demand = &golden->arbiter.waiting[slot].demand;

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
    const struct demand *const demand = &waiting->demand;
    struct frozen *const frozen = &golden->frozen[golden->candidate];

    commit_decision(golden, clock, out, slot, DECISION_GRANT, demand->mask);
    out->id = (uint16_t)golden->candidate;
    golden->debt[demand->lane] += demand->amount[CLASS_HBM];
    golden->debt[ATOMIC_LANE] += demand->amount[CLASS_ATOMIC];
    golden->debt[RESPONSE_LANE] += demand->amount[CLASS_RESPONSE];
    clock->touched |= demand->mask;
    for (unsigned resource = 0; resource < CLASSES; resource++) {
        frozen->amount[resource] = demand->amount[resource];
        frozen->estimate[resource] = waiting->estimate[resource];
    }
    frozen->lane = (uint8_t)demand->lane;
    tag_lookup_add(&golden->tags, (unsigned)golden->candidate, out->tag);
    golden->held++;
    clock->granted = golden->candidate;
    arbiter_grant(&golden->arbiter);
}

// Step 3, for an operation that was chosen. Returns whether it leaves its slot.
static bool decide(struct golden *golden, struct clock *clock, struct edge_out *out,
                   struct choice choice) {
    static const uint32_t no_debt[LANES];
    const int slot = choice.slot;
    const struct waiting *const waiting = &golden->arbiter.waiting[slot];
    const bool first = arbiter_is_first_decision(&golden->arbiter, slot);

    if (choice.tried && golden->match != NO_ID) {
        commit_decision(golden, clock, out, slot, DECISION_REPEAT, 0);
        out->id = (uint16_t)golden->match;
        return true;
    }
    uint16_t refused = lanes_lacking(golden, &waiting->demand, golden->debt);
    if (first && (refused || !waiting->raw.known)) {
        const uint16_t over = lanes_lacking(golden, &waiting->demand, no_debt); // some of these
        if (over || !waiting->raw.known) {
            commit_decision(golden, clock, out, slot, DECISION_REJECT, over);
            return true;
        }
    }
    if (table_refuses(golden))
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

// Step 3; then the operation to be decided on in the next clock is scaled, and its tag looked up
// among the reservations held, the one granted in this clock included.
static void step_decision(struct golden *golden, struct clock *clock, struct edge_out *out) {
    const struct choice due = golden->arbiter.chosen[CHOICE_TO_DECISION - 1];
    const struct choice next = golden->arbiter.chosen[CHOICE_TO_DECISION - 2];

    if (due.slot != NO_SLOT && decide(golden, clock, out, due))
        arbiter_leave(&golden->arbiter, due.slot);
    if (next.slot == NO_SLOT)
        return;
    arbiter_scale(&golden->arbiter, &golden->registers, next.slot);
    golden->match = tag_lookup_find(&golden->tags, golden->arbiter.tag[next.slot]);
}

// Id pool: a new candidate where there is none or it was granted. Comes before the retires of this
// clock, which make ids unallocated from the next clock on.
static void load_candidate(struct golden *golden, const struct clock *clock) {
    if (golden->candidate != NO_ID && clock->granted == NO_ID)
        return;
    golden->candidate = NO_ID;
    for (int word = 0; word < POOL_WORDS; word++) {
        const uint64_t unallocated = ~golden->allocated[word];
        if (unallocated) {
            golden->allocated[word] |= unallocated & -unallocated;
            golden->candidate = 64 * word + __builtin_ctzll(unallocated);
            return;
        }
    }
}

static bool all_allocated(const struct golden *golden) {
    uint64_t allocated = UINT64_MAX;

    for (int word = 0; word < POOL_WORDS; word++)
        allocated &= golden->allocated[word];
    return allocated == UINT64_MAX;
}

// Step 4: returns and strays. Whether a channel has an event is a coin toss that no processor
// predicts, so here, in step 5 and in the take-up nothing branches on it: what is void is masked
// out.
static void commit_returns(struct golden *golden, struct clock *clock, struct edge_out *out) {
    const struct events *const events = &golden->events[golden->clock % RETURN_LINE];

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
        clock->touched |= effective << lane;
        coalescer_return(&golden->coalescer, lane, amount);
        if (golden->registers.multiplier[lane] & MULTIPLIER_ENABLE & -effective)
            calibrator_return(&golden->calibrator[resource], &golden->registers, lane,
                              events->service[resource], frozen->estimate[resource]);
        clock->commits += valid;
    }
    if (golden->autotune.enabled)
        clock->tuned =
            autotune_clock(&golden->autotune, &golden->registers, out, events->service, clock->now);
}
_Static_assert(CHANNEL_STRAY - 1 == CHANNEL_RETURN, "commit_returns subtracts");

// Step 5: reservations from which nothing is awaited any more are freed.
static void commit_retires(struct golden *golden, struct clock *clock, struct edge_out *out) {
    const struct events *const events = &golden->events[golden->clock % RETURN_LINE];
    const unsigned retiring = events->retiring;

    for (unsigned channel = 0; channel < CHANNELS; channel++) {
        const uint16_t id = events->id[channel];
        const unsigned free = retiring >> channel & 1;
        golden->allocated[id / 64] &= ~((uint64_t)free << id % 64);
        golden->held -= free;
        clock->commits += free;
    }
    for (unsigned left = retiring; left; left &= left - 1)
        tag_lookup_remove(&golden->tags, events->id[__builtin_ctz(left)]);
    const unsigned complete = retiring >> CHANNEL_DONE;
    const unsigned stray = (events->valid & ~(unsigned)events->effective) >> CHANNEL_DONE;
    out->retire = retiring & ((1 << CLASSES) - 1);
    out->done_kind = (uint8_t)(complete * CHANNEL_COMPLETE + stray * CHANNEL_STRAY);
    out->done_id = (uint16_t)(events->id[CHANNEL_DONE] & -(complete | stray));
    clock->commits += stray;
}

// The partition whose slot is taken up next; means something only if a slot is full.
static unsigned collector_turn(const struct golden *golden) {
    const unsigned slots = golden->slots;
    const unsigned twice = slots | slots << HBM_LANES | 1u << 2 * HBM_LANES;

    return (unsigned)__builtin_ctz(twice >> golden->pointer << golden->pointer) % HBM_LANES;
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

// Collector and take-up of this clock's beats, against the reservations held in this clock: before
// the one granted in it is entered.
static void take_up_events(struct golden *golden, const struct edge_in *in) {
    struct events *const events = &golden->events[golden->clock % RETURN_LINE];
    const unsigned full = golden->slots != 0;
    const unsigned turn = golden->turn;
    const unsigned kept = golden->slots & ~(full << turn);

    events->valid = 0;
    events->effective = 0;
    events->retiring = 0;
    events->partition = (uint8_t)turn;
    take_up(golden, events, CLASS_HBM, full, golden->slot_id[turn]);
    golden->pointer = (uint8_t)(((turn + 1) % HBM_LANES & -full) | (golden->pointer & (full - 1)));
    events->service[CLASS_HBM] = golden->slot_service[turn];
    if (!kept) { // an empty slot may hold anything
        memcpy(golden->slot_id, in->hbm_id, sizeof golden->slot_id);
        memcpy(golden->slot_service, in->hbm_service, sizeof golden->slot_service);
    }
    for (unsigned filled = in->hbm_valid & ~kept; kept && filled; filled &= filled - 1) {
        const unsigned partition = (unsigned)__builtin_ctz(filled);
        golden->slot_id[partition] = in->hbm_id[partition];
        golden->slot_service[partition] = in->hbm_service[partition];
    }
    golden->slots = (uint16_t)(kept | in->hbm_valid);
    golden->turn = (uint8_t)collector_turn(golden);
    take_up(golden, events, CLASS_ATOMIC, in->atomic_valid, in->atomic_id);
    take_up(golden, events, CLASS_RESPONSE, in->response_valid, in->response_id);
    take_up(golden, events, CHANNEL_DONE, in->done_valid, in->done_id);
    events->service[CLASS_ATOMIC] = in->atomic_service;
    events->service[CLASS_RESPONSE] = in->response_service;
}

// The granted reservation is held from the next clock on. What was used of it is in the mask of the
// grant, Atomic and response side by side as they are among the channels.
static void enter_reservation(struct golden *golden, int id, unsigned mask) {
    const unsigned hbm = (mask & ((1u << HBM_LANES) - 1)) != 0;

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
static void begin_accesses(const struct golden *golden, struct clock *clock,
                           const struct edge_in *in) {
    struct axi_access *const read = &clock->read;

    if (!axi_slave_is_busy(&golden->axi, in))
        return;
    axi_slave_begin(&golden->axi, in, &clock->write, read);
    if (read->valid &&
        (read->address % 4 || !read_register(golden, read->address / 4, &read->data)))
        read->response = AXI_SLVERR;
}

// Lanes whose multiplier a write sets, and lanes whose unit it sets.
static unsigned lanes_multiplied(unsigned word) {
    return word - CONFIG_MULTIPLIER < LANES ? 1u << (word - CONFIG_MULTIPLIER) : 0;
}
static unsigned lanes_quantised(unsigned word) {
    if (word == CONFIG_QUANTUM_HBM)
        return (1u << HBM_LANES) - 1;
    return word == CONFIG_QUANTUM_TIME ? 1u << ATOMIC_LANE | 1u << RESPONSE_LANE : 0;
}

// The write of this clock, for the next; what it makes stale is in the result.
static unsigned perform_write(struct golden *golden, struct clock *clock) {
    struct axi_access *const write = &clock->write;
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
    if (word - CONFIG_AUTOTUNE_ENABLE < 2)
        autotune_enable(&golden->autotune, registers->autotune_enable, clock->now);
    if (word - CONFIG_WINDOW < LANES) {
        golden->change.window = true;
        golden->change.window_lane = (uint8_t)(word - CONFIG_WINDOW);
    }
    return lanes_quantised(word);
}

// What comes into force with the next clock: a write, and what calibration and tuning have learnt.
static void change_registers(struct golden *golden, struct clock *clock, const struct edge_in *in) {
    struct change *const change = &golden->change;
    const struct axi_access *const write = &clock->write;
    const bool whole = write->valid && write->address % 4 == 0 && write->strobe == AXI_STROBES;
    const unsigned written = whole ? lanes_multiplied(write->address / 4) : 0;
    unsigned calibrated = 0;

    for (unsigned resource = 0; resource < CLASSES; resource++)
        calibrated |= calibrator_clock(&golden->calibrator[resource], &golden->registers, written);
    *change = (struct change){.calibrated = (uint16_t)calibrated};
    const unsigned quantised = perform_write(golden, clock);
    if (clock->tuned.lane < LANES && !change->window) {
        golden->registers.window[clock->tuned.lane] = clock->tuned.window;
        change->window = true;
        change->window_lane = (uint8_t)clock->tuned.lane;
    }
    if (change->window)
        clock->touched |= 1u << change->window_lane;
    arbiter_stale(&golden->arbiter, written | quantised | calibrated);
    golden->paused = in->pause;
}

// The end of the clock for who looks at it from the bus.
static void end_accesses(struct golden *golden, const struct clock *clock, const struct edge_in *in,
                         struct edge_out *out) {
    const struct axi_access *const write = &clock->write, *const read = &clock->read;
    struct status_events events = {
        .now = in->now, .held = golden->held, .touched = clock->touched, .loaded = clock->loaded};

    if (write->valid | read->valid) {
        const bool clears = write->address == 4 * REGISTER_ERRORS && write->response == AXI_OKAY;
        events.errors = (uint8_t)((unsigned)(write->response != AXI_OKAY) << ERROR_AXI_WRITE |
                                  (unsigned)(read->response != AXI_OKAY) << ERROR_AXI_READ);
        events.cleared = (uint8_t)(write->valid && clears ? write->data : 0);
        events.write_address = write->address;
        events.read_address = read->address;
    }
    status_clock(&golden->status, out, golden->debt, &events);
    if (axi_slave_is_busy(&golden->axi, in))
        axi_slave_end(&golden->axi, in, write, read);
    axi_slave_show(&golden->axi, out);
}

// Quiet (rtl/spec/state.md), for the next clock.
static bool is_quiet(const struct golden *golden) {
    const struct change *const change = &golden->change;
    unsigned busy = golden->slots;

    for (int i = 0; i < RETURN_LINE; i++)
        busy |= golden->events[i].valid;
    for (unsigned resource = 0; resource < CLASSES; resource++)
        busy |= golden->calibrator[resource].clocks;
    busy |= change->window | change->calibrated;
    busy |= !axi_slave_is_quiet(&golden->axi);
    if (golden->candidate == NO_ID)
        busy |= !all_allocated(golden);
    return busy == 0 && arbiter_is_settled(&golden->arbiter, golden->paused) &&
           coalescer_is_quiet(&golden->coalescer, &golden->registers.grant);
}

void golden_reset(struct golden *golden) {
    const struct admitter admitter = golden->admitter;
    const unsigned depth = golden->depth;

    *golden = (struct golden){
        .admitter = admitter, .depth = depth, .change = {.reset = true}, .candidate = NO_ID};
    arbiter_init(&golden->arbiter);
    tag_lookup_init(&golden->tags);
    registers_reset(&golden->registers, depth);
    for (unsigned id = depth; id < DEPTH_MAX; id++)
        golden->allocated[id / 64] |= UINT64_C(1) << id % 64;
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
    const bool offer_taken = in->op_valid && !arbiter_is_full(arbiter);
    struct choice choice = {.slot = NO_SLOT};

    begin_accesses(golden, &clock, in);
    show_nothing(out);
    out->order = golden->order;
    memcpy(out->multiplier, registers->multiplier, sizeof out->multiplier);
    commit_change(golden, &clock, out);
    if (!golden->paused)
        choice = arbiter_choose(arbiter);
    step_decision(golden, &clock, out);
    load_candidate(golden, &clock);
    clock.loaded = coalescer_step(&golden->coalescer, &registers->grant, in->grant_ready);
    commit_returns(golden, &clock, out);
    commit_retires(golden, &clock, out);
    take_up_events(golden, in);
    if (clock.granted != NO_ID)
        enter_reservation(golden, clock.granted, out->mask);
    if (offer_taken)
        arbiter_offer(arbiter, registers, in);
    change_registers(golden, &clock, in);
    arbiter_clock(arbiter, choice,
                  &(struct headroom){.registers = registers,
                                     .debt = golden->debt,
                                     .touched = clock.touched,
                                     .table_refuses = table_refuses(golden)});
    golden->order += clock.commits;
    golden->clock++;

    for (unsigned lane = 0; lane < LANES; lane++)
        out->debt[lane] = golden->debt[lane];
    memcpy(out->grant_credit, golden->coalescer.sent, sizeof out->grant_credit);
    out->grant_valid = golden->coalescer.valid;
    out->op_ready = !arbiter_is_full(arbiter);
    out->hbm_ready = (uint16_t)((~golden->slots | 1u << golden->turn) & ((1u << HBM_LANES) - 1));
    end_accesses(golden, &clock, in, out);
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
