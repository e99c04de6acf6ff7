#include "tb/block/failure/snapshot.h"

#include "csim/explain/explain.h"
#include "tb/block/dut/block_rtl.h"
#include "tb/block/ref_state/map.h"

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

// --- what came before it ----------------------------------------------------------------------

enum { CLOCK_PS = 1000, OPERATIONS = 4096, CLOCKS_BEFORE = 400 };

static void take(void *self, const struct commit *commit) {
    const struct history *history = self;
    for (unsigned i = 0; i < history->lives; i++)
        story_commit(history->life[i].story, commit);
    story_commit(history->last, commit);
}

// What was offered in the clock before, and taken as a new operation.
static void report_offer(struct history *history, const struct ref_state *ref) {
    struct path_in in = ref->in_before->path;
    in.op_valid = ref_newest(ref) && !ref_newest(ref)->found;
    in.op_again = false;
    for (unsigned i = 0; i < history->lives; i++) {
        struct op_history *life = &history->life[i];
        story_clock(life->story, &ref->out->path, &in, ref->clock - 1, CLOCK_PS);
        if (in.op_valid && in.op_tag == life->tag)
            life->offered = ref->clock - 1;
    }
}

static void report_write(struct history *history, const struct ref_state *ref) {
    const struct ref_bus *bus = &ref->bus;
    uint32_t *const before = &history->registers[bus->address / 4];
    char name[MAP_TEXT];
    if (!bus->answered)
        return;
    fprintf(history->writes, "%9" PRIu64 "  %s = %" PRIu32 ", ", ref->clock,
            map_name(&ref->size, bus->address, name), bus->data);
    fprintf(history->writes, ref->out->axi_bresp ? "refused\n" : "before %" PRIu32 "\n", *before);
    *before = ref->registers[bus->address / 4];
}

static void observe(void *self, const struct ref_state *ref) {
    struct history *history = self;
    if (ref->after_reset) {
        memcpy(history->registers, ref->registers, sizeof ref->registers);
        history->reset = ref->clock - 1;
        history->resets++;
    }
    report_offer(history, ref);
    report_write(history, ref);
}

static void history_open(struct history *history, const struct snapshot *snapshot) {
    uint64_t tag[HISTORY_LIVES];
    *history = (struct history){.until = snapshot->failure.cycle,
                                .lives = snapshot_tags(snapshot, tag, HISTORY_LIVES),
                                .last = story_open(STORY_ALL, OPERATIONS, true, false)};
    history->writes = memory_there(open_memstream(&history->text, &history->size));
    for (unsigned i = 0; i < history->lives; i++)
        history->life[i] = (struct op_history){
            tag[i], UINT64_MAX, story_open((uint32_t)tag[i], OPERATIONS, true, false)};
    if (history->until > CLOCKS_BEFORE)
        story_from(history->last, history->until - CLOCKS_BEFORE);
}

bool history_play(struct history *history, const struct snapshot *snapshot, const char *tape,
                  struct text_error *error) {
    struct block_tape_header header;
    history_open(history, snapshot);
    const struct commit_sink sink = {take, history};
    const struct snapshot_run as = {BLOCK_RTL, history->until, NULL, {history, observe}, &sink};
    const bool fine = snapshot_tape(tape, &as, &header, &history->judged, error);
    fflush(history->writes);
    return fine;
}

void history_close(struct history *history) {
    for (unsigned i = 0; i < history->lives; i++)
        story_close(history->life[i].story);
    story_close(history->last);
    fclose(history->writes);
    free(history->text);
}
