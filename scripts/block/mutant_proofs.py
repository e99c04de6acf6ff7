"""Mutants of Yosys, planted in what make formal proves of a module (rtl/proofs.txt): whether one of
its properties is refuted.

A mutant names its cell by a number that Yosys has counted up to, which is another one in the design
of a proof. There it is the same one of those cells of its module that are of its type and width,
from the same place of the source, and drive the same signal, if both designs have as many of them:
a loop makes several.
"""
import re
import subprocess
import sys
from pathlib import Path

import prove

SECONDS = 40   # of processor time, for one search
KEPT = ["mode", "port", "portbit", "ctrlbit"]
ANYWHERE = 8   # clocks from a state that is not one of reset


def numbered(cell):
    """Of one source Yosys makes cells in the same order, whatever it made before."""
    found = re.search(r"\d+$", cell)
    return int(found[0]) if found else -1


def kind_of(lines, source):
    """Type, source, width and what is driven, but for numbers that Yosys counts."""
    said = {tuple(line.split()[:2]): line.split(None, 2)[2] for line in lines[1:]}
    driven = said.get(("connect", "\\Q")) or said.get(("connect", "\\Y"), "")
    return (lines[0].split()[1], source, said.get(("parameter", "\\WIDTH"), ""),
            driven if driven[:1] == "\\" else re.sub(r"^\$0|\$.*", "", driven))


def read_modules(path):
    """Of each module of an RTLIL file its parameters, and the names of its cells of each kind."""
    modules, source, cell = {}, "", []
    for line in Path(path).read_text().splitlines():
        words = line.split()
        if line.startswith("module "):
            parameters, cells = modules[words[1].removeprefix("\\")] = {}, {}
        elif line.startswith("  parameter ") and len(words) == 3:
            parameters[words[1][1:]] = words[2]
        elif line.startswith("  attribute \\src "):
            source = "|".join(sorted(re.findall(r":(\d[\d.-]+)", words[2])))
        elif line.startswith("  cell ") or cell and line.startswith("    "):
            cell.append(line)
        elif cell and line == "  end":
            cells.setdefault(kind_of(cell, source), []).append(cell[0].split()[2])
            cell = []
    for _, cells in modules.values():
        for names in cells.values():
            names.sort(key=numbered)
    return modules


def option(command, name):
    found = re.search(rf" -{name} (\S+)", command)
    return found[1] if found else ""


def planted(command, cells, formal):
    """The command for the formal design; None if its cell has no counterpart there."""
    name = option(command, "cell")
    for key, names in cells.items():
        if name in names and len(formal.get(key, [])) == len(names):
            if len(names) > 1 and name.startswith("$proc"):  # these are in no order
                return None
            there = formal[key][names.index(name)]
            kept = "".join(f" -{o} {option(command, o)}" for o in KEPT if option(command, o))
            return f"mutate{kept} -module top -cell {there}"
    return None


class Proofs:
    """The designs of the modules that have proofs, at the sizes that they have in the block."""

    def __init__(self, plain, work):
        prove.FOLDER = Path(work)
        prove.FOLDER.mkdir(parents=True, exist_ok=True)
        self.plain = read_modules(plain)
        self.proofs = {}
        for proof in prove.read_table():
            self.proofs.setdefault(proof.module, proof)
        self.cells = {}

    def design(self, module, proof, log, **how):
        """Yosys commands, and how many of them the plant comes after."""
        size = [f"{name}={number}" for name, number in self.plain[module][0].items()]
        commands = prove.design(proof, proof.text, size, log, **how)
        return commands, commands.index("proc") + 1

    def formal_cells(self, module, proof, anywhere):
        if (module, anywhere) not in self.cells:
            commands, until = self.design(module, proof, proof.log, anywhere=anywhere)
            il, script = prove.FOLDER / f"{proof.log}.il", prove.FOLDER / f"{proof.log}.ys"
            script.write_text("\n".join(commands[:until] + [f"write_rtlil {il}"]) + "\n")
            subprocess.run(["yosys", "-q", "-e", "implicitly declared", str(script)], check=True,
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            self.cells[module, anywhere] = read_modules(il)["top"][1]
        return self.cells[module, anywhere]

    def plant(self, mutant, command):
        """What refutes needs; None if the mutant's module has no proof, or no place for it."""
        proof, module = self.proofs.get(mutant["module"]), option(command, "module")
        if not proof:
            return None
        log = f"{proof.log}.{mutant['number']}"
        searches = {}
        for anywhere in (False, True)[:1 + proof.anywhere]:
            plant = planted(command, self.plain[module][1],
                            self.formal_cells(module, proof, anywhere))
            if plant:  # names of cells have the file in them
                searches[anywhere] = plant.replace(f"/{proof.log}.sv:", f"/{log}.sv:")
        return (module, proof, log, searches) if searches else None

    def fails(self, module, proof, log, command, anywhere):
        """Whether a property fails within some clocks, with the command's change or without one."""
        commands, at = self.design(module, proof, log, anywhere=anywhere)
        commands.insert(at, command)
        said = prove.solve(commands, log, ANYWHERE if anywhere else prove.CLOCKS,
                           "-tempinduct-baseonly", SECONDS)[0]
        if "ERROR:" in said:
            sys.exit(f"mutation: {prove.FOLDER}/{log}.log: Yosys failed")
        return "model found for base case: FAIL" in said

    def refutes(self, plant):
        """Whether a property does not hold any more, that does in the same search without it."""
        module, proof, log, searches = plant
        for anywhere, command in searches.items():
            if self.fails(module, proof, log, command, anywhere):
                return not self.fails(module, proof, f"{log}.without", "", anywhere)
        return False
