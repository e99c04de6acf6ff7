// Directed tests of the admission block, one for each sentence of rtl/README.md that can be seen
// from outside. They know `struct admitter` only, and run over every admitter of this build.
#include <criterion/criterion.h>

#include "bench.h"

// Steps from giving a beat to seeing what it commits: one shows the clock of the beat itself.
enum {
    DECISION = OFFER_TO_DECISION + 1,
    STAGE_COMMIT = RETURN_TO_USE,
    HBM_COMMIT = HBM_RETURN_TO_USE,
    DONE_COMMIT = RETURN_TO_USE,
};

enum { ATOMIC_BIT = 1 << ATOMIC_LANE, RESPONSE_BIT = 1 << RESPONSE_LANE };
enum {
    RETIRE_HBM = 1 << CLASS_HBM,
    RETIRE_ATOMIC = 1 << CLASS_ATOMIC,
    RETIRE_RESPONSE = 1 << CLASS_RESPONSE
};

// Response service of `bytes` with the reset values: 20 ns and a byte each 1/64 ns, in 1/16 ns.
static uint32_t response_quanta(uint32_t bytes) {
    return RESPONSE_FIXED_RESET + (bytes + 3) / 4;
}

static void admit_write(struct bench *bench, uint32_t tag, unsigned lane, uint32_t length,
                        unsigned id) {
    offer_write(bench, tag, lane, length);
    steps(bench, DECISION);
    expect_grant(bench, tag, id, length ? 1u << lane : 0);
}

static void admit_read(struct bench *bench, uint32_t tag, unsigned lane, uint32_t bytes,
                       unsigned id) {
    offer_read(bench, tag, lane, bytes);
    steps(bench, DECISION);
    expect_grant(bench, tag, id, 1u << lane | RESPONSE_BIT);
}

static void admit_atomic(struct bench *bench, uint32_t tag, uint32_t response_length, unsigned id) {
    offer_atomic(bench, tag, response_length);
    steps(bench, DECISION);
    expect_grant(bench, tag, id, ATOMIC_BIT | (response_length ? RESPONSE_BIT : 0u));
}

// Writes a register and lets it come into force.
static void set(struct bench *bench, unsigned address, uint32_t data) {
    configure(bench, address, data);
    steps(bench, 2);
}

// Reset ------------------------------------------------------------------------------------------

Test(admit, starts_with_reset_and_windows) {
    for (const struct admitter_kind *kind = admitter_kinds; kind->name; kind++) {
        struct bench bench;
        if (!bench_open(&bench, kind, DEPTH))
            continue;
        step(&bench);
        expect(&bench, "reset", 1, bench.out.reset);
        expect(&bench, "window", 1, bench.out.window);
        expect(&bench, "window's lane", 0, bench.out.window_lane);
        expect(&bench, "window's value", 0, bench.out.window_value);
        expect(&bench, "order", 0, bench.out.order);
        expect(&bench, "ready for an offer", 1, bench.out.op_ready);
        expect(&bench, "partitions ready", 0xff, bench.out.hbm_ready);
        expect(&bench, "commits, the opening reset not counted", 1, bench.count);
        step(&bench);
        expect_silence(&bench);
        expect(&bench, "order", 2, bench.out.order);
        bench_close(&bench);
    }
}

ADMIT(decides_an_offer_of_the_first_clock_after_reset) {
    step_reset(bench);
    offer_write(bench, 7, 3, 100);
    steps(bench, DECISION);
    expect_grant(bench, 7, 0, 1 << 3);
}

ADMIT(a_reset_voids_everything) {
    admit_write(bench, 1, 0, 40000, 0);
    admit_atomic(bench, 2, 8, 1);
    set(bench, CONFIG_WINDOW + 1, 5);
    set(bench, CONFIG_COMMAND_LIMIT, 2);
    offer_write(bench, 3, 0, 1); // waits
    step(bench);
    offer_write(bench, 4, 0, 1); // behind it
    for (unsigned partition = 0; partition < HBM_LANES; partition++)
        give_hbm(bench, partition, 9);
    give_atomic(bench, 1);
    steps(bench, 2);
    configure(bench, CONFIG_WINDOW, 17);
    offer_write(bench, 5, 0, 1);
    give_response(bench, 1);
    step_reset(bench);
    expect_silence(bench);
    expect(bench, "order in reset", 0, bench->out.order);
    expect(bench, "quiet in reset", 0, bench->out.quiet);
    expect(bench, "partitions ready", 0xff, bench->out.hbm_ready);
    for (unsigned lane = 0; lane < LANES; lane++)
        expect_debt(bench, lane, 0);
    step(bench);
    expect(bench, "reset", 1, bench->out.reset);
    expect(bench, "commits", 2, bench->count);
    expect_no_decision(bench);
    steps(bench, 1);
    expect_silence(bench);
    expect(bench, "order", 2, bench->out.order);
    steps(bench, 12);
    expect_silence(bench);
    expect(bench, "order", 2, bench->out.order);
    expect(bench, "quiet", 1, bench->out.quiet);
    // Windows, limit and ids are back: a full window, a third reservation, id 0 again.
    admit_write(bench, 6, 0, WINDOW_HBM_RESET, 0);
    admit_write(bench, 7, 1, WINDOW_HBM_RESET, 1);
    admit_write(bench, 8, 2, WINDOW_HBM_RESET, 2);
}

ADMIT(a_reset_of_several_clocks_commits_once) {
    admit_write(bench, 1, 0, 100, 0);
    for (unsigned clock = 0; clock < 3; clock++) {
        step_reset(bench);
        expect_silence(bench);
    }
    step(bench);
    expect(bench, "reset", 1, bench->out.reset);
    step(bench);
    expect_silence(bench);
}

// Latencies --------------------------------------------------------------------------------------

ADMIT(an_offer_is_decided_two_clocks_later) {
    offer_write(bench, 1, 0, 100);
    for (unsigned clock = 0; clock < OFFER_TO_DECISION; clock++) {
        step(bench);
        expect_silence(bench);
    }
    step(bench);
    expect_grant(bench, 1, 0, 1);
    step(bench);
    expect_silence(bench);
}

// Fills a lane, lets one more wait, and returns the first: steps from the beat to the grant.
static void credit_comes_back(struct bench *bench, enum resource_class class, unsigned latency) {
    for (unsigned clock = 0; clock < latency; clock++) {
        step(bench);
        expect_no_decision(bench);
    }
    expect(bench, "kind of event in the last of them", CHANNEL_RETURN,
           bench->out.return_kind[class]);
    step(bench);
    expect(bench, "kind of decision", DECISION_GRANT, bench->out.kind);
}

ADMIT(hbm_credit_is_usable_three_clocks_later) {
    admit_write(bench, 1, 4, WINDOW_HBM_RESET, 0);
    offer_write(bench, 2, 4, 1);
    steps(bench, DECISION + 1);
    give_hbm(bench, 4, 0);
    credit_comes_back(bench, CLASS_HBM, HBM_RETURN_TO_USE);
}

ADMIT(atomic_credit_is_usable_two_clocks_later) {
    set(bench, CONFIG_WINDOW + ATOMIC_LANE, ATOMIC_SERVICE_RESET);
    admit_atomic(bench, 1, 0, 0);
    offer_atomic(bench, 2, 0);
    steps(bench, DECISION + 1);
    give_atomic(bench, 0);
    credit_comes_back(bench, CLASS_ATOMIC, RETURN_TO_USE);
}

ADMIT(response_credit_is_usable_two_clocks_later) {
    set(bench, CONFIG_WINDOW + RESPONSE_LANE, response_quanta(8));
    admit_read(bench, 1, 0, 8, 0);
    offer_read(bench, 2, 0, 8);
    steps(bench, DECISION + 1);
    give_response(bench, 0);
    credit_comes_back(bench, CLASS_RESPONSE, RETURN_TO_USE);
}

ADMIT(a_write_is_in_force_in_the_next_clock) {
    offer_write(bench, 1, 0, 100);
    step(bench);
    configure(bench, CONFIG_WINDOW, 99); // taken in the clock before the decision
    step(bench);
    expect_silence(bench);
    step(bench);
    expect(bench, "window", 1, bench->out.window);
    expect(bench, "commits", 2, bench->count);
    expect_reject(bench, 1, 1);

    offer_write(bench, 2, 0, 99);
    steps(bench, 2);
    configure(bench, CONFIG_WINDOW, 98); // in the clock of the decision: too late
    step(bench);
    expect_grant(bench, 2, 0, 1);
    expect(bench, "window", 0, bench->out.window);
    step(bench);
    expect(bench, "window", 1, bench->out.window);
    expect(bench, "window's value", 98, bench->out.window_value);
}

// Decision ---------------------------------------------------------------------------------------

ADMIT(grants_an_exact_fit_and_denies_one_above_on_every_hbm_lane) {
    for (unsigned lane = 0; lane < HBM_LANES; lane++) {
        const unsigned id = 2 * lane;
        admit_write(bench, 1, lane, WINDOW_HBM_RESET - 100, id);
        expect_debt(bench, lane, WINDOW_HBM_RESET - 100);
        offer_write(bench, 2, lane, 101); // one above
        steps(bench, DECISION);
        expect_deny(bench, 2, 1u << lane);
        expect_demand(bench, 101, 0, 0);
        expect(bench, "lane", lane, bench->out.lane);
        expect_debt(bench, lane, WINDOW_HBM_RESET - 100);
        configure(bench, CONFIG_WINDOW + lane, WINDOW_HBM_RESET + 1); // now exact
        steps(bench, 2);
        expect_grant(bench, 2, id + 1, 1u << lane);
        expect_debt(bench, lane, WINDOW_HBM_RESET + 1);
    }
}

ADMIT(grants_an_exact_fit_and_denies_one_above_on_the_atomic_lane) {
    set(bench, CONFIG_WINDOW + ATOMIC_LANE, 2 * ATOMIC_SERVICE_RESET - 1);
    admit_atomic(bench, 1, 0, 0);
    offer_atomic(bench, 2, 0);
    steps(bench, DECISION);
    expect_deny(bench, 2, ATOMIC_BIT);
    configure(bench, CONFIG_WINDOW + ATOMIC_LANE, 2 * ATOMIC_SERVICE_RESET);
    steps(bench, 2);
    expect_grant(bench, 2, 1, ATOMIC_BIT);
    expect_debt(bench, ATOMIC_LANE, 2 * ATOMIC_SERVICE_RESET);
}

ADMIT(grants_an_exact_fit_and_denies_one_above_on_the_response_lane) {
    set(bench, CONFIG_WINDOW + RESPONSE_LANE, 2 * response_quanta(64) - 1);
    admit_read(bench, 1, 0, 64, 0);
    offer_read(bench, 2, 1, 64);
    steps(bench, DECISION);
    expect_deny(bench, 2, RESPONSE_BIT);
    configure(bench, CONFIG_WINDOW + RESPONSE_LANE, 2 * response_quanta(64));
    steps(bench, 2);
    expect_grant(bench, 2, 1, 1 << 1 | RESPONSE_BIT);
    expect_debt(bench, RESPONSE_LANE, 2 * response_quanta(64));
}

ADMIT(grants_back_to_back_on_one_lane) {
    enum { COUNT = 20 };
    for (unsigned clock = 0; clock < COUNT + OFFER_TO_DECISION; clock++) {
        if (clock < COUNT)
            offer_write(bench, clock, 5, 100 + clock);
        step(bench);
        if (clock < OFFER_TO_DECISION)
            continue;
        const unsigned tag = clock - OFFER_TO_DECISION;
        expect_grant(bench, tag, tag, 1 << 5);
        expect_debt(bench, 5, (tag + 1) * 100 + tag * (tag + 1) / 2);
        expect(bench, "order", 2 + tag, bench->out.order);
    }
}

ADMIT(a_decision_sees_the_grant_of_the_clock_before) {
    offer_write(bench, 1, 0, WINDOW_HBM_RESET);
    step(bench);
    offer_write(bench, 2, 0, 1);
    steps(bench, 2);
    expect_grant(bench, 1, 0, 1);
    step(bench);
    expect_deny(bench, 2, 1);
}

ADMIT(a_decision_does_not_see_the_returns_of_its_clock) {
    set(bench, CONFIG_WINDOW + ATOMIC_LANE, ATOMIC_SERVICE_RESET);
    admit_atomic(bench, 1, 0, 0);
    offer_atomic(bench, 2, 0);
    step(bench);
    give_atomic(bench, 0); // commits in the clock of the decision
    steps(bench, 2);
    expect_deny(bench, 2, ATOMIC_BIT);
    expect_return(bench, CLASS_ATOMIC, 0, ATOMIC_SERVICE_RESET);
    expect_debt(bench, ATOMIC_LANE, 0);
    step(bench);
    expect_grant(bench, 2, 1, ATOMIC_BIT);
}

ADMIT(reserves_all_or_none) {
    set(bench, CONFIG_WINDOW + RESPONSE_LANE, response_quanta(4112));
    admit_read(bench, 1, 2, 4112, 0);
    expect_demand(bench, 4112, 0, response_quanta(4112));
    offer_read(bench, 2, 3, 4112); // lane 3 is empty, the response lane is full
    steps(bench, DECISION);
    expect_deny(bench, 2, RESPONSE_BIT);
    expect_debt(bench, 3, 0);
    expect_debt(bench, RESPONSE_LANE, response_quanta(4112));
    offer_write(bench, 3, 4, 100); // does not overtake
    steps(bench, DECISION);
    expect_silence(bench);
    give_response(bench, 0);
    steps(bench, STAGE_COMMIT);
    expect_return(bench, CLASS_RESPONSE, 0, response_quanta(4112));
    step(bench);
    expect_grant(bench, 2, 1, 1 << 3 | RESPONSE_BIT);
    expect_debt(bench, 3, 4112);
    expect_debt(bench, RESPONSE_LANE, response_quanta(4112));
    step(bench);
    expect_grant(bench, 3, 2, 1 << 4);
}

ADMIT(denies_with_exactly_the_lanes_that_lack_headroom) {
    set(bench, CONFIG_WINDOW + RESPONSE_LANE, response_quanta(0));
    set(bench, CONFIG_COMMAND_LIMIT, 1);
    offer_read(bench, 1, 6, 0);
    steps(bench, DECISION);
    expect_grant(bench, 1, 0, RESPONSE_BIT);
    offer_atomic(bench, 2, 0);
    steps(bench, DECISION);
    expect_deny(bench, 2, REFUSED_TABLE);
    configure(bench, CONFIG_WINDOW + ATOMIC_LANE, ATOMIC_SERVICE_RESET - 1);
    steps(bench, 2);
    expect_deny(bench, 2, REFUSED_TABLE | ATOMIC_BIT);
    configure(bench, CONFIG_COMMAND_LIMIT, 2);
    steps(bench, 2);
    expect_deny(bench, 2, ATOMIC_BIT);
    configure(bench, CONFIG_WINDOW + ATOMIC_LANE, ATOMIC_SERVICE_RESET);
    steps(bench, 2);
    expect_grant(bench, 2, 1, ATOMIC_BIT);
}

ADMIT(a_full_lane_does_not_refuse_what_does_not_use_it) {
    admit_write(bench, 1, 0, WINDOW_HBM_RESET, 0);
    set(bench, CONFIG_WINDOW, 0);
    set(bench, CONFIG_WINDOW + RESPONSE_LANE, 0);
    admit_write(bench, 2, 1, 100, 1);
    admit_atomic(bench, 3, 0, 2);
    offer_write(bench, 4, 0, 0); // its lane, but no demand
    steps(bench, DECISION);
    expect_grant(bench, 4, 3, 0);
}

ADMIT(repeats_a_deny_only_when_its_mask_changes) {
    admit_read(bench, 1, 0, 61000, 0);
    offer_read(bench, 2, 0, 4112);
    steps(bench, DECISION);
    expect_deny(bench, 2, 1 | RESPONSE_BIT);
    for (unsigned clock = 0; clock < 5; clock++) {
        step(bench);
        expect_silence(bench);
    }
    give_hbm(bench, 0, 0);
    steps(bench, HBM_COMMIT);
    expect_no_decision(bench);
    step(bench);
    expect_deny(bench, 2, RESPONSE_BIT);
    step(bench);
    expect_silence(bench);
}

// Reject -----------------------------------------------------------------------------------------

ADMIT(rejects_a_demand_above_an_hbm_window) {
    for (unsigned lane = 0; lane < HBM_LANES; lane++) {
        offer_write(bench, lane, lane, WINDOW_HBM_RESET + 1);
        steps(bench, DECISION);
        expect_reject(bench, lane, 1u << lane);
        expect_demand(bench, WINDOW_HBM_RESET + 1, 0, 0);
        expect(bench, "lane", lane, bench->out.lane);
        expect_debt(bench, lane, 0);
        step(bench);
        expect_silence(bench);
    }
}

ADMIT(rejects_with_exactly_the_lanes_above) {
    set(bench, CONFIG_WINDOW + ATOMIC_LANE, ATOMIC_SERVICE_RESET - 1);
    offer_atomic(bench, 1, 8);
    steps(bench, DECISION);
    expect_reject(bench, 1, ATOMIC_BIT);
    expect_demand(bench, 0, ATOMIC_SERVICE_RESET, response_quanta(8));
    set(bench, CONFIG_WINDOW + RESPONSE_LANE, response_quanta(8) - 1);
    offer_atomic(bench, 2, 8);
    steps(bench, DECISION);
    expect_reject(bench, 2, ATOMIC_BIT | RESPONSE_BIT);
    offer_read(bench, 3, 0, 8);
    steps(bench, DECISION);
    expect_reject(bench, 3, RESPONSE_BIT);
    offer_read(bench, 4, 7, WINDOW_HBM_RESET + 1);
    steps(bench, DECISION);
    expect_reject(bench, 4, 1 << 7 | RESPONSE_BIT);
}

ADMIT(rejects_a_demand_above_the_window_also_when_the_table_refuses) {
    set(bench, CONFIG_COMMAND_LIMIT, 0);
    offer_write(bench, 1, 0, WINDOW_HBM_RESET + 1);
    steps(bench, DECISION);
    expect_reject(bench, 1, 1); // not bit 10
}

ADMIT(rejects_unknown_opcodes) {
    set(bench, CONFIG_COMMAND_LIMIT, 0); // a reject needs no reservation
    for (uint8_t opcode = OP_NOTIFY + 1; opcode < OP_FETCH_ADD; opcode++) {
        offer(bench, opcode, opcode, 0x1000, 4112, 4112);
        steps(bench, DECISION);
        expect_reject(bench, opcode, 0);
        expect_demand(bench, 0, 0, 0);
        expect(bench, "lane", 0, bench->out.lane);
    }
}

ADMIT(a_reject_makes_way_for_the_next) {
    offer_write(bench, 1, 0, WINDOW_HBM_RESET + 1);
    step(bench);
    offer_write(bench, 2, 0, WINDOW_HBM_RESET);
    steps(bench, 2);
    expect_reject(bench, 1, 1);
    step(bench);
    expect_grant(bench, 2, 0, 1);
}

ADMIT(only_denies_a_waiting_operation_whose_window_shrinks) {
    admit_write(bench, 1, 0, 60000, 0);
    offer_write(bench, 2, 0, 10000);
    steps(bench, DECISION);
    expect_deny(bench, 2, 1);
    configure(bench, CONFIG_WINDOW, 9999); // below its demand
    steps(bench, 2);
    expect_no_decision(bench);
    give_hbm(bench, 0, 0);
    steps(bench, HBM_COMMIT + 3);
    expect_no_decision(bench); // no debt, and still denied
    expect_debt(bench, 0, 0);
    configure(bench, CONFIG_WINDOW, 10000);
    steps(bench, 2);
    expect_grant(bench, 2, 1, 1);
}

// Demands ----------------------------------------------------------------------------------------

ADMIT(charges_each_opcode_for_what_it_uses) {
    offer(bench, 1, OP_WRITE, 0, 300, 4000);
    steps(bench, DECISION);
    expect_grant(bench, 1, 0, 1);
    expect_demand(bench, 300, 0, 0);
    offer(bench, 2, OP_READ, 0, 300, 4000);
    steps(bench, DECISION);
    expect_grant(bench, 2, 1, 1 | RESPONSE_BIT);
    expect_demand(bench, 4000, 0, response_quanta(4000));
    offer(bench, 3, OP_NOTIFY, 0, 80, 4000);
    steps(bench, DECISION);
    expect_grant(bench, 3, 2, 1);
    expect_demand(bench, 80, 0, 0);
    for (uint8_t opcode = OP_FETCH_ADD; opcode <= OP_FETCH_MAX; opcode++) {
        configure(bench, CONFIG_ATOMIC_SERVICE + opcode, 10u * opcode);
        step(bench);
        offer(bench, opcode, opcode, 0x1000, 300, opcode == OP_SWAP ? 0 : 16);
        steps(bench, DECISION);
        expect_grant(bench, opcode, opcode - OP_FETCH_ADD + 3u,
                     ATOMIC_BIT | (opcode == OP_SWAP ? 0u : RESPONSE_BIT));
        expect_demand(bench, 0, 10u * opcode, opcode == OP_SWAP ? 0 : response_quanta(16));
        expect(bench, "lane", 0, bench->out.lane);
    }
}

ADMIT(charges_a_read_of_no_bytes_the_fixed_response) {
    offer_read(bench, 1, 4, 0);
    steps(bench, DECISION);
    expect_grant(bench, 1, 0, RESPONSE_BIT);
    expect_demand(bench, 0, 0, RESPONSE_FIXED_RESET);
    expect(bench, "lane of no HBM demand", 0, bench->out.lane);
}

ADMIT(rounds_up_once_at_the_end) {
    set(bench, CONFIG_RESPONSE_FIXED, 1);
    set(bench, CONFIG_RESPONSE_RECIPROCAL, 1);                      // 1 + 3/4096 quanta for 3 bytes
    set(bench, CONFIG_MULTIPLIER + RESPONSE_LANE, 0x8000 | 0x0fff); // times 4095/4096
    admit_read(bench, 1, 0, 3, 0);
    expect_demand(bench, 3, 0, 2); // 1.00049: a rounding before the product would have given 1
    set(bench, CONFIG_MULTIPLIER + RESPONSE_LANE, 0x8000 | 0x0ff0);
    admit_read(bench, 2, 0, 3, 1);
    expect_demand(bench, 3, 0, 1);
    set(bench, CONFIG_MULTIPLIER + 0, 0x8000 | 0x1001);
    admit_write(bench, 3, 0, 1, 2);
    expect_demand(bench, 2, 0, 0);
    set(bench, CONFIG_MULTIPLIER + ATOMIC_LANE, 0x8000 | 0x3fff);
    admit_atomic(bench, 4, 0, 3);
    expect_demand(bench, 0, 6400, 0); // 6399.6
}

ADMIT(a_multiplier_counts_only_when_enabled_and_on_its_lane) {
    set(bench, CONFIG_MULTIPLIER + 2, 0x2000); // not enabled
    admit_write(bench, 1, 2, 100, 0);
    expect_demand(bench, 100, 0, 0);
    set(bench, CONFIG_MULTIPLIER + 2, 0x6000); // frozen, not enabled
    admit_write(bench, 2, 2, 100, 1);
    expect_demand(bench, 100, 0, 0);
    set(bench, CONFIG_MULTIPLIER + 2, 0xe000); // frozen and enabled
    admit_write(bench, 3, 2, 100, 2);
    expect_demand(bench, 200, 0, 0);
    admit_write(bench, 4, 3, 100, 3);
    expect_demand(bench, 100, 0, 0);
    set(bench, CONFIG_MULTIPLIER + 3, 0x8000); // times zero: not used
    offer_write(bench, 5, 3, 100);
    steps(bench, DECISION);
    expect_grant(bench, 5, 4, 0);
}

ADMIT(a_saturated_demand_is_above_every_window) {
    set(bench, CONFIG_MULTIPLIER + 1, 0xbfff);
    configure(bench, CONFIG_WINDOW + 1, UINT32_MAX);
    steps(bench, 2);
    expect(bench, "largest window", UINT32_MAX - 1, bench->out.window_value);
    offer_write(bench, 1, 1, UINT32_MAX);
    steps(bench, DECISION);
    expect_reject(bench, 1, 1 << 1);
    expect_demand(bench, UINT32_MAX, 0, 0);
    set(bench, CONFIG_MULTIPLIER + 1, 0x1000);
    admit_write(bench, 2, 1, UINT32_MAX - 1, 0); // the largest that fits
    expect_debt(bench, 1, UINT32_MAX - 1);
    offer_write(bench, 3, 1, UINT32_MAX - 1); // the sum has one bit more
    steps(bench, DECISION);
    expect_deny(bench, 3, 1 << 1);
}

ADMIT(coarser_quanta_shrink_the_demands) {
    set(bench, CONFIG_QUANTUM_HBM, 4);
    set(bench, CONFIG_QUANTUM_TIME, 15);
    admit_read(bench, 1, 0, 4112, 0);
    expect_demand(bench, 257, 0, 1);
    admit_read(bench, 2, 0, 4113, 1);
    expect_demand(bench, 258, 0, 1);
    admit_atomic(bench, 3, 0, 2);
    expect_demand(bench, 0, 1, 0);
}

ADMIT(maps_an_address_to_its_partition_by_parity) {
    static const struct {
        uint64_t address;
        unsigned lane;
    } map[] = {{0x0fff, 0},  {0x1000, 1},  {0x2000, 2},  {0x4000, 4},  {0x8000, 1},
               {0x9000, 0},  {0x3f000, 0}, {0x17000, 5}, {0x40000, 0}, {0xffffffff00000fff, 0},
               {0x20000, 4}, {0x15000, 7}};
    for (unsigned i = 0; i < sizeof map / sizeof *map; i++) {
        offer(bench, i, OP_WRITE, map[i].address, 10, 0);
        steps(bench, DECISION);
        expect_grant(bench, i, i, 1u << map[i].lane);
        expect(bench, "lane", map[i].lane, bench->out.lane);
    }
    for (unsigned bit = 0; bit < MAP_MASKS; bit++) { // each from two bits of the high half
        set(bench, CONFIG_MAP_MASK + 2 * bit, 0);
        set(bench, CONFIG_MAP_MASK + 2 * bit + 1, 0x80000001u << bit | 0x10000000);
    }
    offer(bench, 20, OP_WRITE, UINT64_C(0x1000000000000000), 10, 0);
    steps(bench, DECISION);
    expect(bench, "lane", 7, bench->out.lane);
    offer(bench, 21, OP_WRITE, UINT64_C(0x8000000000000fff), 10, 0);
    steps(bench, DECISION);
    expect(bench, "lane", 1, bench->out.lane);
    offer(bench, 22, OP_WRITE, UINT64_C(0x00000002fffff000), 10, 0);
    steps(bench, DECISION);
    expect(bench, "lane", 2, bench->out.lane);
}

ADMIT(estimates_with_the_registers_of_the_clock_of_the_offer) {
    configure(bench, CONFIG_ATOMIC_SERVICE + OP_FETCH_ADD, 10);
    offer_atomic(bench, 1, 0); // the write is in force in the next clock
    step(bench);
    configure(bench, CONFIG_ATOMIC_SERVICE + OP_FETCH_ADD, 20);
    offer_atomic(bench, 2, 0);
    step(bench);
    step(bench);
    expect_demand(bench, 0, ATOMIC_SERVICE_RESET, 0);
    step(bench);
    expect_demand(bench, 0, 10, 0);
    admit_atomic(bench, 3, 0, 2);
    expect_demand(bench, 0, 20, 0);
}

// Refresh ----------------------------------------------------------------------------------------

ADMIT(a_new_multiplier_reaches_an_operation_that_waits) {
    admit_write(bench, 1, 0, WINDOW_HBM_RESET - 100, 0);
    offer_write(bench, 2, 0, 200);
    steps(bench, DECISION);
    expect_deny(bench, 2, 1);
    configure(bench, CONFIG_MULTIPLIER, 0x8800); // a half
    step(bench);
    expect_silence(bench);
    step(bench);
    expect_silence(bench); // the refresh: no decision
    step(bench);
    expect_grant(bench, 2, 1, 1);
    expect_demand(bench, 100, 0, 0);
}

ADMIT(no_decision_in_the_clock_of_a_refresh) {
    static const unsigned address[] = {CONFIG_MULTIPLIER, CONFIG_MULTIPLIER + RESPONSE_LANE,
                                       CONFIG_QUANTUM_HBM, CONFIG_QUANTUM_TIME};
    for (uint16_t i = 0; i < 4; i++) {
        offer_write(bench, i, 1, 100);
        step(bench);
        configure(bench, address[i], address[i] < CONFIG_QUANTUM_HBM ? MULTIPLIER_ONE : 0);
        step(bench);
        step(bench); // would have been its decision
        expect_silence(bench);
        step(bench);
        expect_grant(bench, i, i, 1 << 1);
        expect_demand(bench, 100, 0, 0);
    }
}

ADMIT(other_writes_are_no_refresh) {
    static const unsigned address[] = {CONFIG_MULTIPLIER + LANES,
                                       CONFIG_WINDOW + LANES,
                                       CONFIG_ATOMIC_SERVICE + OP_NOTIFY,
                                       CONFIG_MAP_MASK + 6,
                                       CONFIG_RESPONSE_FIXED,
                                       CONFIG_QUANTUM_TIME + 1,
                                       0xff};
    for (uint16_t i = 0; i < sizeof address / sizeof *address; i++) {
        offer_write(bench, i, 1, 100);
        step(bench);
        configure(bench, address[i], 0);
        steps(bench, 2);
        expect_grant(bench, i, i, 1 << 1);
        expect(bench, "commits", 1, bench->count);
        expect_demand(bench, 100, 0, 0);
    }
}

ADMIT(a_refresh_does_not_load_an_empty_head) {
    configure(bench, CONFIG_MULTIPLIER, MULTIPLIER_ONE);
    offer_write(bench, 1, 0, 100); // in the queue in the clock of the refresh, and again:
    step(bench);
    configure(bench, CONFIG_MULTIPLIER, 0xa000);
    step(bench); // refresh: not popped
    step(bench); // refresh: not popped
    expect_silence(bench);
    step(bench);
    expect_silence(bench);
    step(bench);
    expect_grant(bench, 1, 0, 1);
    expect_demand(bench, 200, 0, 0);
}

ADMIT(a_refreshed_demand_above_the_window_is_denied_if_it_was_denied_before) {
    admit_write(bench, 1, 0, WINDOW_HBM_RESET, 0);
    offer_write(bench, 2, 0, 40000);
    steps(bench, DECISION);
    expect_deny(bench, 2, 1);
    set(bench, CONFIG_MULTIPLIER, 0xa000); // times two
    steps(bench, 2);
    expect_silence(bench); // mask unchanged
    configure(bench, CONFIG_COMMAND_LIMIT, 1);
    steps(bench, 2);
    expect_deny(bench, 2, 1 | REFUSED_TABLE);
    expect_demand(bench, 80000, 0, 0);
}

// Windows ----------------------------------------------------------------------------------------

ADMIT(commits_every_window_write) {
    for (unsigned lane = 0; lane < LANES; lane++) {
        configure(bench, CONFIG_WINDOW + lane, 1000 + lane);
        step(bench);
        expect_silence(bench);
        step(bench);
        expect(bench, "window", 1, bench->out.window);
        expect(bench, "window's lane", lane, bench->out.window_lane);
        expect(bench, "window's value", 1000 + lane, bench->out.window_value);
        expect(bench, "commits", 1, bench->count);
        expect(bench, "window in the commit", 1000 + lane, bench->commits[0].d[lane]);
    }
    configure(bench, CONFIG_WINDOW, 1000); // what it is already
    steps(bench, 2);
    expect(bench, "window", 1, bench->out.window);
}

ADMIT(a_window_may_shrink_below_the_debt) {
    admit_write(bench, 1, 0, 50000, 0);
    configure(bench, CONFIG_WINDOW, 20000);
    steps(bench, 2);
    expect(bench, "window", 1, bench->out.window);
    expect_debt(bench, 0, 50000);
    offer_write(bench, 2, 0, 1);
    steps(bench, DECISION);
    expect_deny(bench, 2, 1);
    give_hbm(bench, 0, 0);
    steps(bench, HBM_COMMIT);
    expect_return(bench, CLASS_HBM, 0, 50000);
    step(bench);
    expect_grant(bench, 2, 1, 1);
}

// Table and queue --------------------------------------------------------------------------------

ADMIT(a_full_table_denies_and_reuses_the_lowest_free_id) {
    for (unsigned i = 0; i < DEPTH + OFFER_TO_DECISION; i++) {
        if (i < DEPTH)
            offer_write(bench, i, 0, 1);
        step(bench);
        if (i >= OFFER_TO_DECISION)
            expect_grant(bench, i - OFFER_TO_DECISION, i - OFFER_TO_DECISION, 1);
    }
    offer_write(bench, 1000, 1, 1);
    steps(bench, DECISION);
    expect_deny(bench, 1000, REFUSED_TABLE);
    configure(bench, CONFIG_COMMAND_LIMIT, 2 * DEPTH - 1); // no help
    steps(bench, 3);
    expect_silence(bench);
    give_done(bench, 90);
    give_hbm(bench, 0, 90);
    step(bench);
    give_done(bench, 40);
    give_hbm(bench, 0, 40);
    step(bench);
    step(bench);
    expect_return(bench, CLASS_HBM, 90, 1);
    expect_retire(bench, RETIRE_HBM);
    for (unsigned clock = 1; clock < RETIRE_TO_CANDIDATE; clock++) {
        step(bench);
        expect_no_decision(bench); // no candidate yet
    }
    step(bench);
    expect_grant(bench, 1000, 90, 1 << 1);
    offer_write(bench, 1001, 1, 1);
    steps(bench, DECISION);
    expect_grant(bench, 1001, 40, 1 << 1);
}

ADMIT(the_lowest_unclaimed_id_becomes_the_candidate) {
    for (uint16_t id = 0; id < 6; id++)
        admit_write(bench, id, id, 0, id); // the candidate is now 6
    for (uint16_t id = 1; id < 4; id++) {
        give_done(bench, id);
        step(bench);
    }
    steps(bench, 2);
    admit_write(bench, 10, 0, 0, 6); // claimed ahead
    admit_write(bench, 11, 0, 0, 1);
    admit_write(bench, 12, 0, 0, 2);
    admit_write(bench, 13, 0, 0, 3);
    admit_write(bench, 14, 0, 0, 7);
}

ADMIT(the_command_limit_counts_reservations_held) {
    set(bench, CONFIG_COMMAND_LIMIT, 2);
    admit_write(bench, 1, 0, 100, 0);
    admit_write(bench, 2, 0, 0, 1); // an empty vector counts
    offer_write(bench, 3, 0, 100);
    steps(bench, DECISION);
    expect_deny(bench, 3, REFUSED_TABLE);
    give_hbm(bench, 0, 0); // returned, not completed: still held
    steps(bench, HBM_COMMIT + 1);
    expect_no_decision(bench);
    give_done(bench, 1);
    steps(bench, DONE_COMMIT);
    expect_done(bench, CHANNEL_COMPLETE, 1);
    expect_no_decision(bench); // this clock's value is still two
    step(bench);
    expect_grant(bench, 3, 2, 1);
    set(bench, CONFIG_COMMAND_LIMIT, 0);
    offer_write(bench, 4, 0, 100);
    steps(bench, DECISION);
    expect_deny(bench, 4, REFUSED_TABLE);
    configure(bench, CONFIG_COMMAND_LIMIT, 3);
    steps(bench, 2);
    expect_grant(bench, 4, 1, 1);
}

ADMIT(four_operations_wait_behind_the_head) {
    set(bench, CONFIG_COMMAND_LIMIT, 0);
    for (uint32_t tag = 0; tag < 1 + QUEUE_DEPTH; tag++) {
        expect(bench, "ready for an offer", 1, bench->out.op_ready);
        offer_write(bench, tag, 0, 10 + tag);
        step(bench);
    }
    expect(bench, "ready for an offer", 0, bench->out.op_ready);
    for (unsigned clock = 0; clock < 3; clock++) {
        offer_write(bench, 99, 0, 1); // not taken
        step(bench);
        expect(bench, "ready for an offer", 0, bench->out.op_ready);
    }
    configure(bench, CONFIG_COMMAND_LIMIT, DEPTH);
    step(bench);
    for (uint32_t tag = 0; tag < 1 + QUEUE_DEPTH; tag++) {
        step(bench);
        expect_grant(bench, tag, tag, 1);
        expect_demand(bench, 10 + tag, 0, 0);
        expect(bench, "ready for an offer", 1, bench->out.op_ready);
    }
    step(bench);
    expect_silence(bench);
}

// Returns ----------------------------------------------------------------------------------------

ADMIT(each_stage_returns_its_component) {
    admit_read(bench, 1, 3, 4112, 0);
    admit_atomic(bench, 2, 8, 1);
    give_hbm(bench, 3, 0);
    step(bench);
    give_atomic(bench, 1);
    give_response(bench, 0);
    steps(bench, 2);
    expect_return(bench, CLASS_HBM, 0, 4112);
    expect(bench, "lane", 3, bench->out.hbm_lane);
    expect_return(bench, CLASS_ATOMIC, 1, ATOMIC_SERVICE_RESET);
    expect_return(bench, CLASS_RESPONSE, 0, response_quanta(4112));
    expect_retire(bench, 0);
    expect_debt(bench, 3, 0);
    expect_debt(bench, ATOMIC_LANE, 0);
    expect_debt(bench, RESPONSE_LANE, response_quanta(8));
    expect(bench, "commits", 3, bench->count);
}

ADMIT(returns_and_a_grant_on_the_same_lanes_share_a_clock) {
    admit_read(bench, 1, 3, 4112, 0);
    admit_atomic(bench, 2, 8, 1);
    offer_read(bench, 3, 3, 100);
    give_hbm(bench, 3, 0);
    step(bench);
    give_atomic(bench, 1);
    give_response(bench, 0);
    steps(bench, 2);
    expect_grant(bench, 3, 2, 1 << 3 | RESPONSE_BIT);
    expect_return(bench, CLASS_HBM, 0, 4112);
    expect_return(bench, CLASS_ATOMIC, 1, ATOMIC_SERVICE_RESET);
    expect_return(bench, CLASS_RESPONSE, 0, response_quanta(4112));
    expect_debt(bench, 3, 100);
    expect_debt(bench, RESPONSE_LANE, response_quanta(8) + response_quanta(100));
    expect(bench, "commits", 4, bench->count);
    expect(bench, "debt between", 4212, bench->commits[0].debt[3]);
}

ADMIT(returns_what_was_frozen_whatever_has_changed_since) {
    admit_read(bench, 1, 0, 4112, 0);
    set(bench, CONFIG_MULTIPLIER, 0xa000);
    set(bench, CONFIG_RESPONSE_FIXED, 0);
    set(bench, CONFIG_QUANTUM_TIME, 3);
    set(bench, CONFIG_WINDOW, 0);
    give_hbm(bench, 0, 0);
    steps(bench, HBM_COMMIT);
    expect_return(bench, CLASS_HBM, 0, 4112);
    give_response(bench, 0);
    steps(bench, STAGE_COMMIT);
    expect_return(bench, CLASS_RESPONSE, 0, response_quanta(4112));
}

ADMIT(an_hbm_return_goes_to_the_frozen_lane) {
    admit_write(bench, 1, 3, 100, 0);
    give_hbm(bench, 6, 0);
    steps(bench, HBM_COMMIT);
    expect_return(bench, CLASS_HBM, 0, 100);
    expect(bench, "lane", 3, bench->out.hbm_lane);
    expect_debt(bench, 3, 0);
    expect_debt(bench, 6, 0);
}

ADMIT(reports_second_returns_as_strays) {
    admit_read(bench, 1, 3, 4112, 0);
    admit_atomic(bench, 2, 8, 1);
    for (unsigned clock = 0; clock < 2; clock++) { // back to back
        give_hbm(bench, 3, 0);
        give_atomic(bench, 1);
        give_response(bench, 0);
        step(bench);
    }
    expect_return(bench, CLASS_ATOMIC, 1, ATOMIC_SERVICE_RESET);
    expect_return(bench, CLASS_RESPONSE, 0, response_quanta(4112));
    step(bench);
    expect_return(bench, CLASS_HBM, 0, 4112);
    expect_stray(bench, CLASS_ATOMIC, 1);
    expect_stray(bench, CLASS_RESPONSE, 0);
    step(bench);
    expect_stray(bench, CLASS_HBM, 0);
    expect(bench, "lane", 3, bench->out.hbm_lane);
    expect_debt(bench, 3, 0);
    expect_debt(bench, ATOMIC_LANE, 0);
    expect_debt(bench, RESPONSE_LANE, response_quanta(8));
}

ADMIT(reports_returns_of_what_was_not_used_as_strays) {
    admit_write(bench, 1, 0, 100, 0);
    admit_atomic(bench, 2, 0, 1);
    give_hbm(bench, 5, 1);
    give_atomic(bench, 0);
    give_response(bench, 1);
    steps(bench, 2);
    expect_stray(bench, CLASS_ATOMIC, 0);
    expect_stray(bench, CLASS_RESPONSE, 1);
    step(bench);
    expect_stray(bench, CLASS_HBM, 1);
    expect(bench, "partition it came from", 5, bench->out.hbm_lane);
    expect_debt(bench, 0, 100);
    expect_debt(bench, ATOMIC_LANE, ATOMIC_SERVICE_RESET);
}

ADMIT(reports_unknown_ids_as_strays) {
    give_hbm(bench, 7, DEPTH - 1);
    give_atomic(bench, 5);
    give_response(bench, 0); // the candidate
    give_done(bench, 77);
    steps(bench, 2);
    expect_stray(bench, CLASS_ATOMIC, 5);
    expect_stray(bench, CLASS_RESPONSE, 0);
    expect_done(bench, CHANNEL_STRAY, 77);
    expect(bench, "commits", 3, bench->count);
    step(bench);
    expect_stray(bench, CLASS_HBM, DEPTH - 1);
    expect(bench, "partition it came from", 7, bench->out.hbm_lane);
}

ADMIT(a_reservation_is_held_from_the_clock_after_its_grant) {
    offer_atomic(bench, 1, 8);
    steps(bench, 2);
    give_atomic(bench, 0); // in the clock of the grant
    give_done(bench, 0);
    step(bench);
    expect_grant(bench, 1, 0, ATOMIC_BIT | RESPONSE_BIT);
    give_atomic(bench, 0); // in the next
    give_done(bench, 0);
    step(bench);
    expect_stray(bench, CLASS_ATOMIC, 0);
    expect_done(bench, CHANNEL_STRAY, 0);
    give_response(bench, 0);
    step(bench);
    expect_return(bench, CLASS_ATOMIC, 0, ATOMIC_SERVICE_RESET);
    expect_done(bench, CHANNEL_NONE, 0);
    step(bench);
    expect_return(bench, CLASS_RESPONSE, 0, response_quanta(8));
    expect_retire(bench, RETIRE_RESPONSE);
}

// Completion -------------------------------------------------------------------------------------

ADMIT(done_after_the_returns_frees_the_reservation) {
    admit_write(bench, 1, 0, 100, 0);
    give_hbm(bench, 0, 0);
    steps(bench, HBM_COMMIT);
    expect_retire(bench, 0);
    give_done(bench, 0);
    step(bench);
    expect_done(bench, CHANNEL_NONE, 0);
    step(bench);
    expect_done(bench, CHANNEL_COMPLETE, 0);
    expect(bench, "commits", 1, bench->count);
    expect(bench, "operation", 1, bench->commits[0].op);
}

ADMIT(done_before_the_returns_is_remembered) {
    admit_read(bench, 1, 0, 100, 0);
    give_done(bench, 0);
    steps(bench, DONE_COMMIT);
    expect_silence(bench);
    give_response(bench, 0);
    steps(bench, STAGE_COMMIT);
    expect_return(bench, CLASS_RESPONSE, 0, response_quanta(100));
    expect_retire(bench, 0);
    give_done(bench, 0); // a second one
    steps(bench, DONE_COMMIT);
    expect_done(bench, CHANNEL_STRAY, 0);
    give_hbm(bench, 0, 0);
    steps(bench, HBM_COMMIT);
    expect_return(bench, CLASS_HBM, 0, 100);
    expect_retire(bench, RETIRE_HBM);
    expect_done(bench, CHANNEL_NONE, 0);
    expect(bench, "commits", 2, bench->count);
}

ADMIT(everything_is_stray_after_the_last_event) {
    admit_atomic(bench, 1, 0, 0);
    give_done(bench, 0);
    step(bench);
    give_atomic(bench, 0); // the last
    step(bench);
    give_atomic(bench, 0); // in the clock of the retire
    give_done(bench, 0);
    step(bench);
    expect_return(bench, CLASS_ATOMIC, 0, ATOMIC_SERVICE_RESET);
    expect_retire(bench, RETIRE_ATOMIC);
    give_atomic(bench, 0); // in the clock after
    give_done(bench, 0);
    step(bench);
    expect_stray(bench, CLASS_ATOMIC, 0);
    expect_done(bench, CHANNEL_STRAY, 0);
    step(bench);
    expect_stray(bench, CLASS_ATOMIC, 0);
    expect_done(bench, CHANNEL_STRAY, 0);
}

ADMIT(an_empty_vector_holds_a_reservation_until_done) {
    offer_write(bench, 1, 5, 0);
    steps(bench, DECISION);
    expect_grant(bench, 1, 0, 0);
    expect_demand(bench, 0, 0, 0);
    expect(bench, "lane", 0, bench->out.lane);
    give_hbm(bench, 5, 0);
    steps(bench, HBM_COMMIT);
    expect_stray(bench, CLASS_HBM, 0);
    give_done(bench, 0);
    steps(bench, DONE_COMMIT);
    expect_done(bench, CHANNEL_COMPLETE, 0);
}

ADMIT(the_last_of_several_channels_frees_a_reservation) {
    admit_read(bench, 1, 0, 100, 0);
    admit_read(bench, 2, 0, 100, 1);
    admit_atomic(bench, 3, 8, 2);
    admit_write(bench, 4, 0, 100, 3);

    give_hbm(bench, 0, 0); // reservation 0: HBM, response and done in one clock
    step(bench);
    give_response(bench, 0);
    give_done(bench, 0);
    steps(bench, 2);
    expect_return(bench, CLASS_HBM, 0, 100);
    expect_return(bench, CLASS_RESPONSE, 0, response_quanta(100));
    expect_retire(bench, 0);
    expect_done(bench, CHANNEL_COMPLETE, 0);
    expect(bench, "commits", 3, bench->count);

    give_done(bench, 1); // reservation 1: done before, HBM and response in one clock
    give_hbm(bench, 0, 1);
    step(bench);
    give_response(bench, 1);
    steps(bench, 2);
    expect_return(bench, CLASS_HBM, 1, 100);
    expect_retire(bench, RETIRE_RESPONSE);
    expect(bench, "commits", 3, bench->count);

    give_atomic(bench, 2); // reservation 2: Atomic and response, done later
    give_response(bench, 2);
    step(bench);
    give_done(bench, 2);
    step(bench);
    expect_retire(bench, 0);
    expect_return(bench, CLASS_ATOMIC, 2, ATOMIC_SERVICE_RESET);
    step(bench);
    expect_done(bench, CHANNEL_COMPLETE, 2);

    give_hbm(bench, 0, 3); // reservation 3: HBM, with a stray of the same id on a later channel
    give_done(bench, 3);
    step(bench);
    give_response(bench, 3);
    give_done(bench, 3);
    steps(bench, 2);
    expect_return(bench, CLASS_HBM, 3, 100);
    expect_stray(bench, CLASS_RESPONSE, 3);
    expect_retire(bench, RETIRE_HBM);
    expect_done(bench, CHANNEL_STRAY, 3);
    expect(bench, "commits", 4, bench->count);
}

ADMIT(four_reservations_retire_in_one_clock) {
    admit_write(bench, 1, 0, 100, 0);
    admit_atomic(bench, 2, 0, 1);
    offer_read(bench, 3, 0, 0);
    steps(bench, DECISION);
    expect_grant(bench, 3, 2, RESPONSE_BIT);
    admit_write(bench, 4, 0, 0, 3);
    for (uint16_t id = 0; id < 3; id++) {
        give_done(bench, id);
        step(bench);
    }
    set(bench, CONFIG_COMMAND_LIMIT, 4);
    give_hbm(bench, 0, 0);
    step(bench);
    give_atomic(bench, 1);
    give_response(bench, 2);
    give_done(bench, 3);
    steps(bench, 2);
    expect_retire(bench, RETIRE_HBM | RETIRE_ATOMIC | RETIRE_RESPONSE);
    expect_done(bench, CHANNEL_COMPLETE, 3);
    expect(bench, "commits", 7, bench->count);
    for (uint32_t tag = 10; tag < 14; tag++) // all four are free, and counted as free
        admit_write(bench, tag, 0, 0, tag == 10 ? 4 : tag - 11);
    offer_write(bench, 14, 0, 0);
    steps(bench, DECISION);
    expect_deny(bench, 14, REFUSED_TABLE);
}

// Collector --------------------------------------------------------------------------------------

ADMIT(eight_partitions_in_one_clock_are_taken_one_a_clock) {
    for (uint16_t id = 0; id < HBM_LANES; id++)
        admit_write(bench, id, id, 100u + id, id);
    for (unsigned partition = 0; partition < HBM_LANES; partition++)
        give_hbm(bench, partition, (uint16_t)partition);
    step(bench);
    expect(bench, "partitions ready", 1, bench->out.hbm_ready); // the one that is being emptied
    step(bench);
    for (uint16_t id = 0; id < HBM_LANES; id++) {
        // Those that are empty, and the next to be emptied.
        expect(bench, "partitions ready", 0xff & ((4u << id) - 1), bench->out.hbm_ready);
        step(bench);
        expect_return(bench, CLASS_HBM, id, 100u + id);
        expect(bench, "lane", id, bench->out.hbm_lane);
    }
    step(bench);
    expect_silence(bench);
}

ADMIT(the_collector_goes_round) {
    for (uint16_t id = 0; id < 4; id++)
        admit_write(bench, id, 0, 100, id);
    give_hbm(bench, 5, 0); // the pointer goes to 6
    steps(bench, 2);
    give_hbm(bench, 1, 1);
    give_hbm(bench, 5, 2);
    give_hbm(bench, 7, 3);
    step(bench);
    expect_return(bench, CLASS_HBM, 0, 100);
    steps(bench, 2);
    expect_return(bench, CLASS_HBM, 3, 100); // 7 first, then it wraps
    step(bench);
    expect_return(bench, CLASS_HBM, 1, 100);
    step(bench);
    expect_return(bench, CLASS_HBM, 2, 100);
}

ADMIT(a_full_slot_makes_its_partition_wait) {
    admit_write(bench, 1, 0, 100, 0);
    admit_write(bench, 2, 0, 200, 1);
    admit_write(bench, 3, 0, 400, 2);
    give_hbm(bench, 2, 0);
    give_hbm(bench, 4, 1);
    step(bench);
    expect(bench, "partitions ready", 0xef, bench->out.hbm_ready); // 4 is full, 2 being emptied
    give_hbm(bench, 4, 2);                                         // not taken
    give_hbm(bench, 2, 2);                                         // refilled
    step(bench);
    expect(bench, "partitions ready", 0xfb, bench->out.hbm_ready); // 2 is full, 4 being emptied
    step(bench);
    expect_return(bench, CLASS_HBM, 0, 100);
    step(bench);
    expect_return(bench, CLASS_HBM, 1, 200);
    step(bench);
    expect_return(bench, CLASS_HBM, 2, 400);
    expect_debt(bench, 0, 0);
    step(bench);
    expect_silence(bench);
}

// Quiet ------------------------------------------------------------------------------------------

static void expect_quiet(struct bench *bench, unsigned quiet) {
    expect(bench, "quiet", quiet, bench->out.quiet);
}

ADMIT(is_quiet_when_nothing_can_happen) {
    expect_quiet(bench, 1); // one clock after reset: a candidate is there
    offer_write(bench, 1, 0, 100);
    step(bench);
    expect_quiet(bench, 0); // in the queue
    step(bench);
    expect_quiet(bench, 0); // in the head
    step(bench);
    expect_quiet(bench, 1);
    expect_grant(bench, 1, 0, 1);
    give_hbm(bench, 0, 0);
    step(bench);
    expect_quiet(bench, 0); // in the collector
    step(bench);
    expect_quiet(bench, 0); // taken up
    step(bench);
    expect_quiet(bench, 1);
    give_done(bench, 0);
    step(bench);
    expect_quiet(bench, 0);
    step(bench);
    expect_quiet(bench, 1);
    give_atomic(bench, 9); // strays too
    step(bench);
    expect_quiet(bench, 0);
    step(bench);
    expect_quiet(bench, 1);
    configure(bench, CONFIG_WINDOW, 100);
    step(bench);
    expect_quiet(bench, 0);
    step(bench);
    expect_quiet(bench, 1);
    configure(bench, CONFIG_QUANTUM_TIME, 0);
    step(bench);
    expect_quiet(bench, 0);
    step(bench);
    expect_quiet(bench, 1);
    configure(bench, CONFIG_COMMAND_LIMIT, 5); // nothing comes of it
    step(bench);
    expect_quiet(bench, 1);
}

ADMIT(is_quiet_while_a_denied_operation_waits) {
    admit_write(bench, 1, 0, WINDOW_HBM_RESET, 0);
    offer_write(bench, 2, 0, 1);
    steps(bench, 2);
    expect_quiet(bench, 0);
    step(bench);
    expect_deny(bench, 2, 1);
    expect_quiet(bench, 1); // denied, and nothing else was going on
    offer_write(bench, 3, 0, 1);
    step(bench);
    expect_quiet(bench, 1); // behind the head
    configure(bench, CONFIG_COMMAND_LIMIT, 5);
    step(bench);
    expect_quiet(bench, 0); // a write was taken
    step(bench);
    expect_quiet(bench, 1);
    give_response(bench, 3);
    step(bench);
    expect_quiet(bench, 0); // taken up
    step(bench);
    expect_quiet(bench, 0); // was in step 4
    step(bench);
    expect_quiet(bench, 1);
    configure(bench, CONFIG_MULTIPLIER + 4, 0);
    step(bench);
    expect_quiet(bench, 0); // refresh due
    step(bench);
    expect_quiet(bench, 0); // refreshed: not denied
    step(bench);
    expect_quiet(bench, 1);
    give_hbm(bench, 0, 0);
    for (unsigned clock = 0; clock < HBM_RETURN_TO_USE; clock++) {
        step(bench);
        expect_quiet(bench, 0);
    }
    step(bench);
    expect_grant(bench, 2, 1, 1);
    expect_quiet(bench, 0); // the next has gone to the head
    step(bench);
    expect_grant(bench, 3, 2, 1);
    expect_quiet(bench, 1);
}

static void fill_table(struct bench *bench) {
    for (unsigned id = 0; id < DEPTH; id++) {
        offer_write(bench, id, 0, 0);
        step(bench);
    }
    steps(bench, OFFER_TO_DECISION);
    expect_grant(bench, DEPTH - 1, DEPTH - 1, 0);
    step(bench);
}

ADMIT(is_not_quiet_until_a_freed_id_is_the_candidate) {
    fill_table(bench);
    expect_quiet(bench, 1); // every id is claimed
    give_done(bench, 3);
    step(bench);
    expect_quiet(bench, 0); // taken up
    step(bench);
    expect_done(bench, CHANNEL_COMPLETE, 3);
    expect_quiet(bench, 0); // unclaimed, and no candidate
    step(bench);
    expect_quiet(bench, 1);
    step(bench);
    expect_silence(bench);
}

ADMIT(is_not_quiet_while_a_new_candidate_may_let_the_head_go) {
    fill_table(bench);
    offer_write(bench, 1000, 0, 0);
    steps(bench, DECISION);
    expect_deny(bench, 1000, REFUSED_TABLE);
    expect_quiet(bench, 1);
    give_done(bench, 3);
    for (unsigned clock = 0; clock < DONE_COMMIT + RETIRE_TO_CANDIDATE - 1; clock++) {
        step(bench);
        expect_no_decision(bench);
        expect_quiet(bench, 0);
    }
    step(bench);
    expect_grant(bench, 1000, 3, 0);
    expect_quiet(bench, 1);
}

ADMIT(skipped_clocks_change_nothing) {
    admit_write(bench, 1, 0, WINDOW_HBM_RESET, 0);
    bench->in.gap = 1000;
    offer_write(bench, 2, 0, 1);
    steps(bench, DECISION);
    expect_deny(bench, 2, 1);
    expect_quiet(bench, 1);
    bench->in.gap = UINT32_MAX;
    step(bench);
    expect_silence(bench);
    expect_quiet(bench, 1);
    bench->in.gap = 7;
    give_hbm(bench, 0, 0);
    credit_comes_back(bench, CLASS_HBM, HBM_RETURN_TO_USE);
}

// Rude traffic, under the audit -----------------------------------------------------------------

ADMIT(survives_rude_traffic) {
    static const struct rudeness rudeness[] = {
        {"mixed", 1, 20000, 200, 100, 20, 5, 20},  {"saturating", 2, 20000, 255, 180, 0, 0, 0},
        {"starved", 3, 20000, 255, 20, 2, 2, 0},   {"strays", 4, 20000, 128, 128, 200, 8, 0},
        {"writes", 5, 20000, 200, 128, 4, 128, 0}, {"resets", 6, 20000, 200, 100, 20, 5, 255},
        {"idle", 7, 20000, 4, 4, 1, 1, 2},
    };
    for (unsigned i = 0; i < sizeof rudeness / sizeof *rudeness; i++) {
        bench_rude(bench, &rudeness[i]);
        step_reset(bench);
        step(bench);
        cr_assert(!audit_finding(bench->audit)->claim, "%s, rude traffic '%s': %s", bench->name,
                  rudeness[i].name, audit_finding(bench->audit)->text);
        expect(bench, "gaps in the order numbers", 0, bench->spread.gaps);
    }
}
