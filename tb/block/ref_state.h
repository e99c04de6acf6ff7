// What the boundary of the block shows, put together: what waits, what is held, debts, windows,
// registers, counts. Checkers, coverage and reports of failures read it; only tb/block/ref_state
// writes it. It is read from rtl/spec alone. Of the golden model it uses types and the table of
// registers (csim/golden/registers.h), nothing that decides.
//
// WHEN. Readers are called in every clock after the first reset, the first clock after a reset
// included. In clock c they find
//   - `out` and `in` of clock c: what the block shows, and what the edge that ends c samples;
//   - registers, and all that counts as `in force in clock c` without a commit of c, of clock c;
//   - what waits and is held, debts, windows, counts: by the commits up to clock c-1. What `out`
//     commits in c is not in them yet, so that it can be judged.
// A commit that contradicts the reference state (a return of what is not held) leaves it as it is.
#pragma once

#include "tb/block/models.h"
#include "tb/block/port.h"

// Words of a set of slots.
enum { SLOTS_WORDS = (PATH_SLOTS + 63) / 64 };

struct slots {
    uint64_t word[SLOTS_WORDS];
};

static inline bool slots_have(const struct slots *set, unsigned slot) {
    return set->word[slot / 64] >> slot % 64 & 1;
}

// Puts a slot in, or takes it out.
static inline void slots_put(struct slots *set, unsigned slot, bool in) {
    uint64_t *const word = &set->word[slot / 64];
    *word = (*word & ~(UINT64_C(1) << slot % 64)) | (uint64_t)in << slot % 64;
}

static inline bool slots_any(const struct slots *set) {
    uint64_t any = 0;
    for (unsigned i = 0; i < SLOTS_WORDS; i++)
        any |= set->word[i];
    return any != 0;
}

// The lowest slot that is not in it; at least PATH_SLOTS if there is none.
static inline unsigned slots_without(const struct slots *set) {
    unsigned word = 0;
    while (word < SLOTS_WORDS - 1 && set->word[word] == UINT64_MAX)
        word++;
    return set->word[word] == UINT64_MAX ? PATH_SLOTS
                                         : word * 64 + (unsigned)__builtin_ctzll(~set->word[word]);
}

// Each slot of a set as it is now, lowest first. To be left by return, not by break.
#define SLOTS_EACH(slot, set)                                                                      \
    for (unsigned slot##_word = 0; slot##_word < SLOTS_WORDS; slot##_word++)                       \
        for (uint64_t slot##_left = (set)->word[slot##_word]; slot##_left;                         \
             slot##_left &= slot##_left - 1)                                                       \
            for (unsigned slot = slot##_word * 64 + (unsigned)__builtin_ctzll(slot##_left),        \
                          slot##_once = 1;                                                         \
                 slot##_once; slot##_once = 0)

enum { REF_PAST = 16, REF_READERS = 6, REF_WORDS = 1024, REF_TAGS = 128, REF_BARS = 8 };
enum { REF_INFOS = 8 };             // bits of `errors`; some have an info
#define REF_TIME (UINT64_MAX >> 16) // of which all differences of times are (9.4)

// What holds the operation back of being chosen in the clock two clocks ago, the choice that
// commits in this one (2.4).
enum ref_why {
    REF_CANDIDATE, // nothing
    REF_CHOSEN,    // it was chosen just before
    REF_REFUSAL,   // a refusal
    REF_SPOT,      // a lane whose spot another one owns
    REF_PAUSED,
    REF_STANDS_NOT, // not open, does not fit, or not first of its domain
};

// What lets an operation count in fewer classes (2.1).
enum { REF_NO_STAGE, REF_NO_ENGINE, REF_BEHIND, REF_COUNTS_AS };

// What a visit finds (2.5): the rows of the table.
enum ref_row { REF_AWAITS_NOTHING, REF_OWNS, REF_TAKES, REF_OWNS_NOTHING };

// A slot and the operation in it: taken, and not left by the commits up to the clock before.
struct ref_op {
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
    uint64_t reported;     // by its last deny; 0: nothing yet
    uint64_t refused;      // the clock of its last refusal as a candidate; 0: none
    uint64_t denies;
    uint64_t marked; // the clock from which it is (2.7); 0: it is not
    uint32_t age;
    uint64_t first; // the clock from which it goes first (2.5); 0: it does not
    // The lanes whose spot it owns, from clock `owns_since` on; and before.
    uint64_t owns, owned_before, owns_since;
};

// A reservation, by id.
struct ref_held {
    bool held;
    bool touched;  // a return of it was sent by software (4.7)
    bool reported; // its age has set the error (9.4)
    uint32_t handle;
    uint64_t tag, clock, now; // of its grant
    uint16_t next;            // 1 + id of the next in `tagged`; 0: none
    uint8_t opcode;
    uint16_t owes;      // channels whose return has not committed
    uint8_t lane[2];    // stage, response
    uint32_t amount[2]; // its components as granted
};

// What was in a clock.
struct ref_past {
    bool pause;  // no choice two clocks later: the port, or bit 1 of `enable` (9.6)
    bool closed; // bit 0 of `enable` is 0
    bool send;   // sampled by the path
    bool flush;  // of a lane, or 64: tags (2.7), of what waited then
    uint8_t flush_of;
    struct slots flush_from;
    uint32_t flush_tag, flush_mask;
    uint8_t send_channel;
    uint32_t send_handle;
    uint16_t taken_up; // channels that took up a completion (4.2)
    uint16_t sent;     // those of them whose completion software sent
    uint8_t partition; // whose port transferred that of channel 0
    uint32_t handle[PATH_CHANNELS];
    uint16_t observed[PATH_CHANNELS]; // services beside them
    uint8_t answer; // enum answer_kind of the offer of the clock before, shown two clocks later
    uint32_t answer_handle;
    uint64_t answer_tag;
    bool offered;  // an offer was looked up
    uint8_t taken; // 1 + the slot that it was taken into; 0: none
    // A candidate was refused (2.5): 1 + its slot; 0: none.
    uint8_t refused, group;
    bool table;
    uint64_t lanes;
    uint64_t owned;    // lanes whose spot an operation owned
    uint64_t returned; // lanes on which something returned
    uint8_t visited;   // 1 + the slot that was visited and found due; 0: none
    enum ref_row row;
    bool rest_ended[2];            // of a lane: by eight grants; by nobody who is latency-sensitive
    uint16_t last;                 // channels whose return is the last that its reservation owed
    bool left[2];                  // something left: by a decision, by an answer
    uint64_t lacking[PATH_GROUPS]; // lanes of the classes of which an operation lacked the lane
    bool old; // the check of this clock found a reservation too old (9.4), of `old_handle`
    uint32_t old_handle;
    bool irq;          // an error is set that the mask lets through
    bool all_parked;   // ids
    uint16_t unparked; // ids that software unparked in this clock
};

// Registers that are read in many clocks, as they are in force.
struct ref_settings {
    uint8_t quantum_hbm, quantum_time;
    uint16_t atomic_service[8], response_fixed, response_reciprocal, hold, bound;
    uint32_t small_limit, threshold[PATH_LANES]; // of messages
    struct ref_limits {
        uint32_t holders[3], floor; // by kind of lane; of the table
        bool split;
    } limits;
};

// Spots of lanes (2.5), as sets of lanes, and the turns that give them.
struct ref_spots {
    uint64_t owned; // by an operation that waits
    uint64_t left;  // by one that has left, of a slot that was not visited since
    uint64_t rests, rests_next;
    uint64_t barred;
    uint8_t turn;               // the slot that is visited next
    uint16_t clocks;            // of the period
    uint32_t periods;           // that have passed
    uint64_t goes_on;           // was empty in this period, or something returned
    uint64_t stood[REF_BARS];   // in the last periods nothing returned, and something was held
    uint8_t passed[PATH_LANES]; // latency-sensitive ones granted while the lane rests
    uint64_t left_by[PATH_SLOTS];
    bool turns; // a slot is visited in this clock
};

// By the commits; all since the last reset, modulo 2^32.
struct ref_counts {
    uint32_t grants, rejects, flushed, repeats, frees, returns[3], strays, lates, messages;
    uint32_t denials[PATH_LANES + 1];
};

// What a register may read: `low` to `high`, or `other`. All are one value where the boundary shows
// it.
struct ref_value {
    uint32_t low, high, other;
};

// The bus (9.3). A place is full from the clock after its transfer up to the clock before its
// answer.
struct ref_bus {
    bool address_full, data_full, performed, answered; // answered: its answer is new in this clock
    uint16_t address;
    uint32_t data;
    uint8_t strobes;
    uint64_t performed_at;
    bool reading;
    uint16_t read_address;
    uint64_t read_at; // the clock whose edge took it
    struct ref_value read;
    uint8_t read_answer;
};

// What is counted, and at which word a turn is (9.7).
struct ref_telemetry {
    uint32_t frees, returns[3], of_lane[PATH_LANES], grants, group_grants[PATH_GROUPS],
        group_waits[PATH_GROUPS];
    uint32_t holders[PATH_LANES], queues[PATH_LANES], starved[PATH_LANES], idle[PATH_LANES];
    uint32_t denied[PATH_LANES + 1], clocks;
    unsigned word;
    bool keeps; // this turn is captured
    // By clock modulo 3: 1 + the word of `captured` that reads show three clocks later; 0: none.
    unsigned kept[3];
    uint32_t count[3];
    uint64_t shown; // clock from which anything is; 0: never
    uint64_t asked; // the clock of the capture that waits for its turn; 0: none
};
// What captures write, from this address on.
enum { REF_CAPTURED = SEMACREDIT_LANE_RETURNS, REF_CAPTURED_WORDS = (0x1000 - REF_CAPTURED) / 4 };

struct ref_state;
struct ref_reader {
    void *self;
    void (*read)(void *self, const struct ref_state *ref);
};

struct ref_state {
    struct path_size size;
    struct ref_reader readers[REF_READERS];
    unsigned reader_count;

    uint64_t clock;
    const struct block_out *out, *out_before; // of this clock, and of the one before
    const struct block_in *in, *in_before;
    bool seen_reset;
    bool after_reset; // the clock before was one of reset
    uint8_t epoch;
    uint16_t reports, ends; // channels with a return or a stray in this clock; with a free

    struct ref_settings settings;
    uint32_t registers[REF_WORDS]; // by address / 4; what software wrote, or reset
    uint64_t written[REF_WORDS];   // the clock of its last answer OKAY; 0: never
    uint64_t calibrated;           // lanes that were ever enabled since reset
    struct ref_learn {
        uint32_t expected[PATH_LANES], observed[PATH_LANES]; // sums
        uint64_t due;                                        // lanes
        unsigned turn, lane;                                 // at which the search begins; at work
        bool works, spoilt; // a lane is; software has cleared it since
        uint32_t value;     // that its multiplier takes
        uint64_t ends;      // the first clock after it
        uint32_t moves;     // that calibration made
        // Lanes for which the unit was asked, by it or for all: that may commit, that must; since.
        uint64_t asked, owed, asked_at[PATH_LANES];
        uint32_t before[PATH_LANES];              // multipliers until they moved last
        uint64_t moved_at[PATH_LANES], limits_at; // clocks; a limit was written
        uint64_t taken;                           // lanes of which a window has committed
    } learn;

    struct ref_op op[PATH_SLOTS]; // by slot
    struct slots waits;           // those that are taken
    bool marks;                   // one of them may be marked (2.7)
    unsigned taken;               // their number; and by domain
    uint8_t in_domain[256], in_group[PATH_GROUPS];
    uint8_t tags[REF_TAGS]; // by the low bits of a tag: 1 + slot of the last
    // Operations that count in a class, and at a lane (2.1); completions in the collector, oldest
    // first, of a partition. Classes and partitions that are not there are full.
    uint8_t in_class[PATH_GROUPS][PATH_LANES], in_lane[PATH_LANES], places[PATH_HBM];
    int pool;      // of this clock (2.1)
    unsigned idle; // stage lanes at which no operation counts
    uint32_t place[PATH_HBM][2];
    uint16_t place_observed[PATH_HBM][2];
    struct slots open;    // as of clock c-1
    struct slots follows; // open, and fits, but not first of its domain
    // [i]: as of clock c-1-i. `stands`: open, fits, and first of its domain. `counts_as`: open, and
    // first of its domain without its stage, or without its response engine alone; not first.
    struct slots stands[3], counts_as[REF_COUNTS_AS][3];
    // Of this clock, once its look-ups are known:
    uint8_t named;                     // 1 + slot of what a grant, deny or reject names; 0: none
    struct slots with[REF_STANDS_NOT]; // what stood two clocks ago, by why
    struct ref_held held[PATH_DEPTH];
    uint16_t tagged[PATH_DEPTH]; // by the low bits of a tag: 1 + id of the first that is held
    unsigned held_count, held_max;
    uint32_t parked[PATH_DEPTH / 32];  // ids that are so (4.7), of the clock that comes next
    unsigned ids_parked, parked_count; // of them; as the table counts them, later
    uint32_t generation[PATH_DEPTH];   // of the next grant of an id
    uint64_t window[PATH_LANES], debt[PATH_LANES];
    // By flips (3.6): what a headroom has beside window - debt; the lanes where that may be.
    int64_t extra[PATH_LANES];
    uint64_t flipped;
    uint64_t through[PATH_LANES][PATH_RESPONSE]; // responses granted that wait for a stage
    uint64_t spent[PATH_RESPONSE]; // stages for which as much of it waited as was left, or more
    uint32_t reservations[PATH_LANES];
    struct ref_limits limits; // by which lanes have room now: those of clock c-2
    uint32_t limit;
    uint64_t window_clock; // of the last commit of a window
    uint64_t window_lane;

    struct ref_spots spots;
    unsigned collected; // in all places
    uint8_t served_next;

    uint32_t credit[PATH_LANES];        // returned since reset + window, modulo 2^CntW
    uint32_t credit_before[PATH_LANES]; // as of the clock before that
    uint32_t reported[PATH_LANES];      // by the last message
    uint64_t message_clock;             // in which the last message was new; 0: none
    unsigned repeats;                   // of the same message
    bool first, first_before;           // the next message is the first; in the clock before
    bool off_before, off_earlier;       // the interval was 0 in the clock before, and before that
    bool asked;                         // software asked for one since the last load
    uint64_t asked_clock;               // last; 0: never
    struct ref_counts counts;
    uint32_t errors, info[REF_INFOS]; // as 9.1
    uint16_t age_turn;                // the id whose age is checked
    struct ref_bus bus;
    struct ref_telemetry telemetry;
    uint32_t captured[REF_CAPTURED_WORDS];
    uint64_t captured_at; // the clock of the last word of the latest capture
    uint64_t orders;

    struct ref_past past[REF_PAST]; // by clock modulo REF_PAST
    // Of tb/block/ref_state alone.
    struct ref_hidden {
        uint64_t moved;   // lanes whose room may be another by this clock; REF_ALL
        uint64_t full;    // the table as a lane, if it was full when operations were compared
        uint64_t crowded; // lanes whose holders were too many when operations were compared
        uint8_t lack[PATH_GROUPS][PATH_LANES]; // operations that lack the lane, by class;
        uint64_t lacking[PATH_GROUPS];         // lanes of classes with one
        int left;          // reservations, as it was when operations were compared
        bool limits_moved; // since the clock before
        // Bits of `errors` that this clock sets in the next, and their info.
        uint32_t fresh, info[REF_INFOS];
        struct block_out out;
        struct block_in in;
    } hidden;
};

void ref_begin(struct ref_state *ref, const struct path_size *size);

// Calls `reader` in every clock from now on, after those added before.
void ref_add(struct ref_state *ref, struct ref_reader reader);

// The reference state observes the boundary; that of observed_model without copies.
struct observer ref_observer(struct ref_state *ref);
struct observer ref_observer_of_model(struct ref_state *ref);

// What was `ago` clocks before this one, less than REF_PAST; 0: this one, empty for readers.
static inline const struct ref_past *ref_past(const struct ref_state *ref, unsigned ago) {
    return &ref->past[(ref->clock - ago) % REF_PAST];
}

// What may be written to `flush` (9.2).
static inline bool ref_flushes(const struct path_size *size, uint32_t value) {
    return value < path_lanes(size) || value == 64;
}

// A message is new in this clock.
static inline bool ref_loads(const struct ref_state *ref) {
    return ref->out->message_valid &&
           (!ref->out_before->message_valid || ref->in_before->message_ready);
}

// Classes of a group that are short (2.1), as lanes.
static inline uint64_t ref_short(const struct ref_state *ref, unsigned group) {
    uint64_t lanes = 0;
    for (unsigned ago = 3; ago <= 10; ago++)
        lanes |= ref_past(ref, ago)->lacking[group];
    return lanes;
}

// It was marked in the clock before a choice that commits in this one.
static inline bool ref_marked(const struct ref_state *ref, const struct ref_op *op) {
    return op->marked && op->marked + 3 <= ref->clock;
}

// What waits for a stage holds its part of a response engine, and no more enters through it (3.3).
static inline bool ref_split(const struct ref_state *ref, unsigned stage, unsigned engine) {
    return ref->reservations[stage] > 0 && ref->spent[port_engine(&ref->size, engine)] >> stage & 1;
}

// Reservations that the table has room for (3.3); not above 0: none.
static inline int ref_left(const struct ref_state *ref) {
    const int limit = (int)ref->limit - (int)ref->held_count;
    const int ids = (int)ref->size.depth - (int)(ref->held_count + ref->parked_count);
    return limit < ids ? limit : ids;
}

static inline bool ref_is_parked(const struct ref_state *ref, unsigned id) {
    return ref->parked[id / 32] >> id % 32 & 1;
}

// Time from one `now_i` to another.
static inline uint64_t ref_since(uint64_t from, uint64_t to) {
    return (to - from) & REF_TIME;
}

// A completion of that reservation on that channel, taken up so many clocks ago, returns what it
// owes still: the channel, and the port is right (4.2).
bool ref_owes(const struct ref_state *ref, const struct ref_held *held, unsigned channel,
              unsigned ago);

// A lane with holders takes no more of them (3.3).
bool ref_crowded(const struct ref_state *ref, unsigned lane);

// The lowest lane that a window moves, or else Lanes.
static inline unsigned ref_moved(const struct ref_state *ref) {
    const uint64_t table = UINT64_C(1) << path_lanes(&ref->size);
    return (unsigned)__builtin_ctzll(ref->out->path.trace_mask | table);
}

// An operation that waits has been open since clock `at` or before.
static inline bool ref_open(const struct ref_op *op, uint64_t at) {
    return op->taken && !op->found && op->clock + 4 <= at;
}

// What was taken in the clock before, NULL if nothing.
static inline const struct ref_op *ref_newest(const struct ref_state *ref) {
    const unsigned slot = ref_past(ref, 1)->taken;
    return slot ? &ref->op[slot - 1] : NULL;
}

// What holds the operation in a slot back.
static inline enum ref_why ref_why(const struct ref_state *ref, unsigned slot) {
    unsigned why = REF_CANDIDATE;
    while (why < REF_STANDS_NOT && !slots_have(&ref->with[why], slot))
        why++;
    return (enum ref_why)why;
}

// It went first in the choice that commits in this clock (2.5).
static inline bool ref_first(const struct ref_state *ref, const struct ref_op *op) {
    return op->first && op->first + 2 <= ref->clock;
}

// The rank of 2.4: `one` is chosen before `other`.
bool ref_better(const struct ref_state *ref, const struct ref_op *one, const struct ref_op *other);

// The lanes whose spot an operation owned in a clock, less than Slots clocks ago.
static inline uint64_t ref_owned(const struct ref_op *op, uint64_t clock) {
    return clock < op->owns_since ? op->owned_before : op->owns;
}

// What this clock decides, NULL if nothing that waits.
static inline const struct ref_op *ref_named(const struct ref_state *ref) {
    return ref->named ? &ref->op[ref->named - 1] : NULL;
}

// The operation of that tag that waits, NULL if none; the reservation of that handle.
const struct ref_op *ref_waiting(const struct ref_state *ref, uint64_t tag);
const struct ref_held *ref_holding(const struct ref_state *ref, uint32_t handle);

// A lane once what `out` shows is committed, by that side's trace: its debt and window.
struct ref_lane {
    uint64_t debt, window;
};
struct ref_lane ref_lane_after(const struct ref_state *ref, const struct path_out *out,
                               unsigned lane);

// Credit has come back that the last message does not report (chapter 8), by the commits up to the
// clock before the last.
bool ref_unreported(const struct ref_state *ref);

// What the register at a byte address may read in this clock.
struct ref_value ref_register(const struct ref_state *ref, unsigned address);

// The window in force that software's base window and multiplier of a lane give (7.1).
uint32_t ref_in_force(const struct ref_state *ref, uint32_t window, uint32_t multiplier);
// A multiplier of a lane within its limits.
uint32_t ref_effective(const struct ref_state *ref, unsigned lane, uint32_t multiplier);

// --- parts of sentences about what waits and what is held: words.c ----------------------------

// Both write into `text`, and return it.
enum { WORDS_TEXT = 320 };

// "operation 39 (fetch-add on Atomic 0)"
const char *words_op(const struct ref_state *ref, uint64_t tag, char text[WORDS_TEXT]);

// What room each lane of a set has for an operation that waits: "Atomic 0: debt 62400 + demand 1600
// = 64000, window 64000: 0 left".
const char *words_rooms(const struct ref_state *ref, const struct ref_op *op, uint64_t lanes,
                        char text[WORDS_TEXT]);
