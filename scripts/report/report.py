#!/usr/bin/python3 -B
"""Makes one HTML page of what other targets left in a build folder, by Jinja2 (page.html).

usage: report.py [--history FILE] [--only-history] BUILD

Writes BUILD/report/index.html: one file, which asks for nothing. With --history a line is appended
to FILE. Status 1: the page is too large; 2: something is not installed.
"""
import argparse
import csv
import io
import json
import re
import subprocess
import sys
import time
from pathlib import Path

from failures import folder_of

HERE = Path(__file__).parent
D3 = Path("/usr/share/nodejs/d3/dist/d3.min.js")
LICENCE = Path("/usr/share/doc/node-d3/copyright")
MOST_BYTES, MOST_FILES = 4 << 20, 60
SCRIPTS = "page wave".split()
# What the page is made of: SECTION, a file or files below build/, and the command that leaves them.
# A file without a version in reports/versions.csv is dated by its time.
INPUTS = """
state     check/*.result                   make test
state     reports/bench.csv                make bench
cosim     reports/cosim.csv                make cosim
cosim     reports/cosim_selected.csv       make cosim WORKLOADS=atomic
cosim     reports/agreement.csv            make agreement
cosim     reports/scenarios.csv            make scenarios
cosim     reports/lockstep.csv             make lockstep
cosim     reports/sizes.csv                make sizes
cosim     reports/regress.csv              make regress
coverage  reports/bins.csv                 make cosim
coverage  reports/coverage.csv             make coverage
coverage  coverage/points.csv              make coverage
coverage  reports/mutation.csv             make mutation
coverage  reports/mutation_survivors.csv   make mutation
coverage  reports/bugs.csv                 make bugs
coverage  reports/twins.csv                make twins
proofs    reports/formal.csv               make formal
proofs    reports/promises.csv             make promises
silicon   reports/area.csv                 make synth
silicon   reports/timing.csv               make timing
silicon   reports/pnr.csv                  make pnr
paper     results/*.svg                    make experiments
paper     results/claims.csv               make claims
paper     results/claims_seeds.csv         make claims
"""
HISTORY = ("time commit state made_by passed failed skipped clocks_per_s coverage_points "
           "published_within mutants_noticed mhz").split()


def said(*command):
    """What a command prints; empty where it fails or is not there."""
    try:
        return subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()
    except OSError:
        return ""


class Build:
    """The files that other targets left, and of what they are."""

    def __init__(self, folder):
        self.folder = Path(folder)
        self.commit = said("git", "rev-parse", "--short=12", "HEAD")
        self.subject = said("git", "log", "-1", "--format=%s")
        self.committed = int(said("git", "log", "-1", "--format=%ct") or 0)
        self.state = "changed" if said("git", "status", "--porcelain") else "clean"
        self.of = {f"reports/{row['report']}": row["of"] for row in
                   self.csv("reports/versions.csv")}

    def text(self, name):
        """None where there is no such file."""
        path = self.folder / name
        return path.read_text(encoding="utf-8", errors="replace") if path.is_file() else None

    def csv(self, name, columns=None):
        """Rows by column, none where there is no such file."""
        return list(csv.DictReader(io.StringIO(self.text(name) or ""), columns))

    def time(self, name):
        path = self.folder / name
        return path.stat().st_mtime if path.is_file() else None

    def like(self, pattern):
        """Names of files."""
        return sorted(str(path.relative_to(self.folder)) for path in self.folder.glob(pattern))

    def rtl_of(self, name):
        """The folder of the RTL that a report is of; empty where that is not known."""
        return folder_of(self.of.get(name, ""))

    def checks(self):
        """Of each check of the last tests: its counts, its time, what it said."""
        for name in self.like("check/*.result"):
            counts = self.text(name).split()
            if len(counts) == 5:
                log = self.text(name.replace(".result", ".log")) or ""
                yield dict(zip("checks failed skipped seconds cpu".split(), map(float, counts)),
                           name=Path(name).stem, time=self.time(name),
                           lines=re.findall("^(?:FAILED|SKIPPED).*", log, re.M)[:20])

    def inputs(self):
        """{section, file, command, time} of each file of INPUTS."""
        for line in INPUTS.strip().splitlines():
            section, pattern, command = line.split(None, 2)
            for name in self.like(pattern)[:MOST_FILES] or [pattern]:
                yield {"section": section, "file": name, "command": command,
                       "time": self.time(name)}


def share(part, whole, digits):
    return f"{100 * part / whole:.{digits}f}" if whole else ""


def history_row(build, made_by):
    """A line of the history, as HISTORY has the columns."""
    checks, runs, bins, claims, mutants, clocks = (list(build.checks()), *(
        build.csv(name) for name in ("reports/cosim.csv", "reports/bins.csv", "results/claims.csv",
                                     "reports/mutation.csv", "reports/timing.csv")))
    count = lambda rows, *keys: sum(float(row[key]) for row in rows for key in keys)
    failed = count(checks, "failed")
    seconds = sum(float(row["cycles"]) / float(row["cycles_per_s"]) for row in runs)
    return [time.strftime("%FT%TZ", time.gmtime()), build.commit, build.state, made_by,
            *(f"{number:.0f}" if checks else "" for number in (
                count(checks, "checks") - failed, failed, count(checks, "skipped"))),
            f"{count(runs, 'cycles') / seconds:.0f}" if seconds else "",
            share(sum(int(row["hits"]) > 0 for row in bins), len(bins), 2),
            str(sum(row["verdict"] == "ok" for row in claims)) if claims else "",
            share(count(mutants, "killed"), count(mutants, "mutants") - count(
                mutants, "equivalent"), 1),
            next((row["fmax_mhz"] for row in clocks if row["design"] == "top"), "")]


def embedded(data):
    """JSON that a script of the page may hold."""
    return json.dumps(data, separators=(",", ":"), ensure_ascii=False).replace("<", "\\u003c")


def page_of(build, history):
    import jinja2
    import sections
    made = sections.Sections(build, history)
    environment = jinja2.Environment(loader=jinja2.FileSystemLoader(HERE), autoescape=True,
                                     trim_blocks=True, lstrip_blocks=True,
                                     undefined=jinja2.StrictUndefined)
    environment.filters["embedded"] = embedded
    code = [path.read_text(encoding="utf-8") for path in
            [D3, *(HERE / f"{name}.js" for name in SCRIPTS)]]
    return environment.get_template("page.html").render(
        made=made, build=build, code=code, css=(HERE / "page.css").read_text(encoding="utf-8"),
        licence=LICENCE.read_text(encoding="utf-8") if LICENCE.is_file() else "")


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("build")
    parser.add_argument("--history", default="")
    parser.add_argument("--only-history", action="store_true")
    given = parser.parse_args()
    build = Build(given.build)
    if given.history:
        path = Path(given.history)
        row = history_row(build, "test" if given.only_history else "page")
        with path.open("a", encoding="utf-8") as file:
            file.write("" if file.tell() else ",".join(HISTORY) + "\n")
            file.write(",".join(row) + "\n")
    if given.only_history:
        return 0
    if not D3.is_file():
        print(f"report: no {D3}: install node-d3 (make setup)", file=sys.stderr)
        return 2
    out = build.folder / "report/index.html"
    out.parent.mkdir(exist_ok=True)
    part = out.with_suffix(".part")
    part.write_text(page_of(build, given.history), encoding="utf-8")
    part.replace(out)
    size = out.stat().st_size
    print(f"report: {out}, {size // 1024} KB")
    if size > MOST_BYTES:
        print(f"report: more than {MOST_BYTES} bytes", file=sys.stderr)
    return int(size > MOST_BYTES)


if __name__ == "__main__":
    sys.exit(main())
