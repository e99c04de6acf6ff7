// Drives a model of the admission path of rtl by hand, and keeps what it shows as text.
#ifndef SEMA_BLOCK_PATH_BENCH_H
#define SEMA_BLOCK_PATH_BENCH_H

#include <criterion/criterion.h>

#include "csim/golden/path_golden.h"

enum { WRITE = 0, READ = 1, NOTIFICATION = 2, ATOMIC = 8 };
enum { BENCH_TAGS = 256 };

struct path_bench {
    struct path_size size;
    struct path_golden *golden;
    struct path_in in;           // of this clock; beats are for one clock, what is static stays
    struct path_out out;         // of this clock
    int clock;                   // clock 0 is that in which the bench is opened, well after reset
    uint32_t handle[BENCH_TAGS]; // of the last grant of a tag
    bool granted[BENCH_TAGS];
    char log[4096];
};

enum { ATOMIC_LANE = 8, RESPONSE_LANE = 9, TABLE = 10 }; // of the default size

extern const struct path_size path_default;
extern const struct path_size path_eight;  // with eight reservations
extern const struct path_size path_narrow; // every counter as narrow as it can be

// A test on a block of the default size, or of another.
#define PATH_TEST_OF(size, name)                                                                   \
    static void name(struct path_bench *b);                                                        \
    Test(path_golden, name) {                                                                      \
        struct path_bench bench;                                                                   \
        path_bench_open(&bench, size);                                                             \
        name(&bench);                                                                              \
        path_bench_close(&bench);                                                                  \
    }                                                                                              \
    static void name(struct path_bench *b)
#define PATH_TEST(name) PATH_TEST_OF(&path_default, name)

// Opens a block and resets it. Service times: an Atomic 100 quanta, a response 10 and a quantum for
// each 16 bytes; writes of at most 256 wire bytes are small.
void path_bench_open(struct path_bench *bench, const struct path_size *size);
void path_bench_close(struct path_bench *bench);
void path_bench_reset(struct path_bench *bench, uint8_t epoch);

// Ends this clock; ends clocks up to the given one; of the given number.
void tick(struct path_bench *bench);
void go_to(struct path_bench *bench, int clock);
void run(struct path_bench *bench, int clocks);

// An operation is offered in this clock; the rest of it is set in what is returned.
struct path_in *op(struct path_bench *bench, uint64_t tag, unsigned opcode, unsigned stage);
void op_write(struct path_bench *bench, uint64_t tag, unsigned lane, uint32_t length);

// A completion comes in this clock, by the handle of the tag's grant.
void hbm(struct path_bench *bench, unsigned partition, unsigned tag);
void atomic(struct path_bench *bench, unsigned tag);
void response(struct path_bench *bench, unsigned tag);
void done(struct path_bench *bench, unsigned tag);

void window(struct path_bench *bench, unsigned lane, uint32_t value);
void software_sends(struct path_bench *bench, unsigned channel, uint32_t handle);

// What was shown since the bench was opened or last asked is this, clock by clock:
//     grant TAG, reject TAG, deny TAG on LANE+LANE (the table is T), window LANE is VALUE
//     return HANDLE to LANE of AMOUNT, done HANDLE, stray HANDLE, late HANDLE, free HANDLE
//     held TAG, waits TAG, unknown TAG
void expect_log(struct path_bench *bench, const char *log);

#endif
