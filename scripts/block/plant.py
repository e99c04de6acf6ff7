#!/usr/bin/env python3
"""Plants bugs: copies the RTL and puts into it what a table says (rtl/bugs/README.md).

usage: plant.py TABLE RTL_FOLDER OUT_FOLDER

Bug n of the table is in force while bit n of sema_path_pkg::planted is set, by
tb/block/dut/planted.cpp as the program starts. Files keep their names.
"""
import re
import shutil
import sys
from pathlib import Path
from typing import NamedTuple


class Fault(NamedTuple):
    place: str   # a module, or a file
    name: str
    about: str   # a section or a promise of rtl/spec, which it breaks
    what: str
    edits: list  # (old, new)
    breaks: list  # properties of the module's proof (rtl/proofs.txt), which must notice it


def read(table):
    """A table of faults: [PLACE], "NAME ABOUT [PROPERTY...]: WHAT", and edits "OLD ==> NEW",
    indented."""
    faults, place = [], ""
    for number, line in enumerate(Path(table).read_text(encoding="utf-8").splitlines(), 1):
        if found := re.fullmatch(r"\[(\S+)\]", line):
            place = found[1]
        elif found := re.fullmatch(r"(\w+) ([^\s:]+)((?: \w+)*): (.*)", line):
            if found[1] in [fault.name for fault in faults]:
                sys.exit(f"plant: {found[1]}: is there twice")
            faults.append(Fault(place, found[1], found[2], found[4], [], found[3].split()))
        elif found := re.fullmatch(r" +(.+) ==>(?: (.+))?", line):
            faults[-1].edits.append((found[1], found[2] or ""))
        elif line and line[0] != "#":
            sys.exit(f"plant: {table}:{number}: {line}")
    return faults


def main(table, rtl, out):
    shutil.rmtree(out, ignore_errors=True)
    bugs = read(table)
    edits = [(number, bug.place, *edit) for number, bug in enumerate(bugs) for edit in bug.edits]
    names = [bug.name for bug in bugs]
    texts = {path.stem: path.read_text(encoding="utf-8") for path in sorted(rtl.glob("*.sv"))}
    for bug, module, old, new in edits:
        if module not in texts:
            sys.exit(f"plant: {names[bug]}: there is no {module}.sv")
        if texts[module].find(old) < 0 or texts[module].find(old) != texts[module].rfind(old):
            sys.exit(f"plant: {names[bug]}: expected once in {module}.sv: {old}")
        if not new:
            sys.exit(f"plant: {names[bug]}: there is no text instead of: {old}")
    hidden = []  # text that no later edit may match: a mark stands for it until the end

    def hide(text):
        hidden.append(text)
        return f"\1{len(hidden) - 1}\2"

    # The longest first, so that one bug may change a part of what another one changes.
    for bug, module, old, new in sorted(edits, key=lambda edit: -len(edit[2])):
        bit = f"sema_path_pkg::planted[{bug}]"
        if old not in texts[module]:
            sys.exit(f"plant: {names[bug]}: overlaps another bug, which does not leave: {old}")
        before, kept, after = f"({bit} ? {new} : ", old, ")"
        if "PLANTED" in new:  # what it has of the old text stays open to other bugs
            before, kept, after = new.partition(old)
            before, after = before.replace("PLANTED", bit), after.replace("PLANTED", bit)
        texts[module] = texts[module].replace(old, hide(before) + kept + hide(after), 1)

    # The vector, at the end of the package. The empty name says that these were all.
    vector = ['  import "DPI-C" function bit sema_planted(input string name);',
              f"  function automatic logic [{len(names)}:0] planted_now();",
              *(f'    planted_now[{bug}] = sema_planted("{name}");'
                for bug, name in enumerate([*names, ""])),
              f"  endfunction\n  logic [{len(names)}:0] planted = planted_now();\n"]
    package = texts["sema_path_pkg"]
    texts["sema_path_pkg"] = package.replace("endpackage", "\n".join(vector) + "endpackage", 1)
    out.mkdir(parents=True)
    for module, text in texts.items():
        while re.search("\1[0-9]+\2", text):
            text = re.sub("\1([0-9]+)\2", lambda mark: hidden[int(mark[1])], text)
        (out / f"{module}.sv").write_text(text, encoding="utf-8")
    for path in rtl.glob("*.f"):
        shutil.copy(path, out)


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
