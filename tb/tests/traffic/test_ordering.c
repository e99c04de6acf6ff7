// Ordering domains: which operations wait for which, checked against the rules written down once
// more; and that under every policy, and in front of golden and RTL, everything completes, in
// order.
#include <stdlib.h>
#include <string.h>

#include "csim/base/rng.h"
#include "csim/simulator/simulate.h"
#include "csim/traffic/ordering.h"
#include "tb/checkers/checker.h"
#include "tb/cosim/admitters.h"
#include "tb/cosim/cosim_loop.h"
#include "tb/env/env.h"
#include "tb/env/op_tracker.h"
#include "tb/tests/base/fixture.h"
#include "tb/tests/simulator/rules.h"
#include "tb/tests/simulator/scenario.h"

enum { OPS_MAX = 4000 };

// --- the rules, once more ---------------------------------------------------------------------

static bool is_fence(const struct op *op) {
    return op->opcode == OP_FENCE;
}

static uint64_t bytes_of(const struct op *op) {
    return op->opcode <= OP_NOTIFY ? rules_hbm_bytes(op) : rules_known(op) ? 8 : 0;
}

static bool share_a_byte(const struct op *a, const struct op *b) {
    const struct op *low = a->address <= b->address ? a : b, *high = low == a ? b : a;
    return bytes_of(low) > 0 && bytes_of(high) > 0 && high->address - low->address < bytes_of(low);
}

static bool must_follow(const struct op *later, const struct op *earlier) {
    if (later->domain == 0 || later->domain != earlier->domain)
        return false;
    if (is_fence(later) || is_fence(earlier))
        return true;
    if (later->opcode == OP_NOTIFY && earlier->opcode == OP_WRITE)
        return true;
    const bool both_read = later->opcode == OP_READ && earlier->opcode == OP_READ;
    return !both_read && share_a_byte(later, earlier);
}

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
    cr_expect(eq(u32, ordering_held(ordering), row->waits));
    cr_expect(not(ordering_ready(ordering)));
    ordering_complete(ordering, 1);
    cr_expect(ordering_take(ordering) == (row->waits ? 0 : ORDERING_NONE), "%s", row->what);
    cr_expect(ordering_take(ordering) == ORDERING_NONE);
    cr_expect(eq(u32, ordering_held(ordering), 0));
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
    cr_expect(eq(u32, ordering_held(ordering), 0));
    ordering_close(ordering);
}

// Operations come and complete in any order, in few places and few domains: who is held is exactly
// who must follow somebody that is not complete.
static void shuffle(uint64_t seed) {
    enum { PLACES = 24, STEPS_EACH = 6000 };
    struct rng rng = rng_stream(seed, RNG_TRAFFIC);
    struct ordering *ordering = ordering_open(PLACES);
    cr_assert(ordering != NULL);
    struct place {
        struct op op;
        bool used, held;
    } place[PLACES] = {{.used = false}};
    uint32_t entered = 0, held_once = 0;
    for (unsigned step = 0; step < STEPS_EACH; step++) {
        const uint32_t at = (uint32_t)rng_below(&rng, PLACES);
        if (!place[at].used) {
            static const uint8_t opcodes[] = {OP_WRITE,     OP_WRITE, OP_READ,  OP_NOTIFY,
                                              OP_FETCH_ADD, OP_SWAP,  OP_FENCE, 5};
            const struct op op = {.index = entered++,
                                  .opcode = opcodes[rng_below(&rng, sizeof opcodes)],
                                  .domain = 1 + (uint32_t)rng_below(&rng, 3),
                                  .address = rng_below(&rng, 200),
                                  .length = (uint32_t)rng_below(&rng, 40),
                                  .response_length = (uint32_t)rng_below(&rng, 40)};
            place[at] = (struct place){op, true, !ordering_enter(ordering, at, &op)};
            held_once += place[at].held;
        } else if (!place[at].held) {
            place[at].used = false;
            ordering_complete(ordering, at);
            for (uint32_t last = 0, freed; (freed = ordering_take(ordering)) != ORDERING_NONE;) {
                cr_assert(place[freed].used && place[freed].held);
                cr_assert(place[freed].op.index >= last, "not in order of submission");
                last = place[freed].op.index;
                place[freed].held = false;
            }
        }
        uint32_t held = 0;
        for (unsigned i = 0; i < PLACES; i++) {
            bool waits = false;
            for (unsigned j = 0; j < PLACES && place[i].used; j++)
                waits = waits || (place[j].used && place[j].op.index < place[i].op.index &&
                                  must_follow(&place[i].op, &place[j].op));
            cr_assert(waits == (place[i].used && place[i].held), "step %u, operation %u", step,
                      place[i].op.index);
            held += waits;
        }
        cr_assert(eq(u32, ordering_held(ordering), held));
    }
    cr_expect(held_once > 500 && entered - held_once > 200, "%u of %u", held_once, entered);
    ordering_close(ordering);
}

static const uint64_t shuffles[] = {1, 2, 3, 4, 5, 6, 7, 8};

EACH(ordering, holds_nobody_else, shuffles) {
    shuffle(*row);
}

// --- whole runs ---------------------------------------------------------------------------------

// What has become of each operation of a run.
struct scoreboard {
    struct op op[OPS_MAX];
    bool completed[OPS_MAX];
    uint32_t count, left, late;
    const char *who;
};

static struct config ordered(uint64_t operations, uint64_t domains, uint64_t spacing_ps) {
    struct config config = config_of(NULL, SETS("traffic=random", "fence_percent=2"));
    config.operations = operations;
    config.ordering_domains = domains;
    config.spacing_ps = spacing_ps;
    return config;
}

static void scoreboard_open(struct scoreboard *scoreboard, const struct config *config,
                            uint64_t seed, const char *who) {
    memset(scoreboard, 0, sizeof *scoreboard);
    cr_assert(config->operations < OPS_MAX);
    scoreboard->who = who;
    struct traffic *traffic = traffic_open(config, seed);
    cr_assert(traffic != NULL);
    while (traffic_next(traffic, &scoreboard->op[scoreboard->count]))
        scoreboard->count++;
    cr_assert(eq(u32, scoreboard->count, (uint32_t)config->operations));
    scoreboard->left = scoreboard->count;
    traffic_close(traffic);
}

// An operation enters the network, or a fence is passed.
static void scoreboard_enter(struct scoreboard *scoreboard, uint32_t index) {
    const struct op *op = &scoreboard->op[index];
    cr_assert(index < scoreboard->count);
    for (uint32_t i = 0; i < index; i++)
        if (!scoreboard->completed[i])
            cr_assert(not(must_follow(op, &scoreboard->op[i])), "%s: %u enters, but must follow %u",
                      scoreboard->who, index, i);
    for (uint32_t i = index + 1; i < scoreboard->count; i++)
        scoreboard->late += scoreboard->completed[i] && scoreboard->op[i].domain == op->domain;
}

static void scoreboard_completed(struct scoreboard *scoreboard, uint32_t index) {
    cr_assert(index < scoreboard->count && !scoreboard->completed[index], "%s: %u twice",
              scoreboard->who, index);
    scoreboard->completed[index] = true;
    scoreboard->left--;
}

WATCH(watch) {
    struct scoreboard *scoreboard = context;
    if (step == STEP_DISPATCH || (step == STEP_COMPLETE && is_fence(op)))
        scoreboard_enter(scoreboard, op->index);
    if (step == STEP_COMPLETE)
        scoreboard_completed(scoreboard, op->index);
}

static void policy_run_ordered(const struct policy *policy, uint64_t domains, uint64_t spacing_ps,
                               uint64_t seed) {
    static struct scoreboard scoreboard;
    struct config config = ordered(1500, domains, spacing_ps);
    config.weight_length_huge = config.weight_length_window = 0; // nothing above a window
    scoreboard_open(&scoreboard, &config, seed, policy->name);
    // What is rejected is not seen by the watcher, and holds nothing.
    for (uint32_t i = 0; i < scoreboard.count; i++)
        if (!rules_known(&scoreboard.op[i]) && !is_fence(&scoreboard.op[i]))
            scoreboard_completed(&scoreboard, i);
    const struct simulate_watcher watcher = {.saw = watch, .context = &scoreboard};
    const struct simulate_result result = config_run(&config, policy, seed, &watcher);
    cr_expect(eq(u32, scoreboard.left, 0), "%s", policy->name);
    cr_expect(eq(u64, result.operations + result.rejected + result.fences, config.operations));
    cr_expect(result.fences > 0);
    cr_expect(result.bulk.part_ns[PART_FOR_ORDER] > 0, "nothing was ever held");
    cr_expect(scoreboard.late > 0, "nothing of a domain ever passed anything");
    expect_all_time_explained(&result, policy->name);
}

Test(ordering, every_policy_keeps_it) {
    for (const struct policy *const *policy = policies; *policy; policy++)
        for (uint64_t seed = 1; seed <= 3; seed++) {
            policy_run_ordered(*policy, 6, 1000, seed);
            policy_run_ordered(*policy, 60, 100, seed);
        }
}

// Fences do not reach the block: those that have nothing before them in their domain that is not
// through are through.
static void pass_fences(struct scoreboard *scoreboard, uint32_t domain) {
    for (uint32_t i = 0; i < scoreboard->count; i++)
        if (scoreboard->op[i].domain == domain && !scoreboard->completed[i]) {
            if (!is_fence(&scoreboard->op[i]))
                break;
            scoreboard_completed(scoreboard, i);
        }
}

static void listen(void *context, const struct commit *commit) {
    struct scoreboard *scoreboard = context;
    if (commit->kind == COMMIT_GRANT)
        scoreboard_enter(scoreboard, commit->op);
    if (commit->kind != COMMIT_COMPLETE && commit->kind != COMMIT_REJECT)
        return;
    scoreboard_completed(scoreboard, commit->op);
    pass_fences(scoreboard, scoreboard->op[commit->op].domain);
}

static struct env_stats checked_run_do(const char *who, const struct config *config, uint64_t seed,
                                       bool skip, bool in_order, uint64_t *hash) {
    static struct scoreboard scoreboard;
    struct text_error error = {""};
    scoreboard_open(&scoreboard, config, seed, who);
    for (uint32_t domain = 0; domain <= config->ordering_domains; domain++)
        pass_fences(&scoreboard, domain);
    struct stimulus *env = env_open(config, seed, skip, &error);
    cr_assert(env != NULL, "%s", error.text);
    struct admitter *block = admitter_kind_find(who)->open(DEPTH);
    struct checker *checker = checker_open(DEPTH);
    cr_assert(block && checker);
    const struct cosim_loop_listeners listeners = {.checker = checker,
                                                   .hash = true,
                                                   .commit = in_order ? listen : NULL,
                                                   .context = &scoreboard};
    const struct cosim_loop_result result = cosim_loop(
        env, block, strcmp(who, "lockstep") == 0 ? block : NULL, (uint32_t)config->clock_ps,
        &listeners, &(struct cosim_loop_limits){.cycles = 10000000});
    cr_expect(not(result.stopped), "%s, seed %lu", who, (unsigned long)seed);
    cr_expect(result.checked, "%s", checker_finding(checker)->text);
    cr_expect(env_error(env) == NULL, "%s: %s", who, env_error(env));
    const struct env_stats stats = *env_stats(env);
    cr_expect(eq(u64, stats.offered + stats.fences, config->operations));
    cr_expect(eq(u64, stats.completed + stats.rejected + stats.repeated + stats.voided,
                 stats.offered + stats.again));
    cr_expect(stats.fences > 0);
    if (in_order) {
        cr_expect(eq(u32, scoreboard.left, 0));
        cr_expect(scoreboard.late > 0, "nothing of a domain ever passed anything");
    }
    *hash = result.hash;
    checker_close(checker);
    admitter_close(block);
    stimulus_close(env);
    return stats;
}

Test(ordering, golden_and_rtl_see_it_kept) {
    static const char *const blocks[] = {"golden", "rtl", "lockstep"};
    for (unsigned random = 0; random < 2; random++)
        for (uint64_t seed = 1; seed <= 2; seed++) {
            struct config config = ordered(1500, 12, 500);
            config.stages = random ? STAGES_RANDOM : STAGES_MODEL;
            uint64_t hash[3], unskipped;
            for (unsigned i = 0; i < 3; i++)
                checked_run_do(blocks[i], &config, seed, true, true, &hash[i]);
            cr_expect(eq(u64, hash[0], hash[1]));
            cr_expect(eq(u64, hash[0], hash[2]));
            checked_run_do("golden", &config, seed, false, true, &unskipped);
            cr_expect(eq(u64, hash[0], unskipped));
        }
}

// Registers out of order, beats that nobody waits for, resets that lose what is under way: nothing
// is held for ever by what is lost.
Test(ordering, disturbances_leave_nobody_held) {
    for (uint64_t seed = 1; seed <= 6; seed++) {
        struct config config = config_of("random", NULL);
        config.operations = 3000;
        config.ordering_domains = 1 + 7 * (seed % 3);
        config.chaos_reset = 1000;
        uint64_t skipped, unskipped;
        const struct env_stats stats =
            checked_run_do("golden", &config, seed, true, false, &skipped);
        cr_expect(stats.resets > 0 && stats.voided > 0);
        checked_run_do("golden", &config, seed, false, false, &unskipped);
        cr_expect(eq(u64, skipped, unskipped));
    }
}

// An operation's place in the scoreboard is not given to another while the source still has to be
// told.
Test(ordering, scoreboard_keeps_what_the_source_waits_for) {
    static struct op_tracker tracker;
    op_tracker_init(&tracker);
    const struct op op = {.index = 5, .domain = 1};
    struct tracked_op *tracked = op_tracker_offer(&tracker, &op, 0);
    tracked->place = 3;
    op_tracker_decide(&tracker, tracked, 1);
    op_tracker_grant(&tracker, tracked, 0, 1);
    cr_expect(not(op_tracker_has_room(&tracker, TRACKED_OPS + 5)));
    cr_expect(op_tracker_complete(&tracker, 0, 2) == tracked);
    cr_expect(op_tracker_complete(&tracker, 0, 2) == NULL);
    tracked->place = ORDERING_NONE;
    cr_expect(op_tracker_has_room(&tracker, TRACKED_OPS + 5));
}

// As many operations of domains as the source has places for, and more: it waits, and goes on.
Test(ordering, more_held_than_the_source_has_places) {
    enum { HELD = 6000 };
    struct config config = ordered(HELD, 1, 0);
    config.fence_percent = 0;
    config.weight_read = config.weight_write = config.weight_notify = 0;
    config.weight_unknown = 0; // Atomics of one domain to few addresses
    config.stages = STAGES_RANDOM;
    struct text_error error = {""};
    struct stimulus *env = env_open(&config, 1, true, &error);
    cr_assert(env != NULL, "%s", error.text);
    struct admitter *golden = admitter_kind_find("golden")->open(DEPTH);
    cosim_loop(env, golden, NULL, 1000, &(struct cosim_loop_listeners){.checker = NULL},
               &(struct cosim_loop_limits){.cycles = 10000000});
    cr_expect(env_error(env) == NULL, "%s", env_error(env));
    cr_expect(eq(u64, env_stats(env)->completed + env_stats(env)->rejected, HELD));
    admitter_close(golden);
    stimulus_close(env);
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

// The block tells so many domains apart that each operation has its own.
Test(ordering, domains_of_one_change_nothing_for_a_block) {
    const struct config config = ordered((1 << DOMAIN_BITS) - 1, 0, 500);
    const struct cosim_loop_listeners hash = {.hash = true};
    struct numbering numbered = {{&numbering_ops}, traffic_open(&config, 1)};
    cr_expect(eq(u64, run_block("golden", &config, &numbered.traffic, 1, &hash).hash,
                 run_block("golden", &config, traffic_open(&config, 1), 1, &hash).hash));
}
