// Ordering domains: which operations wait for which; and that under every policy, and in front of a
// block, everything completes, in order.
#include "csim/simulator/simulate.h"
#include "csim/traffic/ordering.h"
#include "tb/tests/base/fixture.h"
#include "tb/tests/simulator/scenario.h"

// --- the tracker alone --------------------------------------------------------------------------

#define WRITE(at, bytes)                                                                           \
    { .opcode = OP_WRITE, .address = at, .length = bytes }
#define NOTIFY(at, bytes)                                                                          \
    { .opcode = OP_NOTIFY, .address = at, .length = bytes }
#define ATOMIC(code, at)                                                                           \
    { .opcode = OP_##code, .address = at }
// The request's own length means nothing.
#define READ(at, bytes)                                                                            \
    { .opcode = OP_READ, .address = at, .response_length = bytes, .length = 5000 }
#define FENCE                                                                                      \
    { .opcode = OP_FENCE }
#define UNKNOWN                                                                                    \
    { .opcode = 5 }
#define LAST UINT64_MAX

static const struct {
    const char *what;
    struct op earlier, later;
    bool waits;
} pairs[] = {
    {"write after write, one byte shared", WRITE(100, 11), WRITE(110, 50), true},
    {"write after write, side by side", WRITE(100, 10), WRITE(110, 50), false},
    {"read after write of its bytes", WRITE(100, 10), READ(90, 11), true},
    {"read before the write of its bytes", READ(90, 11), WRITE(100, 10), true},
    {"read after read", READ(100, 10), READ(100, 10), false},
    {"read whose request length means nothing", WRITE(200, 10), READ(100, 10), false},
    {"write of no bytes", WRITE(100, 10), WRITE(105, 0), false},
    {"Atomic after Atomic of its address", ATOMIC(FETCH_ADD, 64), ATOMIC(COMPARE_SWAP, 64), true},
    {"Atomic after Atomic of another address", ATOMIC(FETCH_ADD, 64), ATOMIC(FETCH_ADD, 72), false},
    {"read after Atomic of its bytes", ATOMIC(SWAP, 64), READ(71, 1), true},
    {"notification after a write elsewhere", WRITE(0, 10), NOTIFY(4096, 80), true},
    {"notification after a write of no bytes", WRITE(0, 0), NOTIFY(4096, 80), true},
    {"write after a notification elsewhere", NOTIFY(4096, 80), WRITE(0, 10), false},
    {"notification after an Atomic elsewhere", ATOMIC(FETCH_ADD, 0), NOTIFY(4096, 80), false},
    {"fence after a read", READ(0, 10), FENCE, true},
    {"read after a fence", FENCE, READ(0, 10), true},
    {"fence after fence", FENCE, FENCE, true},
    {"what does not exist, after a fence", FENCE, UNKNOWN, true},
    {"what does not exist, after a write", WRITE(0, 4096), UNKNOWN, false},
    {"at the end of the address space", WRITE(LAST - 3, 100), WRITE(LAST, 1), true},
    {"not around the end of the address space", WRITE(LAST - 3, 100), WRITE(0, 100), false},
};

EACH(ordering, holds_what_must_follow, pairs) {
    struct ordering *ordering = ordering_open(2);
    cr_assert(ordering != NULL);
    struct op earlier = row->earlier, later = row->later;
    earlier.domain = later.domain = 9;
    cr_expect(ordering_enter(ordering, 1, &earlier));
    cr_expect(ordering_enter(ordering, 0, &later) != row->waits, "%s", row->what);
    cr_expect(ordering_take(ordering) == ORDERING_NONE);
    ordering_complete(ordering, 1);
    cr_expect(ordering_take(ordering) == (row->waits ? 0 : ORDERING_NONE), "%s", row->what);
    cr_expect(ordering_take(ordering) == ORDERING_NONE);
    ordering_close(ordering);
}

Test(ordering, domains_do_not_wait_for_each_other) {
    struct ordering *ordering = ordering_open(64);
    cr_assert(ordering != NULL);
    for (uint32_t i = 0; i < 64; i++) {
        const struct op op = {
            .opcode = i % 2 ? OP_FENCE : OP_WRITE, .length = 4096, .domain = i + 1};
        cr_expect(ordering_enter(ordering, i, &op));
    }
    ordering_close(ordering);
}

// --- whole runs ---------------------------------------------------------------------------------

static struct config ordered(uint64_t operations, uint64_t domains, uint64_t spacing_ps) {
    struct config config = config_of(NULL, SETS("traffic=random", "fence_percent=2"));
    config.operations = operations;
    config.ordering_domains = domains;
    config.spacing_ps = spacing_ps;
    return config;
}

// Each operation after the last: Atomics of one domain to one address.
struct chain {
    struct traffic traffic;
    struct traffic *inner;
    unsigned under_way, most, completed;
};

static bool chain_next(struct traffic *self, struct op *op) {
    if (!traffic_next(((struct chain *)self)->inner, op))
        return false;
    op->domain = 1;
    op->address = 0;
    return true;
}

static void chain_close(struct traffic *self) {
    traffic_close(((struct chain *)self)->inner);
}

static const struct traffic_ops chain_ops = {
    .name = "chain", .next = chain_next, .close = chain_close};

static struct config atomics(uint64_t operations) {
    struct config config = ordered(operations, 1, 0);
    config.fence_percent = 0;
    config.weight_read = config.weight_write = config.weight_notify = config.weight_unknown = 0;
    config.weight_length_huge = config.weight_length_window = 0; // nothing above a window
    return config;
}

static void chain_step(struct chain *chain, bool enters, bool leaves) {
    chain->under_way += enters;
    chain->under_way -= leaves;
    chain->completed += leaves;
    chain->most = chain->under_way > chain->most ? chain->under_way : chain->most;
}

WATCH(watch) {
    chain_step(context, step == STEP_DISPATCH, step == STEP_COMPLETE);
}

enum { CHAIN = 200 };

static void expect_one_by_one(const struct chain *chain, const char *who) {
    cr_expect(eq(uint, chain->most, 1), "%s", who);
    cr_expect(eq(uint, chain->completed, CHAIN), "%s", who);
}

Test(ordering, a_chain_is_kept_by_every_policy) {
    const struct config config = atomics(CHAIN);
    for (const struct policy *const *policy = policies; *policy; policy++) {
        struct chain chain = {.traffic = {&chain_ops}, .inner = traffic_open(&config, 1)};
        const struct simulate_watcher watcher = {.saw = watch, .context = &chain};
        const struct simulate_run run = {&config, *policy, 1, .traffic = &chain.traffic,
                                         .watcher = &watcher};
        struct simulate_result result;
        struct text_error error = {""};
        cr_assert(simulate_run(&run, &result, &error), "%s", error.text);
        expect_one_by_one(&chain, (*policy)->name);
        cr_expect(result.bulk.part_ns[PART_FOR_ORDER] > 0);
        expect_all_time_explained(&result, (*policy)->name);
    }
}

Test(ordering, every_policy_passes_fences) {
    struct config config = ordered(1500, 6, 1000);
    config.weight_length_huge = config.weight_length_window = 0; // nothing above a window
    for (const struct policy *const *policy = policies; *policy; policy++) {
        const struct simulate_result result = config_run(&config, *policy, 1, NULL);
        cr_expect(eq(u64, result.operations + result.rejected + result.fences, 1500), "%s",
                  (*policy)->name);
        cr_expect(result.fences > 0);
    }
}

// The operations of `inner`, each in a domain of its own.
struct numbering {
    struct traffic traffic;
    struct traffic *inner;
};

static bool numbering_next(struct traffic *self, struct op *op) {
    if (!traffic_next(((struct numbering *)self)->inner, op))
        return false;
    op->domain = op->index + 1;
    return true;
}

static void numbering_close(struct traffic *self) {
    traffic_close(((struct numbering *)self)->inner);
}

static const struct traffic_ops numbering_ops = {
    .name = "numbering", .next = numbering_next, .close = numbering_close};

Test(ordering, domains_of_one_change_nothing) {
    const struct config config = ordered(1500, 0, 500);
    struct text_error error = {""};
    for (const struct policy *const *policy = policies; *policy; policy++) {
        struct numbering numbered = {{&numbering_ops}, traffic_open(&config, 1)};
        const struct simulate_result plain = config_run(&config, *policy, 1, NULL);
        struct simulate_result same;
        const struct simulate_run run = {&config, *policy, 1, .traffic = &numbered.traffic};
        cr_assert(simulate_run(&run, &same, &error), "%s", error.text);
        cr_expect(results_equal(&plain, &same), "%s", (*policy)->name);
    }
}
