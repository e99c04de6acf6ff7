#include "tb/block/failure/history.h"

#include "tb/block/dut/block_rtl.h"
#include "tb/block/failure/cause.h"
#include "tb/block/ref_state/map.h"
#include "tb/block/ref_state/words.h"

enum { LINE_BYTES = 200, WAITING = 6, LIFE_LINES = 24, COMMITS = 16, WRITES = 8 };

// --- the cause --------------------------------------------------------------------------------

// What failed, why, and where to read on.
static void write_cause(const struct snapshot *snapshot, const struct cause *cause, FILE *file) {
    fprintf(file, "FAILED: %s, seed %" PRIu64 ", clock %" PRIu64 "\n%s%s", snapshot->header.name,
            snapshot->header.seed, snapshot->failure.cycle, snapshot->cause, cause->text);
    if (cause->rule)
        fprintf(file, ". The rule '%s' is broken; a user loses %s", cause->rule, cause->loss);
    fprintf(file, ".\n");
}

void failure_cause_write(const struct snapshot *snapshot, const struct history *history,
                         FILE *file) {
    struct cause cause;
    cause_find(&cause, snapshot, &history->judged);
    write_cause(snapshot, &cause, file);
    cause_places(&cause, block_rtl_folder(), file);
}

// --- lanes, and what waits for them -----------------------------------------------------------

static void write_lanes(const struct snapshot *snapshot, uint64_t lanes, FILE *file) {
    const struct ref_state *ref = &snapshot->ref;
    char name[FIELD_TEXT];
    if (lanes)
        fprintf(file, "lanes concerned, before this clock:\n");
    for (unsigned lane = 0; lane < path_lanes(&ref->size); lane++) {
        const struct ref_lane dut = ref_lane_after(ref, &snapshot->dut.path, lane),
                              golden = ref_lane_after(ref, &snapshot->out.path, lane);
        if (!(lanes >> lane & 1))
            continue;
        fprintf(file, "  %s: debt %" PRIu64 ", window %" PRIu64 ", holders %" PRIu32,
                field_lane_name(&ref->size, lane, name), ref->debt[lane], ref->window[lane],
                ref->reservations[lane]);
        if (dut.debt != ref->debt[lane] || golden.debt != ref->debt[lane])
            fprintf(file, "; debt after it: dut %" PRIu64 ", ref %" PRIu64, dut.debt, golden.debt);
        if (dut.window != golden.window)
            fprintf(file, "; window after it: dut %" PRIu64 ", ref %" PRIu64, dut.window,
                    golden.window);
        fputc('\n', file);
    }
    fprintf(file, "table: %u reservations held, command limit %" PRIu32 "; %u slots taken\n",
            ref->held_count, ref->limit, ref->taken);
}

// Those that were taken first.
static void write_waiting(const struct ref_state *ref, uint64_t lanes, FILE *file) {
    uint64_t after = 0;
    for (unsigned shown = 0; shown < WAITING; shown++) {
        const struct ref_op *first = NULL;
        char name[WORDS_TEXT], lacks[FIELD_TEXT];
        for (unsigned slot = 0; slot < ref->size.slots; slot++) {
            const struct ref_op *op = &ref->op[slot];
            if (op->taken && op->lanes & lanes && op->order >= after &&
                (!first || op->order < first->order))
                first = op;
        }
        if (!first)
            break;
        if (shown == 0)
            fprintf(
                file,
                "operations that wait for these lanes, at most %d, in the order of their offers:\n",
                WAITING);
        after = first->order + 1;
        fprintf(file,
                "  %s, taken in clock %" PRIu64 ", demands %" PRIu32 " and %" PRIu32
                "; lacks %s; denies %" PRIu64 ", age %" PRIu32,
                words_op(ref, first->tag, name), first->clock, first->demand[0], first->demand[1],
                field_set_text(&ref->size, first->lacks, lacks), first->denies, first->age);
        if (first->owns)
            fprintf(file, ", owns the spot of %s", field_set_text(&ref->size, first->owns, lacks));
        fprintf(file, "%s\n", first->first ? ", goes first" : "");
    }
}

// --- registers --------------------------------------------------------------------------------

static void write_registers(const struct snapshot *snapshot, FILE *file) {
    static _Thread_local struct ref_state reset;
    const struct path_size *size = &snapshot->ref.size;
    size_t column = 0;
    char name[MAP_TEXT], text[LINE_BYTES];
    ref_begin(&reset, size);
    fprintf(file, "registers that differ from their reset values:");
    for (unsigned word = 0; word < REF_WORDS; word++) {
        if (snapshot->ref.registers[word] == reset.registers[word])
            continue;
        snprintf(text, sizeof text, "%s %" PRIu32, map_name(size, 4 * word, name),
                 snapshot->ref.registers[word]);
        field_word(file, &column, text);
    }
    fprintf(file, "%s\n", column ? "" : " none");
}

void failure_report_write(const struct snapshot *snapshot, const struct history *history,
                          FILE *file) {
    static const struct block_in nothing;
    const char *const folder = block_rtl_folder();
    char name[WORDS_TEXT];
    const uint64_t lanes = snapshot_lanes(snapshot);
    struct cause cause;
    cause_find(&cause, snapshot, &history->judged);
    write_cause(snapshot, &cause, file);
    fprintf(file, "caught by %s%s", snapshot->failure.caught, snapshot->differs ? "; " : "\n");
    if (snapshot->differs) {
        fprintf(file, "every field that differs:\n");
        fields_print_differences(file, &snapshot->ref.size, &snapshot->dut, &snapshot->out);
    }
    write_lanes(snapshot, lanes, file);
    for (unsigned i = 0; i < history->lives; i++) {
        fprintf(file, "history of %s:\n", words_op(&snapshot->ref, history->life[i].tag, name));
        story_print_last(history->life[i].story, LIFE_LINES, file);
    }
    write_waiting(&snapshot->ref, lanes, file);
    fprintf(file, "inputs in this clock, which act in later ones:");
    fields_print(file, IN_FIELDS, &snapshot->ref.size, &nothing, &snapshot->in);
    fprintf(file, "last commits:\n");
    story_print_last(history->last, COMMITS, file);
    fprintf(file, "last register writes:\n%s", story_last(history->text, history->size, WRITES));
    write_registers(snapshot, file);
    fprintf(file, "resets: %" PRIu64 ", the last until clock %" PRIu64 "\n", history->resets,
            history->reset);
    cause_places(&cause, block_rtl_folder(), file);
    if (strcmp(folder, "rtl") != 0)
        fprintf(file, "edits:  diff -r rtl %s\n", folder);
}
