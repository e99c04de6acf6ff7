#!/usr/bin/python3 -B
"""Policies side by side, over the values of one key: a table, a CSV of the runs, a figure.

    compare.py -w moe --policy resource_byte,semacredit --set window_request_ns=250,500,1000

The first policy is the one that the others are compared with, seed by seed. A key with several
values is swept; others are set for all runs. The program's `sweep` makes the runs.
"""
import csv
import itertools
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import output
import sweep
import verdicts
from options import CONFIG_DIR, DECIDER, JOBS, Option, Parser, number

MEASURES = {"p99_small_ns": "P99 of latency-sensitive operations, ns",
            "goodput_gbps": "goodput, Gb/s"}
# Of a tree, else of what is installed.
TREE = Path(__file__).resolve().parents[2]
PROGRAM = next((path for path in (TREE / "build/semacredit", TREE.parents[0] / "../bin/semacredit")
                if path.exists()), Path("semacredit"))
OPTIONS = [
    Option("-w", "workload", "NAME", "a workload of sim/, FILE.yaml, or a file of tasks"),
    Option("-p", "policy", "NAME,...", "the policies; the others are compared with the first"),
    Option("-s", "set", "KEY=VALUE,...", "what is swept, or with one value set; may be repeated",
           list, []),
    Option("-n", "seeds", "N", "seeds 1 to N of each point (default 5)", number(1, 1000), 5),
    Option("-a", "admission", "WHO", "the block decides in the policies' place, where it can: "
           "golden, rtl or lockstep", DECIDER),
    CONFIG_DIR, JOBS,
    Option("", "program", "FILE", f"default: {PROGRAM}", default=str(PROGRAM)),
    Option("", "csv", "FILE", "write the runs there, all measures unrounded"),
    Option("", "plot", "FILE", "draw a figure (.svg, .png or .pdf)"),
    Option("", "cdf", "FILE", "draw how many operations take longer than so long, of all seeds")]


def plan_of(facts):
    """Its lines."""
    swept = [one.split("=", 1) for one in facts["set"] if re.search(r"=[^\[]*,", one)]
    if len(swept) > 1:
        raise ValueError("--set: expected one key with several values, found "
                         + ", ".join(key for key, _ in swept))
    key, values = swept[0] if swept else ("", "")
    common = [one for one in facts["set"] if not swept or one != f"{key}={values}"]
    common += [f"admission={facts['admission']}"] if "admission" in facts else []
    return [
        " ".join([f"compare,,{facts['workload']},{policy},{key},{value},{seed}", *common,
                  *([f"{key}={value}"] if key else [])])
        for value in values.split(",") for policy in facts["policy"].split(",")
        for seed in range(1, facts["seeds"] + 1)]


def cell(runs, point, base):
    """Mean and half of its 95 % interval of each measure, and its change against the base."""
    parts = []
    for column in MEASURES:
        at = runs.estimate(column, "value", point)
        parts.append(f"{at.mean:9.1f} ±{at.interval:<7.1f}")
        if point != base:
            change = runs.estimate(column, "change", point, base)
            parts.append(f"{change.mean:+7.1f} % ±{change.interval:<5.1f}")
    return " ".join(parts)


def table(runs, first):
    print("Mean of the seeds and half of its 95 % interval; change against the first policy, seed "
          f"by seed.\n{runs.parameter or '':20} {'policy':15} " + "; ".join(MEASURES.values()))
    for workload in runs.workloads:
        for value in runs.values:
            for policy in runs.policies:
                print(f"{value:20} {policy:15} " + cell(runs, (workload, policy, value),
                                                        (workload, first, value)))


def note_same(runs):
    """Says which values of the swept key give the same runs as the one before."""
    def measured(value):
        return [[run[column] for column in MEASURES] for (_, _, at), rows in runs.points.items()
                for run in rows if at == value]
    same = [f"{value} as {before}" for before, value in zip(runs.values, runs.values[1:])
            if measured(value) == measured(before)]
    if same:
        print(f"{runs.parameter}: the same runs with {', '.join(same)}")


def plot(runs, path):
    """A panel a measure: a line a policy over what is swept, with its interval."""
    import matplotlib
    matplotlib.use("Agg")
    from matplotlib import pyplot
    figure, axes = pyplot.subplots(1, len(MEASURES), figsize=(5 * len(MEASURES), 4),
                                   layout="constrained")
    places = range(len(runs.values))
    for panel, (column, what) in zip(axes, MEASURES.items()):
        for shift, policy in enumerate(runs.policies):
            at = [runs.estimate(column, "value", (runs.workloads[0], policy, value))
                  for value in runs.values]
            panel.errorbar([place + 0.04 * shift for place in places], [one.mean for one in at],
                           [one.interval for one in at], marker="o", capsize=3, label=policy)
        panel.set_xticks(places, runs.values)
        panel.set_xlabel(runs.parameter or "as configured")
        panel.set_ylabel(what)
        panel.set_ylim(0, 1.1 * panel.get_ylim()[1])
        panel.grid(axis="y", alpha=0.3)
        panel.legend()
    seeds = len(next(iter(runs.points.values())))
    figure.suptitle(f"{runs.workloads[0]}: mean of {seeds} seeds, bars: its 95 % interval")
    figure.savefig(path)


def latencies_ns(facts, policy):
    """Of each operation of all seeds: latency-sensitive ones, and bulk, in order."""
    found = [], []
    with tempfile.TemporaryDirectory(prefix="semacredit-") as folder:
        path = Path(folder, "latencies.csv")
        for seed in range(1, facts["seeds"] + 1):
            words = [facts["program"], "run", "-w", facts["workload"], "--policy", policy,
                     f"--seed={seed}", f"--latencies={path}",
                     *(f"--set={one}" for one in facts["set"]),
                     *(f"--{name.replace('_', '-')}={facts[name]}"
                       for name in ("admission", "config_dir") if name in facts)]
            if status := subprocess.run(words, stdout=subprocess.DEVNULL, check=False).returncode:
                sys.exit(status)
            with open(path, newline="", encoding="ascii") as file:
                for row in csv.DictReader(file):
                    found[row["urgent"] == "0"].append(int(row["latency_ps"]) / 1000)
    return [sorted(one) for one in found]


def plot_cdf(facts, path):
    """A panel a group, a line a policy: the part of its operations that takes longer than x."""
    import matplotlib
    matplotlib.use("Agg")
    from matplotlib import pyplot
    figure, axes = pyplot.subplots(1, 2, figsize=(10, 4), sharey=True, layout="constrained")
    for policy, style in zip(facts["policy"].split(","), itertools.cycle(("-", "--", "-.", ":"))):
        for panel, sample in zip(axes, latencies_ns(facts, policy)):
            panel.step(sample, [1 - at / len(sample) for at in range(len(sample))], where="pre",
                       linestyle=style,
                       label=f"{policy}, {len(sample)}")
    for panel, group in zip(axes, ("latency-sensitive", "bulk")):
        panel.set(xscale="log", yscale="log", xlabel="ns", title=group)
        panel.grid(alpha=0.3)
        panel.legend(title="policy, operations")
    axes[0].set_ylabel("part of operations that takes longer")
    figure.suptitle(f"{facts['workload']}: latency, {facts['seeds']} seeds")
    figure.savefig(path)


def main(words):
    parser = Parser("compare.py", __doc__, OPTIONS)
    facts = parser.read(words)
    for name in ("workload", "policy"):
        if name not in facts:
            parser.error(f"expected --{name}")
    if "cdf" in facts and any("," in one for one in facts["set"]):
        raise ValueError("--cdf: expected one value of each key")
    lines = plan_of(facts)
    options = [f"--config-dir={facts['config_dir']}"] if "config_dir" in facts else []
    rows = sweep.sweep(facts["program"], lines, *options, f"--jobs={facts['jobs']}",
                       "--name=compare")
    runs = verdicts.read_runs(rows.splitlines())["compare", ""]
    if "csv" in facts:
        output.write_file(Path(facts["csv"]), rows)
    table(runs, facts["policy"].split(",")[0])
    note_same(runs)
    if "plot" in facts:
        plot(runs, facts["plot"])
    if "cdf" in facts:
        plot_cdf(facts, facts["cdf"])


if __name__ == "__main__":
    sweep.arm()
    sweep.guard(main, sys.argv[1:])
