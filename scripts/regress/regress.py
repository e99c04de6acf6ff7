#!/usr/bin/env python3
"""Many seeds in lockstep, and their results: tables, JUnit, JSON; failures in buckets of one
signature, and a run of each bucket once more, with waves and a report.

usage: regress.py PROGRAM [OPTION...]     options of `PROGRAM regress`

Writes build/reports/regress.xml and .json beside the program's own regress.csv.
"""
import csv
import json
import re
import shlex
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections import namedtuple
from pathlib import Path

REPORT = Path("build/reports/regress.csv")
EXPLAINED_MAX = 8  # buckets of which one run is repeated


class Run(namedtuple("Run", "workload seed operations cycles hash mismatches signature")):
    def replay(self):
        return REPLAYS[self.workload].replace(" --seed 0", f" --seed {self.seed}", 1)


def summed(name, runs):
    return {"workload": name, "runs": len(runs), "failed": sum(run.signature != "" for run in runs),
            **{column: sum(int(getattr(run, column)) for run in runs)
               for column in ("operations", "cycles", "mismatches")}}


def grouped(runs, key):
    groups = {}
    for run in runs:
        groups.setdefault(key(run), []).append(run)
    return groups


def shortest(runs):
    return min(runs, key=lambda run: int(run.cycles))


def junit(workloads, everything, of):
    root = ET.Element("testsuites", name="regress", tests=str(everything["runs"]),
                      failures=str(everything["failed"]), errors="0")
    root.append(ET.Comment(f" {of} "))
    for name, runs in workloads.items():
        of_name = summed(name, runs)
        suite = ET.SubElement(root, "testsuite", name=name, tests=str(of_name["runs"]),
                              failures=str(of_name["failed"]), errors="0", skipped="0")
        for run in runs:
            case = ET.SubElement(suite, "testcase", classname=name, name=f"seed {run.seed}")
            if run.signature:
                ET.SubElement(case, "failure", message=run.signature).text = run.replay()
    ET.indent(root)
    return ET.tostring(root, encoding="unicode", xml_declaration=True) + "\n"


def json_bucket(signature, runs):
    run = shortest(runs)
    return {"signature": signature, "runs": len(runs), "workload": run.workload,
            "seed": int(run.seed), "cycles": int(run.cycles), "replay": run.replay()}


def tables(sums, buckets):
    print("%-12s %9s %11s %12s %9s %10s" % ("workload", "runs", "operations", "cycles", "failed",
                                            "mismatches"))
    for of in sums:
        red, plain = ("\033[1;31m", "\033[0m") if of["failed"] and sys.stdout.isatty() else ("", "")
        print("{workload:12} {runs:9} {operations:11} {cycles:12} {0}{failed:9}{1} "
              "{mismatches:10}".format(red, plain, **of))
    if buckets:
        print("\n%9s  %-12s %9s %9s  %s" % ("runs", "example", "seed", "cycles", "signature"))
    for signature, runs in buckets:
        run = shortest(runs)
        print("%9d  %-12s %9s %9s  %s" % (len(runs), run.workload, run.seed, run.cycles, signature))


def explain(run):
    """Repeats a run: it must give the same result, and writes its own report."""
    print(f"\n{run.signature}")
    # A run that killed its process would kill this one, too; an empty one has nothing to show.
    if not run.signature.startswith(("crash: ", "empty run: ")):
        call = shlex.split(run.replay().rsplit(" && ", 1)[-1])
        call = call[call[0].startswith("PLANTED_BUG="):]  # which is set here, too
        done = subprocess.run([sys.argv[1], *call[1:], "--hash"], capture_output=True, text=True,
                              check=False)
        said = done.stdout
        found = re.search(r"verdict +FAILED at clock \d+, (.*)", said)
        signature = re.sub("0x[0-9a-f]*|[0-9]+", "#", found[1]) if found else "fine"
        if signature != run.signature or not re.search(rf"hash +{run.hash}$", said, re.M):
            print(f"FAILED: {run.workload}, seed {run.seed}: run again it gives another result: "
                  f"{signature}")
            return
        for look in re.findall("^look: .*", done.stderr, re.M):
            print(look)
    print(f"replay: {run.replay()}", flush=True)


for suffix in ("csv", "xml", "json"):
    REPORT.with_suffix(f".{suffix}").unlink(missing_ok=True)
status = subprocess.run([sys.argv[1], "regress", *sys.argv[2:]], check=False).returncode
if not REPORT.exists():
    sys.exit(status if status >= 0 else 128 - status)
REPLAYS = dict(line.split(" ", 1) for line in
               Path("build/regress/replays").read_text().splitlines())
with REPORT.open(newline="") as file:
    ALL = [Run(*row) for row in list(csv.reader(file))[1:]]
with (REPORT.parent / "versions.csv").open(newline="") as file:
    VERSION = dict(csv.reader(file))[REPORT.name]
by_workload = grouped(ALL, lambda run: run.workload)
by_signature = sorted(grouped([run for run in ALL if run.signature],
                              lambda run: run.signature).items(),
                      key=lambda bucket: (-len(bucket[1]), bucket[0]))
TOTAL = summed("all", ALL)
parts = [summed(name, runs) for name, runs in by_workload.items()]
REPORT.with_suffix(".xml").write_text(junit(by_workload, TOTAL, VERSION))
REPORT.with_suffix(".json").write_text(json.dumps({
    "of": VERSION, "all": TOTAL, "workloads": parts,
    "buckets": [json_bucket(*bucket) for bucket in by_signature]}, indent=1) + "\n")
tables([*parts, TOTAL], by_signature)
for _, alike in by_signature[:EXPLAINED_MAX]:
    explain(shortest(alike))
if TOTAL["failed"]:
    print(f"\nFAILED: {TOTAL['failed']} of {TOTAL['runs']} runs, in {len(by_signature)} ways")
print("report: build/reports/regress.*")
sys.exit(status)
