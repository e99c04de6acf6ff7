#include "tb/wave/refusals_view.h"

#include <inttypes.h>
#include <string.h>

#include "csim/base/atomic_file.h"
#include "tb/wave/savefile_parts.h"

enum { PATH_BYTES = 600, LONGEST_PATH = PATH_BYTES - 32, TEXT_BYTES = 300, TABLE = LANES };

struct row {
    const char *label;
    const char *signal;
    unsigned flags, bits; // 0 bits: text
    enum colour colour;
    bool tall, of_table;
};

enum {
    NUMBER = FLAG_DECIMAL,
    SIGNED = FLAG_SIGNED,
    STEPS = NUMBER | FLAG_STEPS | FLAG_WHOLE_FILE,
    TEXT = FLAG_HEX
};

// GTKWave scales each analogue trace to its own values in the file.
static const struct row now_rows[] = {
    {"window", "window", STEPS, 32, RED, false, false},
    {"debt (own scale)", "debt", STEPS, 32, YELLOW, true, false},
    {"headroom", "headroom", SIGNED, 33, GREEN, false, false},
    {"debt of urgent ones", "urgent_held", NUMBER, 32, NORMAL, false, true},
    {"debt of bulk", "bulk_held", NUMBER, 32, NORMAL, false, true},
    {"operations refused", "refused", STEPS, 32, ORANGE, true, true},
    {"operations that hold", "holders", NUMBER, 32, NORMAL, false, true},
    {0},
};

static const struct row last_rows[] = {
    {"refused last", "last", TEXT, 0, ORANGE, false, true},
    {"its demand", "demand", NUMBER, 32, NORMAL, false, true},
    {"headroom then", "headroom_then", SIGNED, 33, GREEN, false, false},
    {"short by", "short_by", NUMBER, 32, RED, false, false},
    {"held then by", "holders_then", NUMBER, 32, NORMAL, false, true},
    {"the oldest", "oldest", TEXT, 0, YELLOW, false, true},
    {"the one with most", "greatest", TEXT, 0, YELLOW, false, true},
    {0},
};

// A lane's signals: its name before their labels, and its scope.
struct lane {
    unsigned number;
    char before[32], scope[40];
};

static void write_signal(FILE *file, const struct row *row, const struct lane *lane) {
    savefile_signal(file, &(struct savefile_signal){.flags = row->flags,
                                                    .colour = row->colour,
                                                    .before = lane->before,
                                                    .label = row->label,
                                                    .scope = lane->scope,
                                                    .signal = row->signal,
                                                    .bits = row->bits,
                                                    .tall = row->tall});
}

static void write_rows(FILE *file, const struct row *rows, const struct lane *lane) {
    for (const struct row *row = rows; row->label; row++)
        if (lane->number != TABLE || row->of_table)
            write_signal(file, row, lane);
}

// A row of text, labelled with what it is and its number, for each operation at a time.
static void write_places(FILE *file, const struct row *row, unsigned count,
                         const struct lane *lane) {
    char label[40], name[24];
    for (unsigned i = 0; i < count; i++) {
        struct row numbered = *row;
        snprintf(label, sizeof label, "%s %u", row->label, i);
        snprintf(name, sizeof name, "%s_%u", row->signal, i);
        numbered.label = label;
        numbered.signal = name;
        write_signal(file, &numbered, lane);
    }
}

static void write_lane(FILE *file, const struct refusals_wave_facts *facts, unsigned number,
                       bool one_window, bool open) {
    static const struct row held = {"held by", "holder", TEXT, 0, YELLOW, false, true},
                            refused = {"refuses", "refused", TEXT, 0, ORANGE, false, true};
    char title[TEXT_BYTES];
    struct lane lane = {.number = number};
    const char *const name = refusals_lane_name(number, one_window);
    snprintf(lane.before, sizeof lane.before, "%s ", name);
    snprintf(lane.scope, sizeof lane.scope, "blocked.%s.", refusals_wave_scope(number));
    snprintf(title, sizeof title, "%s: %.3f us of refusals", name,
             (double)facts->refused_ps[number] / 1e6);
    savefile_group_begin(file, title, open);
    write_rows(file, now_rows, &lane);
    savefile_comment(file, "whom it refused last, and why");
    write_rows(file, last_rows, &lane);
    savefile_comment(file, "who holds its debt, and how much");
    write_places(file, &held, facts->holder_rows[number], &lane);
    savefile_comment(file, "refused: demand, short by");
    write_places(file, &refused, facts->refused_rows[number], &lane);
    savefile_group_end(file, open);
}

static void write_lanes(FILE *file, const struct refusals_wave_facts *facts, bool one_window) {
    bool written[REFUSALS_LANES] = {false};
    const unsigned worst = facts->worst.lane;
    if (facts->refusals)
        write_lane(file, facts, worst, one_window, true);
    written[worst] = true;
    for (;;) {
        unsigned next = REFUSALS_LANES;
        for (unsigned lane = 0; lane < REFUSALS_LANES; lane++)
            if (!written[lane] && facts->refused_rows[lane] > 0 &&
                (next == REFUSALS_LANES || facts->refused_ps[lane] > facts->refused_ps[next]))
                next = lane;
        if (next == REFUSALS_LANES)
            return;
        write_lane(file, facts, next, one_window, false);
        written[next] = true;
    }
}

// The worst refusal in words.
static void write_worst(FILE *file, const struct refusals_wave_facts *facts, bool one_window) {
    char text[TEXT_BYTES];
    const struct refusal_report *worst = &facts->worst;
    const char *const lane = refusals_lane_name(worst->lane, one_window);
    if (facts->refusals == 0) {
        savefile_comment(file, "nothing was refused");
        return;
    }
    snprintf(text, sizeof text, "longest refusal: %" PRIu32 " %s", worst->op,
             refusals_class_name[worst->op_class]);
    savefile_comment(file, text);
    snprintf(text, sizeof text, "by %s for %.3f ns", lane,
             (double)(facts->worst_to_ps - worst->from_ps) / 1000);
    savefile_comment(file, text);
    if (worst->lane != TABLE) {
        snprintf(text, sizeof text, "wanted %" PRIu32 ", headroom %" PRId64, worst->demand,
                 (int64_t)worst->window - worst->debt);
        savefile_comment(file, text);
    }
    snprintf(text, sizeof text, "held then by %" PRIu32 " operations", worst->holders);
    savefile_comment(file, text);
}

static void write_top(FILE *file, const struct refusals_wave_facts *facts, bool one_window) {
    static const struct row rows[] = {{"denied last", "denied", TEXT, 0, ORANGE, false, true},
                                      {"by lanes", "by", TEXT, 0, RED, false, true},
                                      {0}};
    write_worst(file, facts, one_window);
    write_rows(file, rows, &(struct lane){.scope = "blocked."});
    if (facts->rowless > 0) {
        char text[TEXT_BYTES];
        snprintf(text, sizeof text, "%" PRIu64 " times rows were all in use", facts->rowless);
        savefile_comment(file, text);
    }
}

bool refusals_view_write(const char *waves, const struct refusals_wave_facts *facts,
                         bool one_window, struct text_error *error) {
    char path[PATH_BYTES], begin[64] = "start";
    if (strlen(waves) > LONGEST_PATH)
        return text_error_set(error, "a save file's path has at most %d bytes: %s", LONGEST_PATH,
                              waves);
    const struct refusal_report *worst = &facts->worst;
    if (facts->refusals)
        snprintf(begin, sizeof begin, "operation %" PRIu32 " refused", worst->op);
    struct atomic_file output;
    const char *const name = savefile_path_beside(waves, ".vcd", path, sizeof path);
    if (!atomic_file_open(&output, path, error))
        return false;
    savefile_head(output.file,
                  &(struct savefile_sight){.waves = name,
                                           .marker = begin,
                                           .marker_ps = worst->from_ps,
                                           .end = facts->refusals ? "no more" : NULL,
                                           .end_ps = facts->worst_to_ps,
                                           .ps = (facts->worst_to_ps - worst->from_ps) * 2,
                                           .signals_pixels = 500});
    write_top(output.file, facts, one_window);
    write_lanes(output.file, facts, one_window);
    return atomic_file_finish(&output, error);
}
