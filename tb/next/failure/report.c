#include "tb/next/failure/report.h"

#include <inttypes.h>
#include <string.h>

#include "tb/next/dut/block_rtl.h"
#include "tb/next/view/map.h"

enum { COMMITS = 16, LINE_BYTES = 200, WAITING = 6, COLUMNS = 96 };

// --- what differs, and what came in -----------------------------------------------------------

static void write_differences(const struct scene *scene, FILE *file) {
    const struct path_size *size = &scene->view.size;
    struct field_at at = {OUT_FIELDS, 0};
    char name[FIELD_TEXT], dut[FIELD_TEXT], ref[FIELD_TEXT];
    fprintf(file, "every field that differs:\n");
    for (; field_differs(&at, size, &scene->out, &scene->dut); field_next(&at, size))
        fprintf(file, "  %s: dut %s, ref %s\n", field_name(&at, name),
                field_value(&at, size, field_get(&at, &scene->dut), dut),
                field_value(&at, size, field_get(&at, &scene->out), ref));
}

// On lines of about a hundred characters.
static void add_word(FILE *file, unsigned *column, const char *text) {
    if (*column + strlen(text) > COLUMNS)
        *column = 0;
    fprintf(file, "%s%s", *column ? "; " : "\n  ", text);
    *column += (unsigned)strlen(text) + 2;
}

static void write_inputs(const struct scene *scene, FILE *file) {
    static const struct block_in nothing;
    const struct path_size *size = &scene->view.size;
    struct field_at at = {IN_FIELDS, 0};
    unsigned column = COLUMNS;
    fprintf(file, "inputs of this clock, which commit in later ones:");
    for (; field_differs(&at, size, &scene->in, &nothing); field_next(&at, size)) {
        char name[FIELD_TEXT], value[FIELD_TEXT], text[LINE_BYTES];
        snprintf(text, sizeof text, "%.60s %.100s", field_name(&at, name),
                 field_value(&at, size, field_get(&at, &scene->in), value));
        if (at.field->group != FIELD_RESET && at.field->group != FIELD_INSIDE)
            add_word(file, &column, text);
    }
    fprintf(file, "%s\n", column == COLUMNS ? " none" : "");
}

// --- lanes, and who waits for them ------------------------------------------------------------

static void write_lanes(const struct scene *scene, uint64_t lanes, FILE *file) {
    const struct view *view = &scene->view;
    char name[FIELD_TEXT];
    if (lanes)
        fprintf(file, "lanes concerned, before this clock:\n");
    for (unsigned lane = 0; lane < path_lanes(&view->size); lane++) {
        const struct view_lane dut = view_lane_after(view, &scene->dut.path, lane),
                               ref = view_lane_after(view, &scene->out.path, lane);
        if (!(lanes >> lane & 1))
            continue;
        fprintf(file, "  %s: debt %" PRIu64 ", window %" PRIu64 ", %" PRIu32 " holders",
                field_lane_name(&view->size, lane, name), view->debt[lane], view->window[lane],
                view->holders[lane]);
        if (dut.debt != view->debt[lane] || ref.debt != view->debt[lane])
            fprintf(file, "; debt then: dut %" PRIu64 ", ref %" PRIu64, dut.debt, ref.debt);
        if (dut.window != ref.window)
            fprintf(file, "; window then: dut %" PRIu64 ", ref %" PRIu64, dut.window, ref.window);
        fputc('\n', file);
    }
    fprintf(file, "table: %u reservations held, command limit %" PRIu32 "; %u slots taken\n",
            view->held_count, view->limit, view->taken);
}

// Those that were taken first.
static void write_waiting(const struct view *view, uint64_t lanes, FILE *file) {
    uint64_t after = 0;
    for (unsigned shown = 0; shown < WAITING; shown++) {
        const struct view_op *first = NULL;
        char name[SCENE_TEXT], lacks[FIELD_TEXT];
        for (unsigned slot = 0; slot < view->size.slots; slot++) {
            const struct view_op *op = &view->op[slot];
            if (op->taken && op->lanes & lanes && op->order >= after &&
                (!first || op->order < first->order))
                first = op;
        }
        if (!first)
            break;
        if (shown == 0)
            fprintf(file, "who waits for them, as taken (the first %d):\n", WAITING);
        after = first->order + 1;
        fprintf(file,
                "  %s, taken in clock %" PRIu64 ", demands %" PRIu32 " and %" PRIu32
                "; lacks %s; denied %" PRIu64 " times, age %" PRIu32 "\n",
                scene_op(view, first->tag, name), first->clock, first->demand[0], first->demand[1],
                field_set_text(&view->size, first->lacks, lacks), first->denies, first->age);
    }
}

// --- commits ----------------------------------------------------------------------------------

// Lines of which the last COMMITS are shown.
struct commits {
    const struct path_size *size;
    uint64_t clock;
    unsigned count;
    char line[COMMITS][LINE_BYTES];
};

static char *next_line(struct commits *commits, const char *kind) {
    char *const line = commits->line[commits->count++ % COMMITS];
    const int head = snprintf(line, LINE_BYTES, "clock %-8" PRIu64 " %-8s ", commits->clock, kind);
    return line + head;
}

static void add_decision(struct commits *commits, const struct path_out *out) {
    static const char *const KIND[] = {"", "grant", "deny", "reject", "window"};
    char lanes[FIELD_TEXT], handle[FIELD_TEXT] = "";
    enum { REST = LINE_BYTES - 32 };
    char *const text = next_line(commits, KIND[out->trace_kind % 5]);
    field_set_text(commits->size, out->trace_mask, lanes);
    if (out->trace_kind == PATH_GRANT)
        field_handle(commits->size, out->trace_handle, handle);
    if (out->trace_kind == PATH_WINDOW)
        snprintf(text, REST, "%.100s %" PRIu32, lanes, out->trace_stage);
    else
        snprintf(text, REST,
                 "operation %" PRIu64 "%s%.20s, %s %.60s, demands %" PRIu32 " and %" PRIu32,
                 out->trace_tag, *handle ? " as " : "", handle,
                 out->trace_kind == PATH_GRANT ? "on" : "refused by", lanes, out->trace_stage,
                 out->trace_response);
}

static void add_commits(struct commits *commits, const struct path_out *out) {
    static const char *const KIND[] = {"", "return", "stray", "late"};
    const unsigned channels = path_channels(commits->size);
    char handle[FIELD_TEXT], name[FIELD_TEXT];
    if (out->trace_kind)
        add_decision(commits, out);
    for (unsigned k = 0; k < channels; k++)
        if (out->return_kind[k]) {
            const bool back = out->return_kind[k] == RETURN_BACK && k + 1 < channels;
            char *const text = next_line(commits, KIND[out->return_kind[k] % 4]);
            const int head = snprintf(text, LINE_BYTES - 32, "handle %s on the %s channel",
                                      field_handle(commits->size, out->return_handle[k], handle),
                                      field_channel_name(commits->size, k, name));
            if (back)
                snprintf(text + head, (size_t)(LINE_BYTES - 32 - head), ": %" PRIu32 " to %s",
                         out->return_amount[k],
                         field_lane_name(commits->size, out->return_lane[k], name));
        }
    for (unsigned k = 0; k < channels; k++)
        if (out->free_valid[k])
            snprintf(next_line(commits, "complete"), LINE_BYTES - 32, "handle %s",
                     field_handle(commits->size, out->free_handle[k], handle));
}

static void write_commits(const struct scene *scene, FILE *file) {
    static _Thread_local struct commits commits;
    const uint64_t kept = scene->last_count < SCENE_CLOCKS ? scene->last_count : SCENE_CLOCKS;
    commits = (struct commits){.size = &scene->view.size};
    for (uint64_t i = scene->last_count - kept; i < scene->last_count; i++) {
        commits.clock = scene->last[i % SCENE_CLOCKS].clock;
        add_commits(&commits, &scene->last[i % SCENE_CLOCKS].out);
    }
    fprintf(file, "last commits before it:\n");
    for (unsigned i = commits.count > COMMITS ? commits.count - COMMITS : 0; i < commits.count; i++)
        fprintf(file, "  %s\n", commits.line[i % COMMITS]);
}

// --- registers --------------------------------------------------------------------------------

static void write_registers(const struct scene *scene, FILE *file) {
    static _Thread_local struct view reset;
    const struct path_size *size = &scene->view.size;
    const uint64_t kept = scene->write_count < SCENE_WRITES ? scene->write_count : SCENE_WRITES;
    unsigned column = COLUMNS;
    char name[MAP_TEXT], text[LINE_BYTES];
    fprintf(file, "last register writes, as answered:%s\n", kept ? "" : " none");
    for (uint64_t i = scene->write_count - kept; i < scene->write_count; i++) {
        const struct scene_write *write = &scene->write[i % SCENE_WRITES];
        fprintf(file, "  clock %-8" PRIu64 " %s = %" PRIu32, write->clock,
                map_name(size, write->address, name), write->data);
        fprintf(file, write->refused ? ", refused\n" : ", before %" PRIu32 "\n", write->before);
    }
    view_begin(&reset, size, true);
    fprintf(file, "registers that are not as after a reset:");
    for (unsigned word = 0; word < VIEW_WORDS; word++) {
        if (scene->view.registers[word] == reset.registers[word])
            continue;
        snprintf(text, sizeof text, "%s %" PRIu32, map_name(size, 4 * word, name),
                 scene->view.registers[word]);
        add_word(file, &column, text);
    }
    fprintf(file, "%s\n", column == COLUMNS ? " none" : "");
    fprintf(file, "the last of %" PRIu64 " resets ended with clock %" PRIu64 "\n", scene->resets,
            scene->reset);
}

// --- where to read on -------------------------------------------------------------------------

static void write_places(const struct scene *scene, FILE *file) {
    static const struct {
        const char *text, *rtl;
    } PLACES[FIELD_GROUPS] = {
        [FIELD_TRACE] = {"decision.md 3.3, 3.4 and waiting.md 2.4", "path/sema_path_lanes.sv"},
        [FIELD_RETURN] = {"reservation.md 4.2", "path/sema_path_table.sv"},
        [FIELD_DECISION] = {"ports.md 1.4", "path/sema_path.sv"},
        [FIELD_ANSWER] = {"waiting.md 2.6", "path/sema_path_lookup.sv"},
        [FIELD_FREE] = {"reservation.md 4.3", "path/sema_path_table.sv"},
        [FIELD_OFFER] = {"waiting.md 2.1", "path/sema_path_classes.sv"},
        [FIELD_COMPLETION] = {"reservation.md 4.4", "path/sema_path_collector.sv"},
        [FIELD_BUS] = {"registers.md 9.3", "sema_next_axi.sv"},
        [FIELD_MESSAGE] = {"messages.md", "sema_next_messages.sv"},
        [FIELD_QUIET] = {"registers.md 9.5", "sema_next.sv"}};
    const char *const folder = block_rtl_folder();
    struct field_at at;
    if (scene_differs(scene, &at) && PLACES[at.field->group].text)
        fprintf(file, "read:   rtl/next/spec/%s; %s/%s\n", PLACES[at.field->group].text, folder,
                PLACES[at.field->group].rtl);
    if (strcmp(folder, "rtl/next") != 0)
        fprintf(file, "edits:  diff -r rtl/next %s\n", folder);
}

void report_write(const struct failure_case *failure, const struct scene *scene,
                  const struct lives *lives, FILE *file) {
    char cause[CAUSE_TEXT];
    const uint64_t lanes = scene_lanes(scene);
    fprintf(file, "FAILED: %s, seed %" PRIu64 ", clock %" PRIu64 "\n%s.\n", failure->workload,
            failure->seed, scene->failure.clock, scene_cause(scene, cause));
    fprintf(file, "caught by %s%s", scene->failure.caught, scene->differs ? "; " : "\n");
    if (scene->differs)
        write_differences(scene, file);
    write_lanes(scene, lanes, file);
    for (unsigned i = 0; i < lives->count; i++)
        life_write(&lives->life[i], file);
    write_waiting(&scene->view, lanes, file);
    write_inputs(scene, file);
    write_commits(scene, file);
    write_registers(scene, file);
    write_places(scene, file);
}
