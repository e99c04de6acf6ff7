#!/usr/bin/env python3
"""What co-simulation, constrained-random traffic and unit tests cover: RTL, C, and the points
of tb/block/coverage/points.h.

usage: [COSIM=OPTIONS] coverage.py WORK REPORTS CONFIG_FOLDER BLOCKSTEP...

WORK/semacredit, WORK/unit and BLOCKSTEPs are the programs with counters in them. Writes
REPORTS/coverage.csv, WORK/points.csv and bins.csv, and pages of RTL and C line by line, WORK/html;
prints what is not covered. Points of the RTL are those of its source, whatever instance
reached them. Status 1: a line of the RTL or a coverage point that is not covered, or
branches of the RTL below 99 %.
"""
import csv
import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from itertools import groupby
from pathlib import Path

CLOCKS = "20000"  # of each profile of constrained-random traffic
POINT = re.compile("C '(.*)' ([0-9]+)")


def run(log, *command, cwd=None, **environment):
    with open(log, "w", encoding="utf-8") as file:
        done = subprocess.run(command, cwd=cwd, env={**os.environ, **environment}, check=False,
                              stdin=subprocess.DEVNULL, stdout=file, stderr=subprocess.STDOUT)
    if done.returncode:
        sys.exit("".join(open(log, encoding="utf-8").readlines()[-20:]))


# ---- points of the RTL

def points_of(data):
    """(kind, file, line, what, hits) of what Verilator wrote, added up over instances; kind is
    line, branch (each arm of an if or a case) or toggle (each bit, up or down)."""
    hits = Counter()
    for line in data:
        point = POINT.match(line)
        if not point:
            continue
        # ^A begins a key, ^B its value
        value = dict(pair.split("\2") for pair in point[1].split("\1") if pair)
        kind, what = value["page"].split("/")[0][2:], value["o"].replace(",", ";")
        if kind == "line" and what in ("case", "if", "else", "elsif"):
            kind = "branch"  # arms of a case are points of a line to Verilator
        hits[kind, value["f"], value["l"], value.get("n"), what] += int(point[2])
    points = [(kind, file, line, what, count)
              for (kind, file, line, _, what), count in hits.items()]
    return sorted(points, key=lambda point: (point[1], int(point[2]), point))


def write(path, rows):
    with open(path, "w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n", quoting=csv.QUOTE_NONE, quotechar=None
                   ).writerows(rows)


def for_lcov(points, path):
    """A line has been where all points in it have been."""
    with open(path, "w", encoding="utf-8") as file:
        reached = [point for point in points if point[0] in ("line", "branch")]
        for name, of_file in groupby(reached, lambda point: point[1]):
            file.write(f"SF:{name}\n")
            for line, of_line in groupby(of_file, lambda point: point[2]):
                file.write(f"DA:{line},{min(hits for *_, hits in of_line)}\n")
            file.write("end_of_record\n")


# ---- the report

def sums_of(bins, points, of_c):
    """[kind, covered, total, per cent]."""
    covered, total = Counter(), Counter()
    for kind, *_, hits in points:
        covered[f"rtl_{kind}"] += hits > 0
        total[f"rtl_{kind}"] += 1
    for key, value in re.findall(r"^(SF|LF|LH|BRF|BRH):(.*)$", of_c, re.M):
        if key == "SF":
            part = "csim" if "/csim/" in value else "tb"
        else:
            kind = part + ("_branch" if key[0] == "B" else "_line")
            (total if key[-1] == "F" else covered)[kind] += int(value)
    c = sorted(kind for kind in total if kind[:3] != "rtl")
    rows = [("functional", sum(int(row[2]) + row[3] > 0 for row in bins), len(bins)),
            *((kind, covered[kind], total[kind]) for kind in
              sorted(set(total) - set(c)) + c)]
    return [(*row, f"{100 * row[1] / row[2] if row[2] else 100:.2f}") for row in rows]


# ---- runs

def measure(work, configs, programs):
    data = work / "data"
    for folder in (data, work / "run", work / "html"):
        shutil.rmtree(folder, ignore_errors=True)
    data.mkdir(parents=True)
    (work / "run").mkdir()
    for counters in (work / "obj").rglob("*.gcda"):
        counters.unlink()
    counted = {"SEMA_COVERAGE": str(data.resolve())}
    print("coverage: co-simulation, every workload", flush=True)
    run(work / "cosim.log", (work / "semacredit").resolve(), "cosim",
        *os.environ.get("COSIM", "").split() or ["--quick"], "--config-dir", configs,
        cwd=work / "run", **counted)
    for program in programs:
        print(f"coverage: constrained-random traffic, {program}", flush=True)
        run(f"{program}.log", program, "--clocks", CLOCKS, "--coverage", **counted)
    print("coverage: unit tests", flush=True)
    run(work / "unit.log", "scripts/checks/unit.sh", work / "check", work / "unit")
    run(work / "data.log", "verilator_coverage", "--write", work / "rtl.dat", *data.glob("*.dat"))
    shutil.rmtree(data)
    branches = ("lcov", "--quiet", "--rc", "lcov_branch_coverage=1")
    for options in (("--capture", "--directory", work / "obj", "--base-directory", ".",
                     "--no-external", "--output-file", work / "all.info"),
                    ("--extract", work / "all.info", "*/csim/*", "*/tb/*/*.c", "--output-file",
                     work / "some.info"),
                    ("--remove", work / "some.info", "*/tb/tests/*", "*/tb/jobs/leave.c",
                     "--output-file", work / "c.info")):
        run(work / "lcov.log", *branches, *options)


def add_up(work, reports, programs):
    with open(work / "rtl.dat", encoding="utf-8") as data:
        points = points_of(data)
    write(work / "points.csv", points)
    for_lcov(points, work / "rtl.info")
    run(work / "genhtml.log", "genhtml", "--quiet", "--branch-coverage", "--title", "semacredit",
        "--prefix", os.getcwd(), "--output-directory", work / "html", work / "rtl.info",
        work / "c.info")
    # Coverage points: clocks of co-simulation in which each holds, and constrained-random runs that
    # cover it, whose logs have those that they miss as "KIND: NAME".
    missed = Counter(found for program in programs for found in re.findall(
        "^([a-z_]+): ([a-z0-9_]+)$", Path(f"{program}.log").read_text(encoding="utf-8"), re.M))
    with open(work / "run/build/reports/bins.csv", encoding="utf-8", newline="") as file:
        head, *bins = csv.reader(file)
    bins = [(*row, len(programs) - missed[row[0], row[1]]) for row in bins]
    head.append("drawn")
    write(work / "bins.csv", [head, *bins])
    sums = sums_of(bins, points, (work / "c.info").read_text(encoding="utf-8"))
    write(reports / "coverage.csv", [["kind", "covered", "total", "percent"], *sums])
    for row in sums:
        print("{:14} {:9} {:9} {:>8}".format(*row))
    for kind, name, hits, runs in bins:
        if int(hits) + runs == 0:
            print(f"not covered: {kind}: {name}")
    for kind, file, line, what, hits in points:
        if kind != "toggle" and not hits:
            print(f"not covered: {file}:{line}: {kind} {what}")
    low = [kind for kind, covered, total, percent in sums
           if kind in ("rtl_line", "functional") and covered < total
           or kind == "rtl_branch" and float(percent) < 99]
    print("coverage: " + ("too low: " + " ".join(low) if low else
                          "every line of the RTL, branches above 99 %, every coverage point")
          + "; build/coverage/html/index.html leads to each line")
    return 1 if low else 0


def main(work, reports, configs, *programs):
    work, reports = Path(work), Path(reports)
    reports.mkdir(parents=True, exist_ok=True)
    measure(work, Path(configs).resolve(), programs)
    return add_up(work, reports, programs)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
