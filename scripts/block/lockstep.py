#!/usr/bin/env python3
"""Golden model and RTL of the whole block in lockstep, with software on the bus, in every profile
of tb/block/agents.c, then until all is granted and complete. A profile ends at its first mismatch.

usage: lockstep.py [--covers] REPORT.csv CLOCKS SEED PROGRAM...   a row for each profile, of CLOCKS
           each; printed is how many points of tb/block/coverage are covered, and which are not:
           with --covers each bit of a number must be, at one size or more
       lockstep.py --sizes REPORT.csv CLOCKS PROGRAM...  a row for each size, of CLOCKS in all

PROGRAM: build/block/SIZE/blockstep
"""
import re
import sys
from collections import Counter
from pathlib import Path

from run import at_once, finish, run, write

PROFILES = 10  # at least
ASKED = 10  # rules in each clock, at least
LIMIT = 1800  # CPU seconds of one size
COLUMNS = ("program,size,profile,clocks,taken,granted,denials,rejected,freed,repeats,resets,"
           "passed_urgent,passed_small,passed_large,asked,status").split(",")
SIZES = "hbm,atomic,response,width,depth,slots,cycles,mismatches".split(",")


def profiles_of(output):
    """Name, counts as COLUMNS has them, status of each."""
    for name, counts, status in re.findall(r"^(\w+) seed \d+: (\d+ clocks, .*): (.*)$", output,
                                           re.M):
        yield name, *map(int, re.findall(r"\d+", counts)), status


def counted(output):
    """Clocks of all profiles; those that fail, a program that stops being one."""
    profiles = list(profiles_of(output))
    return sum(one[1] for one in profiles), sum(one[-1] != "0 differences" for one in profiles)


def names_of(program):
    """Profiles that a program says it has."""
    _, usage = run([program, "--profile", "?"], LIMIT)
    found = re.search(r"--profile ([\w|]+)\]", usage)
    return found[1].split("|") if found else []


def unseen(program, output):
    """What a run without differences should have printed."""
    names, found = names_of(program), [one[0] for one in profiles_of(output)]
    left_out = re.findall(r"^(\w+): not played: ", output, re.M)  # RTL of a folder
    if len(names) < PROFILES or found != [name for name in names if name not in left_out]:
        yield f"profiles {found}, expected {names}, {PROFILES} at least"
    for name, clocks, *_, asked, _ in profiles_of(output):
        if asked < ASKED * clocks:
            yield f"{name}: rules were asked {asked} times in {clocks} clocks"
    if "planted-" in str(program):
        _, output = run([program, "--clocks", "4000"], LIMIT, PLANTED_BUG="generation_stays")
        if "golden model and RTL differ" not in output:
            yield f"PLANTED_BUG=generation_stays: is not found: {output}"


def play(program, clocks, seed=3, *options):
    """Clocks, mismatches, output."""
    status, output = run([program, "--clocks", str(clocks), "--seed", str(seed), *options], LIMIT)
    cycles, mismatches = counted(output)
    return cycles, mismatches or int(status != 0), output


def report_coverage(outputs):
    """Points not covered at any size; an output has those that it missed as "KIND: NAME"."""
    missed = Counter(point for output in outputs
                     for point in re.findall(r"^[a-z_]+: [a-z0-9_]+$", output, re.M))
    never = sorted(point for point, count in missed.items() if count == len(outputs))
    points = max((int(found) for output in outputs
                  for found in re.findall(r"^all,[^,]*,(\d+),[^,]*$", output, re.M)), default=0)
    print(f"{points - len(never)} of {points} coverage points covered"
          + ("; not " + "; ".join(never) if never else ""))
    return never


def by_profile(report, clocks, seed, programs, covers):
    rows, failures, outputs = [], [], []
    for program, (_, mismatches, output) in zip(programs, at_once(
            lambda program: play(program, clocks, seed, "--coverage"), programs)):
        path = Path(program)
        found = list(profiles_of(output))
        rows += [[path.name, path.parent.name, *one] for one in found]
        outputs.append(output)
        failures += [f"{path.parent.name}: {what}"
                     for what in ([output] if mismatches else unseen(program, output))]
    write(report, COLUMNS, rows)
    never = report_coverage(outputs)
    bits = [point for point in never if covers and "_bit_" in point]
    if bits and not failures:  # a run that breaks off covers less
        failures = ["not covered: " + "; ".join(bits)]
    return finish("lockstep", len(rows) + 1, failures)


def by_size(report, clocks, programs):
    rows, failures = [], []
    for program, (cycles, mismatches, output) in zip(programs, at_once(
            lambda program: play(program, -(-clocks // len(names_of(program) or [""]))), programs)):
        size = Path(program).parent.name
        rows.append([*size.split("-")[:6], cycles, mismatches])
        write(report, SIZES, rows)
        print(f"{size:30} {cycles:9} clocks, {mismatches} mismatches", flush=True)
        if mismatches:
            failures.append(f"{size}: {output}")
        elif cycles < clocks:
            failures.append(f"{size}: {cycles} clocks are fewer than {clocks}")
    return finish("sizes", len(programs), failures)


if __name__ == "__main__":
    if sys.argv[1] == "--sizes":
        sys.exit(by_size(sys.argv[2], int(sys.argv[3]), sys.argv[4:]))
    asks = sys.argv[1] == "--covers"
    target, length, start, *tested = sys.argv[1 + asks:]
    sys.exit(by_profile(target, int(length), start, tested, asks))
