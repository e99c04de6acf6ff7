// What the golden model of the whole block of rtl remembers, and the steps of a clock. Private
// to csim/golden.
//
// A step reads the state of its clock, `is`, and writes that of the next, `next`, which begins as a
// copy. So the order of steps says only who is the last to write: software (block_write) is.
#ifndef SEMA_BLOCK_BLOCK_STATE_H
#define SEMA_BLOCK_BLOCK_STATE_H

#include "csim/golden/block.h"

// --- registers ---------------------------------------------------------------------------------

// registers.md, 9.1: name, address, elements, bits, access, value of element i after reset. Names
// are those of block_lay_out.
#define BLOCK_REGISTERS(REGISTER)                                                                  \
    REGISTER(window, 0x000, lanes, width, UNIT, window_of(block_class(golden, i), 1, widest))      \
    REGISTER(multiplier, 0x100, lanes, 14, UNIT, MULTIPLIER_ONE)                                   \
    REGISTER(in_force, 0x200, lanes, width, READ_ONLY,                                             \
             window_of(block_class(golden, i), 1, widest))                                         \
    REGISTER(debt, 0x300, lanes, width, READ_ONLY, 0)                                              \
    REGISTER(denials, 0x600, lanes + 1, 32, READ_ONLY, 0)                                          \
    REGISTER(atomic_service, 0x800, 8, 16, READ_WRITE, 1600)                                       \
    REGISTER(response_fixed, 0x820, 1, 16, READ_WRITE, 320)                                        \
    REGISTER(response_reciprocal, 0x824, 1, 16, READ_WRITE, 1024)                                  \
    REGISTER(hbm_reciprocal, 0x828, 1, 16, READ_WRITE, 164)                                        \
    REGISTER(command_limit, 0x82c, 1, golden->id_w + 1, UNIT, size->depth)                         \
    REGISTER(quantum_hbm, 0x830, 1, 4, STATIC, 0)                                                  \
    REGISTER(quantum_time, 0x834, 1, 4, STATIC, 0)                                                 \
    REGISTER(small_limit, 0x838, 1, size->wire_w, STATIC, at_most(512, small))                     \
    REGISTER(hold, 0x83c, 1, 16, READ_WRITE, 0)                                                    \
    REGISTER(starvation_bound, 0x840, 1, size->age_w, READ_WRITE, at_most(1024, bound))            \
    REGISTER(message_interval, 0x844, 1, 16, READ_WRITE, 0)                                        \
    REGISTER(message_threshold, 0x848, CLASSES, width, READ_WRITE, 0)                              \
    REGISTER(message_repeat, 0x854, 1, 4, READ_WRITE, 3)                                           \
    REGISTER(calibrate_enable, 0x858, 2, lanes_of(lanes, i), READ_WRITE, 0)                        \
    REGISTER(multiplier_min, 0x860, 1, 14, READ_WRITE, 1024)                                       \
    REGISTER(multiplier_max, 0x864, 1, 14, READ_WRITE, MULTIPLIER_LARGEST)                         \
    REGISTER(tune_enable, 0x868, 2, lanes_of(lanes, i), READ_WRITE, 0)                             \
    REGISTER(tune_interval, 0x870, 1, 24, READ_WRITE, 65536)                                       \
    REGISTER(clock_quanta, 0x874, 1, 16, READ_WRITE, 0)                                            \
    REGISTER(floor, 0x880, CLASSES, width, READ_WRITE, window_of(i, 1, widest))                    \
    REGISTER(ceiling, 0x890, CLASSES, width, READ_WRITE, window_of(i, 4, widest))                  \
    REGISTER(age_limit, 0x8a0, 1, 16, READ_WRITE, 0)                                               \
    REGISTER(holder, 0x8a4, 1, golden->id_w, READ_WRITE, 0)                                        \
    REGISTER(holder_state, 0x8a8, 1, 32, READ_ONLY, 0)                                             \
    REGISTER(holder_tag, 0x8ac, 1, 32, READ_ONLY, 0)                                               \
    REGISTER(holder_age, 0x8b0, 1, 16, READ_ONLY, 0)                                               \
    REGISTER(send, 0x8b4, 1, 2u + size->gen_w + golden->id_w, WRITE_ONLY, 0)                       \
    REGISTER(grants, 0x900, 1, 32, READ_ONLY, 0)                                                   \
    REGISTER(rejects, 0x904, 1, 32, READ_ONLY, 0)                                                  \
    REGISTER(repeats, 0x908, 1, 32, READ_ONLY, 0)                                                  \
    REGISTER(frees, 0x90c, 1, 32, READ_ONLY, 0)                                                    \
    REGISTER(returns, 0x910, CLASSES, 32, READ_ONLY, 0)                                            \
    REGISTER(strays, 0x91c, 1, 32, READ_ONLY, 0)                                                   \
    REGISTER(lates, 0x920, 1, 32, READ_ONLY, 0)                                                    \
    REGISTER(messages, 0x924, 1, 32, READ_ONLY, 0)                                                 \
    REGISTER(calibrations, 0x928, 1, 32, READ_ONLY, 0)                                             \
    REGISTER(held, 0x92c, 1, golden->id_w + 1, READ_ONLY, 0)                                       \
    REGISTER(held_max, 0x930, 1, golden->id_w + 1, READ_ONLY, 0)                                   \
    REGISTER(waiting, 0x934, 1, 7, READ_ONLY, 0)                                                   \
    REGISTER(errors, 0x940, 1, ERRORS, READ_WRITE, 0)                                              \
    REGISTER(first_error, 0x944, 1, 3, READ_ONLY, 0)                                               \
    REGISTER(first_error_info, 0x948, 1, 32, READ_ONLY, 0)

// The register of element 0, as the number of its word.
#define BLOCK_WORD(name, address, ...) R_##name = (address) / 4,
enum { BLOCK_REGISTERS(BLOCK_WORD) REGISTERS, NO_REGISTER = REGISTERS };
#undef BLOCK_WORD

enum access { NO_ACCESS, READ_ONLY, READ_WRITE, WRITE_ONLY, UNIT, STATIC };

struct reg {
    enum access access;
    uint32_t bits; // that it has
    uint32_t reset;
};

enum { CLASS_HBM, CLASS_ATOMIC, CLASS_RESPONSE, CLASSES };

enum { MULTIPLIER_ONE = 4096, MULTIPLIER_LARGEST = 16383 };

// --- state -------------------------------------------------------------------------------------

enum source { BUS, CALIBRATOR, TUNER, SOURCES };

// The window unit (7.2). In a set of lanes bit Lanes is the command limit.
struct unit {
    uint64_t asks[SOURCES];    // lanes of which a source asks in this clock
    uint64_t waiting[SOURCES]; // lanes of which it asked before
    unsigned turn[SOURCES];    // lane at which the next one of a set is looked for
    bool works;
    enum source source;
    unsigned lane;
    uint32_t value;
    uint64_t known;       // clock from which the value is
    uint64_t next_write;  // first clock in which there may be one
    uint64_t bus_commits; // clock in which the bus's window commits
};

// Calibrator or tuner: the lane whose turn it is, and what becomes of its multiplier or base window
// while a sample or a look is worked at.
struct worker {
    unsigned lane;
    bool works;
    uint32_t value;
    bool differs;
    bool overwritten;  // software wrote it meanwhile
    uint64_t in_force; // clock from which it is
};

struct epoch {
    bool begun, unknown, wanted;
    uint64_t start;
    uint32_t served;
};

struct messages {
    uint32_t told[PATH_LANES], untold[PATH_LANES];
    // Of the clock before: credit was untold, that of a lane reached its threshold, a message was
    // due, the first time or again.
    bool was_untold, reached, due;
    bool shown;
    bool loaded;      // ever
    uint64_t at;      // clock of the latest load, and one more for each quiet clock since
    unsigned repeats; // of the message loaded last
    unsigned unread;  // clocks in which it was shown and not taken
};

enum error { STRAY, REJECT, OLD, WRITE_REFUSED, READ_REFUSED, UNREAD, ERRORS };

enum { OLD_TO_ERROR = 5 }; // clocks from the look at a reservation that is too old (9.4)

struct status {
    unsigned age_turn; // id whose age is looked at next
    struct {
        bool looked, found;
        uint32_t handle;
    } old[OLD_TO_ERROR - 1]; // by the looks of the clocks before, the latest first
    // Of this clock.
    uint32_t raised, cleared;
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
    bool valid;
    uint32_t shown;
    uint8_t answer;
};

struct block_state {
    uint64_t now;
    bool was_reset; // in the clock before
    uint8_t epoch;
    uint32_t word[REGISTERS];
    struct unit unit;
    struct worker calibrator, tuner;
    unsigned turn_clocks; // of the calibrator's turn, or since its first return, so far
    bool turn_begun;      // by that
    struct epoch epochs[PATH_LANES];
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
    uint32_t widest; // 7.2: the largest window
    struct reg reg[REGISTERS + 1];
    struct path_golden *path;
    struct path_out shown; // by the path in this clock
    struct path_facts facts;
    struct block_state state;
    struct grant_note note[PATH_DEPTH];
};

// What a step of a clock goes by.
struct block_clock {
    const struct block_golden *golden;
    const struct block_state *is;
    const struct block_in *in;
    const struct path_out *path;
    const struct path_facts *facts;
    unsigned performs; // the register that the bus sets in it
    bool quiet;
};

// --- small things ------------------------------------------------------------------------------

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

// Whether the bit of a lane is set in calibrate_enable or tune_enable.
static inline bool block_enabled(const struct block_state *is, unsigned enable, unsigned lane) {
    return (is->word[enable + lane / 32] >> lane % 32 & 1) != 0;
}

static inline unsigned block_class(const struct block_golden *golden, unsigned lane) {
    if (lane < golden->size.hbm)
        return CLASS_HBM;
    return lane < (unsigned)golden->size.hbm + golden->size.atomic ? CLASS_ATOMIC : CLASS_RESPONSE;
}

static inline unsigned block_next_lane(const struct block_golden *golden, unsigned lane) {
    return lane + 1 < golden->lanes ? lane + 1 : 0;
}

// --- steps -------------------------------------------------------------------------------------

// block_golden.c: 1.8, the component that comes back to a lane in this clock.
struct came_back {
    bool valid;
    uint32_t amount;
    uint16_t observed;
};
struct came_back block_came_back(const struct block_clock *c, unsigned lane);

// block_window.c
void block_overrule(struct unit *next, unsigned lane);
bool block_unit_writes(const struct block_state *is);
void block_unit(const struct block_clock *c, struct block_state *next);
bool block_unit_rests(const struct block_state *is);
bool block_work(const struct block_clock *c, struct worker *next, unsigned base, unsigned enable);

// block_calibrate.c
void block_calibrate(const struct block_clock *c, struct block_state *next);

// block_tune.c
void block_tune(const struct block_clock *c, struct block_state *next);

// block_message.c
bool block_tells(const struct block_golden *golden, const struct block_state *is);
bool block_messages_rest(const struct block_golden *golden, const struct block_state *is);
void block_message(const struct block_clock *c, struct block_state *next);

// block_registers.c
void block_lay_out(struct block_golden *golden);
unsigned block_register(unsigned address);
bool block_refuses(const struct block_golden *golden, const struct block_state *is);

// block_axi.c
unsigned block_performs(const struct block_golden *golden, const struct block_state *is);
bool block_closes(const struct block_golden *golden, const struct block_state *is);
void block_write(const struct block_clock *c, struct block_state *next);
void block_read(const struct block_clock *c, struct block_state *next);
bool block_axi_rests(const struct block_state *is);

// block_status.c
void block_raise(struct status *status, enum error error, uint32_t info);
void block_show_status(const struct block_clock *c, struct block_state *is);
void block_count(const struct block_clock *c, struct block_state *next);
void block_settle(const struct block_clock *c, struct block_state *next);
bool block_status_rests(const struct block_state *is, const struct path_facts *facts);

#endif
