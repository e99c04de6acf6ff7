#!/usr/bin/env python3
"""Mutants of the block, of Yosys, against drawn traffic: how many are found, and which not.

usage: mutation.py REPORT.csv WORK HDL SIZE SHARE SEED      SIZE as in scripts/block/sizes.txt

One mutant for every SHARE cells of a module (scripts/mutation/mutants.sh), in a block of SIZE. A
mutant is one of Yosys' cells, so that what it changes in the source is told by file and line only.
"""
import csv
import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

from run import at_once, finish, hunt

NAMES = "NHbm NAtomic NResponse CntW Depth Slots TagW GenW AgeW WireW".split()
OBJECTS = ["build/obj/tb/block/step/step_main.o", "build/obj/tb/block/step/block_subject.o",
           "build/block/harness.a"]
# Which mutant; and the one model stands for both.
ASKED = "\n".join((
    '#include <stdlib.h>',
    '#include "tb/block/dut/block_rtl.h"',
    'int mutant_number(void) {',
    '    const char *const number = getenv("MUTANT");',
    '    return number ? atoi(number) : 0;',
    '}',
    'struct block_model block_rtl_checked(struct path_size *size) { return block_rtl_fast(size); }',
    ""))


def mutate(work, hdl, numbers, share, seed):
    """The RTL with its parameters as numbers; what Yosys makes of it has none, but takes them."""
    here = work / "hdl"
    shutil.rmtree(work, ignore_errors=True)
    shutil.copytree(hdl, here)
    text = (here / "semacredit.sv").read_text()
    for name, number in numbers.items():
        text = re.sub(rf"(parameter int unsigned {name} =) \d+", rf"\1 {number}", text)
    (here / "semacredit.sv").write_text(text)
    files = [word for name in ("path.f", "sema.f") for word in (here / name).read_text().split()]
    (here / "sema.f").write_text("\n".join(word for word in files if word.endswith(".sv")) + "\n")
    subprocess.run(["scripts/mutation/mutants.sh", work / "mutants", seed, share, "1"], check=True,
                   env={**os.environ, "HDL": str(here), "TOP": "semacredit"})
    path = work / "mutants/0/rtl/mutated.sv"
    parameters = ", ".join(f"parameter int {name} = {number}" for name, number in numbers.items())
    # Yosys' submod drives the top's port twice: by the inner module, and by a wire that nobody
    # drives.
    path.write_text(path.read_text().replace(
        "module semacredit(", f"module semacredit #({parameters}) (").replace(
            "  assign message_epoch_o = epoch_q;\n", ""))


def make(work, numbers):
    """A blockstep that asks the environment for its mutant."""
    (work / "asked.c").write_text(ASKED)
    subprocess.run(["gcc", "-I.", "-c", "-o", work / "asked.o", work / "asked.c"], check=True)
    subprocess.run(["scripts/block/rtl.sh", work / "model",
                    ",".join(f"{name}={number}" for name, number in numbers.items()),
                    f"fast={work}/mutants/0/rtl/sema.f", "--", work / "asked.o"], check=True,
                   env={**os.environ, "OPT": "-O1"})
    subprocess.run(["g++", "-o", work / "blockstep", *OBJECTS, work / "model/rtl.a", "-lz",
                    "-lpthread", "-latomic"], check=True)
    return str(work / "blockstep")


def attempts(program):
    for clocks, seeds in ((3000, (1, 2, 3)), (20000, (4, 5)), (60000, (6,))):
        for seed in seeds:
            yield [program, "--clocks", str(clocks), "--seed", str(seed)]


def main():
    report, work, hdl, size, share, seed = sys.argv[1:]
    work, numbers = Path(work), dict(zip(NAMES, size.split("-")))
    mutate(work, hdl, numbers, share, seed)
    program = make(work, numbers)
    if found := hunt([[program, "--clocks", "10000"]]):
        return finish("mutation", 1, [f"the RTL without a mutant: {found[0]}"])
    with open(work / "mutants/table.csv", encoding="utf-8", newline="") as file:
        mutants = list(csv.DictReader(file))
    killed, of = Counter(), Counter()
    Path(report).parent.mkdir(parents=True, exist_ok=True)
    with open(report, "w", encoding="utf-8", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(["number", "module", "source", "what", "found_by", "clock"])
        results = at_once(lambda m: hunt(attempts(program), MUTANT=m["number"]), mutants)
        for mutant, found in zip(mutants, results):
            by, clock = found[:2] if found else ("", "")
            of[mutant["module"]] += 1
            killed[mutant["module"]] += bool(by)
            rows.writerow([*(mutant[name] for name in ("number", "module", "source", "what")), by,
                           clock])
            file.flush()
            if not by:
                print(*mutant.values(), flush=True)
    for module, count in sorted(of.items()):
        print(f"{module:24} {killed[module]:4} of {count:4}")
    print(f"{sum(killed.values())} of {len(mutants)} are found")
    return finish("mutation", 1, [])


if __name__ == "__main__":
    sys.exit(main())
