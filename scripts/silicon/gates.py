#!/usr/bin/env python3
"""The netlist of the whole block in osu018, instead of its RTL: in lockstep with the golden
model, and a fault in one of its cells must be found.

usage: gates.py REPORT.csv FOLDER SIZE CLOCKS      SIZE as in scripts/block/sizes.txt
       gates.py --read FOLDER SIZE CLOCKS          the RTL as Yosys reads it, without gates

Makes FOLDER/SIZE/blockstep of it, and FOLDER/fault/blockstep with the fault. Tables (sema_memory)
are macros: they stay the RTL's. REPORT has the columns of scripts/block/lockstep.py.
"""
import re
import subprocess
import sys
from pathlib import Path

from silicon import Design, libraries, need, netlists_of, run  # which finds those of block
from run import blockstep, finish, hunt

DUALS = {a: b for pair in ("NAND2X1 NOR2X1", "AND2X2 OR2X2", "OAI21X1 AOI21X1", "XOR2X1 XNOR2X1",
                           "INVX1 BUFX2") for a, b in (pair.split(), pair.split()[::-1])}
# In front of it a gate is another: that fewer are granted, or more, shows.
FLOP = r"u_path\.u_lanes\.grant_o"


def faulty(netlist, flop=""):
    """A netlist, the middle one of its commonest gate with a dual being that, or the gate in front
    of a flop; and what it is. One without such gates has a flop that takes 0."""
    lines = netlist.splitlines(keepends=True)
    if flop:
        net = re.search(rf"^  \w+ \\{flop}\$_DFF\w*_ +\([^;]*?\.D\((.*?)\)", netlist, re.M)[1]
        gate = re.search(rf"^  (\w+) \S+ +\([^;]*?\.Y\({re.escape(net)}\)", netlist, re.M)
        return (f"{netlist[:gate.start(1)]}{DUALS[gate[1]]}{netlist[gate.end(1):]}",
                f"{DUALS[gate[1]]} for {gate[1]} in front of {flop}".replace("\\", ""))
    gates = [line.split()[0] for line in lines if line.split() and line.split()[0] in DUALS]
    if not gates:
        at = next(i for i, line in enumerate(lines) if line.lstrip().startswith(".D("))
        lines[at] = lines[at][:lines[at].index("(")] + "(1'b0),\n"
        return "".join(lines), f"line {at + 1}: a flop that takes 0"
    most = max(sorted(DUALS), key=gates.count)
    places = [i for i, line in enumerate(lines) if line.split() and line.split()[0] == most]
    at = places[len(places) // 2]
    lines[at] = lines[at].replace(most, DUALS[most], 1)
    return "".join(lines), f"line {at + 1}: {DUALS[most]} for {most}"


def reading(design, own):
    """Yosys' commands that read the design, whose module is the file `own`."""
    values = " ".join(f"-set {name} {n}" for name, n in design.values.items())
    return (f"read_verilog -sv {' '.join(map(str, design.files.values()))} {own}\n"
            f"chparam {values} {design.module}\nhierarchy -check -top {design.module}")


def parametrized(folder, design, *files):
    """A folder for Verilator: its netlist.v gets the design's parameters, and changes nothing."""
    netlist = folder / "netlist.v"
    parameters = ", ".join(f"parameter int {name} = {n}" for name, n in design.values.items())
    netlist.write_text(netlist.read_text().replace(
        f"module {design.module}(", f"module {design.module} #({parameters}) ("))
    (folder / "sema.f").write_text("".join(f"{file}\n" for file in (*files, netlist.name)))


def as_read(folder, design):
    """The same of what Yosys reads."""
    folder.mkdir(parents=True, exist_ok=True)
    own = folder / "top.sv"
    own.write_text(design.text)
    run(folder / "yosys.log", "yosys", "-q", "-p", f"""
        {reading(design, own)}; rename -top {design.module}
        proc; flatten; memory_collect; setundef -zero; opt_clean
        write_verilog -noattr {folder}/netlist.v""")
    parametrized(folder, design)


def as_rtl(folder, text, design, library):
    """A folder with sema.f for Verilator: cells as what they do, the netlist with parameters,
    which it takes as they are."""
    folder.mkdir(parents=True, exist_ok=True)
    cells = folder / "cells.v"
    cells.write_text(text)
    run(folder / "yosys.log", "yosys", "-q", "-p", f"""
        {reading(design, design.generic.with_suffix(".sv"))}
        select -set tables *sema_memory*; delete =* @tables %d
        proc; memory_collect; opt_clean
        write_verilog -noattr {folder}/tables.v
        design -reset
        read_liberty -ignore_miss_func {library.file}
        read_verilog {cells}
        hierarchy -top {design.module}; flatten; opt_clean -purge
        select {design.module}; write_verilog -noattr -selected {folder}/netlist.v""")
    parametrized(folder, design, "tables.v")


def read(work, size, clocks):
    need("yosys", "verilator", "g++")
    folder = Path(work)
    as_read(folder, Design("top", size, flops=False))
    program = blockstep(folder, folder, size)
    failures = []
    if found := hunt([program, "--clocks", clocks, "--seed", str(seed)] for seed in (1, 2)):
        failures.append(f"golden model and what Yosys reads differ: {found[0]} in clock {found[1]}")
    return finish("yosys", 1, failures)


def main(report, work, size, clocks):
    need("yosys", "verilator", "g++")
    work = Path(work)
    netlist, = netlists_of([Design("top", size, flops=False)], libraries()[:1])
    whole, broken = work / size, work / "fault"
    text, what = faulty(netlist.file.read_text(), FLOP)
    as_rtl(whole, netlist.file.read_text(), netlist.design, netlist.library)
    as_rtl(broken, text, netlist.design, netlist.library)
    failures = []
    step = ["scripts/block/lockstep.py", report, clocks, "1", blockstep(whole, whole, size)]
    if subprocess.run(step, check=False).returncode:
        failures.append("golden model and netlist differ")
    program = blockstep(broken, broken, size)
    found = hunt([program, "--clocks", clocks, "--seed", str(seed)] for seed in (1, 2, 3))
    if found:
        print(f"gates: {what} is found by {found[0]} in clock {found[1]}")
    else:
        failures.append(f"{what}: not found")
    return finish("gates", 2, failures)


if __name__ == "__main__":
    if len(sys.argv) != 5:
        sys.exit(__doc__)
    sys.exit(read(*sys.argv[2:]) if sys.argv[1] == "--read" else main(*sys.argv[1:]))
