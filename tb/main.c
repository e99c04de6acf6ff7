// semacredit: the program. A verb, then its options.
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "verbs.h"

static const struct verb {
    const char *name;
    const char *what;
    int (*main)(int argc, char **argv);
} verbs[] = {
    {"cosim", "run every workload with the RTL and the golden model in lockstep", verb_cosim},
    {"run", "run one workload or trace under a policy, on the golden model, the RTL, or both",
     verb_run},
    {"regress", "run many seeds in lockstep, in chunks, and report on them all", verb_regress},
    {"replay", "run a tape through the RTL and the golden model", verb_replay},
    {"experiments", "run every experiment of the paper, a CSV of each", verb_experiments},
    {"claims", "show the paper's numbers beside what is measured", verb_claims},
    {"steady", "run the workloads' shapes in steady state, open and closed loop", verb_steady},
    {"studies", "sweep what the paper leaves open: units, widths, grant messages", verb_studies},
    {"bench", "measure the speed of lockstep beside the bare Verilated model", verb_bench},
};

enum { VERBS = sizeof verbs / sizeof *verbs };

static void print_help(FILE *file) {
    fprintf(file, "usage: semacredit VERB [OPTION...]\n\n");
    for (unsigned i = 0; i < VERBS; i++)
        fprintf(file, "  %-11s %s\n", verbs[i].name, verbs[i].what);
    fprintf(file, "\n'semacredit VERB --help' tells more. Exit status: 0 fine, 1 a check failed, "
                  "2 usage or configuration.\n");
}

int main(int argc, char **argv) {
    argp_err_exit_status = STATUS_USAGE;
    program_path = argv[0];
    if (argc < 2)
        return verb_refuse("expected a verb: cosim, run, regress, replay, experiments, claims, "
                           "steady, studies or bench (see --help)");
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "help") == 0) {
        print_help(stdout);
        return STATUS_FINE;
    }
    for (unsigned i = 0; i < VERBS; i++)
        if (strcmp(argv[1], verbs[i].name) == 0)
            return verbs[i].main(argc - 1, argv + 1);
    return verb_refuse("unknown verb '%s': expected cosim, run, regress, replay, experiments, "
                       "claims, steady, studies or bench (see --help)",
                       argv[1]);
}
