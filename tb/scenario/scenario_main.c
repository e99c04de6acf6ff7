// Plays scenarios on golden model and RTL of this build: --help.
// A line each, "scenario,kind,on,steps,seconds,result,why", and of what fails a line on standard
// error. Kind: the row of its heading; steps: clocks, without those that it leaps over; seconds:
// of the processor; why: what was expected and seen.

#include "csim/base/atomic_file.h"
#include "csim/base/progress.h"
#include "tb/block/block_tape.h"
#include "tb/block/dut/block_rtl.h"
#include "tb/block/step_options.h"
#include "tb/block/wave/tape_waves.h"
#include "tb/scenario/scenario_file.h"

// What was asked for.
struct wish {
    const struct path_size *size;
    const struct admitter_kind *model;
    FILE *log;         // or NULL
    const char *waves; // a folder, or NULL
    bool world;
};

// --- waves of a scenario, golden model beside RTL, with a view for GTKWave -----------------------

enum { TAPE, FST, VIEW, IN_SIGHT = 64 };

struct scenario_waves {
    struct block_tape *tape;
    struct observer observers[2];
    struct observed observed;
    uint64_t clock, first[8]; // of a commit of that enum path_kind; 0: none
    uint64_t lanes;           // that an operation was denied by, else that it used; a set
    char path[3][512];        // tape, waves, view
};

static void note(void *self, uint64_t clock, const struct block_out *out,
                 const struct block_in *in) {
    struct scenario_waves *waves = self;
    const struct path_out *path = &out->path;
    waves->clock = clock;
    if (!in->path.rst_n || path->trace_kind > PATH_WINDOW || waves->first[path->trace_kind])
        return;
    waves->first[path->trace_kind] = clock;
    if (path->trace_kind == PATH_DENY || (path->trace_kind == PATH_GRANT && !waves->lanes))
        waves->lanes = path->trace_mask;
}

// They are to be FOLDER/NAME.fst and .gtkw. False, with a line in `error`: they cannot be written.
static bool scenario_waves_begin(struct scenario_waves *waves, const char *folder, const char *name,
                                 const struct path_size *size, struct text_error *error) {
    static const char *const END[] = {".tape.gz", ".fst", ".gtkw"};
    struct block_tape_header header = {.size = *size};
    *waves = (struct scenario_waves){0};
    snprintf(header.name, sizeof header.name, "%.63s", name);
    for (unsigned i = 0; i <= VIEW; i++)
        if ((size_t)snprintf(waves->path[i], sizeof *waves->path, "%s/%s%s", folder, name,
                             END[i]) >= sizeof *waves->path)
            return text_error_set(error, "%s: the path is too long", folder);
    if (!atomic_file_folders(folder, error))
        return false;
    waves->tape = block_tape_create(waves->path[TAPE], &header, error);
    return waves->tape != NULL;
}

// `model`, which it takes over, with its boundary recorded: of one run from before its reset.
static struct block_model scenario_waves_model(struct scenario_waves *waves,
                                               struct block_model model) {
    waves->observers[0] = block_tape_recorder(waves->tape);
    waves->observers[1] = (struct observer){waves, note};
    return observed_model(&waves->observed, model, waves->observers, 2);
}

// Once that run has ended and its model is closed: writes both. The view opens where the scenario
// failed, or at its first refusal or grant.
static bool scenario_waves_end(struct scenario_waves *waves, bool passed,
                               struct text_error *error) {
    const uint64_t grant = waves->first[PATH_GRANT], deny = waves->first[PATH_DENY];
    struct tape_sight sight = {.to = UINT64_MAX,
                               .in_sight = passed ? IN_SIGHT : 0,
                               .first = FIELD_GROUPS,
                               .lanes = waves->lanes ? waves->lanes : 1};
    unsigned marks = 0;
    if (!passed)
        sight.mark[marks++] = (struct tape_mark){waves->clock, "failed"};
    if (deny)
        sight.mark[marks++] = (struct tape_mark){deny, "first refusal"};
    if (grant)
        sight.mark[marks++] = (struct tape_mark){grant, "first grant"};
    if (!marks)
        sight.mark[0] = (struct tape_mark){waves->clock / 2, "the middle"};
    const bool fine =
        block_tape_close(waves->tape, error) &&
        tape_waves(waves->path[TAPE], waves->path[FST], waves->path[VIEW], &sight, error);
    remove(waves->path[TAPE]);
    return fine;
}

// --- playing ----------------------------------------------------------------------------------

#define USAGE "[--golden|--rtl|--lockstep] [--log] [--world] [--waves FOLDER] FILE...\n"
static int usage(const char *what) {
    fprintf(stderr, "scenario: %s: expected " USAGE, what);
    return 2;
}

// Of "FOLDER/urgent.scenario" the word before the ending.
static int name_length(const char *path, const char **name) {
    const char *slash = strrchr(path, '/');
    *name = slash ? slash + 1 : path;
    const char *dot = strrchr(*name, '.');
    return (int)(dot ? dot - *name : (long)strlen(*name));
}

// What was said of a file, as the last column of its line: "x.scenario:3: expected .." is line 3.
static void print_why(const char *said, const char *path) {
    if (!*said)
        return;
    const char *at = said + strlen(path) + 1;
    printf("\"%s", *at == ' ' ? "" : "line ");
    for (at += *at == ' '; *at && strcmp(at, "\n") != 0; at++) {
        if (*at == '"')
            putchar('"');
        putchar(*at == '\n' ? ';' : *at);
    }
    printf("\"");
}

static _Noreturn void no_memory(void) {
    fprintf(stderr, "scenario: not enough memory\n");
    exit(2);
}

// Plays it on a block of this kind, and says what does not come about; *clocks: how many it took.
static bool play_on(enum block_kind kind, struct play play, struct scenario_waves *waves,
                    uint64_t *clocks) {
    struct block block;
    struct text_error error;
    if (!block_open(&block, kind, play.size, &error))
        no_memory();
    if (waves)
        block.model = scenario_waves_model(waves, block.model);
    play.model = &block.model;
    play.pair = block.has_pair ? &block.pair : NULL;
    const bool well = player_run(&play, clocks);
    const char *const finding = block.rtl.self ? block_rtl_finding(&block.rtl) : NULL;
    if (finding)
        fprintf(play.said, "%s: %s\n", play.path, finding);
    block.model.close(block.model.self);
    return well && !finding;
}

// The same, with its waves in a folder. False: they cannot be written, which is said.
static bool play_with_waves(const struct wish *wish, struct play play, const char *name,
                            uint64_t *clocks, bool *well) {
    static struct scenario_waves waves;
    struct text_error error;
    bool fine = scenario_waves_begin(&waves, wish->waves, name, play.size, &error);
    if (fine) {
        *well = play_on(wish->model->kind, play, &waves, clocks);
        fine = scenario_waves_end(&waves, *well, &error);
    }
    if (!fine)
        fprintf(stderr, "scenario: %s\n", error.text);
    return fine;
}

// A fault is made in the checked model of rtl alone.
static bool flips(const struct scenario *scenario) {
    bool any = false;
    for (unsigned i = 0; i < scenario->statements; i++)
        any |= scenario->statement[i].verb == VERB_FLIP;
    return any;
}

// The status of this program.
static int play(const struct wish *wish, const struct scenario *scenario, const char *path) {
    char *text = NULL;
    size_t bytes;
    FILE *const said = open_memstream(&text, &bytes);
    if (!said)
        no_memory();
    const double begun = cpu_seconds_now();
    uint64_t clocks = 0;
    const struct play on = {.scenario = scenario,
                            .path = path,
                            .size = wish->size,
                            .said = said,
                            .log = wish->log,
                            .world = wish->world};
    const char *at = scenario->title;
    const int length = *at ? (int)strlen(at) : name_length(path, &at);
    char name[256];
    snprintf(name, sizeof name, "%.*s", length, at);
    const bool unmet = !block_rtl_flips(flips(scenario)) || scenario->unmet;
    bool well = unmet, fine = true;
    if (!unmet && wish->waves)
        fine = play_with_waves(wish, on, name, &clocks, &well);
    else if (!unmet)
        well = play_on(wish->model->kind, on, NULL, &clocks);
    if (fclose(said) != 0)
        no_memory();
    printf("%s,%s,%s,%" PRIu64 ",%.3f,%s,", name, scenario->row, wish->model->name, clocks,
           cpu_seconds_now() - begun,
           unmet  ? "skipped"
           : well ? "passed"
                  : "failed");
    print_why(text, path);
    printf("\n");
    fflush(stdout); // line by line, where both go to one file
    fputs(text, stderr);
    free(text);
    return fine ? !well : 2;
}

// The status of this program.
static int read_and_play(const struct wish *wish, const char *path) {
    struct text_error error;
    struct scenario *const scenarios = scenario_read(path, wish->size, &error);
    int status = 0;
    if (!scenarios) {
        fprintf(stderr, "%s\n", error.text);
        return 2;
    }
    for (const struct scenario *one = scenarios; one; one = one->next) {
        const int played = play(wish, one, path);
        status = status > played ? status : played;
    }
    scenario_free(scenarios);
    return status;
}

int main(int argc, char **argv) {
    const struct admitter_kind *named;
    struct path_size size;
    struct block_model rtl = block_rtl_open(&size);
    struct wish wish = {.size = &size, .model = admitter_kind_find("lockstep")};
    int status = 0, files = 0;
    rtl.close(rtl.self);
    if (step_help(argc, argv)) {
        fputs("usage: scenario " USAGE "Plays scenarios (tb/README.md), a line each; in lockstep, "
              "if nothing else is asked.\n--log: first what crosses the boundary, clock by clock; "
              "--world: no rule judges, only what is\ntruly outstanding; --waves: "
              "FOLDER/SCENARIO.fst and .gtkw.\nExit status: 0 all came about, 1 something did "
              "not, 2 usage, files, what cannot be written.\n",
              stdout);
        return step_end("scenario", 0);
    }
    if (size.tag_w < 8) { // each operation that lives has its own
        fprintf(stderr, "scenario: expected tags of at least 8 bits, found %u\n", size.tag_w);
        return 2;
    }
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--log") == 0) {
            wish.log = stdout;
        } else if (strcmp(argv[i], "--world") == 0) {
            wish.world = true;
        } else if (strcmp(argv[i], "--waves") == 0 && i + 1 < argc) {
            wish.waves = argv[++i];
        } else if (strncmp(argv[i], "--", 2) == 0 && (named = admitter_kind_find(argv[i] + 2))) {
            wish.model = named;
        } else if (argv[i][0] == '-') {
            return usage(argv[i]);
        } else {
            const int played = read_and_play(&wish, argv[i]);
            status = status > played ? status : played;
            files++;
        }
    }
    if (files == 0)
        return usage("no file");
    return step_end("scenario", status);
}
