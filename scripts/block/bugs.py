#!/usr/bin/env python3
"""Every planted bug of the block is found by constrained-random traffic.

usage: bugs.py [--sample N] REPORT.csv TABLE NARROW WIDE [LARGE]

NARROW, WIDE and LARGE are blocksteps whose RTL has the bugs of TABLE; runs in the order in which
they find most. The sample has bugs of as many sections, evenly spread.
"""
import sys

import plant
from run import at_once, finish, hunt, write

def sample_of(bugs, count):
    first = {bug.about: bug for bug in reversed(bugs)}
    kinds = sorted(first)
    return [first[kinds[i * len(kinds) // count]] for i in range(count)]


def attempts(narrow, wide, large=None):
    plan = [(narrow, 1000, 1), (narrow, 4000, 3), (wide, 4000, 1), (large, 1000, 1),
            (narrow, 12000, 3), (wide, 10000, 4), (large, 4000, 2), (narrow, 40000, 4),
            (wide, 40000, 3), (large, 40000, 2)]
    seed = 0
    for program, clocks, seeds in filter(lambda row: row[0], plan):
        for _ in range(seeds):
            seed += 1
            yield [program, "--clocks", str(clocks), "--seed", str(seed)]


def main():
    arguments = sys.argv[1:]
    count = int(arguments[1]) if arguments[0] == "--sample" else 0
    report, table, *programs = arguments[2 if count else 0:]
    bugs = plant.read(table)
    failures = []
    if count:
        bugs = sample_of(bugs, count)
    for program in programs:
        if found := hunt([[program, "--clocks", "4000"]], PLANTED_BUG=""):
            failures.append(f"{program} does not pass without a bug: {found[0]}")
    found = at_once(lambda bug: hunt(attempts(*programs), PLANTED_BUG=bug.name), bugs)
    rows = []
    for (module, name, section, what, *_), how in zip(bugs, found):
        if not how:
            failures.append(f"{name}: is not found: {what}")
            continue
        by, clock, command = how
        rows.append([name, module, section, by, clock, " ".join(command[1:]), what])
        print("{0:26} {1:20} {3:34} {4:6} {5}".format(*rows[-1]), flush=True)
    write(report, "bug,module,section,found_by,clock,run,what".split(","), rows)
    return finish("bugs", len(bugs) + len(programs), failures)


if __name__ == "__main__":
    sys.exit(main())
