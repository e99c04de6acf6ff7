#define _GNU_SOURCE
#include "hunt.h"

#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "csim/base/workers.h"
#include "mutant.h"
#include "tb/cli/settings.h"

// A mutant that takes so many times as long as none does, and a bit, never ends.
enum { MUTANTS_MAX = 8192, TIMES_AS_LONG = 5, SECONDS_LEAST = 1 };

// Set before a model is made: it asks only once.
int mutant = 0;

int mutant_number(void) {
    return mutant;
}

struct pack {
    const struct hunt *hunt;
    int mutants[MUTANTS_MAX];
    unsigned count;
    rlim_t seconds;           // of processor time, that a mutant may take at most
    struct verdict *verdicts; // shared
};

// Reads the numbers. False, with a line said: there is something else.
static bool read_mutants(struct pack *pack) {
    char line[32];
    while (fgets(line, sizeof line, stdin)) {
        char *end;
        const long number = strtol(line, &end, 10);
        if (end == line || *end != '\n' || number <= 0 || number > UINT16_MAX ||
            pack->count == MUTANTS_MAX) {
            fprintf(stderr, "hunt: expected a line for each mutant, at most %d: got '%s'\n",
                    MUTANTS_MAX, line);
            return false;
        }
        pack->mutants[pack->count++] = (int)number;
    }
    return true;
}

// In a process of its own, since a mutant of C may crash or never end. Returns the processor time
// that it took, in whole seconds, and one.
static rlim_t hunt_apart(const struct pack *pack, int number, struct verdict *verdict) {
    const pid_t child = fork();
    if (child == 0) {
        mutant = number;
        setrlimit(RLIMIT_CPU, &(struct rlimit){pack->seconds, pack->seconds});
        for (unsigned run = 0; run < pack->hunt->runs && !verdict->killed; run++)
            pack->hunt->run(pack->hunt->context, run, verdict);
        _exit(STATUS_FINE);
    }
    int status = 0;
    struct rusage usage = {0};
    if (child < 0 || wait4(child, &status, 0, &usage) != child ||
        (WIFEXITED(status) && WEXITSTATUS(status) != STATUS_FINE)) {
        fprintf(stderr, "hunt: mutant %d could not be run\n", number);
        _exit(STATUS_USAGE);
    }
    if (WIFSIGNALED(status)) {
        *verdict = (struct verdict){.killed = true, .run = "none"};
        snprintf(verdict->caught, sizeof verdict->caught, "%s",
                 WTERMSIG(status) == SIGXCPU || WTERMSIG(status) == SIGKILL ? "never ended"
                                                                            : "crashed");
    }
    return (rlim_t)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) + 1;
}

static void hunt_piece(void *context, unsigned piece, unsigned job) {
    const struct pack *pack = context;
    (void)job;
    hunt_apart(pack, pack->mutants[piece], &pack->verdicts[piece]);
}

// Hunts what is no mutant, which has to survive; how long that takes says what is too long.
static bool hunt_nothing(struct pack *pack) {
    struct verdict *const verdict = &pack->verdicts[0];
    pack->seconds = RLIM_INFINITY;
    pack->seconds = TIMES_AS_LONG * hunt_apart(pack, 0, verdict) + SECONDS_LEAST;
    if (verdict->killed)
        fprintf(stderr, "hunt: without a mutant it fails: %s\n", verdict->caught);
    return !verdict->killed;
}

static void print(const struct pack *pack) {
    for (unsigned i = 0; i < pack->count; i++) {
        const struct verdict *verdict = &pack->verdicts[i];
        if (verdict->killed)
            printf("%d,%s,%s,%" PRIu64 ",%" PRIu64 "\n", pack->mutants[i], verdict->caught,
                   verdict->run, verdict->seed, verdict->cycle);
        else
            printf("%d,,,,\n", pack->mutants[i]);
    }
}

int hunt_mutants(const struct hunt *hunt, unsigned jobs) {
    static struct pack memory;
    struct pack *const pack = &memory;
    pack->hunt = hunt;
    if (!read_mutants(pack))
        return STATUS_USAGE;
    pack->verdicts = workers_memory(MUTANTS_MAX * sizeof *pack->verdicts);
    if (!pack->verdicts)
        return STATUS_USAGE;
    int status = STATUS_FAILED;
    if (hunt_nothing(pack)) {
        if (workers_run(&(struct workers){
                .jobs = jobs, .pieces = pack->count, .work = hunt_piece, .context = pack})) {
            print(pack);
            status = STATUS_FINE;
        } else {
            fprintf(stderr, "hunt: a process died\n");
        }
    }
    workers_forget(pack->verdicts, MUTANTS_MAX * sizeof *pack->verdicts);
    return status;
}
