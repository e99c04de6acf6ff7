#!/usr/bin/env python3
"""Grants a clock of the golden model by the number of busy partitions, and beside closed ones.

usage: throughput.py REPORT.csv WORK

Each busy partition takes as many clocks for an operation as there are busy ones, so that together
they could have one grant a clock, and more operations are offered than that: one flood over all of
them. What is missing are slots and reservations. Operations are writes, or reads and writes, of 64
bytes. In rows with closed partitions there is one flood over all, the closed ones, too, and the
grants are those of the others, each of which takes as many clocks as there are of them.
"""
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from golden_mutation import NO_RTL
from run import LIBRARIES, STEP, at_once, run, write

SIZES = ["8-1-1-32-128-40-32-8-16-24", "16-1-1-32-128-40-32-8-16-24",
         "16-1-1-32-256-64-32-8-16-24", "32-1-1-32-256-80-32-8-16-24"]
MIXES = {"writes": ["write"], "reads and writes": ["write", "read"]}
CLOCKS = 20000
COLUMNS = "partitions,reservations,slots,mix,busy,closed,grants_a_clock".split(",")


def player(work):
    """The scenario player without RTL."""
    work.mkdir(parents=True, exist_ok=True)
    stub = work / "no_rtl.c"
    stub.write_text(NO_RTL)
    subprocess.run(["gcc", "-std=c11", "-I.", "-Ibuild/generated", "-c", "-o",
                    stub.with_suffix(".o"), stub], check=True)
    objects = [f"build/obj/{path.with_suffix('.o')}" for path in Path("tb/scenario").glob("*.c")]
    subprocess.run(["g++", "-o", work / "player", *objects, stub.with_suffix(".o"), STEP[-1],
                    *LIBRARIES], check=True)
    return work / "player"


def scenario(mix, busy, closed):
    """Floods, and what was granted on the lanes that are open."""
    yield f"2.1 throughput: {busy} busy, {closed} closed."
    yield f"stage partition 0 to {busy - 1} takes {busy}"
    yield "register response_fixed 0"
    for lane in range(busy, busy + closed):
        yield f"write window partition {lane} 0"
    for kind in MIXES[mix]:
        yield f"flood {kind}s {kind} partition 0 to {busy + closed - 1} bytes 64"
    yield f"wait 3000\nmeasure\nwait {CLOCKS}\nexpect grants at least 1000000"


def measured(program, size, mix, busy, closed):
    with tempfile.NamedTemporaryFile("w", suffix=".scenario", dir=program.parent) as file:
        file.write("\n".join(scenario(mix, busy, closed)) + "\n")
        file.flush()
        _, said = run([program, "--golden", file.name], SIZE=size)
    seen = re.search(r"seen (\d+)", said)
    if not seen:
        sys.exit(f"throughput: {said}")
    return f"{int(seen[1]) / CLOCKS:.2f}"


def points():
    for size in SIZES:
        partitions = int(size.split("-")[0])
        busy = [b for b in (1, 2, 4, 8, 16, 32) if b <= partitions]
        for mix in MIXES:
            yield from ((size, mix, b, 0) for b in busy)
            closed = 1, partitions // 2, partitions - 1
            yield from ((size, mix, partitions - c, c) for c in closed)


def main():
    report, work = sys.argv[1:]
    program = player(Path(work).resolve())
    given = list(points())
    rows = []
    for (size, *row), grants in zip(given, at_once(lambda p: measured(program, *p), given)):
        numbers = size.split("-")
        rows.append([numbers[0], numbers[4], numbers[5], *row, grants])
        print("{:>3} partitions {:>4} reservations {:>3} slots  {:17} {:>3} busy {:>3} closed "
              "{:>5} grants a clock".format(*rows[-1]))
    write(report, COLUMNS, rows)


if __name__ == "__main__":
    main()
