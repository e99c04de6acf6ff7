#!/usr/bin/env python3
"""Speeds and memory, each beside something well known.

usage: bench.py PROGRAM REPORT.csv [--lockstep | --memory] [--workload NAME] [--set KEY=VALUE]...

REPORT.csv: metric,value,unit. --lockstep: only the harness and lockstep, on a workload (random);
--memory: only peak memory, also of 100 million operations. Speeds are medians of rounds in which
everything runs by turns, so that a slow moment of the machine hits all.
"""
import argparse
import csv
import re
import statistics
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

MODEL = Path(__file__).with_name("model.py")
POLICY = "semacredit"
WORKLOADS = ["hbm_hotspot", "atomic", "response", "allreduce", "moe", "remote_read"]
ROUNDS = 5
# What a run of a domain is made of, and of one four times as long.
# Of 1,024 receivers less: there are a million pairs.
MOE = [("moe", receivers, "sim/moe.yaml", "operations={}", 20000 if receivers < 1024 else 2000)
       for receivers in (1, 8, 72, 1024)]
ALL = [("all_to_all", receivers, "sim/domains/paper.yaml", "collective_bytes={}",
        receivers << (20 if receivers < 1024 else 10)) for receivers in (8, 72, 1024)]


def median(values):
    return statistics.median_low(values)


def sets(settings):
    return [word for setting in settings for word in ("--set", setting)]


class Bench:
    """Figures of a program, as they are measured."""

    def __init__(self, arguments):
        self.program = arguments.program
        self.sets = sets(arguments.set)
        self.figures = []

    def add(self, metric, value, unit):
        self.figures.append((metric, f"{value:.6g}", unit))

    def said(self, command):
        done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
        if done.returncode != 0:
            sys.exit(done.stdout + f"bench: {' '.join(map(str, command))}: status "
                                   f"{done.returncode}")
        return done.stdout

    def rows(self, *options):
        """What `semacredit bench` prints."""
        text = self.said([self.program, "bench", *options, *self.sets])
        return [{name: float(value) for name, value in row.items()}
                for row in csv.DictReader(text.splitlines())]

    def run(self, workload, *settings):
        """What a run of the event simulator prints."""
        return self.said([self.program, "run", "--workload", workload, "--policy", POLICY,
                          *self.sets, *sets(settings)])

    def peak(self, workload, *settings):
        return self.rows("--memory", "--workload", workload, *sets(settings))[0]["peak_bytes"]

    # --- what is measured

    def memory(self, operations, part):
        spacing = int(self.rows("--workload", "moe", "--steady")[0]["spacing_ps"])
        less, more = (self.peak("moe", f"operations={count}", f"spacing_ps={spacing}")
                      for count in (operations // part, operations))
        print(f"Peak memory of 'semacredit run', moe in steady flow: {1e-6 * less:.1f} MB with "
              f"{operations // part} operations,\n{1e-6 * more:.1f} MB with {operations}.")
        self.add("peak_memory_bytes", more, "bytes")
        self.add("peak_memory_growth", more / less, "ratio")

    def domains(self):
        rates, sizes = {}, {}
        for number in range(ROUNDS):
            for name, receivers, workload, setting, length in MOE + ALL:
                settings = [f"receivers={receivers}", *["background_gap_ps=0"] *
                            (name == "all_to_all")]
                if number == 0:
                    sizes[name, receivers] = [
                        self.peak(workload, *settings, setting.format(times * length))
                        for times in (1, 4)]
                events, rate = re.search(r"(\d+) events, ([\d.]+) million/s", self.run(
                    workload, *settings, setting.format(length))).groups()
                rates.setdefault((name, receivers, events), []).append(1e6 * float(rate))
        one = None
        print("Domains: moe, 20000 operations at each receiver (2000 of 1024), and all to all, "
              f"1 MB a pair (1 kB),\ntasks checked; {ROUNDS} rounds, medians.\n  {'':12} "
              f"{'receivers':>9} {'events':>10} {'million events/s':>16} {'of one':>7} "
              f"{'peak, MB':>9} {'4 times':>9}")
        for (name, receivers, events), values in rates.items():
            rate, (size, more) = median(values), sizes[name, receivers]
            one = one or rate
            print(f"  {name:12} {receivers:9} {events:>10} {1e-6 * rate:16.2f} {rate / one:7.2f} "
                  f"{1e-6 * size:9.1f} {1e-6 * more:9.1f}")
            self.add(f"domain_{name}_{receivers}_events_per_s", rate, "events/s")
            self.add(f"domain_{name}_{receivers}_of_one", rate / one, "ratio")
            self.add(f"domain_{name}_{receivers}_peak_bytes", size, "bytes")

    def python(self, workload, row):
        """Seconds of the same run in Python."""
        settings = [f"{key}={row[key]:.0f}" for key in ("operations", "spacing_ps")]
        events, seconds = self.said([sys.executable, MODEL, "--rate", f"sim/{workload}.yaml",
                                     POLICY, *self.sets[1::2], *settings]).split()
        if int(events) != row["events"]:
            sys.exit(f"FAILED: bench: {workload}: {row['events']:.0f} events here, {events} in "
                     f"{MODEL}")
        return float(seconds)

    def simulator(self):
        """Events a second of the simulator, of the heap and of Python."""
        bouts = [(workload, shape) for workload in WORKLOADS for shape in ("burst", "steady")]
        rounds = {bout: [] for bout in bouts}
        for _ in range(ROUNDS):
            for workload, shape in bouts:
                row, = self.rows("--workload", workload, *(["--steady"] * (shape == "steady")))
                ours, heap, python = (row["events"] / seconds for seconds in (
                    row["seconds"], row["heap_seconds"], self.python(workload, row)))
                rounds[workload, shape].append((ours, heap, ours / heap, python, ours / python))
        medians = {bout: [median(column) for column in zip(*rows)] for bout, rows in rounds.items()}
        columns = list(zip(*medians.values()))
        mean = [statistics.geometric_mean(column) for column in columns]
        print(f"Event simulator, policy {POLICY}, 50000 operations, one core; million events/s, "
              "and ratios to a binary heap\nthat models nothing and to the same model in Python. "
              f"{ROUNDS} rounds, medians; means are geometric.\n  {'workload':12} {'shape':7} "
              f"{'simulator':>10} {'heap':>10} {'of heap':>9} {'Python':>10} {'of Python':>9}")
        for (workload, shape), row in [*medians.items(), (("all", "mean"), mean)]:
            print(f"  {workload:12} {shape:7} {1e-6 * row[0]:10.2f} {1e-6 * row[1]:10.2f} "
                  f"{row[2]:9.2f} {1e-6 * row[3]:10.2f} {row[4]:9.1f}")
        for (workload, shape), row in medians.items():
            self.add(f"events_per_s_{workload}_{shape}", row[0], "events/s")
        self.add("events_per_s", mean[0], "events/s")
        self.add("events_per_s_least", min(columns[0]), "events/s")
        self.add("events_vs_heap_floor", mean[2], "ratio")
        self.add("events_vs_python", mean[4], "ratio")
        self.add("events_vs_python_least", min(columns[4]), "ratio")
        self.add("heap_events_per_s", mean[1], "events/s")
        self.add("python_events_per_s", mean[3], "events/s")

    def decisions(self, workload):
        """Grants, rejections, repeats and denials of the RTL a clock."""
        with tempfile.NamedTemporaryFile("r") as commits:
            said = self.said([self.program, "run", "--workload", workload, "--admission", "rtl",
                              "--seed", "1", "--set", "operations=100000", *self.sets,
                              "--commits", commits.name])
            kinds = Counter(row["kind"] for row in csv.DictReader(open(commits.name)))
        clocks = int(re.search(r"clocks +(\d+)", said).group(1))
        decided = sum(kinds[kind] for kind in ("grant", "deny", "reject", "repeat"))
        self.add(f"decisions_per_clock_{workload}", decided / clocks, "decisions/clock")

    def lockstep(self, workload):
        rows = self.rows("--lockstep", "--workload", workload)
        for row in rows:
            row |= {f"{name}_ratio": row[name] / row["bare"] for name in ("harness", "lockstep")}
        of = {name: median([row[name] for row in rows]) for name in rows[0]}
        print(f"{len(rows)} rounds, tracing compiled in but off; medians. The harness is one "
              f"worker of 'semacredit cosim' on one core:\ntraffic, lockstep, checker and coverage "
              f"of {workload}. Lockstep and the bare model (inputs driven, outputs\nunread) replay "
              "recorded clocks with work offered in every one. Ratios are to the bare model in the "
              "same round.")
        first = len(self.figures)
        for metric, column, unit in (
                ("harness_cycles_per_s", "harness", "cycles/s"),
                ("harness_ratio", "harness_ratio", "ratio"),
                ("lockstep_operations_per_cpu_s", "operations", "operations/s"),
                ("lockstep_cycles_per_s", "lockstep", "cycles/s"),
                ("lockstep_ratio", "lockstep_ratio", "ratio"),
                ("bare_cycles_per_s", "bare", "cycles/s"),
                ("golden_cycles_per_s", "golden", "cycles/s")):
            self.add(metric, of[column], unit)
        for workload in ("random", "adversarial"):
            self.decisions(workload)
        for metric, value, unit in self.figures[first:]:
            print(f"  {metric:32} {float(value):14.4g} {unit}")

    # --- what is written

    def write(self, report):
        report.parent.mkdir(parents=True, exist_ok=True)
        rows = [("metric", "value", "unit"), *self.figures]
        report.write_text("".join(f"{','.join(row)}\n" for row in rows), encoding="utf-8")
        versions = report.with_name("versions.csv")
        others = versions.read_text(encoding="utf-8") if versions.exists() else "report,of\n"
        kept = [line for line in others.splitlines() if not line.startswith(f"{report.name},")]
        line = f'{report.name},"{self.said([self.program, "--version"]).strip()}"'
        versions.write_text("".join(f"{one}\n" for one in [*kept, line]), encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("program")
    parser.add_argument("report", type=Path)
    parser.add_argument("--lockstep", action="store_true")
    parser.add_argument("--memory", action="store_true")
    parser.add_argument("--workload", default="random")
    parser.add_argument("--set", action="append", default=[])
    arguments = parser.parse_args()
    bench = Bench(arguments)
    if not arguments.lockstep:
        bench.memory(*((10 ** 8, 100) if arguments.memory else (10 ** 7, 10)))
        bench.domains()
    if not arguments.lockstep and not arguments.memory:
        bench.simulator()
    if not arguments.memory:
        bench.lockstep(arguments.workload)
    bench.write(arguments.report)


if __name__ == "__main__":
    main()
