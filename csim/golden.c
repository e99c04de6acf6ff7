// The golden model: one call is one clock, in the order of rtl/README.md section 6. Where that
// text says "in force in clock c" the state is read before this clock changes it; every latency is
// one of the sums asserted below.
#include "golden.h"

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "coalescer.h"
#include "demand.h"

// Channels on which events for a reservation arrive: the three resource classes, then the
// end-to-end completion.
enum { CHANNEL_DONE = CLASSES, CHANNELS };

enum {
    // An event is taken up in the clock of its beat, commits RETURN_LINE clocks later, and its
    // credit is
    // usable in the clock after that. The collector's slot comes in front of it for HBM.
    RETURN_LINE = RETURN_TO_USE - 1,
    // A write taken by the edge of one clock is in force CONFIG_LINE clocks later.
    CONFIG_LINE = CONFIG_TO_USE,
    WAITING = 2 * QUEUE_DEPTH, // slots: at least the queue and the head; a power of two is faster
    POOL_WORDS = DEPTH_MAX / 64,
    NO_ID = -1,
};
_Static_assert(RETURN_LINE >= 1, "an event commits after its take-up");
_Static_assert(HBM_RETURN_TO_USE == 1 + RETURN_TO_USE, "the collector's slot costs one clock");
_Static_assert(CONFIG_LINE >= 1, "a write is in force after its clock");
_Static_assert(OFFER_TO_DECISION == 1 + 1, "one clock into the queue, one into the head");
_Static_assert(RETIRE_TO_CANDIDATE == 1 + 1, "one clock to be unclaimed, one to be the candidate");

// Lane of a class; that of HBM is the operation's.
static const uint8_t class_lane[CLASSES] = {
    [CLASS_ATOMIC] = ATOMIC_LANE, [CLASS_RESPONSE] = RESPONSE_LANE};

// An operation on its way to its decision.
struct waiting {
    struct raw_demand raw;
    uint32_t tag;
};

// Events taken up in one clock: bit k of the masks is channel k.
struct events {
    uint16_t id[CHANNELS];
    uint8_t valid;
    uint8_t effective; // the others are strays
    uint8_t retiring;  // effective ones after which nothing is awaited any more
    uint8_t partition; // that the HBM event arrived from
};

struct write {
    uint32_t data;
    uint8_t address;
    bool valid;
};

// What was frozen at the grant.
struct frozen {
    uint32_t amount[CLASSES];
    uint8_t lane; // of the HBM component
};

struct golden {
    struct admitter admitter; // first: members of the family embed it
    uint64_t order;           // number of the next commit
    unsigned depth;
    bool reset_due; // this is the first clock after a reset
    bool settled;   // the head cannot be granted until a beat arrives

    // Delay lines, as rings: the entry of this clock is the oldest, and is replaced by the newest
    // once it has come into force or committed.
    struct write writes[CONFIG_LINE];
    struct events events[RETURN_LINE];
    unsigned clock; // edges evaluated, modulo 2^32

    struct registers registers;
    // A ring: the head, if valid, is the slot before queue_first.
    struct waiting waiting[WAITING];
    unsigned queue_first, queue_count;
    struct waiting *head;
    struct demand head_demand;
    bool head_valid;
    bool head_denied; // at least once
    uint16_t head_refused;

    uint32_t debt[LANES];
    struct coalescer coalescer;

    // Bit k: an event on channel k is still awaited. None: not held, or about to be retired.
    uint8_t awaited[DEPTH_MAX];
    struct frozen frozen[DEPTH_MAX];
    unsigned held;
    uint64_t claimed[POOL_WORDS]; // ids from depth on are claimed for good
    int candidate;

    uint16_t slot_id[HBM_LANES];
    uint8_t slots;   // collector: full ones
    uint8_t pointer; // collector: first in turn
    uint8_t turn;    // collector: slot to be taken up, if one is full
};

// What one clock passes between its steps.
struct clock {
    int granted; // id, or NO_ID
    bool refresh;
    bool denied;
    bool candidate_loaded;
    unsigned commits;
};

static bool write_is_window(const struct write *write) {
    return write->valid && write->address < CONFIG_WINDOW + LANES;
}

static bool write_is_refresh(const struct write *write) {
    return write->valid &&
           ((write->address >= CONFIG_MULTIPLIER && write->address < CONFIG_MULTIPLIER + LANES) ||
            write->address == CONFIG_QUANTUM_HBM || write->address == CONFIG_QUANTUM_TIME);
}

// Steps 1 and 2: reset and window write.
static void commit_configuration(struct golden *golden, struct clock *clock, struct edge_out *out) {
    if (golden->reset_due) {
        golden->reset_due = false;
        out->reset = 1;
        out->window = 1;
        clock->commits += 2;
    }
    const struct write *const write = &golden->writes[golden->clock % CONFIG_LINE];
    if (!write->valid)
        return;
    registers_write(&golden->registers, golden->depth, write->address, write->data);
    clock->refresh = write_is_refresh(write);
    if (write_is_window(write)) {
        out->window = 1;
        out->window_lane = (uint8_t)(write->address - CONFIG_WINDOW);
        out->window_value = golden->registers.window[out->window_lane];
        clock->commits++;
    }
}

// Lanes on which the head's demand is above the window, beside the debt that `debt` holds.
static uint16_t lanes_lacking(const struct golden *golden, const uint32_t debt[LANES]) {
    const struct demand *const demand = &golden->head_demand;
    const uint32_t *const window = golden->registers.window;
    unsigned mask = 0;

    for (unsigned class = 0; class < CLASSES; class ++) {
        const unsigned lane = class == CLASS_HBM ? demand->lane : class_lane[class];
        const uint64_t sum = (uint64_t)debt[lane] + demand->amount[class];
        mask |= (unsigned)(sum > window[lane]) << lane;
    }
    return (uint16_t)(mask & demand->mask);
}

// A decision that commits, of the head.
static void commit_decision(const struct golden *golden, struct clock *clock, struct edge_out *out,
                            enum decision_kind kind, uint16_t mask) {
    const struct demand *const demand = &golden->head_demand;

    out->kind = (uint8_t)kind;
    out->tag = golden->head->tag;
    out->mask = mask;
    out->lane = (uint8_t)demand->lane;
    for (unsigned class = 0; class < CLASSES; class ++)
        out->demand[class] = demand->amount[class];
    clock->commits++;
}

static void grant(struct golden *golden, struct clock *clock, struct edge_out *out) {
    const struct demand *const demand = &golden->head_demand;
    struct frozen *const frozen = &golden->frozen[golden->candidate];

    commit_decision(golden, clock, out, DECISION_GRANT, demand->mask);
    out->id = (uint16_t)golden->candidate;
    golden->debt[demand->lane] += demand->amount[CLASS_HBM];
    golden->debt[ATOMIC_LANE] += demand->amount[CLASS_ATOMIC];
    golden->debt[RESPONSE_LANE] += demand->amount[CLASS_RESPONSE];
    for (unsigned class = 0; class < CLASSES; class ++)
        frozen->amount[class] = demand->amount[class];
    frozen->lane = (uint8_t)demand->lane;
    golden->held++;
    clock->granted = golden->candidate;
    golden->head_valid = false;
}

// Step 3, for a head that is there and no refresh.
static void decide(struct golden *golden, struct clock *clock, struct edge_out *out) {
    static const uint32_t no_debt[LANES];
    uint16_t refused = lanes_lacking(golden, golden->debt);

    if (!golden->head_denied && (refused || !golden->head->raw.known)) {
        const uint16_t over = lanes_lacking(golden, no_debt); // some of the refused
        if (over || !golden->head->raw.known) {
            commit_decision(golden, clock, out, DECISION_REJECT, over);
            golden->head_valid = false;
            return;
        }
    }
    if (golden->candidate == NO_ID || golden->held >= golden->registers.command_limit)
        refused |= REFUSED_TABLE;
    if (!refused) {
        grant(golden, clock, out);
        return;
    }
    clock->denied = true;
    if (!golden->head_denied || refused != golden->head_refused)
        commit_decision(golden, clock, out, DECISION_DENY, refused);
    golden->head_denied = true;
    golden->head_refused = refused;
}

// The decision, or in its place a refresh; then the head is loaded from the queue.
static void step_head(struct golden *golden, struct clock *clock, struct edge_out *out) {
    if (clock->refresh) {
        if (golden->head_valid)
            demand_scale(&golden->registers, &golden->head->raw, &golden->head_demand);
        return;
    }
    if (golden->head_valid)
        decide(golden, clock, out);
    if (golden->head_valid || golden->queue_count == 0)
        return;
    golden->head = &golden->waiting[golden->queue_first];
    demand_scale(&golden->registers, &golden->head->raw, &golden->head_demand);
    golden->head_valid = true;
    golden->head_denied = false;
    golden->queue_first = (golden->queue_first + 1) % WAITING;
    golden->queue_count--;
}

// Id pool: a new candidate where there is none or it was granted. Comes before the retires of this
// clock, which make ids unclaimed from the next clock on.
static void load_candidate(struct golden *golden, struct clock *clock) {
    if (golden->candidate != NO_ID && clock->granted == NO_ID)
        return;
    golden->candidate = NO_ID;
    for (int word = 0; word < POOL_WORDS; word++) {
        const uint64_t unclaimed = ~golden->claimed[word];
        if (unclaimed) {
            golden->claimed[word] |= unclaimed & -unclaimed;
            golden->candidate = 64 * word + __builtin_ctzll(unclaimed);
            clock->candidate_loaded = true;
            return;
        }
    }
}

static bool all_claimed(const struct golden *golden) {
    uint64_t claimed = UINT64_MAX;

    for (int word = 0; word < POOL_WORDS; word++)
        claimed &= golden->claimed[word];
    return claimed == UINT64_MAX;
}

// Step 4: returns and strays. Whether a channel has an event is a coin toss that no processor
// predicts, so here, in step 5 and in the take-up nothing branches on it: what is void is masked
// out.
static void commit_returns(struct golden *golden, struct clock *clock, struct edge_out *out) {
    const struct events *const events = &golden->events[golden->clock % RETURN_LINE];

    for (unsigned class = 0; class < CLASSES; class ++) {
        const unsigned valid = events->valid >> class & 1u;
        const unsigned effective = events->effective >> class & 1u;
        const uint16_t id = events->id[class];
        const struct frozen *const frozen = &golden->frozen[id];
        const unsigned lane = class == CLASS_HBM ? frozen->lane : class_lane[class];
        const uint32_t amount = frozen->amount[class] & -effective;
        out->return_kind[class] = (uint8_t)(valid * CHANNEL_STRAY - effective);
        out->return_id[class] = (uint16_t)(id & -valid);
        if (class == CLASS_HBM)
            out->hbm_lane =
                (uint8_t)((lane & -effective) | (events->partition & (effective - valid)));
        out->amount[class] = amount;
        golden->debt[lane] -= amount;
        coalescer_return(&golden->coalescer, lane, amount);
        clock->commits += valid;
    }
}
_Static_assert(CHANNEL_STRAY - 1 == CHANNEL_RETURN, "commit_returns subtracts");

// Step 5: reservations from which nothing is awaited any more are freed.
static void commit_retires(struct golden *golden, struct clock *clock, struct edge_out *out) {
    const struct events *const events = &golden->events[golden->clock % RETURN_LINE];
    const unsigned retiring = events->retiring;

    for (unsigned channel = 0; channel < CHANNELS; channel++) {
        const uint16_t id = events->id[channel];
        const unsigned free = retiring >> channel & 1;
        golden->claimed[id / 64] &= ~((uint64_t)free << id % 64);
        golden->held -= free;
        clock->commits += free;
    }
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
    if (!kept) // an empty slot may hold anything
        memcpy(golden->slot_id, in->hbm_id, sizeof golden->slot_id);
    for (unsigned partition = 0; kept && partition < HBM_LANES; partition++)
        if (!(kept >> partition & 1))
            golden->slot_id[partition] = in->hbm_id[partition];
    golden->slots = (uint8_t)(kept | in->hbm_valid);
    golden->turn = (uint8_t)collector_turn(golden);
    take_up(golden, events, CLASS_ATOMIC, in->atomic_valid, in->atomic_id);
    take_up(golden, events, CLASS_RESPONSE, in->response_valid, in->response_id);
    take_up(golden, events, CHANNEL_DONE, in->done_valid, in->done_id);
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

static void take_offer(struct golden *golden, const struct edge_in *in) {
    struct waiting *const slot =
        &golden->waiting[(golden->queue_first + golden->queue_count) % WAITING];

    demand_estimate(&golden->registers, in->opcode, in->address, in->length, in->response_length,
                    &slot->raw);
    slot->tag = in->tag;
    golden->queue_count++;
}

static void take_write(struct golden *golden, const struct edge_in *in) {
    struct write *const write = &golden->writes[golden->clock % CONFIG_LINE];

    write->data = in->config_data;
    write->address = in->config_address;
    write->valid = in->config_valid != 0;
}

// The part of it that the coalescer has in it, under the rule in force in the next clock.
static bool coalescer_quiet(const struct golden *golden) {
    const struct write *const write = &golden->writes[golden->clock % CONFIG_LINE];
    struct grant_rule rule = golden->registers.grant;

    if (write->valid)
        grant_rule_write(&rule, write->address, write->data);
    return coalescer_is_quiet(&golden->coalescer, &rule);
}

// Section 10, for the next clock.
static bool is_quiet(const struct golden *golden) {
    unsigned busy = golden->slots;

    for (int i = 0; i < CONFIG_LINE; i++) {
        busy |= write_is_window(&golden->writes[i]);
        busy |= write_is_refresh(&golden->writes[i]);
    }
    for (int i = 0; i < RETURN_LINE; i++)
        busy |= golden->events[i].valid;
    if (golden->candidate == NO_ID)
        busy |= !all_claimed(golden);
    const bool empty = (golden->head_valid | golden->queue_count) == 0;
    return ((busy == 0) & (golden->settled | empty)) && coalescer_quiet(golden);
}

static void golden_reset(struct golden *golden) {
    const struct admitter admitter = golden->admitter;
    const unsigned depth = golden->depth;

    *golden = (struct golden){
        .admitter = admitter, .depth = depth, .reset_due = true, .candidate = NO_ID};
    registers_reset(&golden->registers, depth);
    for (unsigned id = depth; id < DEPTH_MAX; id++)
        golden->claimed[id / 64] |= UINT64_C(1) << id % 64;
}

// Everything but what shows state of every lane, and is written in every clock. Compilers clear
// parts of this size at once, a struct as a whole by a slow string instruction.
static void show_nothing(struct edge_out *out) {
    const size_t before = offsetof(struct edge_out, debt), after = offsetof(struct edge_out, id);

    memset(out, 0, before);
    memset((char *)out + after, 0, sizeof *out - after);
}

static void golden_edge(struct admitter *self, const struct edge_in *in, struct edge_out *out) {
    struct golden *const golden = (struct golden *)self;
    struct clock clock = {.granted = NO_ID};

    if (in->reset) {
        golden_reset(golden);
        *out = admitter_out_of_reset;
        return;
    }
    const bool offer_taken = in->op_valid && golden->queue_count < QUEUE_DEPTH;
    const bool events_due = golden->events[golden->clock % RETURN_LINE].valid != 0;

    show_nothing(out);
    out->order = golden->order;
    commit_configuration(golden, &clock, out);
    step_head(golden, &clock, out);
    load_candidate(golden, &clock);
    coalescer_step(&golden->coalescer, &golden->registers.grant, in->grant_ready);
    commit_returns(golden, &clock, out);
    commit_retires(golden, &clock, out);
    take_up_events(golden, in);
    if (clock.granted != NO_ID)
        enter_reservation(golden, clock.granted, out->mask);
    if (offer_taken)
        take_offer(golden, in);
    take_write(golden, in);
    golden->settled = clock.denied && !events_due && !in->config_valid && !clock.candidate_loaded;
    golden->order += clock.commits;
    golden->clock++;

    for (unsigned lane = 0; lane < LANES; lane++)
        out->debt[lane] = golden->debt[lane];
    memcpy(out->grant_credit, golden->coalescer.told, sizeof out->grant_credit);
    out->grant_valid = golden->coalescer.valid;
    out->op_ready = golden->queue_count < QUEUE_DEPTH;
    out->hbm_ready = (uint8_t)(~golden->slots | 1 << golden->turn);
    out->quiet = is_quiet(golden);
}

static void golden_close(struct admitter *self) {
    free(self);
}

static const struct admitter_ops golden_ops = {
    .name = "golden",
    .edge = golden_edge,
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
