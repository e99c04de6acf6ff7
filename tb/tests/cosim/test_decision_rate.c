// One decision in every clock, sustained, with every slot taken (rtl/spec/promises.md).
#include <criterion/criterion.h>
#include <stdio.h>

#include "tb/cosim/admitters.h"
#include "tb/cosim/decision_rate.h"

enum { CLOCKS = 100000 };

Test(decision_rate, one_decision_a_clock_with_full_slots) {
    unsigned measured = 0;
    for (const struct admitter_kind *kind = admitter_kinds; kind->name; kind++) {
        struct admitter *const admitter = kind->open(DEPTH);
        if (!admitter)
            continue;
        const struct decision_rate rate = decision_rate_measure(admitter, CLOCKS);
        admitter_close(admitter);
        printf("%s: %.4f decisions and %.4f grants a clock, %.2f operations waiting\n", kind->name,
               (double)rate.decisions / CLOCKS, (double)rate.grants / CLOCKS,
               (double)rate.waiting / CLOCKS);
        cr_expect(rate.decisions == CLOCKS, "%s: %lu decisions in %d clocks", kind->name,
                  (unsigned long)rate.decisions, CLOCKS);
        cr_expect(rate.waiting >= (uint64_t)(SLOTS - 1) * CLOCKS, "%s: %lu waiting", kind->name,
                  (unsigned long)rate.waiting);
        measured++;
    }
    cr_assert(measured > 0);
}

// The measure counts what is decided: a block whose arbiter pauses every
// other clock makes half as many decisions.
struct pauser {
    struct admitter admitter;
    struct admitter *inner;
    unsigned clock;
};

static void pauser_edge(struct admitter *self, const struct edge_in *in, struct edge_out *out) {
    struct pauser *const pauser = (struct pauser *)self;
    struct edge_in paused = *in;
    paused.pause |= pauser->clock++ % 2;
    admitter_edge(pauser->inner, &paused, out);
}

static const struct admitter_ops pauser_ops = {.name = "pauser", .edge = pauser_edge};

Test(decision_rate, sees_a_clock_without_a_decision) {
    struct pauser pauser = {.admitter.ops = &pauser_ops,
                            .inner = admitter_kind_find("golden")->open(DEPTH)};
    const struct decision_rate rate = decision_rate_measure(&pauser.admitter, 1000);
    cr_expect(rate.decisions == 500, "%lu", (unsigned long)rate.decisions);
    admitter_close(pauser.inner);
}
