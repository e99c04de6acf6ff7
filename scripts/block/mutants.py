"""Mutants of the RTL: Yosys draws them in every module under the top, and writes them all into one
Verilog file.

A module gets a mutant for every SHARE cells of logic that it has, and at least one, so that the
score is that of the RTL and not of its smallest modules. Results:
  list       a Yosys command for each mutant, `mutate -ctrl mutsel 16 N ...`: mutants count from 1
  plain.il   the RTL as it was read, with all cells
  top.il     the RTL that they are planted in
  rtl/       its Verilog, with the sema.f to read it
In it `mutsel` chooses the mutant. The C function mutant_number() is asked for it once, at the start
of a model's life: 0 is the RTL as it is.
"""
import re
import shutil
import subprocess

TOP = "semacredit"
# Clocks: with one behind a gate Verilator makes another model. And bits of an index that only lead
# out of range, where the RTL has no value and Verilator that of another place.
LEFT_OUT = re.compile(r" -port CLK | -wire clk_i |shiftx.* -port B -portbit [1-3]\d ")


def yosys(work, name, commands):
    script = work / f"{name}.ys"
    script.write_text("\n".join(commands) + "\n")
    with open(script.with_suffix(".log"), "w", encoding="utf-8") as log:
        done = subprocess.run(["yosys", "-q", "-e", "implicitly declared", "-s", script],
                              stdout=log, stderr=log, check=False)
        if done.returncode:
            raise SystemExit(f"mutation: {log.name}: Yosys failed")


def option(command, name):
    found = re.search(rf" -{name} (\S+)", command)
    return found[1] if found else ""


def plain_name(module):
    """Yosys' name has the parameters in it."""
    module = re.sub(r"\\\w+=.*", "", module.removeprefix("$paramod\\"))
    return module.rpartition("\\")[2]


def wanted(stat, share):
    """How many mutants a module gets, by what `stat` says of its cells."""
    cells, module = {}, ""
    for line in stat.splitlines():
        if line.startswith("=== "):
            module = plain_name(line.split()[1])
        elif found := re.match(r" *Number of cells: *(\d+)", line):
            cells[module] = cells.get(module, 0) + int(found[1])
    return {module: max(1, int(count / share + 0.5)) for module, count in sorted(cells.items())
            if module.startswith("sema")}


def described(command):
    """For people: number and module, the innermost place in the source, what is changed."""
    source = command.split()[-1].rpartition("hdl/")[2]
    cell = re.sub(r"\$.*", "", option(command, "cell").removeprefix("$"))
    port = f"{option(command, 'port')}[{option(command, 'portbit')}]"
    what = f"{option(command, 'mode')} {cell}.{port}"
    if option(command, "ctrlbit"):
        what += f" by {option(command, 'ctrlbit')}"
    if option(command, "wire"):
        what += f" of {option(command, 'wire')}[{option(command, 'wirebit')}]"
    return {"number": re.search(r"mutsel 16 (\d+)", command)[1],
            "module": plain_name(option(command, "module")), "source": source, "what": what}


def chosen_by_c(verilog):
    """Yosys hands the chooser down from a port of the top, which asks C instead."""
    head, mark, rest = verilog.partition(f"module {TOP}(")
    rest = rest.replace(", mutsel);", ");", 1)
    rest = rest.replace("  input [15:0] mutsel;\n", "", 1)
    rest = rest.replace("  wire [15:0] mutsel;\n", "  reg [15:0] mutsel;\n"
                        "  initial mutsel = 16'(mutant_number());\n", 1)
    return 'import "DPI-C" function int mutant_number();\n' + head + mark + rest


def draw(work, hdl, share, seed):
    """Plants them into the RTL of a folder; what `described` says of each."""
    shutil.rmtree(work, ignore_errors=True)
    (work / "rtl").mkdir(parents=True)
    sources = " ".join(f"{hdl}/{name}" for name in (hdl / "sema.f").read_text().split())
    # What is plainly without use in this build goes first: mutants there would change nothing.
    yosys(work, "read", [
        f"read_verilog -sv -noassert -noassume {sources}",
        f"hierarchy -check -top {TOP}; proc; write_rtlil {work}/plain.il",
        "opt_expr; opt_merge; opt_clean",
        f"write_rtlil {work}/top.il; tee -q -o {work}/stat stat"])
    modules = wanted((work / "stat").read_text(), share)
    # Yosys cannot mutate memory cells.
    yosys(work, "list", [f"read_rtlil {work}/top.il"] + [
        line for module, count in modules.items() for line in (
            f"select -set here {module} *\\{module} *\\{module}\\*=*",
            f"mutate -list {count} -seed {seed} -o {work}/list.{module} @here t:$mem* %d")])
    lines = [line for module in modules
             for line in (work / f"list.{module}").read_text().splitlines()
             if not LEFT_OUT.search(line)]
    commands = [f"mutate -ctrl mutsel 16 {number} {line[7:]}"
                for number, line in enumerate(lines, 1)]
    (work / "list").write_text("\n".join(commands) + "\n")
    # A mutated bit becomes a net of its own; left a part of its word, it would make loops for
    # Verilator, which then finds wrong values. The top keeps its ports, so that all that is in it
    # goes into a module whose ports can be split.
    yosys(work, "plant", [
        f"read_rtlil {work}/top.il; script {work}/list", f"submod -name inside_{TOP} {TOP}",
        f"select -set inner * {TOP} %d; splitnets -driver -ports @inner; splitnets -driver {TOP}",
        f"write_verilog -noattr {work}/rtl/mutated.v"])
    (work / "rtl/mutated.sv").write_text(chosen_by_c((work / "rtl/mutated.v").read_text()))
    (work / "rtl/mutated.v").unlink()
    (work / "rtl/sema.f").write_text("mutated.sv\n")
    return [described(command) for command in commands]


# RTLIL of Yosys in which flops, memories or what is free are cut: instances whose ports a miter can
# compare, and whose outputs are free.
MEMORY = ("memrd", "memwr_v2", "meminit", "meminit_v2")
PORTS = {"dff": "input CLK, input {data} D, output {data} Q",
         "memrd": "input CLK, EN, input {address} ADDR, output {data} DATA",
         "memwr_v2": "input CLK, input {address} ADDR, input {data} DATA, EN"}
FREE = "output {data} Y"


def public(name):
    return "\\" + name[1:]


def cut(lines, kinds):
    """RTLIL in which cells of these kinds are instances of modules that hold nothing, with names
    that Yosys takes for public; memories themselves go. And these modules in Verilog: what is not
    written is not seen."""
    out, block, modules = [], [], {}
    kind = name = ""
    for line in lines:
        found = re.match(r"  cell \$(\w+) (\S+)", line)
        if found and found[1] in kinds:
            kind, name = found.groups()
            block, size = [], {"WIDTH": 1, "ABITS": 1}
        elif kind and line == "  end":
            if not kind.startswith("meminit"):
                cell = f"cut_{kind}_{size['ABITS']}_{size['WIDTH']}"
                modules[cell] = kind, size["ABITS"], size["WIDTH"]
                out += [f"  cell \\{cell} {public(name)}", *block, line]
            kind = ""
        elif kind:
            if parameter := re.match(r"    parameter \\(WIDTH|ABITS) (\d+)", line):
                size[parameter[1]] = int(parameter[2])
            elif line.startswith("    connect "):
                block.append(line)
        elif not (MEMORY[0] in kinds and line.startswith("  memory ")):
            out.append(line)
    verilog = []
    for cell, (kind, address, data) in sorted(modules.items()):
        ports = PORTS.get(kind, FREE).format(address=f"[{address - 1}:0]", data=f"[{data - 1}:0]")
        inner = cell
        if kind == "memwr_v2":
            inner = f"{cell}_seen"
            verilog.append(f"module {cell}({ports}); {inner} port(.CLK(CLK), .EN(EN), "
                           f".ADDR(ADDR & {{{address}{{|EN}}}}), .DATA(DATA & EN)); endmodule")
        verilog.append(f"(* blackbox *) module {inner}({ports}); endmodule")
    return "\n".join(out) + "\n", "\n".join(verilog) + "\n"
