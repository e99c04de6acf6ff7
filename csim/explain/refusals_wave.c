#include "csim/explain/refusals_wave.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { TABLE = LANES, TEXT_BYTES = 96, CODE_BYTES = 4, CODES = '~' - '!' + 1 };

// A lane's variables in their order: numbers, with their bits and whether the table has them, and
// texts; and those on top.
#define NUMBER_VARIABLES(X)                                                                        \
    X(WINDOW, "window", 32, false)                                                                 \
    X(DEBT, "debt", 32, false)                                                                     \
    X(HEADROOM, "headroom", 33, false)                                                             \
    X(REFUSED, "refused", 32, true)                                                                \
    X(HOLDERS, "holders", 32, true)                                                                \
    X(URGENT_HELD, "urgent_held", 32, true)                                                        \
    X(BULK_HELD, "bulk_held", 32, true)                                                            \
    X(DEMAND, "demand", 32, true)                                                                  \
    X(HEADROOM_THEN, "headroom_then", 33, false)                                                   \
    X(SHORT_BY, "short_by", 32, false)                                                             \
    X(HOLDERS_THEN, "holders_then", 32, true)
#define NUMBER(number, name, bits, of_table) number,
#define ROW(number, name, bits, of_table)    {name, bits, of_table},
enum number { NUMBER_VARIABLES(NUMBER) NUMBERS };
static const struct {
    const char *name;
    unsigned bits;
    bool of_table;
} number_variable[NUMBERS] = {NUMBER_VARIABLES(ROW)};

enum text { LAST, OLDEST, GREATEST, TEXTS };
static const char *const text_variable[TEXTS] = {"last", "oldest", "greatest"};
enum top_text { DENIED, BY, TOP_TEXTS };
static const char *const top_variable[TOP_TEXTS] = {"denied", "by"};

// Identifier codes are numbers: first the two on top, then the lanes'.
enum {
    ROWS = REFUSALS_REFUSED_ROWS + REFUSALS_HOLDER_ROWS,
    CODES_OF_LANE = NUMBERS + TEXTS + ROWS,
    FIRST_TEXT = NUMBERS,
    FIRST_ROW = NUMBERS + TEXTS
};

// An operation in a row: one that is refused, or one that holds debt.
struct place {
    uint32_t op, amount, short_by;
    uint8_t op_class;
    bool taken;
};

// What the file shows of a lane, or is to show from this time on.
struct lane {
    int64_t number[NUMBERS];
    struct refusal_report last; // if `refusing`
    bool refusing;
    struct place row[ROWS]; // the refused ones first
};

// Those without a row, in the order of their coming; who has gone is not `taken` any more.
struct queue {
    struct place *places;
    uint32_t head, count, capacity;
};

struct refusals_wave {
    FILE *file;
    struct queue queue[REFUSALS_LANES][2]; // of holders, of refused ones
    struct lane is[REFUSALS_LANES], shown[REFUSALS_LANES];
    bool touched[REFUSALS_LANES]; // who it refuses or who holds it has changed
    uint32_t denied;              // the operation of the last deny,
    unsigned op_class;
    lane_set by; // by which lanes; 0: there was none, or all is well again
    char top[TOP_TEXTS][TEXT_BYTES];
    bool one_window;
    bool begun, timed; // anything is written, of this time
    uint64_t now_ps;
    struct refusals_wave_facts facts;
};

const char *refusals_wave_scope(unsigned lane) {
    static const char *const hbm[] = {
        "hbm0",  "hbm1",  "hbm2",  "hbm3",  "hbm4",  "hbm5",  "hbm6",  "hbm7",  "hbm8",  "hbm9",
        "hbm10", "hbm11", "hbm12", "hbm13", "hbm14", "hbm15", "hbm16", "hbm17", "hbm18", "hbm19",
        "hbm20", "hbm21", "hbm22", "hbm23", "hbm24", "hbm25", "hbm26", "hbm27", "hbm28", "hbm29"};
    static const char *const others[] = {"atomic", "response", "table"};
    _Static_assert(HBM_LANES <= sizeof hbm / sizeof *hbm, "a name for each HBM lane");
    return lane < HBM_LANES ? hbm[lane] : others[lane - HBM_LANES];
}

// --- the file ---------------------------------------------------------------------------------

static const char *code_text(unsigned code, char text[CODE_BYTES]) {
    unsigned at = 0;
    do
        text[at++] = (char)('!' + code % CODES);
    while ((code /= CODES) > 0);
    text[at] = '\0';
    return text;
}

static unsigned code_of(unsigned lane, unsigned at) {
    return TOP_TEXTS + lane * CODES_OF_LANE + at;
}

static bool has_number(unsigned lane, unsigned number) {
    return lane != TABLE || number_variable[number].of_table;
}

static void declare_text(FILE *file, unsigned code, const char *name) {
    char text[CODE_BYTES];
    fprintf(file, "$var string 1 %s %s $end\n", code_text(code, text), name);
}

static void declare(FILE *file) {
    char text[CODE_BYTES], name[24];
    fputs("$timescale 1 ps $end\n$scope module blocked $end\n", file);
    for (unsigned i = 0; i < TOP_TEXTS; i++)
        declare_text(file, i, top_variable[i]);
    for (unsigned lane = 0; lane < REFUSALS_LANES; lane++) {
        fprintf(file, "$scope module %s $end\n", refusals_wave_scope(lane));
        for (unsigned i = 0; i < NUMBERS; i++)
            if (has_number(lane, i))
                fprintf(file, "$var reg %u %s %s [%u:0] $end\n", number_variable[i].bits,
                        code_text(code_of(lane, i), text), number_variable[i].name,
                        number_variable[i].bits - 1);
        for (unsigned i = 0; i < TEXTS; i++)
            declare_text(file, code_of(lane, FIRST_TEXT + i), text_variable[i]);
        for (unsigned i = 0; i < ROWS; i++) {
            const bool refused = i < REFUSALS_REFUSED_ROWS;
            snprintf(name, sizeof name, "%s_%u", refused ? "refused" : "holder",
                     refused ? i : i - REFUSALS_REFUSED_ROWS);
            declare_text(file, code_of(lane, FIRST_ROW + i), name);
        }
        fputs("$upscope $end\n", file);
    }
    fputs("$upscope $end\n$enddefinitions $end\n", file);
}

// Before the first change of a time.
static void stamp(struct refusals_wave *wave) {
    if (!wave->timed)
        fprintf(wave->file, "#%" PRIu64 "\n", wave->now_ps);
    wave->timed = true;
}

static void put_number(struct refusals_wave *wave, unsigned code, unsigned bits, int64_t value) {
    char text[CODE_BYTES];
    stamp(wave);
    unsigned from = bits - 1;
    while (from > 0 && value >= 0 && !(value >> from & 1))
        from--;
    fputc('b', wave->file);
    for (unsigned bit = from + 1; bit-- > 0;)
        fputc('0' + (int)(value >> bit & 1), wave->file);
    fprintf(wave->file, " %s\n", code_text(code, text));
}

static void put_text(struct refusals_wave *wave, unsigned code, const char *value) {
    char text[CODE_BYTES];
    stamp(wave);
    fputc('s', wave->file);
    for (; *value; value++)
        if (*value == ' ') // would end it
            fputs("\\x20", wave->file);
        else
            fputc(*value, wave->file);
    fprintf(wave->file, " %s\n", code_text(code, text));
}

// --- a time -----------------------------------------------------------------------------------

static void take_numbers(struct lane *lane, const struct refusals_lane *is) {
    const bool refusing = is->refused > 0;
    const struct refusal_report none = {0}, *last = refusing ? &lane->last : &none;
    int64_t held[2] = {0};
    for (unsigned op_class = 0; op_class < REFUSALS_CLASSES; op_class++)
        held[op_class < REFUSALS_URGENT] += (int64_t)is->held[op_class];
    lane->refusing = refusing;
    const int64_t value[NUMBERS] = {[WINDOW] = is->window,
                                    [DEBT] = is->debt,
                                    [HEADROOM] = (int64_t)is->window - is->debt,
                                    [REFUSED] = is->refused,
                                    [HOLDERS] = is->holders,
                                    [URGENT_HELD] = held[true],
                                    [BULK_HELD] = held[false],
                                    [DEMAND] = last->demand,
                                    [HEADROOM_THEN] = (int64_t)last->window - last->debt,
                                    [SHORT_BY] = last->short_by,
                                    [HOLDERS_THEN] = last->holders};
    memcpy(lane->number, value, sizeof value);
}

static void lane_text(const struct lane *lane, unsigned which, char text[TEXT_BYTES]) {
    const struct refusal_report *last = &lane->last;
    const struct refusals_culprit *culprit = which == OLDEST ? &last->oldest : &last->greatest;
    if (!lane->refusing)
        snprintf(text, TEXT_BYTES, "-");
    else if (which == LAST)
        snprintf(text, TEXT_BYTES, "%" PRIu32 " %s", last->op, refusals_class_name[last->op_class]);
    else if (last->holders == 0)
        snprintf(text, TEXT_BYTES, "nobody");
    else if (which == OLDEST)
        snprintf(text, TEXT_BYTES, "%" PRIu32 " %s: %" PRIu32 ", since %" PRIu64 ".%03u ns",
                 culprit->op, refusals_class_name[culprit->op_class], culprit->amount,
                 culprit->from_ps / 1000, (unsigned)(culprit->from_ps % 1000));
    else
        snprintf(text, TEXT_BYTES, "%" PRIu32 " %s: %" PRIu32, culprit->op,
                 refusals_class_name[culprit->op_class], culprit->amount);
}

static void row_text(const struct place *place, bool refused, char text[TEXT_BYTES]) {
    int at = snprintf(text, TEXT_BYTES, "%" PRIu32 " %s: %" PRIu32, place->op,
                      refusals_class_name[place->op_class], place->amount);
    if (refused)
        snprintf(text + at, TEXT_BYTES - (size_t)at, ", short %" PRIu32, place->short_by);
    if (!place->taken)
        text[0] = '\0';
}

static bool same(const struct place *one, const struct place *other) {
    return one->taken == other->taken && one->op == other->op && one->op_class == other->op_class &&
           one->amount == other->amount && one->short_by == other->short_by;
}

static void show_rows(struct refusals_wave *wave, unsigned number) {
    char text[TEXT_BYTES];
    const struct place *row = wave->is[number].row;
    for (unsigned i = 0; i < ROWS; i++)
        if (!wave->begun || !same(&row[i], &wave->shown[number].row[i])) {
            row_text(&row[i], i < REFUSALS_REFUSED_ROWS, text);
            put_text(wave, code_of(number, FIRST_ROW + i), text);
        }
}

static void show_lane(struct refusals_wave *wave, unsigned number) {
    struct lane *lane = &wave->is[number], *shown = &wave->shown[number];
    char is[TEXT_BYTES], was[TEXT_BYTES];
    for (unsigned i = 0; i < NUMBERS; i++)
        if (has_number(number, i) && (!wave->begun || lane->number[i] != shown->number[i]))
            put_number(wave, code_of(number, i), number_variable[i].bits, lane->number[i]);
    memcpy(shown->number, lane->number, sizeof lane->number);
    if (wave->begun && !wave->touched[number])
        return;
    for (unsigned i = 0; i < TEXTS; i++) {
        lane_text(lane, i, is);
        lane_text(shown, i, was);
        if (!wave->begun || strcmp(is, was) != 0)
            put_text(wave, code_of(number, FIRST_TEXT + i), is);
    }
    show_rows(wave, number);
    wave->touched[number] = false;
    *shown = *lane;
}

static void show_top(struct refusals_wave *wave) {
    char text[TOP_TEXTS][TEXT_BYTES] = {"-", "-"};
    if (wave->by) {
        snprintf(text[DENIED], TEXT_BYTES, "%" PRIu32 " %s", wave->denied,
                 refusals_class_name[wave->op_class]);
        int at = 0;
        for (unsigned lane = 0; lane < REFUSALS_LANES; lane++)
            if (wave->by >> lane & 1)
                at += snprintf(text[BY] + at, TEXT_BYTES - (size_t)at, "%s%s", at ? ", " : "",
                               refusals_lane_name(lane, wave->one_window));
    }
    for (unsigned i = 0; i < TOP_TEXTS; i++)
        if (!wave->begun || strcmp(text[i], wave->top[i]) != 0)
            put_text(wave, i, text[i]);
    memcpy(wave->top, text, sizeof text);
}

static void settled(void *context, const struct refusals *refusals, uint64_t now_ps) {
    struct refusals_wave *wave = context;
    wave->now_ps = now_ps;
    wave->timed = false;
    bool refusing = false;
    for (unsigned lane = 0; lane < REFUSALS_LANES; lane++) {
        take_numbers(&wave->is[lane], refusals_lane(refusals, lane));
        refusing = refusing || wave->is[lane].refusing;
    }
    if (!refusing)
        wave->by = 0;
    show_top(wave);
    for (unsigned lane = 0; lane < REFUSALS_LANES; lane++)
        show_lane(wave, lane);
    wave->begun = true;
}

// --- what changes -----------------------------------------------------------------------------

static void denied(void *context, uint32_t op, unsigned op_class, lane_set lanes) {
    struct refusals_wave *wave = context;
    wave->denied = op;
    wave->op_class = op_class;
    wave->by = lanes;
}

// Out of memory: it stays without a row.
static void queue_add(struct queue *queue, const struct place *place) {
    if (queue->head == queue->count)
        queue->head = queue->count = 0;
    if (queue->count == queue->capacity) {
        const uint32_t capacity = queue->capacity ? 2 * queue->capacity : 256;
        struct place *const places = realloc(queue->places, capacity * sizeof *places);
        if (!places)
            return;
        queue->places = places;
        queue->capacity = capacity;
    }
    queue->places[queue->count++] = *place;
}

static void queue_leave(struct queue *queue, uint32_t op) {
    for (uint32_t at = queue->head; at < queue->count; at++)
        if (queue->places[at].taken && queue->places[at].op == op) {
            queue->places[at].taken = false;
            return;
        }
}

// The first that is still there; NULL: there is none.
static const struct place *queue_next(struct queue *queue) {
    while (queue->head < queue->count)
        if (queue->places[queue->head++].taken)
            return &queue->places[queue->head - 1];
    return NULL;
}

static void row_take(struct refusals_wave *wave, unsigned lane, bool refused,
                     const struct place *place) {
    struct place *row = wave->is[lane].row + (refused ? 0 : REFUSALS_REFUSED_ROWS);
    const unsigned rows = refused ? REFUSALS_REFUSED_ROWS : REFUSALS_HOLDER_ROWS;
    unsigned *used = refused ? wave->facts.refused_rows : wave->facts.holder_rows;
    unsigned at = 0;
    while (at < rows && row[at].taken)
        at++;
    if (at == rows) {
        wave->facts.rowless++;
        queue_add(&wave->queue[lane][refused], place);
        return;
    }
    row[at] = *place;
    wave->touched[lane] = true;
    if (used[lane] <= at)
        used[lane] = at + 1;
}

static void row_free(struct refusals_wave *wave, unsigned lane, bool refused, uint32_t op) {
    struct place *row = wave->is[lane].row + (refused ? 0 : REFUSALS_REFUSED_ROWS);
    const unsigned rows = refused ? REFUSALS_REFUSED_ROWS : REFUSALS_HOLDER_ROWS;
    struct queue *const queue = &wave->queue[lane][refused];
    unsigned at = 0;
    while (at < rows && !(row[at].taken && row[at].op == op))
        at++;
    if (at == rows) {
        queue_leave(queue, op);
        return;
    }
    const struct place *const next = queue_next(queue);
    row[at] = next ? *next : (struct place){0};
    wave->touched[lane] = true;
}

static void refused(void *context, const struct refusal_report *refusal) {
    struct refusals_wave *wave = context;
    wave->is[refusal->lane].last = *refusal;
    wave->touched[refusal->lane] = true;
    row_take(wave, refusal->lane, true,
             &(struct place){.op = refusal->op,
                             .amount = refusal->demand,
                             .short_by = refusal->short_by,
                             .op_class = refusal->op_class,
                             .taken = true});
}

static void ended(void *context, const struct refusal_report *refusal, uint64_t to_ps) {
    struct refusals_wave *wave = context;
    struct refusals_wave_facts *facts = &wave->facts;
    row_free(wave, refusal->lane, true, refusal->op);
    wave->touched[refusal->lane] = true;
    const uint64_t ps = to_ps - refusal->from_ps;
    facts->refused_ps[refusal->lane] += ps;
    if (facts->refusals++ == 0 || ps > facts->worst_to_ps - facts->worst.from_ps ||
        (ps == facts->worst_to_ps - facts->worst.from_ps &&
         refusal->from_ps < facts->worst.from_ps)) {
        facts->worst = *refusal;
        facts->worst_to_ps = to_ps;
    }
}

static void held(void *context, unsigned lane, const struct refusals_culprit *holder) {
    row_take(context, lane, false,
             &(struct place){.op = holder->op,
                             .amount = holder->amount,
                             .op_class = holder->op_class,
                             .taken = true});
}

static void freed(void *context, unsigned lane, uint32_t op) {
    row_free(context, lane, false, op);
}

struct refusals_wave *refusals_wave_open(FILE *file, bool one_window) {
    struct refusals_wave *wave = calloc(1, sizeof *wave);
    if (!wave)
        return NULL;
    wave->file = file;
    wave->one_window = one_window;
    declare(file);
    return wave;
}

void refusals_wave_close(struct refusals_wave *wave) {
    for (unsigned lane = 0; wave && lane < REFUSALS_LANES; lane++)
        for (unsigned which = 0; which < 2; which++)
            free(wave->queue[lane][which].places);
    free(wave);
}

struct refusals_watch refusals_wave_watch(struct refusals_wave *wave) {
    return (struct refusals_watch){.context = wave,
                                   .settled = settled,
                                   .denied = denied,
                                   .refused = refused,
                                   .ended = ended,
                                   .held = held,
                                   .freed = freed};
}

const struct refusals_wave_facts *refusals_wave_facts(const struct refusals_wave *wave) {
    return &wave->facts;
}
