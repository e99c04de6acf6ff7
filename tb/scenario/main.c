// Plays scenarios on golden model and RTL of this build. Usage:
//   scenario [--golden|--rtl|--lockstep] FILE...
// A line each, "row,scenario,model,status,clocks", and of what fails a line on standard error.
// Status 1: something did not come about; 2: a file is none.
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "tb/scenario/player.h"

static int usage(const char *what) {
    fprintf(stderr, "scenario: %s: expected [--golden|--rtl|--lockstep] FILE...\n", what);
    return 2;
}

// tb/scenarios/urgent.scenario: urgent
static int name_length(const char *path, const char **name) {
    const char *slash = strrchr(path, '/');
    *name = slash ? slash + 1 : path;
    const char *dot = strrchr(*name, '.');
    return (int)(dot ? dot - *name : (long)strlen(*name));
}

static int play(const struct scenario *scenario, const char *path, const char *model) {
    struct path_size size;
    struct path_model rtl = path_rtl_open(&size), golden = path_golden_model(&size);
    const struct path_model none = {.self = NULL};
    uint64_t clocks = 0;
    bool good = golden.self != NULL;
    if (!good)
        fprintf(stderr, "scenario: not enough memory\n");
    else if (!scenario->unmet)
        good = player_run(scenario, path, &size, strcmp(model, "rtl") == 0 ? &rtl : &golden,
                          strcmp(model, "lockstep") == 0 ? &rtl : &none, stderr, &clocks);
    if (golden.self)
        golden.close(golden.self);
    rtl.close(rtl.self);
    const char *name;
    const int length = name_length(path, &name);
    printf("%s,%.*s,%s,%s,%" PRIu64 "\n", scenario->row, length, name, model,
           !good             ? "failed"
           : scenario->unmet ? "skipped"
                             : "passed",
           clocks);
    return good ? 0 : 1;
}

int main(int argc, char **argv) {
    static const char *const models[] = {"lockstep", "golden", "rtl"};
    const char *model = models[0];
    struct path_size size;
    struct path_model rtl = path_rtl_open(&size);
    int status = 0, files = 0;
    rtl.close(rtl.self);
    if (size.tag_w < 8) { // each operation that lives has its own
        fprintf(stderr, "scenario: expected tags of at least 8 bits, found %u\n", size.tag_w);
        return 2;
    }
    for (int i = 1; i < argc; i++) {
        bool chosen = false;
        for (unsigned m = 0; m < 3; m++)
            if (strncmp(argv[i], "--", 2) == 0 && strcmp(argv[i] + 2, models[m]) == 0) {
                model = models[m];
                chosen = true;
            }
        if (chosen)
            continue;
        if (argv[i][0] == '-')
            return usage(argv[i]);
        struct text_error error;
        struct scenario *scenario = scenario_read(argv[i], &size, &error);
        files++;
        if (!scenario) {
            fprintf(stderr, "%s\n", error.text);
            status = 2;
            continue;
        }
        const int played = play(scenario, argv[i], model);
        status = status > played ? status : played;
        scenario_free(scenario);
    }
    if (files == 0)
        return usage("no file");
    if (fflush(stdout) != 0) {
        fprintf(stderr, "scenario: standard output cannot be written\n");
        return 1;
    }
    return status;
}
