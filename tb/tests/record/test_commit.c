// Commits as text and hash.
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "csim/record/commit.h"
#include "tb/tests/base/fixture.h"

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
