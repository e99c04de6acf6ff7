#!/usr/bin/env python3
"""Names the lines of RTL with constructs that one of the tools takes otherwise than the others, or
not at all.

usage: rtl_dialect.py FILE.sv...      nothing printed: none

A function call within an index: Verilator 5.030 and 5.032 stop at one on the left side of a
nonblocking assignment (V3Delayed: Multiple Write refs on LHS of NBA), or warn of a side effect
(SIDEEFFECT). The index gets a name first. System functions, and casts of what is no call, are fine.

Two nonblocking writes to one element of an unpacked array in one process: Verilator 5.032 loses one
of them. One write, of a chosen value.

$countones: Yosys 0.23 takes it for 0 in a module that is given parameters. Sums are written.

A parameter of '1: Yosys 0.23 takes it for 1, whatever its width is. It is written with its width.
"""
import re
import sys

UNPACKED = re.compile(r"^ *(?:logic|bit|reg) .*?(\w+)\[[^]]*\] *;")
WRITE = re.compile(r"^ *(?:(?:if|for) *\(.*\) *|else *|begin *)*(\w+)(\[[^]]*\]) *<= ")


def calls_in_index(line):
    """Names of functions called between brackets."""
    depth = 0
    for at, letter in enumerate(line):
        depth += {"[": 1, "]": -1}.get(letter, 0)
        name = re.search(r"(?<!\$)\b[A-Za-z_][\w:]*$", line[:at]) if letter == "(" else None
        if depth > 0 and name:
            yield name[0]


def findings(lines):
    unpacked, written = set(), set()
    for number, line in enumerate(lines, 1):
        line = line.split("//")[0].rstrip("\n")
        if found := UNPACKED.match(line):
            unpacked.add(found[1])
        if "always_ff" in line:
            written = set()
        if (found := WRITE.match(line)) and found[1] in unpacked:
            if found.group(1, 2) in written:
                yield number, ("second write to an element of an unpacked array, choose its value: "
                               + found[1] + found[2])
            written.add(found.group(1, 2))
        if "$countones" in line:
            yield number, "$countones is 0 for some versions of Yosys: write the sum"
        if re.search(r"\b(local)?param(eter)?\b[^;]*= *'1\b", line):
            yield number, "'1 is 1 in a parameter for some versions of Yosys: write its width"
        for name in calls_in_index(line):
            yield number, f"function call in an index, give the index a name: {name}"


if __name__ == "__main__":
    for path in sys.argv[1:]:
        with open(path, encoding="utf-8") as source:
            for place, text in findings(source):
                print(f"{path}:{place}: {text}")
