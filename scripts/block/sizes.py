#!/usr/bin/env python3
"""Golden model and RTL of the whole block in lockstep at every size; REPORT has a row for each.

usage: sizes.py REPORT.csv CLOCKS PROGRAM...     PROGRAM: build/block/SIZE/blockstep

CLOCKS in all of every size, an eighth of each profile of tb/block/world.c. A profile ends at its
first mismatch.
"""
import csv
import re
import sys
from pathlib import Path

from run import at_once, finish, run

PROFILES = 8
LIMIT = 1800  # CPU seconds of one size
COLUMNS = "hbm,atomic,response,width,depth,slots,cycles,mismatches".split(",")


def counted(output):
    """Clocks of all profiles; those that fail, a program that stops being one."""
    profiles = re.findall(r"^\w+ seed \d+: (\d+) clocks, .*: (.*)$", output, re.M)
    failed = sum(end != "0 differences" for _, end in profiles)
    return sum(int(clocks) for clocks, _ in profiles), failed


def play(program, clocks):
    status, output = run([program, "--clocks", str(-(-clocks // PROFILES)), "--seed", "3"], LIMIT)
    cycles, mismatches = counted(output)
    return cycles, mismatches or int(status != 0), output


def main():
    report, clocks, *programs = sys.argv[1:]
    failures = []
    Path(report).parent.mkdir(parents=True, exist_ok=True)
    with open(report, "w", encoding="utf-8", newline="") as file:
        rows = csv.writer(file, lineterminator="\n")
        rows.writerow(COLUMNS)
        results = at_once(lambda program: play(program, int(clocks)), programs)
        for program, (cycles, mismatches, output) in zip(programs, results):
            size = Path(program).parent.name
            rows.writerow([*size.split("-")[:6], cycles, mismatches])
            print(f"{size:30} {cycles:9} clocks, {mismatches} mismatches", flush=True)
            if mismatches:
                failures.append(f"{size}: {output}")
            elif cycles < int(clocks):
                failures.append(f"{size}: {cycles} clocks are fewer than {clocks}")
    return finish("sizes", len(programs), failures)


if __name__ == "__main__":
    sys.exit(main())
