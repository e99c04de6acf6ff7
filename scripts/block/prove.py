#!/usr/bin/env python3
"""Proves what the modules of rtl assert of themselves, for all time and all inputs, and shows
of each property that a change of the RTL breaks it.

usage: prove.py REPORT.csv [--proofs] [MODULE...]    of rtl/proofs.txt; --proofs: no changes

In a module, label NAME_A is a property, a line of the table; NAME_I an invariant that helps the
induction, proved with the rest; NAME_M what is taken for granted, with a line that says what keeps
it. Of a property that does not hold, build/block/formal/MODULE*.vcd shows a run (or a step from a
state that no reset leads to: an invariant is missing).

Last line: `formal: N checks, N failed`; status 1 if one failed.
"""
import concurrent.futures
import os
import pathlib
import re
import resource
import subprocess
import sys

import plant
from run import shown

TABLE = pathlib.Path("rtl/proofs.txt")
BUGS = [bug for table in sorted(pathlib.Path("rtl/bugs").glob("*.txt"))
        for bug in plant.read(table)]
FOLDER = pathlib.Path("build/block/formal")
SECONDS = int(os.environ.get("FORMAL_SECONDS", "400"))  # of processor time, for one run
CLOCKS = 24                                             # in which a change must have shown
ASSERTED = re.compile(r"(`ifdef (?:SEMA_CHECKED|FORMAL)\n.*?\n`endif\n(?!`endif))", re.S)
LABEL = re.compile(r"\b(\w+)_([AIM]) *: *(?=(assert|assume)\b)")
COLUMNS = "property,module,engine,depth,seconds,status,refuted_by,size,assumes"
COUNTS = [0, 0]


def check(good, text):
    COUNTS[not good] += 1
    if not good:
        print(f"FAILED: {text}")


class Proof:
    """A module's part of the table, and its source."""

    def __init__(self, line):
        self.module, self.steps, *settings = line.split()
        self.module, _, self.part = self.module.partition(":")
        self.cut = [s[4:] for s in settings if s.startswith("cut=")]
        self.size = [s for s in settings if s[:4] not in ("cut=", "try:")]
        self.tries = [s[4:] for s in settings if s.startswith("try:")]
        self.properties, self.breaks, self.given = {}, {}, {}  # properties: their promises
        self.name = self.module.removeprefix("sema_path_").removeprefix("sema_")
        self.log = self.name + ("-" + self.part if self.part else "")
        self.path = next(p for p in SOURCES if p.stem == self.module)
        self.text = self.path.read_text()

    def labels(self, kind):
        return {m[1] for m in LABEL.finditer(self.text) if m[2] in kind}

    def changed(self, edits):
        """The source with edits (OLD, NEW), which must apply once, outside of assertions."""
        parts = ASSERTED.split(self.text)
        wrong = [old for old, _ in edits if sum(part.count(old) for part in parts[::2]) != 1]
        check(not wrong, f"{self.module}: not one place for {wrong}")
        for old, new in edits:
            parts[::2] = [part.replace(old, new.replace("PLANTED", "1'b1")) for part in parts[::2]]
        return "".join(parts)

    def add(self, name, promise):
        """A property. What breaks it: planted bugs that say so, and what follows in the table."""
        self.properties[name] = promise
        self.breaks[name] = {bug.name: bug.edits for bug in BUGS
                             if bug.place == self.module and name in bug.breaks}


def read_table():
    proofs, name = [], ""
    for number, line in enumerate(TABLE.read_text().splitlines(), 1):
        words = line.split()
        if not words or line[0] == "#":
            continue
        if line[0] != " ":
            proofs.append(Proof(line))
        elif words[0] == "given":
            proofs[-1].given |= dict(word.split("=") for word in words[1:])
        elif words[0] == "breaks":
            edit = line.split(words[1], 1)[1].strip().split(" ==> ")
            proofs[-1].breaks[name][words[1]] = [tuple(edit)]
        elif line[4] != " ":
            name = words[0]
            proofs[-1].add(name, line.split(None, 1)[1])
        else:
            sys.exit(f"{TABLE}:{number}: {line.strip()}")
    return proofs


def listed(name="rtl/endpoint/endpoint.f"):
    """The files of a list; -F of another list."""
    files, folder = [], pathlib.Path(name).parent
    for word in pathlib.Path(name).read_text().split():
        path = pathlib.Path(os.path.normpath(folder / word))
        if word != "-F":
            files += listed(path) if path.suffix == ".f" else [path]
    return files


def used_by(text):
    """The packages, and what a text instantiates, directly or not."""
    found = {p for p in SOURCES if p.read_text().lstrip().find("\npackage ") >= 0}
    while True:
        more = {p for p in SOURCES if p not in found and re.search(rf"\b{p.stem} +(#|u_)", text)}
        if not more:
            return [p for p in SOURCES if p in found]
        found |= more
        text += "".join(p.read_text() for p in more)


def at_lines(text, kind, name=r"\w+"):
    """A selection of Yosys: what stands in the lines of a text that have such a label."""
    return " ".join(f"a:src=*.sv:{n}.*" for n, line in enumerate(text.splitlines(), 1)
                    for m in LABEL.finditer(line)
                    if re.fullmatch(kind, m[2]) and re.fullmatch(name, m[1]))


def design(proof, text, size, log, only="", rest="delete", assumed="M"):
    """Yosys commands, for all properties and invariants or for one. What modules within assert is
    a proof of its own. Time begins with a reset; or has begun, where more is assumed."""
    flags = re.findall(r"\b(\w+_q) = 1'b0", text) if assumed != "M" else []
    begins = "".join(f"\n  always_comb assume ({flag});\n" for flag in flags)
    begins = begins if assumed != "M" or not re.search(r"\brst_ni\b", text) else """
  logic begun_formal = 1'b0;
  always_ff @(posedge clk_i) begun_formal <= 1'b1;
  always_comb if (!begun_formal) RESET_BEGINS : assume (!rst_ni);
"""
    # Yosys takes a label once, whatever loop it is in; a place begins where what is before ends.
    source = FOLDER / f"{log}.sv"
    source.write_text(LABEL.sub("begin end ", text.replace("endmodule", begins + "endmodule")))
    files = []
    for path in used_by(text):
        if path.stem != proof.module:
            files.append(str(FOLDER / f"{log}.{path.name}"))
            pathlib.Path(files[-1]).write_text(LABEL.sub("begin end ", path.read_text()))
    files.append(str(source))
    sets = " ".join("-set " + s.replace("=", " ") for s in size)
    given = at_lines(text, f"[{assumed}]")
    return [
        f"read_verilog -defer -sv -formal -DFORMAL -DSEMA_CHECKED -DSYNTHESIS {' '.join(files)}",
        f"chparam {sets} {proof.module}" if sets else "",
        f"hierarchy -check -top {proof.module}", "rename -top top", "proc",
        "select -set within top %n", "chformal -assert -assume -cover -remove @within",
        f"chformal -assert2assume {given}" if given else "",
        f"select -set mine {at_lines(text, '[AI]', only)}" if only else "",
        f"{rest} t:$assert @mine %d" if only else "",
        *[f"cutpoint *{c}*/w:*_o" for c in proof.cut], "flatten", "chformal -early",
        "prep -top top", "memory_map", "async2sync", "opt -full", "dffunmap", "opt_clean"]


def yosys(script, seconds):
    """What it says of a script, under the limit, and the processor time that it took."""
    log = script.with_suffix(".log")
    with open(log, "w", encoding="utf-8") as out:
        child = subprocess.Popen(
            ["yosys", "-e", "implicitly declared", str(script)], stdout=out,
            stderr=subprocess.STDOUT,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds)))
        _, _, used = os.wait4(child.pid, 0)
    return log.read_text(), used.ru_utime + used.ru_stime


def solve(commands, log, steps, how="", seconds=SECONDS):
    """The same of Yosys's solver."""
    script = FOLDER / f"{log}.ys"
    script.write_text("\n".join(commands + [
        f"sat -tempinduct {how} -prove-asserts -set-assumes -seq 1 -maxsteps {steps} -show-public "
        f"-dump_vcd {FOLDER}/{log}.vcd"]) + "\n")
    return yosys(script, seconds)


def prove(proof):
    """Status, depth and seconds of the induction over all properties and invariants of a module."""
    text, seconds = solve(design(proof, proof.text, proof.size, proof.log), proof.log, proof.steps)
    depth = ([""] + re.findall(r"^\[(?:base case|induction step) (\d+)\]", text, re.M))[-1]
    status = ("proved" if "Induction step proven: SUCCESS" in text else
              "refuted" if "model found for base case: FAIL" in text else "unknown")
    return status, depth, seconds


def failing(proof):
    """The properties and invariants that do not follow from all others."""
    log = f"{proof.log}.why"
    return [name for name in sorted(proof.labels("AI")) if "Induction step proven" not in solve(
        design(proof, proof.text, proof.size, log, name, "chformal -assert2assume"), log,
        proof.steps)[0]]


def broken(proof, prop, name):
    """Whether a change breaks a property within some clocks of a reset."""
    log = f"{proof.log}.{prop}-{name}"
    changed = proof.changed(proof.breaks[prop][name])
    commands = design(proof, changed, proof.tries or proof.size, log, prop.upper())
    return "model found for base case: FAIL" in solve(
        commands, log, CLOCKS, "-tempinduct-baseonly")[0]


def check_names(proof, table, known):
    """The table has the properties and assumptions of a module; what keeps them is proved."""
    whole = [p for p in table if p.module == proof.module]
    broken_by = {x.upper() for bug in BUGS if bug.place == proof.module for x in bug.breaks}
    for kind, named, meant in (("A", {x.upper() for p in whole for x in p.properties}, broken_by),
                               ("M", {x for p in whole for x in p.given}, set())):
        odd = proof.labels(kind) ^ named | meant - named
        check(not odd, f"{proof.path} or {TABLE} does not have {', '.join(odd)}")
    for by in ";".join(g for p in whole for g in p.given.values()).split(";"):
        check(by in known | {"", "boundary"}, f"{proof.name} rests on {by}, which nothing proves")


def row_of(proof, prop, depth, seconds, status, broken_by):
    """A line of the report: what the module takes for granted rests on other properties, but for
    what the block demands of its neighbours."""
    keepers = {k for given in proof.given.values() for k in given.split(";")} - {"boundary"}
    return [f"{proof.name}.{prop}", proof.module, "sat", depth, f"{seconds:.1f}", status,
            ";".join(broken_by), " ".join(proof.size) or "full", ";".join(sorted(keepers))]


def main():
    report, *wanted = sys.argv[1:]
    broken_too = "--proofs" not in wanted
    wanted = set(wanted) - {"--proofs"}
    FOLDER.mkdir(parents=True, exist_ok=True)
    table = read_table()
    if not wanted <= {p.name for p in table}:
        sys.exit(f"prove: no module {', '.join(wanted - {p.name for p in table})} in {TABLE}")
    proofs = [p for p in table if not wanted or p.name in wanted]
    for proof in proofs:
        if not proof.part:
            check_names(proof, table, {f"{p.name}.{x}" for p in table for x in p.properties})
    rows = [COLUMNS.split(",")]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        proved = [pool.submit(prove, p) for p in proofs]
        tried = {(p, x, b): pool.submit(broken, p, x, b) for p in proofs for x in p.properties
                 for b in p.breaks[x] if broken_too}
        done = ((p, *proof.result()) for p, proof in zip(proofs, proved))
        for p, status, depth, seconds in shown("prove", "proofs", len(proofs), done):
            check(status == "proved", f"{p.log}: {status}, see {FOLDER}/{p.log}.log" + (
                status != "proved" and f"; not by all others: {', '.join(failing(p))}" or ""))
            for x in p.properties:
                names = [b for b in p.breaks[x] if broken_too]
                by = [b for b in names if tried[p, x, b].result()]
                for b in set(names) - set(by):
                    check(False, f"{p.name}.{x}: the change '{b}' does not break it, see "
                                 f"{FOLDER}/{p.log}.{x}-{b}.log")
                check(by or not broken_too, f"{p.name}.{x}: no change breaks it")
                rows.append(row_of(p, x, depth, seconds, status, by))
                print(f"{rows[-1][0]:28} {depth:>2} {seconds:6.1f} {status:8} {rows[-1][7]:24} "
                      f"broken by {', '.join(by)}", flush=True)
    pathlib.Path(report).parent.mkdir(parents=True, exist_ok=True)
    pathlib.Path(report).write_text("".join(",".join(row) + "\n" for row in rows))
    print(f"formal: {sum(COUNTS)} checks, {COUNTS[1]} failed")
    return COUNTS[1] != 0


SOURCES = listed()
if __name__ == "__main__":
    sys.exit(main())
