#!/usr/bin/env python3
"""The verbs of build/semacredit that run experiments: plans their runs (plan.py), has the program's
`sweep` make them, computes and prints. The program becomes this script.

usage: paper.py PROGRAM DEPTH POLICIES VERB [OPTION]...
       DEPTH: reservations of its RTL; POLICIES: all that it has, with ',' behind each
"""
import subprocess
import sys
import time

import claims
import collective_points
import experiments
import plan
import steady
import studies
import sweep
import verdicts
from options import CONFIG_DIR, DECIDER, JOBS, Option, Parser, number

COMMON = [CONFIG_DIR, JOBS, Option("-s", "set", "KEY=VALUE", "change one key of the configuration; "
                                   "may be repeated", list, [])]
ONLY = Option("-o", "only", "NAME", "only this experiment")
SHARE = Option("", "share", "I/N", "only the I-th of N shares of the points, and no report: with "
               "the same options, each on any machine that sees this folder; without --share, what "
               "is missing then is run, and reported")
OPERATIONS, REPLICATIONS = number(100, 2000000), "replications of each point"
# What each verb does, and its options.
VERBS = {
    "experiments": (
        "Runs every experiment of the paper and writes build/results/EXPERIMENT.csv, a row for "
        "each run, and build/results/figures/FIGURE.csv, a row for each point. The files are the "
        "same for any number of worker processes.",
        [Option("-a", "admission", "WHO", "golden, rtl or lockstep: the block decides instead "
                "of semacredit, adaptive_window and oracle; files in build/results/WHO/", DECIDER),
         Option("-c", "clock", "NS", "with --admission: its clock's period, at most 3 decimals; "
                "without it, simulated time stands still while it decides; files in "
                "build/results/WHO_NSns/"), ONLY]),
    "claims": (
        "Compares each number that the paper publishes with the measured one. Writes "
        "build/results/claims.csv, of the paper's seeds, and claims_seeds.csv, of more. A miss is "
        "a result, not a failure.",
        [Option("", "seeds", "N", "seeds of claims_seeds.csv, at least 5 (default 100)",
                number(5, 1000), 100)]),
    "agreement": (
        "Runs every experiment of the paper whose policy the admission block can replace "
        "(semacredit, oracle), and collectives of every domain, three times: with the policy, with "
        "the golden model and with the RTL, which has a sample of the domains. Simulated time "
        "stands still while the block works. The decisions must be the same, in the same order. "
        "build/reports/agreement.csv has a row for each run.",
        [ONLY, Option("-w", "workload", "FILE,...", "only these, files of tasks: .xml, .goal, .cm, "
                      "traces of a domain")]),
    "clocks": (
        "Runs the paper's six workloads with the admission block instead of semacredit and of "
        "adaptive, in zero time and with clocks of 0.5 to 4 ns, and shows the cost of the clock. "
        "build/results/clocks.csv has a row for each run.",
        [Option("-a", "admission", "WHO", "golden, rtl (default), or lockstep", DECIDER, "rtl")]),
    "steady": (
        "Runs the shapes of the paper's workloads in steady state, open loop (Poisson arrivals at "
        "10 to 120 per cent of the bottleneck's capacity) and closed loop, and lists the paper's "
        "conclusions that hold there. Writes build/results/steady.csv and steady_claims.csv.",
        [Option("-n", "operations", "N", "operations measured in each replication (default "
                "300000)", OPERATIONS, 300000),
         Option("-r", "replications", "N", f"{REPLICATIONS}, 2 or more (default 4)", number(2, 64),
                4)]),
    "studies": (
        "Sweeps what the paper leaves open, for semacredit, on the paper's bursts and in a closed "
        "loop: units and width of the counters, interval of grant messages, initiators, slots of "
        "the arbiter. For lost answers, resets and changing windows the admission block runs in "
        "its own environment, in lockstep. Writes build/results/SWEEP.csv, a row for each run, and "
        "build/results/figures/SWEEP.csv, a row for each point.",
        [ONLY._replace(help="only this sweep"),
         Option("", "quick", "", "not those of the block in its environment, the longest"),
         Option("-n", "operations", "N", "operations measured in each run of a closed loop "
                "(default 30000), and a fifth as many in a run of the block", OPERATIONS, 30000),
         Option("-r", "replications", "N", f"{REPLICATIONS} (default 5)", number(1, 64), 5)]),
    "collectives": (
        "Runs the study of collectives: all-to-all, all-reduce, all-gather and mixture of experts "
        "in the domains of sim/domains, under nine policies. The same command goes on where it was "
        "killed. From 128 GPUs on a point is one seed of semacredit and aggregate. Writes "
        "build/results/collectives.runs.csv, collectives.points.csv and collectives.steps.csv.",
        [Option("", "quick", "", "a small sample of the points"),
         Option("", "scale", "", "only those of the table from 8 to 1,024 GPUs"), SHARE])}
ABSENT = dict.fromkeys("config_dir only admission clock workload share quick scale".split(), "")
TELL = {"experiments": experiments.tell, "steady": steady.tell, "studies": studies.tell,
        "clocks": experiments.tell_clocks}


def keys_of(program, workload, configured):
    """A workload's configuration."""
    return subprocess.run([program, "keys", workload, *configured], check=True, text=True,
                          stdout=subprocess.PIPE).stdout


def main(program, depth, policies, verb, *words):
    facts = {**ABSENT, **Parser(f"semacredit {verb}", VERBS[verb][0],
                                  [*COMMON, *VERBS[verb][1]]).read(words),
             "depth": int(depth), "policies": policies.rstrip(",").split(",")}
    configured = [f"--set={one}" for one in facts["set"]]
    configured += [f"--config-dir={facts['config_dir']}"] if facts["config_dir"] else []
    options = [*configured, f"--jobs={facts['jobs']}", f"--name={verb}"]
    if verb == "agreement":
        options.append("--agreement")
    if verb == "collectives":
        options += ["--points=build/collectives"]
        options += [f"--share={facts['share']}"] if facts["share"] else []
    begin, lines = time.monotonic(), plan.lines(verb, facts)
    rows = sweep.sweep(program, lines, *options).splitlines()
    facts["seconds"] = time.monotonic() - begin
    if verb == "collectives" and rows:
        collective_points.tell(rows)
    elif verb == "claims":
        workloads = dict.fromkeys(line.split(",")[2] for line in lines)
        claims.tell(verdicts.read_runs(rows), {
            workload: keys_of(program, workload, configured) for workload in workloads})
    elif verb in TELL:
        TELL[verb](verdicts.read_runs(rows), facts)


if __name__ == "__main__":
    sweep.arm()
    sweep.guard(main, *sys.argv[1:])
