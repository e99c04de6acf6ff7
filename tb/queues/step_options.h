// The command line of the small lockstep programs, queuestep and ledgerstep.
#ifndef SEMA_STEP_OPTIONS_H
#define SEMA_STEP_OPTIONS_H

#include <getopt.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct step_options {
    uint64_t clocks, seed;
    const char *profile; // NULL: each
};

// [--clocks N] [--seed N] [--profile NAME]; false, with a line on stderr: another option.
static inline bool step_options_read(struct step_options *options, int argc, char **argv) {
    static const struct option OPTIONS[] = {{"clocks", required_argument, NULL, 'c'},
                                            {"seed", required_argument, NULL, 's'},
                                            {"profile", required_argument, NULL, 'p'},
                                            {.name = NULL}};
    *options = (struct step_options){.clocks = 20000, .seed = 1};
    for (int option; (option = getopt_long(argc, argv, "", OPTIONS, NULL)) != -1;) {
        if (option == '?')
            return false;
        if (option == 'p')
            options->profile = optarg;
        else
            *(option == 'c' ? &options->clocks : &options->seed) = strtoull(optarg, NULL, 10);
    }
    return true;
}

static inline bool step_options_play(const struct step_options *options, const char *profile) {
    return !options->profile || strcmp(options->profile, profile) == 0;
}

#endif
