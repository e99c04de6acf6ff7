#!/usr/bin/env python3
"""Readings of the paper, each held against its published numbers: how many are within tolerance.

usage: readings.py PROGRAM CONFIGS FOLDER [NAME...]   default: all readings of CONFIGS/readings.txt
       readings.py --write PROGRAM CONFIGS FOLDER     CONFIGS/RESULTS.md and the table of
                                                      CONFIGS/READINGS.md, rewritten
       readings.py --check PROGRAM CONFIGS FOLDER     whether these two say what is measured: of the
                                                      readings a sample, as all take minutes

A line of readings.txt is "NAME: WORKLOAD KEY=VALUE..., WORKLOAD KEY=VALUE...": what the reading
changes of the workloads of CONFIGS (`predicted` and `chosen`), or of the reading `predicted` (all
others). FOLDER/readings.csv has a row for each. "no tie": of the 44 those within tolerance, and
all, that two identical policies would not meet.
"""
import csv
import re
import shutil
import subprocess
import sys
from pathlib import Path

SAMPLE = ["predicted", "atomic-240", "atomic-280", "one-shape-phase-3", "chosen",
          "reactive-once", "reactive-once-quarter"]
ROW = "{:22} {:>6} {:>5} {:>5} {:>6}  {}"
HEADING = ROW.format("reading", "all 89", "of 45", "of 44", "no tie", "misses")


def claims(program, folder, configs, *options):
    """Runs them in a folder; the verdicts, and whether identical policies would do, by id."""
    command = [Path(program).resolve(), "claims", "--config-dir", configs, *options]
    folder.mkdir(parents=True, exist_ok=True)
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{folder}: {(done.stdout + done.stderr).strip().splitlines()[-1]}")
    with open(folder / "build/results/claims.csv", encoding="utf-8") as table:
        return {row["id"]: (row["verdict"], row["identical_policies"])
                for row in csv.DictReader(table)}


def change(path, pairs):
    """"KEY=VALUE" instead of the key's line, or as a further one."""
    text = path.read_text(encoding="utf-8")
    for key, value in (pair.split("=", 1) for pair in pairs):
        text, found = re.subn(rf"^{key}:.*", f"{key}: {value}", text, flags=re.M)
        text += "" if found else f"{key}: {value}\n"
    path.write_text(text, encoding="utf-8")


def measure(program, configs, folder, name, changes):
    """The row of a reading."""
    sim = folder / name / "sim"
    sim.mkdir(parents=True)
    for path in configs.glob("*.yaml"):
        shutil.copy(path, sim)
    for workload, *pairs in map(str.split, filter(str.strip, changes.split(","))):
        change(sim / f"{workload}.yaml", pairs)
    verdicts = claims(program, folder / name, "sim", "--seeds", "5")
    held = [of for of, (verdict, _) in verdicts.items() if verdict == "ok"]
    sweeps = sum(of[0] in "SR" for of in held)
    untied = [of for of, (_, tie) in verdicts.items() if of[0] in "SR" and tie != "ok"]
    return [name, len(held), len(held) - sweeps, sweeps,
            f"{sum(of in held for of in untied)}/{len(untied)}",
            " ".join(of for of in verdicts if of not in held)]


def read(program, configs, folder, names=()):
    """Lines of the table, as they come."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    print(HEADING, flush=True)
    lines = [HEADING]
    with open(folder / "readings.csv", "w", encoding="utf-8") as table:
        rows = csv.writer(table, lineterminator="\n")
        rows.writerow(["name", "within", "micro_and_applications", "sweeps", "sweeps_no_tie",
                       "misses"])
        text = (configs / "readings.txt").read_text(encoding="utf-8")
        readings = dict(re.findall(r"^([\w.-]+):(.*)$", text, re.M))
        for name, changes in readings.items():
            if name not in ("predicted", "chosen"):
                changes = f"{readings['predicted']},{changes}"
            if not names or name in names:
                row = measure(program, configs, folder, name, changes)
                rows.writerow(row)
                lines.append(ROW.format(*row))
                print(lines[-1], flush=True)
    return lines


def write(program, configs, folder):
    claims(program, folder, configs)
    shutil.copy(folder / "build/results/claims.md", configs / "RESULTS.md")
    table = "\n".join(read(program, configs, folder / "readings"))
    readings = configs / "READINGS.md"
    text = readings.read_text(encoding="utf-8")
    readings.write_text(re.sub(r"(?s)(?<=^```text\n).*?(?=^```$)", lambda _: f"{table}\n", text,
                               flags=re.M), encoding="utf-8")


def check(program, configs, folder):
    """(what would be wrong, whether it is right) of each check."""
    shutil.rmtree(folder, ignore_errors=True)
    document = folder / "build/results/claims.md"
    claims(program, folder, configs)
    stated = (configs / "RESULTS.md").read_text(encoding="utf-8")
    yield "RESULTS.md has other verdicts", document.read_text(encoding="utf-8") == stated
    claims(program, folder, configs, "--set", "operations=250")
    yield "other workloads have the same verdicts", \
        document.read_text(encoding="utf-8") != stated
    lines = read(program, configs, folder / "readings", SAMPLE)
    shown = (configs / "READINGS.md").read_text(encoding="utf-8").splitlines()
    for line in lines:
        yield f"READINGS.md has not: {line}", line in shown
    rows = {line.split()[0]: line.split()[1:] for line in lines}
    yield "the chosen reading is not the one of the table", \
        rows["chosen"] == rows["one-shape-phase-3"]
    yield "not a row for each of the sample", [*rows] == ["reading", *SAMPLE]


def main(*arguments):
    action = arguments[0] if arguments[0].startswith("--") else ""
    program, configs, folder, *names = arguments[1:] if action else arguments
    configs, folder = Path(configs).resolve(), Path(folder)
    if action == "--write":
        write(program, configs, folder)
    elif action == "--check":
        results = list(check(program, configs, folder))
        wrong = [what for what, right in results if not right]
        print(*(f"FAILED: {what}" for what in wrong), sep="\n", end="\n" if wrong else "",
              file=sys.stderr)
        print(f"results-check: {len(results)} checks, {len(wrong)} failed")
        sys.exit(bool(wrong))
    else:
        read(program, configs, folder, names)


if __name__ == "__main__":
    main(*sys.argv[1:])
