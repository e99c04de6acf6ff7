"""The sections of the page: from the files of a build to blocks that page.html writes."""
import base64
import csv
import re
import sys
import time
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path

from failures import failures_of

sys.path.insert(0, "scripts/block")
import prove

TITLES = {"area": "µm²", "fmax_mhz": "MHz", "worst_path": "worst path", "cycles": "clocks"}
NOTHING = {"kind": "none"}
HISTORY_CHARTS = {
    "clocks_per_s": "clocks per second of a worker", "coverage_points": "coverage points, %",
    "published_within": "published numbers within tolerance",
    "mutants_noticed": "mutants noticed, %", "mhz": "clock of the block, MHz",
    "failed": "checks failed"}


# ---- blocks of the page, which page.html writes, and sums of rows

def fact(value, name, kind="", href=""):
    """A number above its name. KIND: bad, missing or nothing."""
    mark = {"bad": "✖ ", "missing": "○ "}.get(kind, "")
    return {"value": f"{mark}{value:,}" if isinstance(value, int) else mark + value, "name": name,
            "kind": kind, "href": href}


def facts(*some):
    return {"kind": "facts", "facts": some}


def heading(text):
    return {"kind": "heading", "text": text}


def draw(what, data, caption="", name=""):
    """A thing that a script of the page draws."""
    return {"kind": "draw", "what": what, "data": data, "caption": caption, "id": name}


def details(title, *blocks, opened=False):
    return {"kind": "details", "title": title, "blocks": blocks, "opened": opened}


def red(text, href=""):
    """A cell in red, a link where it leads to its cause."""
    return {"text": f"✖ {text}", "kind": "bad", "href": href}


def columns_of(text):
    """Of "KEY[=TITLE][#[DIGITS]|*]; ...": # a number, * wide."""
    for one in text.split("; "):
        key, title, mark, digits = re.fullmatch(r"(\w+)(?:=(.*?))?([#*]?)(\d?)", one).groups()
        yield {"key": key, "title": title or TITLES.get(key, key), "number": mark == "#",
               "digits": int(digits or 0), "wide": mark == "*"}


def table(caption, rows, columns, bad=lambda row: False, most=100, sort=None, name=""):
    """Cells are what the rows have: text, a number, or {text, href, kind, code, lines, links}. Rows
    that are BAD stand first."""
    if not rows:
        return NOTHING
    columns = list(columns_of(columns))
    rows = sorted(rows, key=lambda row: not bad(row))
    return draw("table", {
        "columns": columns, "most": most, "sort": sort, "bad": sum(bool(bad(row)) for row in rows),
        "rows": [[row.get(one["key"], "") for one in columns] for row in rows]}, caption, name)


def when(seconds):
    return datetime.fromtimestamp(seconds, UTC).strftime("%F %H:%M UTC")


def total(rows, key):
    return sum(float(row[key] or 0) for row in rows)


def groups(rows, key):
    """Rows by what KEY says of them, in their order."""
    found = {}
    for row in rows:
        found.setdefault(key(row), []).append(row)
    return found


def summed(rows, by, *keys):
    """A row for each value of the columns BY: how many rows there are, the sums of the others."""
    for some in groups(rows, lambda row: tuple(row[key] for key in by)).values():
        yield {**{key: some[0][key] for key in by}, "count": len(some),
               **{key: total(some, key) for key in keys}}


def is_number(text):
    return bool(re.fullmatch(r"-?[0-9.]+(e[-+]?[0-9]+)?", text))


# ---- sections

class Sections:
    """`all` has (id, title, question, blocks); `bad` how many failed in a section; the page begins
    with `verdict`, and `cause`, the first failure."""

    when = staticmethod(when)

    def __init__(self, build, history):
        self.build, self.history, self.now = build, history, when(time.time())
        self.inputs = list(build.inputs())
        self.checks = list(build.checks())
        self.runs = [{**row, "report": name[8:], "rtl": build.rtl_of(name)}
                     for name in ("reports/cosim.csv", "reports/cosim_selected.csv")
                     for row in build.csv(name)]
        self.failures = failures_of(build, self.runs)
        self.bad_runs = [row for row in self.runs if row["mismatches"] != "0"]
        self.what_failed, self.bad = [], Counter()
        self.all = [(name, title, question, self.drawn(name)) for name, title, question in (
            ("state", "State", "May this commit ship?"),
            ("cosim", "Co-simulation", "What was run, what failed, and why?"),
            ("coverage", "Coverage", "What is not covered?"),
            ("proofs", "Proofs", "What is guaranteed, and under what?"),
            ("silicon", "Silicon", "How big, how fast, and what limits?"),
            ("paper", "Paper", "Does it hold?"))]
        self.verdict, self.cause = self.judge()

    def drawn(self, section):
        missing = groups((one for one in self.inputs if one["section"] == section and
                          not one["time"]), lambda one: one["command"])
        self.section = section
        boxes = [{"kind": "missing", "rows": [
            (command, ", ".join(one["file"] for one in some)) for command, some in
            missing.items()]}] if missing else []
        return boxes + getattr(self, section)()

    def say_failed(self, count, what, rtl=""):
        """WHAT is a plural."""
        if count:
            other = f" of the RTL in {rtl}/" if rtl not in ("", "rtl") else ""
            self.bad[self.section] += count
            self.what_failed.append(f"{count:,} {what if count > 1 else what[:-1]}{other}")

    def judge(self):
        """The verdict in a sentence; the cause of the first failure."""
        missing = len({one["command"] for one in self.inputs if not one["time"]})
        rest = f"; {missing} reports were not made" if missing else ""
        if not self.what_failed:
            ran = any(one["time"] for one in self.inputs)
            return ("Nothing failed" if ran else "Nothing was run") + rest, None
        now = [one for one in self.failures if one["current"]]
        return f"Failed: {', '.join(self.what_failed)}{rest}", now[0] if now else None

    def caption(self, text, name):
        """With the RTL that the figures are of, where they are of one."""
        rtl = self.build.rtl_of(name)
        return f"{text} (RTL of {rtl}/)" if rtl else text

    def report(self, name, caption, bad=lambda row: False, most=100, sort=None):
        """A table of a report as it is, numbers as numbers; and how many rows are bad."""
        rows = self.build.csv(name)
        columns = "; ".join(f"{key}={TITLES.get(key, key.replace('_', ' '))}" + (
            "#2" if all(not row[key] or is_number(row[key]) for row in rows) else "")
            for key in (rows or [[]])[0])
        self.say_failed(sum(map(bool, map(bad, rows))), f"{Path(name).stem} rows")
        return table(self.caption(caption, name), rows, columns, bad, most, sort)

    def state(self):
        stale = lambda row: "before this commit, " if row["time"] < self.build.committed else ""
        targets = dict(re.findall(
            r"^([a-z][a-z-]*):[^#\n]*## (?:[0-9]+ min: )?(.*)", Path("Makefile").read_text(
                encoding="utf-8"), re.M))
        missing = len({one["command"] for one in self.inputs if not one["time"]})
        failed, passed = total(self.checks, "failed"), total(self.checks, "checks")
        self.say_failed(int(failed), "checks")
        shown = [fact(int(passed - failed), "checks passed"),
                 fact(int(failed), "failed", "bad" if failed else "", "#checks"),
                 fact(int(total(self.checks, "skipped")), "skipped")] if self.checks else []
        for (rtl, bad), rows in groups(self.runs, lambda row: (
                row["rtl"], row["mismatches"] != "0")).items():
            shown.append(fact(len(rows), f"runs {'that failed' if bad else 'without a mismatch'}, "
                              f"RTL of {rtl}/", "bad" if bad else "",
                              self.link_of(rows[0]) if bad else ""))
        blocks = [facts(*shown, fact(missing, "reports not there", "missing" if missing else "",
                                     "#inputs"))]
        blocks.append(table("Checks of the last make test", [{**row, "failed": red(int(
            row["failed"])) if row["failed"] else 0, "time": stale(row) + when(row["time"]),
            "what": {"text": targets.get(row["name"], ""), "lines": row["lines"] + (
                [f"again: make {row['name']}"] if row["failed"] else [])}} for row in self.checks],
            "name; failed#; checks#; skipped#; seconds#; cpu=CPU s#; what*; time=when",
            lambda row: row["failed"], 40, name="checks"))
        blocks.append(table("What the page is made of", [{**one, "command": {
            "text": one["command"], "code": True}, "of": self.build.of.get(one["file"], ""),
            "time": stale(one) + when(one["time"]) if one["time"] else {
                "text": "○ not run", "kind": "missing"}} for one in self.inputs],
            "section; file; time=when; command; of*", most=12, name="inputs"))
        blocks.append(self.report("reports/bench.csv", "Speed"))
        return [*blocks, *self.over_time()]

    def over_time(self):
        path = Path(self.history)
        if not self.history or not path.is_file():
            return [heading("Over time"), {"kind": "missing", "rows": [
                ("make report REPORT_HISTORY=FILE", "no history is kept")]}]
        with path.open(newline="", encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        return [heading("Over time"), draw("lines", [
            [title, [[at + 1, float(row[key]), f"{row['commit']}, {row['time']}"]
                     for at, row in enumerate(rows) if row[key]]]
            for key, title in HISTORY_CHARTS.items() if any(row[key] for row in rows)])]

    def link_of(self, row):
        """To the failure of a run; where only its workload is known, to the first."""
        name = f"{row['workload']}-{row.get('seed', '')}"
        return "#failure-" + next((one["name"] for one in self.failures
                                   if one["name"].startswith(name)), "none")

    def cosim(self):
        for rtl, rows in groups(self.bad_runs, lambda row: row["rtl"]).items():
            self.say_failed(len(rows), "runs", rtl)
        blocks = [{"kind": "failures", "failures": self.failures}] if self.failures else []
        keys = "operations cycles grants denials rejects returns".split()
        counts, is_bad = "#; ".join(keys) + "#", lambda row: row["mismatches"] not in (0, "0")
        rows = [{**row, "seconds": float(row["cycles"]) / float(row["cycles_per_s"]), "bad": red(
            row["mismatches"], self.link_of(row)) if is_bad(row) else 0} for row in self.runs]
        sums = [{**row, "mismatches": red(int(row["mismatches"]), self.link_of(row)) if
                 row["mismatches"] else 0, "speed": row["cycles"] / 1e6 / row["seconds"]}
                for row in summed(rows, ("workload", "rtl", "report"), "mismatches", "seconds",
                                  *keys)]
        blocks += [
            table("By workload", sums, "workload; rtl=RTL; report; count=runs#; mismatches#; "
                  f"{counts}; speed=million clocks/s#2", is_bad),
            details(f"Each of {len(rows):,} runs", table(
                "Runs", rows, f"workload; seed#; rtl=RTL; report; bad=mismatches#; {counts}; "
                "cycles_per_s=clocks/s#", is_bad, 50), opened=bool(self.bad_runs))]
        agreement = list(summed(self.build.csv("reports/agreement.csv"), ("experiment", "policy"),
                                "decisions", "differing"))
        self.say_failed(sum(row["differing"] > 0 for row in agreement), "agreements")
        blocks.append(table(self.caption(
            "Policy, golden model and RTL decide alike", "reports/agreement.csv"), agreement,
            "experiment; policy; count=runs#; decisions#; differing#",
            lambda row: row["differing"]))
        return [*blocks, self.scenarios(),
                self.report("reports/lockstep.csv", "Constrained-random traffic at several sizes",
                            lambda row: row["status"] != "0 differences", 20),
                self.report("reports/sizes.csv", "Whole block in lockstep, by size",
                            lambda row: row["mismatches"] != "0", 40),
                self.report("reports/regress.csv", "Regression", most=50)]

    def scenarios(self):
        """A row for each scenario with its result on each model."""
        rows = []
        for name, found in groups(self.build.csv("reports/scenarios.csv"),
                                  lambda row: row["scenario"]).items():
            rows.append({"scenario": name, "kind": found[0]["kind"], "steps": found[0]["steps"],
                         "why": "; ".join(dict.fromkeys(row["why"] for row in found
                                                        if row["why"])),
                         "bad": any(row["result"] == "failed" for row in found),
                         **{row["on"]: red("failed") if row["result"] == "failed" else
                            row["result"] for row in found}})
        bad = sum(row["bad"] for row in rows)
        self.say_failed(bad, "scenarios", self.build.rtl_of("reports/scenarios.csv"))
        return table(self.caption(f"Scenarios: {bad} of {len(rows)} failed",
                                  "reports/scenarios.csv"), rows, "kind; scenario; golden; rtl; "
                     "lockstep; steps=clocks#; why=what was expected and seen*",
                     lambda row: row["bad"], 30)

    def coverage(self):
        build, bins = self.build, self.build.csv("reports/bins.csv")
        blocks = [facts(*(fact(f"{row['percent']} %", f"{row['kind']} ({row['covered']} of "
                               f"{row['total']})") for row in build.csv("reports/coverage.csv")))]
        never = [row for row in bins if row["hits"] == "0"]
        if bins:
            points = sorted(summed([{**row, "met": row["hits"] != "0"} for row in bins], ["point"],
                                   "met", "hits"), key=lambda row: row["met"] / row["count"])
            blocks += [
                facts(fact(len(bins), self.caption("coverage points", "reports/bins.csv")),
                      fact(len(bins) - len(never), "covered"),
                      fact(len(never), "not covered", "missing" if never else "")),
                table("Coverage points not covered", never, "point; bin"),
                table("Kinds of points", points, "point; count=bins#; met=covered#; hits#",
                      most=15)]
        lost = lambda row: not (row["found_by"] or row["scenarios"])
        blocks += [
            self.report("reports/mutation.csv", "Mutants by module", sort=5),
            self.report("reports/mutation_survivors.csv", "Mutants that survive", most=20),
            self.report("reports/bugs.csv", "Planted bugs of the RTL, and what finds them",
                        most=20),
            self.report("reports/twins.csv",
                        "Faults of golden model and RTL alike, and what finds them", lost, 20)]
        return [*blocks, self.not_reached()]

    def not_reached(self):
        """Lines and branches of the RTL, as coverage.py lists them."""
        rows = [{**row, "place": f"{row['file']}:{row['line']}"}
                for row in self.build.csv("coverage/points.csv",
                                          "kind file line what hits".split())
                if row["kind"] != "toggle" and row["hits"] == "0"]
        return table("Lines and branches of the RTL that nothing reached", rows,
                     "place; kind; what*", most=20)

    def proofs(self):
        """Every property of rtl/proofs.txt with its promise, and what breaks it."""
        results = {row["property"]: row for row in self.build.csv("reports/formal.csv")}
        rows = []
        for proof in prove.read_table():
            for part, promise in proof.properties.items():
                name = f"{proof.name}.{part}"
                found = results.get(name, {})
                status = found.get("status", "not run")
                mark, kind = {"proved": "✔ good", "not run": "○ missing"}.get(
                    status, "✖ bad").split()
                rows.append({**found, "property": {"text": name, "id": f"property-{name}"},
                             "promise": promise, "module": proof.module, "kind": kind, "status": {
                                 "text": f"{mark} {status}", "kind": kind, "lines": [
                                     f"gtkwave build/block/formal/{proof.log}.vcd"]
                                 if kind == "bad" else []},
                             "refuted_by": found.get("refuted_by", "").replace(";", ", "),
                             "assumes": {"text": "", "links": [
                                 [one, f"#property-{one}"] for one in found.get(
                                     "assumes", "").split(";") if one]}})
        bad = [row for row in rows if row["kind"] == "bad"]
        count = Counter(row["kind"] for row in rows)
        self.say_failed(len(bad), "proofs")
        order = ["bad", "missing", "good"]
        return [
            facts(fact(len(rows), "properties"), fact(count["good"], "proved for all time"),
                  fact(len(bad), "not proved", "bad", "#" + bad[0]["property"]["id"]) if bad else
                  fact(0, "not proved"), fact(count["missing"], "not run")),
            table("Properties", sorted(rows, key=lambda row: order.index(row["kind"])),
                  "property; promise*; module; status; seconds=s#1; size; assumes=rests on; "
                  "refuted_by=broken by changes", lambda row: row["kind"] == "bad", 500),
            table(self.caption("Promises, and what checks them", "reports/promises.csv"), [
                {key: text.replace(";", ", ") for key, text in row.items()}
                for row in self.build.csv("reports/promises.csv")], "promise*; rules; scenarios; "
                  "proofs; planted=planted bugs; common_mode=common-mode faults", most=20)]

    def silicon(self):
        return [self.report("reports/timing.csv", "Clocks of designs and modules"),
                self.report("reports/area.csv", "Area", most=30),
                self.report("reports/pnr.csv", "Place and route")]

    def paper(self):
        claims, blocks = self.build.csv("results/claims.csv"), []
        seeds = {row["id"]: row for row in self.build.csv("results/claims_seeds.csv")}
        if claims:
            within = sum(row["verdict"] == "ok" for row in claims)
            beyond = len(claims) - within
            rows = []
            for row in sorted(claims, key=lambda row: row["verdict"] == "ok"):
                of, ok = seeds.get(row["id"], {}), row["verdict"] == "ok"
                rows.append({**row, **of, **row, "interval": f"{of['interval95_low']} to "
                             f"{of['interval95_high']}" if of.get("mean") else "", "verdict": {
                                 "text": f"{'✔' if ok else '○'} {row['verdict']}",
                                 "kind": "good" if ok else "missing"}})
            blocks += [
                facts(fact(len(claims), "published numbers"), fact(within, "within tolerance"),
                      fact(beyond, "beyond", "missing" if beyond else "")),
                table("Published numbers and ours", rows, "id; what*; paper#3; ours#3; "
                      "tolerance#3; verdict; interval=95 % interval over seeds; "
                      "interval95_verdict=of it; identical_policies=two identical policies")]
        return blocks + [{"kind": "picture", "title": Path(name).stem.replace("_", " "), "svg":
                          base64.b64encode(self.build.text(name).encode()).decode()}
                         for name in self.build.like("results/*.svg")]
