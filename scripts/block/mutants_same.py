"""Mutants of Yosys that change nothing, by a SAT solver.

First in one clock: flops, memories' ports and instances of other modules are cut. A mutated module
in which whatever goes into each of them, and every output, is the same for all that comes out of
them is the same module: from reset on it holds the same and shows the same.

Then in steps, for what changes a flop without a reader then: flops stay, and what is compared
is all that they hold, but for those that differ in a run that the solver finds. Both modules begin
alike, and with a clock of reset; if in STEPS clocks all that is compared was the same, then it is
in the next one.

What comes out of a cut and in at ports is free: a mutant that only differs in states that never
come about is not proved so.
"""
import re
from pathlib import Path

import prove
from mutants import MEMORY, cut, option, public

SECONDS = 20  # of processor time, for one search
STEPS = 2
MOST = 6      # flops that may differ


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

    def solve(self, number, name, ask, outputs=()):
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
            f"expose {shown}" if shown else "", "expose -evert gold/c:* gate/c:*",
            "miter -equiv -make_outcmp gold gate miter",
            "delete gate %n miter %n %i gold %n %i", "setattr -mod -unset keep_hierarchy *",
            "flatten miter; opt_merge miter; opt_expr miter; opt_merge miter; opt_clean miter",
            ask]) + "\n")
        said = prove.yosys(path, SECONDS)[0]
        if "ERROR:" in said:
            raise SystemExit(f"mutation: {path}: Yosys failed")
        return said

    def in_a_clock(self, number):
        return "SUCCESS!" in self.solve(number, "clock", "sat -prove trigger 0 miter")

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
