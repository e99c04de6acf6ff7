// Golden model and RTL of the whole block in lockstep, in an environment that disturbs, with
// software on its bus (--help).
// A line for each profile; status 1 at the first difference, broken promise or failed assertion.
// --golden: without the RTL. --coverage: then what all profiles cover (coverage.h), and what they
// do not.
#include "tb/block/checked_run.h"
#include "tb/block/coverage/coverage.h"
#include "tb/block/dut/block_rtl.h"
#include "tb/block/step_options.h"

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

static int lockstep(const struct step_options *options, const struct path_size *size,
                    struct coverage *coverage, const struct agents_profile *profile) {
    static struct random_run random;
    struct checked_outcome outcome;
    struct text_error error;
    const struct agents *const agents = &random.agents;
    random = (struct random_run){.what = {profile, options->clocks, *size}, .findings = stdout};
    struct checked_run run = {.seed = options->seed,
                              .kind = options->golden ? BLOCK_GOLDEN : BLOCK_LOCKSTEP,
                              .random = &random,
                              .waves = options->waves,
                              .from = options->from,
                              .to = options->to};
    if (options->coverage)
        run.reader = coverage_reader(coverage);
    if (!block_rtl_flips(profile->flips)) {
        printf("%s: not played: no bit of this RTL can flip\n", profile->name);
        return 0;
    }
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

int main(int argc, char **argv) {
    static struct coverage coverage;
    const struct step_program program = {
        "blockstep",
        "Golden model and RTL in lockstep, under random traffic and a checker",
        " [--golden] [--coverage] [--waves FILE [--from N] [--to N]]",
        AGENTS_PROFILES,
        sizeof *AGENTS_PROFILES,
        AGENTS_PROFILE_COUNT};
    struct step_options options = {.clocks = 100000, .seed = 1, .to = UINT64_MAX};
    int status = step_options_read(&options, &program, argc, argv);
    if (status)
        return status;
    struct path_size size;
    const struct block_model rtl = block_rtl_open(&size);
    rtl.close(rtl.self);
    for (unsigned i = 0; i < AGENTS_PROFILE_COUNT && status == 0; i++)
        if (step_plays(&options, AGENTS_PROFILES[i].name))
            status = lockstep(&options, &size, &coverage, &AGENTS_PROFILES[i]);
    if (options.coverage) {
        coverage_print(&coverage, stdout);
        coverage_missed(&coverage, stdout);
    }
    return step_end(program.name, status);
}
