// semacredit: the program. A verb, then its options: two tables.
#include <argp.h>

#include "csim/base/interrupt.h"
#include "tb/app/verbs.h"
#include "tb/cli/result_file.h"

enum {
    COSIM = 1 << 0,
    RUN = 1 << 1,
    KEYS = 1 << 2,
    EXPLAIN = 1 << 3,
    REGRESS = 1 << 4,
    REPLAY = 1 << 5,
    SWEEP = 1 << 6,
    BENCH = 1 << 7,
    CONFIGURED = (1 << 8) - 1 - REPLAY,
    PARALLEL = COSIM | REGRESS | SWEEP
};
#define SCRIPT(verb, does)                                                                         \
    { .name = verb, .what = does, .script = verb_script }

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
    {REPLAY, "replay", "run a tape through the RTL and the golden model", verb_replay,
     .argument = "FILE", .tape = "the tape", .missing = "replay: expected the name of a tape",
     .help = "Plays what a tape recorded on the RTL and the golden model in lockstep, and "
             "compares the RTL with what was recorded."},
#if BUILD_IS_DEFAULT // what the event simulator does, it does at the paper's size
    {SWEEP, "sweep", "make the runs of a plan on all cores, a row of measures each", verb_sweep,
     LOADS_NOTHING, "[PLAN]", offsetof(struct options, argument), "PLAN",
     .help =
         "Makes the runs of PLAN, a file or '-', standard input (default), on all cores. A line "
         "is a run: experiment,loop,workload,policy,parameter,value,seed and, after blanks, "
         "what it changes: KEY=VALUE, operations_percent=N, counter_bits=N, "
         "admission=golden|rtl|lockstep (the block decides in the policy's place), clocked, "
         "subclasses. The first two columns, parameter and value are labels, or empty. "
         "scripts/paper/compare.py writes such a plan and makes a table and a figure of the "
         "rows."},
    SCRIPT("experiments", "run every experiment of the paper; each writes a CSV"),
    SCRIPT("claims", "compare the paper's published numbers with ours"),
    SCRIPT("agreement", "compare decisions of policy, golden model and RTL, one by one"),
    SCRIPT("clocks", "show the cost of the block's clock and the parts of each wait"),
    SCRIPT("steady", "run the workloads' shapes in steady state, open and closed loop"),
    SCRIPT("studies", "sweep what the paper leaves open: units, widths, grant messages"),
    SCRIPT("collectives", "run collectives of many GPUs under several policies"),
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
    {BENCH, "workload", 'w', "NAME", "what runs (default: random with --lockstep, else moe)",
     TEXT(workload)},
    {RUN | EXPLAIN, "admission", 'a', "WHO",
     "golden, rtl, or lockstep, which compares both (default)", TEXT(admission)},
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
    {COSIM, "quick", 0, FLAG(quick), .help = "a few seconds' worth: fewer seeds, shorter runs"},
    {COSIM, "seeds", 0, "N", "seeds of random and of adversarial (default 8)",
     NUMBER(seeds, 1, 256)},
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
    {RUN, "latencies", 0, "FILE",
     "with --policy: write a row for each operation, with the times of its steps, as CSV",
     WRITE(latencies)},
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
    {SWEEP, "csv", 0, "FILE", "write the rows there (default: standard output)", WRITE(csv),
     .usual = STANDARD_OUTPUT},
    {SWEEP, "agreement", 0, FLAG(agreement),
     .help =
         "each run by the policy, by the golden model and by the RTL in its place: the decisions "
         "must be the same, in the same order; no rows, but build/reports/agreement.csv"},
    {SWEEP, "points", 0, "FOLDER",
     "each run is a point of the study of collectives, of all its policies and seeds; what is done "
     "stays in FOLDER, and the same command goes on where it was killed",
     TEXT(points)},
    {SWEEP, "name", 0, "NAME", "what messages call the plan (default: sweep)", TEXT(name),
     .usual = "sweep"},
    {REGRESS | SWEEP, "share", 0, "I/N",
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
