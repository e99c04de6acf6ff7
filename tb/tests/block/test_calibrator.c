// The calibrator (rtl/spec/calibration.md): what a sample moves a multiplier by and when, and
// what is no sample. A multiplier that learns from nothing, or forgets its limits, would charge
// every later operation wrongly.
#include <criterion/criterion.h>
#include <inttypes.h>

#include "csim/base/rng.h"
#include "csim/golden/calibrator.h"
#include "tb/tests/block/bench.h"

static int64_t floor_div(int64_t a, int64_t b) {
    return a / b - (a % b != 0 && (a < 0) != (b < 0));
}

// The definition, in signed integers.
static uint16_t moved(const struct registers *registers, uint16_t word, int64_t observed,
                      int64_t estimate) {
    const int64_t m = word % 0x4000;
    const int64_t ratio = (observed * 4096 + estimate / 2) / estimate;
    const int64_t target = ratio < 16383 ? ratio : 16383;
    int64_t next = m + floor_div(target - m, 16);

    if (next > registers->multiplier_max)
        next = registers->multiplier_max;
    if (next < registers->multiplier_min)
        next = registers->multiplier_min;
    return (uint16_t)(word - m + next);
}

Test(calibrator, moves_by_a_sixteenth_within_limits) {
    struct rng rng = {1};
    unsigned limited = 0;

    for (unsigned i = 0; i < 300000; i++) {
        struct registers registers = {.multiplier_min = 1, .multiplier_max = 16383};
        if (rng_chance(&rng, 1, 2)) {
            registers.multiplier_min = (uint16_t)rng_below(&rng, 16384);
            registers.multiplier_max = (uint16_t)rng_below(&rng, 16384);
        }
        const uint16_t word = (uint16_t)rng_below(&rng, 65536);
        const uint16_t observed = (uint16_t)(rng_below(&rng, 65535) >> rng_below(&rng, 16));
        const uint16_t estimate = (uint16_t)(1 + (rng_below(&rng, 65534) >> rng_below(&rng, 16)));
        const uint16_t seen = calibrator_move(&registers, word, observed, estimate);
        const uint16_t expected = moved(&registers, word, observed, estimate);
        cr_assert(seen == expected, "0x%x, %u over %u: 0x%x, not 0x%x", word, observed, estimate,
                  seen, expected);
        limited += seen % 0x4000 == registers.multiplier_max;
    }
    cr_assert(limited > 1000);
}

Test(calibrator, learns_only_where_it_is_told_something) {
    cr_assert(calibrator_learns(0x8000, 0, 1));
    cr_assert(calibrator_learns(0xbfff, 65534, 65534));
    cr_assert(not(calibrator_learns(0x3fff, 1, 1)));
    cr_assert(not(calibrator_learns(0xffff, 1, 1)));
    cr_assert(not(calibrator_learns(0x8000, 65535, 1)));
    cr_assert(not(calibrator_learns(0x8000, UINT64_C(1) << 32, 1)));
    cr_assert(not(calibrator_learns(0x8000, 1, 0)));
    cr_assert(not(calibrator_learns(0x8000, 1, 65535)));
}

enum { LEARNS = MULTIPLIER_ENABLE | MULTIPLIER_ONE, TWICE = 2 * ATOMIC_SERVICE_RESET };

static void observe_atomic(struct bench *bench, uint16_t id, uint16_t service) {
    give_atomic(bench, id);
    bench->in.atomic_service = service;
}

static void expect_calibrate(struct bench *bench, unsigned lane, uint16_t word) {
    EXPECT_OUT(bench, calibrate, 1u << lane);
    EXPECT_OUT(bench, multiplier[lane], word);
    expect_commits(bench, 1);
    expect(bench, "kind of commit", COMMIT_CALIBRATE, bench->commits[0].kind);
}

// The multiplier of the Atomic lane learns from now on.
static void learn(struct bench *bench) {
    set(bench, CONFIG_MULTIPLIER + ATOMIC_LANE, LEARNS);
}

// The same from one sample, of reservation `id`, which is given for the next clock.
static void learn_once(struct bench *bench, uint16_t id, uint16_t service) {
    learn(bench);
    admit_atomic(bench, id, 0, id);
    observe_atomic(bench, id, service);
}

ADMIT(a_sample_moves_its_multiplier_calibrate_clocks_later) {
    learn_once(bench, 0, TWICE);
    expect_return(steps(bench, STAGE_COMMIT), CLASS_ATOMIC, 0, ATOMIC_SERVICE_RESET);
    expect_silent_clocks(bench, CALIBRATE_CLOCKS - 1);
    EXPECT_OUT(bench, multiplier[ATOMIC_LANE], LEARNS);
    EXPECT_OUT(bench, quiet, 0);
    expect_calibrate(step(bench), ATOMIC_LANE, LEARNS + 4096 / 16);
    steps(bench, WALK);
    admit_atomic(bench, 2, 0, 1);
    expect_demand(bench, 0, ATOMIC_SERVICE_RESET * 17 / 16, 0);
}

ADMIT(each_class_learns_from_its_own_lane) {
    static const uint16_t word = LEARNS + 4096 / 16;

    for (unsigned lane = 0; lane < LANES; lane++)
        set(bench, CONFIG_MULTIPLIER + lane, LEARNS);
    admit_read(bench, 1, 5, 4096, 0);
    give_hbm(bench, 5, 0);
    bench->in.hbm_service[5] = 2 * 1024;
    steps(bench, HBM_COMMIT);
    give_response(bench, 0);
    bench->in.response_service = (uint16_t)(2 * response_quanta(4096));
    expect_silent_clocks(steps(bench, STAGE_COMMIT), CALIBRATE_CLOCKS - STAGE_COMMIT - 1);
    expect_calibrate(step(bench), 5, word);
    expect_silent_clocks(step(bench), STAGE_COMMIT - 2);
    expect_calibrate(step(bench), RESPONSE_LANE, word);
    for (unsigned lane = 0; lane < LANES; lane++)
        EXPECT_OUT(bench, multiplier[lane], lane == 5 || lane == RESPONSE_LANE ? word : LEARNS);
}

ADMIT(classes_that_learn_together_share_a_commit) {
    learn(bench);
    set(bench, CONFIG_MULTIPLIER + RESPONSE_LANE, LEARNS);
    admit_atomic(bench, 1, 8, 0);
    observe_atomic(bench, 0, TWICE);
    give_response(bench, 0);
    bench->in.response_service = 0;
    expect_silent_clocks(steps(bench, STAGE_COMMIT), CALIBRATE_CLOCKS - 1);
    EXPECT_OUT(step(bench), calibrate, ATOMIC_BIT | RESPONSE_BIT);
    expect_commits(bench, 1);
    EXPECT_OUT(bench, multiplier[ATOMIC_LANE], LEARNS + 256);
    EXPECT_OUT(bench, multiplier[RESPONSE_LANE], LEARNS - 256);
}

// Two samples, so many clocks apart, of reservations `id` and the next, the first of which says
// more and the second less. Returns the multiplier after them.
static unsigned after_samples(struct bench *bench, uint16_t id, unsigned apart) {
    learn(bench);
    admit_atomic(bench, id, 0, id);
    admit_atomic(bench, id + 1u, 0, id + 1u);
    observe_atomic(bench, id, TWICE);
    steps(bench, apart);
    observe_atomic(bench, (uint16_t)(id + 1), 0);
    steps(bench, 3 * CALIBRATE_CLOCKS);
    return bench->out.multiplier[ATOMIC_LANE];
}

ADMIT(a_busy_calibrator_lets_samples_go) {
    static const uint16_t first = LEARNS + 256, both = LEARNS + 256 - 272;

    expect(bench, "at once", first, after_samples(bench, 0, 1));
    expect(bench, "one clock early", first, after_samples(bench, 2, CALIBRATE_CLOCKS - 1));
    expect(bench, "in time", both, after_samples(bench, 4, CALIBRATE_CLOCKS));
}

// A sample that must not move anything, nor keep the block from being quiet.
static void expect_no_sample(struct bench *bench, unsigned multiplier, uint16_t service) {
    const uint32_t tag = (uint32_t)bench->clock;

    set(bench, CONFIG_MULTIPLIER + ATOMIC_LANE, multiplier);
    EXPECT_OUT(decide_atomic(bench, tag, 0), kind, DECISION_GRANT);
    observe_atomic(bench, bench->out.id, service);
    expect_silent_clocks(steps(bench, STAGE_COMMIT), 1 + QUIET_CLOCKS - STAGE_COMMIT);
    EXPECT_OUT(bench, quiet, 1);
    expect_silent_clocks(bench, 2 * CALIBRATE_CLOCKS);
}

ADMIT(learns_nothing_from_what_says_nothing) {
    expect_no_sample(bench, MULTIPLIER_ONE, TWICE);             // not enabled
    expect_no_sample(bench, LEARNS | MULTIPLIER_FREEZE, TWICE); // frozen
    expect_no_sample(bench, LEARNS, SERVICE_UNKNOWN);
    set(bench, CONFIG_ATOMIC_SERVICE + OP_FETCH_ADD, SERVICE_UNKNOWN); // an estimate of all ones
    set(bench, CONFIG_WINDOW + ATOMIC_LANE, UINT32_MAX);
    expect_no_sample(bench, LEARNS, TWICE);
    set(bench, CONFIG_ATOMIC_SERVICE + OP_FETCH_ADD, SERVICE_UNKNOWN - 1); // the largest estimate
    learn_once(bench, 4, 0);
    expect_calibrate(steps(bench, STAGE_COMMIT + CALIBRATE_CLOCKS), ATOMIC_LANE, LEARNS - 256);
}

ADMIT(a_multiplier_at_rest_commits_nothing) {
    learn_once(bench, 0, ATOMIC_SERVICE_RESET);
    expect_silent_clocks(steps(bench, STAGE_COMMIT), 2 * CALIBRATE_CLOCKS);
}

// A sample of reservation `id`, and a write of its word so many clocks before the last in which the
// calibrator is busy. Steps to the clock after that.
static void write_before_the_end(struct bench *bench, uint16_t id, unsigned before) {
    learn_once(bench, id, TWICE);
    steps(bench, STAGE_COMMIT + CALIBRATE_CLOCKS - 1 - CONFIG_TO_USE - before);
    configure(bench, CONFIG_MULTIPLIER + ATOMIC_LANE, 0xb000);
    steps(bench, CONFIG_TO_USE + before);
    step(bench);
}

ADMIT(a_write_from_the_sample_to_the_last_clock_wins_and_one_before_is_moved) {
    static const unsigned before[] = {0, 1, CALIBRATE_CLOCKS - 2, CALIBRATE_CLOCKS - 1};
    uint16_t id = 0;

    for (; id < COUNT(before); id++) {
        write_before_the_end(bench, id, before[id]);
        expect_silence(bench);
        EXPECT_OUT(bench, multiplier[ATOMIC_LANE], 0xb000);
        expect_silent_clocks(bench, CALIBRATE_CLOCKS);
    }
    write_before_the_end(bench, id, CALIBRATE_CLOCKS);
    expect_calibrate(bench, ATOMIC_LANE, 0xb000 - 4096 / 16);
}

ADMIT(a_write_of_another_word_stops_nothing) {
    learn_once(bench, 0, TWICE);
    steps(bench, STAGE_COMMIT);
    configure(bench, CONFIG_MULTIPLIER + RESPONSE_LANE, 0xb000);
    expect_calibrate(steps(bench, CALIBRATE_CLOCKS), ATOMIC_LANE, LEARNS + 4096 / 16);
}

ADMIT(goes_by_the_limits_of_the_sample) {
    learn_once(bench, 0, TWICE);
    steps(bench, STAGE_COMMIT);
    configure(bench, CONFIG_MULTIPLIER_MAX, MULTIPLIER_ONE + 100);
    expect_calibrate(steps(bench, CALIBRATE_CLOCKS), ATOMIC_LANE, LEARNS + 4096 / 16);
}

ADMIT(moves_no_further_than_its_limits) {
    set(bench, CONFIG_MULTIPLIER_MAX, MULTIPLIER_ONE + 100);
    learn_once(bench, 0, TWICE);
    expect_calibrate(steps(bench, STAGE_COMMIT + CALIBRATE_CLOCKS), ATOMIC_LANE, LEARNS + 100);
    set(bench, CONFIG_MULTIPLIER_MIN, MULTIPLIER_ONE + 200); // above the other: it is the last word
    steps(bench, WALK);
    admit_atomic(bench, 2, 0, 1);
    observe_atomic(bench, 1, 0);
    expect_calibrate(steps(bench, STAGE_COMMIT + CALIBRATE_CLOCKS), ATOMIC_LANE, LEARNS + 200);
}

ADMIT(a_calibration_scales_waiting_demands_again) {
    learn(bench);
    set(bench, CONFIG_WINDOW + ATOMIC_LANE, 2 * ATOMIC_SERVICE_RESET);
    admit_atomic(bench, 1, 0, 0);
    admit_atomic(bench, 2, 0, 1);
    step(configure(bench, CONFIG_WINDOW + ATOMIC_LANE, 2 * ATOMIC_SERVICE_RESET - 100));
    expect_deny(decide_atomic(bench, 3, 0), 3, ATOMIC_BIT);
    steps(bench, CREDIT);
    observe_atomic(bench, 0, 0); // 1500 of 1600 are free from now on
    expect_silent_clocks(steps(bench, STAGE_COMMIT), CALIBRATE_CLOCKS - 1);
    expect_calibrate(step(bench), ATOMIC_LANE, LEARNS - 256); // 15/16 of the service is 1500
    expect_silent_clocks(bench, RESCALED - 1);
    expect_grant(step(bench), 3, 2, ATOMIC_BIT);
    expect_demand(bench, 0, 1500, 0);
}
