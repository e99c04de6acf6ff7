// What the golden model of the whole block of rtl/next remembers, and the steps of a clock. Private
// to csim/next.
//
// A step reads the state of its clock, `is`, and writes that of the next, `next`, which begins as a
// copy. So the order of steps says only who is the last to write: software (block_write) is.
#ifndef SEMA_NEXT_BLOCK_STATE_H
#define SEMA_NEXT_BLOCK_STATE_H

#include "csim/next/block_golden.h"

enum { CLASS_HBM, CLASS_ATOMIC, CLASS_RESPONSE, CLASSES };

enum { MULTIPLIER_ONE = 4096, MULTIPLIER_LARGEST = 16383 };

// Clocks of windows.md.
enum {
    WRITE_TO_COMMIT = 4,
    WRITE_SPACING = 4,
    CALIBRATE_CLOCKS = 64,
    TURN_CLOCKS = 256, // of a lane without a sample
    TUNE_CLOCKS = 64,
    STATIC_CLOCKS = 8, // from the clock of a static write to that of its decision (9.2)
    OLD_TO_ERROR = 5,  // from the look at a reservation that is too old to its error (9.4)
};

#define BLOCK_NEVER UINT64_MAX

// What software and the parts beside the path set (9.1).
struct settings {
    uint32_t window[PATH_LANES], multiplier[PATH_LANES];
    uint32_t atomic_service[8], response_fixed, response_reciprocal, hbm_reciprocal;
    uint32_t command_limit;
    uint32_t quantum_hbm, quantum_time, small_limit;
    uint32_t hold, starvation_bound;
    uint32_t message_interval, message_threshold[CLASSES], message_repeat;
    uint32_t calibrate_enable[2], multiplier_min, multiplier_max;
    uint32_t tune_enable[2], tune_interval, clock_quanta, floor[CLASSES], ceiling[CLASSES];
    uint32_t age_limit, holder;
};

enum unit_source { SOURCE_BUS, SOURCE_CALIBRATOR, SOURCE_TUNER, SOURCES };

// The window unit (7.2).
struct unit {
    uint64_t asks[SOURCES];    // lanes of which a source asks in this clock
    uint64_t waiting[SOURCES]; // lanes of which it asked before; bit Lanes: the command limit
    unsigned turn[SOURCES];    // lane at which the next one of a set is looked for
    bool works;
    enum unit_source source;
    unsigned lane;
    uint32_t value;
    uint64_t known;       // clock from which the value is
    uint64_t next_write;  // first clock in which there may be one
    uint64_t bus_commits; // clock in which the bus's window commits
};

// A change of a lane that calibrator or tuner works at, and the request that follows it.
struct change {
    bool works;
    unsigned lane;
    uint32_t value;
    bool differs;
    bool overwritten; // software wrote it meanwhile
    uint64_t in_force;
};

struct calibrator {
    unsigned turn;
    unsigned waited; // clocks of the turn
    struct change change;
};

struct epoch {
    bool begun, unknown, wanted;
    uint64_t start;
    uint32_t served;
};

struct tuner {
    unsigned turn;
    struct epoch epoch[PATH_LANES];
    struct change change;
};

struct messages {
    uint32_t freed[PATH_LANES], told[PATH_LANES];
    // Of the clock before: credit was untold, that of a lane reached its threshold, a message was
    // due or to be repeated.
    bool untold, reached, due;
    bool shown;
    bool loaded;      // ever
    uint64_t at;      // clock of the latest load
    unsigned repeats; // of the message loaded last
    unsigned unread;  // clocks in which it was shown and not taken
};

struct counts {
    uint32_t denials[PATH_LANES + 1];
    uint32_t grants, rejects, repeats, frees, returns[CLASSES], strays, lates;
    uint32_t messages, calibrations;
};

enum block_error { STRAY, REJECT, OLD, WRITE_REFUSED, READ_REFUSED, UNREAD, ERRORS };

struct status {
    uint32_t in_force[PATH_LANES];
    struct counts counts;
    uint16_t held_max;
    uint8_t errors;
    uint8_t first_error;
    uint32_t first_error_info;
    unsigned age_turn; // id whose age is looked at next
    struct {
        bool found;
        uint32_t handle;
    } old[OLD_TO_ERROR - 1]; // by the looks of the clocks before, the latest first
    // Of this clock.
    uint8_t raised, cleared;
    uint32_t info[ERRORS];
};

enum write_waits { WAITS_NOT, WAITS_UNIT, WAITS_STATIC, WAITS_SEND };

// AXI4-Lite (9.3).
struct axi_write {
    bool address_full, data_full;
    uint16_t address;
    uint32_t data;
    uint8_t strobes;
    enum write_waits waits;
    uint64_t performed; // its clock
    bool valid;
    uint8_t answer;
};

struct axi_read {
    bool under_way;
    uint16_t address;
    uint64_t taken; // clock in which the address was
    uint32_t data;  // from the clock of the look on
    bool refused;
    bool valid;
    uint32_t shown;
    uint8_t answer;
};

struct block_state {
    uint64_t now;
    bool was_reset; // in the clock before
    uint8_t epoch;
    struct settings settings;
    struct unit unit;
    struct calibrator calibrator;
    struct tuner tuner;
    struct messages messages;
    struct status status;
    struct axi_write write;
    struct axi_read read;
};

// What the trace told of an id: the tables of 9.4.
struct grant_note {
    bool held;
    uint32_t handle;
    uint32_t tag;
    uint64_t granted; // now_i of its commit
};

struct block_golden {
    struct path_size size;
    unsigned lanes, channels, id_w;
    struct path_golden *path;
    struct block_state state;
    struct grant_note note[PATH_DEPTH];
};

enum access { NO_REGISTER, READ_ONLY, READ_WRITE, WRITE_ONLY, UNIT, STATIC };

// registers.md, 9.1: SETTING(name, address, elements, bits, access) is a register with a place in
// struct settings, SHOWN(...) another one. `lanes` and `size` are those of the block.
#define BLOCK_REGISTERS(SETTING, SHOWN)                                                            \
    SETTING(window, 0x000, lanes, size->cnt_w, UNIT)                                               \
    SETTING(multiplier, 0x100, lanes, 14, UNIT)                                                    \
    SHOWN(in_force, 0x200, lanes, size->cnt_w, READ_ONLY)                                          \
    SHOWN(debt, 0x300, lanes, size->cnt_w, READ_ONLY)                                              \
    SHOWN(denials, 0x600, lanes + 1, 32, READ_ONLY)                                                \
    SETTING(atomic_service, 0x800, 8, 16, READ_WRITE)                                              \
    SETTING(response_fixed, 0x820, 1, 16, READ_WRITE)                                              \
    SETTING(response_reciprocal, 0x824, 1, 16, READ_WRITE)                                         \
    SETTING(hbm_reciprocal, 0x828, 1, 16, READ_WRITE)                                              \
    SETTING(command_limit, 0x82c, 1, path_id_w(size) + 1, UNIT)                                    \
    SETTING(quantum_hbm, 0x830, 1, 4, STATIC)                                                      \
    SETTING(quantum_time, 0x834, 1, 4, STATIC)                                                     \
    SETTING(small_limit, 0x838, 1, size->wire_w, STATIC)                                           \
    SETTING(hold, 0x83c, 1, 16, READ_WRITE)                                                        \
    SETTING(starvation_bound, 0x840, 1, size->age_w, READ_WRITE)                                   \
    SETTING(message_interval, 0x844, 1, 16, READ_WRITE)                                            \
    SETTING(message_threshold, 0x848, CLASSES, size->cnt_w, READ_WRITE)                            \
    SETTING(message_repeat, 0x854, 1, 4, READ_WRITE)                                               \
    SETTING(calibrate_enable, 0x858, 2, 32, READ_WRITE)                                            \
    SETTING(multiplier_min, 0x860, 1, 14, READ_WRITE)                                              \
    SETTING(multiplier_max, 0x864, 1, 14, READ_WRITE)                                              \
    SETTING(tune_enable, 0x868, 2, 32, READ_WRITE)                                                 \
    SETTING(tune_interval, 0x870, 1, 24, READ_WRITE)                                               \
    SETTING(clock_quanta, 0x874, 1, 16, READ_WRITE)                                                \
    SETTING(floor, 0x880, CLASSES, size->cnt_w, READ_WRITE)                                        \
    SETTING(ceiling, 0x890, CLASSES, size->cnt_w, READ_WRITE)                                      \
    SETTING(age_limit, 0x8a0, 1, 16, READ_WRITE)                                                   \
    SETTING(holder, 0x8a4, 1, path_id_w(size), READ_WRITE)                                         \
    SHOWN(holder_state, 0x8a8, 1, 32, READ_ONLY)                                                   \
    SHOWN(holder_tag, 0x8ac, 1, 32, READ_ONLY)                                                     \
    SHOWN(holder_age, 0x8b0, 1, 16, READ_ONLY)                                                     \
    SHOWN(send, 0x8b4, 1, 32, WRITE_ONLY)                                                          \
    SHOWN(grants, 0x900, 1, 32, READ_ONLY)                                                         \
    SHOWN(rejects, 0x904, 1, 32, READ_ONLY)                                                        \
    SHOWN(repeats, 0x908, 1, 32, READ_ONLY)                                                        \
    SHOWN(frees, 0x90c, 1, 32, READ_ONLY)                                                          \
    SHOWN(returns, 0x910, CLASSES, 32, READ_ONLY)                                                  \
    SHOWN(strays, 0x91c, 1, 32, READ_ONLY)                                                         \
    SHOWN(lates, 0x920, 1, 32, READ_ONLY)                                                          \
    SHOWN(messages, 0x924, 1, 32, READ_ONLY)                                                       \
    SHOWN(calibrations, 0x928, 1, 32, READ_ONLY)                                                   \
    SHOWN(held, 0x92c, 1, 32, READ_ONLY)                                                           \
    SHOWN(held_max, 0x930, 1, 32, READ_ONLY)                                                       \
    SHOWN(waiting, 0x934, 1, 32, READ_ONLY)                                                        \
    SHOWN(errors, 0x940, 1, 6, READ_WRITE)                                                         \
    SHOWN(first_error, 0x944, 1, 3, READ_ONLY)                                                     \
    SHOWN(first_error_info, 0x948, 1, 32, READ_ONLY)

#define BLOCK_NAME(name, address, elements, bits, access) R_##name,
enum register_name { R_NONE, BLOCK_REGISTERS(BLOCK_NAME, BLOCK_NAME) };
#undef BLOCK_NAME

// A register.
struct place {
    enum register_name name;
    enum access access;
    unsigned i; // element
};

// What a step of a clock goes by.
struct block_clock {
    const struct block_golden *golden;
    const struct block_state *is;
    const struct block_in *in;
    struct path_out path;
    struct path_facts facts;
    struct place performs; // the write that is performed in it
    bool quiet;
};

static inline bool block_bit(const uint32_t set[2], unsigned lane) {
    return (set[lane / 32] >> lane % 32 & 1) != 0;
}

static inline unsigned block_class(const struct block_golden *golden, unsigned lane) {
    if (lane < golden->size.hbm)
        return CLASS_HBM;
    return lane < (unsigned)golden->size.hbm + golden->size.atomic ? CLASS_ATOMIC : CLASS_RESPONSE;
}

static inline unsigned block_next_lane(const struct block_golden *golden, unsigned lane) {
    return lane + 1 < golden->lanes ? lane + 1 : 0;
}

static inline uint64_t block_smaller(uint64_t a, uint64_t b) {
    return a < b ? a : b;
}

static inline uint64_t block_larger(uint64_t a, uint64_t b) {
    return a > b ? a : b;
}

// The largest number of so many bits, at most 32.
static inline uint32_t block_ones(unsigned bits) {
    return (uint32_t)((UINT64_C(1) << bits) - 1);
}

// 7.1 and 7.2: the largest window.
static inline uint32_t block_widest(const struct block_golden *golden) {
    return block_ones(golden->size.cnt_w) - 1;
}

// 1.8: the component that came back to a lane in this clock.
struct came_back {
    bool valid;
    uint32_t amount;
    uint16_t observed;
};

// block_golden.c
struct came_back block_came_back(const struct block_clock *c, unsigned lane);

// block_window.c
uint32_t block_in_force(const struct block_golden *golden, uint32_t window, unsigned multiplier);
void block_overrule(struct unit *next, unsigned lane);
bool block_unit_writes(const struct block_state *is);
void block_unit(const struct block_clock *c, struct block_state *next);
bool block_unit_rests(const struct block_state *is);

// block_calibrate.c
void block_calibrate(const struct block_clock *c, struct block_state *next);
bool block_calibrator_rests(const struct block_state *is);

// block_tune.c
void block_tune(const struct block_clock *c, struct block_state *next);
bool block_tuner_rests(const struct block_state *is);

// block_message.c
bool block_tells(const struct block_golden *golden, const struct block_state *is);
bool block_messages_rest(const struct block_golden *golden, const struct block_state *is);
void block_message(const struct block_clock *c, struct block_state *next);

// block_registers.c
void block_reset_settings(const struct block_golden *golden, struct settings *settings);
struct place block_place(const struct block_golden *golden, unsigned address);
uint32_t block_bits(const struct block_golden *golden, struct place place);
uint32_t *block_setting(struct settings *settings, struct place place);
bool block_refuses(const struct block_golden *golden, const struct block_state *is,
                   struct place place);

// block_axi.c
struct place block_performs(const struct block_golden *golden, const struct block_state *is);
bool block_sets(const struct block_clock *c, enum register_name name, unsigned i);
bool block_closes(const struct block_golden *golden, const struct block_state *is);
bool block_sends(const struct block_state *is);
void block_write(const struct block_clock *c, struct block_state *next);
void block_read(const struct block_clock *c, struct block_state *next);
bool block_axi_rests(const struct block_state *is);

// block_status.c
void block_raise(struct status *status, enum block_error error, uint32_t info);
void block_count(const struct block_clock *c, struct block_state *next);
void block_settle(const struct block_clock *c, struct block_state *next);
uint32_t block_status(const struct block_clock *c, struct place place);
uint32_t block_looked_at(const struct block_clock *c, struct place place);
bool block_status_rests(const struct block_state *is, const struct path_facts *facts);

#endif
