// Golden model and RTL of the admission path in lockstep, in surroundings that disturb. Usage:
//   lockstep [--clocks N] [--seed N] [--profile NAME] [--log FILE|-] [--golden]
// A line for each profile; status 1 at the first difference or broken promise. --golden: without
// the RTL.
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "csim/next/path_model.h"
#include "tb/next/monitor.h"
#include "tb/next/path_diff.h"
#include "tb/next/path_log.h"

struct options {
    uint64_t clocks, seed;
    const char *profile, *log;
    bool golden;
};

struct run {
    struct path_model golden, rtl;
    struct world world;
    struct monitor monitor;
    FILE *log, *said; // the log, where asked; what a person reads
};

// One clock; false if something is wrong.
static bool run_clock(struct run *run) {
    static struct path_out out, other;
    static struct path_in in;
    struct world_truth truth;
    run->golden.show(run->golden.self, &out);
    if (run->rtl.self) {
        run->rtl.show(run->rtl.self, &other);
        if (run->world.resets + (run->world.clock > 0) > 0 &&
            memcmp(&out, &other, sizeof out) != 0) {
            fprintf(run->said, "clock %" PRIu64 ": golden model and RTL differ\n",
                    run->world.clock);
            path_diff_print(run->said, &out, &other);
            return false;
        }
    }
    if (run->world.clock > 3 && !monitor_hear(&run->monitor, &run->world, &out)) {
        fprintf(run->said, "clock %" PRIu64 ": %s\n", run->world.clock, run->monitor.text);
        return false;
    }
    const uint64_t clock = run->world.clock;
    world_drive(&run->world, &out, &in, &truth);
    monitor_drive(&run->monitor, &run->world, &in, &truth);
    if (run->log)
        path_log(run->log, &run->world.size, clock, &out, &in);
    run->golden.clock(run->golden.self, &in);
    if (run->rtl.self)
        run->rtl.clock(run->rtl.self, &in);
    return true;
}

// Everything is granted and completes once disturbances have ended.
static bool run_out(struct run *run) {
    world_calm(&run->world);
    const uint64_t bound = 200000 + 50 * (uint64_t)run->world.profile.delay;
    for (uint64_t i = 0; i < bound; i++) {
        if (world_idle(&run->world))
            return true;
        if (!run_clock(run))
            return false;
    }
    fprintf(run->said,
            "clock %" PRIu64
            ": operations still wait or are held, long after the last disturbance\n",
            run->world.clock);
    return false;
}

static int lockstep(const struct options *options, const struct world_profile *profile) {
    static struct run run;
    struct path_size size;
    run.rtl = path_rtl_open(&size);
    run.golden = path_golden_model(&size);
    if (!run.golden.self) {
        fprintf(stderr, "lockstep: not enough memory\n");
        return 1;
    }
    if (options->golden) {
        run.rtl.close(run.rtl.self);
        run.rtl.self = NULL;
    }
    run.log = !options->log                    ? NULL
              : strcmp(options->log, "-") == 0 ? stdout
                                               : fopen(options->log, "a");
    run.said = run.log == stdout ? stderr : stdout;
    if (options->log && !run.log) {
        fprintf(stderr, "lockstep: %s: %s\n", options->log, strerror(errno));
        return 2;
    }
    world_begin(&run.world, &size, profile, options->seed);
    monitor_begin(&run.monitor, &size);
    if (run.log)
        path_log_begin(run.log, &size);
    bool well = true;
    for (uint64_t i = 0; well && i < options->clocks; i++)
        well = run_clock(&run);
    well = well && run_out(&run);
    fprintf(run.said,
            "%s seed %" PRIu64 ": %" PRIu64 " clocks, %" PRIu64 " taken, %" PRIu64
            " granted, %" PRIu64 " denials, %" PRIu64 " rejected, %" PRIu64 " freed, %" PRIu64
            " repeats, %" PRIu64 " resets: %s\n",
            profile->name, options->seed, run.world.clock, run.world.taken, run.world.granted,
            run.monitor.denied, run.world.rejected, run.world.freed, run.world.repeats,
            run.world.resets, well ? "0 differences" : "FAILED");
    if (run.log && (run.log == stdout ? fflush(stdout) : fclose(run.log)) != 0) {
        fprintf(stderr, "lockstep: %s: %s\n", options->log, strerror(errno));
        return 1;
    }
    run.golden.close(run.golden.self);
    if (run.rtl.self)
        run.rtl.close(run.rtl.self);
    return well ? 0 : 1;
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
    fprintf(stderr, "] [--log FILE|-] [--golden]\n");
    return 2;
}

int main(int argc, char **argv) {
    struct options options = {.clocks = 100000, .seed = 1, .profile = NULL};
    for (int i = 1; i < argc; i++) {
        const char *option = argv[i], *value = i + 1 < argc ? argv[i + 1] : "";
        if (strcmp(option, "--golden") == 0) {
            options.golden = true;
            continue;
        }
        i++;
        if (strcmp(option, "--clocks") == 0 && number(value, &options.clocks))
            continue;
        if (strcmp(option, "--seed") == 0 && number(value, &options.seed))
            continue;
        if (strcmp(option, "--profile") == 0 && *value)
            options.profile = value;
        else if (strcmp(option, "--log") == 0 && *value)
            options.log = value;
        else
            return usage(option);
    }
    int status = 0;
    bool known = false;
    for (unsigned i = 0; i < WORLD_PROFILE_COUNT && status == 0; i++) {
        if (options.profile && strcmp(options.profile, WORLD_PROFILES[i].name) != 0)
            continue;
        known = true;
        status = lockstep(&options, &WORLD_PROFILES[i]);
    }
    return known ? status : usage(options.profile);
}
