// Why operations waited: what does not fit the records. Lines and table of sound runs are in
// sim/certificate.txt.

#include "csim/explain/explain.h"
#include "tb/tests/base/fixture.h"

static struct commit commit_at(uint64_t time_ps, enum commit_kind kind, uint32_t op, unsigned mask,
                               uint32_t hbm) {
    return (struct commit){
        .time_ps = time_ps, .kind = kind, .op = op, .mask = (lane_set)mask, .d = {hbm}};
}

// What a sound block never commits breaks nothing, and is counted.
Test(refusals, counts_what_does_not_fit_its_records) {
    const struct commit unsound[] = {
        commit_at(0, COMMIT_WINDOW, 0, 0, 100), commit_at(1, COMMIT_RETURN, 7, 1, 60),
        commit_at(2, COMMIT_COMPLETE, 7, 0, 0), commit_at(3, COMMIT_GRANT, 7, 1, 60),
        commit_at(4, COMMIT_GRANT, 7, 1, 60),   commit_at(5, COMMIT_RETURN, 7, 1, 59),
        commit_at(6, COMMIT_DENY, 8, 0xff, 60), commit_at(7, COMMIT_REJECT, 8, 1, 60),
        commit_at(8, COMMIT_REJECT, 9, 1, 60),  commit_at(9, COMMIT_DENY, 10, 1, 60),
    };
    char *text;
    FILE *file = text_open(&text);
    struct refusals *refusals = refusals_open(10, file);
    for (unsigned i = 0; i < COUNT(unsound); i++)
        refusals_commit(refusals, &unsound[i]);
    refusals_end(refusals);
    fclose(file);
    expect_part(text, "\n8,unknown,0,6,7,reject,60,1,100,0,0,1,7,unknown,60,4,7,unknown,60\n"
                      "10,unknown,0,9,9,open,60,1,100,0,0,1,7,unknown,60,4,7,unknown,60\n");
    cr_expect(eq(u64, refusals_astray(refusals), 3));
    free(text);
    refusals_close(refusals);
    refusals = refusals_open(1, NULL);
    for (uint32_t op = 0; op < 2; op++)
        refusals_commit(refusals, &(struct commit){.kind = COMMIT_DENY, .mask = 1, .op = op});
    cr_expect(eq(u64, refusals_astray(refusals), 1));
    refusals_close(refusals);
    refusals = refusals_open(2 * DEPTH_MAX, NULL);
    for (uint32_t op = 0; op <= DEPTH_MAX; op++)
        refusals_commit(refusals, &(struct commit){.kind = COMMIT_GRANT, .op = op});
    cr_expect(eq(u64, refusals_astray(refusals), 1));
    refusals_close(refusals);
}
