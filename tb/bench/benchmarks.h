// `semacredit bench`, what scripts/bench/bench.py measures in this program: rows of numbers on
// standard output, a heading first. Each returns an exit status; the reason of a failure has been
// printed.
#pragma once

#include "tb/cli/command.h"

// One of these, as the options say.
int verb_bench(struct options *options);

// The bare model, lockstep and the golden model over the same clocks of a workload, and the whole
// harness on that workload, by turns: a row a round, of clocks and operations a second of processor
// time.
int bench_lockstep(const struct settings *settings, const char *workload);

// The event simulator on a workload, semacredit, seed 0, and a heap that models nothing with the
// same events: a row. Steady: at nine tenths of what the bottleneck can serve; else as a burst.
int bench_simulate(const struct settings *settings, const char *workload, bool steady);

// The peak memory of `semacredit run` of a workload under semacredit, in a process of its own: a
// small one starts it, as what that has used is counted in.
int bench_memory(const struct settings *settings, const char *workload);
