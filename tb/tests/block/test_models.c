// A model that runs ahead is heard as one that does not: the same clocks, what was shown and driven
// in each, the difference in its clock, and nothing once somebody says stop.
#include "tb/block/models.h"
#include "tb/tests/base/fixture.h"

enum { DIFFERS = 37, STOPS = 51, CLOCKS = 100 };

// Shows how many of its clocks there were, but for one fault.
struct counter {
    uint32_t clocks, fault;
};

static void show(void *self, struct block_out *out) {
    const struct counter *counter = self;
    *out = (struct block_out){.axi_rdata = counter->clocks + (counter->clocks == counter->fault)};
}

static void clock_edge(void *self, const struct block_in *in) {
    struct counter *counter = self;
    cr_assert(in->now == counter->clocks);
    counter->clocks++;
}

static void close_none(void *self) {
    (void)self;
}

struct ear {
    const struct pair *pair;
    uint64_t clocks, differed; // that were heard; in which it was told that they differ
    bool stop;
};

static void hear(void *self, uint64_t clock, const struct block_out *out,
                 const struct block_in *in) {
    struct ear *ear = self;
    cr_assert(clock == ear->clocks && clock == out->axi_rdata && clock == in->now);
    ear->clocks++;
    if (ear->pair->differs && clock == ear->pair->differs_clock)
        ear->differed = clock;
    ear->stop = clock == STOPS;
}

static void run(bool ahead, unsigned clocks) {
    struct heard heard;
    struct counter golden = {.fault = UINT32_MAX}, dut = {.fault = DIFFERS};
    struct pair pair;
    struct ear ear = {.pair = &pair};
    const struct listener listener = {&ear, hear};
    struct block_model model =
        pair_model(&pair, (struct block_model){&golden, show, clock_edge, close_none},
                   (struct block_model){&dut, show, clock_edge, close_none});
    model = heard_model(&heard, model, &listener, 1);
    if (ahead)
        heard_run_ahead(&heard, &pair, &ear.stop);
    for (unsigned clock = 0; clock < clocks && !ear.stop; clock++) {
        struct block_in *const in = heard_drives(&heard);
        *in = (struct block_in){.now = clock, .path.rst_n = clock > 0};
        cr_assert(heard_shows(&heard)->axi_rdata == clock);
        model.clock(model.self, in);
    }
    model.close(model.self);
    cr_expect(ear.clocks == (clocks > STOPS ? STOPS + 1 : clocks));
    cr_expect(ear.differed == (clocks > DIFFERS ? DIFFERS : 0));
    cr_expect(dut.clocks == golden.clocks);
}

Test(models, who_runs_ahead_is_heard_alike) {
    for (unsigned clocks = 1; clocks <= CLOCKS; clocks++) {
        run(false, clocks);
        run(true, clocks);
    }
}
