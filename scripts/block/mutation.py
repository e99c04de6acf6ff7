#!/usr/bin/env python3
"""Mutants of the block, of Yosys, against constrained-random traffic: how many are found.

usage: mutation.py REPORT.csv WORK HDL SIZE SHARE SEED      SIZE as in scripts/block/sizes.txt

One mutant for every SHARE cells of a module (mutants.py), in a block of SIZE. A mutant is one of
Yosys' cells, so that what it changes in the source is known by file and line only. What short runs
do not find goes to a SAT solver (mutant_proofs.py); mutants that are proved to change nothing do
not count, the others get long runs. What these do not find is examined over several clocks, and
planted in what make formal proves of its module: there it changes nothing, in all states that the
invariants allow, or the proof does not come about any more. The longest run is for what is left
then. REPORT has a row for each module; beside it REPORT_survivors.csv names those
that are left, WORK/killed.csv what found the others. Status 1: fewer than LEAST per cent of those
that count were found.
"""
import re
import shutil
import sys
from pathlib import Path

from mutant_proofs import Proofs, Same
from mutants import draw
from run import NAMES, at_once, blockstep, finish, hunt, score, tell_scores, write

COLUMNS = "module,mutants,equivalent,killed,survived,score".split(",")
SURVIVOR = ["module", "source", "what", "number"]
LEAST = 96  # per cent
ASKED = """int mutant_number(void) {
    const char *const number = getenv("MUTANT");
    return number ? atoi(number) : 0;
}
"""


def mutate(work, hdl, numbers, share, seed):
    """The RTL with its parameters as numbers; what Yosys makes of it has none, but takes them."""
    here = work / "hdl"
    shutil.rmtree(work, ignore_errors=True)
    shutil.copytree(hdl, here)
    text = (here / "semacredit.sv").read_text()
    for name, number in numbers.items():
        text = re.sub(rf"(parameter int unsigned {name} =) \d+", rf"\1 {number}", text)
    (here / "semacredit.sv").write_text(text)
    mutants = draw(work / "mutants", here, int(share), seed)
    path = work / "mutants/rtl/mutated.sv"
    parameters = ", ".join(f"parameter int {name} = {number}" for name, number in numbers.items())
    # Yosys' submod drives the top's port twice: by the inner module, and by a wire that nothing
    # drives.
    path.write_text(path.read_text().replace(
        "module semacredit(", f"module semacredit #({parameters}) (").replace(
            "  assign message_epoch_o = epoch_q;\n", ""))
    return mutants


SHORT = [(3000, 1), (3000, 2), (3000, 3)]  # clocks of each profile, seed
LONG = [(20000, 4), (20000, 5), (60000, 6), (60000, 7), (300000, 8)]
LAST = [(1000000, 9)]


def hunted(program, mutants, runs):
    """Of each mutant what found it, by its number."""
    def attempts():
        return [[program, "--clocks", str(clocks), "--seed", str(seed)] for clocks, seed in runs]
    results = at_once(lambda m: hunt(attempts(), MUTANT=m["number"]), mutants)
    return {m["number"]: found for m, found in zip(mutants, results) if found}


def judged(work, mutants):
    """Of mutants that have a place in a proof: the numbers of those that change nothing in any
    state that it allows; and of each that it refutes, in the way of hunted, by what."""
    commands = (work / "mutants/list").read_text().splitlines()
    proofs = Proofs(work / "mutants/plain.il", work / "formal")
    plants = {m["number"]: proofs.plant(m, commands[int(m["number"]) - 1]) for m in mutants}
    plants = {number: plant for number, plant in plants.items() if plant}
    same = {n for n, is_same in zip(plants, at_once(proofs.is_same, plants.values())) if is_same}
    left = {number: plant for number, plant in plants.items() if number not in same}
    return same, {number: (f"formal {plant[1].name}", "", [""] * 5) for (number, plant), found in
                  zip(left.items(), at_once(proofs.refutes, left.values())) if found}


def of_those(mutants, results):
    """Of those mutants for which something came out."""
    return {m["number"] for m, result in zip(mutants, results) if result}


def main():
    report, work, hdl, size, share, seed = sys.argv[1:]
    work, numbers = Path(work), dict(zip(NAMES, size.split("-")))
    mutants = mutate(work, hdl, numbers, share, seed)
    program = blockstep(work, work / "mutants/rtl", size, ASKED)
    if found := hunt([[program, "--clocks", "10000"]]):
        return finish("mutation", 1, [f"the RTL without a mutant: {found[0]}"])
    found = hunted(program, mutants, SHORT)
    left = [m for m in mutants if m["number"] not in found]
    solver = Same(work / "mutants", work / "proofs")
    same = of_those(left, at_once(lambda m: solver.in_a_clock(m["number"]) or
                                  solver.unread(m["number"]), left))
    found |= hunted(program, [m for m in left if m["number"] not in same], LONG)
    left = [m for m in left if m["number"] not in same | found.keys()]
    same |= of_those(left, at_once(lambda m: solver.in_steps(m["number"]), left))
    changes_little, broken = judged(work, [m for m in left if m["number"] not in same])
    same |= changes_little
    found |= broken
    found |= hunted(program, [m for m in left if m["number"] not in same | found.keys()], LAST)
    survivors = [m for m in mutants if m["number"] not in same | found.keys()]
    rows = score(mutants, same, found.keys())
    write(report, COLUMNS, rows)
    left = [[m[name] for name in SURVIVOR] for m in survivors]
    write(f"{report.removesuffix('.csv')}_survivors.csv", SURVIVOR, left)
    write(work / "killed.csv", ["number", "found_by", "clock", "clocks", "seed"],
          [[number, by, clock, command[2], command[4]]
           for number, (by, clock, command) in found.items()])
    return finish("mutation", 1, tell_scores(rows, left, LEAST))


if __name__ == "__main__":
    sys.exit(main())
