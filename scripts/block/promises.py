#!/usr/bin/env python3
"""Every promise of rtl/spec, section, row of promises.md or situation, with what checks it: rules,
scenarios, proofs, planted bugs, faults of golden model and RTL alike. Wrong is a promise without a
rule, scenario or proof, a section without a planted bug, and what refers to no promise.

usage: promises.py REPORT.csv     in the root of the tree
"""
import re
import sys
from collections import defaultdict
from pathlib import Path

import plant
import prove
from run import finish, write
from twins import rules

SPEC = Path("rtl/spec")
OTHERS = dict.fromkeys(("10.1", "10.2", "10.3", "10.4"), "what others do: the rows of chapter 6")
OTHERS["11.6"] = "what follows from the sections before it"
# What a promise may lack, and why.
LACKS = {
    "planted bug": {"1.2": "parameters are what sizes are for", "6": "its rows follow", **OTHERS},
    "rule, scenario or proof": {
        "1.2": "parameters are what sizes are for", "6": "its rows follow", **OTHERS,
        "1.3": "what an offer carries is seen in what becomes of it; lockstep compares that",
        "1.8": "all rules read the trace; lockstep compares it, field by field"}}
# Cases of rules, as a failure names them.
CASES = {"reject": "admission", "epoch": "handle", "turn": "window"}
KINDS = ["rules", "scenarios", "proofs", "planted", "common_mode"]


def promises():
    """(what it is, where it is said) by number: of a chapter without sections its own."""
    found = {}
    for path in SPEC.glob("*.md"):
        titles = re.findall(r"^#+ ([\d.]+?)\.? (.*)", path.read_text(), re.M)
        found |= {number: (title, []) for number, title in titles[1:] or titles}
    text = (SPEC / "promises.md").read_text()
    for number, what, where, asked in re.findall(
            r"^\| (\d+) \| (.*?) \| (.*?) \| (.*?) ?\|$", text, re.M):
        found[f"6.{number}"] = what, re.findall(r"[A-D]?\d[\d.]*", f"{where} {asked}")
    for names, what in re.findall(r"^\| ([A-D]\d.*?) \| (.*?) \|", text, re.M):
        first, *more = re.findall(r"\d+", names)
        for number in range(int(first), int(more[-1] if more else first) + 1):
            found[f"{names[0]}{number}"] = what, []
    return found


def judges(sections):
    """(rule, section), as a failure names them; what the register map tells is of rule "read"."""
    for about, file, text in re.findall(
            r'^    \{"([^"]+)", "(\w+\.md) ?([^"]*)", ".*"\},$',
            Path("tb/block/failure/cause.c").read_text(), re.M):
        own = sections[file]
        numbers = re.findall(r"\d[\d.]*", text) or own[:1]
        if " to " in text:
            numbers = own[own.index(numbers[0]):own.index(numbers[-1]) + 1]
        word = about.split()[0]
        rule = word if word in rules() else CASES.get(word, "read")
        yield from (("rules", rule, number) for number in numbers)


def references():
    """(kind, name, what it is about) of all."""
    sections = {path.name: re.findall(r"^#+ ([\d.]+?)\.? ", path.read_text(), re.M)
                for path in SPEC.glob("*.md")}
    yield from judges(sections)
    for path in Path("tb/scenarios").glob("*/*.scenario"):
        for about, name in re.findall(r"^([A-D]?\d[\d.]*) ?(\w*): ", path.read_text(), re.M):
            yield "scenarios", name or path.stem, about
    for proof in prove.read_table():
        for name, text in proof.properties.items():
            for about in text.partition(":")[0].split(","):
                yield "proofs", f"{proof.name}.{name}", about
    for kind, table in (("planted", "rtl/bugs/planted.txt"), ("planted", "rtl/bugs/queues.txt"),
                        ("planted", "rtl/bugs/ledger.txt"), ("planted", "rtl/bugs/endpoint.txt"),
                        ("common_mode", "tb/block/twins.txt")):
        yield from ((kind, fault.name, fault.about) for fault in plant.read(table))


def main(report):
    found, by, rows = promises(), defaultdict(lambda: defaultdict(dict)), []
    for kind, name, about in references():
        by[about][kind][name] = None
    wrong = [f"{name} is about {about}, which rtl/spec has not" for about, kinds in by.items()
             if about not in found for names in kinds.values() for name in names]
    judged = {name for kinds in by.values() for name in kinds["rules"]}
    wrong += [f"rule {name}: about nothing (tb/block/failure/cause.c)" for name in rules() - judged]
    for number, (what, where) in sorted(found.items(), key=lambda one: [
            (not word.isdigit(), int(word) if word.isdigit() else word)
            for word in re.findall(r"[A-D]|\d+", one[0])]):
        row = [";".join({name: None for at in (number, *where) if kind != "proofs" or at == number
                         for name in by[at][kind]}) for kind in KINDS]
        rows.append([f"{number} {what}", *row])
        wrong += [f"{number} {what}: no {lack}" for lack, there in (
            ("rule, scenario or proof", any(row[:3])),
            ("planted bug", row[3] or not number[0].isdigit()))
                  if not there and number not in LACKS[lack]]
    write(report, ["promise", *KINDS], rows)
    return finish("promises", len(rows), wrong)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
