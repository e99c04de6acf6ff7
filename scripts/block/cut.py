"""RTLIL of Yosys in which flops, memories or what is free are cut: instances whose ports a miter
can compare, and whose outputs are free."""
import re

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
