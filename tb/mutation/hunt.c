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

#include "mutant.h"
#include "verbs.h"
#include "workers.h"

enum { MUTANTS_MAX = 8192, SECONDS_MOST = 30 };

// Set before a model is made: it asks only once.
int mutant = 0;

int mutant_number(void) {
    return mutant;
}

struct pack {
    const struct hunt *hunt;
    int mutants[MUTANTS_MAX];
    unsigned count;
    struct verdict *verdicts; // shared
};

// Reads the numbers. False, with a line said: there is something else.
static bool read_mutants(struct pack *pack) {
    char line[32];
    pack->mutants[pack->count++] = 0;
    while (fgets(line, sizeof line, stdin)) {
        char *end;
        const long number = strtol(line, &end, 10);
        if (end == line || *end != '\n' || number <= 0 || number > UINT16_MAX ||
            pack->count == MUTANTS_MAX) {
            fprintf(stderr, "hunt: expected a line for each mutant, at most %d: got '%s'\n",
                    MUTANTS_MAX - 1, line);
            return false;
        }
        pack->mutants[pack->count++] = (int)number;
    }
    return true;
}

// In a process of its own, since a mutant of C may crash or never end.
static void hunt_apart(void *context, unsigned piece, unsigned job) {
    struct pack *pack = context;
    struct verdict *verdict = &pack->verdicts[piece];
    (void)job;
    const pid_t child = fork();
    if (child == 0) {
        mutant = pack->mutants[piece];
        setrlimit(RLIMIT_CPU, &(struct rlimit){SECONDS_MOST, SECONDS_MOST});
        for (unsigned run = 0; run < pack->hunt->runs && !verdict->killed; run++)
            pack->hunt->run(pack->hunt->context, run, verdict);
        _exit(STATUS_FINE);
    }
    int status = 0;
    if (child < 0 || waitpid(child, &status, 0) != child ||
        (WIFEXITED(status) && WEXITSTATUS(status) != STATUS_FINE)) {
        fprintf(stderr, "hunt: mutant %d could not be run\n", pack->mutants[piece]);
        _exit(STATUS_USAGE);
    }
    if (WIFSIGNALED(status)) {
        *verdict = (struct verdict){.killed = true, .run = "none"};
        snprintf(verdict->caught, sizeof verdict->caught, "%s",
                 WTERMSIG(status) == SIGXCPU || WTERMSIG(status) == SIGKILL ? "never ended"
                                                                            : "crashed");
    }
}

static void print(const struct pack *pack) {
    for (unsigned i = 1; i < pack->count; i++) {
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
    if (!workers_run(&(struct workers){
            .jobs = jobs, .pieces = pack->count, .work = hunt_apart, .context = pack}))
        fprintf(stderr, "hunt: a process died\n");
    else if (pack->verdicts[0].killed)
        fprintf(stderr, "hunt: without a mutant it fails: %s\n", pack->verdicts[0].caught);
    else
        status = STATUS_FINE;
    if (status == STATUS_FINE)
        print(pack);
    workers_forget(pack->verdicts, MUTANTS_MAX * sizeof *pack->verdicts);
    return status;
}
