// Why operations waited: streams by hand with known answers.
#include <stdlib.h>
#include <string.h>

#include "csim/explain/refusals.h"
#include "tb/tests/base/fixture.h"

// Commits by hand, on lane 0 and on the response lane.
enum { HBM = 1, RESPONSE = 1 << RESPONSE_LANE };

static struct commit commit_at(uint64_t time_ps, enum commit_kind kind, uint32_t op, unsigned mask,
                               uint32_t hbm, uint32_t response) {
    return (struct commit){.time_ps = time_ps,
                           .kind = kind,
                           .op = op,
                           .mask = (uint16_t)mask,
                           .d = {[0] = hbm, [RESPONSE_LANE] = response}};
}

static char *text_of(const struct commit *commits, unsigned count, const struct op *ops,
                     unsigned op_count, struct refusals **refusals) {
    char *text;
    FILE *file = text_open(&text);
    *refusals = refusals_open(10, file);
    cr_assert(ne(ptr, *refusals, NULL));
    for (unsigned i = 0; i < op_count; i++)
        refusals_op(*refusals, &ops[i]);
    for (unsigned i = 0; i < count; i++)
        refusals_commit(*refusals, &commits[i]);
    refusals_end(*refusals);
    fclose(file);
    return text;
}

static void expect_lines(const char *text, const char *lines) {
    cr_assert(strchr(text, '\n') != NULL);
    cr_expect(eq(str, (char *)strchr(text, '\n') + 1, (char *)lines));
}

// A read waits for HBM and response, then for response only; a later one passes it by; two waits
// are open at the end.
Test(refusals, tells_a_story_told_by_hand) {
    const struct op ops[] = {{.index = 0, .opcode = OP_WRITE},
                             {.index = 1, .opcode = OP_READ},
                             {.index = 2, .opcode = OP_READ, .urgent = true},
                             {.index = 3, .opcode = OP_READ, .urgent = true}};
    const struct commit story[] = {
        commit_at(0, COMMIT_WINDOW, 0, 0, 100, 50),
        commit_at(10, COMMIT_GRANT, 0, HBM, 60, 0),
        commit_at(20, COMMIT_GRANT, 1, HBM | RESPONSE, 30, 40),
        commit_at(30, COMMIT_DENY, 2, HBM | RESPONSE, 20, 20),
        commit_at(40, COMMIT_RETURN, 0, HBM, 60, 0),
        commit_at(40, COMMIT_COMPLETE, 0, 0, 0, 0),
        commit_at(40, COMMIT_DENY, 2, RESPONSE, 20, 20),
        commit_at(50, COMMIT_GRANT, 3, HBM | RESPONSE, 5, 5),
        commit_at(60, COMMIT_RETURN, 1, RESPONSE, 0, 40),
        commit_at(70, COMMIT_GRANT, 2, HBM | RESPONSE, 20, 20),
        commit_at(80, COMMIT_DENY, 4, HBM | REFUSED_TABLE, 60, 0),
        commit_at(90, COMMIT_RESET, 0, 0, 0, 0),
        commit_at(90, COMMIT_WINDOW, 0, 0, 100, 50),
        commit_at(95, COMMIT_DENY, 5, REFUSED_TABLE, 60, 0),
        commit_at(99, COMMIT_STRAY, 0, 1, 0, 0),
    };
    struct refusals *refusals;
    char *text = text_of(story, COUNT(story), ops, 4, &refusals);
    expect_lines(
        text, "2,urgent read,0,30,40,changed,20,90,100,10,0,2,0,bulk write,60,10,0,bulk write,60\n"
              "2,urgent read,9,30,70,grant,20,40,50,10,0,1,1,bulk read,40,20,1,bulk read,40\n"
              "4,unknown,0,80,90,reset,60,55,100,15,0,3,1,bulk read,30,20,1,bulk read,30\n"
              "4,unknown,10,80,90,reset,1,3,3,1,0,3,1,bulk read,1,20,1,bulk read,1\n"
              "5,unknown,10,95,99,open,1,0,0,1,0,0,,,,,,,\n");
    // Waiting for response: 10 + 20 ps x 40/50 held by op 1, and from 50 ps on 5/50 by op 3.
    enum { URGENT_READ = 1, BULK_READ = 5 };
    const struct refusals_waits *waits = refusals_waits(refusals, RESPONSE_LANE, URGENT_READ);
    cr_expect(eq(u64, waits->refused_ps, 40));
    cr_expect(eq(u64, waits->held_ps[BULK_READ], 8 + 8 + 8));
    cr_expect(eq(u64, waits->held_ps[URGENT_READ], 1 + 1));
    const struct refusals_holder *most = refusals_holder(refusals, 0);
    cr_assert(most != NULL);
    cr_expect(eq(u64, most->share_ps, 24));
    cr_expect(eq(u64, most->waited_ps, 30));
    cr_expect(eq(u32, most->op, 1));
    cr_expect(eq(uint, most->lane, RESPONSE_LANE));
    cr_expect(eq(u64, refusals_astray(refusals), 0));
    free(text);
    refusals_close(refusals);
}

// What a sound block never commits breaks nothing, and is counted.
Test(refusals, counts_what_does_not_fit_its_records) {
    const struct commit unsound[] = {
        commit_at(0, COMMIT_WINDOW, 0, 0, 100, 50), commit_at(1, COMMIT_RETURN, 7, HBM, 60, 0),
        commit_at(2, COMMIT_COMPLETE, 7, 0, 0, 0),  commit_at(3, COMMIT_GRANT, 7, HBM, 60, 0),
        commit_at(4, COMMIT_GRANT, 7, HBM, 60, 0),  commit_at(5, COMMIT_RETURN, 7, HBM, 59, 0),
        commit_at(6, COMMIT_DENY, 8, 0xff, 60, 0),  commit_at(7, COMMIT_REJECT, 8, HBM, 60, 0),
        commit_at(8, COMMIT_REJECT, 9, HBM, 60, 0),
    };
    struct refusals *refusals;
    char *text = text_of(unsound, COUNT(unsound), NULL, 0, &refusals);
    expect_lines(text, "8,unknown,0,6,7,reject,60,1,100,0,0,1,7,unknown,60,4,7,unknown,60\n");
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
