"""Mutants of Yosys that change nothing, by a SAT solver: alone (Same), and in a proof (Proofs).

First in one clock: flops, memories' ports and instances of other modules are cut. A mutated module
in which whatever goes into each of them, and every output, is the same for all that comes out of
them is the same module: from reset on it holds the same and shows the same.

Then once more in one clock, bit by bit, without flops that nothing reads but they themselves.

Then in steps, for what changes a flop without a reader then: flops stay, and what is compared
is all that they hold, but for those that differ in a run that the solver finds. Both modules begin
alike, and with a clock of reset; if in STEPS clocks all that is compared was the same, then it is
in the next one.

What comes out of a cut and in at ports is free: a mutant that only differs in states that never
come about is not proved so.

Then planted in what make formal proves of a module (rtl/proofs.txt): whether the mutated module is
still proved; and whether it is the same one in all states that may come about.

A mutant names its cell by a number that Yosys has counted up to, which is another one in the design
of a proof. There it is the same one of those cells of its module that are of its type and width,
from the same place of the source, and drive the same signal, if both designs have as many of them:
a loop makes several.
"""
import re
import sys
import threading
from pathlib import Path

import prove
from mutants import MEMORY, cut, option, public, yosys

SECONDS = 40   # of processor time, for one search
WHOLE = 150    # and for a proof of the module as it is, of which all of its mutants have need
KEPT = ["mode", "port", "portbit", "ctrlbit"]
CUT = ("dff", "anyconst", "anyseq")  # what is free in a clock
# Bits that nothing reads go; those that are left are ports.
UNREAD = [f"{command} gold gate" for command in (
    "simplemap", "opt_expr", "opt_clean -purge", "splitnets -ports", "opt_clean -purge",
    "expose -evert-dff", "opt_clean")]
SECONDS_CUT = 20  # for one search of the cut RTL,
STEPS = 2         # over so many clocks,
MOST = 6          # where so many flops may differ


class Same:
    """The RTL, as mutants.py drew it, in both cuts."""

    def __init__(self, mutants, work):
        self.work = Path(work)
        self.work.mkdir(parents=True, exist_ok=True)
        self.commands = (Path(mutants) / "list").read_text().splitlines()
        # Yosys takes brackets at the end of a signal for its bits.
        lines = [re.sub(r"\\\S*\[\S*", lambda name: re.sub(r"[\[\]]", "_", name[0]), line)
                 for line in (Path(mutants) / "top.il").read_text().splitlines()]
        for name, kinds in (("clock", ("dff", *MEMORY)), ("steps", MEMORY)):
            text, verilog = cut(lines, kinds)
            (self.work / f"{name}.il").write_text(text)
            (self.work / f"{name}.v").write_text(verilog)
        self.held, module = {}, ""
        for line in lines:
            if line.startswith("module "):
                module = line.split()[1]
            elif line.startswith("    connect \\Q "):
                self.held.setdefault(module, set()).update(
                    re.findall(r"\\(\S+)", line.split("\\Q ", 1)[1]))

    def solve(self, number, name, ask, outputs=(), before=()):
        """Yosys on a mutant, in one of the cuts: what it says of the question."""
        command = re.sub(r" -ctrl mutsel 16 \d+", "", self.commands[int(number) - 1])
        module, cell = option(command, "module"), option(command, "cell")
        if name == "clock" and re.match(r"\$(procdff|memrd)\$", cell):
            command = command.replace(cell, public(cell))
        shown = " ".join(f"{side}/w:{wire}" for side in ("gold", "gate") for wire in outputs)
        path = self.work / f"{number}.{name}.ys"
        path.write_text("\n".join([
            f"read_rtlil {self.work}/{name}.il", f"read_verilog {self.work}/{name}.v",
            "techmap -map " + f"{self.work}/{name}.v t:cut_memwr*",
            f"copy {module} gold", f"copy {module} gate",
            command.replace(f"-module {module} ", "-module gate "),
            *before, f"expose {shown}" if shown else "", "expose -evert gold/c:* gate/c:*",
            "miter -equiv -make_outcmp gold gate miter",
            "delete gate %n miter %n %i gold %n %i", "setattr -mod -unset keep_hierarchy *",
            "flatten miter; opt_merge miter; opt_expr miter; opt_merge miter; opt_clean miter",
            ask]) + "\n")
        said = prove.yosys(path, SECONDS_CUT)[0]
        if "ERROR:" in said and not before:    # a bit that is another port then is read
            raise SystemExit(f"mutation: {path}: Yosys failed")
        return said

    def in_a_clock(self, number):
        return "SUCCESS!" in self.solve(number, "clock", "sat -prove trigger 0 miter")

    def unread(self, number):
        return "SUCCESS!" in self.solve(number, "steps", "sat -prove trigger 0 miter",
                                        before=UNREAD)

    def in_steps(self, number):
        held = self.held.get(option(self.commands[int(number) - 1], "module"), set())
        names = self.work / f"{number}.names"
        self.solve(number, "steps", f"select -write {names} miter/o:cmp_* miter/i:*", held)
        ports = {line.split("/", 1)[1] for line in names.read_text().split()}
        alike = {name for name in ports if name.startswith("cmp_")}
        flops = {f"cmp_{wire}" for wire in held} & alike
        while True:
            ask = " ".join(f"-prove {name} 1" for name in sorted(alike))
            said = self.solve(number, "steps", f"sat -tempinduct-inductonly -initsteps {STEPS} "
                              f"-maxsteps {STEPS + 1} {ask} -show-outputs miter", held)
            if "SUCCESS!" in said:
                break
            differ = set(re.findall(r"\\(cmp_\S+) +0 +0 +0$", said, re.M))
            if not differ & alike or not differ <= flops or len(flops - alike | differ) > MOST:
                return False
            alike -= differ
        begin = " ".join(f"-set-at 1 {name} 1" for name in sorted(flops))
        reset = "-set-at 1 in_rst_ni 0" if "in_rst_ni" in ports else ""
        return "SUCCESS!" in self.solve(number, "steps", f"sat -seq {STEPS + 2} -prove-skip 1 "
                                        f"{reset} {begin} {ask} miter", held)


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
        self.cells, self.whole, self.cuts = {}, {}, {}
        self.lock = threading.RLock()

    def design(self, module, proof, log, **how):
        """Yosys commands, and how many of them the plant comes after."""
        size = [f"{name}={number}" for name, number in self.plain[module][0].items()]
        commands = prove.design(proof, proof.text, size, log, **how)
        return commands, commands.index("proc") + 1

    def planted(self, module, proof, command, log, **how):
        """The mutant's command for the design of LOG.sv; None if it has no place there."""
        key = module, *how.values()
        with self.lock:
            if key not in self.cells:
                commands, until = self.design(module, proof, proof.log, **how)
                il = prove.FOLDER / f"{proof.log}.il"
                script = il.with_suffix(".ys")
                script.write_text("\n".join([*commands[:until], f"write_rtlil {il}"]) + "\n")
                il.unlink(missing_ok=True)    # of a design of which more is assumed it is another
                prove.yosys(script, SECONDS)  # properties of this size may be too many to read
                self.cells[key] = read_modules(il)["top"][1] if il.exists() else {}
        plant = planted(command, self.plain[module][1], self.cells[key])
        # Names of cells have the file in them.
        return plant and plant.replace(f"/{proof.log}.sv:", f"/{log}.sv:")

    def plant(self, mutant, command):
        """What the others need; None if the mutant's module has no proof, or no place for it."""
        proof, module = self.proofs.get(mutant["module"]), option(command, "module")
        if not proof or not self.planted(module, proof, command, proof.log):
            return None
        return module, proof, f"{proof.log}.{mutant['number']}", command

    def solve(self, module, proof, log, command, steps, how, seconds):
        commands, at = self.design(module, proof, log)
        commands.insert(at, command and self.planted(module, proof, command, log))
        said = prove.solve(commands, log, steps, how, seconds)[0]
        if "ERROR:" in said:
            sys.exit(f"mutation: {prove.FOLDER}/{log}.log: Yosys failed")
        return said

    def is_proved(self, module, proof):
        """Whether it is, without a mutant and at this size."""
        with self.lock:
            if module not in self.whole:
                self.whole[module] = "Induction step proven: SUCCESS" in self.solve(
                    module, proof, f"{proof.log}.whole", "", proof.steps, "", WHOLE)
            return self.whole[module]

    def refutes(self, plant):
        """Whether the proof does not come about any more; where it is too long for this size,
        whether a property fails within some clocks of a reset."""
        module, proof, log, command = plant
        if self.is_proved(module, proof):
            said = self.solve(module, proof, log, command, proof.steps, "", SECONDS)
            return ("model found for base case: FAIL" in said or
                    "maximum number of time steps" in said)
        fails = ["model found for base case: FAIL" in self.solve(
            module, proof, name, plant, prove.CLOCKS, "-tempinduct-baseonly", SECONDS)
                 for name, plant in ((log, command), (f"{log}.without", ""))]
        return fails == [True, False]

    def cut_design(self, module, proof):
        """The files of the module of which all is assumed that was proved, cut."""
        with self.lock:
            if module not in self.cuts:
                log = f"{proof.log}.cut"
                il, verilog = prove.FOLDER / f"{log}.il", prove.FOLDER / f"{log}.cuts.v"
                commands = self.design(module, proof, log, assumed="AIM")[0]
                whole = [c for c in commands[:commands.index("flatten")] if "cutpoint" not in c]
                yosys(prove.FOLDER, log, whole + [
                    "flatten", "chformal -early", "memory_map", "async2sync", "dffunmap",
                    f"write_rtlil {il}"])
                text, cells = cut(il.read_text().splitlines(), CUT)
                il.write_text(text)
                verilog.write_text(cells)
                self.cuts[module] = il, verilog
            return self.cuts[module]

    def is_same(self, plant):
        """Whether all that goes into a flop and every output are the same, whatever comes out of
        flops and in at ports: but for what is proved of them, and taken for granted."""
        module, proof, log, command = plant
        if not self.is_proved(module, proof):
            return False
        il, verilog = self.cut_design(module, proof)
        command = self.planted(module, proof, command, f"{proof.log}.cut", assumed="AIM")
        name = option(command, "cell")
        if f" {public(name)}\n" in il.read_text():
            command = command.replace(name, public(name))
        script = prove.FOLDER / f"{log}.same.ys"
        script.write_text("\n".join([
            f"read_rtlil {il}", f"read_verilog {verilog}", "copy top gate",
            "chformal -assert -assume -cover -remove gate",
            command.replace("-module top", "-module gate"),
            "expose -evert top/t:cut_* gate/t:cut_*", "miter -equiv top gate miter",
            "flatten miter",
            "opt_merge miter", "opt_expr miter", "opt_merge miter", "opt_clean miter",
            "sat -set-assumes -prove trigger 0 miter"]) + "\n")
        said = prove.yosys(script, SECONDS)[0]
        if "ERROR:" in said:
            sys.exit(f"mutation: {script}: Yosys failed")
        return "SUCCESS!" in said
