// Drives the golden model of the whole block of rtl by hand: a master on the bus, offers,
// completions with what was observed.
#pragma once

#include <criterion/criterion.h>

#include "csim/golden/axi_bus.h"

// Eight HBM partitions, 128 reservations: the first of scripts/block/sizes.txt.
extern const struct path_size block_default;

enum { BLOCK_TAGS = 256, OKAY = 0, SLVERR = 2 };

enum { DONE = 3, ATOMIC = 8 }; // channel and lane of the default size

static inline unsigned lane(unsigned base, unsigned l) {
    return base + 4 * l;
}

struct block_bench {
    struct path_size size;
    struct block_model golden;
    struct block_in in; // of this clock; beats are for one clock
    struct block_out out;
    struct axi_master master;
    int clock;                   // clock 0 is that in which the bench is opened, well after reset
    uint32_t handle[BLOCK_TAGS]; // of the last grant of a tag since
    int granted[BLOCK_TAGS];     // its clock; -1: never
    void (*beside)(void *);      // what else is driven in each clock, before it ends; NULL: nothing
    void *context;               // its
};

void block_bench_open(struct block_bench *bench, const struct path_size *size);
void block_bench_close(struct block_bench *bench);

// Ends this clock, or some clocks. now_i is 1,000 and the clock's number.
void block_step(struct block_bench *bench);
void block_run(struct block_bench *bench, int clocks);

// One write or read from its address to its answer. A write is performed in the clock after that of
// the call.
unsigned block_try_write(struct block_bench *bench, unsigned address, uint32_t data,
                         unsigned strobes);
void block_set_register(struct block_bench *bench, unsigned address, uint32_t data);
unsigned block_try_read(struct block_bench *bench, unsigned address, uint32_t *data);
uint32_t block_get(struct block_bench *bench, unsigned address);
// The same for the driver.
struct semacredit_bus block_bus(struct block_bench *bench);

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
