// Waves of why operations waited: a story by hand, read back from the VCD at its times; and the
// view of it. That GTKWave reads both is for scripts/waves/waves_check.sh.
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "csim/explain/refusals_wave.h"
#include "tb/tests/base/fixture.h"
#include "tb/tests/explain/commits.h"
#include "tb/wave/refusals_view.h"

enum { VALUE_BYTES = 120 };

// What a run of these commits writes; the caller frees it.
static char *waves_of(const struct commit *commits, unsigned count,
                      struct refusals_wave_facts *facts) {
    char *text;
    FILE *file = text_open(&text);
    struct refusals *refusals = refusals_open(100, NULL);
    struct refusals_wave *wave = refusals_wave_open(file, false);
    cr_assert(refusals && wave);
    const struct refusals_watch watch = refusals_wave_watch(wave);
    refusals_watched(refusals, &watch);
    for (uint32_t i = 0; i < 100; i++)
        refusals_op(refusals, &(struct op){.index = i, .opcode = OP_READ, .urgent = i % 2 == 0});
    for (unsigned i = 0; i < count; i++)
        refusals_commit(refusals, &commits[i]);
    refusals_end(refusals);
    *facts = *refusals_wave_facts(wave);
    refusals_wave_close(wave);
    refusals_close(refusals);
    fclose(file);
    return text;
}

// The value of a variable at a time: binary, or text as it stands in the file.
static const char *value_at(const char *vcd, const char *scope, const char *name, uint64_t ps) {
    static char value[VALUE_BYTES];
    char line[200], within[40] = "", code[100] = "", word[3][100];
    uint64_t now = 0;
    strcpy(value, "not there");
    const char *end;
    for (const char *at = vcd; now <= ps && (end = strchr(at, '\n')) != NULL; at = end + 1) {
        snprintf(line, sizeof line, "%.*s", (int)(end - at), at);
        if (sscanf(line, "$scope module %39s", within) == 1)
            continue;
        if (sscanf(line, "$var %*s %*s %99s %99s", word[0], word[1]) == 2) {
            if (strcmp(within, scope) == 0 && strcmp(word[1], name) == 0)
                snprintf(code, sizeof code, "%s", word[0]);
        } else if (line[0] == '#') {
            now = strtoull(line + 1, NULL, 10);
        } else if (line[0] != '$') {
            const char *space = strrchr(line, ' ');
            cr_assert(space != NULL, "%s", line);
            if (strcmp(space + 1, code) == 0)
                snprintf(value, sizeof value, "%.*s", (int)(space - line), line);
        }
    }
    return value;
}

struct expected {
    uint64_t ps;
    const char *scope, *name, *value;
};

static void expect_values(const char *vcd, const struct expected *expected, unsigned count) {
    for (unsigned i = 0; i < count; i++)
        cr_expect(eq(str,
                     (char *)value_at(vcd, expected[i].scope, expected[i].name, expected[i].ps),
                     (char *)expected[i].value),
                  "%s.%s at %" PRIu64, expected[i].scope, expected[i].name, expected[i].ps);
}

// Two reads hold; two wait for HBM, the first of them for response, too; a return in the clock of
// the second deny frees 30 at HBM, and the first one is let in; the other waits to the end.
static char *story(struct refusals_wave_facts *facts) {
    const struct commit commits[] = {
        commit_at(0, COMMIT_WINDOW, 0, 0, 100, 50),
        commit_at(10, COMMIT_GRANT, 1, HBM | RESPONSE, 60, 40),
        commit_at(20, COMMIT_GRANT, 2, HBM, 30, 0),
        commit_at(30, COMMIT_DENY, 4, HBM | RESPONSE, 20, 15),
        commit_at(40, COMMIT_DENY, 5, HBM, 90, 5),
        commit_at(40, COMMIT_RETURN, 2, HBM, 30, 0),
        commit_at(50, COMMIT_RETURN, 1, RESPONSE, 0, 40),
        commit_at(60, COMMIT_GRANT, 4, HBM | RESPONSE, 20, 15),
        commit_at(70, COMMIT_COMPLETE, 2, 0, 0, 0),
    };
    return waves_of(commits, COUNT(commits), facts);
}

Test(refusals_wave, tells_a_story_told_by_hand) {
    struct refusals_wave_facts facts;
    char *const vcd = story(&facts);
    static const struct expected expected[] = {
        {0, "blocked", "denied", "s-"},
        {0, "hbm0", "window", "b1100100"},
        {20, "hbm0", "debt", "b1011010"},
        {20, "hbm0", "holder_1", "s2\\x20urgent\\x20read:\\x2030"},
        {30, "blocked", "denied", "s4\\x20urgent\\x20read"},
        {30, "blocked", "by", "sHBM\\x200,\\x20response"},
        {30, "response", "short_by", "b101"},
        {30, "response", "oldest", "s1\\x20bulk\\x20read:\\x2040,\\x20since\\x200.010\\x20ns"},
        {30, "hbm0", "refused_0", "s4\\x20urgent\\x20read:\\x2020,\\x20short\\x2010"},
        // Of the deny is told how it was, of the lane how it is after the return.
        {40, "blocked", "denied", "s5\\x20bulk\\x20read"},
        {40, "hbm0", "headroom_then", "b1010"},
        {40, "hbm0", "headroom", "b101000"},
        {40, "hbm0", "holders_then", "b10"},
        {40, "hbm0", "holders", "b1"},
        {40, "hbm0", "holder_1", "s"},
        {40, "hbm0", "refused", "b10"},
        {40, "hbm0", "refused_1", "s5\\x20bulk\\x20read:\\x2090,\\x20short\\x2080"},
        // Who is let in frees its row, in which it holds debt; response refuses nobody.
        {60, "hbm0", "refused_0", "s"},
        {60, "hbm0", "holder_1", "s4\\x20urgent\\x20read:\\x2020"},
        {60, "response", "last", "s-"},
        {60, "response", "short_by", "b0"},
        {60, "hbm0", "last", "s5\\x20bulk\\x20read"},
        {69, "table", "holders", "b11"},
        {70, "table", "holders", "b10"},
    };
    expect_values(vcd, expected, COUNT(expected));
    // The longest refusal is that by response or HBM, the first to end.
    cr_expect(eq(u64, facts.refusals, 3));
    cr_expect(eq(u32, facts.worst.op, 4));
    cr_expect(eq(u64, facts.worst.from_ps, 30));
    cr_expect(eq(u64, facts.worst_to_ps, 60));
    cr_expect(eq(u64, facts.refused_ps[0], 30 + 30));
    cr_expect(eq(uint, facts.refused_rows[0], 2));
    cr_expect(eq(uint, facts.holder_rows[0], 2));
    cr_expect(eq(uint, facts.refused_rows[RESPONSE_LANE], 1));
    free(vcd);
}

Test(refusals_wave, shows_headroom_below_zero) {
    const struct commit commits[] = {commit_at(0, COMMIT_WINDOW, 0, 0, 100, 50),
                                     commit_at(10, COMMIT_GRANT, 1, HBM, 60, 0),
                                     commit_at(20, COMMIT_WINDOW, 0, 0, 57, 50)};
    struct refusals_wave_facts facts;
    char *const vcd = waves_of(commits, 3, &facts);
    static const struct expected expected[] = {
        {20, "hbm0", "headroom", "b111111111111111111111111111111101"},
    };
    expect_values(vcd, expected, COUNT(expected));
    cr_expect(eq(u64, facts.refusals, 0));
    free(vcd);
}

// Of more operations than there are rows the first ones have one; who comes next takes what becomes
// free, unless it has gone.
Test(refusals_wave, gives_rows_in_turn) {
    enum { REFUSED = REFUSALS_REFUSED_ROWS + 3 };
    struct commit commits[1 + REFUSED + 3] = {commit_at(0, COMMIT_WINDOW, 0, 0, 10, 50)};
    for (uint32_t i = 0; i < REFUSED; i++)
        commits[1 + i] = commit_at(10, COMMIT_DENY, i, HBM, 11, 0);
    commits[1 + REFUSED] = commit_at(20, COMMIT_GRANT, 7, HBM, 1, 0);
    commits[2 + REFUSED] = commit_at(30, COMMIT_GRANT, REFUSED - 2, HBM, 1, 0);
    commits[3 + REFUSED] = commit_at(40, COMMIT_GRANT, 9, HBM, 1, 0);
    struct refusals_wave_facts facts;
    char *const vcd = waves_of(commits, COUNT(commits), &facts);
    static const struct expected expected[] = {
        {10, "hbm0", "refused", "b100011"},
        {10, "hbm0", "refused_31", "s31\\x20bulk\\x20read:\\x2011,\\x20short\\x201"},
        {20, "hbm0", "refused_7", "s32\\x20urgent\\x20read:\\x2011,\\x20short\\x201"},
        {40, "hbm0", "refused_9", "s34\\x20urgent\\x20read:\\x2011,\\x20short\\x201"},
        {40, "hbm0", "refused", "b100000"},
    };
    expect_values(vcd, expected, COUNT(expected));
    cr_expect(eq(u64, facts.rowless, 3));
    cr_expect(eq(uint, facts.refused_rows[0], REFUSALS_REFUSED_ROWS));
    free(vcd);
}

Test(refusals_wave, has_a_view_of_the_lanes_that_refused, .init = folder_make,
     .fini = folder_remove) {
    char text[20000];
    struct text_error error;
    struct refusals_wave_facts facts;
    free(story(&facts));
    cr_assert(refusals_view_write(folder_path("why.vcd"), &facts, false, &error), "%s", error.text);
    file_read(folder_path("why.gtkw"), text, sizeof text);
    cr_expect(strncmp(text, "[dumpfile] \"/why.vcd\"\n", 22) == 0);
    expect_part(text, " 30 30 60 -1 "); // markers
    expect_part(text, "\n[markername] Aoperation 4 refused\n");
    expect_part(text, "\n-wanted 20, headroom 10\n");
    expect_part(text, "\n+{HBM 0 short by} blocked.hbm0.short_by[31:0]\n");
    expect_part(text, "\n+{HBM 0 refuses 1} blocked.hbm0.refused_1\n");
    cr_expect(strstr(text, "\n+{HBM 0 refuses 2} blocked.hbm0.refused_2\n") == NULL);
    expect_part(text, "\n@800200\n-HBM 0: 0.000 us of refusals\n");
    expect_part(text, "\n@c00200\n-response: 0.000 us of refusals\n");
    cr_expect(strstr(text, "blocked.table.") == NULL, "the table refused nobody");
    cr_expect(strstr(text, "blocked.hbm1.") == NULL);
    cr_expect(eq(uint, folder_files(""), 1));
    cr_expect(not(refusals_view_write("/nowhere/why.vcd", &facts, false, &error)));
    expect_part(error.text, "why.gtkw");
}
