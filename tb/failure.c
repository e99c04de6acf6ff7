#define _POSIX_C_SOURCE 200809L
#include "failure.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "audit.h"
#include "edge_fields.h"
#include "golden.h"
#include "lockstep.h"
#include "output.h"
#include "rtl.h"
#include "run.h"
#include "savefile.h"
#include "tape.h"
#include "wave_window.h"

enum { PATH_BYTES = 512, FAILURE_CLOCKS_IN_SIGHT = 20 };

// The last commits up to and with the failing clock, and the books before that clock.
struct history {
    uint64_t cycle;
    uint64_t count;
    struct commit last[FAILURE_COMMITS];
    uint32_t window[LANES];
    uint32_t debt[LANES];
};

static void history_commit(void *context, const struct commit *commit) {
    struct history *history = context;
    if (commit->cycle > history->cycle)
        return;
    history->last[history->count++ % FAILURE_COMMITS] = *commit;
    if (commit->kind == COMMIT_WINDOW)
        memcpy(history->window, commit->d, sizeof history->window);
    if (commit->cycle < history->cycle)
        memcpy(history->debt, commit->debt, sizeof history->debt);
}

// Everything that a repeated run leaves behind.
struct repeat {
    struct history history;
    struct divergence divergence;
    struct audit_finding finding;
    bool waves;
};

static bool repeat_run(const struct failure_case *failure, uint64_t cycle, const char *folder,
                       struct stimulus *stimulus, struct repeat *repeat, char *error, size_t size) {
    char tape_path[PATH_BYTES], wave_path[PATH_BYTES];
    snprintf(tape_path, sizeof tape_path, "%s/tape.gz", folder);
    snprintf(wave_path, sizeof wave_path, "%s/waves.fst", folder);

    struct tape_header header = {.depth = failure->depth, .clock_ps = failure->clock_ps};
    snprintf(header.note, sizeof header.note, "%s, seed %" PRIu64, failure->workload,
             failure->seed);
    struct tape_writer *tape = tape_writer_open(tape_path, &header, error, size);
    if (!tape)
        return false;
    uint64_t from = cycle > FAILURE_WAVES_BEFORE ? cycle - FAILURE_WAVES_BEFORE : 0;
    struct admitter *waves = wave_window_open(rtl_open(failure->depth), wave_path, from,
                                              cycle + FAILURE_WAVES_AFTER, failure->clock_ps);
    struct admitter *lockstep =
        lockstep_open(tape_record_open(waves, tape), golden_open(failure->depth), false);
    struct audit *audit = audit_open(failure->depth);
    bool opened = lockstep && audit;
    if (opened) {
        repeat->history = (struct history){.cycle = cycle};
        const struct run_listeners listeners = {
            .audit = audit, .commit = history_commit, .context = &repeat->history};
        const struct run_limits limits = {.cycles = cycle + 1 + FAILURE_WAVES_AFTER,
                                          .after_fail = FAILURE_WAVES_AFTER};
        run(stimulus, lockstep, lockstep, failure->clock_ps, &listeners, &limits);
        repeat->divergence = *lockstep_divergence(lockstep);
        repeat->finding = *audit_finding(audit);
        repeat->waves = wave_window_written(waves);
    } else {
        snprintf(error, size, "out of memory, or no RTL of depth %u in this build", failure->depth);
    }
    audit_close(audit);
    admitter_close(lockstep);
    return tape_writer_close(tape, error, size) && opened;
}

// What a lane says to its part of a decision, and whether that is what it should say.
static void write_verdict(int64_t over, bool refused, bool granted, FILE *file) {
    if (over > 0)
        fprintf(file, "%" PRId64 " too much%s\n", over,
                granted   ? ", yet granted"
                : refused ? ": refused"
                          : ", yet not refused");
    else
        fprintf(file, "fits, %" PRId64 " left%s\n", -over, refused ? ", yet refused" : "");
}

// The decision's arithmetic: which lanes refuse, and by how much.
static void write_decision(const struct edge_out *out, const char *who,
                           const struct history *history, FILE *file) {
    static const char *const kind_name[] = {"no decision", "grant", "deny", "reject", "repeat"};
    char lanes[128];
    fprintf(file, "  %s: %s", who,
            out->kind < sizeof kind_name / sizeof *kind_name ? kind_name[out->kind] : "?");
    if (out->kind == DECISION_NONE) {
        fprintf(file, "\n");
        return;
    }
    edge_lanes_name(out->mask, lanes, sizeof lanes);
    fprintf(file, " of operation %" PRIu32, out->tag);
    if (out->kind == DECISION_REPEAT)
        fprintf(file, ", which holds reservation %u\n", out->id);
    else
        fprintf(file, ", mask: %s\n", lanes);
    for (unsigned c = 0; c < CLASSES; c++) {
        unsigned lane = c == CLASS_HBM      ? out->lane
                        : c == CLASS_ATOMIC ? ATOMIC_LANE
                                            : RESPONSE_LANE;
        if (out->demand[c] == 0 || lane >= LANES)
            continue;
        edge_lanes_name(1u << lane, lanes, sizeof lanes);
        fprintf(file, "    %s: debt %" PRIu32 " + demand %" PRIu32 ", window %" PRIu32 ": ", lanes,
                history->debt[lane], out->demand[c], history->window[lane]);
        int64_t over = (int64_t)history->debt[lane] + out->demand[c] - history->window[lane];
        write_verdict(over, out->kind != DECISION_GRANT && (out->mask >> lane & 1),
                      out->kind == DECISION_GRANT, file);
    }
}

static void write_edge(const char *title, const void *edge, const struct edge_field *fields,
                       FILE *file) {
    fprintf(file, "  %s:", title);
    for (const struct edge_field *field = fields; field->name; field++)
        for (unsigned e = 0; e < field->count; e++) {
            uint64_t value = edge_field_get(edge, field, e);
            if (value == 0)
                continue;
            char name[32], text[32];
            edge_field_name(field, e, name, sizeof name);
            edge_field_value(field, value, text, sizeof text);
            fprintf(file, " %s=%s", name, text);
        }
    fprintf(file, "\n");
}

// The operation the failure is about: that of the decision, or of the reservation that was
// returned.
static bool failing_op(const struct repeat *repeat, uint64_t cycle, uint32_t *op) {
    const struct edge_out *sides[] = {&repeat->divergence.dut, &repeat->divergence.ref};
    for (unsigned s = 0; repeat->divergence.found && s < 2; s++)
        if (sides[s]->kind != DECISION_NONE) {
            *op = sides[s]->tag;
            return true;
        }
    for (uint64_t i = 0; i < FAILURE_COMMITS && i < repeat->history.count; i++) {
        const struct commit *commit =
            &repeat->history.last[(repeat->history.count - 1 - i) % FAILURE_COMMITS];
        if (commit->cycle == cycle &&
            (commit->kind == COMMIT_RETURN || commit->kind == COMMIT_COMPLETE ||
             commit->kind == COMMIT_REPEAT)) {
            *op = commit->op;
            return true;
        }
    }
    return false;
}

// Lanes worth opening in the wave view: those of the decision, of the returns, and those whose debt
// differs.
static uint16_t failing_lanes(const struct divergence *divergence) {
    const struct edge_out *dut = &divergence->dut, *ref = &divergence->ref;
    unsigned lanes = (dut->mask | ref->mask) & ((1u << LANES) - 1);
    for (unsigned lane = 0; lane < LANES; lane++)
        lanes |= (unsigned)(dut->debt[lane] != ref->debt[lane]) << lane;
    return (uint16_t)(lanes ? lanes : 1);
}

static void write_commits(const struct history *history, FILE *file) {
    fprintf(file, "last commits (of the dut):\n");
    uint64_t shown = history->count < FAILURE_COMMITS ? history->count : FAILURE_COMMITS;
    for (uint64_t i = history->count - shown; i < history->count; i++) {
        const struct commit *commit = &history->last[i % FAILURE_COMMITS];
        fprintf(file,
                "  order %-8" PRIu64 " cycle %-8" PRIu64 " %-9s op %-6" PRIu32
                " id %-3u mask 0x%03x",
                commit->order, commit->cycle, commit_kind_name[commit->kind], commit->op,
                commit->reservation, commit->mask);
        for (unsigned lane = 0; lane < LANES; lane++)
            if (commit->d[lane] != 0 && commit->kind != COMMIT_WINDOW &&
                commit->kind != COMMIT_CALIBRATE)
                fprintf(file, "  d%u %" PRIu32 " -> debt %" PRIu32, lane, commit->d[lane],
                        commit->debt[lane]);
        fprintf(file, "\n");
    }
}

static void write_report(const struct failure_case *failure, uint64_t cycle, const char *folder,
                         const struct repeat *repeat, const struct stimulus *stimulus, FILE *file) {
    const struct divergence *divergence = &repeat->divergence;
    fprintf(file, "FAILED: %s, seed %" PRIu64 ", clock %" PRIu64 " (%" PRIu64 " ps)\n",
            failure->workload, failure->seed, cycle, cycle * failure->clock_ps);
    if (divergence->found) {
        fprintf(file, "caught by lockstep, field %s; every field that differs:\n",
                divergence_first(divergence));
        char text[160];
        for (unsigned i = 0; divergence_field(divergence, i, text, sizeof text); i++)
            fprintf(file, "  %s\n", text);
        write_edge("beats of this clock", &divergence->in, edge_in_fields, file);
        fprintf(file, "the decision, with debts and windows before this clock:\n");
        write_decision(&divergence->dut, "dut", &repeat->history, file);
        write_decision(&divergence->ref, "ref", &repeat->history, file);
    }
    if (repeat->finding.claim)
        fprintf(file, "caught by the audit, claim %s, order %" PRIu64 ", clock %" PRIu64 ": %s\n",
                repeat->finding.claim, repeat->finding.commit.order, repeat->finding.commit.cycle,
                repeat->finding.text);
    uint32_t op;
    if (failure->describe_op && failing_op(repeat, cycle, &op)) {
        failure->describe_op(stimulus, op, file);
    }
    write_commits(&repeat->history, file);
    fprintf(file, "files: %s/report.txt, tape.gz%s\n", folder,
            repeat->waves ? ", waves.fst, view.gtkw" : "");
    fprintf(file, "look:   make waves FAILURE=%s\nreplay: %s\n", failure->name, failure->replay);
}

bool failure_write(const struct failure_case *failure, uint64_t cycle, const char *folder,
                   FILE *file, char *error, size_t size) {
    char place[PATH_BYTES - 32], path[PATH_BYTES];
    snprintf(place, sizeof place, "%s/%s", folder, failure->name);
    if (!output_folders(place, error, size))
        return false;
    struct stimulus *stimulus = failure->open(failure->context, error, size);
    if (!stimulus)
        return false;

    struct repeat repeat = {0};
    bool written = repeat_run(failure, cycle, place, stimulus, &repeat, error, size);
    if (written && repeat.waves) {
        snprintf(path, sizeof path, "%s/view.gtkw", place);
        const struct savefile_view view = {.waves = "waves.fst",
                                           .depth = failure->depth,
                                           .clock_ps = failure->clock_ps,
                                           .clocks = FAILURE_CLOCKS_IN_SIGHT,
                                           .marker_ps = cycle * failure->clock_ps,
                                           .marker = "first divergence",
                                           .lanes = failing_lanes(&repeat.divergence)};
        written = savefile_write(path, &view, error, size);
    }
    struct output report = {0};
    snprintf(path, sizeof path, "%s/report.txt", place);
    written = written && output_open(&report, path, error, size);
    if (written) {
        write_report(failure, cycle, place, &repeat, stimulus, report.file);
        write_report(failure, cycle, place, &repeat, stimulus, file);
        written = output_finish(&report, error, size);
    }
    stimulus_close(stimulus);
    if (written && !repeat.divergence.found && !repeat.finding.claim) {
        snprintf(error, size, "%s: the failure of clock %" PRIu64 " did not show again", place,
                 cycle);
        return false;
    }
    return written;
}
