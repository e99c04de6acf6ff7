// Drives the golden model of the whole block of rtl by hand: a master on the bus, offers,
// completions with what was observed.
#ifndef SEMA_BLOCK_BLOCK_BENCH_H
#define SEMA_BLOCK_BLOCK_BENCH_H

#include <criterion/criterion.h>

#include "csim/golden/block_golden.h"
#include "tb/tests/block/sizes.h"

enum { BLOCK_TAGS = 256, OKAY = 0, SLVERR = 2 };

// registers.md, 9.1
enum {
    WINDOW = 0x000,
    MULTIPLIER = 0x100,
    IN_FORCE = 0x200,
    DEBT = 0x300,
    DENIALS = 0x600,
    HBM_RECIPROCAL = 0x828,
    COMMAND_LIMIT = 0x82c,
    QUANTUM_HBM = 0x830,
    SMALL_LIMIT = 0x838,
    HOLD = 0x83c,
    BOUND = 0x840,
    INTERVAL = 0x844,
    THRESHOLD = 0x848,
    REPEAT = 0x854,
    CALIBRATE = 0x858,
    ATOMIC_SERVICE = 0x800,
    QUANTUM_TIME = 0x834,
    MULTIPLIER_MIN = 0x860,
    MULTIPLIER_MAX = 0x864,
    TUNE = 0x868,
    TUNE_INTERVAL = 0x870,
    CLOCK_QUANTA = 0x874,
    FLOOR = 0x880,
    CEILING = 0x890,
    AGE_LIMIT = 0x8a0,
    HOLDER = 0x8a4,
    HOLDER_STATE = 0x8a8,
    HOLDER_TAG = 0x8ac,
    HOLDER_AGE = 0x8b0,
    SEND = 0x8b4,
    GRANTS = 0x900,
    REJECTS = 0x904,
    REPEATS = 0x908,
    FREES = 0x90c,
    RETURNS = 0x910,
    STRAYS = 0x91c,
    LATES = 0x920,
    MESSAGES = 0x924,
    CALIBRATIONS = 0x928,
    HELD = 0x92c,
    HELD_MAX = 0x930,
    WAITING = 0x934,
    ERRORS = 0x940,
    FIRST_ERROR = 0x944,
    FIRST_ERROR_INFO = 0x948,
};

enum { TABLE = 10, DONE = 3, ATOMIC = 8 }; // lane and channel of the default size

static inline unsigned lane(unsigned base, unsigned l) {
    return base + 4 * l;
}

struct block_bench {
    struct path_size size;
    struct block_golden *golden;
    struct block_in in; // of this clock; beats are for one clock
    struct block_out out;
    int clock; // clock 0 is that in which the bench is opened, well after reset
    // Of what was shown since.
    uint32_t handle[BLOCK_TAGS]; // of the last grant of a tag
    int granted[BLOCK_TAGS];     // its clock; -1: never
    uint32_t window[PATH_LANES + 1];
    int window_at[PATH_LANES + 1];
    unsigned windows[PATH_LANES + 1];
    int answered; // the first clock of the latest answer to a write
};

void block_bench_open(struct block_bench *bench, const struct path_size *size);
void block_bench_close(struct block_bench *bench);
void block_bench_reset(struct block_bench *bench, uint8_t epoch);

// Ends this clock, or clocks up to the given one. now_i is 1,000 and the clock's number.
void block_step(struct block_bench *bench);
void block_go_to(struct block_bench *bench, int clock);
void block_run(struct block_bench *bench, int clocks);

// One write or read from its address to its answer. A write is performed in the clock after that of
// the call.
unsigned block_try_write(struct block_bench *bench, unsigned address, uint32_t data,
                         unsigned strobes);
void block_set_register(struct block_bench *bench, unsigned address, uint32_t data);
unsigned block_try_read(struct block_bench *bench, unsigned address, uint32_t *data);
uint32_t block_get(struct block_bench *bench, unsigned address);

// An operation is offered in this clock; the rest of it is set in what is returned.
struct path_in *block_offer(struct block_bench *bench, uint64_t tag, unsigned opcode,
                            unsigned stage);
// A write of that length is offered and granted.
void block_grant(struct block_bench *bench, uint64_t tag, unsigned lane, uint32_t length);
// A partition completes in this clock.
void block_complete(struct block_bench *bench, unsigned partition, unsigned tag, uint16_t observed);

// A test on a block of that size.
#define BLOCK_TEST_OF(suite, size, name)                                                           \
    static void name(struct block_bench *b);                                                       \
    Test(suite, name) {                                                                            \
        struct block_bench bench;                                                                  \
        block_bench_open(&bench, size);                                                            \
        name(&bench);                                                                              \
        block_bench_close(&bench);                                                                 \
    }                                                                                              \
    static void name(struct block_bench *b)

#endif
