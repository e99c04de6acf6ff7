#include "tb/block/failure/failure.h"

#include "csim/base/atomic_file.h"
#include "csim/simulator/block_driver.h"
#include "tb/block/wave/tape_waves.h"

enum { PATH_BYTES = 600 };

// A failure that is being written down.
struct writing {
    const struct failure_case *failure;
    const char *tape;
    char place[PATH_BYTES - 32];
    struct snapshot snapshot;
    struct history history;
    bool waves; // are there
};

static const char *in_place(const struct writing *writing, const char *name,
                            char path[PATH_BYTES]) {
    snprintf(path, PATH_BYTES, "%s/%s", writing->place, name);
    return path;
}

// What an earlier failure of the same name has left would be taken for this one's.
static void clear(const struct writing *writing) {
    static const char *const FILES[] = {"report.txt", "tape.gz", "waves.fst", "view.gtkw"};
    char path[PATH_BYTES];
    for (unsigned i = 0; i < sizeof FILES / sizeof *FILES; i++)
        if (strcmp(in_place(writing, FILES[i], path), writing->tape) != 0)
            remove(path);
}

// --- what is written --------------------------------------------------------------------------

static void write_commands(const struct failure_case *failure, bool waves, FILE *file) {
    if (failure->narrower)
        fprintf(file, "narrower: %s\n", failure->narrower);
    if (failure->play)
        fprintf(file, "play:   %s\n", failure->play);
    if (waves && failure->look)
        fprintf(file, "look:   %s\n", failure->look);
    if (failure->replay)
        fprintf(file, "replay: %s\n", failure->replay);
}

static void write_places(const struct writing *writing, FILE *file) {
    fprintf(file, "files:  %s/report.txt%s; %s\n", writing->place,
            writing->waves ? ", waves.fst, view.gtkw" : "", writing->tape);
    write_commands(writing->failure, writing->waves, file);
    if (writing->failure->of)
        fprintf(file, "of:     %s\n", writing->failure->of);
}

void failure_places(const struct failure_case *failure, bool waves, FILE *file) {
    write_commands(failure, waves, file);
    fprintf(file, "report: %s/%s/report.txt\n", failure->folder, failure->name);
}

static bool write_report(const struct writing *writing, struct text_error *error) {
    struct atomic_file report = {0};
    char path[PATH_BYTES];
    if (!atomic_file_open(&report, in_place(writing, "report.txt", path), error))
        return false;
    failure_report_write(&writing->snapshot, &writing->history, report.file);
    write_places(writing, report.file);
    return atomic_file_finish(&report, error);
}

// Marks what led to it: the offer of the first operation concerned, and, of a decision, its choice.
static void mark_causes(const struct writing *writing, unsigned group, struct tape_sight *sight) {
    enum { CHOICE_TO_COMMIT = 2 }; // rtl/spec/pipeline.md
    const struct history *history = &writing->history;
    const uint64_t clock = sight->mark[0].clock;
    if (history->lives && history->life[0].offered < clock)
        sight->mark[1] = (struct tape_mark){history->life[0].offered, "offer"};
    if ((group == FIELD_TRACE || group == FIELD_DECISION) && clock > CHOICE_TO_COMMIT)
        sight->mark[2] = (struct tape_mark){clock - CHOICE_TO_COMMIT, "choice"};
}

// From the offer of what it is about, if that is not too long ago.
static bool write_waves(struct writing *writing, struct text_error *error) {
    const struct snapshot *snapshot = &writing->snapshot;
    const uint64_t clock = snapshot->failure.cycle;
    const uint64_t earliest = clock > FAILURE_WAVES_MOST ? clock - FAILURE_WAVES_MOST : 0;
    uint64_t from = clock > FAILURE_WAVES_BEFORE ? clock - FAILURE_WAVES_BEFORE : 0;
    for (unsigned i = 0; i < writing->history.lives; i++)
        if (writing->history.life[i].offered < from)
            from = writing->history.life[i].offered;
    struct field_at at = {OUT_FIELDS, 0};
    const bool differs = snapshot_differs(snapshot, &at);
    struct cause cause;
    cause_find(&cause, snapshot, &writing->history.judged);
    struct tape_sight sight = {.from = from < earliest ? earliest : from,
                               .to = clock + FAILURE_WAVES_AFTER,
                               .mark = {{clock, differs ? "differs" : "fails"}},
                               .first = differs ? at.field->group : FIELD_GROUPS,
                               .channel = (uint8_t)at.element,
                               .lanes = snapshot_lanes(snapshot),
                               .guilty = snapshot_guilty(snapshot),
                               .choice = cause_of_choice(&cause)};
    mark_causes(writing, sight.first, &sight);
    char fst[PATH_BYTES], view[PATH_BYTES];
    return tape_waves(writing->tape, in_place(writing, "waves.fst", fst),
                      in_place(writing, "view.gtkw", view), &sight, error);
}

// The cause comes first, then what can be written of it, and waves last.
static bool write_all(struct writing *writing, FILE *file, struct text_error *error) {
    failure_cause_write(&writing->snapshot, &writing->history, file);
    fflush(file);
    const bool fine = atomic_file_folders(writing->place, error) && write_report(writing, error);
    writing->waves = fine && write_waves(writing, error);
    return writing->waves && write_report(writing, error);
}

// Plays the tape, of whose failure nothing, or something, is known (snapshot_play), and writes down
// what it shows: 1; 0: nothing fails; 2, with a line in `error`.
static int write_tape(struct writing *writing, const struct checked_outcome *known, FILE *file,
                      struct text_error *error) {
    if (!snapshot_play(&writing->snapshot, writing->tape, known, error))
        return 2;
    if (!writing->snapshot.failure.failed)
        return 0;
    clear(writing);
    const bool fine = history_play(&writing->history, &writing->snapshot, writing->tape, error) &&
                      write_all(writing, file, error);
    history_close(&writing->history);
    return fine ? 1 : 2;
}

static struct writing *open_writing(const struct failure_case *failure, const char *tape) {
    struct writing *writing = memory_there(calloc(1, sizeof *writing));
    writing->failure = failure;
    writing->tape = tape;
    snprintf(writing->place, sizeof writing->place, "%s/%s", failure->folder, failure->name);
    return writing;
}

// --- a run ------------------------------------------------------------------------------------

// Repeats it onto a tape. False: it could not be.
static bool record(const struct checked_run *run, const char *path, struct checked_outcome *outcome,
                   struct text_error *error) {
    const enum block_kind kind = run->kind == BLOCK_RTL ? BLOCK_RTL : BLOCK_LOCKSTEP;
    struct checked_run again = {.workload = run->workload,
                                .path = run->path,
                                .config = run->config,
                                .seed = run->seed,
                                .kind = kind,
                                .random = run->random};
    struct block_tape_header header = {.size = block_driver_size(run->config), .seed = run->seed};
    snprintf(header.name, sizeof header.name, "%s", run->workload);
    struct block_tape *tape = block_tape_create(path, &header, error);
    if (!tape)
        return false;
    again.observer = block_tape_recorder(tape);
    if (!checked_run_do(&again, outcome, error) || outcome->interrupted) {
        block_tape_discard(tape);
        return outcome->interrupted ? text_error_set(error, "interrupted") : false;
    }
    return block_tape_close(tape, error);
}

bool failure_write(const struct failure_case *failure, const struct checked_run *run, FILE *file,
                   struct text_error *error) {
    struct checked_outcome outcome;
    char place[PATH_BYTES - 32], tape[PATH_BYTES];
    snprintf(place, sizeof place, "%s/%s", failure->folder, failure->name);
    snprintf(tape, sizeof tape, "%s/tape.gz", place);
    if (!atomic_file_folders(place, error) || !record(run, tape, &outcome, error))
        return false;
    struct writing *writing = open_writing(failure, tape);
    const int result = write_tape(writing, outcome.failed ? &outcome : NULL, file, error);
    if (result == 0)
        text_error_set(error, "%s: the failure did not show again", place);
    free(writing);
    return result == 1;
}

// The first refusal in the middle, if there is one; from the first grant to the first return in
// sight, where that is not too far.
static void mark_firsts(const struct checked_outcome *outcome, struct tape_sight *sight) {
    static const struct {
        enum commit_kind kind;
        const char *name;
    } FIRST[] = {{COMMIT_DENY, "first refusal"},
                 {COMMIT_GRANT, "first grant"},
                 {COMMIT_RETURN, "first return"}};
    unsigned marks = 0;
    for (unsigned i = 0; i < sizeof FIRST / sizeof *FIRST; i++)
        if (outcome->commits[FIRST[i].kind])
            sight->mark[marks++] = (struct tape_mark){outcome->first[FIRST[i].kind], FIRST[i].name};
    if (outcome->granted_late)
        sight->mark[marks++] = (struct tape_mark){outcome->granted_late, "granted after a wait"};
    if (!marks)
        sight->mark[0] = (struct tape_mark){0, "begin"};
    sight->in_sight = FAILURE_IN_SIGHT;
}

bool failure_free_waves(const struct checked_run *run, const struct checked_outcome *outcome,
                        const char *path, struct text_error *error) {
    struct checked_outcome again;
    char tape[PATH_BYTES], view[PATH_BYTES];
    const size_t length = strlen(path);
    const bool ends = length > 4 && strcmp(path + length - 4, ".fst") == 0;
    snprintf(tape, sizeof tape, "%s.tape.gz", path);
    snprintf(view, sizeof view, "%.*s.gtkw", (int)(ends ? length - 4 : length), path);
    const bool denies = outcome->commits[COMMIT_DENY] > 0;
    struct tape_sight sight = {.to = UINT64_MAX, .first = FIELD_GROUPS, .lanes = !denies};
    mark_firsts(outcome, &sight);
    for (unsigned lane = 0; lane < LANES; lane++)
        sight.lanes |= (uint64_t)(outcome->denials[lane] > 0) << lane;
    const bool fine =
        record(run, tape, &again, error) && tape_waves(tape, path, view, &sight, error);
    remove(tape);
    return fine;
}

// --- a tape -----------------------------------------------------------------------------------

// What surrounded the block has found a failure, and its tape says which.
static bool found(const char *tape, struct checked_outcome *outcome) {
    struct block_tape_header header;
    struct text_error ignored;
    struct block_tape_reader *const reader = block_tape_open(tape, NULL, &header, &ignored);
    block_tape_reader_close(reader);
    if (!reader || !header.found[0])
        return false;
    *outcome = (struct checked_outcome){.failed = true, .cycle = header.found_clock};
    snprintf(outcome->caught, sizeof outcome->caught, "what surrounds the block");
    snprintf(outcome->reason, sizeof outcome->reason, "%s", header.found);
    return true;
}

int failure_replay(const char *tape, const struct failure_case *failure, FILE *file,
                   struct text_error *error) {
    struct writing *writing = open_writing(failure, tape);
    const struct block_tape_header *header = &writing->snapshot.header;
    struct checked_outcome known;
    const int result = write_tape(writing, found(tape, &known) ? &known : NULL, file, error);
    if (result == 0)
        fprintf(file,
                "%s: %" PRIu64 " clocks of '%s', seed %" PRIu64
                ": RTL and golden model agree, and no rule is broken%s\n",
                tape, writing->snapshot.played.cycles, header->name, header->seed,
                writing->snapshot.played.commits[COMMIT_GRANT]
                    ? ""
                    : "; an empty tape: nothing was granted");
    free(writing);
    return result;
}
