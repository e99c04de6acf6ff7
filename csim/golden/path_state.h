// What the golden model of rtl remembers, and the steps of a clock. Private to csim/golden.
//
// Clocks have numbers, so that a rule such as "pause_i was low in clock c-2" can be read as it
// stands: what a clock leaves to later ones, or is promised by earlier ones, is in its record,
// path_at(clock).
#ifndef SEMA_BLOCK_PATH_STATE_H
#define SEMA_BLOCK_PATH_STATE_H

#include "csim/golden/path_golden.h"

enum {
    PATH_RECORDS = 8, // those of clocks now - 5 to now + 2
    PATH_QUEUE = 4,   // ids that are queued
    PATH_PLACES = 2,  // of the collector, for each partition
};

// pipeline.md
enum {
    OFFER_TO_SLOT = 4,
    OFFER_TO_ANSWER = 3,
    EVENT_TO_REST = 12, // ports.md, 1.7
    BEAT_TO_COMMIT = 3,
    BEAT_TO_FREE = 5,
};

// What a slot lacks: a set (waiting.md, 2.3).
enum { LACKS_STAGE = 1, LACKS_RESPONSE = 2, LACKS_TABLE = 4 };

#define PATH_NEVER UINT64_MAX

// An operation from the clock after its offer up to the clock in which it leaves.
struct slot {
    bool taken;
    bool rejected; // it will be: it uses no lane, does not respond, and counts in the class of lane
                   // 0
    bool responds;
    bool owes_done;
    bool answered; // it leaves by an answer
    uint8_t opcode, domain, group;
    uint8_t stage, response;            // lanes
    uint64_t stage_lane, response_lane; // the same as sets of lanes, empty if it uses none
    uint64_t tag;
    uint32_t wire_bytes, length, response_length;
    uint32_t stage_demand, response_demand;

    uint64_t offered; // clock of its offer
    uint64_t leaves;  // clock in which it leaves, as far as that is known
    uint64_t chosen;  // clock in which it was last chosen to be decided; before that, offered
    uint64_t looked;  // the same of looks
    uint8_t lacks;    // in this clock
    uint8_t lacked;   // in the clock before
    uint8_t told;     // its lacks as its last deny told them
    uint32_t age;
    bool due; // its age is the bound's
};

enum choice_kind { CHOICE_NONE, CHOICE_CANDIDATE, CHOICE_LOOK, CHOICE_WRITE };

struct choice {
    enum choice_kind kind;
    unsigned slot;
    unsigned lane; // of a write
    uint32_t value;
};

struct commit {
    enum path_kind kind;
    bool look; // a deny of a look
    unsigned slot;
    uint8_t lacks; // of a deny
    unsigned lane; // of a window
    uint32_t value;
};

struct completion {
    bool valid;
    uint32_t handle;
    uint16_t observed; // service, PATH_UNKNOWN if nobody told
    // What became of it, from the clock after its take-up on.
    enum return_kind kind;
    uint8_t lane;
    uint32_t amount;
    bool completes; // its reservation owes nothing any more
};

// What the aged operation of a clock keeps from others.
struct precedence {
    bool valid;
    unsigned slot;  // whose it is
    uint64_t lanes; // that nobody else enters
    bool all;       // nobody else enters anything
};

// What is remembered of one clock.
struct record {
    bool reset; // rst_ni was low
    bool pause;
    bool close;
    bool aged_ends; // bound_i took the aged operation its place
    unsigned debt_lane, holder_id;
    struct {
        bool valid;
        unsigned lane;
        uint32_t value;
    } write; // sampled in it
    struct {
        bool valid;
        unsigned channel;
        uint32_t handle;
    } send; // sampled in it
    struct {
        bool taken, asked;
        uint64_t tag;
        unsigned slot;
    } offer;
    bool lacks_stage[PATH_SLOTS]; // of what is open in it
    struct precedence aged;
    struct choice choice;
    struct commit commit;
    struct {
        enum answer_kind kind;
        uint64_t tag;
        uint32_t handle;
    } answer; // that shows in it
    struct completion taken_up[PATH_CHANNELS];
};

struct lane {
    uint32_t window;
    uint32_t debt;
    unsigned holders;
};

struct reservation {
    bool held;          // as look-ups see it
    uint8_t generation; // of its latest grant
    uint8_t next_generation;
    uint16_t owes; // a set of channels
    uint8_t stage, response;
    uint32_t stage_amount, response_amount;
    uint64_t tag;
};

struct path_golden {
    struct path_size size;
    unsigned lanes, channels, id_w;
    uint8_t epoch;
    uint64_t now; // the number of this clock
    struct record record[PATH_RECORDS];

    struct slot slot[PATH_SLOTS];
    unsigned used;                 // slots above are not taken: there is nothing to look at
    unsigned waiting[PATH_GROUPS]; // operations of a group that have a slot
    unsigned in_class[PATH_GROUPS][PATH_LANES]; // that count in a class
    unsigned visited;                           // slot that the next grant visits
    bool aged;
    unsigned aged_slot;
    bool takes_stage, takes_response; // lanes that the aged one lacked once, and keeps
    unsigned next_aged;               // slot at which the next one is looked for

    // By all commits up to this clock.
    struct lane lane[PATH_LANES];
    unsigned reserved; // reservations held
    unsigned command_limit;

    struct reservation reservation[PATH_DEPTH];
    bool free[PATH_DEPTH];
    unsigned free_ids, next_id;
    unsigned queued;
    uint16_t queue[PATH_QUEUE];
    struct {
        unsigned count;
        struct completion place[PATH_PLACES];
    } collector[PATH_HBM];
    unsigned next_partition;

    // What the ports of 1.7 show in this clock.
    uint32_t debt_shown;
    uint16_t holder_owes;
    uint64_t event; // the clock of the latest event
};

static inline struct record *path_at(struct path_golden *golden, uint64_t clock) {
    return &golden->record[clock % PATH_RECORDS];
}

static inline const struct record *path_seen(const struct path_golden *golden, uint64_t clock) {
    return &golden->record[clock % PATH_RECORDS];
}

// The largest number of so many bits, at most 64.
static inline uint64_t path_ones(unsigned bits) {
    return UINT64_MAX >> (64 - bits);
}

static inline uint64_t path_smaller(uint64_t a, uint64_t b) {
    return a < b ? a : b;
}

// 2.2: compared in this clock.
static inline bool path_is_open(const struct path_golden *golden, const struct slot *slot) {
    return slot->taken && golden->now >= slot->offered + OFFER_TO_SLOT;
}

// path_waiting.c
void path_show_op_ready(const struct path_golden *golden, struct path_out *out);
void path_count(struct path_golden *golden);
void path_offer(struct path_golden *golden, const struct path_in *in);
void path_look_up(struct path_golden *golden);
void path_leave(struct path_golden *golden);

// path_facts.c
uint64_t path_lanes_of(const struct path_golden *golden, const struct slot *slot, uint8_t lacks);
void path_sample_facts(struct path_golden *golden, const struct path_in *in);
void path_look(struct path_golden *golden);
void path_note_event(struct path_golden *golden, const struct path_in *in);

// path_choice.c
void path_compare(struct path_golden *golden);
void path_precede(struct path_golden *golden);
void path_choose(struct path_golden *golden);
void path_age(struct path_golden *golden, const struct path_in *in);

// path_demand.c
void path_describe(const struct path_golden *golden, const struct path_in *in, struct slot *slot);
void path_estimate(struct path_golden *golden, const struct path_in *in);

// path_decision.c
void path_open_windows(struct path_golden *golden);
bool path_closed(const struct path_golden *golden, const struct slot *slot);
uint8_t path_lacks(const struct path_golden *golden, const struct slot *slot);
void path_sample_write(struct path_golden *golden, const struct path_in *in);
void path_decide(struct path_golden *golden);
void path_commit(struct path_golden *golden);

// path_reservation.c
void path_free_all(struct path_golden *golden);
uint32_t path_handle(const struct path_golden *golden, unsigned id, unsigned generation);
uint32_t path_granted_handle(const struct path_golden *golden);
void path_check(struct path_golden *golden);
void path_reserve(struct path_golden *golden);

// path_completion.c
void path_show_ready(const struct path_golden *golden, struct path_out *out);
void path_sample_send(struct path_golden *golden, const struct path_in *in);
void path_take_up(struct path_golden *golden, const struct path_in *in);

#endif
