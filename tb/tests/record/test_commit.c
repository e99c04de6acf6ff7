// Commits as text; their hash is in sim/certificate.txt.
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
    struct commit commit = {.order = 7,
                            .cycle = 8,
                            .time_ps = 9,
                            .op = 10,
                            .d = {1, 0, 0, 0, 0, 0, 0, 0, 2, 3},
                            .debt = {4, 0, 0, 0, 0, 0, 0, 0, 5, 6},
                            .reservation = 11,
                            .mask = 0x4a1,
                            .kind = COMMIT_DENY};
    char *text = written(&commit);
    cr_assert_str_eq(text,
                     "order,cycle,time_ps,kind,op,reservation,mask,d0,d1,d2,d3,d4,d5,d6,d7,d8,d9,"
                     "debt0,debt1,debt2,debt3,debt4,debt5,debt6,debt7,debt8,debt9\n"
                     "7,8,9,deny,10,11,0x4a1,1,0,0,0,0,0,0,0,2,3,4,0,0,0,0,0,0,0,5,6\n");
    free(text);
    // The largest are written whole.
    commit.order = commit.cycle = commit.time_ps = UINT64_MAX;
    commit.op = commit.d[0] = commit.debt[9] = UINT32_MAX;
    text = written(&commit);
    expect_part(text, "\n18446744073709551615,18446744073709551615,18446744073709551615,deny,"
                      "4294967295,11,0x4a1,4294967295,0");
    expect_part(text, ",4294967295\n");
    free(text);
}
