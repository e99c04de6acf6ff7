// Coverage: a short scenario hits exactly the bins that describe it, and rude traffic hits them
// all.
#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "csim/config/config.h"
#include "csim/golden/golden.h"
#include "csim/interface/block_state.h"
#include "csim/record/state_at_rest.h"
#include "tb/tests/block/bench.h"
#include "tb/tests/env/checked.h"

static const struct admitter_kind golden = {"golden", golden_open, false};

// Bins as text, "point.bin=hits " each, of those with hits or of those without.
struct listing {
    char text[8192];
    size_t length;
    bool holes;
    unsigned begun; // holes that are none here
};

static void list_bin(void *context, const char *point, const char *name, uint64_t hits) {
    struct listing *const into = context;

    if ((hits == 0) != into->holes)
        return;
    // Some are met only by runs that begin in a state at rest.
    if (into->holes && strstr(coverage_reach(point), "begin_percent")) {
        into->begun++;
        return;
    }
    char count[24] = "";
    if (hits > 1)
        snprintf(count, sizeof count, "*%" PRIu64, hits);
    const int length = snprintf(into->text + into->length, sizeof into->text - into->length,
                                "%s%s.%s%s", into->length ? " " : "", point, name, count);
    into->length += (size_t)length;
    cr_assert(into->length < sizeof into->text);
}

static struct listing listing;

static const char *list(const struct coverage *coverage, bool holes) {
    listing = (struct listing){.holes = holes};
    coverage_each(coverage, &listing, list_bin);
    return listing.text;
}

// HITS(nothing, "quiet_reached.empty") { ... } is a test: a scenario on the golden model, given a
// `bench` that has become quiet after reset, and all its hits.
#define HITS(scenario, hits)                                                                       \
    static void scenario(struct bench *bench);                                                     \
    Test(coverage, scenario) {                                                                     \
        expect_hits(scenario, hits);                                                               \
    }                                                                                              \
    static void scenario(struct bench *bench)

static void expect_hits(void (*scenario)(struct bench *bench), const char *hits) {
    struct bench bench;

    cr_assert(bench_open(&bench, &golden, DEPTH));
    steps(&bench, QUIET_CLOCKS);
    scenario(&bench);
    cr_assert_str_eq(list(bench.coverage, false), hits);
    bench_close(&bench);
}

HITS(nothing, "quiet_reached.empty") {
    steps(bench, 10);
}

HITS(exact_fit_then_one_above,
     "offer_taken.write*2 decision.grant decision.deny slots_taken.1 slots_taken.2-8 "
     "grant_order.oldest grant_lane.hbm3 grant_uses.hbm grant_exact_fit.hbm3 deny_one_above.hbm3 "
     "deny_lane.hbm3 deny_lanes_together.one held_at_grant.first quiet_reached.empty "
     "quiet_reached.waiting") {
    step(offer_write(bench, 1, 3, WINDOW_HBM_RESET));
    steps(decide_write(bench, 2, 3, 1), SETTLED);
}

HITS(reject_two_lanes,
     "offer_taken.read decision.reject slots_taken.1 reject_lane.hbm0 reject_lane.response "
     "reject_lanes_together.two error_set.above_window error_first.above_window "
     "quiet_reached.empty*2") {
    steps(decide_read(bench, 1, 0, WINDOW_HBM_RESET + 1), SETTLED);
}

HITS(returns_with_done_at_once,
     "offer_taken.fetch_add decision.grant slots_taken.1 grant_order.oldest calibrate_not.off*2 "
     "grant_lane.atomic grant_lane.response grant_uses.atomic+response return_lane.atomic "
     "return_lane.response returns_together.two retire_channel.done retires_together.one "
     "one_id_on_channels.atomic+response+done held_at_grant.first quiet_reached.empty*2") {
    decide_atomic(bench, 1, 8);
    give_atomic(bench, 0);
    give_response(bench, 0);
    give_done(bench, 0);
    steps(bench, 1 + QUIET_CLOCKS);
}

HITS(strays_of_every_sort,
     "offer_taken.fetch_add decision.grant slots_taken.1 grant_order.oldest grant_lane.atomic "
     "grant_lane.response grant_uses.atomic+response stray_not_held.done stray_held.hbm "
     "stray_in_grant_clock.atomic held_at_grant.first collector_valid.1 error_set.stray_hbm "
     "error_set.stray_atomic error_set.stray_done error_first.stray_atomic quiet_reached.empty*2") {
    steps(offer_atomic(bench, 1, 8), DECISION - 1);
    step(give_atomic(bench, 0)); // in the grant's clock
    give_hbm(bench, 6, 0);       // held, not used
    give_done(bench, 99);        // not held
    steps(bench, HBM_COMMIT + QUIET_CLOCKS);
}

HITS(window_shrinks_below_debt,
     "offer_taken.write decision.grant slots_taken.1 grant_order.oldest grant_lane.hbm0 "
     "grant_uses.hbm held_at_grant.first window_written.hbm0 window_below_debt.hbm "
     "write_places.together quiet_reached.empty*3 reset_mid_run.with_debt") {
    steps(decide_write(bench, 1, 0, 100), SETTLED);
    steps(configure(bench, CONFIG_WINDOW, 99), CONFIG_TO_USE + QUIET_CLOCKS);
    step_reset(bench);
}

HITS(refresh_while_one_waits,
     "offer_taken.write decision.deny slots_taken.1 deny_table.command_limit "
     "refresh_of_waiting.hbm multiplier_written.hbm register_written.command_limit "
     "write_refused.missing write_places.together*3 error_set.axi_write error_first.axi_write "
     "quiet_reached.empty quiet_reached.waiting*2 gap_skipped.waiting") {
    configure(bench, CONFIG_COMMAND_LIMIT, 0);
    steps(decide_write(bench, 1, 0, 100), SETTLED);
    configure(bench, CONFIG_MULTIPLIER + 5, 0x1000);
    bench->in.gap = 10;
    steps(bench, CONFIG_TO_USE + WALK + 1 + QUIET_CLOCKS);
    steps(configure(bench, 0xff, 1), CONFIG_TO_USE);
}

HITS(messages_held_and_not,
     "offer_taken.fetch_add decision.grant slots_taken.1 grant_order.oldest calibrate_not.off*2 "
     "grant_lane.atomic grant_lane.response grant_uses.atomic+response return_lane.atomic "
     "return_lane.response returns_together.one*2 held_at_grant.first "
     "register_written.grant_interval write_places.together message_due_by.timer*2 "
     "message_lanes.one*2 message_held.not_ready*3 "
     "message_held.with_return quiet_reached.empty reset_mid_run.with_message") {
    configure(bench, CONFIG_GRANT_INTERVAL, 2);
    decide_atomic(bench, 1, 8);
    steps(give_atomic(bench, 0), 3 + DUE_TO_LOAD);
    steps(give_response(bench, 0), STAGE_COMMIT - 1); // loaded
    for (unsigned clock = 0; clock < 3; clock++) {    // in the first the return commits
        bench->in.grant_ready = 0;
        step(bench);
    }
    step(bench);               // taken
    steps(bench, DUE_TO_LOAD); // the next is loaded
    step_reset(bench);
}

// Ranks and domains: 2 goes before 1, and 3 must wait for 1.
static void offer_ranked(struct bench *bench, uint32_t tag, uint32_t wire_bytes, uint8_t domain) {
    offer_write(bench, tag, 0, 100);
    bench->in.wire_bytes = wire_bytes;
    bench->in.domain = domain;
    bench->in.pause = 1;
    step(bench);
}

// So long a pause that all may be chosen behind it.
enum { LONG_PAUSE = 10 };
_Static_assert((int)LONG_PAUSE >= OFFER_TO_CHOICE, "the last offer, too");

HITS(order_within_a_pause,
     "offer_taken.write*3 decision.grant*2 slots_taken.2-8*2 grant_order.oldest "
     "grant_order.fewer_bytes_first held_by_order.domain*2 paused.waiting*13 paused.offer "
     "grant_lane.hbm0*2 grant_uses.hbm*2 grant_back_to_back.hbm held_at_grant.first "
     "held_at_grant.second quiet_reached.empty") {
    offer_ranked(bench, 1, 20, 7);
    offer_ranked(bench, 2, 10, 0);
    offer_ranked(bench, 3, 5, 7);
    for (unsigned clock = 0; clock < LONG_PAUSE; clock++) {
        bench->in.pause = 1;
        step(bench);
    }
    steps(bench, PAUSE_TO_CHOICE + OFFER_TO_DECISION);
}

HITS(copies,
     "offer_taken.write*4 zero_length.write*4 decision.grant*2 decision.repeat*2 slots_taken.1*3 "
     "slots_taken.2-8 grant_order.oldest*2 repeat.copy_waited repeat.copy_of_held repeat.soonest "
     "repeat_of_id.first_quarter*2 granted_anew.after_complete grant_uses.nothing*2 "
     "retire_channel.done retires_together.one held_at_grant.first*2 quiet_reached.empty*2") {
    step(offer_write(bench, 1, 0, 0));
    steps(decide_write(bench, 1, 0, 0), UNBLOCKED - 1 + SETTLED); // waits for the first
    decide_write(bench, 1, 0, 0);                                 // of one that is held
    commit_done(bench, 0);
    decide_write(bench, 1, 0, 0);
}

HITS(calibrate_once,
     "offer_taken.fetch_add zero_length.atomic_without_response decision.grant slots_taken.1 "
     "grant_order.oldest calibrate_up.atomic grant_lane.atomic grant_uses.atomic "
     "return_lane.atomic returns_together.one held_at_grant.first multiplier_written.atomic "
     "write_places.together quiet_reached.empty*3") {
    set(bench, CONFIG_MULTIPLIER + ATOMIC_LANE, MULTIPLIER_ENABLE | MULTIPLIER_ONE);
    steps(bench, QUIET_CLOCKS);
    steps(decide_atomic(bench, 1, 0), SETTLED);
    give_atomic(bench, 0);
    bench->in.atomic_service = 2 * ATOMIC_SERVICE_RESET;
    steps(bench, STAGE_COMMIT + CALIBRATE_CLOCKS);
}

HITS(starvation,
     "offer_taken.write*4 decision.grant*4 decision.deny slots_taken.1*3 slots_taken.2-8*2 "
     "grant_order.oldest*3 grant_order.past_refused aged.granted*2 aged.others_held_back "
     "calibrate_not.off grant_lane.hbm0*4 grant_uses.hbm*4 grant_after_deny.granted "
     "deny_lane.hbm0 deny_lanes_together.one return_lane.hbm0 returns_together.one "
     "held_at_grant.first held_at_grant.second collector_valid.1 "
     "register_written.starvation_bound write_places.together quiet_reached.empty*3 "
     "quiet_reached.waiting*2") {
    steps(configure(bench, CONFIG_STARVATION_BOUND, 1), CONFIG_TO_USE + QUIET_CLOCKS);
    steps(decide_write(bench, 1, 0, WINDOW_HBM_RESET - 100), SETTLED);
    steps(decide_write(bench, 2, 0, 200), SETTLED); // denied
    steps(decide_write(bench, 3, 0, 1), SETTLED);   // passes it, and from now on it is aged
    offer_write(bench, 4, 0, 1);                    // would fit, and is held back
    bench->in.urgent = 1;
    give_hbm(bench, 0, 0);
    steps(bench, HBM_COMMIT + CREDIT + UNBLOCKED);
}

// As many runs as it takes; seeds by which these are few.
Test(coverage, rude_traffic_leaves_no_hole) {
    static const char *const workloads[] = {"adversarial", "random"};
    struct coverage *const coverage = coverage_open(DEPTH);

    for (uint64_t seed = 12; seed < 60 && *list(coverage, true); seed++) {
        const char *const workload = workloads[seed % 2];
        const struct config config = config_of(workload, SETS("operations=50000"));
        const struct checked_run check = {
            .workload = workload, .config = &config, .seed = seed, .coverage = coverage};
        cr_assert(not(checked_run(check, "golden").failed));
    }
    cr_assert_str_eq(list(coverage, true), "");
    unsigned covered, total;
    coverage_count(coverage, &covered, &total);
    cr_assert(covered + listing.begun == total && covered > 200, "%u of %u", covered, total);
    coverage_close(coverage);
}

// A bench whose block begins in a state at rest: that of reset, but for what a test changes.
static struct block_state state;
static struct bench begun;

static void reset_state(void) {
    block_state_reset(&state, DEPTH);
}

static void begin(void) {
    cr_assert(bench_open(&begun, &golden, DEPTH));
    cr_assert_null(block_state_check(&state, DEPTH));
    cr_assert(admitter_begin(begun.admitter, &state));
    checker_begin(begun.checker, &state);
    coverage_begin(begun.coverage, &state);
    commit_spread_begin(&begun.spread, &state);
}

static void end(void) {
    bench_close(&begun);
    reset_state();
}

TestSuite(bits, .init = reset_state);

// Bits of a point that were met as 0 and as 1.
struct bits {
    const char *point;
    uint64_t met[2];
};

static void note_bit(void *context, const char *point, const char *name, uint64_t hits) {
    struct bits *const bits = context;
    const char *const bit = name + strcspn(name, "0123456789");

    if (hits && strcmp(point, bits->point) == 0)
        bits->met[*name != 'z'] |= UINT64_C(1) << strtoul(bit, NULL, 10); // no bit: that of 0
}

static void expect_bits(const char *point, uint64_t zeros, uint64_t ones) {
    struct bits bits = {.point = point};

    coverage_each(begun.coverage, &bits, note_bit);
    cr_assert(bits.met[0] == zeros && bits.met[1] == ones,
              "%s: 0x%" PRIx64 " met as 0, 0x%" PRIx64 " as 1", point, bits.met[0], bits.met[1]);
}

// An HBM write is scaled: bits of its length and of its multiplier that its demand shows.
static void expect_scaled(uint32_t length, uint16_t word, uint8_t quantum, uint32_t raw[2],
                          uint32_t multiplier[2]) {
    state.registers.multiplier[3] = word;
    state.registers.quantum_hbm = quantum;
    begin();
    decide_write(&begun, 1, 3, length);
    expect_bits("raw_hbm", raw[0], raw[1]);
    expect_bits("multiplier_hbm", multiplier[0], multiplier[1]);
    expect_bits("raw_atomic", 0, 0);
    end();
}

Test(bits, count_where_they_change_a_demand) {
    enum { ON = MULTIPLIER_ENABLE, ONE = MULTIPLIER_ONE };
    uint32_t none[2] = {0, 0}, all[2] = {~0x1234u, 0x1234}, upper[2] = {~0x123fu, 0x1234};
    uint32_t other[2] = {0x3fff & ~ONE, ONE};

    expect_scaled(0x1234, ONE, 0, all, none); // not enabled
    expect_scaled(0x1234, ON | ONE, 0, all, other);
    expect_scaled(0x1234, ON | ONE, 4, upper, (uint32_t[2]){0x3ff0 & ~ONE, ONE}); // rounded up
    expect_scaled(UINT32_MAX, ON | 0x3fff, 0, none, none);                        // saturated
    expect_scaled(0, ON | ONE, 0, none, none);
}

Test(bits, of_a_response_count_where_they_round_up) {
    state.registers.response_fixed = 0;
    state.registers.response_reciprocal = 1;
    begin();
    decide_atomic(&begun, 1, 0x1001); // 1 + 1/4096 quanta
    expect_bits("raw_response", 0xffffffffe000, 0x1001);
    expect_bits("raw_atomic", 0xffff & ~ATOMIC_SERVICE_RESET, ATOMIC_SERVICE_RESET);
    end();
}

Test(bits, of_masks_count_where_the_address_has_them) {
    const uint64_t mask = 0xf0f0f0f0f0f0f0f0, address = 0xff00ff00ff00ff00;
    state.registers.map_mask[1] = mask;
    begin();
    offer(&begun, 1, OP_WRITE, address, 0, 0); // goes nowhere
    step(&begun);
    expect_bits("map_mask_1", 0, 0);
    offer(&begun, 2, OP_WRITE, address, 1, 0);
    step(&begun);
    expect_bits("map_mask_1", ~mask & address, mask & address);
    end();
}

// A look at the Atomic lane, `elapsed` clocks after its epoch began.
struct epoch_case {
    uint32_t elapsed, interval, served;
    uint16_t clock_quanta, service;
    uint32_t elapsed_bits[2], served_bits[2];
    unsigned saturates;
};

static void expect_epoch(const struct epoch_case *epoch) {
    enum { LOOK = DECISION + STAGE_COMMIT }; // clock in which it begins, that after the return's
    state.registers.autotune_enable = 1u << ATOMIC_LANE;
    state.registers.autotune_interval = epoch->interval;
    state.registers.clock_quanta = epoch->clock_quanta;
    state.turn = ATOMIC_LANE;
    state.epoch_open = 1u << ATOMIC_LANE;
    state.epoch_start[ATOMIC_LANE] = LOOK - epoch->elapsed;
    state.epoch_served[ATOMIC_LANE] = epoch->served;
    begin();
    decide_atomic(&begun, 1, 0);
    give_atomic(&begun, 0);
    begun.in.atomic_service = epoch->service;
    steps(&begun, STAGE_COMMIT + TUNE_CLOCKS);
    expect_bits("epoch_elapsed", epoch->elapsed_bits[0], epoch->elapsed_bits[1]);
    expect_bits("epoch_served", epoch->served_bits[0], epoch->served_bits[1]);
    expect_bits("served_saturates", 0, epoch->saturates);
    end();
}

Test(bits, of_an_epoch_count_where_they_change_a_window) {
    enum { ONE_A_CLOCK = 16, E = 0x12345678 };
    static const struct epoch_case epochs[] = {
        // Nothing could have been served, so the window shrinks where the epoch ends.
        {.elapsed = 1u << 31, .interval = 0x1000, .elapsed_bits = {0, 1u << 31}},
        {.elapsed = 0, .interval = 0x1000, .elapsed_bits = {0xfffff000, 0}},
        {.elapsed = 1u << 31, .interval = 0},
        // Never idle, just so.
        {.elapsed = E,
         .served = E - 100,
         .service = 100,
         .clock_quanta = ONE_A_CLOCK,
         .elapsed_bits = {~(uint32_t)E, 0},
         .served_bits = {0, E}},
        {.elapsed = E, .served = E + 1, .service = SERVICE_UNKNOWN, .clock_quanta = 0},
        // Full, where a sum that wraps would keep the window; not quite; full, and no matter.
        {.elapsed = 1,
         .served = UINT32_MAX - 5,
         .service = 6,
         .clock_quanta = ONE_A_CLOCK,
         .elapsed_bits = {0, 0},
         .saturates = 1},
        {.elapsed = 1, .served = UINT32_MAX - 5, .service = 5, .clock_quanta = ONE_A_CLOCK},
        {.elapsed = 1, .served = UINT32_MAX - 5, .service = 6, .clock_quanta = 0},
    };

    for (unsigned i = 0; i < COUNT(epochs); i++)
        expect_epoch(&epochs[i]);
}

struct names {
    char seen[COVERAGE_MOST][64];
    unsigned count;
};

static void check_name(void *context, const char *point, const char *name, uint64_t hits) {
    struct names *const names = context;
    char *const full = names->seen[names->count];

    cr_assert(hits == 0);
    cr_assert(name[0] != '\0', "%s has a bin without a name", point);
    snprintf(full, sizeof names->seen[0], "%s.%s", point, name);
    for (unsigned i = 0; i < names->count; i++)
        cr_assert_str_neq(names->seen[i], full);
    names->count++;
}

Test(coverage, every_bin_has_a_name_of_its_own) {
    static struct names names;
    struct coverage *const coverage = coverage_open(DEPTH);
    unsigned covered, total;

    coverage_each(coverage, &names, check_name);
    coverage_count(coverage, &covered, &total);
    cr_assert(covered == 0 && total == names.count);
    coverage_close(coverage);
}

// Every word of what reaches a point is a key of the configuration.
static void check_reach(void *context, const char *point, const char *name, uint64_t hits) {
    const char *keys = coverage_reach(point);
    (void)context, (void)name, (void)hits;

    cr_assert(keys && *keys, "nothing reaches %s", point);
    while (*keys) {
        struct config config;
        char assignment[64];
        struct text_error error = {""};
        const size_t length = strcspn(keys, " ");
        config_init(&config);
        snprintf(assignment, sizeof assignment, "%.*s=1", (int)length, keys);
        config_set(&config, assignment, &error);
        cr_assert(strstr(error.text, "unknown key") == NULL, "%s: %s", point, error.text);
        keys += length + (keys[length] == ' ');
    }
}

Test(coverage, holes_come_with_keys_that_reach_them) {
    struct coverage *const coverage = coverage_open(DEPTH);

    coverage_each(coverage, NULL, check_reach);
    cr_assert(coverage_reach("no_such_point") == NULL);
    coverage_close(coverage);
}

Test(coverage, merges_by_adding) {
    struct bench bench;
    struct coverage *const sum = coverage_open(64);

    cr_assert(bench_open(&bench, &golden, DEPTH));
    step(&bench);
    exact_fit_then_one_above(&bench);
    char once[8192];
    snprintf(once, sizeof once, "%s", list(bench.coverage, false));
    coverage_merge(sum, bench.coverage);
    cr_assert_str_eq(list(sum, false), once);
    coverage_add(sum, coverage_hits(bench.coverage));
    cr_assert_str_neq(list(sum, false), once);
    cr_assert(strstr(list(sum, false), "offer_taken.write*4 ") != NULL);
    coverage_restart(bench.coverage); // keeps its hits
    cr_assert_str_eq(list(bench.coverage, false), once);
    bench_close(&bench);
    coverage_close(sum);
}
