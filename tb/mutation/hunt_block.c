// Hunts mutants of the admission block, and of its golden model: which of them do co-simulation
// runs notice? The workloads run in lockstep until something is wrong; then drawn traffic runs from
// drawn states, where the RTL of this program can begin in one.
// usage: hunt CONFIG_FOLDER OPERATIONS SEEDS [JOBS]      numbers of mutants on standard input
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "csim/base/workers.h"
#include "hunt.h"
#include "tb/cli/settings.h"
#include "tb/cosim/version.h"
#include "tb/dut/rtl.h"
#include "tb/regress/checked_run.h"

// What kills most comes first.
static const char *const order[] = {"adversarial", "random",    "atomic", "response",
                                    "hbm_hotspot", "allreduce", "moe",    "remote_read"};
// With the setting that repeats them.
static const char *const begun_order[] = {"adversarial begin_percent=100",
                                          "random begin_percent=100"};
enum {
    WORKLOADS = sizeof order / sizeof *order,
    PAPER = 2 /* the paper's begin */,
    BEGINS = 10 /* of a workload and seed, from drawn states */,
    SEEDS_MAX = 32,
    PLAN_MAX = (WORKLOADS + PAPER * BEGINS) * SEEDS_MAX
};

struct plan {
    struct config configs[WORKLOADS], begun[PAPER];
    struct {
        const struct config *config;
        unsigned workload;
        uint64_t seed;
    } run[PLAN_MAX];
    unsigned runs;
};

static void plan_add(struct plan *plan, unsigned workload, bool begins, uint64_t seed) {
    plan->run[plan->runs].config = begins ? &plan->begun[workload] : &plan->configs[workload];
    plan->run[plan->runs].workload = workload;
    plan->run[plan->runs++].seed = seed;
}

static bool plan_make(struct plan *plan, const char *folder, const char *operations,
                      unsigned long long seeds) {
    char set[64];
    snprintf(set, sizeof set, "operations=%s", operations);
    for (unsigned workload = 0; workload < WORKLOADS; workload++) {
        struct settings settings = {.directory = folder};
        if (workload < PAPER)
            settings.set[settings.sets++] = set;
        if (!settings_load(&settings, order[workload], &plan->configs[workload]))
            return false;
    }
    for (unsigned workload = 0; workload < PAPER; workload++) {
        plan->begun[workload] = plan->configs[workload];
        plan->begun[workload].begin_percent = 100;
        plan->begun[workload].operations /= BEGINS;
    }
    for (uint64_t seed = 1; seed <= seeds; seed++)
        for (unsigned workload = 0; workload < (seed == 1 ? WORKLOADS : PAPER); workload++)
            plan_add(plan, workload, false, seed);
    if (rtl_can_begin((unsigned)plan->begun[0].depth))
        for (uint64_t seed = 1; seed <= BEGINS * seeds; seed++)
            for (unsigned workload = 0; workload < PAPER; workload++)
                plan_add(plan, workload, true, seed);
    return true;
}

static void run_one(const void *context, unsigned run, struct verdict *verdict) {
    const struct plan *plan = context;
    const unsigned workload = plan->run[run].workload;
    const struct checked_run checked = {.workload = order[workload],
                                        .config = plan->run[run].config,
                                        .seed = plan->run[run].seed,
                                        .kind = admitter_kind_find("lockstep"),
                                        .skip = true};
    struct checked_outcome outcome;
    struct text_error error;
    if (!checked_run_do(&checked, &outcome, &error)) {
        verb_refuse("%s", error.text);
        _exit(STATUS_USAGE);
    }
    *verdict = (struct verdict){.killed = outcome.failed,
                                .run = checked.config->begin_percent ? begun_order[workload]
                                                                     : order[workload],
                                .seed = checked.seed,
                                .cycle = outcome.cycle};
    memcpy(verdict->caught, outcome.caught, sizeof verdict->caught);
}

int main(int argc, char **argv) {
    program_path = "hunt";
    static struct plan plan;
    unsigned long long seeds, jobs = workers_default();
    if (argc < 4 || argc > 5) {
        fprintf(stderr, "usage: hunt CONFIG_FOLDER OPERATIONS SEEDS [JOBS] <NUMBERS\n");
        return STATUS_USAGE;
    }
    if (!verb_number("SEEDS", argv[3], 1, SEEDS_MAX, &seeds) ||
        (argc > 4 && !verb_number("JOBS", argv[4], 1, WORKERS_MAX, &jobs)) ||
        !plan_make(&plan, argv[1], argv[2], seeds))
        return STATUS_USAGE;
    return hunt_mutants(&(struct hunt){.runs = plan.runs, .run = run_one, .context = &plan},
                        (unsigned)jobs);
}
