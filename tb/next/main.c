// Golden model and RTL in lockstep, in surroundings that disturb: of the admission path, or, with
// software on its bus, of the whole block (subject.h). Usage:
//   lockstep [--clocks N] [--seed N] [--profile NAME] [--log FILE|-] [--golden] [--coverage]
// A line for each profile; status 1 at the first difference or broken promise. --golden: without
// the RTL. --coverage: then what all of them have met (coverage.h), and what not.
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tb/next/bus.h"
#include "tb/next/check/check.h"
#include "tb/next/coverage.h"
#include "tb/next/monitor.h"
#include "tb/next/path_diff.h"
#include "tb/next/path_log.h"
#include "tb/next/subject.h"

struct options {
    uint64_t clocks, seed;
    const char *profile, *log;
    bool golden, covers;
    struct coverage *coverage;
};

struct run {
    struct block_model golden, rtl;
    struct world world;
    struct bus bus;
    uint64_t now;
    struct monitor monitor;
    struct view view;
    struct check check;
    struct listener listener;
    FILE *log, *said; // the log, where asked; what a person reads
};

// What software and observers add to a clock of the surroundings.
static void drive_rest(struct run *run, const struct block_out *out, struct block_in *in) {
    const struct path_size *size = &run->world.size;
    const unsigned lanes = path_lanes(size);
    struct rng *rng = &run->bus.rng;
    if (in->path.write_valid)
        bus_want(&run->bus, in->path.write_lane == lanes ? 0x82c : 4u * in->path.write_lane,
                 in->path.write_value);
    if (in->path.send_valid)
        bus_want(&run->bus, 0x8b4, (uint32_t)in->path.send_channel << 28 | in->path.send_handle);
    if (!in->path.rst_n)
        bus_reset(&run->bus);
    for (unsigned i = 0; i < PATH_HBM; i++)
        in->hbm_observed[i] = (uint16_t)(rng_next(rng) >> rng_below(rng, 17));
    for (unsigned i = 0; i < PATH_ATOMIC; i++)
        in->atomic_observed[i] = (uint16_t)(rng_next(rng) >> rng_below(rng, 17));
    for (unsigned i = 0; i < PATH_RESPONSE; i++)
        in->response_observed[i] = (uint16_t)(rng_next(rng) >> rng_below(rng, 17));
    in->now = run->now;
    run->now += 1 + (out->quiet && rng_chance(rng, 1, 8) ? rng_below(rng, 5000) : 0);
    in->message_ready = rng_chance(rng, 3, 4);
    bus_drive(&run->bus, out, in, run->world.calm);
}

static void tell_difference(struct run *run, const struct block_out *out,
                            const struct block_out *other) {
    fprintf(run->said, "clock %" PRIu64 ": golden model and RTL differ\n", run->world.clock);
    path_diff_print(run->said, &out->path, &other->path);
    block_diff_print(run->said, out, other);
}

// One clock; false if something is wrong.
static bool run_clock(struct run *run) {
    static struct block_out out, other;
    static struct block_in in;
    struct world_truth truth;
    run->golden.show(run->golden.self, &out);
    if (run->rtl.self && run->world.clock > 0) {
        run->rtl.show(run->rtl.self, &other);
        // Padding is zero in both.
        if (memcmp((const char *)&out, (const char *)&other, sizeof out) != 0) {
            tell_difference(run, &out, &other);
            return false;
        }
    }
    if (run->world.clock > 3 && !monitor_hear(&run->monitor, &run->world, &out.path)) {
        fprintf(run->said, "clock %" PRIu64 ": %s\n", run->world.clock, run->monitor.text);
        return false;
    }
    const uint64_t clock = run->world.clock;
    world_drive(&run->world, &out.path, &in.path, &truth);
    monitor_drive(&run->monitor, &run->world, &in.path, &truth);
    if (subject_has_bus)
        drive_rest(run, &out, &in);
    if (run->log)
        path_log(run->log, &run->world.size, clock, &out.path, &in.path);
    run->listener.hear(run->listener.self, clock, &out, &in);
    if (run->check.findings > 0)
        return false;
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
        if (world_idle(&run->world)) {
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

static int lockstep(const struct options *options, const struct world_profile *profile) {
    static struct run run;
    struct path_size size;
    run.rtl = subject_rtl(&size);
    run.golden = subject_golden(&size);
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
    if (subject_has_bus)
        subject_settle(&run.world);
    bus_begin(&run.bus, &size, options->seed, profile->write);
    run.now = options->seed;
    monitor_begin(&run.monitor, &size);
    view_begin(&run.view, &size, subject_has_bus);
    check_begin(&run.check, run.said);
    view_add(&run.view, check_reader(&run.check));
    if (options->covers)
        view_add(&run.view, coverage_reader(options->coverage));
    run.listener = view_listener(&run.view);
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
    fprintf(stderr, "] [--log FILE|-] [--golden] [--coverage]\n");
    return 2;
}

int main(int argc, char **argv) {
    static struct coverage coverage;
    struct options options = {.clocks = 100000, .seed = 1, .coverage = &coverage};
    for (int i = 1; i < argc; i++) {
        const char *option = argv[i], *value = i + 1 < argc ? argv[i + 1] : "";
        if (strcmp(option, "--golden") == 0) {
            options.golden = true;
            continue;
        }
        if (strcmp(option, "--coverage") == 0) {
            options.covers = true;
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
    if (options.covers && known) {
        coverage_print(&coverage, subject_has_bus, stdout);
        coverage_missed(&coverage, subject_has_bus, stdout);
    }
    return known ? status : usage(options.profile);
}
