// What the boundary of the block tells, put together: what waits, what is held, debts, windows,
// registers, counts. Checkers, coverage and reports of failures read it; nobody but tb/block/view
// writes it. It is read from rtl/spec alone. Of the golden model it uses types and the table of
// registers (csim/golden/registers.h), nothing that decides.
//
// WHEN. Readers are called in every clock after the first reset, the first clock after a reset
// included. In clock c they find
//   - `out` and `in` of clock c: what the block shows, and what the edge that ends c samples;
//   - registers, and all that counts as `in force in clock c` without a commit of c, of clock c;
//   - what waits and is held, debts, windows, counts: by the commits up to clock c-1. What `out`
//     commits in c is not in them yet, so that it can be judged.
// A commit that contradicts the view (a return of what is not held) leaves it as it is.
#ifndef SEMA_BLOCK_VIEW_H
#define SEMA_BLOCK_VIEW_H

#include <stddef.h>

#include "tb/block/models.h"
#include "tb/block/port.h"
#include "tb/block/view/slots.h"

enum { VIEW_PAST = 16, VIEW_READERS = 4, VIEW_WORDS = 1024, VIEW_TAGS = 128 };

// What holds the operation back of being chosen in the clock two clocks ago, the choice that
// commits in this one (2.4).
enum view_why {
    VIEW_CANDIDATE, // nothing
    VIEW_CHOSEN,    // it was chosen just before
    VIEW_REFUSAL,   // somebody's refusal
    VIEW_AGED,      // the aged operation
    VIEW_PAUSED,
    VIEW_STANDS_NOT, // not open, does not fit, or not first of its domain
};

// A slot and the operation in it: taken, and not left by the commits up to the clock before.
struct view_op {
    bool taken;
    bool found;           // its own look-up found something: it leaves with its answer
    bool rejects;         // unknown opcode, or a lane that does not exist (3.2)
    bool responds, holds; // holds: it will owe a `done`
    uint8_t group;
    uint8_t next;       // 1 + slot of the next in `tags`; 0: none
    uint8_t earlier;    // operations of its domain that came before it and wait
    uint8_t lane[2];    // of class and demand: stage, and response engine, if any, or stage again
    uint32_t demand[2]; // from the clock after its offer on
    struct offered is;
    uint64_t tag;
    uint64_t clock, order; // of its offer
    uint64_t lanes;        // that it uses, as a set
    uint64_t lacks;        // what has no room for it, as lanes; bit Lanes: the table
    uint64_t told;         // by its last deny; 0: nothing yet
    uint64_t refused;      // the clock of its last refusal as a candidate; 0: none
    uint64_t denies;
    uint32_t age;
};

// A reservation, by id.
struct view_held {
    bool held;
    uint32_t handle;
    uint64_t tag, clock, now; // of its grant
    uint16_t next;            // 1 + id of the next in `tagged`; 0: none
    uint8_t opcode;
    uint16_t owes;      // channels whose return has not committed
    uint8_t lane[2];    // stage, response
    uint32_t amount[2]; // its components as granted
};

// What was in a clock.
struct view_past {
    bool pause;
    bool send; // sampled by the path
    uint8_t send_channel;
    uint32_t send_handle;
    uint16_t taken_up; // channels that took up a completion (4.2)
    uint32_t handle[PATH_CHANNELS];
    uint8_t answer; // enum answer_kind of the offer of the clock before, shown two clocks later
    uint32_t answer_handle;
    uint64_t answer_tag;
    bool offered;  // an offer was looked up
    uint8_t taken; // 1 + the slot that it was taken into; 0: none
    // A candidate was refused (2.5): 1 + its slot; 0: none.
    uint8_t refused, group;
    bool table;
    uint64_t lanes;
    // The aged operation of the clock, 1 + its slot, and what it holds back of choices two clocks
    // later: a set of lanes, or everything.
    uint8_t aged;
    uint64_t aged_lanes;
    bool aged_all;
    uint16_t last; // channels whose return is the last that its reservation owed
    bool left[2];  // something left: by a decision, by an answer
    bool visits;   // what a decision took was legal
    bool old;      // the look of this clock found a reservation too old (9.4), of `old_handle`
    uint32_t old_handle;
};

// Registers that are read in many clocks, as they are in force.
struct view_settings {
    uint8_t quantum_hbm, quantum_time;
    uint16_t atomic_service[8], response_fixed, response_reciprocal, hold, bound;
    uint32_t small_limit, threshold[PATH_LANES]; // of messages
};

// By the commits; all since the last reset, modulo 2^32.
struct view_counts {
    uint32_t grants, rejects, repeats, frees, returns[3], strays, lates, messages;
    uint32_t denials[PATH_LANES + 1];
    uint32_t calibrated; // windows that only calibration can have moved
};

// What a register may read: `low` to `high`, or `other`. All are one value where the boundary tells
// it.
struct view_value {
    uint32_t low, high, other;
};

// The bus (9.3). A place is full from the clock after its transfer up to the clock before its
// answer.
struct view_bus {
    bool address_full, data_full, performed, answered; // answered: its answer is new in this clock
    uint16_t address;
    uint32_t data;
    uint8_t strobes;
    uint64_t performed_at;
    bool reading;
    uint16_t read_address;
    uint64_t read_at; // the clock whose edge took it
    struct view_value read;
    uint8_t read_answer;
};

struct view;
struct view_reader {
    void *self;
    void (*read)(void *self, const struct view *view);
};

struct view {
    struct path_size size;
    struct view_reader readers[VIEW_READERS];
    unsigned reader_count;

    uint64_t clock;
    const struct block_out *out, *out_before; // of this clock, and of the one before
    const struct block_in *in, *in_before;
    bool seen_reset;
    bool after_reset; // the clock before was one of reset
    uint8_t epoch;
    uint16_t tells, ends; // channels with a return or a stray in this clock; with a free

    struct view_settings settings;
    uint32_t registers[VIEW_WORDS]; // by address / 4; what software wrote, or reset
    uint64_t written[VIEW_WORDS];   // the clock of its last answer OKAY; 0: never
    uint64_t tuned, calibrated;     // lanes that were ever enabled since reset
    // Between these tuning takes base windows, and calibration multipliers: what software wrote
    // last of each lane, and all limits since.
    struct view_value reach[2][PATH_LANES];
    uint32_t calibrations_read; // when `calibrations` was read last
    uint64_t calibrations_clock;

    struct view_op op[PATH_SLOTS];                      // by slot
    struct slots waits;                                 // those that are taken
    unsigned taken;                                     // their number; and by group, and by domain
    unsigned in_group[PATH_GROUPS], share[PATH_GROUPS]; // share: slots of a group (2.1)
    uint8_t in_domain[256];
    uint8_t tags[VIEW_TAGS]; // by the low bits of a tag: 1 + slot of the last
    // Operations that count in a class (2.1), completions in the collector, oldest first, of a
    // partition. What is not there is full.
    uint8_t in_class[PATH_GROUPS][PATH_LANES], places[PATH_HBM];
    uint32_t place[PATH_HBM][2];
    struct slots open;    // as of clock c-1
    struct slots follows; // open, and fits, but not first of its domain
    // [i]: as of clock c-1-i. `stands`: open, fits, and first of its domain. `short_stage`: open,
    // and its stage had no room.
    struct slots stands[3], short_stage[3];
    struct slots due; // the age is at least the bound (2.5)
    // Of this clock, once its look-ups are known:
    uint8_t named;                      // 1 + slot of what a grant, deny or reject names; 0: none
    struct slots with[VIEW_STANDS_NOT]; // what stood two clocks ago, by why
    struct view_held held[PATH_DEPTH];
    uint16_t tagged[PATH_DEPTH]; // by the low bits of a tag: 1 + id of the first that is held
    unsigned held_count, held_max;
    uint32_t generation[PATH_DEPTH]; // of the next grant of an id
    uint64_t window[PATH_LANES], debt[PATH_LANES];
    uint32_t holders[PATH_LANES];
    uint32_t limit;
    uint64_t window_clock; // of the last commit of a window
    uint64_t window_lane;

    uint8_t aged;       // 1 + slot of the aged operation; 0: none
    unsigned collected; // in all places
    uint8_t served_next;

    uint32_t credit[PATH_LANES];        // returned since reset, modulo 2^CntW
    uint32_t credit_before[PATH_LANES]; // as of the clock before that
    uint32_t told[PATH_LANES];          // by the last message
    uint64_t message_clock;             // in which the last message was new; 0: none
    unsigned repeats;                   // of the same message
    struct view_counts counts;
    uint32_t errors, first_error, first_info; // as 9.1
    uint16_t age_turn;                        // the id whose age is looked at
    struct view_bus bus;
    uint64_t orders;

    struct view_past past[VIEW_PAST]; // by clock modulo VIEW_PAST
    // Of tb/block/view alone.
    struct view_hidden {
        uint8_t visits, aged_next;
        uint64_t moved; // lanes whose room may be another by this clock; VIEW_ALL
        uint64_t full;  // the table as a lane, if it was full when operations were compared
        bool kept[2];   // what the aged operation lacked: stage, response
        uint32_t fresh,
            info[6]; // bits of `errors` that this clock sets in the next, and their info
        struct block_out out;
        struct block_in in;
    } hidden;
};

void view_begin(struct view *view, const struct path_size *size);

// Calls `reader` in every clock from now on, after those added before.
void view_add(struct view *view, struct view_reader reader);

// The view hears the boundary; that of heard_model without copies.
struct listener view_listener(struct view *view);
struct listener view_listener_of_heard(struct view *view);

// What was `ago` clocks before this one, less than VIEW_PAST; 0: this one, empty for readers.
static inline const struct view_past *view_past(const struct view *view, unsigned ago) {
    return &view->past[(view->clock - ago) % VIEW_PAST];
}

// A message is new in this clock.
static inline bool view_loads(const struct view *view) {
    return view->out->message_valid &&
           (!view->out_before->message_valid || view->in_before->message_ready);
}

// The lowest lane that a window moves, or else Lanes.
static inline unsigned view_moved(const struct view *view) {
    const uint64_t table = UINT64_C(1) << path_lanes(&view->size);
    return (unsigned)__builtin_ctzll(view->out->path.trace_mask | table);
}

// An operation that waits has been open since clock `at` or before.
static inline bool view_open(const struct view_op *op, uint64_t at) {
    return op->taken && !op->found && op->clock + 4 <= at;
}

// What was taken in the clock before, NULL if nothing.
static inline const struct view_op *view_newest(const struct view *view) {
    const unsigned slot = view_past(view, 1)->taken;
    return slot ? &view->op[slot - 1] : NULL;
}

// What holds the operation in a slot back.
static inline enum view_why view_why(const struct view *view, unsigned slot) {
    unsigned why = VIEW_CANDIDATE;
    while (why < VIEW_STANDS_NOT && !slots_have(&view->with[why], slot))
        why++;
    return (enum view_why)why;
}

// The rank of 2.4: `one` is chosen before `other`.
bool view_better(const struct view_op *one, const struct view_op *other);

// What this clock decides, NULL if nothing that waits.
static inline const struct view_op *view_named(const struct view *view) {
    return view->named ? &view->op[view->named - 1] : NULL;
}

// The operation of that tag that waits, NULL if none; the reservation of that handle.
const struct view_op *view_waiting(const struct view *view, uint64_t tag);
const struct view_held *view_holding(const struct view *view, uint32_t handle);

// A lane once what `out` shows is committed, by that side's trace: its debt and window.
struct view_lane {
    uint64_t debt, window;
};
struct view_lane view_lane_after(const struct view *view, const struct path_out *out,
                                 unsigned lane);

// Credit has come back that the last message does not tell (chapter 8), by the commits up to the
// clock before the last.
bool view_untold(const struct view *view);

// What the register at a byte address may read in this clock.
struct view_value view_register(const struct view *view, unsigned address);

// The window in force that software's base window and multiplier of a lane give (7.1).
uint32_t view_in_force(const struct view *view, uint32_t window, uint32_t multiplier);

#endif
