"""The sections of the page: from the files of a build to blocks that page.html writes."""
import csv
import re
import time
from collections import Counter
from datetime import datetime, timezone
from pathlib import Path

from failures import failures_of

HISTORY_CHARTS = {
    "clocks_per_s": "clocks per second of a worker", "coverage_points": "coverage points met, %",
    "published_within": "published numbers within tolerance",
    "mutants_noticed": "mutants noticed, %", "mhz": "clock of the block, MHz",
    "failed": "checks failed"}
MEASURES = {
    "p99_ratio": "P99 latency, BASE = 1", "p99_ns": "P99 latency, ns",
    "goodput_change_percent": "goodput, % over BASE",
    "p99_reduction_percent": "P99 less than BASE, %", "p99_change_percent": "P99 change, %"}
TITLES = {"area": "µm²", "fmax_mhz": "MHz", "worst_path": "worst path", "cycles": "clocks"}


# ---- blocks: what page.html writes

def fact(value, name, kind="", href=""):
    """A number above its name. KIND: bad, missing or nothing."""
    mark = {"bad": "✖ ", "missing": "○ "}.get(kind, "")
    return {"value": f"{mark}{value:,}" if isinstance(value, int) else mark + value, "name": name,
            "kind": kind, "href": href}


def facts(*some):
    return {"kind": "facts", "facts": some}


def heading(text):
    return {"kind": "heading", "text": text}


def draw(what, data, caption=""):
    """A thing that a script of the page draws."""
    return {"kind": "draw", "what": what, "data": data, "caption": caption, "id": ""}


def details(title, *blocks, opened=False):
    return {"kind": "details", "title": title, "blocks": blocks, "opened": opened}


def red(text, href=""):
    """A cell in red, a link where it leads to its cause."""
    return {"text": f"✖ {text}", "kind": "bad", "href": href}


def column(key, title=None, number=False, digits=0, wide=False):
    return {"key": key, "title": title or key, "number": number, "digits": digits, "wide": wide}


def numbers(*keys):
    return [column(key, TITLES.get(key), number=True) for key in keys]


def table(caption, rows, columns, bad=lambda row: False, most=100, sort=None):
    """Cells are what the rows have: text, a number, or {text, href, kind, code, lines}. Rows that
    are BAD stand first."""
    if not rows:
        return {"kind": "none"}
    columns = [column(one) if isinstance(one, str) else one for one in columns]
    rows = sorted(rows, key=lambda row: not bad(row))
    return draw("table", {
        "columns": columns, "most": most, "sort": sort, "bad": sum(map(bool, map(bad, rows))),
        "rows": [[row.get(one["key"], "") for one in columns] for row in rows]}, caption)


def when(seconds):
    return datetime.fromtimestamp(seconds, timezone.utc).strftime("%F %H:%M UTC")


def total(rows, key):
    return sum(float(row[key] or 0) for row in rows)


def groups(rows, key):
    """Rows by what KEY says of them, in their order."""
    found = {}
    for row in rows:
        found.setdefault(key(row), []).append(row)
    return found


def is_number(text):
    return bool(re.fullmatch(r"-?[0-9.]+(e[-+]?[0-9]+)?", text))


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
            ("waits", "Waits", "Who waited for whom?"),
            ("coverage", "Coverage", "What was never met?"),
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
        columns = [column(key, TITLES.get(key, key.replace("_", " ")), digits=2, number=all(
            not row[key] or is_number(row[key]) for row in rows)) for key in (rows or [[]])[0]]
        self.say_failed(sum(map(bool, map(bad, rows))), f"rows of {name}s")
        return table(self.caption(caption, name), rows, columns, bad, most, sort)

    def state(self):
        stale = lambda row: "before this commit, " if row["time"] < self.build.committed else ""
        targets = {name: what for name, what in re.findall(
            r"^([a-z][a-z-]*):[^#]*## (?:[0-9]+ min: )?(.*)", Path("Makefile").read_text(
                encoding="utf-8"), re.M)}
        missing = len({one["command"] for one in self.inputs if not one["time"]})
        failed, passed = total(self.checks, "failed"), total(self.checks, "checks")
        self.say_failed(int(failed), "checks")
        shown = [fact(int(passed - failed), "checks passed"), fact(int(failed), "failed",
                 "bad" if failed else "", "#checks"), fact(int(total(self.checks, "skipped")),
                                                           "skipped")] if self.checks else []
        for rtl, rows in groups(self.bad_runs, lambda row: row["rtl"]).items():
            shown.append(fact(len(rows), f"runs that failed, RTL of {rtl or 'unknown folder'}/",
                              "bad", self.link_of(rows[0])))
        good = [row for row in self.runs if row["mismatches"] == "0"]
        for rtl, rows in groups(good, lambda row: row["rtl"]).items():
            shown.append(fact(len(rows), f"runs without a mismatch, RTL of {rtl or 'unknown'}/"))
        blocks = [facts(*shown, fact(missing, "reports not there", "missing" if missing else "",
                                     "#inputs"))]
        blocks.append(table("Checks of the last make test", [{**row, "failed": red(int(
            row["failed"])) if row["failed"] else 0, "time": stale(row) + when(row["time"]),
            "what": {"text": targets.get(row["name"], ""), "lines": row["lines"] + (
                [f"again: make {row['name']}"] if row["failed"] else [])}} for row in self.checks],
            ["name", *numbers("failed", "checks", "skipped", "seconds"), column(
                "cpu", "CPU s", True), column("what", wide=True), column("time", "when")],
            lambda row: row["failed"], 40) | {"id": "checks"})
        blocks.append(table("What the page is made of", [{**one, "command": {
            "text": one["command"], "code": True}, "of": self.build.of.get(one["file"], ""),
            "time": stale(one) + when(one["time"]) if one["time"] else {
                "text": "○ not run", "kind": "missing"}} for one in self.inputs],
            ["section", "file", column("time", "when"), "command", column("of", wide=True)],
            most=12) | {"id": "inputs"})
        blocks.append(self.report("reports/bench.csv", "Speed"))
        return [*blocks, *self.over_time()]

    def over_time(self):
        path = Path(self.history)
        if not self.history or not path.is_file():
            return [heading("Over time"), {"kind": "missing", "rows": [
                ("make report REPORT_HISTORY=FILE", "no history is kept")]}]
        with path.open(newline="", encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        charts = [{"title": title, "y": "", "x": "line of the history", "names": [
            str(at + 1) for at in range(len(rows))], "joined": True, "series": [{
                "name": key, "points": [{"x": str(at + 1), "y": float(row[key]), "text":
                                         f"{row['commit']}, {row['time']}"}
                                        for at, row in enumerate(rows) if row[key]]}]}
                  for key, title in HISTORY_CHARTS.items() if any(row[key] for row in rows)]
        return [heading("Over time"), draw("charts", {"charts": charts, "legend": []})]

    def link_of(self, row):
        """To the failure of a run; of a workload that was run with fewer seeds, its first."""
        names = [one["name"] for one in self.failures]
        near = [name for name in names if name.startswith(row["workload"] + "-")]
        name = f"{row['workload']}-{row['seed']}"
        return "#failure-" + (name if name in names else near[0] if near else "none")

    def decided(self, one):
        """Where what differs in a failure is decided."""
        return table("Where what differs is decided, from the port inwards; red: lines that rtl/ "
                     "has not", [{**row, "at": {"text": row["at"][0], "href":
                                                f"#source={row['at'][1]}"},
                                  "text": {"text": row["text"], "code": True}}
                                 for row in one["decided"]],
                     ["port", column("at", "line"), column("text", "source", wide=True)],
                     lambda row: row["changed"], 200)

    def cosim(self):
        for rtl, rows in groups(self.bad_runs, lambda row: row["rtl"]).items():
            self.say_failed(len(rows), "runs", rtl)
        blocks = [{"kind": "failures", "failures": self.failures}] if self.failures else []
        keys = ["operations", "cycles", "grants", "denials", "rejects", "returns"]
        sums = []
        for (rtl, report, name), rows in groups(self.runs, lambda row: (
                row["rtl"], row["report"], row["workload"])).items():
            wrong = [row for row in rows if row["mismatches"] != "0"]
            sums.append({"workload": name, "RTL": f"{rtl}/", "report": report, "runs": len(rows),
                         **{key: total(rows, key) for key in keys}, "mismatches": red(
                             int(total(rows, "mismatches")), self.link_of(wrong[0]))
                         if wrong else 0, "speed": total(rows, "cycles") / 1e6 / sum(
                             float(row["cycles"]) / float(row["cycles_per_s"]) for row in rows)})
        is_bad = lambda row: row["mismatches"] not in (0, "0")
        blocks.append(table("By workload", sums, [
            "workload", "RTL", "report", *numbers("runs", "mismatches", *keys),
            column("speed", "million clocks/s", True, 2)], is_bad))
        if self.runs:
            rows = [{**row, "RTL": f"{row['rtl']}/", "mismatches": 0 if row["mismatches"] == "0"
                     else red(row["mismatches"], self.link_of(row))} for row in self.runs]
            blocks.append(details(f"Each of {len(rows):,} runs", table("Runs", rows, [
                "workload", *numbers("seed"), "RTL", "report", *numbers("mismatches", *keys),
                column("cycles_per_s", "clocks/s", True)], is_bad, 50),
                opened=bool(self.bad_runs)))
        agreement = [{"what": what, "runs": len(rows), "decisions": total(rows, "decisions"),
                      "differing": total(rows, "differing")} for what, rows in groups(
                          self.build.csv("reports/agreement.csv"), lambda row:
                          f"{row['experiment']}, {row['policy']}").items()]
        blocks.append(table(self.caption("Policy, golden model and RTL decide alike",
                                         "reports/agreement.csv"), agreement, [
            column("what", "experiment, policy"), *numbers("runs", "decisions", "differing")],
            lambda row: row["differing"]))
        self.say_failed(sum(row["differing"] > 0 for row in agreement), "agreements")
        return [*blocks, self.scenarios(),
                self.report("reports/lockstep.csv", "Drawn traffic at several sizes",
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
        self.say_failed(bad, "scenarios")
        return table(self.caption(f"Scenarios: {bad} of {len(rows)} failed",
                                  "reports/scenarios.csv"), rows, [
            "kind", "scenario", "golden", "rtl", "lockstep", column("steps", "clocks", True),
            column("why", "what was expected and seen", wide=True)], lambda row: row["bad"], 30)

    def waits(self):
        lane = lambda number: f"HBM {number}" if int(number) < 8 else (
            "Atomic" if number == "8" else "response")
        blocks = []
        for name in self.build.like("report/waits/*.csv"):
            short = Path(name).stem
            rows = [{**row, "lane": lane(row["lane"]), "from": int(row["from_ps"]) / 1e6,
                     "to": int(row["to_ps"]) / 1e6,
                     "ns": (int(row["to_ps"]) - int(row["from_ps"])) / 1e3}
                    for row in self.build.csv(name) if row["to_ps"]]
            if not rows:
                blocks += [heading(short), {"kind": "text", "text": "Nothing waited."}]
                continue
            whole = total(rows, "ns")
            pairs = [{"lane": where, "waited": waited, "held": held or "nobody", "refusals":
                      len(some), "ns": total(some, "ns"), "share": 100 * total(some, "ns") / whole}
                     for (where, waited, held), some in groups(rows, lambda row: (
                         row["lane"], row["class"], row["oldest_class"])).items()]
            rows.sort(key=lambda row: -row["ns"])
            blocks += [
                heading(short), facts(
                    fact(len(rows), "refusals"), fact(f"{whole / 1e3:,.1f} µs", "waited in all"),
                    fact(f"{rows[0]['ns']:,.0f} ns", "longest")),
                draw("area", [[row["lane"], row["from"], row["to"]] for row in rows],
                     "Operations that wait over time, by the lane that refuses"),
                table(f"{short}: who waited for whom", sorted(pairs, key=lambda row: -row["ns"]), [
                    column("lane", "refused by"), column("waited", "who waited"),
                    column("held", "oldest holder of the debt"), *numbers("refusals"),
                    column("ns", "waited, ns", True), column("share", "% of all", True, 1)],
                    most=20),
                details("The longest refusals", table(f"{short}: the longest refusals",
                                                      rows[:200], [
                    column("op", "operation", True), "class", column("lane", "refused by"),
                    *numbers("ns"), column("short_by", "short by", True), column(
                        "end", "ended by"), column("oldest_op", "oldest holder", True), column(
                            "oldest_class", "its class")], most=20)),
                details("as printed", {"kind": "pre", "text": self.build.text(
                    name.replace(".csv", ".txt")) or ""})]
        return blocks

    def coverage(self):
        build, bins = self.build, self.build.csv("reports/bins.csv")
        blocks = [facts(*(fact(f"{row['percent']} %", f"{row['kind']} ({row['covered']} of "
                               f"{row['total']})") for row in build.csv("reports/coverage.csv")))]
        never = [row for row in bins if row["hits"] == "0"]
        if bins:
            points = [{"point": point, "bins": len(rows), "met": sum(row["hits"] != "0"
                       for row in rows), "least": min(int(row["hits"]) for row in rows),
                       "hits": total(rows, "hits")} for point, rows in groups(
                           bins, lambda row: row["point"]).items()]
            points.sort(key=lambda row: (row["met"] / row["bins"], row["least"]))
            blocks += [
                facts(fact(len(bins), self.caption("situations", "reports/bins.csv")),
                      fact(len(bins) - len(never), "met"),
                      fact(len(never), "never met", "missing" if never else "")),
                table("Situations never met", never, ["point", "bin"]),
                draw("cells", [[f"{row['point']}: {row['bin']}", int(row["hits"])] for row in
                               sorted(bins, key=lambda row: row["hits"] != "0")],
                     "Situations, a cell for each; darker: met more often"),
                table("Coverage points", points, ["point", *numbers("bins", "met"), column(
                    "least", "least often met", True), *numbers("hits")], most=15)]
        lost = lambda row: not (row["found_by"] or row["scenarios"])
        blocks += [
            self.report("reports/mutation.csv", "Mutants by module", sort=5),
            self.report("reports/mutation_survivors.csv", "Mutants that survive", most=20),
            self.report("reports/bugs.csv", "Planted bugs of the RTL, and what finds them",
                        most=20),
            self.report("reports/twins.csv",
                        "Faults of golden model and RTL alike, and what finds them", lost, 20)]
        return [*blocks, *self.sources()]

    def sources(self):
        """What was not reached, by file of the RTL; the page shows a file that a link names."""
        columns = "kind file line what excluded hits".split()
        points = groups((row for row in self.build.csv("coverage/points.csv", columns)
                         if row["kind"] != "stale"), lambda row: Path(row["file"]).name)
        mutants = groups(self.build.csv("reports/mutation_survivors.csv"),
                         lambda row: row["source"].split(":")[0])
        wanted = {Path(path) for one in self.failures for path in one["files"]}
        if points or mutants or self.failures:
            wanted |= {path for path in Path("rtl").rglob("*.sv") if "bugs" not in path.parts}
        files, rows = {}, []
        for path in sorted(wanted):
            at = points.get(path.name, []) if path.parts[0] == "rtl" else []
            left = {kind: [row for row in at if row["kind"] == kind and row["hits"] == "0" and
                           not row["excluded"]] for kind in ("line", "branch", "toggle")}
            survivors = mutants.get(path.name, []) if path.parts[0] == "rtl" else []
            missed = groups(left["line"] + left["branch"], lambda row: int(row["line"]))
            most = Counter()
            for row in at:
                if row["kind"] != "toggle":
                    most[int(row["line"])] = max(most[int(row["line"])], int(row["hits"]))
            files[str(path)] = {
                "lines": path.read_text(encoding="utf-8").splitlines(), "hits": dict(most),
                "missed": {line: ", ".join({row["what"] or row["kind"] for row in some})
                           for line, some in missed.items()},
                "survive": {int(re.split("[:.]", row["source"])[2]): row["what"]
                            for row in survivors}}
            rows.append({"file": {"text": str(path), "href": f"#source={path}"}, "mutants":
                         len(survivors), **{kind: len(some) for kind, some in left.items()}})
        rows = [row for row in rows if points or mutants]
        rows.sort(key=lambda row: (-row["line"] - row["branch"], -row["mutants"]))
        return [table("Not reached, by file of the RTL", rows, [
            "file", column("line", "lines", True), column("branch", "branches", True),
            column("toggle", "bits", True), column("mutants", "surviving mutants", True)],
            most=20), draw("sources", files) if files else {"kind": "none"}]

    def proofs(self):
        """Every property of rtl/proofs.txt with its promise, and what breaks it."""
        results = {row["property"]: row for row in self.build.csv("reports/formal.csv")}
        rows, module = [], ""
        for line in Path("rtl/proofs.txt").read_text(encoding="utf-8").splitlines():
            begins, part = re.match(r"(sema_\w+)", line), re.match(r" {4}(?!given )(\w+) +(.*)",
                                                                   line)
            module = begins[1] if begins else module
            if part:
                short = re.sub("^sema_(path_)?", "", module)
                name = f"{short}.{part[1]}"
                found = results.get(name, {})
                status, kind = found.get("status", "not run"), "good"
                mark = {"proved": "✔", "not run": "○"}.get(status, "✖")
                kind = {"proved": "good", "not run": "missing"}.get(status, "bad")
                rows.append({**found, "property": {"text": name, "id": f"property-{name}"},
                             "promise": part[2], "module": module, "kind": kind, "status": {
                                 "text": f"{mark} {status}", "kind": kind, "lines": [
                                     f"gtkwave build/block/formal/{short}.vcd"]
                                 if kind == "bad" else []},
                             "refuted_by": found.get("refuted_by", "").replace(";", ", "),
                             "assumes": {"text": "", "links": [
                                 [one, f"#property-{one}"] for one in found.get(
                                     "assumes", "").split(";") if one]}})
        bad = [row for row in rows if row["kind"] == "bad"]
        count = Counter(row["kind"] for row in rows)
        self.say_failed(len(bad), "proofs")
        promises = [{"number": number, "promise": re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", promise),
                     "by": by} for number, promise, by in re.findall(
                         r"^\| (\d+) \| (.*) \| (.*) \|$", Path("rtl/spec/promises.md").read_text(
                             encoding="utf-8"), re.M)]
        order = ["bad", "missing", "good"]
        return [
            facts(fact(len(rows), "properties"), fact(count["good"], "proved for all time"),
                  fact(len(bad), "not proved", "bad", "#" + bad[0]["property"]["id"]) if bad else
                  fact(0, "not proved"), fact(count["missing"], "not run")),
            table("Properties", sorted(rows, key=lambda row: order.index(row["kind"])), [
                "property", column("promise", wide=True), "module", "status",
                column("seconds", "s", True, 1), "size", column("assumes", "rests on"),
                column("refuted_by", "broken by changes")], lambda row: row["kind"] == "bad", 500),
            table("Promises of the specification", promises, [
                column("number", number=True), column("promise", wide=True),
                column("by", "asked for by")])]

    def silicon(self):
        area, timing = (self.build.csv(f"reports/{name}.csv") for name in ("area", "timing"))
        library = area[0]["library"] if area else ""
        clock = {row["design"]: float(row["fmax_mhz"] or 0) for row in timing
                 if row["library"] == library}
        modules = [[row["design"], float(row["area"]), row["flops"], clock.get(row["design"], 0)]
                   for row in area if row["library"] == library and row["area"] and
                   row["design"].startswith("sema_")]
        return [draw("map", modules, f"Area by module, {library}; darker: slower")
                if modules else {"kind": "none"},
                self.report("reports/timing.csv", "Clocks of designs and modules"),
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
                table("Published numbers and ours", rows, ["id", column("what", wide=True), *(
                    column(key, number=True, digits=3) for key in ("paper", "ours", "tolerance")),
                    "verdict", column("interval", "95 % interval over seeds"),
                    column("interval95_verdict", "of it"),
                    column("identical_policies", "two identical policies")])]
        figures = {name: panels(name, self.build.csv(name)) for name in
                   self.build.like("results/figures/*.csv")}
        names = {one["name"] for some in figures.values() for panel in some
                 for one in panel["series"]}
        styles = policies()
        order = [*(name for name in styles if name in names), *sorted(names - set(styles))]
        if figures:
            blocks += [heading("Figures"), {
                "kind": "text", "text": "Hollow diamonds: published. Lines at marks: least to "
                "greatest seed. Buttons switch policies on and off."}, draw("charts", {
                    "legend": order, "colours": styles, "groups": [[Path(name).stem.replace("_", " "), some] for
                                                name, some in figures.items()]})]
        return blocks


def policies():
    """Their colours, in their order."""
    with open("scripts/figures/policies.csv", newline="", encoding="utf-8") as file:
        return {row["policy"]: row["colour"] for row in csv.DictReader(file)}


def panels(name, rows):
    """Charts of a figure: one for each experiment, workload and measure."""
    made = []
    for some in groups(rows, lambda row: [row["experiment"], row["workload"], row.get("loop"),
                                          row["measure"], row.get("baseline")].__repr__()
                       ).values():
        first, swept = some[0], any(row["value"] for row in some)
        numeric = swept and all(is_number(row["value"]) for row in some)
        word = lambda row, swept=swept: row["value"] if swept else row["policy"]
        number = lambda text: float(text) if text and text != "nan" else None
        of = ", ".join(filter(None, [first["workload"], first.get("loop")]))
        made.append({
            "title": of + ("" if Path(name).stem == first["experiment"] else
                           f" ({first['experiment']})"),
            "x": first["parameter"] or ("value" if swept else ""), "joined": swept,
            "names": None if numeric else list(dict.fromkeys(map(word, some))),
            "y": MEASURES.get(first["measure"], first["measure"].replace("_", " ")).replace(
                "BASE", first.get("baseline") or first.get("base") or ""),
            "series": [{"name": series, "points": [{
                "x": float(row["value"]) if numeric else word(row), "y": number(row["mean"]),
                "low": number(row["low"]), "high": number(row["high"]),
                "mark": number(row.get("paper")), "text":
                (f"published: {row['claims']}; " if row.get("claims") else "") +
                f"{row['seeds']} seeds"} for row in mine]} for series, mine in groups(
                    some, lambda row: row["policy"] or row["workload"]).items()]})
    return made
