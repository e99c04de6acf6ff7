// The registers as software sees them (rtl/spec/registers.md), autotuning, and the checker's
// checks on both, each shown to bite.
#include <criterion/criterion.h>

#include "csim/golden/autotune.h"
#include "csim/golden/golden.h"
#include "csim/golden/registers.h"
#include "register_map.h"
#include "tb/tests/block/bench.h"

// --- the bus ------------------------------------------------------------------------------------

static void give_write(struct bench *bench, uint16_t address, uint32_t data, uint8_t strobe) {
    cr_assert(axi_master_write(&bench->master, address, data, strobe));
}

static void expect_write(struct bench *bench, uint16_t address, uint32_t data, uint8_t strobe,
                         enum axi_response response) {
    give_write(bench, address, data, strobe);
    steps(bench, CONFIG_TO_USE);
    expect(bench, "answer to a write", 1, bench->out.axi_bvalid);
    expect(bench, "response to a write", response, bench->out.axi_bresp);
    step(bench);
    expect(bench, "answer that was taken", 0, bench->out.axi_bvalid);
}

ADMIT(a_register_shows_what_was_written) {
    static const unsigned words[] = {REGISTER_WINDOW + 3,       REGISTER_ATOMIC_SERVICE + 7,
                                     REGISTER_MAP_MASK + 5,     REGISTER_MULTIPLIER + 9,
                                     REGISTER_WINDOW_FLOOR + 2, REGISTER_AUTOTUNE_ENABLE + 1};

    for (unsigned i = 0; i < sizeof words / sizeof *words; i++) {
        set(bench, words[i], 0x1234 + i);
        expect(bench, "what was written", 0x1234 + i, look(bench, words[i]));
    }
    set(bench, REGISTER_WINDOW, UINT32_MAX);
    expect(bench, "largest window", UINT32_MAX - 1, look(bench, REGISTER_WINDOW));
    set(bench, REGISTER_QUANTUM_HBM, UINT32_MAX);
    expect(bench, "bits that exist", 15, look(bench, REGISTER_QUANTUM_HBM));
}

ADMIT(refuses_what_is_no_register_and_remembers) {
    expect_write(bench, 4 * REGISTER_COMMAND_LIMIT, 7, AXI_STROBES, AXI_OKAY);
    expect_write(bench, 4 * REGISTER_COMMAND_LIMIT, 8, 7, AXI_SLVERR);
    expect_write(bench, 4 * REGISTER_COMMAND_LIMIT + 1, 9, AXI_STROBES, AXI_SLVERR);
    expect_write(bench, 4 * REGISTER_GRANTS, 9, AXI_STROBES, AXI_SLVERR);
    expect_write(bench, 4 * (REGISTER_WINDOW + LANES), 9, AXI_STROBES, AXI_SLVERR);
    expect(bench, "limit", 7, look(bench, REGISTER_COMMAND_LIMIT));
    step(bench);
    expect(bench, "errors", 1 << ERROR_AXI_WRITE, look(bench, REGISTER_ERRORS));
    step(bench);
    axi_master_read(&bench->master, 4 * REGISTER_GRANTS + 2);
    step(bench);
    expect(bench, "response", AXI_SLVERR, bench->out.axi_rresp);
    expect(bench, "data", 0, bench->out.axi_rdata);
    step(bench);
    expect(bench, "errors", 1 << ERROR_AXI_WRITE | 1 << ERROR_AXI_READ,
           look(bench, REGISTER_ERRORS));
    step(bench);
    expect(bench, "first", ERROR_AXI_WRITE + 1, look(bench, REGISTER_FIRST_ERROR));
    step(bench);
    expect(bench, "its address", 4 * REGISTER_COMMAND_LIMIT,
           look(bench, REGISTER_FIRST_ERROR_INFO));
    set(bench, REGISTER_ERRORS, 1 << ERROR_AXI_WRITE);
    expect(bench, "errors", 1 << ERROR_AXI_READ, look(bench, REGISTER_ERRORS));
    set(bench, REGISTER_ERRORS, UINT32_MAX);
    expect(bench, "first", 0, look(bench, REGISTER_FIRST_ERROR));
}

// Of two errors in one clock the lower is the first; a bit set by the edge that clears it stays.
ADMIT(notes_the_first_error) {
    give_atomic(bench, 5);
    give_done(bench, 6);
    step(bench);
    const uint64_t clock = bench->clock; // in which they commit
    steps(bench, 2);
    expect(bench, "errors", 1 << ERROR_STRAY_ATOMIC | 1 << ERROR_STRAY_DONE,
           look(bench, REGISTER_ERRORS));
    step(bench);
    expect(bench, "first", ERROR_STRAY_ATOMIC + 1, look(bench, REGISTER_FIRST_ERROR));
    step(bench);
    expect(bench, "its id", 5, look(bench, REGISTER_FIRST_ERROR_INFO));
    step(bench);
    expect(bench, "its time", clock, look(bench, REGISTER_FIRST_ERROR_TIME));
    step(bench);
    configure(bench, REGISTER_ERRORS, UINT32_MAX);
    give_response(bench, 9); // commits in the clock in which the write is performed
    steps(bench, CONFIG_TO_USE + 1);
    expect(bench, "errors", 1 << ERROR_STRAY_RESPONSE, look(bench, REGISTER_ERRORS));
    step(bench);
    expect(bench, "first", ERROR_STRAY_ATOMIC + 1, look(bench, REGISTER_FIRST_ERROR));
}

ADMIT(counts_what_happens) {
    admit_atomic(bench, 1, 0, 0);
    const uint32_t start = (uint32_t)bench->clock - 1; // of the clock of the grant
    step(bench);
    expect(bench, "grants", 1, look(bench, REGISTER_GRANTS));
    step(bench);
    expect(bench, "held", 1, look(bench, REGISTER_HELD));
    step(bench);
    expect(bench, "debt", ATOMIC_SERVICE_RESET, look(bench, REGISTER_DEBT + ATOMIC_LANE));
    bench->in.gap = 0;
    step(bench);
    expect(bench, "quiet", 1, bench->out.quiet);
    bench->in.gap = 1000; // idle clocks count
    give_atomic(bench, 0);
    step(bench);
    const uint32_t end = (uint32_t)bench->clock; // of the clock of the return
    give_done(bench, 0);
    steps(bench, 4);
    expect(bench, "busy", end - start, look(bench, REGISTER_BUSY + ATOMIC_LANE));
    step(bench);
    expect(bench, "returns", 1, look(bench, REGISTER_RETURNS + CLASS_ATOMIC));
    step(bench);
    expect(bench, "completes", 1, look(bench, REGISTER_COMPLETES));
    step(bench);
    expect(bench, "debt", 0, look(bench, REGISTER_DEBT + ATOMIC_LANE));
    step(bench);
    expect(bench, "most debt", ATOMIC_SERVICE_RESET, look(bench, REGISTER_DEBT_MAX + ATOMIC_LANE));
    step(bench);
    expect(bench, "most held", 1, look(bench, REGISTER_HELD_MAX));
}

// --- autotuning ---------------------------------------------------------------------------------

Test(autotune, moves_windows_by_the_rule) {
    struct registers registers;
    registers_reset(&registers, DEPTH);
    registers.window_ceiling[CLASS_HBM] = 2000;
    registers.window_floor[CLASS_HBM] = 500;
    const struct {
        uint32_t window, elapsed, served, after;
        bool wanted;
    } cases[] = {
        {1600, 100, 1499, 1700, true}, // idle is more than a sixteenth of 1600 quanta
        {1600, 100, 1500, 1600, true}, // exactly a sixteenth
        {1600, 100, 0, 1600, false},   // idle, and nobody waits
        {1600, 100, 1600, 1550, true}, // never idle
        {1600, 100, 9999, 1550, false}, {1990, 100, 0, 2000, true}, // the ceiling
        {501, 100, 1600, 500, false},   {10, 100, 0, 11, true},     // by one at least
        {4000, 100, 0, 2000, true},     {400, 100, 1600, 500, false},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++)
        cr_expect(autotune_window(&registers, CLASS_HBM, cases[i].window, cases[i].elapsed,
                                  cases[i].served, cases[i].wanted) == cases[i].after,
                  "case %u", i);
    registers.window_floor[CLASS_HBM] = UINT32_MAX;
    cr_expect(autotune_window(&registers, CLASS_HBM, 100, 1, 100, false) == UINT32_MAX - 1);
}

ADMIT(tunes_a_window_that_is_wanted) {
    set(bench, REGISTER_AUTOTUNE_INTERVAL, 10);
    set(bench, REGISTER_WINDOW + ATOMIC_LANE, ATOMIC_SERVICE_RESET);
    set(bench, REGISTER_AUTOTUNE_ENABLE, 1 << ATOMIC_LANE);
    admit_atomic(bench, 1, 0, 0);
    offer_atomic(bench, 2, 0);
    steps(bench, DECISION + 10); // denied
    give_atomic(bench, 0);
    bench->in.atomic_service = 16; // one clock's worth
    steps(bench, STAGE_COMMIT);
    expect_return(bench, CLASS_ATOMIC, 0, ATOMIC_SERVICE_RESET);
    step(bench);
    expect(bench, "window", 1, bench->out.window);
    expect(bench, "window's lane", ATOMIC_LANE, bench->out.window_lane);
    expect(bench, "window's value", ATOMIC_SERVICE_RESET * 17 / 16, bench->out.window_value);
}

// --- all checks -------------------------------------------------------------------------

struct rig {
    struct admitter *block;
    struct checker *checker;
    struct edge_in in;
    struct edge_out out;
    uint64_t clock;
};

static struct rig rig_open(void) {
    struct rig rig = {
        .block = golden_open(DEPTH), .checker = checker_open(DEPTH), .out = admitter_out_of_reset};
    cr_assert(rig.block && rig.checker);
    return rig;
}

static void step_block(struct rig *rig) {
    rig->in.now = rig->clock;
    admitter_edge(rig->block, &rig->in, &rig->out);
}

static void step_checker(struct rig *rig) {
    checker_edge(rig->checker, &rig->in, &rig->out, rig->clock++);
    rig->in = (struct edge_in){.grant_ready = 1, .axi_bready = 1, .axi_rready = 1};
}

static void step_rig(struct rig *rig) {
    step_block(rig);
    step_checker(rig);
}

static void rig_write(struct rig *rig, unsigned word, uint32_t data) {
    rig->in.axi_awvalid = rig->in.axi_wvalid = 1;
    rig->in.axi_awaddr = (uint16_t)(4 * word);
    rig->in.axi_wdata = data;
    rig->in.axi_wstrb = AXI_STROBES;
}

static void rig_read(struct rig *rig, unsigned word) {
    rig->in.axi_arvalid = 1;
    rig->in.axi_araddr = (uint16_t)(4 * word);
}

static void rig_close(struct rig *rig, const char *check) {
    const struct checker_finding *const finding = checker_finding(rig->checker);
    cr_assert_str_eq(finding->check ? finding->check : "", check);
    checker_close(rig->checker);
    admitter_close(rig->block);
}

Test(bus_scoreboard, response_held) {
    struct rig rig = rig_open();
    step_rig(&rig);
    rig_read(&rig, REGISTER_HELD);
    step_rig(&rig);
    rig.in.axi_rready = 0;
    step_block(&rig);
    rig.out.axi_rvalid = 0;
    step_checker(&rig);
    rig_close(&rig, "response_held");
}

Test(bus_scoreboard, write_answered) {
    for (unsigned wrong = 0; wrong < 4; wrong++) {
        struct rig rig = rig_open();
        step_rig(&rig);
        rig_write(&rig, wrong == 3 ? REGISTER_GRANTS : REGISTER_COMMAND_LIMIT, 5);
        step_rig(&rig);
        step_block(&rig);
        if (wrong == 1)
            rig.out.axi_bvalid = 0;
        if (wrong == 2)
            rig.out.axi_bresp = AXI_SLVERR;
        if (wrong == 3)
            rig.out.axi_bresp = AXI_OKAY;
        step_checker(&rig);
        rig_close(&rig, wrong ? "write_answered" : "");
    }
}

Test(bus_scoreboard, read_answered) {
    for (unsigned wrong = 0; wrong < 4; wrong++) {
        struct rig rig = rig_open();
        step_rig(&rig);
        rig_read(&rig, wrong == 3 ? REGISTER_BUSY + LANES : REGISTER_COMMAND_LIMIT);
        step_block(&rig);
        if (wrong == 1)
            rig.out.axi_rvalid = 0;
        if (wrong == 2)
            rig.out.axi_rresp = AXI_SLVERR;
        if (wrong == 3)
            rig.out.axi_rdata = 1;
        step_checker(&rig);
        rig_close(&rig, wrong ? "read_answered" : "");
    }
}

Test(bus_scoreboard, read_exact) {
    static const unsigned words[] = {REGISTER_GRANTS, REGISTER_HELD_MAX, REGISTER_ERRORS,
                                     REGISTER_DEBT_MAX + 3, REGISTER_WINDOW + 9};
    for (unsigned i = 0; i < sizeof words / sizeof *words; i++) {
        struct rig rig = rig_open();
        step_rig(&rig);
        rig_read(&rig, words[i]);
        step_block(&rig);
        rig.out.axi_rdata++;
        step_checker(&rig);
        rig_close(&rig, "read_exact");
    }
}

Test(bus_scoreboard, tuned_in_turn) {
    for (unsigned wrong = 0; wrong < 3; wrong++) {
        struct rig rig = rig_open();
        step_rig(&rig);
        rig_write(&rig, REGISTER_AUTOTUNE_ENABLE, 1 << (wrong == 1 ? 1 : 0));
        for (unsigned clocks = 0; clocks < 5; clocks++)
            step_rig(&rig);
        step_block(&rig);
        rig.out.window = 1;
        rig.out.window_lane = 0;
        rig.out.window_value = wrong == 2 ? WINDOW_HBM_RESET + 1 : WINDOW_HBM_RESET - 2000;
        step_checker(&rig);
        rig_close(&rig, wrong ? "tuned_in_turn" : "");
    }
}
