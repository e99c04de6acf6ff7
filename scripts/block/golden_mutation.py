#!/usr/bin/env python3
"""Mutants of the golden model against the scenarios: how many are found, and which not.

usage: golden_mutation.py REPORT.csv WORK COUNT SEED SIZE...   SIZEs: scripts/block/sizes.txt

The scenarios say what a reader of rtl/spec may rely on, the golden model is a reading of it. A
mutant of the model that every scenario passes is text that no scenario pins. COUNT mutants are
sampled from csim/golden/*.c, but not of the queues, at least one of each function. What does not
compile does not count, and neither does what makes the same object. A scenario is played on the
first SIZE that has the engines it needs, on the golden model alone. REPORT has a row for each
file; beside it REPORT_survivors.csv names those that are left. Status 1: fewer than LEAST per cent
of those that count were found.
"""
import random
import re
import subprocess
import sys
from collections import Counter, namedtuple
from pathlib import Path

from run import LIBRARIES, STEP, at_once, finish, run, score, tell_scores, write

COLUMNS = "file,mutants,same,killed,survived,score".split(",")
SURVIVOR = "file,line,function,what,number".split(",")
LEAST = 95  # per cent
OF_QUEUES = "queues"  # played in lockstep by its own step
LIMIT = 5  # CPU seconds of a scenario: a run that hangs is found
# What opens and closes a model is of no text, and the size is what the scenarios are played on.
LEFT_OUT = re.compile(r"(show|clock|close)_(path|block)|\w+_(open|close|model|is_legal)|in_range")
COMPILE = ["gcc", "-std=c11", "-O1", "-w", "-I.", "-Ibuild/generated", "-x", "c", "-", "-c", "-o"]
# The golden model stands for the RTL, too, whose size the environment tells.
NO_RTL = '#include "tb/block/dut/block_rtl.h"' + r"""
#include <stdio.h>
#include <stdlib.h>
struct block_model block_rtl_open(struct path_size *size) {
    sscanf(getenv("SIZE"), "%hu-%hu-%hu-%hu-%hu-%hu-%hu-%hu-%hu-%hu", &size->hbm, &size->atomic,
           &size->response, &size->cnt_w, &size->depth, &size->slots, &size->tag_w, &size->gen_w,
           &size->age_w, &size->wire_w);
    return block_golden_model(size);
}
bool block_rtl_waves(const struct block_model *rtl, const char *path, uint64_t from, uint64_t to) {
    return false;
}
bool block_rtl_waves_whole(void) { return false; }
struct block_model block_rtl_checked(struct path_size *size) { return block_rtl_open(size); }
void block_rtl_beside(const struct block_model *rtl, void (*fill)(void *, struct block_beside *),
                      void *self) {}
const char *block_rtl_finding(const struct block_model *rtl) { return NULL; }
bool block_rtl_flips(bool wanted) { return true; }
"""

Mutant = namedtuple("Mutant", "file line function what number start end text")

# No code: what is commented, quoted, included or asserted.
HIDDEN = re.compile(r"""
    //[^\n]*|/\*.*?\*/|^\#(?:[^\n]*\\\n)*[^\n]*|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])+'
    |\b(?:assert|_Static_assert)\b[^;]*;""", re.VERBOSE | re.MULTILINE | re.DOTALL)
FUNCTION = re.compile(r"^\w[^\n;{}]*?(\w+)\([^;{}]*\) \{\n.*?^\}", re.MULTILINE | re.DOTALL)
OTHER = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "&&": "||",
         "||": "&&", "+": "-", "-": "+", "*": "/", "/": "*", "%": "/", "<<": ">>", ">>": "<<",
         "&": "|", "|": "&", "+=": "-=", "-=": "+=", "|=": "&=", "&=": "|=", "++": "--",
         "--": "++", "true": "false", "false": "true", "else": ""}
NUMBER = re.compile(r"\b(?:0x[0-9a-fA-F]+|\d+)[uUlL]*\b")
OPERATOR = re.compile(r"\+\+|--|\b(?:true|false|else)\b|(?<=\s)[-+*/%&|<>=!]+(?=\s)")
HEAD = re.compile(r"\b(if|for|while|switch) (?=\()")
# An assignment or a call, where a line begins.
STATEMENT = re.compile(r"^ +(?!(?:if|for|while|switch|return|break|continue|default|else)\b)"
                       r"(\*|[A-Za-z_]\w*(?= *[^\w\s]))", re.MULTILINE)
DEEPER = {"(": 1, "{": 1, "[": 1, ")": -1, "}": -1, "]": -1}


def code_of(text):
    """Blank where there is no code."""
    return HIDDEN.sub(lambda found: re.sub("[^\n]", " ", found[0]), text)


def end_of(code, at, last):
    """The first such sign from here on that is in no bracket, or closes the one here; None: a
    bracket around it closes before."""
    depth = 0
    for place in range(at, len(code)):
        depth += DEEPER.get(code[place], 0)
        if depth < 0 or depth == 0 and code[place] == last:
            return place if depth == 0 else None
    return None


def edits_of(text):
    """What can be changed, as (from, to, text in its place)."""
    code = code_of(text)
    heads = [(found[1], found.end(), end_of(code, found.end(), ")") + 1)
             for found in HEAD.finditer(code)]
    for found in NUMBER.finditer(code):
        yield *found.span(), f"({found[0]} + 1)"
    for found in OPERATOR.finditer(code):
        # An element more is one that does not exist.
        if found[0] in OTHER and not (found[0] == "<" and any(
                kind == "for" and start < found.start() < end for kind, start, end in heads)):
            yield *found.span(), OTHER[found[0]]
    for kind, start, end in heads:
        if kind in ("if", "while"):
            yield start, end, f"(!{text[start:end]})"
    for found in STATEMENT.finditer(code):
        before = code[:found.start()].rstrip()
        if re.search(r"[{};]$|\belse$|\b(case \w+|default):$", before) or \
                len(before) in (end for *_, end in heads):
            if end := end_of(code, found.start(1), ";"):
                yield found.start(1), end, ""


def mutants_of(file, text):
    """All of a file. Functions are found as clang-format sets them."""
    bodies = [(found.start(), found.end(), found.group(1)) for found in FUNCTION.finditer(text)]
    for start, end, change in edits_of(text):
        here = text[start:end]
        name = next((name for first, last, name in bodies if first <= start < last), "")
        if LEFT_OUT.fullmatch(name):
            continue
        yield Mutant(file, text.count("\n", 0, start) + 1, name,
                     f"{' '.join(here.split())} => {' '.join(change.split()) or 'nothing'}", "",
                     start, end, change + "\n" * (here.count("\n") - change.count("\n")))


def sampled(mutants, count, seed):
    """At least one of each function, then any, in the order of the source."""
    dice = random.Random(seed)
    left = dice.sample(mutants, len(mutants))
    first = {(m.file, m.function): m for m in reversed(left)}.values()
    chosen = [*first, *(m for m in left if m not in first)][:max(count, len(first))]
    chosen.sort(key=lambda m: (m.file, m.start, m.end))
    return [m._replace(number=str(n)) for n, m in enumerate(chosen)]


class Bench:
    """Builds mutants and plays scenarios on them: those of tb/scenarios that a pattern has."""

    def __init__(self, work, sizes, scenarios="*/*.scenario"):
        self.work = Path(work)
        self.work.mkdir(parents=True, exist_ok=True)
        self.links = [*(Path("build/obj", source).with_suffix(".o")
                        for source in Path("tb/scenario").glob("*.c")),
                      self.compiled("no_rtl", NO_RTL)]
        self.sources = {str(p): p.read_text() for p in sorted(Path("csim/golden").glob("*.c"))
                        if p.stem != OF_QUEUES}
        self.objects = {file: self.compiled(Path(file).stem, text).read_bytes()
                        for file, text in self.sources.items()}
        self.found = Counter()  # of each scenario, how many mutants
        self.scenarios = self.played(self.linked("golden", []), sizes, scenarios)

    def compiled(self, name, text):
        """Its object; None: it does not compile."""
        path = self.work / f"{name}.o"
        done = subprocess.run([*COMPILE, path], input=text, text=True, check=False,
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        return path if done.returncode == 0 else None

    def linked(self, name, objects):
        """What comes before the archive stands instead of its part."""
        program = self.work / name
        subprocess.run(["g++", "-o", program, *self.links, *objects, STEP[-1], *LIBRARIES],
                       check=True)
        return program

    def played(self, program, sizes, pattern):
        """Each scenario, and the size that has its engines."""
        scenarios = {}
        for path in map(str, sorted(Path("tb/scenarios").glob(pattern))):
            for size in sizes:
                status, said = run([program, "--golden", path], LIMIT, SIZE=size)
                if status != 0:
                    sys.exit(f"the golden model without a mutant: {said}")
                if ",skipped," not in said:
                    scenarios[path] = size
                    break
        return scenarios

    def judge(self, mutant):
        """none, same, survived, or the scenario that finds it."""
        text = self.sources[mutant.file]
        text = text[:mutant.start] + mutant.text + text[mutant.end:]
        compiled = self.compiled(mutant.number, text)
        if not compiled:
            return "none"
        if compiled.read_bytes() == self.objects[mutant.file]:
            return "same"
        program = self.linked(f"golden_{mutant.number}", [compiled])
        for path in sorted(self.scenarios, key=lambda p: -self.found[p]):
            if run([program, "--golden", path], LIMIT, SIZE=self.scenarios[path])[0] != 0:
                self.found[path] += 1
                break
        else:
            path = "survived"
        program.unlink()
        return path


def main():
    report, work, count, seed, *sizes = sys.argv[1:]
    bench = Bench(work, sizes)
    mutants = [m for file, text in bench.sources.items() for m in mutants_of(file, text)]
    mutants = sampled(mutants, int(count), int(seed))
    verdicts = list(at_once(bench.judge, mutants))
    mutants = [(m, v) for m, v in zip(mutants, verdicts) if v != "none"]
    left = [m for m, v in mutants if v == "survived"]
    same = {m.number for m, v in mutants if v == "same"}
    killed = {m.number for m, _ in mutants} - same - {m.number for m in left}
    rows = score([m._asdict() for m, _ in mutants], same, killed, "file")
    survivors = [m[:len(SURVIVOR)] for m in left]
    write(report, COLUMNS, rows)
    write(f"{report.removesuffix('.csv')}_survivors.csv", SURVIVOR, survivors)
    write(bench.work / "killed.csv", [*SURVIVOR, "found_by"],
          [[*m[:len(SURVIVOR)], v] for m, v in mutants if m.number in killed])
    return finish("golden-mutation", 1, tell_scores(rows, survivors, LEAST))


if __name__ == "__main__":
    sys.exit(main())
