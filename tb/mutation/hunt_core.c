// Hunts mutants of the decision core: which of them does its test notice? Both builds run the
// streams of tb/tests/core/core_streams.h, with an operation in most clocks.
// usage: hunt CONFIG_FOLDER OPERATIONS SEEDS [JOBS]      numbers of mutants on standard input
#include <stdio.h>
#include <string.h>

#include "csim/base/workers.h"
#include "hunt.h"
#include "tb/cli/settings.h"
#include "tb/tests/core/core_streams.h"

static void run_one(const void *context, unsigned run, struct verdict *verdict) {
    const unsigned long long *clocks = context;
    const enum core_build build = (enum core_build)(run % CORE_BUILDS);
    const unsigned stream = run / CORE_BUILDS % CORE_STREAMS;
    const uint64_t seed = 1 + run / (CORE_BUILDS * CORE_STREAMS);
    struct core_outcome outcome;
    core_stream_run(build, stream, seed, *clocks, &outcome);
    *verdict = (struct verdict){.killed = outcome.failed,
                                .run = core_stream_name(stream),
                                .seed = seed,
                                .cycle = outcome.clock};
    // What is expected and got may have a comma in it.
    snprintf(verdict->caught, sizeof verdict->caught, "core: %.*s", (int)strcspn(outcome.text, ","),
             outcome.text);
}

int main(int argc, char **argv) {
    enum { SEEDS_MAX = 64 };
    program_path = "hunt";
    unsigned long long operations, seeds, jobs = workers_default();
    if (argc < 4 || argc > 5) {
        fprintf(stderr, "usage: hunt CONFIG_FOLDER OPERATIONS SEEDS [JOBS] <NUMBERS\n");
        return STATUS_USAGE;
    }
    if (!verb_number("OPERATIONS", argv[2], 1, UINT32_MAX, &operations) ||
        !verb_number("SEEDS", argv[3], 1, SEEDS_MAX, &seeds) ||
        (argc > 4 && !verb_number("JOBS", argv[4], 1, WORKERS_MAX, &jobs)))
        return STATUS_USAGE;
    return hunt_mutants(&(struct hunt){.runs = (unsigned)seeds * CORE_STREAMS * CORE_BUILDS,
                                       .run = run_one,
                                       .context = &operations},
                        (unsigned)jobs);
}
