// From outs to commits, and commits as text and hash.
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "csim/record/commit.h"
#include "tb/tests/base/fixture.h"

static const struct edge_out reset = {.reset = 1, .window = 1};
static struct commit_spread spread;
static struct commit commits[COMMITS_PER_EDGE];

static unsigned spread_one(const struct edge_out *out) {
    return commit_spread(&spread, out, 10, 10000, commits);
}

// The spread has seen the opening reset: the next commit is 1, the block's next is 2.
static void begin(void) {
    commit_spread_init(&spread);
    cr_assert(spread_one(&reset) == 1);
}

TestSuite(commit, .init = begin);

static void expect_commit(const struct commit *commit, uint64_t order, enum commit_kind kind,
                          uint32_t op, unsigned reservation, unsigned mask) {
    cr_assert(commit->order == order, "order %" PRIu64 ", not %" PRIu64, commit->order, order);
    cr_assert(commit->kind == kind, "%s, not %s", commit_kind_name[commit->kind],
              commit_kind_name[kind]);
    cr_assert(commit->op == op, "operation %" PRIu32, commit->op);
    cr_assert(commit->reservation == reservation, "reservation %u", commit->reservation);
    cr_assert(commit->mask == mask, "mask 0x%x", commit->mask);
    cr_assert(commit->cycle == 10 && commit->time_ps == 10000);
}

Test(commit, a_run_starts_with_its_windows) {
    expect_commit(&commits[0], 0, COMMIT_WINDOW, 0, 0, 0);
    for (unsigned lane = 0; lane < LANES; lane++)
        cr_assert(commits[0].d[lane] == (lane == RESPONSE_LANE ? 16000u : 64000u));
    cr_assert(spread.gaps == 0);
}

Test(commit, spreads_a_full_clock_in_order_with_the_debts_between) {
    const struct edge_out grant_read = {.order = 2,
                                        .kind = DECISION_GRANT,
                                        .tag = 40,
                                        .id = 4,
                                        .lane = 2,
                                        .mask = 0x204,
                                        .demand = {100, 0, 30},
                                        .debt = {[2] = 100, [9] = 30}};
    const struct edge_out grant_atomic = {.order = 3,
                                          .kind = DECISION_GRANT,
                                          .tag = 50,
                                          .id = 5,
                                          .mask = 0x100,
                                          .demand = {0, 7, 0},
                                          .debt = {[2] = 100, [8] = 7, [9] = 30}};
    const struct edge_out full = {.order = 4,
                                  .window = 1,
                                  .window_lane = 3,
                                  .window_value = 9,
                                  .kind = DECISION_GRANT,
                                  .tag = 60,
                                  .id = 6,
                                  .lane = 2,
                                  .mask = 0x304,
                                  .demand = {1, 2, 3},
                                  .return_kind = {CHANNEL_RETURN, CHANNEL_RETURN, CHANNEL_RETURN},
                                  .return_id = {4, 5, 4},
                                  .amount = {100, 7, 30},
                                  .hbm_lane = 2,
                                  .retire = 6,
                                  .done_kind = CHANNEL_STRAY,
                                  .done_id = 4,
                                  .debt = {[2] = 1, [8] = 2, [9] = 3}};

    cr_assert(spread_one(&grant_read) == 1);
    expect_commit(&commits[0], 1, COMMIT_GRANT, 40, 4, 0x204);
    cr_assert(commits[0].d[2] == 100 && commits[0].d[8] == 0 && commits[0].d[9] == 30);
    cr_assert(spread_one(&grant_atomic) == 1);
    cr_assert(spread_one(&full) == 8);
    expect_commit(&commits[0], 3, COMMIT_WINDOW, 0, 0, 0);
    expect_commit(&commits[1], 4, COMMIT_GRANT, 60, 6, 0x304);
    expect_commit(&commits[2], 5, COMMIT_RETURN, 40, 4, 0x004);
    expect_commit(&commits[3], 6, COMMIT_RETURN, 50, 5, 0x100);
    expect_commit(&commits[4], 7, COMMIT_RETURN, 40, 4, 0x200);
    expect_commit(&commits[5], 8, COMMIT_COMPLETE, 50, 5, 0);
    expect_commit(&commits[6], 9, COMMIT_COMPLETE, 40, 4, 0);
    expect_commit(&commits[7], 10, COMMIT_STRAY, 0, 4, 0); // it has just been freed
    static const uint32_t debt[8][3] = {{100, 7, 30}, {101, 9, 33}, {1, 9, 33}, {1, 2, 33},
                                        {1, 2, 3},    {1, 2, 3},    {1, 2, 3},  {1, 2, 3}};
    for (unsigned i = 0; i < 8; i++)
        cr_assert(commits[i].debt[2] == debt[i][0] && commits[i].debt[8] == debt[i][1] &&
                      commits[i].debt[9] == debt[i][2],
                  "debt after commit %u", i);
    cr_assert(commits[0].d[3] == 9 && commits[0].d[2] == 64000);
    cr_assert(commits[2].d[2] == 100 && commits[3].d[8] == 7 && commits[4].d[9] == 30);
    cr_assert(spread.gaps == 0);
}

Test(commit, tells_a_repeat_by_its_reservation) {
    const struct edge_out out = {.order = 2, .kind = DECISION_REPEAT, .tag = 8, .id = 5};

    cr_assert(spread_one(&out) == 1);
    expect_commit(&commits[0], 1, COMMIT_REPEAT, 8, 5, 0);
    for (unsigned lane = 0; lane < LANES; lane++)
        cr_assert(commits[0].d[lane] == 0);
}

Test(commit, tells_a_calibration_before_the_decision_with_all_multipliers) {
    const struct edge_out out = {.order = 2,
                                 .window = 1,
                                 .calibrate = 0x104,
                                 .multiplier = {1, 2, 0x9003, 4, 5, 6, 7, 8, 0x9009, 10},
                                 .kind = DECISION_DENY,
                                 .tag = 9,
                                 .mask = REFUSED_TABLE};

    cr_assert(spread_one(&out) == 3);
    expect_commit(&commits[0], 1, COMMIT_WINDOW, 0, 0, 0);
    expect_commit(&commits[1], 2, COMMIT_CALIBRATE, 0, 0, 0x104);
    for (unsigned lane = 0; lane < LANES; lane++)
        cr_assert(commits[1].d[lane] == out.multiplier[lane]);
    expect_commit(&commits[2], 3, COMMIT_DENY, 9, 0, REFUSED_TABLE);
    const struct edge_out alone = {.order = 5, .calibrate = 1};
    cr_assert(spread_one(&alone) == 1);
    cr_assert(spread.gaps == 0);
}

Test(commit, tells_strays_by_lane_and_the_done_channel_by_an_empty_mask) {
    const struct edge_out out = {.order = 2,
                                 .return_kind = {CHANNEL_STRAY, CHANNEL_STRAY, CHANNEL_STRAY},
                                 .return_id = {1, 2, 3},
                                 .hbm_lane = 6,
                                 .done_kind = CHANNEL_STRAY,
                                 .done_id = 9};

    cr_assert(spread_one(&out) == 4);
    expect_commit(&commits[0], 1, COMMIT_STRAY, 0, 1, 1 << 6);
    expect_commit(&commits[1], 2, COMMIT_STRAY, 0, 2, 1 << 8);
    expect_commit(&commits[2], 3, COMMIT_STRAY, 0, 3, 1 << 9);
    expect_commit(&commits[3], 4, COMMIT_STRAY, 0, 9, 0);
}

Test(commit, numbers_go_on_over_a_reset) {
    const struct edge_out reject = {.order = 2, .kind = DECISION_REJECT, .tag = 3};
    const struct edge_out window = {.order = 3, .window = 1, .window_lane = 1, .window_value = 5};
    const struct edge_out in_reset = {.order = 0};
    const struct edge_out deny = {.order = 2, .kind = DECISION_DENY, .tag = 4, .mask = 0x400};

    spread_one(&reject);
    spread_one(&window);
    cr_assert(commits[0].d[1] == 5);
    cr_assert(spread_one(&in_reset) == 0);
    cr_assert(spread_one(&in_reset) == 0);
    cr_assert(spread_one(&reset) == 2);
    expect_commit(&commits[0], 3, COMMIT_RESET, 0, 0, 0);
    expect_commit(&commits[1], 4, COMMIT_WINDOW, 0, 0, 0);
    cr_assert(commits[1].d[1] == 64000);
    spread_one(&deny);
    expect_commit(&commits[0], 5, COMMIT_DENY, 4, 0, 0x400);
    cr_assert(spread.gaps == 0);
}

Test(commit, counts_gaps_in_the_blocks_numbers) {
    static const struct {
        struct edge_out out;
        uint64_t gaps;
    } cases[] = {
        {{.order = 2, .kind = DECISION_DENY}, 0},
        {{.order = 3, .kind = DECISION_DENY}, 1},
        {{.order = 1, .kind = DECISION_DENY}, 1},
        {{.order = 0, .kind = DECISION_DENY}, 1},
        {{.order = 2}, 0},
        {{.order = 3}, 1},
        {{.order = 0}, 0}, // in reset
        {{.order = 2, .reset = 1, .window = 1}, 1},
        {{.order = 2, .reset = 1}, 1},
    };
    for (unsigned i = 0; i < COUNT(cases); i++) {
        begin();
        spread_one(&cases[i].out);
        cr_assert(spread.gaps == cases[i].gaps, "case %u: %" PRIu64 " gaps", i, spread.gaps);
    }
    begin(); // after a clock in reset, only a reset may commit
    const struct edge_out in_reset = {.order = 0}, next = {.order = 2, .kind = DECISION_DENY};
    spread_one(&in_reset);
    spread_one(&next);
    cr_assert(spread.gaps == 1);
    // The number of the block is in the commit, so that listeners see the gap too.
    begin();
    const struct edge_out late = {.order = 7, .kind = DECISION_DENY};
    spread_one(&late);
    cr_assert(commits[0].order == 6);
}

// The caller frees it.
static char *written(const struct commit *commit) {
    char *text;
    FILE *const file = text_open(&text);

    commit_csv_header(file);
    commit_csv(file, commit);
    fclose(file);
    return text;
}

Test(commit, writes_the_columns_of_the_contract) {
    const struct commit commit = {.order = 7,
                                  .cycle = 8,
                                  .time_ps = 9,
                                  .op = 10,
                                  .d = {1, 0, 0, 0, 0, 0, 0, 0, 2, 3},
                                  .debt = {4, 0, 0, 0, 0, 0, 0, 0, 5, 6},
                                  .reservation = 11,
                                  .mask = 0x4a1,
                                  .kind = COMMIT_DENY};
    char *const text = written(&commit);

    cr_assert_str_eq(text,
                     "order,cycle,time_ps,kind,op,reservation,mask,d0,d1,d2,d3,d4,d5,d6,d7,d8,d9,"
                     "debt0,debt1,debt2,debt3,debt4,debt5,debt6,debt7,debt8,debt9\n"
                     "7,8,9,deny,10,11,0x4a1,1,0,0,0,0,0,0,0,2,3,4,0,0,0,0,0,0,0,5,6\n");
    free(text);
}

Test(commit, writes_the_largest_values_whole) {
    struct commit commit = {.order = UINT64_MAX,
                            .cycle = UINT64_MAX,
                            .time_ps = UINT64_MAX,
                            .op = UINT32_MAX,
                            .reservation = UINT16_MAX,
                            .mask = (lane_set)UINT64_MAX,
                            .kind = COMMIT_CALIBRATE};

    for (unsigned lane = 0; lane < LANES; lane++)
        commit.d[lane] = commit.debt[lane] = UINT32_MAX;
    char *const text = written(&commit);
    char expected[640];
    int length =
        snprintf(expected, sizeof expected,
                 "%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",calibrate,%" PRIu32 ",%u,0x%" PRIxLANES,
                 UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT32_MAX, UINT16_MAX, commit.mask);
    for (unsigned i = 0; i < 2 * LANES; i++)
        length += snprintf(expected + length, sizeof expected - (size_t)length, ",4294967295");
    snprintf(expected + length, sizeof expected - (size_t)length, "\n");
    cr_assert_str_eq(strchr(text, '\n') + 1, expected);
    free(text);
}

// The definition in commit.h, step by step.
static uint64_t step(uint64_t hash, uint64_t word) {
    return (hash ^ word) * 1099511628211u;
}

Test(commit, hashes_as_documented_and_sees_every_field) {
    const struct commit commit = {.order = 1,
                                  .cycle = 2,
                                  .time_ps = 3,
                                  .op = 4,
                                  .reservation = 5,
                                  .mask = 6,
                                  .kind = COMMIT_RETURN,
                                  .d = {[1] = 7},
                                  .debt = {[1] = 8}};
    uint64_t expected = UINT64_C(14695981039346656037);

    expected = step(step(step(expected, 1), 2), 3);
    expected = step(expected, UINT64_C(4) + (UINT64_C(5) << 32) + (UINT64_C(6) << 48));
    expected = step(step(expected, COMMIT_RETURN), 0);
    expected = step(expected, 7 + (UINT64_C(8) << 32));
    for (unsigned lane = 2; lane < LANES; lane++)
        expected = step(expected, 0);
    cr_assert(commit_hash(COMMIT_HASH_START, &commit) == expected);

    struct commit other[9 + 2 * LANES];
    for (unsigned i = 0; i < COUNT(other); i++)
        other[i] = commit;
    other[0].order ^= UINT64_C(1) << 63;
    other[1].cycle ^= UINT64_C(1) << 63;
    other[2].time_ps ^= UINT64_C(1) << 63;
    other[3].op ^= 1u << 31;
    other[4].reservation ^= 1u << 15;
    other[5].mask ^= 1u << 10;
    other[6].kind = COMMIT_STRAY;
    other[7].order = 2;
    other[8].time_ps = 4;
    for (unsigned lane = 0; lane < LANES; lane++) {
        other[9 + lane].d[lane] ^= 1u << 31;
        other[9 + LANES + lane].debt[lane] ^= 1u << 31;
    }
    for (unsigned i = 0; i < COUNT(other); i++)
        cr_assert(commit_hash(COMMIT_HASH_START, &other[i]) != expected, "change %u", i);
}
