// What calibration learns (rtl/spec/windows.md, 7.3) by the golden model, of services that repeat,
// of random ones, and of some that are unknown: within a tenth of what is true from so much work
// on.
#include "csim/base/rng.h"
#include "tb/tests/base/fixture.h"
#include "tb/tests/block/block_bench.h"

#define CALIBRATION_TEST(name) BLOCK_TEST_OF(calibration, &block_default, name)

enum { SIZE = 4096, EXPECTED = SIZE / 4, US = 16000, PART = 10, TAGS = BLOCK_TAGS };

// Services of a partition, one after the other, as a multiple of what is expected of the bytes.
struct pattern {
    unsigned count, percent[10];
    unsigned unknown; // percent of them that are
};

struct run {
    struct block_bench *bench;
    struct rng rng;
    uint64_t work, n; // quanta expected, operations so far
};

static void enable(struct block_bench *bench) {
    block_set_register(bench, SEMACREDIT_CALIBRATE_ENABLE, 1);
}

// One operation of partition 0 from its offer to its return.
static void operate(struct run *run, uint32_t bytes, uint64_t service) {
    const unsigned tag = (unsigned)(run->n++ % TAGS);
    block_grant(run->bench, tag, 0, bytes);
    block_complete(run->bench, 0, tag, (uint16_t)(service < UINT16_MAX ? service : UINT16_MAX));
    block_run(run->bench, 8);
    run->work += bytes / 4;
}

// Percent of the base window.
static double seen(struct run *run) {
    block_run(run->bench, 128);
    return block_get(run->bench, SEMACREDIT_IN_FORCE) / 640.0;
}

static bool is_near(double seen, double truth) {
    return seen > truth * (100 - PART) / 100 && seen < truth * (100 + PART) / 100;
}

// Looks each 2 us of work, from `from` on.
static void expect_near(struct block_bench *bench, const struct pattern *pattern, double truth,
                        unsigned from) {
    enum { LOOKS = 2, END = 60 };
    struct run run = {bench, rng_stream(1, RNG_AXI), 0, 0};
    enable(bench);
    for (uint64_t next = from; next <= END; next += LOOKS) {
        while (run.work < next * US) {
            const bool known = !rng_chance(&run.rng, pattern->unknown, 100);
            const uint64_t service = EXPECTED * pattern->percent[run.n % pattern->count] / 100;
            operate(&run, SIZE, known ? service : UINT16_MAX);
        }
        const double is = seen(&run);
        cr_assert(is_near(is, truth), "%.1f %% of the window, not %.1f %%, after %u us", is, truth,
                  (unsigned)next);
    }
}

// What it finds, in percent of the base window, from how many us on.
static const struct {
    struct pattern services;
    double truth;
    unsigned from;
} PATTERNS[] = {
    {{1, {200}, 0}, 50, 20}, // a bias
    {{1, {50}, 0}, 200, 20},
    {{2, {50, 150}, 0}, 100, 20},                                  // that alternate
    {{10, {50, 50, 50, 50, 50, 50, 50, 50, 50, 550}, 0}, 100, 20}, // one long in ten
    {{1, {200}, 50}, 50, 25},                                      // half of them unknown
};

EACH(calibration, takes_the_mean_of_services, PATTERNS) {
    struct block_bench bench;
    block_bench_open(&bench, &block_default);
    expect_near(&bench, &row->services, row->truth, row->from);
    block_bench_close(&bench);
}

// 64 bytes take 1 ns, 4 KB 64 ns, and each 20 ns more; both as often.
CALIBRATION_TEST(keeps_the_window_of_operations_of_two_lengths) {
    struct run run = {b, rng_stream(1, RNG_AXI), 0, 0};
    block_set_register(b, SEMACREDIT_CALIBRATE_FIXED, 1280);
    enable(b);
    for (unsigned i = 0; i < 2000; i++) {
        operate(&run, i % 2 ? 64 : SIZE, 320 + (i % 2 ? 16 : EXPECTED));
        if (i % 100 == 99)
            cr_assert(is_near(seen(&run), 100), "operation %u", i);
    }
}

// Of looks at random services from 200 us of work on, 8 us of which move the multiplier.
static void expect_near_mostly(struct block_bench *bench, uint64_t (*draw)(struct rng *rng)) {
    enum { FROM = 200, TO = 5200, LOOKS = 12, OF_TEN = 9 };
    struct run run = {bench, rng_stream(4, RNG_AXI), 0, 0};
    unsigned near = 0, all = 0;
    block_set_register(bench, SEMACREDIT_CALIBRATE_WORK, 512000);
    enable(bench);
    for (uint64_t next = FROM; next <= TO; next += LOOKS) {
        while (run.work < next * US)
            operate(&run, SIZE, draw(&run.rng));
        near += is_near(seen(&run), 100);
        all++;
    }
    cr_assert(near * 10 >= all * OF_TEN, "%u of %u looks", near, all);
}

static uint64_t one_in_ten(struct rng *rng) {
    return EXPECTED * (rng_chance(rng, 1, 10) ? 550u : 50u) / 100;
}

CALIBRATION_TEST(finds_the_mean_of_a_random_long_service_in_ten) {
    expect_near_mostly(b, one_in_ten);
}

// Quanta until a chance of one in the mean comes true.
static uint64_t exponential(struct rng *rng) {
    uint64_t quanta = 1;
    while (!rng_chance(rng, 1, EXPECTED))
        quanta++;
    return quanta;
}

CALIBRATION_TEST(finds_the_mean_of_exponential_services) {
    expect_near_mostly(b, exponential);
}
