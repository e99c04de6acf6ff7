// The command line of the lockstep programs: blockstep, queuestep, ledgerstep; and what the others
// beside them say and end with as they do.
#pragma once

#include "csim/base/std.h"

#include <errno.h>
#include <getopt.h>

// A program: its name, what it does, what it takes beside clocks, seed and profile ("": nothing),
// and its profiles, of which each is so many bytes and begins with a pointer to its name.
struct step_program {
    const char *name, *about, *more;
    const void *profiles;
    size_t bytes;
    unsigned count;
};

struct step_options {
    uint64_t clocks, seed, from, to;
    const char *profile, *waves; // NULL: each; none
    bool golden, coverage;
};

static inline const char *step_profile(const struct step_program *program, unsigned i) {
    const char *name;
    memcpy(&name, (const char *)program->profiles + i * program->bytes, sizeof name);
    return name;
}

static inline bool step_plays(const struct step_options *options, const char *profile) {
    return !options->profile || strcmp(options->profile, profile) == 0;
}

static inline bool step_number(uint64_t *value) {
    char *end;
    errno = 0;
    *value = strtoull(optarg, &end, 10);
    return *optarg >= '0' && *optarg <= '9' && *end == '\0' && errno == 0;
}

// NULL, or the word of the command line that is wrong.
static inline const char *step_wrong(struct step_options *options,
                                     const struct step_program *program, int argc, char **argv) {
    static const struct option OPTIONS[] = {{"clocks", required_argument, NULL, 'c'},
                                            {"seed", required_argument, NULL, 's'},
                                            {"profile", required_argument, NULL, 'p'},
                                            {"from", required_argument, NULL, 'f'},
                                            {"to", required_argument, NULL, 't'},
                                            {"waves", required_argument, NULL, 'w'},
                                            {"golden", no_argument, NULL, 'g'},
                                            {"coverage", no_argument, NULL, 'm'},
                                            {.name = NULL}};
    opterr = 0;
    for (int option; (option = getopt_long(argc, argv, "", OPTIONS, NULL)) != -1;) {
        uint64_t *const number = option == 'c'   ? &options->clocks
                                 : option == 's' ? &options->seed
                                 : option == 'f' ? &options->from
                                 : option == 't' ? &options->to
                                                 : NULL;
        const bool common = strchr("csp", option);
        if (option == '?' || (!common && !*program->more) || (number && !step_number(number)))
            return argv[optind - 1];
        options->golden |= option == 'g';
        options->coverage |= option == 'm';
        options->profile = option == 'p' ? optarg : options->profile;
        options->waves = option == 'w' ? optarg : options->waves;
    }
    for (unsigned i = 0; i < program->count; i++)
        if (step_plays(options, step_profile(program, i)))
            return argv[optind];
    return options->profile;
}

// What a program ends with: its status, or 2 with a line where not all that it said was written.
static inline int step_end(const char *name, int status) {
    if (fflush(stdout) == 0 && !ferror(stdout))
        return status;
    fprintf(stderr, "%s: standard output: cannot be written\n", name);
    return 2;
}

static inline bool step_help(int argc, char **argv) {
    return argc > 1 && (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0);
}

static inline void step_usage(FILE *to, const struct step_program *program) {
    fprintf(to, "[--clocks N] [--seed N] [--profile");
    for (unsigned i = 0; i < program->count; i++)
        fprintf(to, "%c%s", i ? '|' : ' ', step_profile(program, i));
    fprintf(to, "]%s\n", program->more);
}

// Over the caller's defaults. 0, or 2 with a line on stderr. --help ends the program.
static inline int step_options_read(struct step_options *options,
                                    const struct step_program *program, int argc, char **argv) {
    const bool help = step_help(argc, argv);
    const char *const wrong = help ? NULL : step_wrong(options, program, argc, argv);
    if (!help && !wrong)
        return 0;
    if (help)
        printf("usage: %s ", program->name);
    else
        fprintf(stderr, "%s: %s: expected ", program->name, wrong);
    step_usage(help ? stdout : stderr, program);
    if (!help)
        return 2;
    printf("%s. Without a profile: each of them (default: %" PRIu64 " clocks each, seed %" PRIu64
           ").\nExit status: 0 fine, 1 a difference, 2 usage or what cannot be written.\n",
           program->about, options->clocks, options->seed);
    exit(step_end(program->name, 0));
}
