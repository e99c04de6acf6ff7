#!/usr/bin/env python3
"""Each module of rtl against its own netlist in osu018, by Yosys; with a fault in one cell of the
netlist it must be refuted.

usage: equivalence.py REPORT.csv FOLDER SIZE [MODULE...]      SIZE as in scripts/block/sizes.txt

Flops and nets of the same name are taken to agree, and then each is proved to: from every such
state both take the same step and show the same. Tables (sema_memory) are macros. A refutation is a
state and inputs with which a pair differs. What is not decided in SECONDS of processor time is
unknown: no failure, but a row like the others, and counted apart in the last line but one.
"""
import os
import re
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from gates import faulty
from run import run
from silicon import Design, libraries, listed, need, netlists_of, write

SECONDS = int(os.environ.get("EQUIVALENCE_SECONDS", "60"))
COLUMNS = ["module", "size", "cells", "pairs", "seconds", "status", "fault", "fault_status"]


def yosys(log, script):
    """Its output; None if it takes too long, or gives up."""
    status, said = run(["yosys", "-q", "-p", script], SECONDS)
    log.write_text(said)
    return None if status < 0 else said


def named(text):
    """A netlist whose flops all drive a net of their name, too: of two names it keeps one."""
    extra = ""
    for flop, net in re.findall(r"^  \w+ \\(\S+?)\$_DFF\w*_ +\([^;]*?\.Q\((.*?)\)\n", text, re.M):
        if not re.search(rf"^  (wire|output|reg) .*{re.escape(flop)} ?;", text, re.M):
            extra += f"  wire \\{flop} ;\n  assign \\{flop} = {net};\n"
    return text.replace("endmodule", extra + "endmodule")


def pairs(netlist, cells, folder):
    """RTL and netlist as one design, with $equiv cells for what agrees; False: not in time. What a
    table is given and gives are ports of both."""
    design, library = netlist.design, netlist.library
    files = " ".join(str(path) for path in design.files.values())
    sizes = " ".join(f"-set {name} {n}" for name, n in design.values.items())
    tables = folder / "tables.il"
    if yosys(folder / "gold.log", f"""
            read_verilog -sv {files} {design.generic.with_suffix(".sv")}
            {f"chparam {sizes} {design.module}" if sizes else ""}
            hierarchy -check -top {design.module}; rename -top gold
            blackbox *sema_memory*
            write_rtlil {tables}
            proc; flatten; opt_clean; memory_map; opt_clean; dffunmap; splitnets; opt_clean
            expose -evert gold/t:*sema_memory*; delete gold/t:*sema_memory*
            write_rtlil {folder}/gold.il""") is None:
        return False
    # As a netlist in Verilog calls them.
    text = re.sub(r"^module \$", r"module \\$", tables.read_text(), flags=re.M)
    tables.write_text(text)
    return yosys(folder / "pairs.log", f"""
        read_rtlil {tables}; delete gold
        read_liberty -ignore_miss_func {library.file}; read_verilog {cells}
        hierarchy -top {design.module}; flatten; rename -top gate; splitnets; opt_clean
        expose -evert gate/t:*sema_memory*; delete gate/t:*sema_memory*; delete * gate %d
        read_rtlil {folder}/gold.il; delete * gate gold %u %d
        equiv_make gold gate both; hierarchy -top both; clean
        write_rtlil {folder}/both.il""") is not None


def verdict(netlist, text, folder):
    """proved, refuted or unknown; how many pairs."""
    folder.mkdir(parents=True, exist_ok=True)
    cells = folder / "cells.v"
    cells.write_text(named(text))
    if not pairs(netlist, cells, folder):
        return "unknown", 0
    said = yosys(folder / "proof.log", f"""
        read_rtlil {folder}/both.il
        equiv_simple -seq 1; equiv_simple -seq 3; equiv_induct -seq 3
        tee -o {folder}/status equiv_status""")
    status = (folder / "status").read_text() if said is not None else ""
    found = re.search(r"Found (\d+) \$equiv cells.*?\n.*?(\d+) are proven and (\d+)", status, re.S)
    if found and found[3] == "0":
        return "proved", int(found[1])
    if not found:  # flops without a pair may be anything: what differs then is no refutation
        return "unknown", 0
    # Where all pairs agree, may one differ in the next clock?
    said = yosys(folder / "refutation.log", f"""
        read_rtlil {folder}/both.il
        equiv_miter -trigger miter both; hierarchy -top miter; flatten; opt_clean; dffunmap
        sat -verify -seq 2 -set-at 1 trigger 0 -prove-skip 1 -prove trigger 0 miter""")
    differs = said is not None and "proof did fail" in said
    return "refuted" if differs else "unknown", int(found[1])


def row_of(name, library, folder, size):
    netlist, = netlists_of([Design(name, size, flops=False)], [library])
    start = time.monotonic()
    text = netlist.file.read_text()
    status, pairs = verdict(netlist, text, folder)
    broken, what = faulty(text)
    fault_status = verdict(netlist, broken, folder / "fault")[0] if status == "proved" else ""
    return [name, size, netlist.area()[4], pairs, round(time.monotonic() - start), status, what,
            fault_status]


def main(report, work, size, *modules):
    need("yosys")
    modules = modules or [path.stem for path in listed() if not re.search(
        r"_pkg$|_map$|^sema_memory$", path.stem)]
    library, rows = libraries()[0], []
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for row in pool.map(lambda name: row_of(name, library, Path(work) / name, size), modules):
            rows.append(row)
            write(report, COLUMNS, rows)
            print(*row, flush=True)
    unknown = [row[0] for row in rows if "unknown" in (row[5], row[7])]
    wrong = [row[0] for row in rows if row[5] == "refuted" or row[7] == "proved"]
    print(f"{len(rows) - len(unknown) - len(wrong)} of {len(rows)} modules are proved, and refuted "
          f"with a fault; not decided in time: {' '.join(unknown) or 'none'}")
    for name in wrong:
        print(f"FAILED: {name}: {work}/{name}", file=sys.stderr)
    print(f"equivalence: {len(rows) - len(unknown)} checks, {len(wrong)} failed, "
          f"{len(unknown)} skipped")
    return 1 if wrong else 0


if __name__ == "__main__":
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
