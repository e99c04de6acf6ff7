// A model that runs ahead is observed as one that does not: the same clocks, what was shown and
// driven in each, the difference in its clock, and nothing once it is to stop. An output that
// follows an input within its clock is a difference, which names the input.
#include <string.h>

#include "tb/block/models.h"
#include "tb/tests/base/fixture.h"

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
