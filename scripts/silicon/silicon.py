#!/usr/bin/env python3
"""Area and clock of the block, in osu018 and in the libraries of LIBERTY=.

usage: silicon.py area|timing CSV [DESIGN[:LANES[:WIDTH]]...]

A design is top (the block), path (admission alone), core (lanes and decision), reference (ten
independent counters, reference.sv) or a module of rtl. Clocks are register to register, reset
included: a flop stands in front of rst_ni, and in front of every input of core. A module is flat,
but for its tables (sema_memory): they are counted in bits, without area. What was made already of
the same inputs is not made again.

Other scripts of this folder take their netlists from here. Status 2: a tool is missing.
"""
import hashlib
import os
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from liberty import libraries

sys.path.insert(0, "scripts/block")
from prove import listed
from run import NAMES, write

OUT = Path("build/netlist")
DEFAULT = "8-1-1-32-128-40-32-8-16-24"
DESIGNS = ["reference", "core", "path", "top"]
MODULES = {"core": "sema_path_lanes", "path": "sema_path", "top": "semacredit"}
AREA = "design,library,lanes,width,cells,area,flops,memory_bits".split(",")
TIMING = "design,library,lanes,width,fmax_mhz,worst_path".split(",")

# abc makes everything as fast as it can: sums of products of eight signals take levels away, twice;
# dch finds other forms of the logic, map chooses gates by delay, and what drives many gets buffers,
# in two turns. +/techmap.v's adders carry by Brent-Kung, with two levels of carry for each of
# Kogge-Stone.
LEVELS = "if -g -K 8; strash"
SIZES = "upsize -D 1; dnsize -D 1"
ABC = (f"strash; {LEVELS}; {LEVELS}; dch; map -B 0.9 -D 1; topo; "
       f"buffer -c -N 7; {SIZES}; buffer -c -N 5; {SIZES}")
CARRIES = Path("scripts/silicon/carries.v")
OPT = "opt -nodffe -nosdff"  # enables and resets are logic, which need not come last


def need(*tools):
    """Ends with status 2 where a tool is missing."""
    missing = [tool for tool in tools if not shutil.which(tool)]
    if missing:
        print(f"{Path(sys.argv[0]).name}: not installed: {', '.join(missing)}", file=sys.stderr)
        sys.exit(2)


def run(log, *command):
    """A tool's output; its last lines, and the end, where it fails."""
    done = subprocess.run(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          check=False)
    log.write_text(done.stdout)
    if done.returncode:
        sys.exit(f"{log}: {command[0]} failed\n" + "\n".join(done.stdout.splitlines()[-5:]))
    return done.stdout


def made(path, *inputs):
    """Whether `path` was made of these inputs; if not, removes it, and notes them for next time."""
    stamp = Path(f"{path}.stamp")
    now = hashlib.sha256("\0".join(inputs).encode()).hexdigest()
    if path.exists() and stamp.exists() and stamp.read_text() == now:
        return True
    path.unlink(missing_ok=True)
    stamp.write_text(now)
    return False


class Design:
    """One that is measured: `text` is its module, and `files` what that may consist of. Of `size`
    and `more`, further parameters, it gets those that its module has. Without `flops` it is the
    module as it stands."""

    def __init__(self, item, size=DEFAULT, flops=True, **more):
        match = re.fullmatch(r"(\w+)(?::(\d+))?(?::(\d+))?", item)
        if not match:
            sys.exit(f"'{item}': expected DESIGN[:LANES[:WIDTH]]")
        values = dict(zip(NAMES, map(int, size.split("-")))) | more
        if match[2]:
            values["NHbm"] = int(match[2]) - values["NAtomic"] - values["NResponse"]
        if match[3]:
            values["CntW"] = int(match[3])
        self.name, self.width = match[1], values["CntW"]
        self.lanes = values["NHbm"] + values["NAtomic"] + values["NResponse"]
        id_width = (values["Depth"] - 1).bit_length()
        values |= {"Lanes": self.lanes, "Channels": self.lanes - values["NHbm"] + 2,
                   "IdW": id_width, "HandleW": 2 + values["GenW"] + id_width,
                   "NameW": min(values["TagW"], 32)}
        self.module = MODULES.get(self.name, self.name)
        self.files = {path.stem: path for path in listed()}
        own = self.files.pop(self.module, Path(__file__).with_name(f"{self.name}.sv"))
        if not own.exists():
            sys.exit(f"'{item}': no such design")
        self.text = own.read_text()
        if flops:
            self.text = flopped(self.text, r"\w+" if self.name == "core" else "rst_ni")
        self.values = {name: value for name, value in values.items()
                       if re.search(rf"parameter .*\b{name} *=", self.text)}
        others = "-".join(str(values[name]) for name in NAMES)
        others = "" if size == DEFAULT and flops and not more else f"-{others}"
        self.generic = OUT / f"{self.name}-{self.lanes}-{self.width}{others}.il"

    def row(self, library, *values):
        return [self.name, library, self.lanes, self.width, *values]

    def synthesise(self):
        """As gates and flops of no library."""
        own, tables = self.generic.with_suffix(".sv"), self.generic.with_suffix(".tables")
        files = [path for path in self.files.values() if path.stem != self.module]
        sizes = "".join(f" -set {name} {value}" for name, value in self.values.items())
        script = f"""
            read_verilog -sv {" ".join(map(str, files))} {own}
            {f"chparam{sizes} {self.module}" if sizes else ""}
            hierarchy -check -top {self.module}; rename -top {self.module}
            design -save read
            proc; flatten; memory_collect; tee -q -o {tables} dump t:$mem_v2
            design -load read
            blackbox *sema_memory*
            proc; flatten; {OPT}; wreduce; peepopt; opt_clean; alumacc; {OPT}
            memory -nomap -nordff; opt_clean; {OPT} -fast -full; memory_map; {OPT} -undriven -fine
            techmap -map +/techmap.v -map {CARRIES}; {OPT} -fast; {OPT} -fast
            splitnets; rename -wire t:*DFF*
            write_rtlil {self.generic}"""
        if made(self.generic, self.text, script, *(p.read_text() for p in (CARRIES, *files))):
            return
        own.write_text(self.text)
        run(self.generic.with_suffix(".log"), "yosys", "-q", "-p", script)

    def memory_bits(self):
        """Of the tables, which are called `memory` in sema_memory."""
        cells = self.generic.with_suffix(".tables").read_text().split("cell $mem_v2")[1:]
        size = lambda cell, name: int(re.search(rf"\\{name} (\d+)", cell)[1])
        return sum(size(cell, "SIZE") * size(cell, "WIDTH") for cell in cells
                   if re.search(r'\\MEMID "\S*\.memory"', cell))


def flopped(text, inputs):
    """A module with a flop in front of each of its inputs whose name matches."""
    ports = re.search(r" \(\n(?= *(?://|input|output))", text).start()
    head, flops = text.index("\n);\n"), ""
    for port in re.finditer(rf"input +(logic (?:signed )?(?:\[.*?\])?) *\b({inputs})\b",
                            text[ports:head]):
        if port[2] != "clk_i":
            flops += f"\n  {port[1]} {port[2]};"
            flops += f"\n  always_ff @(posedge clk_i) {port[2]} <= {port[2]}_d;"
    head_text = re.sub(rf"(input +logic.*?)\b(?!clk_i\b)({inputs})\b(?=,?\s*(?://.*)?$)", r"\1\2_d",
                       text[ports:head], flags=re.M)
    return text[:ports] + head_text + "\n);" + flops + text[head + 3:]


class Netlist:
    """A design in a library."""

    def __init__(self, design, library):
        self.design, self.library = design, library
        folder = OUT / library.name
        folder.mkdir(parents=True, exist_ok=True)
        self.file = folder / design.generic.with_suffix(".v").name

    def map(self):
        stat, script = self.file.with_suffix(".stat"), self.file.with_suffix(".abc")
        constraints = self.file.with_suffix(".constraints")
        if made(self.file, self.design.generic.with_suffix(".il.stamp").read_text(),
                self.library.cells.read_text(), ABC):
            return
        script.write_text(ABC + "\n")
        constraints.write_text(f"set_driving_cell {self.library.driver}\n"
                               f"set_load {self.library.load}\n")
        run(self.file.with_suffix(".log"), "yosys", "-q", "-p", f"""
            read_rtlil {self.design.generic}
            dfflibmap -liberty {self.library.cells}
            abc -constr {constraints} -liberty {self.library.cells} -script {script}
            flatten; splitnets; opt_clean -purge
            tee -q -o {stat} stat -liberty {self.library.file}
            write_verilog -noattr -noexpr -simple-lhs {self.file}""")

    def area(self):
        text = self.file.with_suffix(".stat").read_text()
        count = dict(re.findall(r"^ +(\w+) +(\d+)$", text, re.M))
        return self.design.row(
            self.library.name, re.findall(r"Number of cells: +(\d+)", text)[-1],
            round(float(re.findall(r"Chip area.*: +([\d.]+)", text)[-1])),
            sum(int(count.get(flop, 0)) for flop in self.library.flops), self.design.memory_bits())

    def timing(self):
        """Its row, and the number of gates on the worst path."""
        script, log = self.file.with_suffix(".tcl"), self.file.with_suffix(".timing")
        sources = Path("scripts/silicon/timing.tcl"), Path("constraints/core.sdc")
        if not made(log, self.file.with_suffix(".v.stamp").read_text(),
                    *(path.read_text() for path in sources)):
            script.write_text(f"""
                set liberty {self.library.file}
                set netlist {self.file}
                set top {self.design.module}
                set sdc {sources[1]}
                set load {self.library.load}
                set period 1.5
                source {sources[0]}
                report_checks -from $flops -to $data -path_delay max
                """)
            run(log, "sta", "-exit", "-no_splash", script)
        text = log.read_text()
        if error := re.search(r"^Error: .*$", text, re.M):
            sys.exit(f"{log}: {error[0]}")
        fmax = re.search(r"^fmax (\S+) (\S+) (\S+)$", text, re.M)
        if not fmax:
            sys.exit(f"{log}: no path from register to register")
        levels = len(re.findall(r"[v^] \S+/\w+ \(", text)) - 3  # the flops' pins
        return self.design.row(self.library.name, fmax[1], f"{fmax[2]} -> {fmax[3]}"), levels


def netlists_of(designs, of_libraries):
    """Each design in each library; the largest, which are last, are begun first."""
    OUT.mkdir(parents=True, exist_ok=True)
    netlists = [Netlist(design, library) for library in of_libraries for design in designs]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(Design.synthesise, reversed(designs)))
        list(pool.map(Netlist.map, reversed(netlists)))
    return netlists


def main(what, table, *items):
    need("yosys", *(["sta"] if what == "timing" else []))
    netlists = netlists_of([Design(item) for item in items or DESIGNS], libraries())
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        timings = list(pool.map(Netlist.timing, netlists)) if what == "timing" else []
    rows = [row for row, _ in timings] or [netlist.area() for netlist in netlists]
    write(table, TIMING if timings else AREA, rows)
    for index, row in enumerate([TIMING if timings else AREA, *rows]):
        end = f"  {timings[index - 1][1]} levels" if timings and index else ""
        print("".join(str(cell).ljust(14) for cell in row) + end)


if __name__ == "__main__":
    if len(sys.argv) < 3 or sys.argv[1] not in ("area", "timing"):
        sys.exit(__doc__)
    main(*sys.argv[1:])
