// Golden model and RTL of the whole block in lockstep, in surroundings that disturb, with software
// on its bus. Usage:
//   blockstep [--clocks N] [--seed N] [--profile NAME] [--golden] [--coverage]
//             [--waves FILE [--from CLOCK] [--to CLOCK]]
// A line for each profile; status 1 at the first difference, broken promise or failed assertion.
// --golden: without the RTL. --coverage: then what all profiles have met (coverage.h), and what
// not.
#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tb/block/bus.h"
#include "tb/block/check/check.h"
#include "tb/block/coverage/coverage.h"
#include "tb/block/dut/block_rtl.h"
#include "tb/block/fields.h"
#include "tb/block/models.h"
#include "tb/block/monitor.h"

struct options {
    uint64_t clocks, seed, from, to;
    const char *profile, *waves;
    bool golden, covers;
    struct coverage *coverage;
};

struct run {
    struct path_size size;
    struct block_model rtl, model; // `self` of rtl is NULL without; what runs
    struct pair pair;
    struct heard heard;
    struct view view;
    struct listener listener; // the view
    struct check check;
    struct world world;
    struct bus bus;
    struct monitor monitor;
};

// --- bringing up ------------------------------------------------------------------------------

// In a clock of reset: what is static, and what the surroundings must know of, is drawn, and
// written before anything is offered (surroundings.md, 10.4).
static void bring_up(struct world *world, struct bus *bus) {
    struct path_in *settings = &world->in;
    world->closed = true;
    settings->hold = rng_chance(&bus->rng, 1, 2) ? (uint16_t)rng_next(&bus->rng) : 0;
    settings->small_limit = rng_scaled(&bus->rng, world->size.wire_w);
    bus_want(bus, SEMACREDIT_HOLD, settings->hold);
    bus_want(bus, SEMACREDIT_SMALL_LIMIT, settings->small_limit);
    bus_want(bus, SEMACREDIT_QUANTUM_HBM, rng_scaled(&bus->rng, 4));
    bus_want(bus, SEMACREDIT_QUANTUM_TIME, rng_scaled(&bus->rng, 4));
    bus->hammers = rng_chance(&bus->rng, 1, 4);
    bus->not_heard = rng_chance(&bus->rng, 1, 4) ? 99 : 25;
    if (rng_chance(&bus->rng, 1, 2))
        bus_keep(bus, SEMACREDIT_MESSAGE_INTERVAL, rng_scaled(&bus->rng, 6));
    if (rng_chance(&bus->rng, 1, 2))
        bus_keep(bus, SEMACREDIT_AGE_LIMIT, rng_scaled(&bus->rng, 3));
    if (rng_chance(&bus->rng, 1, 2))
        return;
    const unsigned lanes = path_lanes(&world->size);
    const uint32_t enabled = UINT32_MAX >> (lanes < 32 ? 32 - lanes : 0);
    bus_keep(bus, SEMACREDIT_CALIBRATE_ENABLE, enabled);
    if (rng_chance(&bus->rng, 1, 2)) { // limits that are reached from both sides
        bus_keep(bus, SEMACREDIT_MULTIPLIER_MIN, 4096 - rng_scaled(&bus->rng, 11));
        bus_keep(bus, SEMACREDIT_MULTIPLIER_MAX, 4096 + rng_scaled(&bus->rng, 11));
    }
    if (bus->tunes) // its own way
        return;
    bus_keep(bus, SEMACREDIT_CLOCK_QUANTA, UINT32_C(1) << rng_below(&bus->rng, 16));
    bus_keep(bus, SEMACREDIT_TUNE_INTERVAL, rng_scaled(&bus->rng, 8));
    bus_keep(bus, SEMACREDIT_TUNE_ENABLE, enabled);
}

// --- running ----------------------------------------------------------------------------------

// Golden model and RTL agree, and no assertion has failed.
static bool agree(struct run *run) {
    const struct pair *pair = &run->pair;
    const char *const finding = run->rtl.self ? block_rtl_finding(&run->rtl) : NULL;
    if (pair->differs) {
        printf("clock %" PRIu64 ": golden model and RTL differ\n", pair->differs_clock);
        fields_print_differences(stdout, &run->size, &pair->dut_out, &pair->golden_out);
    } else if (finding) {
        printf("%s\n", finding);
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
        printf("clock %" PRIu64 ": %s\n", run->world.clock, run->monitor.truth.text);
        return false;
    }
    world_drive(&run->world, &out.path, &in.path, &truth);
    monitor_drive(&run->monitor, &run->world, &in.path, &truth);
    bus_surround(&run->bus, &out, &in, run->world.calm || run->world.closed);
    if (!in.path.rst_n)
        bring_up(&run->world, &run->bus);
    else if (bus_is_idle(&run->bus))
        run->world.closed = false;
    run->model.clock(run->model.self, &in);
    return run->check.findings == 0;
}

// Software reads all there is.
static bool sweep(struct run *run) {
    bus_sweep(&run->bus);
    while (!bus_has_swept(&run->bus))
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
    printf("clock %" PRIu64
           ": operations still wait or are held, long after the last disturbance\n",
           run->world.clock);
    check_end(&run->check, &run->view);
    return false;
}

static int refuse(const char *text) {
    fprintf(stderr, "blockstep: %s\n", text);
    return 2;
}

// The models: 0, or the status of what went wrong.
static int begin(struct run *run, const struct options *options) {
    memset(run, 0, sizeof *run);
    run->rtl = block_rtl_open(&run->size);
    run->model = block_golden_model(&run->size);
    if (!run->rtl.self || !run->model.self)
        return refuse("not enough memory");
    if (options->golden) {
        run->rtl.close(run->rtl.self);
        run->rtl.self = NULL;
        return 0;
    }
    run->model = pair_model(&run->pair, run->model, run->rtl);
    if (options->waves && !block_rtl_waves(&run->rtl, options->waves, options->from, options->to))
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
    bool well = true;
    for (uint64_t i = 0; well && i < options->clocks; i++)
        well = run_clock(run);
    well = well && run_out(run);
    printf("%s seed %" PRIu64 ": %" PRIu64 " clocks, %" PRIu64 " taken, %" PRIu64
           " granted, %" PRIu64 " denials, %" PRIu64 " rejected, %" PRIu64 " freed, %" PRIu64
           " repeats, %" PRIu64 " resets: %s\n",
           profile->name, options->seed, run->world.clock, run->world.taken, run->world.granted,
           run->monitor.denied, run->world.rejected, run->world.freed, run->world.repeats,
           run->world.resets, well ? "0 differences" : "FAILED");
    return well;
}

// The boundary is heard by the view, whose readers are checker and coverage.
static int lockstep(const struct options *options, const struct world_profile *profile) {
    static struct run run;
    const int status = begin(&run, options);
    if (status != 0)
        return status;
    view_begin(&run.view, &run.size);
    check_begin(&run.check, stdout);
    view_add(&run.view, check_reader(&run.check));
    if (options->covers)
        view_add(&run.view, coverage_reader(options->coverage));
    run.listener = view_listener(&run.view);
    run.model = heard_model(&run.heard, run.model, &run.listener, 1);
    const bool well = surround(&run, options, profile);
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
    fprintf(stderr, "blockstep: %s: expected [--clocks N] [--seed N] [--profile", what);
    for (unsigned i = 0; i < WORLD_PROFILE_COUNT; i++)
        fprintf(stderr, "%c%s", i ? '|' : ' ', WORLD_PROFILES[i].name);
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
    for (unsigned i = 0; i < WORLD_PROFILE_COUNT && status == 0; i++) {
        if (options.profile && strcmp(options.profile, WORLD_PROFILES[i].name) != 0)
            continue;
        known = true;
        status = lockstep(&options, &WORLD_PROFILES[i]);
    }
    if (options.covers && known) {
        coverage_print(&coverage, stdout);
        coverage_missed(&coverage, stdout);
    }
    return known ? status : usage(options.profile);
}
