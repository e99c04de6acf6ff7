// Coverage: a short scenario hits exactly the bins that describe it.
#include <criterion/criterion.h>
#include <inttypes.h>
#include <string.h>

#include "csim/config/config.h"
#include "csim/golden/golden.h"
#include "tb/tests/block/bench.h"

static const struct admitter_kind golden = {.name = "golden", .open = golden_open};

// Bins with hits as text, "point.bin*hits " each.
struct listing {
    char text[8192];
    size_t length;
};

static void list_bin(void *context, const char *point, const char *name, uint64_t hits) {
    struct listing *const into = context;
    char count[24] = "";

    if (hits == 0)
        return;
    if (hits > 1)
        snprintf(count, sizeof count, "*%" PRIu64, hits);
    const int length = snprintf(into->text + into->length, sizeof into->text - into->length,
                                "%s%s.%s%s", into->length ? " " : "", point, name, count);
    into->length += (size_t)length;
    cr_assert(into->length < sizeof into->text);
}

static const char *list(const struct coverage *coverage) {
    static struct listing listing;
    listing = (struct listing){.length = 0};
    coverage_each(coverage, &listing, list_bin);
    return listing.text;
}

// HITS(nothing, "quiet_reached.empty") { ... } is a test: a scenario on the golden model, given a
// `bench` that has become quiet after reset, and all its hits.
#define HITS(scenario, hits)                                                                       \
    static void scenario(struct bench *bench);                                                     \
    Test(coverage, scenario) {                                                                     \
        expect_hits(scenario, hits);                                                               \
    }                                                                                              \
    static void scenario(struct bench *bench)

static void expect_hits(void (*scenario)(struct bench *bench), const char *hits) {
    struct bench bench;

    cr_assert(bench_open(&bench, &golden, DEPTH));
    steps(&bench, QUIET_CLOCKS);
    scenario(&bench);
    cr_assert_str_eq(list(bench.coverage), hits);
    bench_close(&bench);
}

HITS(nothing, "quiet_reached.empty") {
    steps(bench, 10);
}

HITS(exact_fit_then_one_above,
     "offer_taken.write*2 decision.grant decision.deny slots_taken.1 slots_taken.2-8 "
     "grant_order.oldest grant_lane.hbm3 grant_uses.hbm grant_exact_fit.hbm3 deny_one_above.hbm3 "
     "deny_lane.hbm3 deny_lanes_together.one held_at_grant.first quiet_reached.empty "
     "quiet_reached.waiting") {
    step(offer_write(bench, 1, 3, WINDOW_HBM_RESET));
    steps(decide_write(bench, 2, 3, 1), SETTLED);
}

HITS(reject_two_lanes,
     "offer_taken.read decision.reject slots_taken.1 reject_lane.hbm0 reject_lane.response "
     "reject_lanes_together.two error_set.above_window error_first.above_window "
     "quiet_reached.empty*2") {
    steps(decide_read(bench, 1, 0, WINDOW_HBM_RESET + 1), SETTLED);
}

HITS(starvation,
     "offer_taken.write*4 decision.grant*4 decision.deny slots_taken.1*3 slots_taken.2-8*2 "
     "grant_order.oldest*3 grant_order.past_refused aged.granted*2 aged.others_held_back "
     "calibrate_not.off grant_lane.hbm0*4 grant_uses.hbm*4 grant_after_deny.granted "
     "deny_lane.hbm0 deny_lanes_together.one return_lane.hbm0 returns_together.one "
     "held_at_grant.first held_at_grant.second collector_valid.1 "
     "register_written.starvation_bound write_places.together quiet_reached.empty*3 "
     "quiet_reached.waiting*2") {
    steps(configure(bench, CONFIG_STARVATION_BOUND, 1), CONFIG_TO_USE + QUIET_CLOCKS);
    steps(decide_write(bench, 1, 0, WINDOW_HBM_RESET - 100), SETTLED);
    steps(decide_write(bench, 2, 0, 200), SETTLED); // denied
    steps(decide_write(bench, 3, 0, 1), SETTLED);   // passes it, and from now on it is aged
    offer_write(bench, 4, 0, 1);                    // would fit, and is held back
    bench->in.urgent = 1;
    give_hbm(bench, 0, 0);
    steps(bench, HBM_COMMIT + CREDIT + UNBLOCKED);
}

struct names {
    char seen[COVERAGE_MOST][64];
    unsigned count;
};

static void check_name(void *context, const char *point, const char *name, uint64_t hits) {
    struct names *const names = context;
    char *const full = names->seen[names->count];

    cr_assert(hits == 0);
    cr_assert(name[0] != '\0', "%s has a bin without a name", point);
    snprintf(full, sizeof names->seen[0], "%s.%s", point, name);
    for (unsigned i = 0; i < names->count; i++)
        cr_assert_str_neq(names->seen[i], full);
    names->count++;
}

Test(coverage, every_bin_has_a_name_of_its_own) {
    static struct names names;
    struct coverage *const coverage = coverage_open(DEPTH);
    unsigned covered, total;

    coverage_each(coverage, &names, check_name);
    coverage_count(coverage, &covered, &total);
    cr_assert(covered == 0 && total == names.count);
    coverage_close(coverage);
}

// Every word of what reaches a point is a key of the configuration.
static void check_reach(void *context, const char *point, const char *name, uint64_t hits) {
    const char *keys = coverage_reach(point);
    (void)context, (void)name, (void)hits;

    cr_assert(keys && *keys, "nothing reaches %s", point);
    while (*keys) {
        struct config config;
        char assignment[64];
        struct text_error error = {""};
        const size_t length = strcspn(keys, " ");
        config_init(&config);
        snprintf(assignment, sizeof assignment, "%.*s=1", (int)length, keys);
        config_set(&config, assignment, &error);
        cr_assert(strstr(error.text, "unknown key") == NULL, "%s: %s", point, error.text);
        keys += length + (keys[length] == ' ');
    }
}

Test(coverage, holes_come_with_keys_that_reach_them) {
    struct coverage *const coverage = coverage_open(DEPTH);

    coverage_each(coverage, NULL, check_reach);
    cr_assert(coverage_reach("no_such_point") == NULL);
    coverage_close(coverage);
}

Test(coverage, merges_by_adding) {
    struct bench bench;
    struct coverage *const sum = coverage_open(64);

    cr_assert(bench_open(&bench, &golden, DEPTH));
    step(&bench);
    exact_fit_then_one_above(&bench);
    char once[8192];
    snprintf(once, sizeof once, "%s", list(bench.coverage));
    coverage_merge(sum, bench.coverage);
    cr_assert_str_eq(list(sum), once);
    coverage_add(sum, coverage_hits(bench.coverage));
    cr_assert_str_neq(list(sum), once);
    cr_assert(strstr(list(sum), "offer_taken.write*4 ") != NULL);
    coverage_restart(bench.coverage); // keeps its hits
    cr_assert_str_eq(list(bench.coverage), once);
    bench_close(&bench);
    coverage_close(sum);
}
