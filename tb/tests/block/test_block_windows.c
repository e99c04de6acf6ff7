// The golden model of the whole block of rtl against windows.md.
#include "tb/tests/block/block_bench.h"

#define BLOCK_TEST(name) BLOCK_TEST_OF(block_windows, &block_default, name)

// --- windows.md, 7.1 and 7.2 -------------------------------------------------------------------

// Performed in clock 1, taken in 2, known and written in 3.
BLOCK_TEST(a_window_write_is_in_force_and_then_answered) {
    block_set_register(b, lane(WINDOW, 3), 4096);
    cr_assert(b->window[3] == 4096 && b->window_at[3] == 7 && b->answered == 8);
    cr_assert(block_get(b, lane(IN_FORCE, 3)) == 4096 && block_get(b, lane(IN_FORCE, 2)) == 64000);

    block_grant(b, 1, 3, 4096);
    block_offer(b, 2, 0, 3)->op_length = 1;
    block_run(b, 20);
    cr_assert(b->granted[2] < 0 && block_get(b, lane(DENIALS, 3)) == 1);
    block_set_register(b, lane(WINDOW, 3), 4097);
    block_run(b, 20);
    cr_assert(b->granted[2] == b->window_at[3] + 3);
}

// A window of lane 4 commits in clock 7, of which a read tells that is taken in clock 5.
BLOCK_TEST(a_read_tells_of_two_clocks_later) {
    static const struct {
        int taken;
        unsigned lane;
        uint32_t value;
    } rows[] = {{4, 4, 64000}, {5, 5, 64000}, {5, 4, 77}};

    for (unsigned i = 0; i < 3; i++) {
        uint32_t data;

        block_bench_reset(b, 0);
        b->in.axi_awvalid = b->in.axi_wvalid = true;
        b->in.axi_awaddr = (uint16_t)lane(WINDOW, 4);
        b->in.axi_wdata = 77;
        block_step(b);
        b->in.axi_awvalid = b->in.axi_wvalid = false;
        block_go_to(b, rows[i].taken);
        cr_assert(block_try_read(b, lane(IN_FORCE, rows[i].lane), &data) == OKAY);
        cr_assert(b->window_at[4] == 7 && data == rows[i].value, "row %u", i);
    }
}

BLOCK_TEST(a_multiplier_of_two_halves_the_window) {
    block_set_register(b, lane(WINDOW, 3), 10001);
    const int start = b->clock;
    block_set_register(b, lane(MULTIPLIER, 3), 8192);
    cr_assert(b->window[3] == 5000);
    cr_assert(b->window_at[3] == start + 2 + 32 + 13 + 4 && b->answered == b->window_at[3] + 1);
    cr_assert(block_get(b, lane(IN_FORCE, 3)) == 5000 && block_get(b, lane(WINDOW, 3)) == 10001);

    block_set_register(b, lane(WINDOW, 3), 1);
    cr_assert(b->window[3] == 1, "never below 1");
    block_set_register(b, lane(WINDOW, 3), 0);
    cr_assert(b->window[3] == 0, "but for a closed lane");
    block_set_register(b, lane(MULTIPLIER, 3), 1);
    block_set_register(b, lane(WINDOW, 3), UINT32_MAX);
    cr_assert(b->window[3] == UINT32_MAX - 1 && block_get(b, WINDOW + 12) == UINT32_MAX - 1);
    block_set_register(b, COMMAND_LIMIT, 5);
    cr_assert(b->window[TABLE] == 5);
}

// --- windows.md, 7.3 ---------------------------------------------------------------------------

// Three partitions are granted 4096 bytes each, complete in the same clock, and are observed.
static void round_of_three(struct block_bench *b, uint16_t observed) {
    for (unsigned p = 2; p < 5; p++) {
        block_offer(b, p, 0, p)->op_length = 4096;
        block_step(b);
    }
    block_run(b, 7);
    for (unsigned p = 2; p < 5; p++)
        block_complete(b, p, p, observed);
    block_run(b, 10);
}

// 4096 bytes are expected to take 164 quanta.
BLOCK_TEST(calibration_gives_each_lane_its_turn) {
    block_set_register(b, CALIBRATE, 7u << 2);
    for (int i = 0; i < 1500; i++)
        round_of_three(b, 2 * 164);
    for (unsigned p = 2; p < 5; p++) {
        const uint32_t multiplier = block_get(b, lane(MULTIPLIER, p));
        cr_assert(multiplier > 8192 - 16 && multiplier <= 8192, "%u: %u", p, multiplier);
        cr_assert(block_get(b, lane(IN_FORCE, p)) == (64000u << 12) / multiplier);
        cr_assert(b->windows[p] > 50);
    }
    cr_assert(block_get(b, CALIBRATIONS) == b->windows[2] + b->windows[3] + b->windows[4]);
    cr_assert(block_get(b, lane(MULTIPLIER, 1)) == 4096);
}

BLOCK_TEST(calibration_keeps_its_limits_and_knows_the_unknown) {
    block_set_register(b, CALIBRATE, 7u << 2);
    block_set_register(b, MULTIPLIER_MAX, 5000);
    for (int i = 0; i < 60; i++)
        round_of_three(b, 20000);
    cr_assert(block_get(b, lane(MULTIPLIER, 2)) == 5000);
    block_set_register(b, MULTIPLIER_MIN, 4500);
    for (int i = 0; i < 60; i++)
        round_of_three(b, PATH_UNKNOWN);
    cr_assert(block_get(b, lane(MULTIPLIER, 2)) == 5000);
    for (int i = 0; i < 60; i++)
        round_of_three(b, 0);
    cr_assert(block_get(b, lane(MULTIPLIER, 2)) == 4500);
}

// A sample commits 4 clocks after the completion's transfer. Its multiplier is in force 64 clocks
// later, is asked for in that clock, taken in the next, known 45 later, and commits 4 later.
BLOCK_TEST(calibration_takes_its_clocks) {
    block_set_register(b, CALIBRATE, 8);
    block_grant(b, 1, 3, 4096);
    block_run(b, 10);
    const int commit = b->clock + 4;
    block_complete(b, 3, 1, 4 * 164);
    block_go_to(b, commit + 64 - 2);
    cr_assert(block_get(b, lane(MULTIPLIER, 3)) == 4096 + 12288 / 16 - 1);
    block_run(b, 60);
    cr_assert(b->window_at[3] == commit + 64 + 1 + 45 + 4);
}

// One sample of an Atomic, which is expected to take 1600 quanta.
static uint32_t after_one_atomic(uint32_t quantum, uint32_t quanta, uint16_t observed) {
    struct block_bench bench;
    struct block_bench *const b = &bench;

    block_bench_open(b, &block_default);
    block_set_register(b, QUANTUM_TIME, quantum);
    block_set_register(b, ATOMIC_SERVICE, quanta);
    block_set_register(b, CALIBRATE, 1u << 8);
    block_offer(b, 1, ATOMIC, 0);
    block_run(b, 10);
    b->in.path.atomic_valid[0] = true;
    b->in.path.atomic_handle[0] = b->handle[1];
    b->in.atomic_observed[0] = observed;
    block_run(b, 100);
    const uint32_t multiplier = block_get(b, lane(MULTIPLIER, 8));
    block_bench_close(b);
    return multiplier;
}

// 7.3: half a unit is rounded up, a sixteenth is rounded down.
Test(block_windows, calibration_of_one_sample) {
    cr_assert(after_one_atomic(0, 1600, 3200) == 4096 + 4096 / 16);
    cr_assert(after_one_atomic(0, 4096, 4096) == 4096);
    cr_assert(after_one_atomic(0, 4096, 4096 + 15) == 4096);
    cr_assert(after_one_atomic(0, 4096, 4096 + 16) == 4097);
    cr_assert(after_one_atomic(0, 4096, 4095) == 4095);
    cr_assert(after_one_atomic(0, 4096, 4096 - 16) == 4095);
    cr_assert(after_one_atomic(0, 4096, 4096 - 17) == 4094);
    cr_assert(after_one_atomic(0, 8192, 8192 + 30) == 4096);
    cr_assert(after_one_atomic(0, 8192, 8192 + 31) == 4097, "15.5 are 16");
    cr_assert(after_one_atomic(4, 1601, 1616) == 4096, "a component of 101 units");
    cr_assert(after_one_atomic(0, 0, 5) == 4096, "nothing is expected");
    cr_assert(after_one_atomic(0, 1, 65534) == 4096 + (16383 - 4096) / 16);
}

// Whether a return that commits so many clocks after the lane was enabled is a sample, in a block
// that is not quiet meanwhile.
static bool is_sampled(int clocks) {
    struct block_bench bench;
    struct block_bench *const b = &bench;

    block_bench_open(b, &block_default);
    block_grant(b, 1, 3, 4096);
    block_set_register(b, AGE_LIMIT, 100);
    block_set_register(b, CALIBRATE, 8);
    block_run(b, clocks);
    block_complete(b, 3, 1, 1000);
    block_run(b, 100);
    const bool sampled = block_get(b, CALIBRATIONS) == 1;
    block_bench_close(b);
    return sampled;
}

// 7.5: the other nine lanes are passed over, one a clock, after 256 clocks.
Test(block_windows, a_turn_lasts_256_clocks) {
    int passed = 20;

    while (!is_sampled(passed))
        passed++;
    while (is_sampled(passed))
        passed++;
    for (int clocks = 0; clocks < 9 + 256 + 1; clocks++)
        cr_assert(is_sampled(passed + clocks) == (clocks >= 9 && clocks < 9 + 256), "%d", clocks);
}

// A return of which nothing is expected is a sample all the same: the next is one when the turn has
// come back, 64 clocks and nine lanes later.
static unsigned calibrations_after_a_void_sample(int clocks) {
    struct block_bench bench;
    struct block_bench *const b = &bench;

    block_bench_open(b, &block_default);
    block_set_register(b, CALIBRATE, 8);
    block_grant(b, 1, 3, 0);
    block_grant(b, 2, 3, 4096);
    block_set_register(b, AGE_LIMIT, 100); // it is not quiet
    block_run(b, 10);                      // the turn has come
    block_complete(b, 3, 1, 1000);
    block_run(b, clocks);
    block_complete(b, 3, 2, 1000);
    block_run(b, 100);
    const unsigned calibrations = block_get(b, CALIBRATIONS);
    block_bench_close(b);
    return calibrations;
}

Test(block_windows, a_sample_that_tells_nothing_takes_the_turn) {
    cr_assert(calibrations_after_a_void_sample(1) == 0);
    cr_assert(calibrations_after_a_void_sample(64 + 8) == 0);
    cr_assert(calibrations_after_a_void_sample(64 + 9) == 1);
}

// Software writes the multiplier while a sample is worked at.
BLOCK_TEST(software_overrules_calibration) {
    block_set_register(b, CALIBRATE, 8);
    block_grant(b, 1, 3, 4096);
    block_run(b, 10);
    block_complete(b, 3, 1, 4 * 164);
    block_run(b, 4);
    block_set_register(b, lane(MULTIPLIER, 3), 4096);
    block_run(b, 100);
    cr_assert(block_get(b, lane(MULTIPLIER, 3)) == 4096 && block_get(b, CALIBRATIONS) == 0);
}

// --- windows.md, 7.4 ---------------------------------------------------------------------------

static void tune_lane_three(struct block_bench *b) {
    block_set_register(b, CLOCK_QUANTA, 16); // a quantum a clock
    block_set_register(b, TUNE_INTERVAL, 1000);
    block_set_register(b, lane(WINDOW, 3), 3200);
    block_set_register(b, FLOOR, 3000);
    block_set_register(b, CEILING, 3500);
    block_set_register(b, TUNE, 8);
}

// An operation holds the lane and another waits for it: nothing returns, and the window grows.
BLOCK_TEST(tuning_raises_a_wanted_lane_although_nothing_returns) {
    tune_lane_three(b);
    block_grant(b, 1, 3, 3200);
    block_offer(b, 2, 0, 3)->op_length = 400;
    block_run(b, 1300);
    cr_assert(b->window[3] == 3400, "%u", b->window[3]);
    block_run(b, 1200);
    cr_assert(b->window[3] == 3500, "up to the ceiling");
    block_run(b, 3000);
    cr_assert(b->window[3] == 3500 && b->granted[2] < 0);
    block_set_register(b, CEILING, 4000);
    block_run(b, 1300);
    cr_assert(b->granted[2] == b->window_at[3] + 3 && b->window[3] == 3500 + 3500 / 16);
}

// An idle lane that nobody wants stays as it is, and so does one whose service is not known.
BLOCK_TEST(tuning_leaves_a_lane_that_nobody_wants) {
    const unsigned windows = 1;

    tune_lane_three(b);
    block_run(b, 5000);
    cr_assert(b->windows[3] == windows);
    block_grant(b, 1, 3, 3200);
    block_complete(b, 3, 1, 10);
    block_run(b, 2000);
    cr_assert(b->windows[3] == windows, "its own grant is no want");
}

// What a busy lane served is more than has elapsed: its window falls to the floor.
BLOCK_TEST(tuning_lowers_a_busy_lane) {
    tune_lane_three(b);
    for (unsigned i = 0; i < 400; i++) {
        block_grant(b, i % 200, 3, 1);
        block_complete(b, 3, i % 200, i < 300 ? 1000 : PATH_UNKNOWN);
        block_run(b, 12);
        cr_assert(b->window[3] <= 3200);
    }
    cr_assert(b->window[3] == 3000 && block_get(b, lane(WINDOW, 3)) == 3000);
    cr_assert(b->windows[3] == 4, "3200, 3100, 3004, 3000");
}

// The window after an epoch in which somebody waited and so much was served. A look takes 64 clocks
// and nine lanes are passed over: the epoch ends after 14 * 73 clocks, as many quanta.
static uint32_t tuned_after(uint16_t served) {
    struct block_bench bench;
    struct block_bench *const b = &bench;

    block_bench_open(b, &block_default);
    tune_lane_three(b);
    block_set_register(b, TUNE_INTERVAL, 14 * 73);
    block_run(b, 20);
    block_grant(b, 1, 3, 3200);
    block_offer(b, 2, 0, 3)->op_length = 400;
    block_run(b, 20);
    block_complete(b, 3, 1, served);
    block_run(b, 1150);
    const uint32_t window = block_get(b, lane(WINDOW, 3));
    block_bench_close(b);
    return window;
}

Test(block_windows, tuning_by_what_an_epoch_served) {
    cr_assert(tuned_after(0) == 3400);
    cr_assert(tuned_after(1022 - 64) == 3400, "more than a sixteenth was idle");
    cr_assert(tuned_after(1022 - 63) == 3200);
    cr_assert(tuned_after(1022 - 1) == 3200);
    cr_assert(tuned_after(1022) == 3100);
    cr_assert(tuned_after(PATH_UNKNOWN - 1) == 3100);
    cr_assert(tuned_after(PATH_UNKNOWN) == 3200);
}

// Lane 3 is full, and wanted. Software writes its window in that clock; 0: never. Returns the clock
// in which the tuner's first window is in force: it commits 6 clocks later.
static int first_tuned(int write) {
    struct block_bench bench;
    struct block_bench *const b = &bench;

    block_bench_open(b, &block_default);
    tune_lane_three(b);
    block_grant(b, 1, 3, 3200);
    block_offer(b, 2, 0, 3)->op_length = 400;
    if (write) {
        block_go_to(b, write - 1);
        block_set_register(b, lane(WINDOW, 3), 3200);
        cr_assert(b->window[3] == 3200);
    }
    while (b->window[3] != 3400) {
        block_step(b);
        cr_assert(b->clock < 4000);
    }
    block_bench_close(b);
    return b->clock - 6;
}

// A look in whose clocks software writes the window sets none; the next epoch's does.
Test(block_windows, software_writes_while_the_tuner_looks) {
    const int first = first_tuned(0);

    cr_assert(first_tuned(first - 1) == first + 1022);
    cr_assert(first_tuned(first - 30) == first + 1022);
    cr_assert(first_tuned(first - 64) == first + 1022);
    cr_assert(first_tuned(first - 65) == first);
}

BLOCK_TEST(tuning_does_not_open_a_closed_lane) {
    tune_lane_three(b);
    block_set_register(b, lane(WINDOW, 3), 0);
    block_offer(b, 2, 0, 3)->op_length = 400;
    block_run(b, 3000);
    cr_assert(b->window[3] == 0 && b->granted[2] < 0);
}

// The bus asks for the lane while the unit divides for the tuner.
BLOCK_TEST(software_overrules_the_tuner) {
    tune_lane_three(b);
    block_set_register(b, lane(MULTIPLIER, 3), 4000);
    block_grant(b, 1, 3, 3200);
    block_offer(b, 2, 0, 3)->op_length = 400;
    block_run(b, 900);
    while (block_get(b, lane(WINDOW, 3)) == 3200)
        cr_assert(b->clock < 3000);
    const unsigned windows = b->windows[3];
    const int start = b->clock;
    block_set_register(b, lane(WINDOW, 3), 2000);
    cr_assert(b->windows[3] == windows + 1 && b->window[3] == 2048);
    cr_assert(b->window_at[3] == start + 2 + 45 + 4, "taken next");
}

// 7.1
static void expect_all_in_force(struct block_bench *b) {
    for (unsigned l = 0; l < 8; l++) {
        const uint64_t window = block_get(b, lane(WINDOW, l));
        const uint32_t multiplier = block_get(b, lane(MULTIPLIER, l));
        cr_assert(block_get(b, lane(IN_FORCE, l)) == (window << 12) / multiplier, "lane %u", l);
    }
}

// Bus, calibrator and tuner ask for windows faster than the unit can divide. When they have ended,
// each window in force is what window and multiplier give.
BLOCK_TEST(no_request_for_a_window_is_lost) {
    block_set_register(b, CLOCK_QUANTA, 16);
    block_set_register(b, TUNE_INTERVAL, 1);
    block_set_register(b, FLOOR, 1000);
    for (unsigned i = 0; i < 1200; i++) {
        const unsigned tag = i % BLOCK_TAGS, p = i % 8;
        block_set_register(b, CALIBRATE, 0xff);
        block_set_register(b, TUNE, 0xff);
        block_grant(b, tag, p, 4096);
        block_complete(b, p, tag, (uint16_t)(i / 150 % 2 ? 100 : 10000));
        block_set_register(b, lane(MULTIPLIER, i % 64 ? 9 : i / 64 % 8), 5000 + i);
        if (i % 40 < 39)
            continue;
        block_set_register(b, CALIBRATE, 0);
        block_set_register(b, TUNE, 0);
        block_run(b, 2000);
        expect_all_in_force(b);
        cr_assert(b->out.quiet);
    }
    cr_assert(block_get(b, CALIBRATIONS) > 500);
}
