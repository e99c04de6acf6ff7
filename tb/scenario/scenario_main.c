// Plays scenarios on golden model and RTL of this build. Usage:
//   scenario [--golden|--rtl|--lockstep] [--log] FILE...
// A line each, "row,scenario,model,status,clocks", and of what fails a line on standard error.
// --log: before it all that crosses the boundary (tb/block/step/path_log.h).
// Status 1: something did not come about; 2: a file is none.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tb/block/step/subject.h"
#include "tb/scenario/player.h"

static int usage(const char *what) {
    fprintf(stderr, "scenario: %s: expected [--golden|--rtl|--lockstep] [--log] FILE...\n", what);
    return 2;
}

// tb/scenarios/urgent.scenario: urgent
static int name_length(const char *path, const char **name) {
    const char *slash = strrchr(path, '/');
    *name = slash ? slash + 1 : path;
    const char *dot = strrchr(*name, '.');
    return (int)(dot ? dot - *name : (long)strlen(*name));
}

static const char *status_of(const struct scenario *scenario, const char *path,
                             enum played played) {
    if (scenario->unmet)
        return "skipped";
    if (!scenario->open)
        return played == PLAYED_WELL ? "passed" : "failed";
    if (played == PLAYED_WELL)
        fprintf(stderr, "%s: expected its fault to be open, seen none: take open out\n", path);
    return played == PLAYED_OTHERWISE ? "open" : "failed";
}

// The status of this program.
static int play(const struct scenario *scenario, const char *path, const char *model, FILE *log) {
    struct path_size size;
    struct block_model rtl = subject_rtl(&size), golden = subject_golden(&size);
    const bool is_rtl = strcmp(model, "rtl") == 0, both = strcmp(model, "lockstep") == 0;
    struct pair pair;
    uint64_t clocks = 0;
    enum played played = PLAYED_BROKEN;
    if (!golden.self || !rtl.self) {
        fprintf(stderr, "scenario: not enough memory\n");
        exit(2);
    }
    const struct block_model two = pair_model(&pair, golden, rtl);
    if (!scenario->unmet)
        played = player_run(&(struct play){.scenario = scenario,
                                           .path = path,
                                           .size = &size,
                                           .model = is_rtl ? &rtl
                                                    : both ? &two
                                                           : &golden,
                                           .pair = both ? &pair : NULL,
                                           .said = stderr,
                                           .log = log},
                            &clocks);
    const char *const finding = is_rtl || both ? subject_finding(&rtl) : NULL;
    if (finding) {
        fprintf(stderr, "%s: %s\n", path, finding);
        played = PLAYED_BROKEN;
    }
    two.close(two.self);
    const char *const status = status_of(scenario, path, played);
    const char *name;
    const int length = name_length(path, &name);
    printf("%s,%.*s,%s,%s,%" PRIu64 "\n", scenario->row, length, name, model, status, clocks);
    return strcmp(status, "failed") == 0;
}

// The model that an option names, or NULL.
static const char *model_of(const char *option) {
    static const char *const models[] = {"lockstep", "golden", "rtl"};
    for (unsigned i = 0; i < 3; i++)
        if (strncmp(option, "--", 2) == 0 && strcmp(option + 2, models[i]) == 0)
            return models[i];
    return NULL;
}

// The status of this program.
static int read_and_play(const char *path, const struct path_size *size, const char *model,
                         FILE *log) {
    struct text_error error;
    struct scenario *scenario = scenario_read(path, size, &error);
    if (!scenario) {
        fprintf(stderr, "%s\n", error.text);
        return 2;
    }
    const int status = play(scenario, path, model, log);
    scenario_free(scenario);
    return status;
}

int main(int argc, char **argv) {
    const char *model = "lockstep";
    struct path_size size;
    struct block_model rtl = subject_rtl(&size);
    FILE *log = NULL;
    int status = 0, files = 0;
    rtl.close(rtl.self);
    if (size.tag_w < 8) { // each operation that lives has its own
        fprintf(stderr, "scenario: expected tags of at least 8 bits, found %u\n", size.tag_w);
        return 2;
    }
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--log") == 0) {
            log = stdout;
        } else if (model_of(argv[i])) {
            model = model_of(argv[i]);
        } else if (argv[i][0] == '-') {
            return usage(argv[i]);
        } else {
            const int played = read_and_play(argv[i], &size, model, log);
            status = status > played ? status : played;
            files++;
        }
    }
    if (files == 0)
        return usage("no file");
    if (fflush(stdout) != 0) {
        fprintf(stderr, "scenario: standard output cannot be written\n");
        return 1;
    }
    return status;
}
