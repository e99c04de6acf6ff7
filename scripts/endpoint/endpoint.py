#!/usr/bin/env python3
"""The endpoint with initiators, links and memories: admissions by case, windows around the rule.

usage: endpoint.py PROGRAM READ_CHANNEL RESULTS [--litedram LIBRARY] [--operations N] [--seed N]
                   [--memory banks|litedram]

Writes RESULTS/endpoint.csv and prints its tables. Windows are those of the datasheet's rule, by
what is measured first. Status 1: a byte, the golden model, a rule of the block or the end of a run
is wrong.
"""
import argparse
import csv
import math
import os
import re
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

CASES = re.findall(r'\{"(\w+)", \d', Path(__file__).parents[2].joinpath(
    "tb/endpoint/operations.c").read_text("utf-8"))
ADMISSIONS = "open", "resource_byte", "vector"
SERVICES = "calibrated", "calibrated_unknown", "calibrated_latency"
SWEPT = "hot", "incast", "mixed"
PERCENT = 25, 50, 75, 100, 150, 200, 400
QUANTA = 16      # of a clock
RETURN = 11      # clocks from a completion to the next grant (rtl/spec/pipeline.md)
LONGEST = 4096   # bytes of an operation
HEADER = 64      # quanta that a response has the link besides its bytes
OPERATIONS = 25000
SHARE = dict.fromkeys(CASES, 1) | {"atomic": 5}  # more where each takes few clocks
MEMORIES = "banks", "litedram", "banks_read_channel", "litedram_read_channel"
SMALLER = 4  # of the operations one is run with all but the first


def run(program, *options):
    """Status and output of a run."""
    done = subprocess.run([program, *map(str, options)], text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL, check=False)
    return done.returncode, done.stdout


def measure(program, *options):
    """Clocks from grant to return, and quanta of service, of each kind; bytes in a quantum."""
    status, out = run(program, *options, "--faults", 0, "--dead", 0)
    if status:
        sys.exit(f"endpoint: {out}")
    numbers = list(map(float, out.split(",")))
    return numbers[0:6:2], numbers[1:6:2], numbers[6]


def rule(rate, trip, demand):
    """Rate times round trip, rounded up to whole operations, and two more."""
    return (math.ceil(rate * (trip + RETURN) / demand) + 2) * demand


def windows(program, *memory):
    """Of a partition in bytes, of engines in quanta: by one operation at a time, and a partition
    that always has some. And the quanta in which that executes 4,096 bytes;
    and the starvation bound: clocks for which an operation waits behind a whole window."""
    def alone(case):
        return measure(program, *memory, "--case", case, "--operations", 200, "--alone")

    write, read = alone("hot")[0][0], alone("incast")[0][2]
    trips, services, _ = alone("atomic")
    rate = measure(program, *memory, "--case", "hot", "--operations", 2000, "--urgent", 0,
                   "--admission", "open", "--measure")[2] * QUANTA
    print(f"measured: a write {write:.0f} clocks from grant to return, an Atomic {trips[1]:.0f}, a "
          f"response {read:.0f}; a busy partition {rate:.2f} bytes a clock, an Atomic "
          f"{services[1] / QUANTA:.1f} clocks")
    partition = rule(rate, write, LONGEST)
    # A read holds its response engine while it waits behind a whole window of its partition.
    return (partition, rule(QUANTA, trips[1], round(services[1])),
            rule(QUANTA, read + partition / rate, LONGEST + HEADER)), round(4096 * QUANTA / rate), \
        math.ceil(write + partition / rate)


def table(head, rows):
    """Columns as wide as they need, the first to the left."""
    wide = [max(len(str(row[i])) for row in [head, *rows]) for i in range(len(head))]
    for row in [head, *rows]:
        print("  ".join(f"{cell:<{w}}" if i == 0 else f"{cell:>{w}}"
                        for i, (cell, w) in enumerate(zip(row, wide))))


def show(rows, key, names):
    """Rows beside the one that their case is compared with."""
    print()
    table(["case", key, "urgent P99 ns", "x", "urgent max ns", "bulk P99 ns", "goodput Gb/s", "x",
           "longest queue"],
          [[row["case"], row[key], row["p99_urgent_ns"],
            f"{float(row['p99_urgent_ns']) / float(base['p99_urgent_ns']):.2f}",
            row["max_urgent_ns"], row["p99_bulk_ns"], row["goodput_gbps"],
            f"{float(row['goodput_gbps']) / float(base['goodput_gbps']):.3f}",
            row["longest_queue"]]
           for row, base in names(rows)])


def by_admission(rows):
    for row in rows:
        if row["window_percent"] == "100" and row["admission"] in ADMISSIONS:
            yield row, next(other for other in rows if (other["case"], other["admission"]) ==
                            (row["case"], "open"))


def by_window(rows):
    for row in sorted(rows, key=lambda row: (row["case"], int(row["window_percent"]))):
        if row["admission"] == "vector" and row["case"] in SWEPT:
            yield row, next(other for other in rows if other["case"] == row["case"] and
                            other["admission"] == "vector" and other["window_percent"] == "100")


def by_services(rows):
    for row in rows:
        if row["admission"] in SERVICES or (row["case"], row["admission"]) == ("hot", "vector"):
            if row["window_percent"] == "100" and row["case"] == "hot":
                yield row, next(other for other in rows if (other["case"], other["admission"]) ==
                                ("hot", "vector"))


def runs(program, memory, options, plan, whole):
    """Of a memory: windows by the rule, runs side by side; their rows, and whether one failed."""
    window, reciprocal, bound = windows(program, *memory)
    print(f"windows by the rule: {window[0]} bytes, {window[1]} and {window[2]} quanta; starvation "
          f"bound {bound} clocks")

    def row(case, admission, percent):
        return run(program, *memory, "--case", case, "--admission", admission, "--percent", percent,
                   "--seed", options.seed, "--operations", options.operations * SHARE[case] //
                   (1 if whole else SMALLER), "--windows", ",".join(map(str, window)),
                   "--reciprocal", reciprocal, "--bound", bound)

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        ran = list(pool.map(lambda one: row(*one), plan))
    for one, (status, out) in zip(plan, ran):
        if status:
            print("FAILED:", *one, "\n" + "\n".join(out.splitlines()[:20]))
        if found := re.findall(r"in force: \d+: (\d+)", out):
            print(f"{one[1]}: windows of partitions in the end, of {window[0]} bytes:",
                  " ".join(f"{100 * int(value) / window[0]:.0f} %" for value in found))
    return [out.splitlines()[-1] if out else "" for _, out in ran], any(
        status for status, _ in ran)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("program")
    parser.add_argument("read_channel", help="as PROGRAM, its partitions with a queue of reads")
    parser.add_argument("results", type=Path)
    parser.add_argument("--litedram", type=Path)
    parser.add_argument("--operations", type=int, default=OPERATIONS)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--memory", choices=MEMORIES)
    options = parser.parse_args()
    began = time.monotonic()
    head = run(options.program, "--header")[1]
    admissions = [(case, admission, 100) for case in CASES for admission in ADMISSIONS]
    services = [("hot", admission, 100) for admission in SERVICES]
    sweep = [(case, "vector", percent) for case in SWEPT for percent in PERCENT if percent != 100]
    lines, failed = [head.rstrip()], False
    for memory in [options.memory] if options.memory else MEMORIES:
        library = ("--litedram", options.litedram) if memory.startswith("litedram") else ()
        program = options.read_channel if memory.endswith("channel") else options.program
        whole = memory == "banks"
        if library and not (options.litedram and options.litedram.exists()):
            print(f"memory {memory}: SKIPPED: there is none, make says why")
            continue
        print(f"\nmemory {memory}")
        found, wrong = runs(program, library, options, admissions + (
            services if program == options.program else []) + (sweep if whole else []), whole)
        rows = list(csv.DictReader([lines[0], *found]))
        show(rows, "admission", by_admission)
        if program == options.program:
            show(rows, "admission", by_services)
        if whole:
            show(rows, "window_percent", by_window)
        lines += found
        failed |= wrong
    options.results.mkdir(parents=True, exist_ok=True)
    (options.results / "endpoint.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    rows = list(csv.DictReader(lines))
    done = sum(int(row["operations"]) for row in rows)
    print(f"\n{done} operations, {done / (time.monotonic() - began):.0f} a second; wrong bytes: "
          f"{sum(int(row['wrong_bytes']) for row in rows)}, mismatches: "
          f"{sum(int(row['mismatches']) for row in rows)}")
    sys.exit(failed)


if __name__ == "__main__":
    main()
