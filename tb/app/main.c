// semacredit: the program. A verb, then its options.
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "csim/base/interrupt.h"
#include "csim/base/nearest.h"
#include "tb/cli/standard.h"
#include "tb/cli/verbs.h"
#include "tb/cosim/version.h"

static const struct verb {
    const char *name;
    const char *what;
    int (*main)(int argc, char **argv);
} verbs[] = {
    {"cosim", "run every workload with the RTL and the golden model in lockstep", verb_cosim},
    {"run", "run one workload or trace under a policy, on the golden model, the RTL, or both",
     verb_run},
    {"keys", "list what can be configured, with ranges, values and where these come from",
     verb_keys},
    {"explain", "tell the life of one operation of a run, clock by clock", verb_explain},
    {"regress", "run many seeds in lockstep, in chunks, and report on them all", verb_regress},
    {"agreement", "compare decisions of policy, golden model and RTL, one by one", verb_agreement},
    {"clocks", "show what the block's clock costs, and what operations waited for", verb_clocks},
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
                  "2 usage, configuration or what cannot be written, 130 and 143 interrupted.\n");
}

// Says which verbs there are.
static int refuse_verb(const char *what, const char *name) {
    char names[200] = "";
    size_t used = 0;
    for (unsigned i = 0; i < VERBS; i++)
        used += (size_t)snprintf(names + used, sizeof names - used, "%s%s",
                                 i == 0           ? ""
                                 : i == VERBS - 1 ? " or "
                                                  : ", ",
                                 verbs[i].name);
    struct nearest nearest = nearest_start(name, strlen(name));
    for (unsigned i = 0; i < VERBS; i++)
        nearest_try(&nearest, verbs[i].name);
    if (nearest.best)
        return verb_refuse("%s '%s', did you mean %s? (see --help)", what, name, nearest.best);
    return *name ? verb_refuse("%s '%s': expected %s (see --help)", what, name, names)
                 : verb_refuse("%s: %s (see --help)", what, names);
}

static int verb_main(int argc, char **argv) {
    if (argc < 2)
        return refuse_verb("expected a verb", "");
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 ||
        strcmp(argv[1], "help") == 0) {
        print_help(stdout);
        return STATUS_FINE;
    }
    if (strcmp(argv[1], "--version") == 0) {
        printf("%s\n", version_line());
        return STATUS_FINE;
    }
    for (unsigned i = 0; i < VERBS; i++)
        if (strcmp(argv[1], verbs[i].name) == 0)
            return verbs[i].main(argc - 1, argv + 1);
    return refuse_verb("unknown verb", argv[1]);
}

int main(int argc, char **argv) {
    standard_open();
    argp_err_exit_status = STATUS_USAGE;
    program_path = argv[0];
    interrupt_arm();
    const int status = standard_close(verb_main(argc, argv));
    if (!interrupted())
        return status;
    fputs("semacredit: interrupted\n", stderr);
    return 128 + interrupted();
}
