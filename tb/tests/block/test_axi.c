// The registers as software sees them (rtl/spec/registers.md), and autotuning.
#include "csim/golden/autotune.h"
#include "csim/golden/registers.h"
#include "csim/interface/register_names.h"
#include "register_map.h"
#include "tb/tests/block/bench.h"

static void expect_register(struct bench *bench, unsigned word, uint32_t value) {
    char name[REGISTER_NAME_BYTES];

    register_name(word, name, sizeof name);
    send_read(bench, word);
    EXPECT_OUT(steps(bench, READ_CLOCKS - 1), axi_rvalid, 0);
    EXPECT_OUT(step(bench), axi_rvalid, 1);
    EXPECT_OUT(bench, axi_rresp, AXI_OKAY);
    expect(bench, name, value, bench->out.axi_rdata);
    step(bench);
}

static void expect_write(struct bench *bench, uint16_t address, uint32_t data, uint8_t strobe,
                         enum axi_response response) {
    cr_assert(axi_master_write(&bench->master, address, data, strobe));
    EXPECT_OUT(steps(bench, CONFIG_TO_USE), axi_bvalid, 1);
    EXPECT_OUT(bench, axi_bresp, response);
    EXPECT_OUT(step(bench), axi_bvalid, 0);
}

ADMIT(a_register_shows_what_was_written) {
    static const unsigned words[] = {REGISTER_WINDOW + 3,       REGISTER_ATOMIC_SERVICE + 7,
                                     REGISTER_MAP_MASK + 5,     REGISTER_MULTIPLIER + 9,
                                     REGISTER_WINDOW_FLOOR + 2, REGISTER_AUTOTUNE_ENABLE + 1};

    for (unsigned i = 0; i < COUNT(words); i++) {
        set(bench, words[i], 0x1234 + i);
        expect_register(bench, words[i], 0x1234 + i);
    }
    set(bench, REGISTER_WINDOW, UINT32_MAX);
    expect_register(bench, REGISTER_WINDOW, UINT32_MAX - 1);
    set(bench, REGISTER_QUANTUM_HBM, UINT32_MAX);
    expect_register(bench, REGISTER_QUANTUM_HBM, 15);
}

ADMIT(refuses_what_is_no_register_and_remembers) {
    expect_write(bench, 4 * REGISTER_COMMAND_LIMIT, 7, AXI_STROBES, AXI_OKAY);
    expect_write(bench, 4 * REGISTER_COMMAND_LIMIT, 8, 7, AXI_SLVERR);
    expect_write(bench, 4 * REGISTER_COMMAND_LIMIT + 1, 9, AXI_STROBES, AXI_SLVERR);
    expect_write(bench, 4 * REGISTER_GRANTS, 9, AXI_STROBES, AXI_SLVERR);
    expect_write(bench, 4 * (REGISTER_WINDOW + LANES), 9, AXI_STROBES, AXI_SLVERR);
    expect_register(bench, REGISTER_COMMAND_LIMIT, 7);
    expect_register(bench, REGISTER_ERRORS, 1 << ERROR_AXI_WRITE);
    axi_master_read(&bench->master, 4 * REGISTER_GRANTS + 2);
    EXPECT_OUT(steps(bench, READ_CLOCKS), axi_rresp, AXI_SLVERR);
    EXPECT_OUT(bench, axi_rdata, 0);
    step(bench);
    expect_register(bench, REGISTER_ERRORS, 1 << ERROR_AXI_WRITE | 1 << ERROR_AXI_READ);
    expect_register(bench, REGISTER_FIRST_ERROR, ERROR_AXI_WRITE + 1);
    expect_register(bench, REGISTER_FIRST_ERROR_INFO, 4 * REGISTER_COMMAND_LIMIT);
    set(bench, REGISTER_ERRORS, 1 << ERROR_AXI_WRITE);
    expect_register(bench, REGISTER_ERRORS, 1 << ERROR_AXI_READ);
    set(bench, REGISTER_ERRORS, UINT32_MAX);
    expect_register(bench, REGISTER_FIRST_ERROR, 0);
}

// Of two errors in one clock the lower is the first; a bit set by the edge that clears it stays.
ADMIT(notes_the_first_error) {
    give_atomic(bench, 5);
    give_done(bench, 6);
    steps(bench, BEAT_TO_COMMIT);
    const uint64_t clock = bench->clock; // in which they commit
    steps(bench, 2);
    expect_register(bench, REGISTER_ERRORS, 1 << ERROR_STRAY_ATOMIC | 1 << ERROR_STRAY_DONE);
    expect_register(bench, REGISTER_FIRST_ERROR, ERROR_STRAY_ATOMIC + 1);
    expect_register(bench, REGISTER_FIRST_ERROR_INFO, 5);
    expect_register(bench, REGISTER_FIRST_ERROR_TIME, clock);
    // A stray that commits in the clock in which the write is performed.
    steps(give_response(bench, 9), BEAT_TO_COMMIT - (CONFIG_TO_USE - 1));
    configure(bench, REGISTER_ERRORS, UINT32_MAX);
    steps(bench, CONFIG_TO_USE + 1);
    expect_register(bench, REGISTER_ERRORS, 1 << ERROR_STRAY_RESPONSE);
    expect_register(bench, REGISTER_FIRST_ERROR, ERROR_STRAY_ATOMIC + 1);
}

ADMIT(counts_what_happens) {
    admit_atomic(bench, 1, 0, 0);
    const uint32_t start = (uint32_t)bench->clock - 1; // of the clock of the grant
    step(bench);
    expect_register(bench, REGISTER_GRANTS, 1);
    expect_register(bench, REGISTER_HELD, 1);
    expect_register(bench, REGISTER_DEBT + ATOMIC_LANE, ATOMIC_SERVICE_RESET);
    EXPECT_OUT(steps(bench, QUIET_CLOCKS), quiet, 1);
    bench->in.gap = 1000; // idle clocks count
    give_atomic(bench, 0);
    steps(bench, BEAT_TO_COMMIT);
    const uint32_t end = (uint32_t)bench->clock; // of the clock of the return
    steps(give_done(bench, 0), DONE_COMMIT + 2);
    expect_register(bench, REGISTER_BUSY + ATOMIC_LANE, end - start);
    expect_register(bench, REGISTER_RETURNS + CLASS_ATOMIC, 1);
    expect_register(bench, REGISTER_COMPLETES, 1);
    expect_register(bench, REGISTER_DEBT + ATOMIC_LANE, 0);
    expect_register(bench, REGISTER_DEBT_MAX + ATOMIC_LANE, ATOMIC_SERVICE_RESET);
    expect_register(bench, REGISTER_HELD_MAX, 1);
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
    for (unsigned i = 0; i < COUNT(cases); i++)
        cr_expect(autotune_window(&registers, CLASS_HBM, cases[i].window,
                                  &(struct epoch){.elapsed = cases[i].elapsed,
                                                  .served = cases[i].served,
                                                  .wanted = cases[i].wanted}) == cases[i].after,
                  "case %u", i);
    registers.window_floor[CLASS_HBM] = UINT32_MAX;
    cr_expect(autotune_window(&registers, CLASS_HBM, 100,
                              &(struct epoch){.elapsed = 1, .served = 100}) == UINT32_MAX - 1);
}

// From the clock after a return on the Atomic lane to the last clock of the look at it, where the
// turn is that of the lane's neighbour.
enum { LOOK = LANES - 1 + TUNE_CLOCKS };

// The Atomic lane is tuned, and has an epoch; the window is full, an operation was denied, and
// reservation 1 returns. Shows the clock of that.
static void end_epoch(struct bench *bench) {
    set(bench, REGISTER_AUTOTUNE_INTERVAL, 10);
    set(bench, REGISTER_WINDOW + ATOMIC_LANE, ATOMIC_SERVICE_RESET);
    set(bench, REGISTER_AUTOTUNE_ENABLE, 1 << ATOMIC_LANE);
    admit_atomic(bench, 1, 0, 0);
    commit_atomic(bench, 0);
    expect_silent_clocks(bench, ATOMIC_LANE + TUNE_CLOCKS - 1);
    EXPECT_OUT(bench, quiet, 0);
    EXPECT_OUT(step(bench), quiet, 1);
    admit_atomic(bench, 2, 0, 1);
    steps(offer_atomic(bench, 3, 0), DECISION + 10); // denied
    give_atomic(bench, 1);
    bench->in.atomic_service = 16; // one clock's worth
    expect_return(steps(bench, STAGE_COMMIT), CLASS_ATOMIC, 1, ATOMIC_SERVICE_RESET);
}

ADMIT(tunes_a_window_that_is_wanted) {
    end_epoch(bench);
    EXPECT_OUT(steps(bench, LOOK), window, 0);
    EXPECT_OUT(step(bench), window, 1);
    EXPECT_OUT(bench, window_lane, ATOMIC_LANE);
    EXPECT_OUT(bench, window_value, ATOMIC_SERVICE_RESET * 17 / 16);
}

// The write is performed so many clocks before the last of the look.
static void expect_overtaken(struct bench *bench, unsigned before, unsigned word, bool overtaken) {
    step_reset(bench);
    step(bench);
    end_epoch(bench);
    steps(bench, LOOK - before - CONFIG_TO_USE);
    configure(bench, word, word == REGISTER_AUTOTUNE_ENABLE ? 0 : 5000);
    steps(bench, CONFIG_TO_USE + before);
    const bool writes = before == 0 && word != REGISTER_AUTOTUNE_ENABLE;
    EXPECT_OUT(step(bench), window, writes || !overtaken);
    if (!overtaken)
        EXPECT_OUT(bench, window_lane, ATOMIC_LANE);
}

ADMIT(a_write_of_any_window_in_a_look_wins) {
    expect_overtaken(bench, 0, REGISTER_WINDOW, true);
    expect_overtaken(bench, TUNE_CLOCKS - 1, REGISTER_WINDOW, true);
    expect_overtaken(bench, TUNE_CLOCKS, REGISTER_WINDOW, false);
}

ADMIT(a_lane_that_is_disabled_keeps_its_window) {
    expect_overtaken(bench, 2, REGISTER_AUTOTUNE_ENABLE, true);
    expect_overtaken(bench, 1, REGISTER_AUTOTUNE_ENABLE, false);
    expect_overtaken(bench, TUNE_CLOCKS, REGISTER_AUTOTUNE_ENABLE, true);
}
