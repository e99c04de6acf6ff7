// Hunts mutants: which of them do short co-simulation runs notice?
// usage: hunt CONFIG_FOLDER OPERATIONS SEEDS [JOBS]      numbers of mutants on standard input, one
// a line
//
// Linked with a model that holds mutants (scripts/mutants.sh, scripts/mutants_c.sh). Every one of
// them runs the workloads in lockstep until something is wrong; then it is killed. Prints, in the
// order of the input, "NUMBER,CAUGHT_BY,WORKLOAD,SEED,CYCLE", with CAUGHT_BY empty for one that
// survived. Mutant 0, which is none, has to survive first. Status 1: it did not.
#define _GNU_SOURCE
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"
#include "mutant.h"
#include "progress.h"
#include "verbs.h"
#include "workers.h"

enum { MUTANTS_MAX = 8192, PLAN_MAX = 256, SECONDS_MOST = 30 };

// Set before a model is made: it asks only once.
int mutant = 0;

int mutant_number(void) {
    return mutant;
}

// What kills most comes first.
static const char *const order[] = {"adversarial", "random",    "atomic", "response",
                                    "hbm_hotspot", "allreduce", "moe",    "remote_read"};
enum { WORKLOADS = sizeof order / sizeof *order, PAPER = 2 /* the paper's begin */ };

struct verdict {
    bool killed;
    unsigned workload;
    uint64_t seed, cycle;
    char caught[CAUGHT_BYTES];
};

struct hunt {
    struct config configs[WORKLOADS];
    struct {
        unsigned workload;
        uint64_t seed;
    } plan[PLAN_MAX];
    unsigned runs;
    int mutants[MUTANTS_MAX];
    unsigned count;
    struct verdict *verdicts; // shared
    struct progress progress;
};

static bool plan_make(struct hunt *hunt, const char *folder, const char *operations,
                      unsigned long long seeds) {
    char set[64];
    snprintf(set, sizeof set, "operations=%s", operations);
    for (unsigned workload = 0; workload < WORKLOADS; workload++) {
        struct settings settings = {.directory = folder};
        if (workload < PAPER)
            settings.set[settings.sets++] = set;
        if (!settings_load(&settings, order[workload], &hunt->configs[workload]))
            return false;
    }
    for (uint64_t seed = 1; seed <= seeds; seed++)
        for (unsigned workload = 0; workload < (seed == 1 ? WORKLOADS : PAPER); workload++) {
            hunt->plan[hunt->runs].workload = workload;
            hunt->plan[hunt->runs++].seed = seed;
        }
    return true;
}

// Reads the numbers. False, with a line said: there is something else.
static bool read_mutants(struct hunt *hunt) {
    char line[32];
    hunt->mutants[hunt->count++] = 0;
    while (fgets(line, sizeof line, stdin)) {
        char *end;
        const long number = strtol(line, &end, 10);
        if (end == line || *end != '\n' || number <= 0 || number > UINT16_MAX ||
            hunt->count == MUTANTS_MAX) {
            fprintf(stderr, "hunt: expected a line for each mutant, at most %d: got '%s'\n",
                    MUTANTS_MAX - 1, line);
            return false;
        }
        hunt->mutants[hunt->count++] = (int)number;
    }
    return true;
}

static void hunt_one(struct hunt *hunt, struct verdict *verdict) {
    for (unsigned run = 0; run < hunt->runs && !verdict->killed; run++) {
        const unsigned workload = hunt->plan[run].workload;
        const struct check check = {.workload = order[workload],
                                    .config = &hunt->configs[workload],
                                    .seed = hunt->plan[run].seed,
                                    .kind = admitter_kind_find("lockstep"),
                                    .skip = true};
        struct check_outcome outcome;
        char error[REASON_BYTES];
        if (!check_run(&check, &outcome, error, sizeof error)) {
            verb_refuse("%s", error);
            _exit(STATUS_USAGE);
        }
        *verdict = (struct verdict){
            .killed = outcome.failed, .workload = workload, .seed = check.seed, outcome.cycle, ""};
        memcpy(verdict->caught, outcome.caught, sizeof verdict->caught);
    }
}

// In a process of its own, since a mutant of C may crash or never end.
static void hunt_apart(void *context, unsigned piece, unsigned job) {
    struct hunt *hunt = context;
    struct verdict *verdict = &hunt->verdicts[piece];
    (void)job;
    const pid_t child = fork();
    if (child == 0) {
        mutant = hunt->mutants[piece];
        setrlimit(RLIMIT_CPU, &(struct rlimit){SECONDS_MOST, SECONDS_MOST});
        hunt_one(hunt, verdict);
        _exit(STATUS_FINE);
    }
    int status = 0;
    if (child < 0 || waitpid(child, &status, 0) != child ||
        (WIFEXITED(status) && WEXITSTATUS(status) != STATUS_FINE)) {
        fprintf(stderr, "hunt: mutant %d could not be run\n", hunt->mutants[piece]);
        _exit(STATUS_USAGE);
    }
    if (WIFSIGNALED(status)) {
        verdict->killed = true;
        snprintf(verdict->caught, sizeof verdict->caught, "%s",
                 WTERMSIG(status) == SIGXCPU || WTERMSIG(status) == SIGKILL ? "never ended"
                                                                            : "crashed");
    }
}

static void print(const struct hunt *hunt) {
    for (unsigned i = 1; i < hunt->count; i++) {
        const struct verdict *verdict = &hunt->verdicts[i];
        if (verdict->killed)
            printf("%d,%s,%s,%" PRIu64 ",%" PRIu64 "\n", hunt->mutants[i], verdict->caught,
                   order[verdict->workload], verdict->seed, verdict->cycle);
        else
            printf("%d,,,,\n", hunt->mutants[i]);
    }
}

int main(int argc, char **argv) {
    program_path = "hunt";
    static struct hunt memory;
    struct hunt *const hunt = &memory;
    unsigned long long seeds, jobs = workers_default();
    if (argc < 4 || argc > 5) {
        fprintf(stderr, "usage: hunt CONFIG_FOLDER OPERATIONS SEEDS [JOBS] <NUMBERS\n");
        return STATUS_USAGE;
    }
    if (!verb_number("SEEDS", argv[3], 1, PLAN_MAX / WORKLOADS, &seeds) ||
        (argc > 4 && !verb_number("JOBS", argv[4], 1, WORKERS_MAX, &jobs)) ||
        !plan_make(hunt, argv[1], argv[2], seeds) || !read_mutants(hunt))
        return STATUS_USAGE;
    hunt->verdicts = workers_memory(MUTANTS_MAX * sizeof *hunt->verdicts);
    if (!hunt->verdicts)
        return STATUS_USAGE;
    const bool fine = workers_run(&(struct workers){
        .jobs = (unsigned)jobs, .pieces = hunt->count, .work = hunt_apart, .context = hunt});
    if (!fine) {
        fprintf(stderr, "hunt: a process died\n");
        return STATUS_FAILED;
    }
    if (hunt->verdicts[0].killed) {
        fprintf(stderr, "hunt: without a mutant it fails: %s\n", hunt->verdicts[0].caught);
        return STATUS_FAILED;
    }
    print(hunt);
    workers_forget(hunt->verdicts, MUTANTS_MAX * sizeof *hunt->verdicts);
    return STATUS_FINE;
}
