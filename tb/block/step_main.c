// Golden model and RTL of the whole block in lockstep, in an environment that disturbs, with
// software on its bus. Usage:
//   blockstep [--clocks N] [--seed N] [--profile NAME] [--golden] [--coverage]
//             [--waves FILE [--from CLOCK] [--to CLOCK]]
// A line for each profile; status 1 at the first difference, broken promise or failed assertion.
// --golden: without the RTL. --coverage: then what all profiles cover (coverage.h), and what they
// do not.
#include <errno.h>
#include <getopt.h>

#include "tb/block/checked_run.h"
#include "tb/block/coverage/coverage.h"
#include "tb/block/dut/block_rtl.h"

struct options {
    uint64_t clocks, seed, from, to;
    const char *profile, *waves;
    bool golden, covers;
    struct coverage *coverage;
    struct path_size size;
};

static int refuse(const char *text) {
    fprintf(stderr, "blockstep: %s\n", text);
    return 2;
}

// Rules have reported what breaks them.
static void report(const struct checked_outcome *outcome) {
    if (outcome->mismatches)
        printf("clock %" PRIu64 ": golden model and RTL differ\n  %s: %s\n", outcome->cycle,
               strchr(outcome->caught, ':') + 2, outcome->reason);
    else if (strncmp(outcome->caught, "assertion", 9) == 0)
        printf("%s\n", outcome->reason);
    else if (outcome->failed && strncmp(outcome->caught, "checker", 7) != 0)
        printf("clock %" PRIu64 ": %s\n", outcome->cycle, outcome->reason);
}

static int lockstep(const struct options *options, const struct agents_profile *profile) {
    static struct random_run random;
    struct checked_outcome outcome;
    struct text_error error;
    const struct agents *const agents = &random.agents;
    random =
        (struct random_run){.what = {profile, options->clocks, options->size}, .findings = stdout};
    struct checked_run run = {.seed = options->seed,
                              .kind = options->golden ? BLOCK_GOLDEN : BLOCK_LOCKSTEP,
                              .random = &random,
                              .waves = options->waves,
                              .from = options->from,
                              .to = options->to};
    if (options->covers)
        run.reader = coverage_reader(options->coverage);
    if (!block_rtl_flips(profile->flips))
        return 0;
    if (!checked_run_do(&run, &outcome, &error))
        return refuse(error.text);
    report(&outcome);
    printf("%s seed %" PRIu64 ": %" PRIu64 " clocks, %" PRIu64 " taken, %" PRIu64
           " granted, %" PRIu64 " denials, %" PRIu64 " rejected, %" PRIu64 " freed, %" PRIu64
           " repeats, %" PRIu64 " resets, passed over %" PRIu32 " urgent, %" PRIu32
           " small, %" PRIu32 " large, %" PRIu64 " asked: %s\n",
           profile->name, options->seed, agents->clock, agents->taken, agents->granted,
           random.denied, agents->rejected, agents->freed, agents->repeats, agents->resets,
           random.passed[0], random.passed[1], random.passed[2], outcome.asked,
           outcome.failed ? "FAILED" : "0 differences");
    return outcome.failed;
}

static bool number(const char *text, uint64_t *value) {
    char *end;
    errno = 0;
    *value = strtoull(text, &end, 10);
    return *text >= '0' && *text <= '9' && *end == '\0' && errno == 0;
}

static int usage(const char *what) {
    fprintf(stderr, "blockstep: %s: expected [--clocks N] [--seed N] [--profile", what);
    for (unsigned i = 0; i < AGENTS_PROFILE_COUNT; i++)
        fprintf(stderr, "%c%s", i ? '|' : ' ', AGENTS_PROFILES[i].name);
    fprintf(stderr, "] [--golden] [--coverage] [--waves FILE [--from N] [--to N]]\n");
    return 2;
}

// NULL, or the word of the command line that is wrong.
static const char *read_options(struct options *options, int argc, char **argv) {
    static const struct option OPTIONS[] = {{"clocks", required_argument, NULL, 'c'},
                                            {"seed", required_argument, NULL, 's'},
                                            {"from", required_argument, NULL, 'f'},
                                            {"to", required_argument, NULL, 't'},
                                            {"profile", required_argument, NULL, 'p'},
                                            {"waves", required_argument, NULL, 'w'},
                                            {"golden", no_argument, NULL, 'g'},
                                            {"coverage", no_argument, NULL, 'm'},
                                            {.name = NULL}};
    opterr = 0;
    for (int option; (option = getopt_long(argc, argv, "", OPTIONS, NULL)) != -1;) {
        uint64_t *const count = option == 'c'   ? &options->clocks
                                : option == 's' ? &options->seed
                                : option == 'f' ? &options->from
                                : option == 't' ? &options->to
                                                : NULL;
        if (option == '?' || (count && !number(optarg, count)))
            return argv[optind - 1];
        options->golden |= option == 'g';
        options->covers |= option == 'm';
        options->profile = option == 'p' ? optarg : options->profile;
        options->waves = option == 'w' ? optarg : options->waves;
    }
    return optind < argc ? argv[optind] : NULL;
}

int main(int argc, char **argv) {
    static struct coverage coverage;
    struct options options = {.clocks = 100000, .seed = 1, .to = UINT64_MAX, .coverage = &coverage};
    const char *const wrong = read_options(&options, argc, argv);
    int status = 0;
    bool known = false;
    if (wrong)
        return usage(wrong);
    const struct block_model rtl = block_rtl_open(&options.size);
    rtl.close(rtl.self);
    for (unsigned i = 0; i < AGENTS_PROFILE_COUNT && status == 0; i++) {
        if (options.profile && strcmp(options.profile, AGENTS_PROFILES[i].name) != 0)
            continue;
        known = true;
        status = lockstep(&options, &AGENTS_PROFILES[i]);
    }
    if (options.covers && known) {
        coverage_print(&coverage, stdout);
        coverage_missed(&coverage, stdout);
    }
    return known ? status : usage(options.profile);
}
