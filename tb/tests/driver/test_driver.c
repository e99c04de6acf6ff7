// The driver over AXI4-Lite, on every admitter of the build: what it does shows in the block's
// decisions, and what the block does shows in what it reads.
#include "csim/driver/semacredit_driver.h"
#include "tb/tests/block/bench.h"

// The driver's bus: clocks of the bench until the access is answered.

static bool bus_read(void *context, uint32_t address, uint32_t *value) {
    struct bench *const bench = context;
    cr_assert(axi_master_read(&bench->master, (uint16_t)address));
    while (!step(bench)->out.axi_rvalid)
        ;
    *value = bench->out.axi_rdata;
    const bool okay = bench->out.axi_rresp == AXI_OKAY;
    step(bench);
    return okay;
}

static bool bus_write(void *context, uint32_t address, uint32_t value) {
    struct bench *const bench = context;
    cr_assert(axi_master_write(&bench->master, (uint16_t)address, value, AXI_STROBES));
    while (!step(bench)->out.axi_bvalid)
        ;
    const bool okay = bench->out.axi_bresp == AXI_OKAY;
    step(bench);
    return okay;
}

static struct semacredit_bus bus_of(struct bench *bench) {
    return (struct semacredit_bus){bus_read, bus_write, bench};
}

#define DRIVER(behaviour)                                                                          \
    static void behaviour(struct bench *bench, const struct semacredit_bus *bus);                  \
    static void behaviour##_on(struct bench *bench) {                                              \
        const struct semacredit_bus bus = bus_of(bench);                                           \
        behaviour(bench, &bus);                                                                    \
    }                                                                                              \
    Test(driver, behaviour) {                                                                      \
        bench_in_lockstep(behaviour##_on);                                                         \
    }                                                                                              \
    static void behaviour(struct bench *bench, const struct semacredit_bus *bus)
#define EXPECT_OK(call) cr_assert_eq(call, SEMACREDIT_OK)

_Static_assert((int)SEMACREDIT_LANES == (int)LANES && (int)SEMACREDIT_ATOMIC == (int)ATOMIC_LANE &&
                   (int)SEMACREDIT_RESPONSE == (int)RESPONSE_LANE,
               "the driver's lanes are the block's");
_Static_assert(SEMACREDIT_ERROR_STRAY_HBM == 1 << ERROR_STRAY_HBM &&
                   SEMACREDIT_ERROR_DEMAND_ABOVE_A_WINDOW == 1 << ERROR_ABOVE_WINDOW &&
                   SEMACREDIT_ERROR_AXI_READ == 1 << ERROR_AXI_READ,
               "the driver's errors are the block's");

DRIVER(a_setup_is_in_force_and_read_back) {
    struct semacredit_setup setup, seen;
    EXPECT_OK(semacredit_setup_read(bus, &setup));
    expect(bench, "window out of reset", WINDOW_HBM_RESET, setup.window[0]);
    expect(bench, "command limit out of reset", COMMAND_LIMIT_RESET, setup.command_limit);
    setup.window[0] = 500;
    setup.window[SEMACREDIT_ATOMIC] = 32;
    setup.atomic_service[0] = 32;
    setup.starvation_bound = 9;
    setup.map_mask[3] = 0x55;
    EXPECT_OK(semacredit_init(bus, &setup));
    EXPECT_OK(semacredit_setup_read(bus, &seen));
    cr_assert_arr_eq(&seen, &setup, sizeof seen);
    steps(bench, WALK);
    admit_write(bench, 1, 0, 500, 0);
    expect_reject(decide_write(bench, 2, 0, 501), 2, 1);
}

DRIVER(a_setup_that_grants_nothing_is_refused) {
    struct semacredit_setup setup, seen;
    EXPECT_OK(semacredit_setup_read(bus, &setup));
    setup.response_fixed = 1;
    setup.window[3] = 0;
    cr_assert_eq(semacredit_init(bus, &setup), SEMACREDIT_RANGE);
    setup.window[3] = 1;
    setup.command_limit = 0;
    cr_assert_eq(semacredit_init(bus, &setup), SEMACREDIT_RANGE);
    EXPECT_OK(semacredit_setup_read(bus, &seen));
    expect(bench, "response_fixed", RESPONSE_FIXED_RESET, seen.response_fixed);
}

DRIVER(windows_of_lanes) {
    uint32_t window;
    for (unsigned lane = 0; lane < SEMACREDIT_LANES; lane++)
        EXPECT_OK(semacredit_window_write(bus, lane, 1000 + lane));
    for (unsigned lane = 0; lane < SEMACREDIT_LANES; lane++) {
        EXPECT_OK(semacredit_window_read(bus, lane, &window));
        expect(bench, "window", 1000 + lane, window);
    }
    cr_assert_eq(semacredit_window_write(bus, SEMACREDIT_LANES, 1), SEMACREDIT_RANGE);
    cr_assert_eq(semacredit_window_read(bus, SEMACREDIT_LANES, &window), SEMACREDIT_RANGE);
    admit_write(bench, 1, 3, 1003, 0);
    expect_reject(decide_write(bench, 2, 3, 1004), 2, 1 << 3);
}

DRIVER(multipliers_and_their_flags) {
    const struct semacredit_multiplier twice = {.value = 2 << 12, .enable = true, .freeze = true};
    struct semacredit_multiplier seen;
    EXPECT_OK(semacredit_multiplier_write(bus, SEMACREDIT_ATOMIC, twice));
    EXPECT_OK(semacredit_multiplier_read(bus, SEMACREDIT_ATOMIC, &seen));
    expect(bench, "multiplier", twice.value, seen.value);
    cr_assert(seen.enable && seen.freeze);
    EXPECT_OK(semacredit_multiplier_write(
        bus, 2, (struct semacredit_multiplier){.value = MULTIPLIER_ONE, .enable = true}));
    EXPECT_OK(semacredit_multiplier_read(bus, 2, &seen));
    cr_assert(seen.enable && !seen.freeze);
    cr_assert_eq(semacredit_multiplier_write(
                     bus, 0, (struct semacredit_multiplier){.value = 1 << MULTIPLIER_BITS}),
                 SEMACREDIT_RANGE);
    cr_assert_eq(semacredit_multiplier_read(bus, SEMACREDIT_LANES, &seen), SEMACREDIT_RANGE);
    steps(bench, WALK); // in whose steps no offer is taken
    admit_atomic(bench, 1, 0, 0);
    EXPECT_OUT(bench, demand[CLASS_ATOMIC], 2 * ATOMIC_SERVICE_RESET);
}

DRIVER(status_and_lanes_say_what_happened) {
    struct semacredit_status status;
    struct semacredit_lane_status lane;
    EXPECT_OK(semacredit_window_write(bus, 1, 150));
    admit_write(bench, 1, 1, 100, 0);
    decide_write(bench, 2, 1, 100);
    expect_reject(decide_write(bench, 3, 1, 200), 3, 1 << 1);
    EXPECT_OK(semacredit_status_read(bus, &status));
    expect(bench, "grants", 1, status.grants);
    expect(bench, "rejects", 1, status.rejects);
    expect(bench, "held", 1, status.held);
    expect(bench, "waiting", 1, status.waiting);
    expect(bench, "table's denials", 0, status.denials_table);
    EXPECT_OK(semacredit_lane_read(bus, 1, &lane));
    expect(bench, "window", 150, lane.window);
    expect(bench, "debt", 100, lane.debt);
    expect(bench, "most debt", 100, lane.debt_max);
    expect(bench, "denials", 1, lane.denials);
    commit_hbm(bench, 1, 0);
    EXPECT_OK(semacredit_status_read(bus, &status));
    expect(bench, "HBM returns", 1, status.returns[0]);
    expect(bench, "Atomic returns", 0, status.returns[1]);
    cr_assert_eq(semacredit_lane_read(bus, SEMACREDIT_LANES, &lane), SEMACREDIT_RANGE);
}

DRIVER(the_command_limit_denies_by_the_table) {
    struct semacredit_setup setup;
    struct semacredit_status status;
    EXPECT_OK(semacredit_setup_read(bus, &setup));
    setup.command_limit = 1;
    EXPECT_OK(semacredit_init(bus, &setup));
    steps(bench, WALK);
    admit_write(bench, 1, 0, 100, 0);
    decide_write(bench, 2, 0, 100);
    EXPECT_OK(semacredit_status_read(bus, &status));
    expect(bench, "table's denials", 1, status.denials_table);
    expect(bench, "most held", 1, status.held_max);
}

DRIVER(errors_are_taken_once) {
    struct semacredit_errors errors;
    EXPECT_OK(semacredit_errors_take(bus, &errors));
    expect(bench, "errors out of reset", 0, errors.bits | errors.first);
    commit_atomic(bench, 5);
    commit_done(bench, 6);
    EXPECT_OK(semacredit_errors_take(bus, &errors));
    expect(bench, "errors", SEMACREDIT_ERROR_STRAY_ATOMIC | SEMACREDIT_ERROR_STRAY_DONE,
           errors.bits);
    expect(bench, "first error", SEMACREDIT_ERROR_STRAY_ATOMIC, errors.first);
    expect(bench, "its reservation", 5, errors.info);
    EXPECT_OK(semacredit_errors_take(bus, &errors));
    expect(bench, "errors that were taken", 0, errors.bits | errors.first);
}

DRIVER(grant_messages_come_at_the_threshold) {
    struct semacredit_status status;
    EXPECT_OK(semacredit_messages_write(bus, 0, 100, 0));
    admit_write(bench, 1, 0, 100, 0);
    EXPECT_OK(semacredit_status_read(bus, &status));
    expect(bench, "messages before the return", 0, status.messages);
    commit_hbm(bench, 0, 0);
    EXPECT_OK(semacredit_status_read(bus, &status));
    expect(bench, "messages", 1, status.messages);
    expect(bench, "credit", 100, bench->out.grant_credit[0]);
}

// An access that is answered with an error ends what the driver does.
static unsigned accesses;
static bool fail_read(void *context, uint32_t address, uint32_t *value) {
    (void)context, (void)address, (void)value;
    accesses++;
    return false;
}
static bool fail_write(void *context, uint32_t address, uint32_t value) {
    (void)context, (void)address, (void)value;
    accesses++;
    return false;
}

Test(driver, a_failing_bus_is_reported_at_once) {
    const struct semacredit_bus bus = {fail_read, fail_write, NULL};
    struct semacredit_setup seen, setup = {.command_limit = 1};
    struct semacredit_status status;
    struct semacredit_lane_status lane;
    struct semacredit_errors errors;
    struct semacredit_multiplier multiplier = {.value = 1};
    for (unsigned i = 0; i < SEMACREDIT_LANES; i++)
        setup.window[i] = 1;
    const enum semacredit_result results[] = {
        semacredit_setup_read(&bus, &seen),
        semacredit_init(&bus, &setup),
        semacredit_window_write(&bus, 0, 1),
        semacredit_window_read(&bus, 0, setup.window),
        semacredit_multiplier_write(&bus, 0, multiplier),
        semacredit_multiplier_read(&bus, 0, &multiplier),
        semacredit_messages_write(&bus, 0, 0, 0),
        semacredit_status_read(&bus, &status),
        semacredit_lane_read(&bus, 0, &lane),
        semacredit_errors_take(&bus, &errors),
    };
    for (unsigned i = 0; i < COUNT(results); i++)
        cr_assert_eq(results[i], SEMACREDIT_BUS, "call %u", i);
    cr_assert_eq(accesses, COUNT(results), "an access after one that failed");
}
