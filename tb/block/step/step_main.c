// Golden model and RTL in lockstep, in surroundings that disturb: of the admission path, or, with
// software on its bus, of the whole block (subject.h). Usage:
//   lockstep [--clocks N] [--seed N] [--profile NAME] [--log FILE|-] [--golden] [--coverage]
//            [--tape FILE]
//   lockstep --play FILE
// and, of the whole block, [--waves FILE [--from CLOCK] [--to CLOCK]]. A line for each profile;
// status 1 at the first difference, broken promise or failed assertion. --golden: without the RTL.
// --coverage: then what all profiles have met (coverage.h), and what not. --tape: what the block's
// inputs carried (block_tape.h), which --play does again.
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tb/block/block_tape.h"
#include "tb/block/bus.h"
#include "tb/block/check/check.h"
#include "tb/block/coverage/coverage.h"
#include "tb/block/fields.h"
#include "tb/block/heard.h"
#include "tb/block/monitor.h"
#include "tb/block/pair.h"
#include "tb/block/step/path_log.h"
#include "tb/block/step/subject.h"

struct options {
    uint64_t clocks, seed, from, to;
    const char *profile, *log, *tape, *play, *waves;
    bool golden, covers;
    struct coverage *coverage;
};

struct run {
    struct path_size size;
    struct block_model rtl, model; // `self` of rtl is NULL without; what runs
    struct pair pair;
    struct heard heard;
    struct listener listener[2]; // the view, and a tape's recorder
    struct view view;
    struct check check;
    struct world world;
    struct bus bus;
    struct monitor monitor;
    FILE *log, *said; // the log, where asked; what a person reads
};

// Golden model and RTL agree, and no assertion has failed.
static bool agree(struct run *run) {
    const struct pair *pair = &run->pair;
    const char *const finding = run->rtl.self ? subject_finding(&run->rtl) : NULL;
    if (pair->differs) {
        fprintf(run->said, "clock %" PRIu64 ": golden model and RTL differ\n", pair->differs_clock);
        fields_print_differences(run->said, &run->size, &pair->golden_out, &pair->dut_out);
    } else if (finding) {
        fprintf(run->said, "%s\n", finding);
    }
    return !pair->differs && !finding;
}

// One clock; false if something is wrong.
static bool run_clock(struct run *run) {
    static struct block_out out;
    static struct block_in in;
    struct world_truth truth;
    run->model.show(run->model.self, &out);
    if (!agree(run))
        return false;
    if (run->world.clock > 3 && !monitor_hear(&run->monitor, &run->world, &out.path)) {
        fprintf(run->said, "clock %" PRIu64 ": %s\n", run->world.clock, run->monitor.text);
        return false;
    }
    const uint64_t clock = run->world.clock;
    world_drive(&run->world, &out.path, &in.path, &truth);
    monitor_drive(&run->monitor, &run->world, &in.path, &truth);
    if (subject_has_bus)
        bus_surround(&run->bus, &out, &in, run->world.calm || run->world.closed);
    if (!in.path.rst_n)
        subject_bring_up(&run->world, &run->bus);
    else if (bus_is_idle(&run->bus))
        run->world.closed = false;
    if (run->log)
        path_log(run->log, &run->world.size, clock, &out.path, &in.path);
    run->model.clock(run->model.self, &in);
    return run->check.findings == 0;
}

// Software reads all there is.
static bool sweep(struct run *run) {
    bus_sweep(&run->bus);
    while (subject_has_bus && !bus_has_swept(&run->bus))
        if (!run_clock(run))
            return false;
    return true;
}

// Everything is granted and completes once disturbances have ended.
static bool run_out(struct run *run) {
    world_calm(&run->world);
    const uint64_t bound = 200000 + 50 * (uint64_t)run->world.profile.delay;
    for (uint64_t i = 0; i < bound; i++) {
        if (world_idle(&run->world)) {
            if (!sweep(run))
                return false;
            check_end(&run->check, &run->view);
            return run->check.findings == 0;
        }
        if (!run_clock(run))
            return false;
    }
    fprintf(run->said,
            "clock %" PRIu64
            ": operations still wait or are held, long after the last disturbance\n",
            run->world.clock);
    check_end(&run->check, &run->view);
    return false;
}

static int refuse(const char *text) {
    fprintf(stderr, "lockstep: %s\n", text);
    return 2;
}

// The models: 0, or the status of what went wrong.
static int begin(struct run *run, const struct options *options) {
    *run = (struct run){.said = stdout};
    run->rtl = subject_rtl(&run->size);
    run->model = subject_golden(&run->size);
    if (!run->rtl.self || !run->model.self)
        return refuse("not enough memory");
    if (options->golden) {
        run->rtl.close(run->rtl.self);
        run->rtl.self = NULL;
        return 0;
    }
    run->model = pair_model(&run->pair, run->model, run->rtl);
    if (options->waves && !subject_waves(&run->rtl, options->waves, options->from, options->to))
        return refuse("--waves: this file cannot be written, or this RTL has no waves");
    return 0;
}

static bool surround(struct run *run, const struct options *options,
                     const struct world_profile *profile) {
    world_begin(&run->world, &run->size, profile, options->seed);
    bus_begin(&run->bus, &run->size, options->seed, 4 * profile->write);
    run->bus.now = options->seed;
    run->bus.wild = true;
    run->bus.tunes = profile->tunes;
    run->bus.not_heard = 25;
    monitor_begin(&run->monitor, &run->size);
    if (run->log)
        path_log_begin(run->log, &run->size);
    bool well = true;
    for (uint64_t i = 0; well && i < options->clocks; i++)
        well = run_clock(run);
    well = well && run_out(run);
    fprintf(run->said,
            "%s seed %" PRIu64 ": %" PRIu64 " clocks, %" PRIu64 " taken, %" PRIu64
            " granted, %" PRIu64 " denials, %" PRIu64 " rejected, %" PRIu64 " freed, %" PRIu64
            " repeats, %" PRIu64 " resets: %s\n",
            profile->name, options->seed, run->world.clock, run->world.taken, run->world.granted,
            run->monitor.denied, run->world.rejected, run->world.freed, run->world.repeats,
            run->world.resets, well ? "0 differences" : "FAILED");
    return well;
}

// The boundary is heard by the view, whose readers are checker and coverage, and by others.
static void hear(struct run *run, const struct options *options, unsigned listeners) {
    view_begin(&run->view, &run->size, subject_has_bus);
    check_begin(&run->check, run->said);
    view_add(&run->view, check_reader(&run->check));
    if (options->covers)
        view_add(&run->view, coverage_reader(options->coverage));
    run->listener[0] = view_listener(&run->view);
    run->model = heard_model(&run->heard, run->model, run->listener, listeners);
}

static int lockstep(const struct options *options, const struct world_profile *profile) {
    static struct run run;
    struct text_error error;
    struct block_tape *tape = NULL;
    int status = begin(&run, options);
    if (status != 0)
        return status;
    if (options->tape) {
        struct block_tape_header header = {.size = run.size, .seed = options->seed};
        snprintf(header.name, sizeof header.name, "%s", profile->name);
        tape = block_tape_create(options->tape, &header, &error);
        if (!tape)
            return refuse(error.text);
        run.listener[1] = block_tape_recorder(tape);
    }
    run.log = !options->log                    ? NULL
              : strcmp(options->log, "-") == 0 ? stdout
                                               : fopen(options->log, "a");
    if (options->log && !run.log) {
        fprintf(stderr, "lockstep: %s: %s\n", options->log, strerror(errno));
        return 2;
    }
    run.said = run.log == stdout ? stderr : stdout;
    hear(&run, options, tape ? 2 : 1);
    status = !surround(&run, options, profile);
    if (run.log && (run.log == stdout ? fflush(stdout) : fclose(run.log)) != 0) {
        fprintf(stderr, "lockstep: %s: %s\n", options->log, strerror(errno));
        status = 1;
    }
    if (tape && !block_tape_close(tape, &error))
        status = refuse(error.text);
    run.model.close(run.model.self);
    return status;
}

static int play(const struct options *options) {
    static struct run run;
    struct block_tape_header header;
    struct text_error error;
    const int status = begin(&run, options);
    if (status != 0)
        return status;
    struct block_tape_reader *tape = block_tape_open(options->play, &run.size, &header, &error);
    if (!tape || block_tape_play(tape, &run.model, &error) < 0)
        return refuse(error.text);
    const bool well = agree(&run);
    printf("%s: %s seed %" PRIu64 ": %" PRIu64 " clocks: %s\n", options->play, header.name,
           header.seed, run.pair.clock, well ? "0 differences" : "FAILED");
    block_tape_reader_close(tape);
    run.model.close(run.model.self);
    return !well;
}

static bool number(const char *text, uint64_t *value) {
    char *end;
    errno = 0;
    *value = strtoull(text, &end, 10);
    return *text >= '0' && *text <= '9' && *end == '\0' && errno == 0;
}

static int usage(const char *what) {
    fprintf(stderr, "lockstep: %s: expected [--clocks N] [--seed N] [--profile", what);
    for (unsigned i = 0; i < WORLD_PROFILE_COUNT; i++)
        fprintf(stderr, "%c%s", i ? '|' : ' ', WORLD_PROFILES[i].name);
    fprintf(stderr, "] [--log FILE|-] [--golden] [--coverage]%s\n",
            subject_has_bus ? " [--tape FILE | --play FILE] [--waves FILE [--from N] [--to N]]"
                            : "");
    return 2;
}

// The place of a value that is text; NULL: there is no such option.
static const char **text_option(struct options *options, const char *option) {
    const struct {
        const char *name;
        const char **value;
        bool of_block;
    } texts[] = {{"--profile", &options->profile, false},
                 {"--log", &options->log, false},
                 {"--tape", &options->tape, true},
                 {"--play", &options->play, true},
                 {"--waves", &options->waves, true}};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (strcmp(option, texts[i].name) == 0 && (subject_has_bus || !texts[i].of_block))
            return texts[i].value;
    return NULL;
}

static uint64_t *number_option(struct options *options, const char *option) {
    return strcmp(option, "--clocks") == 0 ? &options->clocks
           : strcmp(option, "--seed") == 0 ? &options->seed
           : strcmp(option, "--from") == 0 ? &options->from
           : strcmp(option, "--to") == 0   ? &options->to
                                           : NULL;
}

int main(int argc, char **argv) {
    static struct coverage coverage;
    struct options options = {.clocks = 100000, .seed = 1, .to = UINT64_MAX, .coverage = &coverage};
    for (int i = 1; i < argc; i++) {
        const char *option = argv[i], *value = i + 1 < argc ? argv[i + 1] : "";
        const char **text = text_option(&options, option);
        uint64_t *count = number_option(&options, option);
        if (strcmp(option, "--golden") == 0 || strcmp(option, "--coverage") == 0) {
            *(option[2] == 'g' ? &options.golden : &options.covers) = true;
            continue;
        }
        if (!(text && *value) && !(count && number(value, count)))
            return usage(option);
        if (text)
            *text = value;
        i++;
    }
    if (options.play)
        return play(&options);
    int status = 0;
    bool known = false;
    for (unsigned i = 0; i < WORLD_PROFILE_COUNT && status == 0; i++) {
        if (options.profile && strcmp(options.profile, WORLD_PROFILES[i].name) != 0)
            continue;
        known = true;
        status = lockstep(&options, &WORLD_PROFILES[i]);
    }
    if (options.covers && known) {
        coverage_print(&coverage, subject_has_bus, stdout);
        coverage_missed(&coverage, subject_has_bus, stdout);
    }
    return known ? status : usage(options.profile);
}
