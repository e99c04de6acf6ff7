// What the golden model remembers, and the steps of a clock. Private to csim/golden.
//
// Clocks have numbers, so that a rule such as "pause_i was low in clock c-2" can be read as it
// stands: what a clock leaves to later ones, or is promised by earlier ones, is in its record,
// golden_at(clock). What outputs keep showing is remembered in them (`out`), and what registers
// say, in their words.
#pragma once

#include <stddef.h>

#include "csim/golden/block.h"
#include "csim/golden/registers.h"

// --- the path ----------------------------------------------------------------------------------

enum { RESOURCE_HBM, RESOURCE_ATOMIC, RESOURCE_RESPONSE };

enum {
    RECORDS = 16,     // those of clocks now - 10 to now + 4
    LACKS_CLOCKS = 4, // now - 3 to now
    QUEUE = 4,        // ids that are queued
    PLACES = 2,       // of the collector, for each partition
    DOMAINS = 256,
};

// pipeline.md
enum {
    OFFER_TO_SLOT = 4,
    OFFER_TO_ANSWER = 3,
    BEAT_TO_COMMIT = 3,
    BEAT_TO_FREE = 5,
    WRITE_TO_CHOICE = 2,
    WRITE_TO_COMMIT = 4,
    WRITE_SPACING = 4,
    CAPTURE_TO_READ = 3,
};

enum { FLUSH_TAGS = 64 };
enum { ENABLE_OFFERS = 1, ENABLE_GRANTS = 2 }; // bits of `enable`

#define NEVER     UINT64_MAX
#define ALL_LANES UINT64_MAX

// Sets, of lanes, channels or partitions, are of 64 bits; of lanes, bit Lanes is the table, or the
// command limit.

// An operation from the clock after its offer up to the clock in which it leaves.
struct slot {
    bool rejected; // it will be: it does not respond, and counts in the class of lane 0
    bool responds;
    bool owes_done;
    uint8_t opcode, domain, group;
    uint8_t stage, response; // lanes; one that does not respond demands nothing of its stage again
    uint64_t lanes;          // that it uses; one that will be rejected uses none
    uint64_t tag;
    uint32_t wire_bytes, length, response_length; // bytes; `length` of them at HBM
    uint32_t stage_demand, response_demand;

    uint64_t offered;             // clock of its offer
    uint64_t leaves;              // clock in which it leaves; NEVER: that is not known
    uint64_t chosen;              // clock in which it was last chosen to be decided, or offered
    uint64_t probed;              // the same of probes
    uint64_t marked;              // clock from which it is (2.7); NEVER: it is not
    uint64_t lacks[LACKS_CLOCKS]; // 2.3: nothing in a clock in which it was not open
    bool behind[LACKS_CLOCKS];    // another of its domain, in these clocks
    uint64_t reported;            // its lacks as its last deny reported them
    uint32_t age;
    bool goes_first; // of those that fit
    bool first;      // of its domain in this clock: 2.4, rule 2
    uint64_t owns;   // the spots of these lanes
};

struct choice {
    struct slot *slot; // NULL: of no operation
    bool is_probe, is_write;
    bool flushes; // what was marked in the clock before
};

struct golden_commit {
    enum path_kind kind;
    struct slot *slot;
    uint64_t mask;  // as the trace shows it
    uint64_t fresh; // what it lacks, and its last deny did not tell
    uint64_t keeps; // lanes that a refused choice keeps from its group and later ones
    unsigned lane;  // whose window is to be
    uint32_t value;
};

struct answer {
    enum answer_kind kind;
    uint64_t tag;
    uint32_t handle;
};

struct completion {
    uint32_t handle, amount;
    uint16_t observed; // service, PATH_UNKNOWN if it is not known
    bool sent;         // by software
    uint8_t port;      // on channel 0, if it was not sent: the partition
    uint8_t kind;      // enum return_kind: it, lane and amount from the clock after its take-up on
    uint8_t lane;
};

// 2.7: what software removes.
struct flush {
    bool valid;
    uint8_t what; // a lane, FLUSH_TAGS
};

// What is remembered of one clock.
struct record {
    struct flush flush; // that the path samples in it
    bool pause, closed; // no operation is chosen; offers are not taken (9.6)
    bool all_parked;
    struct {
        bool asked;
        uint64_t tag;
        struct slot *slot; // NULL: it is not taken
    } offer;
    struct choice choice;
    struct golden_commit commit;
    struct answer answer;          // that shows in it
    uint64_t awaited[PATH_GROUPS]; // 2.1: lanes that open operations of a group await
    uint64_t taken_up;             // channels with a completion,
    uint64_t completed;            // those whose reservation owes nothing after it,
    uint64_t parked;               // and those whose id is then parked
    unsigned unparked;             // ids
    struct completion completion[PATH_CHANNELS];
    struct {
        bool found;
        uint32_t handle;
    } old; // a reservation above the age limit (9.4)
};

// 3.3
struct limits {
    uint32_t holders[RESOURCE_RESPONSE + 1], table_floor, split, bound;
};

struct reservation {
    bool used;          // the id is not free
    uint8_t generation; // of its next grant
    // Of its latest grant:
    uint32_t handle;
    uint64_t tag;
    uint64_t granted; // now_i of its commit
    uint64_t frees;   // clock in which its completion shows, NEVER while it owes something
    uint64_t owes;    // channels
    bool touched;     // 4.7
    bool was_old;     // reported as older than the limit
    uint8_t stage, response;
    uint32_t stage_amount, response_amount;
};

// The completions of a partition that have a place, the oldest first.
struct collector {
    unsigned count;
    uint32_t handle[PLACES];
    uint16_t observed[PLACES];
};

// --- beside the path ---------------------------------------------------------------------------

enum source { BUS, CALIBRATOR, SOURCES };

// The window unit (7.2).
struct unit {
    uint64_t asks;             // lanes of which the calibrator asks in the next clock
    uint64_t waiting[SOURCES]; // lanes of which a source asked before
    unsigned turn[SOURCES];    // lane at which the search for the next one of a set begins
    bool works;
    enum source source;
    unsigned lane;
    uint32_t value;
    uint64_t known;       // clock from which the value is
    uint64_t next_write;  // first clock in which there may be one
    uint64_t bus_commits; // clock in which the bus's window commits
};

// 7.3: of what came back to a lane, in its unit and in quanta.
struct sums {
    uint32_t expected, observed;
};

// The lane at work, and what becomes of its multiplier.
struct calibrator {
    unsigned turn; // lane at which the search for the next one begins
    unsigned lane;
    uint32_t value;
    bool cleared;      // by software meanwhile
    uint64_t in_force; // clock from which it is; the calibrator is free from then on
};

struct messages {
    uint32_t returned[PATH_LANES]; // since reset
    uint64_t lanes;                // of which credit is unreported
    // Of the clock before: credit was unreported or the next message the first, credit of a lane
    // reached its threshold, a message was due.
    bool had_news, reached, due;
    bool asks;        // software, in this clock
    bool asked;       // it has, in one from the latest load up to the clock before
    bool paused;      // there was no interval in one of these
    bool loaded;      // ever
    uint64_t at;      // clock of the latest load, and one more for each quiet clock since
    unsigned repeats; // of the message loaded last
};

// 9.7
struct telemetry {
    uint32_t lane_returns[PATH_LANES], holder_clocks[PATH_LANES], queue_clocks[PATH_LANES];
    uint32_t starved_clocks[PATH_LANES], idle_clocks[PATH_LANES], denied[PATH_LANES + 1];
    uint32_t group_grants[PATH_GROUPS], group_waits[PATH_GROUPS], clocks;
    unsigned word;     // of the turn, in this clock
    uint64_t begins;   // earliest clock of a turn that is captured; 0: none is
    bool copies;       // in this turn
    uint64_t answered; // clock of the answer
    uint64_t shown;    // from which clock on anything is, since a reset; 0: never
    // What is shown some clocks later; of register 0: nothing.
    struct {
        unsigned at;
        uint32_t value;
    } copied[CAPTURE_TO_READ];
};

enum error { STRAY, REJECT, OLD, WRITE_REFUSED, READ_REFUSED, UNREAD, ALL_PARKED, WRONG, ERRORS };

// AXI4-Lite (9.3).
struct axi_write {
    bool address_full, data_full;
    uint16_t address;
    uint32_t data;
    uint8_t strobes;
    uint64_t performed; // the clock in which it was; 0: it is not, or it is answered
    unsigned at;        // the register that it sets then; none: it is refused
};

struct axi_read {
    bool under_way;
    uint16_t address;
    uint64_t taken; // clock in which the address was
    uint32_t data;  // from the clock of the look on
};

// --- all of it ---------------------------------------------------------------------------------

struct golden {
    struct path_size size;
    unsigned lanes, id_w;
    unsigned done;   // the channel of `done`, the last
    uint32_t widest; // 7.2: the largest window
    struct reg reg[REGISTERS + 1];

    // A reset leaves nothing of what follows.
    uint64_t now;         // the number of this clock; the last one of reset is 0
    struct block_out out; // shown in this clock
    uint32_t word[REGISTERS];
    uint64_t event; // 1.7: the clock of the latest
    struct record record[RECORDS];

    struct slot slot[PATH_SLOTS];
    unsigned count;                   // of slots that are taken,
    struct slot *waiting[PATH_SLOTS]; // in the order of taking
    unsigned visited;                 // slot that this clock visits
    uint64_t owned, left;             // lanes whose spot is owned; was left, and is not free yet,
    uint64_t left_by[PATH_SLOTS];     // by the operation of a slot
    uint64_t rest;                    // lanes that rest, for
    uint8_t rests[PATH_LANES];        // so many grants
    uint64_t barred;                  // lanes, for so many periods,
    uint8_t bars[PATH_LANES];         // this one included
    uint64_t returned;                // lanes that are not to be barred after this period
    unsigned period_clocks;           // of it before this one
    uint64_t urgent_at;               // lanes at which latency-sensitive ones count
    struct slot *candidate[PATH_SLOTS], *probe; // of the next choice
    unsigned candidates;
    uint64_t met[DOMAINS]; // clock in which one of a domain waited last
    int pool;              // 2.1: of the clock before, whatever was taken in it

    unsigned holders[PATH_LANES];
    uint64_t occupied;        // lanes that have holders; those that have a quarter of the
    uint64_t crowded;         // holders that they may have, or more
    int64_t room[PATH_LANES]; // the largest demand that a lane has room for; -1: none
    // 3.6: what a headroom is above window - debt, by flips; the lanes where that is not 0
    uint64_t astray[PATH_LANES], flipped;
    uint64_t part[PATH_LANES]
                 [PATH_LANES];    // of the debt of a response engine: what waits for a stage
    uint64_t through[PATH_LANES]; // stages for which as much of a response engine waits as is left
    uint64_t divided;             // response engines of which that is known
    struct limits limits;         // of the clock before
    uint32_t command_limit;       // in force
    struct reservation reservation[PATH_DEPTH];
    uint64_t holding[PATH_DEPTH / 64]; // a set of ids: all that hold are in it, and others
    unsigned free_ids, next_id, queued;
    unsigned parked, counted; // ids that are, and those that the table counts as such
    uint16_t queue[QUEUE];
    struct collector collector[PATH_HBM];
    uint64_t collected; // partitions that have one
    unsigned next_partition;

    struct unit unit;
    struct calibrator calibrator;
    struct sums sums[PATH_LANES];
    uint64_t due; // lanes that are
    struct messages messages;
    struct telemetry telemetry;
    unsigned age_turn;    // id whose age is checked next
    uint64_t age_checked; // clock of the latest check of one
    uint64_t opened;      // the latest clock in which offers were enabled
    struct axi_write write;
    struct axi_read read;
    // Errors of this clock, and those that software clears in it.
    uint32_t raised, cleared, info[ERRORS];
};

// --- small things ------------------------------------------------------------------------------

static inline struct record *golden_at(struct golden *golden, uint64_t clock) {
    return &golden->record[clock % RECORDS];
}

static inline uint64_t smaller(uint64_t a, uint64_t b) {
    return a < b ? a : b;
}

static inline uint64_t larger(uint64_t a, uint64_t b) {
    return a > b ? a : b;
}

// The largest number of so many bits, at most 64.
static inline uint64_t ones(unsigned bits) {
    return bits == 0 ? 0 : UINT64_MAX >> (64 - bits);
}

static inline uint64_t bit(unsigned lane) {
    return UINT64_C(1) << lane;
}

// The first of a set that is not empty.
static inline unsigned lowest_of(uint64_t set) {
    return (unsigned)__builtin_ctzll(set);
}

// At or above the turn, wrapping.
static inline unsigned first_of(uint64_t set, unsigned turn) {
    const uint64_t from_turn = set & ~ones(turn);

    return lowest_of(from_turn != 0 ? from_turn : set);
}

// 1.1: all ready outputs are low in the clock after one of reset.
static inline bool was_reset(const struct golden *golden) {
    return golden->now == 1;
}

static inline uint64_t lacked(const struct slot *slot, uint64_t clock) {
    return slot->lacks[clock % LACKS_CLOCKS];
}

// 2.1 and 2.5: the lane that an operation awaits which lacks so much: its stage comes first.
static inline uint64_t awaited(const struct slot *slot, uint64_t lacks) {
    return lacks & bit(lacks & bit(slot->stage) ? slot->stage : slot->response);
}

// 1.2: the channel of a lane.
static inline unsigned channel_of(const struct golden *golden, unsigned lane) {
    return lane < golden->size.hbm ? 0 : 1 + lane - golden->size.hbm;
}

static inline unsigned resource_of(const struct path_size *size, unsigned lane) {
    if (lane < size->hbm)
        return RESOURCE_HBM;
    return lane < path_stages(size) ? RESOURCE_ATOMIC : RESOURCE_RESPONSE;
}

// The next of so many, the first after the last.
static inline unsigned next_of(unsigned at, unsigned count) {
    return at + 1 < count ? at + 1 : 0;
}

// --- steps -------------------------------------------------------------------------------------

// path_waiting.c
void path_show_op_ready(struct golden *golden);
void path_wait(struct golden *golden, const struct path_in *in);

// path_choice.c
void path_choose(struct golden *golden);

// path_spots.c
void path_spots(struct golden *golden);

// path_reservation.c
void path_set_limits(struct golden *golden);
void path_commit(struct golden *golden);
void path_show_ready(struct golden *golden);
void path_send(struct golden *golden, unsigned channel, uint32_t handle);
void path_unpark(struct golden *golden, unsigned word, uint32_t ids);
void path_reserve(struct golden *golden, const struct block_in *in);
void path_flip(struct golden *golden, unsigned lane, unsigned which);
void path_mend(struct golden *golden);
uint32_t path_debt(const struct golden *golden, unsigned lane);

// block_registers.c
void block_enable(struct golden *golden);
void block_perform(struct golden *golden);
void block_write(struct golden *golden, const struct block_in *in);
void block_read(struct golden *golden, const struct block_in *in);
bool block_bus_rests(const struct golden *golden);

// block_windows.c
void block_ask_unit(struct golden *golden, unsigned lane);
void block_ask_all(struct golden *golden);
void block_windows(struct golden *golden);
bool block_windows_rest(const struct golden *golden);

// block_message.c
void block_credit(struct golden *golden, unsigned lane, uint32_t amount);
bool block_messages_rest(const struct golden *golden);
void block_message(struct golden *golden, bool ready);

// block_telemetry.c
void block_capture(struct golden *golden);
void block_telemetry(struct golden *golden, const struct block_in *in);

// block_status.c
void block_raise(struct golden *golden, enum error error, uint32_t info);
uint32_t block_seen(const struct golden *golden, unsigned at, uint64_t now);
void block_count(struct golden *golden, uint64_t now);
void block_settle(struct golden *golden);
bool block_status_rests(const struct golden *golden);
