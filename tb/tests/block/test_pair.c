// Two models in lockstep, and who hears a model.
#include <string.h>

#include "tb/block/models.h"
#include "tb/tests/base/fixture.h"
#include "tb/tests/block/drawn.h"

// A golden model that shows `quiet` the other way round in two clocks.
struct faulty {
    struct block_model golden;
    uint64_t clock, wrong[2], edges;
    bool closed;
};

static void show(void *self, struct block_out *out) {
    struct faulty *faulty = self;
    faulty->golden.show(faulty->golden.self, out);
    out->quiet ^= faulty->clock == faulty->wrong[0] || faulty->clock == faulty->wrong[1];
}

static void clock_edge(void *self, const struct block_in *in) {
    struct faulty *faulty = self;
    faulty->golden.clock(faulty->golden.self, in);
    faulty->clock++;
}

static void close_model(void *self) {
    struct faulty *faulty = self;
    faulty->golden.close(faulty->golden.self);
    faulty->closed = true;
}

static struct block_model faulty_model(struct faulty *faulty, uint64_t first, uint64_t second) {
    *faulty =
        (struct faulty){.golden = block_golden_model(&block_default), .wrong = {first, second}};
    return (struct block_model){faulty, show, clock_edge, close_model};
}

// Clock 2 is the first behind a reset of one clock.
static void run(struct block_model model, unsigned clocks) {
    struct block_in in = {.now = 0};
    struct block_out out;
    for (unsigned i = 0; i < clocks; i++) {
        in.path.rst_n = i != 1;
        in.now = i;
        model.show(model.self, &out);
        model.clock(model.self, &in);
    }
    model.close(model.self);
}

Test(pair, the_first_difference_behind_the_first_reset) {
    struct faulty faulty;
    struct pair pair;
    run(pair_model(&pair, block_golden_model(&block_default), faulty_model(&faulty, 0, 1)), 50);
    cr_assert(faulty.closed && !pair.differs && pair.clock == 50);
    run(pair_model(&pair, block_golden_model(&block_default), faulty_model(&faulty, 30, 20)), 50);
    cr_assert(pair.differs && pair.differs_clock == 20 && faulty.clock == 50);
    cr_assert(pair.golden_out.quiet != pair.dut_out.quiet);
    run(pair_model(&pair, block_golden_model(&block_default), faulty_model(&faulty, 2, 2)), 3);
    cr_assert(pair.differs && pair.differs_clock == 2);
}

struct hearer {
    uint64_t clocks, quiet;
};

static void hear(void *self, uint64_t clock, const struct block_out *out,
                 const struct block_in *in) {
    struct hearer *hearer = self;
    cr_assert(clock == hearer->clocks && in->now == clock && in->path.rst_n == (clock != 1));
    hearer->clocks++;
    hearer->quiet += out->quiet;
}

// Shown or not, every listener hears every clock, with what the model showed in it.
Test(heard, every_clock) {
    struct hearer a = {.clocks = 0}, b = a, c = a;
    const struct listener both[] = {{&a, hear}, {&b, hear}}, alone = {&c, hear};
    struct heard heard, inner;
    struct faulty faulty;
    run(heard_model(&heard, faulty_model(&faulty, 60, 61), both, 2), 100);
    struct block_model model = heard_model(&inner, block_golden_model(&block_default), &alone, 1);
    struct block_in in = {.now = 0};
    for (unsigned i = 0; i < 100; i++) {
        in.path.rst_n = i != 1;
        in.now = i;
        model.clock(model.self, &in);
    }
    model.close(model.self);
    cr_assert(a.clocks == 100 && b.clocks == 100 && c.clocks == 100);
    cr_assert(c.quiet > 2 && a.quiet == b.quiet && a.quiet == c.quiet - 2);
}
