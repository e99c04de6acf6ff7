// Ordering domains: which operations wait for which, checked against the rules written down once
// more; and that under every policy, and in front of golden and RTL, everything completes, in
// order.
#include <criterion/criterion.h>
#include <criterion/new/assert.h>
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

enum { OPS_MAX = 4000 };

// --- the rules, once more ---------------------------------------------------------------------

static bool is_fence(const struct op *op) {
    return op->opcode == OP_FENCE;
}

static bool is_atomic(const struct op *op) {
    return op->opcode >= OP_FETCH_ADD && op->opcode <= OP_FETCH_MAX;
}

static uint64_t bytes_of(const struct op *op) {
    switch (op->opcode) {
    case OP_WRITE:
    case OP_NOTIFY:
        return op->length;
    case OP_READ:
        return op->response_length;
    default:
        return is_atomic(op) ? 8 : 0;
    }
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

static const struct pair {
    const char *what;
    struct op earlier, later;
    bool waits;
} pairs[] = {
    {"write after write, one byte shared",
     {.opcode = OP_WRITE, .address = 100, .length = 11},
     {.opcode = OP_WRITE, .address = 110, .length = 50},
     true},
    {"write after write, side by side",
     {.opcode = OP_WRITE, .address = 100, .length = 10},
     {.opcode = OP_WRITE, .address = 110, .length = 50},
     false},
    {"read after write of its bytes",
     {.opcode = OP_WRITE, .address = 100, .length = 10},
     {.opcode = OP_READ, .address = 90, .response_length = 11, .length = 5000},
     true},
    {"read before the write of its bytes",
     {.opcode = OP_READ, .address = 90, .response_length = 11},
     {.opcode = OP_WRITE, .address = 100, .length = 10},
     true},
    {"read after read",
     {.opcode = OP_READ, .address = 100, .response_length = 10},
     {.opcode = OP_READ, .address = 100, .response_length = 10},
     false},
    {"read whose request length means nothing",
     {.opcode = OP_WRITE, .address = 200, .length = 10},
     {.opcode = OP_READ, .address = 100, .response_length = 10, .length = 5000},
     false},
    {"write of no bytes",
     {.opcode = OP_WRITE, .address = 100, .length = 10},
     {.opcode = OP_WRITE, .address = 105, .length = 0},
     false},
    {"Atomic after Atomic of its address",
     {.opcode = OP_FETCH_ADD, .address = 64},
     {.opcode = OP_COMPARE_SWAP, .address = 64},
     true},
    {"Atomic after Atomic of another address",
     {.opcode = OP_FETCH_ADD, .address = 64},
     {.opcode = OP_FETCH_ADD, .address = 72},
     false},
    {"read after Atomic of its bytes",
     {.opcode = OP_SWAP, .address = 64},
     {.opcode = OP_READ, .address = 71, .response_length = 1},
     true},
    {"notification after a write elsewhere",
     {.opcode = OP_WRITE, .address = 0, .length = 10},
     {.opcode = OP_NOTIFY, .address = 4096, .length = 80},
     true},
    {"notification after a write of no bytes",
     {.opcode = OP_WRITE, .address = 0, .length = 0},
     {.opcode = OP_NOTIFY, .address = 4096, .length = 80},
     true},
    {"write after a notification elsewhere",
     {.opcode = OP_NOTIFY, .address = 4096, .length = 80},
     {.opcode = OP_WRITE, .address = 0, .length = 10},
     false},
    {"notification after an Atomic elsewhere",
     {.opcode = OP_FETCH_ADD, .address = 0},
     {.opcode = OP_NOTIFY, .address = 4096, .length = 80},
     false},
    {"fence after a read", {.opcode = OP_READ, .response_length = 10}, {.opcode = OP_FENCE}, true},
    {"read after a fence", {.opcode = OP_FENCE}, {.opcode = OP_READ, .response_length = 10}, true},
    {"fence after fence", {.opcode = OP_FENCE}, {.opcode = OP_FENCE}, true},
    {"what does not exist, after a fence", {.opcode = OP_FENCE}, {.opcode = 5}, true},
    {"what does not exist, after a write",
     {.opcode = OP_WRITE, .length = 4096},
     {.opcode = 5},
     false},
    {"at the end of the address space",
     {.opcode = OP_WRITE, .address = UINT64_MAX - 3, .length = 100},
     {.opcode = OP_WRITE, .address = UINT64_MAX, .length = 1},
     true},
    {"not around the end of the address space",
     {.opcode = OP_WRITE, .address = UINT64_MAX - 3, .length = 100},
     {.opcode = OP_WRITE, .address = 0, .length = 100},
     false},
};

Test(ordering, holds_what_must_follow) {
    for (unsigned i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        struct ordering *ordering = ordering_open(2);
        cr_assert(ordering != NULL);
        struct op earlier = pairs[i].earlier, later = pairs[i].later;
        earlier.domain = later.domain = 9;
        cr_expect(ordering_enter(ordering, 1, &earlier));
        cr_expect(ordering_enter(ordering, 0, &later) != pairs[i].waits, "%s", pairs[i].what);
        cr_expect(eq(u32, ordering_held(ordering), pairs[i].waits));
        cr_expect(not(ordering_ready(ordering)));
        ordering_complete(ordering, 1);
        cr_expect(ordering_take(ordering) == (pairs[i].waits ? 0 : ORDERING_NONE), "%s",
                  pairs[i].what);
        cr_expect(ordering_take(ordering) == ORDERING_NONE);
        cr_expect(eq(u32, ordering_held(ordering), 0));
        ordering_close(ordering);
    }
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
    struct {
        struct op op;
        bool used, held;
    } place[PLACES] = {{.used = false}};
    uint32_t entered = 0, held_once = 0;
    for (unsigned step = 0; step < STEPS_EACH; step++) {
        const uint32_t at = (uint32_t)rng_below(&rng, PLACES);
        if (!place[at].used) {
            static const uint8_t opcodes[] = {OP_WRITE,     OP_WRITE, OP_READ,  OP_NOTIFY,
                                              OP_FETCH_ADD, OP_SWAP,  OP_FENCE, 5};
            struct op op = {.index = entered++};
            op.opcode = opcodes[rng_below(&rng, sizeof opcodes)];
            op.domain = 1 + (uint32_t)rng_below(&rng, 3);
            op.address = rng_below(&rng, 200);
            op.length = (uint32_t)rng_below(&rng, 40);
            op.response_length = (uint32_t)rng_below(&rng, 40);
            bool waits = false;
            for (unsigned i = 0; i < PLACES; i++)
                waits = waits || (place[i].used && must_follow(&op, &place[i].op));
            place[at].op = op;
            place[at].used = true;
            place[at].held = waits;
            held_once += waits;
            cr_assert(ordering_enter(ordering, at, &op) != waits, "operation %u", op.index);
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
            const bool is_held = place[i].used && place[i].held;
            cr_assert(is_held == waits, "seed %lu, step %u, operation %u", (unsigned long)seed,
                      step, place[i].op.index);
            held += waits;
        }
        cr_assert(eq(u32, ordering_held(ordering), held));
    }
    cr_expect(held_once > 500 && entered - held_once > 200, "%u of %u", held_once, entered);
    ordering_close(ordering);
}

Test(ordering, holds_nobody_else) {
    for (uint64_t seed = 1; seed <= 8; seed++)
        shuffle(seed);
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
    struct config config;
    config_init(&config);
    config.traffic = TRAFFIC_RANDOM;
    config.operations = operations;
    config.ordering_domains = domains;
    config.fence_percent = 2;
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

static void watch(void *context, enum simulate_step step, uint64_t now_ps, const struct op *op,
                  unsigned partition, const struct policy_state *state) {
    struct scoreboard *scoreboard = context;
    (void)now_ps, (void)partition, (void)state;
    if (step == STEP_DISPATCH || (step == STEP_COMPLETE && is_fence(op)))
        scoreboard_enter(scoreboard, op->index);
    if (step == STEP_COMPLETE)
        scoreboard_completed(scoreboard, op->index);
}

// What is rejected is not seen by the watcher, and holds nothing: it is known beforehand here.
static void mark_rejected(struct scoreboard *scoreboard) {
    for (uint32_t i = 0; i < scoreboard->count; i++)
        if (scoreboard->op[i].opcode > OP_NOTIFY && scoreboard->op[i].opcode < OP_FETCH_ADD)
            scoreboard_completed(scoreboard, i);
}

static void policy_run_ordered(const struct policy *policy, uint64_t domains, uint64_t spacing_ps,
                               uint64_t seed) {
    static struct scoreboard scoreboard;
    struct config config = ordered(1500, domains, spacing_ps);
    config.weight_length_huge = config.weight_length_window = 0; // nothing above a window
    scoreboard_open(&scoreboard, &config, seed, policy->name);
    mark_rejected(&scoreboard);
    const struct simulate_watcher watcher = {.saw = watch, .context = &scoreboard};
    struct simulate_result result;
    struct text_error error = {""};
    cr_assert(simulate_watched(&config, policy, seed, NULL, &watcher, &result, &error), "%s: %s",
              policy->name, error.text);
    cr_expect(eq(u32, scoreboard.left, 0), "%s", policy->name);
    cr_expect(eq(u64, result.operations + result.rejected + result.fences, config.operations));
    cr_expect(result.fences > 0);
    cr_expect(result.bulk.part_ns[PART_FOR_ORDER] > 0, "nothing was ever held");
    cr_expect(scoreboard.late > 0, "nothing of a domain ever passed anything");
    double sum_ns = 0;
    for (unsigned part = 0; part < PARTS; part++)
        sum_ns += result.bulk.part_ns[part];
    cr_expect(sum_ns > 0.999999 * result.bulk.mean_ns && sum_ns < 1.000001 * result.bulk.mean_ns,
              "the parts are %f ns, latency is %f ns", sum_ns, result.bulk.mean_ns);
}

Test(ordering, every_policy_keeps_it) {
    for (const struct policy *const *policy = policies; *policy; policy++)
        for (uint64_t seed = 1; seed <= 3; seed++) {
            policy_run_ordered(*policy, 6, 1000, seed);
            policy_run_ordered(*policy, 60, 100, seed);
        }
}

static void hear(void *context, const struct commit *commit) {
    struct scoreboard *scoreboard = context;
    if (commit->kind == COMMIT_GRANT)
        scoreboard_enter(scoreboard, commit->op);
    if (commit->kind == COMMIT_COMPLETE || commit->kind == COMMIT_REJECT)
        scoreboard_completed(scoreboard, commit->op);
}

// Fences do not reach the block: those that have nothing before them that is not through are
// through.
static void pass_fences(struct scoreboard *scoreboard, const struct commit *commit) {
    if (commit->kind != COMMIT_COMPLETE && commit->kind != COMMIT_REJECT)
        return;
    const uint32_t domain = scoreboard->op[commit->op].domain;
    bool clear = true;
    for (uint32_t i = 0; i < scoreboard->count; i++)
        if (scoreboard->op[i].domain == domain && !scoreboard->completed[i]) {
            clear = clear && is_fence(&scoreboard->op[i]);
            if (clear)
                scoreboard_completed(scoreboard, i);
            else
                break;
        }
}

static void listen(void *context, const struct commit *commit) {
    hear(context, commit);
    pass_fences(context, commit);
}

static struct env_stats run_block(const char *who, const struct config *config, uint64_t seed,
                                  bool skip, bool in_order, uint64_t *hash) {
    static struct scoreboard scoreboard;
    struct text_error error = {""};
    scoreboard_open(&scoreboard, config, seed, who);
    // Fences at the front of a domain.
    for (uint32_t i = 0; i < scoreboard.count; i++) {
        bool first = is_fence(&scoreboard.op[i]);
        for (uint32_t j = 0; j < i && first; j++)
            first = scoreboard.op[j].domain != scoreboard.op[i].domain || scoreboard.completed[j];
        if (first)
            scoreboard_completed(&scoreboard, i);
    }
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
                run_block(blocks[i], &config, seed, true, true, &hash[i]);
            cr_expect(eq(u64, hash[0], hash[1]));
            cr_expect(eq(u64, hash[0], hash[2]));
            run_block("golden", &config, seed, false, true, &unskipped);
            cr_expect(eq(u64, hash[0], unskipped));
        }
}

// Registers out of order, beats that nobody waits for, resets that lose what is under way: nothing
// is held for ever by what is lost.
Test(ordering, disturbances_leave_nobody_held) {
    for (uint64_t seed = 1; seed <= 6; seed++) {
        struct config config;
        struct text_error error;
        config_init(&config);
        cr_assert(config_load_workload(&config, "sim", "random", &error), "%s", error.text);
        config.operations = 3000;
        config.ordering_domains = 1 + 7 * (seed % 3);
        config.chaos_reset = 1000;
        uint64_t skipped, unskipped;
        const struct env_stats stats = run_block("golden", &config, seed, true, false, &skipped);
        cr_expect(stats.resets > 0 && stats.voided > 0);
        run_block("golden", &config, seed, false, false, &unskipped);
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

Test(ordering, domains_of_one_change_nothing) {
    static const struct traffic_ops ops = {
        .name = "numbering", .next = numbering_next, .close = numbering_close};
    struct config config = ordered(1500, 0, 500);
    struct text_error error = {""};
    for (const struct policy *const *policy = policies; *policy; policy++) {
        struct numbering numbered = {.traffic.ops = &ops, .inner = traffic_open(&config, 1)};
        struct simulate_result plain, same;
        cr_assert(simulate(&config, *policy, 1, NULL, &plain, &error), "%s", error.text);
        cr_assert(
            simulate_traffic(&config, *policy, &numbered.traffic, 1, NULL, NULL, &same, &error),
            "%s", error.text);
        cr_expect(plain.operations == same.operations && plain.makespan_ns == same.makespan_ns &&
                      plain.small.p99_ns == same.small.p99_ns &&
                      plain.bulk.mean_ns == same.bulk.mean_ns && plain.retries == same.retries,
                  "%s", (*policy)->name);
    }
    // The block tells so many domains apart that each operation has its own.
    config.operations = (1 << DOMAIN_BITS) - 1;
    uint64_t hash[2];
    for (unsigned i = 0; i < 2; i++) {
        struct numbering numbered = {.traffic.ops = &ops, .inner = traffic_open(&config, 1)};
        struct stimulus *env = i ? env_open_traffic(&config, &numbered.traffic, 1, true, &error)
                                 : env_open_traffic(&config, numbered.inner, 1, true, &error);
        struct admitter *golden = admitter_kind_find("golden")->open(DEPTH);
        hash[i] = cosim_loop(env, golden, NULL, 1000, &(struct cosim_loop_listeners){.hash = true},
                             &(struct cosim_loop_limits){.cycles = 0})
                      .hash;
        admitter_close(golden);
        stimulus_close(env);
    }
    cr_expect(eq(u64, hash[0], hash[1]));
}
