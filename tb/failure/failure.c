#define _POSIX_C_SOURCE 200809L
#include "tb/failure/failure.h"

#include <inttypes.h>
#include <string.h>

#include "csim/base/atomic_file.h"
#include "csim/base/interrupt.h"
#include "csim/golden/golden.h"
#include "csim/interface/edge_fields.h"
#include "csim/interface/lockstep.h"
#include "csim/interface/register_names.h"
#include "csim/record/tape.h"
#include "register_map.h"
#include "tb/checkers/checker.h"
#include "tb/cosim/cosim_loop.h"
#include "tb/cosim/version.h"
#include "tb/dut/rtl.h"
#include "tb/failure/failure_about.h"
#include "tb/wave/savefile.h"
#include "tb/wave/wave_file.h"

enum { PATH_BYTES = 512, FAILURE_CLOCKS_IN_SIGHT = 20 };

// The last commits up to and with the failing clock, and the state before that clock.
struct history {
    uint64_t cycle;
    uint64_t count;
    struct commit last[FAILURE_COMMITS];
    lane_set changed[FAILURE_COMMITS]; // lanes that one of them gave a new window or multiplier
    uint32_t window[LANES];
    uint32_t debt[LANES];
};

static void history_commit(void *context, const struct commit *commit) {
    struct history *history = context;
    if (commit->cycle > history->cycle)
        return;
    lane_set *const changed = &history->changed[history->count % FAILURE_COMMITS];
    history->last[history->count++ % FAILURE_COMMITS] = *commit;
    *changed = commit->mask;
    for (unsigned lane = 0; commit->kind == COMMIT_WINDOW && lane < LANES; lane++)
        *changed |= (lane_set)(commit->d[lane] != history->window[lane]) << lane;
    if (commit->kind == COMMIT_WINDOW)
        memcpy(history->window, commit->d, sizeof history->window);
    if (commit->cycle < history->cycle)
        memcpy(history->debt, commit->debt, sizeof history->debt);
}

// A run that is repeated, and everything that this leaves behind.
struct repeat {
    const struct failure_case *failure;
    uint64_t cycle;     // of the failure
    const char *folder; // of what is written
    struct stimulus *stimulus;
    struct history history;
    struct divergence divergence;
    struct checker_finding finding;
    struct witness witness;
    uint64_t cycles, hash;    // how far it came, and of its commits
    bool report, tape, waves; // are there
};

// The first reason is the one that is told.
static bool both(bool before, bool now, const char *why, struct text_error *error) {
    if (before && !now)
        text_error_set(error, "%s", why);
    return before && now;
}

static struct tape_writer *open_tape(const struct repeat *repeat, struct text_error *error) {
    const struct failure_case *const failure = repeat->failure;
    char path[PATH_BYTES];
    snprintf(path, sizeof path, "%s/tape.gz", repeat->folder);
    struct tape_header header = {.depth = failure->depth, .clock_ps = failure->clock_ps};
    snprintf(header.note, sizeof header.note, "%s, seed %" PRIu64, failure->workload,
             failure->seed);
    return tape_writer_open(path, &header, error);
}

// Repeats the run, onto a tape where there is one. False: it cannot be.
static bool repeat_run(struct repeat *repeat, struct tape_writer *tape, struct text_error *error) {
    const unsigned depth = repeat->failure->depth;
    const uint32_t clock_ps = repeat->failure->clock_ps;
    struct admitter *rtl = rtl_open(depth);
    witness_init(&repeat->witness, depth, repeat->cycle);
    struct admitter *dut =
        witness_open(tape ? tape_record_open(rtl, tape) : rtl, &repeat->witness, depth);
    struct admitter *lockstep = lockstep_open(dut, golden_open(depth), false);
    struct checker *checker = checker_open(depth);
    const bool opened = lockstep && checker;
    if (opened) {
        repeat->history.cycle = repeat->cycle;
        const struct cosim_loop_listeners listeners = {.checker = checker,
                                                       .hash = true,
                                                       .commit = history_commit,
                                                       .context = &repeat->history};
        // If the stimulus has as many clocks.
        const struct cosim_loop_limits limits = {.cycles = repeat->cycle + 1 + FAILURE_WAVES_AFTER,
                                                 .after_fail = FAILURE_WAVES_AFTER};
        const struct cosim_loop_result result =
            cosim_loop(repeat->stimulus, lockstep, lockstep, clock_ps, &listeners, &limits);
        repeat->cycles = result.cycles;
        repeat->hash = result.hash;
        repeat->divergence = *lockstep_divergence(lockstep);
        repeat->finding = *checker_finding(checker);
    } else {
        text_error_set(error, "out of memory, or no RTL of depth %u in this build", depth);
    }
    checker_close(checker);
    admitter_close(lockstep);
    return opened;
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
    fprintf(file, "  %s: %s", who,
            out->kind < sizeof kind_name / sizeof *kind_name ? kind_name[out->kind] : "?");
    if (out->kind == DECISION_NONE) {
        fprintf(file, "\n");
        return;
    }
    fprintf(file, " of operation %" PRIu32, out->tag);
    if (out->kind == DECISION_REPEAT)
        fprintf(file, ", which holds reservation %u\n", out->id);
    else
        fprintf(file, ", mask: %s\n", EDGE_LANES_NAME(out->mask));
    const bool granted = out->kind == DECISION_GRANT;
    for (unsigned lane = 0; lane < LANES; lane++) {
        const unsigned k = lane_class(lane);
        const bool named = out->mask >> lane & 1;
        const uint32_t demand = lane_of_class(k, out->lane) == lane ? out->demand[k] : 0;
        if (demand == 0 && (!named || out->kind == DECISION_REPEAT))
            continue;
        fprintf(file, "    %s: debt %" PRIu32 " + demand %" PRIu32 ", window %" PRIu32 ": ",
                lane_name(lane), history->debt[lane], demand, history->window[lane]);
        const int64_t over = (int64_t)history->debt[lane] + demand - history->window[lane];
        if (demand == 0)
            fprintf(file, "not used, yet %s\n", granted ? "charged" : "refused");
        else
            write_verdict(over, named && !granted, granted, file);
    }
}

static void write_edge(const char *title, const void *edge, const struct edge_field *fields,
                       FILE *file) {
    fprintf(file, "  %s:", title);
    for (const struct edge_field *field = fields; field->name; field++)
        for (unsigned e = 0; e < field->count; e++) {
            const uint64_t value = edge_field_get(edge, field, e);
            if (value)
                fprintf(file, " %s=%s", EDGE_FIELD_NAME(field, e), EDGE_FIELD_VALUE(field, value));
        }
    fprintf(file, "\n");
}

// The operation the failure is about: that of the decision, or of the reservation that was
// returned.
static bool failing_op(const struct repeat *repeat, uint32_t *op) {
    const struct edge_out *sides[] = {&repeat->divergence.dut, &repeat->divergence.ref};
    const bool decision = repeat->divergence.found && about_decision(&repeat->divergence);
    for (unsigned s = 0; decision && s < 2; s++)
        if (sides[s]->kind != DECISION_NONE) {
            *op = sides[s]->tag;
            return true;
        }
    for (uint64_t i = 0; i < FAILURE_COMMITS && i < repeat->history.count; i++) {
        const struct commit *commit =
            &repeat->history.last[(repeat->history.count - 1 - i) % FAILURE_COMMITS];
        if (commit->cycle == repeat->cycle &&
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
static lane_set failing_lanes(const struct divergence *divergence) {
    const struct edge_out *dut = &divergence->dut, *ref = &divergence->ref;
    lane_set lanes = (dut->mask | ref->mask) & ALL_LANES;
    for (unsigned lane = 0; lane < LANES; lane++)
        lanes |= (lane_set)(dut->debt[lane] != ref->debt[lane]) << lane;
    return lanes ? lanes : 1;
}

// Lanes of a window or calibrate commit that are not as they were, with what they are now.
static void write_changed(const struct commit *commit, lane_set changed, FILE *file) {
    const bool window = commit->kind == COMMIT_WINDOW;
    if (changed == ALL_LANES && window) {
        fprintf(file, "  all of them");
        return;
    }
    for (unsigned lane = 0; lane < LANES; lane++) {
        const unsigned word = (window ? REGISTER_WINDOW : REGISTER_MULTIPLIER) + lane;
        if (changed >> lane & 1)
            fprintf(file, "  %s %s", REGISTER_NAME(word), REGISTER_VALUE(word, commit->d[lane]));
    }
}

static void write_amounts(const struct commit *commit, FILE *file) {
    for (unsigned lane = 0; lane < LANES; lane++)
        if (commit->d[lane] != 0)
            fprintf(file, "  %s %" PRIu32 " -> debt %" PRIu32, lane_name(lane), commit->d[lane],
                    commit->debt[lane]);
    if (commit->kind == COMMIT_DENY || commit->kind == COMMIT_REJECT)
        fprintf(file, "  refused by %s", EDGE_LANES_NAME(commit->mask));
    else if (commit->kind == COMMIT_STRAY)
        fprintf(file, "  %s", commit->mask ? EDGE_LANES_NAME(commit->mask) : "done");
}

static void write_commits(const struct history *history, FILE *file) {
    fprintf(file, "last commits (of the dut):\n");
    uint64_t shown = history->count < FAILURE_COMMITS ? history->count : FAILURE_COMMITS;
    for (uint64_t i = history->count - shown; i < history->count; i++) {
        const struct commit *commit = &history->last[i % FAILURE_COMMITS];
        fprintf(file, "  order %-8" PRIu64 " cycle %-8" PRIu64 " %-9s", commit->order,
                commit->cycle, commit_kind_name[commit->kind]);
        if (commit->kind == COMMIT_WINDOW || commit->kind == COMMIT_CALIBRATE) {
            write_changed(commit, history->changed[i % FAILURE_COMMITS], file);
        } else if (commit->kind != COMMIT_RESET) {
            fprintf(file, " op %-6" PRIu32 " id %-3u", commit->op, commit->reservation);
            write_amounts(commit, file);
        }
        fprintf(file, "\n");
    }
}

static void write_report(const struct repeat *repeat, FILE *file) {
    const struct failure_case *const failure = repeat->failure;
    const struct divergence *divergence = &repeat->divergence;
    fprintf(file, "FAILED: %s, seed %" PRIu64 ", clock %" PRIu64 " (%" PRIu64 " ps)\n",
            failure->workload, failure->seed, repeat->cycle, repeat->cycle * failure->clock_ps);
    if (divergence->found) {
        fprintf(file, "caught by lockstep, field %s, about %s; every field that differs:\n",
                divergence_first(divergence), about_what(divergence));
        about_write_fields(divergence, &repeat->witness, file);
        write_edge("beats of this clock", &divergence->in, edge_in_fields, file);
        if (about_decision(divergence)) {
            fprintf(file, "the decision, with debts and windows before this clock:\n");
            write_decision(&divergence->dut, "dut", &repeat->history, file);
            write_decision(&divergence->ref, "ref", &repeat->history, file);
        }
        fprintf(file, "what is known of it, by what has crossed the boundary:\n");
        about_write(divergence, &repeat->witness, file);
    }
    if (repeat->finding.check)
        fprintf(file, "caught by the checker, check %s, clock %" PRIu64 ": %s\n",
                repeat->finding.check, repeat->finding.commit.cycle, repeat->finding.text);
    uint32_t op;
    if (failure->describe_op && failing_op(repeat, &op))
        failure->describe_op(repeat->stimulus, op, file);
    about_write_registers(&repeat->witness, file);
    write_commits(&repeat->history, file);
}

// What lies in the folder, and what to do with it.
static void write_places(const struct repeat *repeat, FILE *file) {
    if (repeat->report)
        fprintf(file, "files: %s/report.txt%s%s\n", repeat->folder, repeat->tape ? ", tape.gz" : "",
                repeat->waves ? ", waves.fst, view.gtkw" : "");
    if (repeat->waves)
        fprintf(file, "look:   make waves FAILURE=%s%s\n", repeat->failure->name,
                BUILD_IS_DEFAULT ? "" : " " BUILD_SIZE);
    fprintf(file, "replay: %s\nof:     %s\n", repeat->failure->replay, version_line());
}

static bool write_file(const struct repeat *repeat, struct text_error *error) {
    char path[PATH_BYTES];
    struct atomic_file report = {0};
    snprintf(path, sizeof path, "%s/report.txt", repeat->folder);
    if (!atomic_file_open(&report, path, error))
        return false;
    write_report(repeat, report.file);
    write_places(repeat, report.file);
    return atomic_file_finish(&report, error);
}

// What an earlier failure of the same name has left, shrunk or not, would be taken for this one's.
static void clear_place(const char *folder) {
    static const char *const names[] = {"/report.txt", "/tape.gz",      "/waves.fst",
                                        "/view.gtkw",  "/regression.c", ""};
    for (unsigned shrunk = 0; shrunk < 2; shrunk++)
        for (unsigned i = 0; i < sizeof names / sizeof *names; i++) {
            char path[PATH_BYTES];
            snprintf(path, sizeof path, "%s%s%s", folder, shrunk ? "-shrunk" : "", names[i]);
            remove(path); // of the folder: if nothing else is in it
        }
}

static bool write_waves(const struct repeat *repeat, struct text_error *error) {
    const struct failure_case *const failure = repeat->failure;
    const uint64_t cycle = repeat->cycle;
    char path[PATH_BYTES];
    const struct wave_run run_of = {
        .open = failure->open,
        .context = failure->context,
        .depth = failure->depth,
        .clock_ps = failure->clock_ps,
        .hash = repeat->hash,
        .cycles = repeat->cycles,
        .from = cycle > FAILURE_WAVES_BEFORE ? cycle - FAILURE_WAVES_BEFORE : 0,
        .to = cycle + FAILURE_WAVES_AFTER};
    const struct savefile_view view = {.waves = "waves.fst",
                                       .depth = failure->depth,
                                       .clock_ps = failure->clock_ps,
                                       .clocks = FAILURE_CLOCKS_IN_SIGHT,
                                       .marker_ps = cycle * failure->clock_ps,
                                       .marker = "first divergence",
                                       .lanes = failing_lanes(&repeat->divergence),
                                       .differs = repeat->divergence.found};
    snprintf(path, sizeof path, "%s/waves.fst", repeat->folder);
    if (!wave_file_write(path, &run_of, error))
        return false;
    snprintf(path, sizeof path, "%s/view.gtkw", repeat->folder);
    return savefile_write(path, &view, error);
}

// What is said comes first, then what can be written of it, and waves last.
static bool report(struct repeat *repeat, FILE *file, struct text_error *error) {
    write_report(repeat, file);
    fflush(file);
    repeat->report = true;
    repeat->report = write_file(repeat, error);
    repeat->waves = repeat->report && write_waves(repeat, error);
    write_places(repeat, file);
    return repeat->waves && write_file(repeat, error);
}

bool failure_write(const struct failure_case *failure, uint64_t cycle, const char *folder,
                   FILE *file, struct text_error *error) {
    char place[PATH_BYTES - 32];
    struct text_error why;
    snprintf(place, sizeof place, "%s/%s", folder, failure->name);
    struct repeat repeat;
    memset(&repeat, 0, sizeof repeat);
    repeat.failure = failure;
    repeat.cycle = cycle;
    repeat.folder = place;
    repeat.stimulus = failure->open(failure->context, error);
    if (!repeat.stimulus)
        return false;
    clear_place(place);
    struct tape_writer *const tape =
        atomic_file_folders(place, error) ? open_tape(&repeat, error) : NULL;
    bool written = tape != NULL;
    const bool ran = repeat_run(&repeat, tape, &why);
    if (!ran || interrupted()) { // not as far as its failure
        if (tape)
            tape_writer_discard(tape);
        stimulus_close(repeat.stimulus);
        return ran ? both(true, false, "interrupted", error)
                   : both(written, false, why.text, error);
    }
    repeat.tape = tape && tape_writer_close(tape, &why);
    written = both(written, repeat.tape, why.text, error);
    const bool reported = report(&repeat, file, &why);
    written = both(written, reported, why.text, error);
    stimulus_close(repeat.stimulus);
    if (!repeat.divergence.found && !repeat.finding.check) {
        text_error_set(&why, "%s: the failure of clock %" PRIu64 " did not show again", place,
                       cycle);
        written = both(written, false, why.text, error);
    }
    return written;
}
