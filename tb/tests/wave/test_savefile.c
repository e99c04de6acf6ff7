// Save files: complete, without ambiguity, and refused cleanly where they cannot be written. That
// GTKWave understands them is for scripts/waves/waves_check.sh.
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "csim/interface/numbers.h"
#include "register_map.h"
#include "tb/tests/base/fixture.h"
#include "tb/wave/savefile.h"

enum { LINES = 1200, LINE_BYTES = 160 };

static struct text_error error;

TestSuite(savefile, .init = folder_make, .fini = folder_remove);

static const struct savefile_view usual = {.waves = "waves.fst",
                                           .marker = "here",
                                           .marker_ps = 5000000,
                                           .clocks = 100,
                                           .clock_ps = 1000,
                                           .depth = DEPTH};

// The lines of a file in `folder`, without their ends.
static char line[LINES][LINE_BYTES];
static unsigned read_lines(const char *name) {
    FILE *file = fopen(folder_path(name), "r");
    cr_assert(file != NULL, "%s", name);
    unsigned lines = 0;
    while (lines < LINES && fgets(line[lines], LINE_BYTES, file)) {
        char *end = strchr(line[lines], '\n');
        cr_assert(end != NULL, "%s: line %u is too long", name, lines + 1);
        *end = '\0';
        lines++;
    }
    fclose(file);
    return lines;
}

static unsigned write_and_read(const struct savefile_view *view) {
    cr_assert(savefile_write(folder_path("view.gtkw"), view, &error), "%s", error.text);
    cr_expect(eq(uint, folder_files(""), 2), "the view and names");
    cr_expect(eq(uint, folder_files("names"), 7));
    return read_lines("view.gtkw");
}

// The number behind `before` in a line that begins with it; false if the line does not.
static bool number_after(const char *text, const char *before, int base, uint64_t *number) {
    size_t length = strlen(before);
    if (strncmp(text, before, length) != 0)
        return false;
    char *end;
    *number = strtoull(text + length, &end, base);
    return end != text + length;
}

static bool has_line(unsigned lines, const char *text) {
    for (unsigned i = 0; i < lines; i++)
        if (strcmp(line[i], text) == 0)
            return true;
    return false;
}

Test(savefile, shows_every_lane_once) {
    unsigned lines = write_and_read(&usual);
    for (unsigned lane = 0; lane < LANES; lane++) {
        char end[80];
        snprintf(end, sizeof end, "u_admit.u_decide.u_core.gen_lane[%u].headroom[32:0]", lane);
        unsigned found = 0;
        for (unsigned i = 0; i < lines; i++)
            found += strstr(line[i], end) != NULL;
        cr_expect(eq(uint, found, 1), "lane %u", lane);
    }
}

Test(savefile, has_no_label_and_no_signal_twice) {
    unsigned lines = write_and_read(&usual), signals = 0;
    for (unsigned i = 0; i < lines; i++) {
        if (line[i][0] != '+')
            continue;
        signals++;
        const char *signal = strchr(line[i], '}');
        cr_assert(signal != NULL);
        // GTKWave takes what is before a point in a label for a scope.
        cr_expect(memchr(line[i], '.', (size_t)(signal - line[i])) == NULL, "%s", line[i]);
        for (unsigned k = 0; k < i; k++) {
            if (line[k][0] != '+')
                continue;
            size_t label = (size_t)(signal - line[i]) + 1;
            cr_expect(strncmp(line[i], line[k], label) != 0, "label: %s", line[i]);
            cr_expect(strcmp(signal, strchr(line[k], '}')) != 0, "signal: %s", line[i]);
        }
    }
    cr_expect(gt(uint, signals, 100));
}

Test(savefile, opens_the_lanes_it_is_told_to) {
    for (unsigned lanes = 0; lanes < 1u << LANES; lanes += 93) {
        struct savefile_view view = usual;
        view.lanes = (uint16_t)lanes;
        unsigned lines = write_and_read(&view), seen = 0;
        for (unsigned i = 1; i < lines; i++) {
            uint64_t lane;
            if (!number_after(line[i], "-Lane ", 10, &lane))
                continue;
            seen++;
            cr_expect(eq(int, strcmp(line[i - 1], lanes >> lane & 1 ? "@800200" : "@c00200"), 0),
                      "lanes 0x%x, lane %" PRIu64 ": %s", lanes, lane, line[i - 1]);
        }
        cr_expect(eq(uint, seen, LANES));
    }
}

Test(savefile, closes_every_group_it_begins) {
    unsigned lines = write_and_read(&usual);
    uint64_t begun = 0, ended = 0;
    for (unsigned i = 0; i < lines; i++) {
        uint64_t flags;
        if (!number_after(line[i], "@", 16, &flags))
            continue;
        begun += flags >> 23 & 1;
        ended += flags >> 24 & 1;
        cr_expect(begun - ended <= 1, "groups do not nest");
    }
    cr_expect(eq(u64, begun, ended));
    cr_expect(gt(u64, begun, LANES));
}

Test(savefile, has_the_marker_in_sight) {
    static const uint64_t markers[] = {0, 1000, 40000, 41000, UINT64_C(123456789012000)};
    static const uint64_t clocks[] = {1, 12, 400, 100000};
    for (size_t m = 0; m < COUNT(markers); m++)
        for (size_t c = 0; c < COUNT(clocks); c++) {
            struct savefile_view view = usual;
            view.marker_ps = markers[m];
            view.clocks = clocks[c];
            unsigned lines = write_and_read(&view), found = 0;
            uint64_t start = UINT64_MAX, zoom = 0;
            char marks[60];
            snprintf(marks, sizeof marks, ".000000 %" PRIu64 " %" PRIu64 " -1 ", markers[m],
                     markers[m]);
            for (unsigned i = 0; i < lines; i++) {
                found += number_after(line[i], "[timestart] ", 10, &start);
                if (number_after(line[i], "*-", 10, &zoom))
                    found += strstr(line[i], marks) != NULL;
            }
            cr_assert(eq(uint, found, 2));
            // 200 of 1,000 pixels are 2^zoom ps.
            uint64_t sight = UINT64_C(5) << zoom, wanted = clocks[c] * view.clock_ps;
            cr_expect(start <= markers[m] && markers[m] - start < sight);
            cr_expect(sight >= wanted && (sight < 2 * wanted || zoom == 0));
        }
}

static const struct {
    unsigned depth;
    const char *reservation, *held;
} depths[] = {{128, "commit_id_o[6:0]", "held_count_q[7:0]"},
              {256, "commit_id_o[7:0]", "held_count_q[8:0]"}};

EACH(savefile, follows_the_depth, depths) {
    struct savefile_view view = usual;
    view.depth = row->depth;
    const unsigned lines = write_and_read(&view);
    char text[LINE_BYTES];
    snprintf(text, sizeof text, "+{its reservation} TOP.semacredit.%s", row->reservation);
    cr_expect(has_line(lines, text));
    snprintf(text, sizeof text, "+{reservations held} TOP.semacredit.u_id_pool.%s", row->held);
    cr_expect(has_line(lines, text));
}

// Every value of so many bits, and no other, has a line.
static void expect_values(const char *name, unsigned values) {
    unsigned lines = read_lines(name);
    cr_expect(eq(uint, lines, values), "%s", name);
    for (unsigned i = 0; i < lines; i++) {
        uint64_t value;
        cr_assert(number_after(line[i], "", 16, &value), "%s: %s", name, line[i]);
        cr_expect(eq(u64, value, i), "%s: %s", name, line[i]);
    }
}

Test(savefile, names_every_value) {
    write_and_read(&usual);
    expect_values("names/decision.txt", DECISION_REPEAT + 1);
    expect_values("names/return.txt", 3);
    expect_values("names/done.txt", 3);
    expect_values("names/lane.txt", LANES);
    expect_values("names/opcode.txt", OPCODES);
    // At most one HBM lane, with or without Atomic, response and table.
    cr_expect(eq(uint, read_lines("names/mask.txt"), 9 * 8));
    cr_expect(has_line(9 * 8, "308 HBM 3, Atomic, response"));
    cr_expect(has_line(9 * 8, "400 table or limit"));
    cr_expect(has_line(9 * 8, "601 HBM 0, response, table or limit"));
    unsigned registers = read_lines("names/register.txt"), described = 0;
#define DESCRIBE(name, word, count, ...) described += count;
    REGISTER_TABLE(DESCRIBE)
#undef DESCRIBE
    cr_expect(eq(uint, registers, described));
    cr_expect(has_line(registers, "024 window response"));
    cr_expect(has_line(registers, "440 errors"));
}

static const struct {
    const char *waves, *view;
} beside[] = {
    {"a.fst", "a.gtkw"}, {"b", "b.gtkw"}, {"c.fst.x", "c.fst.x.gtkw"}, {".fst", ".fst.gtkw"}};

EACH(savefile, goes_beside_the_waves, beside) {
    char first[40];
    cr_assert(savefile_write_beside(folder_path(row->waves), &usual, &error), "%s", error.text);
    const unsigned lines = read_lines(row->view);
    snprintf(first, sizeof first, "[dumpfile] \"/%s\"", row->waves);
    cr_expect(has_line(lines, first));
}

Test(savefile, says_where_it_could_not_write) {
    cr_expect(not(savefile_write(folder_path("nowhere/view.gtkw"), &usual, &error)));
    expect_part(error.text, "nowhere/names");
    char endless[2000] = "";
    memset(endless, 'x', sizeof endless - 1);
    cr_expect(not(savefile_write(endless, &usual, &error)));
    expect_part(error.text, "at most");
    cr_expect(not(savefile_write_beside(endless, &usual, &error)));
    expect_part(error.text, "at most");
}
