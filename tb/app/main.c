// semacredit: the program. A verb, then its options: two tables.
#include <argp.h>
#include <stdio.h>

#include "csim/base/interrupt.h"
#include "csim/base/workers.h"
#include "csim/policy/policy.h"
#include "tb/app/verbs.h"
#include "tb/bench/benchmarks.h"
#include "tb/cli/result_file.h"

enum {
    COSIM = 1 << 0,
    RUN = 1 << 1,
    KEYS = 1 << 2,
    EXPLAIN = 1 << 3,
    REGRESS = 1 << 4,
    AGREEMENT = 1 << 5,
    CLOCKS = 1 << 6,
    REPLAY = 1 << 7,
    EXPERIMENTS = 1 << 8,
    CHECKS = 1 << 9,
    STEADY = 1 << 10,
    STUDIES = 1 << 11,
    BENCH = 1 << 12,
    COLLECTIVES = 1 << 13,
    CONFIGURED = (1 << 14) - 1 - REPLAY,
    PARALLEL =
        COSIM | REGRESS | AGREEMENT | CLOCKS | EXPERIMENTS | CHECKS | STEADY | STUDIES | COLLECTIVES
};

static const struct verb verbs[] = {
    {COSIM, "cosim", "run every workload with the RTL and the golden model in lockstep", verb_cosim,
     .help = "Runs every workload with the RTL and the golden model in lockstep: compares all "
             "outputs in each clock, and checks every commit."},
    {RUN, "run", "run one workload or trace under a policy, on the golden model, the RTL, or both",
     verb_run, LOADS_STREAM,
     .missing = "run: expected --workload NAME (see 'semacredit run --help')",
     .help = "Runs one workload and checks it; --set changes its configuration."},
    {KEYS, "keys", "list all keys with value, origin, default, range and unit", verb_keys,
     LOADS_WORKLOAD, "[WORKLOAD]", offsetof(struct options, workload),
     .help = "Lists every key of a configuration with value, origin (a default, a line of a file, "
             "--set), default, range, unit and meaning. The list is a configuration, too: "
             "--workload FILE.yaml reads it."},
    {EXPLAIN, "explain", "show the life of one operation of a run, clock by clock", verb_explain,
     LOADS_RUN, "OP",
     .missing = "explain: expected OP, the number of an operation, and --workload NAME (see "
                "'semacredit explain --help')",
     .help = "Shows the life of operation OP, clock by clock: its offer, the lanes that refused it "
             "and by how much, the operations that passed it, its grant, its returns and its end. "
             "OP is its number in commits and reports."},
    {REGRESS, "regress", "run many seeds in lockstep, on one machine or many", verb_regress,
     .help = "Runs many seeds of the workloads with the RTL and the golden model in lockstep. "
             "build/regress gets a row for each run, so that the same command goes on where it was "
             "killed. build/reports/regress.csv has all rows, in order; `make regress` makes "
             "tables of it."},
#if BUILD_IS_DEFAULT // what the event simulator does, it does at the paper's size
    {AGREEMENT, "agreement", "compare decisions of policy, golden model and RTL, one by one",
     verb_agreement,
     .help = "Runs every experiment of the paper whose policy the admission block can replace "
             "(semacredit, oracle), and collectives of every domain, three times: with the policy, "
             "with the golden model and with the RTL, which has a sample of the domains. Simulated "
             "time stands still while the block works. The decisions must be the same, in the same "
             "order. build/reports/agreement.csv has a row for each run."},
    {CLOCKS, "clocks", "show the cost of the block's clock and the parts of each wait", verb_paper,
     .help = "Runs the paper's six workloads with the admission block instead of semacredit "
             "and of adaptive, in zero time and with clocks of 0.5 to 4 ns, and shows the cost of "
             "the clock and the parts of each wait, to the picosecond. "
             "build/results/clocks.csv has a row for each run."},
#endif
    {REPLAY, "replay", "run a tape through the RTL and the golden model", verb_replay,
     .argument = "FILE", .tape = "the tape", .missing = "replay: expected the name of a tape",
     .help = "Plays what a tape recorded on the RTL and the golden model in lockstep, and "
             "compares the RTL with what was recorded."},
#if BUILD_IS_DEFAULT
    {EXPERIMENTS, "experiments", "run every experiment of the paper; each writes a CSV", verb_paper,
     .help = "Runs every experiment of the paper and writes build/results/EXPERIMENT.csv, a row "
             "for each run, and build/results/figures/FIGURE.csv, a row for each point. The "
             "files are the same for any number of worker processes."},
    {CHECKS, "claims", "compare the paper's published numbers with ours", verb_paper,
     .help =
         "Compares each number that the paper publishes with the measured one. Writes "
         "build/results/claims.csv, of the paper's seeds, and claims_seeds.csv, of more. A miss "
         "is a result, not a failure."},
    {STEADY, "steady", "run the workloads' shapes in steady state, open and closed loop",
     verb_paper,
     .help = "Runs the shapes of the paper's workloads in steady state, open loop (Poisson "
             "arrivals at 10 to 120 per cent of the bottleneck's capacity) and closed loop, and "
             "lists the paper's conclusions that hold there. Writes "
             "build/results/steady.csv and steady_claims.csv."},
    {STUDIES, "studies", "sweep what the paper leaves open: units, widths, grant messages",
     verb_paper,
     .help = "Sweeps what the paper leaves open, for semacredit, on the paper's bursts and in a "
             "closed loop: units and width of the counters, interval of grant messages, "
             "initiators, slots of the arbiter. For lost answers, resets and changing windows the "
             "admission block runs in its own environment, in lockstep. Writes "
             "build/results/SWEEP.csv, a row for each run, and build/results/figures/SWEEP.csv, a "
             "row for each point."},
    {COLLECTIVES, "collectives", "run collectives of many GPUs under several policies",
     verb_collectives,
     .help = "Runs the study of collectives: all-to-all, all-reduce, all-gather and mixture of "
             "experts in the domains of sim/domains, under six policies. The same command goes on "
             "where it was killed. Writes build/results/collectives.runs.csv, "
             "collectives.points.csv and collectives.steps.csv."},
    {BENCH, "bench", "print raw speeds, a row a round: for scripts/bench/bench.py", verb_bench,
     .help = "Prints as CSV what `make bench` makes its tables of. With --lockstep: one worker of "
             "cosim, lockstep, the golden model and the bare Verilated model (inputs driven, "
             "outputs unread). With --memory: the peak of a run. Else the event simulator beside a "
             "bare binary heap."},
#endif
    {.name = NULL},
};

#define AT(field)    offsetof(struct options, field)
#define FLAG(field)  NULL, .kind = OPTION_FLAG, .at = AT(field)
#define TEXT(field)  .kind = OPTION_TEXT, .at = AT(field)
#define WRITE(field) .kind = OPTION_WRITE, .at = AT(field)
#define NUMBER(field, low, high)                                                                   \
    .kind = OPTION_NUMBER, .at = AT(field), .least = (low), .most = (high)

#define POLICY_NAMED(name) " " #name
#define POLICY_NAMES       POLICY_LIST(POLICY_NAMED)

// In the order in which files that are one are reported.
static const struct verb_option options[] = {
    {CONFIGURED, "config-dir", 'C', "DIR",
     "folder of the workloads' configurations (default: sim; where there is none, that beside the "
     "program)",
     TEXT(settings.directory)},
    {CONFIGURED, "set", 's', "KEY=VALUE", "change one key of the configuration; may be repeated",
     .kind = OPTION_SETTING, .at = AT(settings)},
    {PARALLEL, "jobs", 'j', "N", "worker processes (default: one for each core)",
     NUMBER(jobs, 1, WORKERS_MAX)},
    {RUN, "jobs", 'j', "N",
     "cores for lockstep, that of a domain's receivers included (default: all)",
     NUMBER(jobs, 1, WORKERS_MAX)},

    // Of what runs.
    {RUN, "workload", 'w', "NAME", SUBJECT_HELP STREAM_HELP, TEXT(workload)},
    {EXPLAIN, "workload", 'w', "NAME", SUBJECT_HELP, TEXT(workload)},
    {KEYS, "workload", 'w', "NAME", "the same as an argument: " SUBJECT_HELP, TEXT(workload)},
    {COSIM, "workload", 'w', "NAME,...",
     "only these workloads, by name or as FILE.yaml; their reports are "
     "build/reports/cosim_selected.csv, bins_selected.csv and never_met_selected.csv",
     TEXT(workload)},
    {AGREEMENT, "workload", 'w', "FILE,...",
     "only these, files of tasks: .xml, .goal, .cm, traces of a domain", TEXT(workload)},
    {BENCH, "workload", 'w', "NAME", "what runs (default: random)", TEXT(workload),
     .usual = "random"},
    {RUN | EXPLAIN, "admission", 'a', "WHO",
     "golden, rtl, or lockstep, which compares both (default)", TEXT(admission)},
    {CLOCKS, "admission", 'a', "WHO", "golden, rtl (default), or lockstep", TEXT(admission),
     .usual = "rtl"},
    {EXPERIMENTS, "admission", 'a', "WHO",
     "golden, rtl or lockstep: the block decides instead of semacredit, adaptive_window and "
     "oracle; files in build/results/WHO/",
     TEXT(admission)},
    {EXPERIMENTS, "clock", 'c', "NS",
     "with --admission: its clock's period, at most 3 decimals; without it, simulated time stands "
     "still while it decides; files in build/results/WHO_NSns/",
     TEXT(clock)},
    {RUN, "policy", 0, "NAME",
     "a policy of the event simulator:" POLICY_NAMES "; beside --admission, the block decides "
     "instead of semacredit, adaptive or oracle: in zero time, or with --set mode=clocked",
     TEXT(policy_name)},
    {EXPLAIN, "policy", 0, "NAME",
     "as of run: a policy of the event simulator; beside --admission, the block in its place",
     TEXT(policy_name)},
    {RUN, "rtl-receivers", 0, "LIST",
     "with --policy and --admission in a domain: the receivers with a block, 'all' (default) or "
     "numbers and ranges like 0,3,5-7; the policy decides at the others",
     TEXT(rtl_receivers)},
    {RUN | EXPLAIN, "seed", 'S', "N", "0 is the unperturbed trace (default)",
     NUMBER(seed, 0, UINT64_MAX)},
    {RUN, "hash", 0, FLAG(hash),
     .help = "print a hash of the commit stream and, with --policy, the measures"},
    {RUN, "show-config", 0, FLAG(show_config),
     .help = "run nothing: print every key of this run as `keys` does, as a file for --workload "
             "FILE.yaml"},
    {COLLECTIVES, "quick", 0, FLAG(quick), .help = "a small sample of the points"},
    {COSIM, "quick", 0, FLAG(quick), .help = "a few seconds' worth: fewer seeds, shorter runs"},
    {COSIM, "seeds", 0, "N", "seeds of random and of adversarial (default 8)",
     NUMBER(seeds, 1, 256)},
    {CHECKS, "seeds", 0, "N", "seeds of claims_seeds.csv, at least 5 (default 100)",
     NUMBER(seeds, 5, 1000), .usual = "100"},
    {AGREEMENT | EXPERIMENTS, "only", 'o', "NAME", "only this experiment", TEXT(only)},
    {STUDIES, "only", 'o', "NAME", "only this sweep", TEXT(only)},
    {STEADY, "operations", 'n', "N", "operations measured in each replication (default 300000)",
     NUMBER(operations, 100, 2000000), .usual = "300000"},
    {STEADY, "replications", 'r', "N", "replications of each point, 2 or more (default 4)",
     NUMBER(replications, 2, 64), .usual = "4"},
    {STUDIES, "operations", 'n', "N",
     "operations measured in each run of a closed loop (default 30000), and a fifth as many in "
     "a run of the block",
     NUMBER(operations, 100, 2000000), .usual = "30000"},
    {STUDIES, "replications", 'r', "N", "replications of each point (default 5)",
     NUMBER(replications, 1, 64), .usual = "5"},
    {BENCH, "memory", 0, FLAG(memory), .help = "measure the peak memory of a run"},
    {BENCH, "lockstep", 0, FLAG(lockstep),
     .help = "measure the harness, lockstep and the bare model"},
    {BENCH, "steady", 0, FLAG(steady),
     .help = "operations of the event simulator come at nine tenths of what it can serve, in place "
             "of all at once"},

    // Files.
    {RUN, "csv", 0, "FILE",
     "with --policy: write the run's measures as CSV; there 'small' are latency-sensitive "
     "operations",
     WRITE(csv)},
    {RUN, "commits", 0, "FILE", "write the commit stream as CSV", WRITE(commits)},
    {RUN, "blocked", 0, "FILE",
     "write each refusal by a lane, with the holders of its debt, as CSV; print a table, too",
     WRITE(refusals)},
    {RUN, "tape", 0, "FILE", "record every clock (gzip if the name ends in .gz)", WRITE(tape)},
    {RUN, "trace", 0, "FILE",
     "record the operations, for --workload FILE (gzip if the name ends in .gz)", WRITE(trace)},
    {RUN, "wave", 0, "FILE",
     "write waves of the RTL (FST), idle clocks included, and a view for GTKWave beside them",
     WRITE(wave), .has_view = true},

    // Of a plan.
    {REGRESS, "seeds", 0, "N|A-B", "the first N seeds, or from seed A to seed B (default 1-10000)",
     TEXT(seed_range), .usual = "1-10000"},
    {REGRESS, "workload", 'w', "NAME,...", "only these workloads (default: all)", TEXT(workload),
     .usual = "all"},
    {REGRESS, "operations", 'n', "N", "of a run of random or adversarial (default 5000)",
     NUMBER(operations, 1, 1000000000), .usual = "5000"},
    {REGRESS | COLLECTIVES, "share", 0, "I/N",
     "only the I-th of N shares of the runs, and no report: with the same options, each on any "
     "machine that sees this folder; without --share, what is missing then is run, and reported",
     TEXT(share)},
    {.verbs = 0},
};

int main(int argc, char **argv) {
    standard_open();
    argp_err_exit_status = STATUS_USAGE;
    program_path = argv[0];
    interrupt_arm();
    const int status = standard_close(command_run(verbs, options, argc, argv));
    if (!interrupted())
        return status;
    fputs("semacredit: interrupted\n", stderr);
    return 128 + interrupted();
}
