// The life of an operation: what a stream of commits made by hand is told as.
#include <stdlib.h>
#include <string.h>

#include "csim/explain/story.h"
#include "tb/tests/base/fixture.h"

static char *printed(struct story *story) {
    char *text;
    FILE *file = text_open(&text);
    story_print(story, file);
    cr_assert(eq(int, fclose(file), 0));
    return text;
}

// What is printed of it has these parts.
static void expect_printed(struct story *story, const char *const *parts) {
    char *text = printed(story);
    for (; *parts; parts++)
        expect_part(text, *parts);
    free(text);
}

static struct commit commit_at(uint64_t cycle, enum commit_kind kind, uint32_t op) {
    return (struct commit){.cycle = cycle, .time_ps = cycle * 1000, .kind = kind, .op = op};
}

// An operation offered, and taken.
static void offer(struct story *story, uint32_t index, uint64_t cycle) {
    const struct op op = {
        .index = index, .opcode = OP_WRITE, .wire_bytes = 100, .urgent = index == 2};
    const struct path_in in = {.rst_n = true, .op_valid = true, .op_tag = index};
    const struct path_out out = {.decision_kind = 0};
    story_op(story, &op);
    story_clock(story, &out, &in, cycle, 1000);
}

// Two wait; the second is refused, passed, granted, returned and done.
static void live(struct story *story) {
    for (uint32_t i = 0; i < 3; i++)
        offer(story, i, 10 + i);
    struct commit commits[] = {
        commit_at(9, COMMIT_WINDOW, 0),    commit_at(14, COMMIT_DENY, 1),
        commit_at(15, COMMIT_GRANT, 0),    commit_at(16, COMMIT_GRANT, 2),
        commit_at(20, COMMIT_GRANT, 1),    commit_at(25, COMMIT_RETURN, 1),
        commit_at(30, COMMIT_COMPLETE, 1),
    };
    for (unsigned lane = 0; lane < LANES; lane++)
        commits[0].d[lane] = 500;
    commits[1].mask = 1u << 3;
    commits[4].reservation = commits[5].reservation = 7;
    commits[1].d[3] = commits[4].d[3] = commits[5].d[3] = 300;
    commits[1].debt[3] = 450;
    commits[4].debt[3] = 400;
    commits[5].debt[3] = 100;
    for (unsigned i = 0; i < COUNT(commits); i++)
        story_commit(story, &commits[i]);
}

Test(story, tells_what_happened_to_an_operation) {
    struct story *story = story_open(1, 3, true, false);
    live(story);
    expect_printed(
        story, SETS("       11        11.000  taken into a slot, compared with 1 that wait: 0\n",
                    "refused by HBM 3: debt 450 + demand 300, window 500: 250 too much\n",
                    "passed by 2, until clock 16\n", "1 latency-sensitive: 2\n",
                    "1 submitted earlier: 0\n",
                    "granted, reservation 7, HBM 3 300 -> debt 400, 9.000 ns after it was taken\n",
                    "returned, HBM 3 300 -> debt 100, 5.000 ns after the grant\n",
                    "done, reservation 0 is free, 10.000 ns after the grant\n"));
    story_close(story);
}

Test(story, of_one_that_never_came_is_none) {
    struct story *story = story_open(9, 10, true, false);
    live(story);
    cr_expect(story_of(story) == NULL);
    story_close(story);
}

Test(story, ends_in_a_reset) {
    struct story *story = story_open(1, 3, true, false);
    offer(story, 1, 3);
    const struct commit reset = commit_at(5, COMMIT_RESET, 0),
                        other = commit_at(8, COMMIT_GRANT, 2);
    story_commit(story, &reset);
    story_commit(story, &other);
    expect_printed(story, SETS("        5         5.000  void: the block was reset\n"));
    char *text = printed(story);
    cr_expect(strstr(text, "passed") == NULL);
    free(text);
    story_close(story);
}

// Of a policy, without clocks: operations of 300, 200, 100 and 300 wire bytes; the second one waits
// while the others are granted, the last of them after it was refused.
Test(story, is_told_of_policies) {
    struct story *story = story_open(1, 4, false, true);
    static const uint32_t wire_bytes[] = {300, 200, 100, 300};
    for (uint32_t i = 0; i < COUNT(wire_bytes); i++) {
        const struct op op = {.index = i, .wire_bytes = wire_bytes[i]};
        story_op(story, &op);
        story_step(story, STEP_SUBMIT, 5000 + i, &op, 0, NULL);
    }
    struct commit commits[] = {commit_at(6, COMMIT_GRANT, 2), commit_at(7, COMMIT_GRANT, 0),
                               commit_at(8, COMMIT_DENY, 1), commit_at(9, COMMIT_GRANT, 3),
                               commit_at(12, COMMIT_GRANT, 1)};
    commits[2].mask = 1;
    commits[2].d[0] = 7;
    for (unsigned i = 0; i < COUNT(commits); i++)
        story_commit(story, &commits[i]);
    const struct op own = {.index = 1};
    story_step(story, STEP_RESP_DONE, 20000, &own, 0, NULL);
    expect_printed(
        story,
        SETS("            ns  what\n         5.001  submitted\n         6.000  passed by 2, "
             "until 7.000 ns\n                    1 of fewer wire bytes: 2\n",
             "1 that go after it, chosen before it was decided on: 0\n",
             "refused by one window: debt 0 + demand 7, window 0: 7 too much\n         9.000  "
             "passed by 1",
             "1 that go after it, and fit while it is refused: 3\n",
             "granted, reservation 0, 6.999 ns after its submission\n        20.000  the "
             "response engine is done with it\n"));
    story_close(story);
}
