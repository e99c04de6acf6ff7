// A model that runs ahead is observed as one that does not: the same clocks, what was shown and
// driven in each, the difference in its clock, and nothing once it is to stop. An output that
// follows an input within its clock is a difference, which names the input.

#include <sys/stat.h>

#include "tb/block/check/check.h"
#include "tb/block/checked_run.h"
#include "tb/block/dut/block_rtl.h"
#include "tb/tests/base/fixture.h"
#include "tb/tests/block/block_bench.h"

enum { DIFFERS = 37, STOPS = 51, CLOCKS = 100 };

static struct pair pair;
static uint64_t golden, dut; // clocks that each had
static struct {
    uint64_t clocks, differed; // that were observed; in which they were seen to differ
    bool stop;
} ear;

static bool ready, follows; // of the inputs of this clock, and whether the second one shows it

// Shows how many of its clocks there were; one of them shows one more, once.
static void show(void *self, struct block_out *out) {
    const uint64_t clocks = *(const uint64_t *)self;
    const bool wrong = self == &dut && clocks == DIFFERS;
    *out = (struct block_out){.axi_rdata = (uint32_t)clocks + (wrong && !follows),
                              .axi_awready = self == &dut && follows && ready && clocks == DIFFERS};
}

static void clock_edge(void *self, const struct block_in *in) {
    cr_assert(in->now == (*(uint64_t *)self)++);
}

static void settle(void *self, const struct block_in *in, uint64_t seed) {
    (void)self;
    (void)seed;
    ready = in->axi_bready;
}

static void close_none(void *self) {
    (void)self;
}

static void observe(void *self, uint64_t clock, const struct block_out *out,
                    const struct block_in *in) {
    (void)self;
    cr_assert(clock == ear.clocks++ && clock == out->axi_rdata && clock == in->now);
    if (pair.differs && clock == pair.differs_clock)
        ear.differed = clock;
    ear.stop = clock == STOPS;
}

static void run(unsigned ahead, unsigned clocks) {
    static struct observed observed;
    const struct observer observer = {NULL, observe};
    struct block_model model = {&golden, show, clock_edge, close_none, NULL};
    memset(&ear, 0, sizeof ear);
    golden = dut = 0;
    model =
        pair_model(&pair, model, (struct block_model){&dut, show, clock_edge, close_none, settle});
    model = observed_model(&observed, model, &observer, 1);
    observed_run_ahead(&observed, &pair, ahead, &ear.stop);
    for (unsigned clock = 0; clock < clocks && !ear.stop; clock++) {
        *observed_drives(&observed) = (struct block_in){
            .now = clock, .path.rst_n = clock > 0, .axi_bready = clock == DIFFERS};
        model.clock(model.self, observed_drives(&observed));
    }
    model.close(model.self);
    cr_expect(ear.clocks == (clocks > STOPS ? STOPS + 1 : clocks));
    cr_expect(ear.differed == (clocks > DIFFERS ? DIFFERS : 0) && dut == golden);
    cr_expect_str_eq(pair.follows,
                     clocks > DIFFERS && follows ? "axi_awready follows axi_bready" : "");
}

Test(models, who_runs_ahead_is_heard_alike) {
    for (unsigned clocks = 1; clocks <= CLOCKS; clocks++) {
        follows = clocks % 2 == 0;
        run(0, clocks);
        run(MODELS_AHEAD, clocks);
    }
}

// The rule that is asked at the end of a run bites while something is held. All others find faults
// of twins.txt (make twins).
static void end_too_soon(void *self, const struct ref_state *ref) {
    struct check *check = self;
    if (ref->held_count > 0 && check->findings == 0)
        check_end(check, ref);
}

Test(check, what_is_held_is_not_drained) {
    struct check check;
    struct checked_outcome outcome;
    struct text_error error;
    const struct config config = config_of("random", SETS("operations=100"));
    check_begin(&check, NULL);
    cr_assert(checked_run_do(&(struct checked_run){.traffic = traffic_open(&config, 1),
                                                   .config = &config,
                                                   .kind = BLOCK_GOLDEN,
                                                   .reader = {&check, end_too_soon}},
                             &outcome, &error));
    cr_expect(not(outcome.failed));
    cr_expect(check.found[CHECK_RULE_COUNT - 1] > 0);
}

// Sizes that there are not.
Test(block_golden, refuses_sizes_out_of_range) {
    static const struct path_size wrong[] = {
        {0, 1, 1, 32, 128, 40, 32, 4, 16, 24},  {33, 1, 1, 32, 128, 40, 32, 4, 16, 24},
        {8, 0, 1, 32, 128, 40, 32, 4, 16, 24},  {8, 1, 5, 32, 128, 40, 32, 4, 16, 24},
        {8, 1, 1, 3, 128, 40, 32, 4, 16, 24},   {8, 1, 1, 33, 128, 40, 32, 4, 16, 24},
        {8, 1, 1, 32, 4, 40, 32, 4, 16, 24},    {8, 1, 1, 32, 96, 40, 32, 4, 16, 24},
        {8, 1, 1, 32, 2048, 40, 32, 4, 16, 24}, {8, 1, 1, 32, 128, 9, 32, 4, 16, 24},
        {8, 1, 1, 32, 128, 81, 32, 4, 16, 24},  {8, 1, 1, 32, 128, 40, 65, 4, 16, 24},
        {8, 1, 1, 32, 128, 40, 32, 0, 16, 24},  {8, 1, 1, 32, 128, 40, 32, 9, 16, 24},
        {8, 1, 1, 32, 128, 40, 32, 4, 17, 24},  {8, 1, 1, 32, 128, 40, 32, 4, 16, 25},
    };

    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        cr_assert(block_golden_model(&wrong[i]).self == NULL, "row %zu", i);
}

// The Verilated block: waves are files. That both models are the golden model's equal is of
// `make determinism`; that planted bugs are in, of `make bugs`; that an assertion is reported, of
// test_shrink.c.

enum { RTL_CLOCKS = 50, RESET = 3 };

static void offer_a_write(const struct block_model *rtl) {
    bool granted = false;
    for (unsigned clock = 0; clock < RTL_CLOCKS; clock++) {
        struct block_out out;
        struct block_in in = {.now = clock, .message_ready = true};
        rtl->show(rtl->self, &out);
        granted |= out.path.decision_kind == 1;
        in.path.rst_n = clock >= RESET;
        in.path.op_valid = clock == 20;
        in.path.op_tag = clock;
        in.path.op_length = 60000;
        rtl->clock(rtl->self, &in);
    }
    cr_assert(granted);
}

static long waves(uint64_t from, uint64_t to) {
    struct path_size size;
    struct block_model rtl = block_rtl_checked(&size);
    struct stat written;
    cr_assert(block_rtl_waves(&rtl, folder_path("waves"), from, to));
    offer_a_write(&rtl);
    rtl.close(rtl.self);
    cr_assert(stat(folder_path("waves"), &written) == 0);
    return (long)written.st_size;
}

Test(block_rtl, waves_of_some_clocks, .init = folder_make, .fini = folder_remove) {
    struct path_size size;
    const long none = waves(RTL_CLOCKS, RTL_CLOCKS), some = waves(10, 30),
               all = waves(0, UINT64_MAX);
    cr_expect(none > 0 && some > none && all > some, "%ld %ld %ld", none, some, all);
    struct block_model fast = block_rtl_fast(&size), checked = block_rtl_checked(&size);
    cr_expect(not(block_rtl_waves(&fast, folder_path("none"), 0, 1)));
    cr_expect(not(block_rtl_waves(&checked, folder_path("no/folder"), 0, 1)));
    fast.close(fast.self);
    checked.close(checked.self);
    cr_expect(block_rtl_verilator()[0] > '0');
    cr_expect(strcmp(block_rtl_folder(), "rtl") == 0);
}
