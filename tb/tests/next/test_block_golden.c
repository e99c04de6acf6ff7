// The golden model of the whole block of rtl/next against windows.md, messages.md and registers.md.
#include <string.h>

#include "tb/tests/next/block_bench.h"

#define BLOCK_TEST_OF(size, name)                                                                  \
    static void name(struct block_bench *b);                                                       \
    Test(block_golden, name) {                                                                     \
        struct block_bench bench;                                                                  \
        block_bench_open(&bench, size);                                                            \
        name(&bench);                                                                              \
        block_bench_close(&bench);                                                                 \
    }                                                                                              \
    static void name(struct block_bench *b)
#define BLOCK_TEST(name) BLOCK_TEST_OF(&block_default, name)

static const struct path_size narrow = {.hbm = 1,
                                        .atomic = 1,
                                        .response = 1,
                                        .cnt_w = 4,
                                        .depth = 8,
                                        .slots = 10,
                                        .tag_w = 8,
                                        .gen_w = 1,
                                        .age_w = 4,
                                        .wire_w = 4};

enum {
    WINDOW = 0x000,
    MULTIPLIER = 0x100,
    IN_FORCE = 0x200,
    DEBT = 0x300,
    DEBT_MAX = 0x400,
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

static unsigned lane(unsigned base, unsigned l) {
    return base + 4 * l;
}

// --- registers.md, 9.1 -------------------------------------------------------------------------

BLOCK_TEST(bring_up) {
    static const struct {
        unsigned address;
        uint32_t reset, value;
    } rows[] = {
        {0x000, 64000, 12345},  {0x020, 64000, 7},  {0x024, 16000, 0},  {0x100, 4096, 16383},
        {0x800, 1600, 65535},   {0x81c, 1600, 1},   {0x820, 320, 0},    {0x824, 1024, 5},
        {0x828, 164, 5},        {0x82c, 128, 0},    {0x830, 0, 15},     {0x834, 0, 3},
        {0x838, 512, 0xffffff}, {0x83c, 0, 0xffff}, {0x840, 1024, 0},   {0x844, 0, 65535},
        {0x854, 3, 15},         {0x858, 0, 0x3ff},  {0x85c, 0, 0},      {0x860, 1024, 4096},
        {0x864, 16383, 8192},   {0x870, 65536, 0},  {0x874, 0, 16},     {0x868, 0, 0x3ff},
        {0x880, 64000, 1},      {0x888, 16000, 2},  {0x890, 256000, 3}, {0x898, 64000, 99999},
        {0x8a0, 0, 65535},      {0x8a4, 0, 127},    {0x86c, 0, 0},      {0x848, 0, 0xffffffff},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        cr_assert(block_get(b, rows[i].address) == rows[i].reset, "0x%03x", rows[i].address);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        block_set_register(b, rows[i].address, rows[i].value);
        cr_assert(block_get(b, rows[i].address) == rows[i].value, "0x%03x", rows[i].address);
    }
    cr_assert(block_get(b, ERRORS) == 0);
}

// Values after reset fit at every size.
BLOCK_TEST_OF(&narrow, narrow_settings_after_reset) {
    cr_assert(block_get(b, WINDOW) == 14 && block_get(b, IN_FORCE) == 14);
    cr_assert(block_get(b, CEILING) == 14 && block_get(b, FLOOR + 8) == 14);
    cr_assert(block_get(b, SMALL_LIMIT) == 15 && block_get(b, BOUND) == 15);
    cr_assert(block_get(b, COMMAND_LIMIT) == 8);
    block_set_register(b, WINDOW, 15);
    cr_assert(block_get(b, WINDOW) == 14 && b->window[0] == 14);
    cr_assert(block_try_write(b, WINDOW, 16, 0xf) == SLVERR);
    cr_assert(block_try_write(b, CALIBRATE, 8, 0xf) == SLVERR);
}

// Each lane has a bit, the last ones in the second word.
Test(block_golden, a_bit_of_each_lane) {
    struct block_bench bench;
    struct path_size size = block_default;

    size.hbm = 30;
    block_bench_open(&bench, &size);
    block_set_register(&bench, CALIBRATE, UINT32_MAX);
    cr_assert(block_try_write(&bench, CALIBRATE + 4, 1, 0xf) == SLVERR);
    block_bench_close(&bench);
    size.hbm = 32;
    size.atomic = size.response = 4;
    block_bench_open(&bench, &size);
    block_set_register(&bench, CALIBRATE, UINT32_MAX);
    block_set_register(&bench, CALIBRATE + 4, 0xff);
    cr_assert(block_try_write(&bench, CALIBRATE + 4, 0x100, 0xf) == SLVERR);
    cr_assert(block_get(&bench, lane(WINDOW, 35)) == 64000);
    cr_assert(block_get(&bench, lane(WINDOW, 36)) == 16000);
    cr_assert(block_get(&bench, lane(WINDOW, 39)) == 16000);
    block_bench_close(&bench);
}

// --- registers.md, 9.2 -------------------------------------------------------------------------

struct refusal {
    unsigned address;
    uint32_t value;
    unsigned strobes;
};

static void expect_refused(struct block_bench *b, const struct refusal *refusal) {
    uint32_t before, after;
    const unsigned readable = block_try_read(b, refusal->address, &before);

    block_set_register(b, ERRORS, 0x3f);
    cr_assert(block_try_write(b, refusal->address, refusal->value, refusal->strobes) == SLVERR,
              "0x%03x: 0x%x", refusal->address, refusal->value);
    cr_assert(block_try_read(b, refusal->address, &after) == readable && before == after);
    cr_assert((block_get(b, ERRORS) & 8) != 0 && block_get(b, FIRST_ERROR) == 4);
    cr_assert(block_get(b, FIRST_ERROR_INFO) == refusal->address);
}

BLOCK_TEST(refuses_what_no_register_has) {
    static const struct refusal rows[] = {
        {0x950, 0, 0xf},
        {0x028, 0, 0xf},
        {0x8b8, 0, 0xf},
        {0x001, 0, 0xf},
        {0x83e, 0, 0xf},
        {IN_FORCE, 0, 0xf},
        {DEBT, 0, 0xf},
        {GRANTS, 0, 0xf},
        {HOLDER_STATE, 0, 0xf},
        {WINDOW, 1, 0x7},
        {HOLD, 1, 0x0},
        {MULTIPLIER, 1u << 14, 0xf},
        {HOLD, 1u << 16, 0xf},
        {QUANTUM_HBM, 16, 0xf},
        {REPEAT, 16, 0xf},
        {HOLDER, 128, 0xf},
        {SEND, 1u << 13, 0xf},
        {CALIBRATE, 1u << 10, 0xf},
        {CALIBRATE + 4, 1, 0xf},
        {ERRORS, 64, 0xf},
        {SMALL_LIMIT, 1u << 24, 0xf},
        {BOUND, 1u << 16, 0xf},
        {COMMAND_LIMIT, 256, 0xf},
        {TUNE_INTERVAL, 1u << 24, 0xf},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        expect_refused(b, &rows[i]);
}

BLOCK_TEST(refuses_what_contradicts_what_is_in_force) {
    static const struct refusal fresh[] = {
        {COMMAND_LIMIT, 129, 0xf},
        {MULTIPLIER, 0, 0xf},
        {MULTIPLIER_MIN, 0, 0xf},
        {MULTIPLIER_MAX, 0, 0xf},
        {MULTIPLIER_MAX, 1023, 0xf},
        {FLOOR, 256001, 0xf},
        {CEILING, 63999, 0xf},
        {FLOOR + 8, 64001, 0xf},
        {CEILING + 8, 15999, 0xf},
        {THRESHOLD, 1, 0xf},
        {TUNE, 1, 0xf},
    };
    static const struct refusal set_up[] = {
        {MULTIPLIER_MIN, 5001, 0xf}, {INTERVAL, 0, 0xf}, {CLOCK_QUANTA, 0, 0xf}};

    for (size_t i = 0; i < sizeof fresh / sizeof *fresh; i++)
        expect_refused(b, &fresh[i]);
    block_set_register(b, MULTIPLIER_MAX, 5000);
    block_set_register(b, INTERVAL, 1);
    block_set_register(b, THRESHOLD + 4, 1);
    block_set_register(b, CLOCK_QUANTA, 1);
    block_set_register(b, TUNE, 0x100);
    for (size_t i = 0; i < sizeof set_up / sizeof *set_up; i++)
        expect_refused(b, &set_up[i]);
    block_set_register(b, THRESHOLD + 4, 0);
    block_set_register(b, INTERVAL, 0);
    block_set_register(b, TUNE, 0);
    block_set_register(b, CLOCK_QUANTA, 0);
}

// What is just not refused.
BLOCK_TEST(limits_may_be_equal) {
    block_set_register(b, COMMAND_LIMIT, 128);
    block_set_register(b, MULTIPLIER_MIN, 16383);
    block_set_register(b, MULTIPLIER_MIN, 1);
    block_set_register(b, MULTIPLIER_MAX, 1);
    block_set_register(b, FLOOR + 4, 256000);
    block_set_register(b, FLOOR + 4, 0);
    block_set_register(b, CEILING + 4, 0);
    cr_assert(block_get(b, ERRORS) == 0);
}

BLOCK_TEST(refuses_reads_without_a_register) {
    static const unsigned addresses[] = {0x028, SEND, 0x94c, 0x801, 0xffc};
    uint32_t data;

    for (size_t i = 0; i < sizeof addresses / sizeof *addresses; i++) {
        block_set_register(b, ERRORS, 0x3f);
        cr_assert(block_try_read(b, addresses[i], &data) == SLVERR && data == 0);
        cr_assert(block_get(b, ERRORS) == 0x10 && block_get(b, FIRST_ERROR) == 5);
        cr_assert(block_get(b, FIRST_ERROR_INFO) == addresses[i]);
    }
}

// Taken in clock 0, performed in 1; the bits are low in clocks 2 to 10, the last of which decides.
BLOCK_TEST(a_static_write_closes_the_block) {
    b->in.axi_awvalid = b->in.axi_wvalid = true;
    b->in.axi_awaddr = QUANTUM_HBM;
    b->in.axi_wdata = 6;
    block_step(b);
    b->in.axi_awvalid = b->in.axi_wvalid = false;
    cr_assert(b->out.path.op_ready[0][3] && !b->out.axi_awready);
    for (int clock = 2; clock <= 10; clock++) {
        block_go_to(b, clock);
        cr_assert(!b->out.path.op_ready[0][3] && !b->out.path.op_ready[2][9]);
    }
    block_step(b);
    cr_assert(b->out.path.op_ready[0][3] && b->answered == 11 && b->out.axi_bresp == OKAY);
    block_grant(b, 1, 3, 640);
    cr_assert(block_get(b, lane(DEBT, 3)) == 10);
}

BLOCK_TEST(static_writes_are_refused_while_busy) {
    static const struct refusal to_eight = {QUANTUM_HBM, 3, 0xf};

    block_grant(b, 1, 3, 640); // held
    expect_refused(b, &to_eight);
    block_complete(b, 3, 1, 0);
    block_run(b, 20);
    block_set_register(b, QUANTUM_HBM, 3); // nobody is told of what returned

    b->in.path.pause = true; // waits
    block_offer(b, 2, 0, 3)->op_length = 8;
    block_run(b, 20);
    expect_refused(b, &(struct refusal){QUANTUM_HBM, 4, 0xf});
    b->in.path.pause = false;
    block_run(b, 10);
    block_complete(b, 3, 2, 0);
    block_run(b, 10);

    block_set_register(b, REPEAT, 1);
    block_set_register(b, INTERVAL, 200); // the first message is shown, and waits
    expect_refused(b, &(struct refusal){QUANTUM_HBM, 4, 0xf});
    b->in.message_ready = true; // it is to be repeated
    block_step(b);
    cr_assert(!b->out.message_valid);
    expect_refused(b, &(struct refusal){QUANTUM_HBM, 4, 0xf});
    block_run(b, 200);
    block_set_register(b, QUANTUM_HBM, 4);
}

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
Test(block_golden, calibration_of_one_sample) {
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
Test(block_golden, a_turn_lasts_256_clocks) {
    int sampled = 0;

    for (int clocks = 20; clocks < 20 + 256 + 9; clocks++)
        sampled += is_sampled(clocks);
    cr_assert(sampled == 256, "%d", sampled);
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
    const int windows = 1;

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

Test(block_golden, tuning_by_what_an_epoch_served) {
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
Test(block_golden, software_writes_while_the_tuner_looks) {
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

// Bus, calibrator and tuner ask for windows of all lanes, faster than the unit can divide. When
// they have ended, each window in force is what window and multiplier give.
BLOCK_TEST(no_request_for_a_window_is_lost) {
    block_set_register(b, CLOCK_QUANTA, 16);
    block_set_register(b, TUNE_INTERVAL, 1);
    block_set_register(b, FLOOR, 1000);
    block_set_register(b, CALIBRATE, 0xff);
    block_set_register(b, TUNE, 0xff);
    for (unsigned i = 0; i < 3000; i++) {
        const unsigned tag = i % BLOCK_TAGS, p = i % 8;
        block_grant(b, tag, p, 4096);
        block_complete(b, p, tag, (uint16_t)(i / 500 % 2 ? 100 : 10000));
        if (i % 7 == 0)
            block_set_register(b, lane(MULTIPLIER, i / 7 % 8), 5000 + i);
        if (i % 50 == 0)
            block_set_register(b, lane(WINDOW, i / 50 % 8), 64000);
    }
    block_set_register(b, CALIBRATE, 0);
    block_set_register(b, TUNE, 0);
    block_run(b, 2000);
    for (unsigned l = 0; l < 8; l++) {
        const uint64_t window = block_get(b, lane(WINDOW, l));
        const uint32_t multiplier = block_get(b, lane(MULTIPLIER, l));
        cr_assert(multiplier != 4096 && window >= 1000);
        cr_assert(block_get(b, lane(IN_FORCE, l)) == (window << 12) / multiplier, "lane %u", l);
    }
    cr_assert(b->out.quiet);
}

// --- messages.md -------------------------------------------------------------------------------

static void credit(struct block_bench *b, unsigned partition, uint32_t bytes) {
    const unsigned tag = (unsigned)b->clock % BLOCK_TAGS;

    block_grant(b, tag, partition, bytes);
    block_complete(b, partition, tag, 0);
    block_run(b, 4); // the return commits
}

BLOCK_TEST(messages_tell_all_credit_and_are_repeated) {
    int shown[8];
    unsigned messages = 0;

    block_bench_reset(b, 2);
    block_set_register(b, INTERVAL, 100);
    block_set_register(b, REPEAT, 2);
    block_run(b, 200);
    cr_assert(!b->out.message_valid && b->out.message_epoch == 2);
    credit(b, 3, 1000);
    const int commit = b->clock;
    credit(b, 3, 500);
    cr_assert(b->out.message_valid && b->out.message_credit[3] == 1000, "unchanged while it waits");
    b->in.message_ready = true;
    for (int i = 0; i < 1000; i++) {
        block_step(b);
        if (b->out.message_valid && messages < 8) {
            shown[messages++] = b->clock;
            cr_assert(b->out.message_credit[3] == 1500 && b->out.message_credit[2] == 0);
        }
    }
    cr_assert(messages == 3 && shown[0] == commit + 2 + 100 && shown[1] == shown[0] + 100 &&
              shown[2] == shown[1] + 100);
    cr_assert(block_get(b, MESSAGES) == 4);
}

BLOCK_TEST(a_threshold_tells_at_once) {
    b->in.message_ready = true;
    block_set_register(b, INTERVAL, 60000);
    block_set_register(b, THRESHOLD, 1000);
    credit(b, 3, 10);
    block_run(b, 2);
    cr_assert(block_get(b, MESSAGES) == 1, "the first is due at once");
    credit(b, 3, 999);
    credit(b, 4, 999);
    block_run(b, 2);
    cr_assert(block_get(b, MESSAGES) == 1);
    credit(b, 4, 1);
    block_run(b, 2);
    cr_assert(b->out.message_valid && b->out.message_credit[3] == 1009 &&
              b->out.message_credit[4] == 1000);
}

BLOCK_TEST(a_message_that_nobody_reads_is_an_error) {
    block_set_register(b, INTERVAL, 1);
    credit(b, 3, 10);
    block_run(b, 2);
    cr_assert(b->out.message_valid);
    block_run(b, 65534);
    cr_assert(block_get(b, ERRORS) == 1u << 5 && block_get(b, FIRST_ERROR_INFO) == 0);
    block_set_register(b, ERRORS, 1u << 5);
    block_run(b, 70000);
    cr_assert(block_get(b, ERRORS) == 0 && block_get(b, FIRST_ERROR) == 0, "once a message");
}

// --- holders, errors, counters -----------------------------------------------------------------

BLOCK_TEST(software_finds_a_holder_and_completes_it) {
    block_set_register(b, HOLD, 1);
    block_grant(b, 77, 3, 640);
    const int granted = b->granted[77];
    block_complete(b, 3, 77, 0); // its `done` is lost
    block_run(b, 20);

    unsigned found = 128;
    for (unsigned id = 0; id < 128 && found == 128; id++) {
        block_set_register(b, HOLDER, id);
        if (block_get(b, HOLDER_STATE) >> 31)
            found = id;
    }
    cr_assert(found < 128 && block_get(b, HOLDER_TAG) == 77);
    cr_assert(block_get(b, HOLDER_STATE) == (1u << 31 | 1u << (16 + DONE) | b->handle[77]));
    block_go_to(b, granted + 2048 - 2 - 1);
    cr_assert(block_get(b, HOLDER_AGE) == 1);
    block_go_to(b, granted + 3 * 1024 - 2);
    cr_assert(block_get(b, HOLDER_AGE) == 3);

    const int start = b->clock;
    block_set_register(b, SEND, (uint32_t)DONE << 28 | b->handle[77]);
    cr_assert(b->answered == start + 3, "performed in 1, sampled in 2, taken up in 3");
    block_go_to(b, start + 3 + 5);
    cr_assert(b->out.path.free_valid[DONE] && b->out.path.free_handle[DONE] == b->handle[77]);
    block_step(b);
    cr_assert(block_get(b, RETURNS) == 1, "`done` gives nothing back");
    cr_assert(block_get(b, HELD) == 0 && block_get(b, HOLDER_STATE) == 0);
    cr_assert(block_get(b, HOLDER_TAG) == 0 && block_get(b, HOLDER_AGE) == 0);
    block_set_register(b, SEND, 0xfu << 28);
    cr_assert(block_get(b, ERRORS) == 0, "a channel that does not exist");
}

BLOCK_TEST(an_old_reservation_is_an_error) {
    block_grant(b, 6, 3, 640);
    block_complete(b, 3, 6, 0);
    block_grant(b, 7, 3, 640); // of an odd id
    block_set_register(b, AGE_LIMIT, 2);
    block_run(b, 3 * 1024 - 40);
    cr_assert(block_get(b, ERRORS) == 0);
    block_run(b, 40 + 128);
    cr_assert(block_get(b, ERRORS) == 4 && block_get(b, FIRST_ERROR) == 3);
    cr_assert(block_get(b, FIRST_ERROR_INFO) == b->handle[7]);
}

BLOCK_TEST(the_first_error_stays_until_all_are_cleared) {
    b->in.path.done_valid = true; // late: no error
    block_run(b, 10);
    cr_assert(block_get(b, ERRORS) == 0 && block_get(b, LATES) == 1);
    block_offer(b, 99, 5, 0); // no such opcode
    block_run(b, 10);
    b->in.path.hbm_valid[0] = true; // nothing is held
    b->in.path.hbm_handle[0] = 17;
    block_run(b, 10);
    cr_assert(block_get(b, ERRORS) == 3);
    cr_assert(block_get(b, FIRST_ERROR) == 2 && block_get(b, FIRST_ERROR_INFO) == 99);
    cr_assert(block_get(b, REJECTS) == 1 && block_get(b, STRAYS) == 1);
    block_set_register(b, ERRORS, 2);
    cr_assert(block_get(b, ERRORS) == 1 && block_get(b, FIRST_ERROR) == 2);
    block_set_register(b, ERRORS, 1);
    cr_assert(block_get(b, FIRST_ERROR) == 0 && block_get(b, FIRST_ERROR_INFO) == 0);
}

// A stray commits in clock c + 4 of its transfer; a write performed in that clock clears the bit.
BLOCK_TEST(an_error_at_the_edge_that_clears_it_stays) {
    b->in.path.hbm_valid[0] = true;
    b->in.path.hbm_handle[0] = 17;
    block_run(b, 10);
    b->in.path.hbm_valid[0] = true;
    b->in.path.hbm_handle[0] = 18;
    block_run(b, 3);
    block_set_register(b, ERRORS, 1);
    cr_assert(block_get(b, ERRORS) == 1 && block_get(b, FIRST_ERROR) == 1);
    cr_assert(block_get(b, FIRST_ERROR_INFO) == 18 && block_get(b, STRAYS) == 2);
}

BLOCK_TEST(counters_tell_what_happened) {
    block_set_register(b, lane(WINDOW, 3), 1000);
    block_set_register(b, COMMAND_LIMIT, 2);
    block_grant(b, 1, 3, 1000);
    block_offer(b, 2, 0, 3)->op_length = 1; // denied
    block_run(b, 20);
    block_offer(b, 1, 0, 3)->op_again = true; // held
    block_run(b, 5);
    block_offer(b, 2, 0, 3)->op_again = true; // waits
    block_run(b, 10);
    cr_assert(block_get(b, WAITING) == 1 && block_get(b, HELD) == 1 && block_get(b, REPEATS) == 2);
    block_grant(b, 3, 4, 5);
    block_offer(b, 4, 0, 5)->op_length = 1; // the table is full
    block_run(b, 20);
    cr_assert(block_get(b, lane(DENIALS, 3)) == 2 && block_get(b, lane(DENIALS, TABLE)) == 2);
    cr_assert(block_get(b, lane(DEBT, 3)) == 1000 && block_get(b, lane(DEBT_MAX, 3)) == 1000);
    block_complete(b, 3, 1, 0);
    block_run(b, 20);
    cr_assert(block_get(b, lane(DEBT, 3)) + block_get(b, lane(DEBT, 5)) == 1);
    cr_assert(block_get(b, lane(DEBT_MAX, 3)) == 1000 && block_get(b, HELD_MAX) == 2);
    cr_assert(block_get(b, GRANTS) == 3 && block_get(b, FREES) == 1 && block_get(b, RETURNS) == 1);
    cr_assert(block_get(b, RETURNS + 4) == 0 && block_get(b, REJECTS) == 0);
    block_bench_reset(b, 1);
    cr_assert(block_get(b, GRANTS) == 0 && block_get(b, lane(DEBT_MAX, 3)) == 0);
}

// Whether the status sees a debt of lane 3 that is there in clocks phase + 7 to phase + 11. The
// reset is in clock -8: lane 0 is looked at in clock -6, and lane 3 in clocks -3, 7, 17.
static bool sees_debt(int phase) {
    struct block_bench bench;

    block_bench_open(&bench, &block_default);
    block_run(&bench, phase);
    block_grant(&bench, 1, 3, 100);
    block_complete(&bench, 3, 1, 0);
    block_run(&bench, 20);
    const uint32_t seen = block_get(&bench, lane(DEBT_MAX, 3));
    block_bench_close(&bench);
    cr_assert(seen == 0 || seen == 100);
    return seen != 0;
}

Test(block_golden, one_lane_a_clock_is_looked_at) {
    for (int phase = 0; phase < 10; phase++)
        cr_assert(sees_debt(phase) == (phase == 0 || phase >= 6), "%d", phase);
}

BLOCK_TEST(a_debt_that_software_sees_is_in_the_most) {
    for (unsigned i = 1; i < 60; i++) {
        block_grant(b, i, 3, 10 * i);
        block_complete(b, 3, i, 0);
        cr_assert(block_get(b, lane(DEBT, 3)) == 10 * i);
        cr_assert(block_get(b, lane(DEBT_MAX, 3)) == 10 * i);
    }
}

// --- bus and quiet -----------------------------------------------------------------------------

// Address and data come apart, and the answer waits; the next write is performed after it is taken.
BLOCK_TEST(the_bus_waits) {
    b->in.axi_bready = false;
    b->in.axi_wvalid = true;
    b->in.axi_wdata = 5;
    block_step(b);
    b->in.axi_wvalid = false;
    cr_assert(!b->out.axi_wready && b->out.axi_awready);
    block_run(b, 10);
    b->in.axi_awvalid = true;
    b->in.axi_awaddr = HOLD;
    block_step(b);
    b->in.axi_awaddr = BOUND;
    block_step(b);
    cr_assert(b->out.axi_bvalid && b->out.axi_awready && b->out.axi_wready);
    b->in.axi_wvalid = true;
    b->in.axi_wdata = 6;
    block_step(b);
    b->in.axi_awvalid = b->in.axi_wvalid = false;
    block_run(b, 10);
    cr_assert(b->out.axi_bvalid && !b->out.axi_awready);
    cr_assert(block_get(b, HOLD) == 5 && block_get(b, BOUND) == 1024);
    b->in.axi_bready = true;
    block_run(b, 4);
    cr_assert(block_get(b, BOUND) == 6);
}

// What is shown is written whole, padding too.
static bool shows_the_same(const void *a, const void *b) {
    return memcmp(a, b, sizeof(struct block_out)) == 0;
}

static void run_until_quiet(struct block_bench *b) {
    for (int i = 0; i < 1000 && !b->out.quiet; i++)
        block_step(b);
    cr_assert(b->out.quiet);
}

BLOCK_TEST(quiet_when_nothing_is_under_way) {
    run_until_quiet(b);
    cr_assert(b->clock == -8 + 12 + 1 + 10 + 2, "rest, and a look at each lane");
    struct block_out before = b->out;
    block_run(b, 1000);
    cr_assert(shows_the_same(&before, &b->out));
    block_set_register(b, AGE_LIMIT, 1); // nothing is held
    run_until_quiet(b);
    block_set_register(b, AGE_LIMIT, 0);
    block_offer(b, 1, 0, 3)->op_length = 1;
    block_step(b);
    cr_assert(!b->out.quiet);
    run_until_quiet(b); // held, and nothing happens
    block_set_register(b, AGE_LIMIT, 1);
    block_run(b, 500);
    cr_assert(!b->out.quiet, "it may grow old");
    block_run(b, 2000);
    cr_assert(b->out.quiet && block_get(b, ERRORS) == 4);
    block_set_register(b, INTERVAL, 50);
    block_complete(b, 3, 1, 0);
    block_run(b, 100);
    cr_assert(!b->out.quiet && b->out.message_valid);
    b->in.message_ready = true;
    block_run(b, 4 * 50 + 20);
    cr_assert(b->out.quiet && block_get(b, MESSAGES) == 4);
    block_set_register(b, CLOCK_QUANTA, 1);
    block_set_register(b, TUNE, 1);
    block_run(b, 500);
    cr_assert(!b->out.quiet, "the tuner looks");
}

// A block whose clock stops while it is quiet and nothing comes is as one whose clock goes on.
BLOCK_TEST(a_clock_that_stops_while_quiet_changes_nothing) {
    struct block_golden *const gated = block_golden_open(&b->size);
    int stopped = 0;

    b->in.message_ready = true;
    b->in.path.rst_n = false;
    for (int i = 0; i < 30000; i++) {
        struct block_out out;
        block_golden_show(gated, &out);
        cr_assert(i == 0 || shows_the_same(&out, &b->out), "clock %d", i);
        const int at = i % 1000;
        b->in.axi_awvalid = b->in.axi_wvalid = i < 3000 && at == 20;
        b->in.axi_awaddr = (uint16_t)(i < 1000 ? CALIBRATE : i < 2000 ? INTERVAL : AGE_LIMIT);
        b->in.axi_wdata = i < 1000 ? 0x3ff : i < 2000 ? 70 : 0;
        b->in.axi_arvalid = at == 900;
        b->in.axi_araddr = (uint16_t)lane(i / 1000 % 2 ? DEBT_MAX : MULTIPLIER, 3);
        for (unsigned k = 0; k < 6; k++)
            if (at == 300 + 40 * (int)k)
                block_offer(b, k, 0, 1 + k / 2)->op_length = 3000;
        for (unsigned k = 0; k < 6; k++)
            if (at == 350 + 70 * (int)k && b->granted[k] >= 0)
                block_complete(b, 1 + k / 2, k, 300);
        const bool beat = i < 20 || b->in.path.op_valid || b->in.axi_awvalid || b->in.axi_arvalid ||
                          b->in.path.hbm_valid[1] || b->in.path.hbm_valid[2] ||
                          b->in.path.hbm_valid[3];
        b->in.now = 1000 + (uint64_t)b->clock + 8;
        if (out.quiet && !beat)
            stopped++;
        else
            block_golden_clock(gated, &b->in);
        block_step(b);
        b->in.path.rst_n = true;
    }
    cr_assert(stopped > 1000 && block_get(b, CALIBRATIONS) > 3);
    block_golden_close(gated);
}
