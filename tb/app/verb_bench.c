// semacredit bench: what scripts/bench/bench.py measures in this program (tb/bench).
#include "csim/base/interrupt.h"
#include "tb/app/verbs.h"
#include "tb/bench/benchmarks.h"

int verb_bench(struct options *options) {
    interrupt_disarm(); // there is nothing to say of half a measurement
    const struct settings *settings = &options->settings;
    return options->memory     ? bench_memory(settings, options->workload)
           : options->lockstep ? bench_lockstep(settings, options->workload)
                               : bench_simulate(settings, options->workload, options->steady);
}
