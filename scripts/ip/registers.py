"""The registers of the block for other tools, made of the one table that there is: 9.1 of
rtl/spec/registers.md.

usage: registers.py KIND SIZE VERSION     SIZE: as scripts/block/sizes.txt names them

KIND: rdl, SystemRDL 2.0; ipxact, IEEE 1685-2014; header, C for software; table, an X-macro in C for
golden model and checkers; rtl, the package sema_map; list, a line each: ADDRESS NAME MASK ACCESS
RESET; scenario, what the bus of the block must show of each (tb/README.md). Table and rtl are of
every size.
"""

import re
import sys
import textwrap
from collections import namedtuple
from xml.sax.saxutils import escape

TABLE = "rtl/spec/registers.md"
# Parts of a register, low bits first, with names for software; what they mean says the table.
PARTS: dict = {
    "errors": [("stray", 1), ("unknown", 1), ("old", 1), ("write", 1), ("read", 1), ("unread", 1),
               ("parked", 1), ("headroom", 1)],
    "holder_state": [("handle", 20), ("owed", 10), (None, 1), ("held", 1)],
    "sizes": [("hbm", 6), (None, 2), ("atomic", 3), (None, 1), ("response", 3), (None, 1),
              ("counter", 6), (None, 2), ("id", 4)],
    "more_sizes": [("slots", 7), (None, 1), ("tag", 7), (None, 1), ("generation", 4), ("age", 5),
                   ("wire", 5)],
    "send": [("handle", "HandleW"), (None, "28 - HandleW"), ("channel", 4)],
}
CLASSES = GROUPS = 3
# Members of families that no lane and no class counts.
MEMBERS = {"parked": "32", "error_info": "8", "multiplier_limited": "2"}

# As the table has it; elements, bits and resets may be sums of parameters, bits of Element, too.
Row = namedtuple("Row", "address name index elements bits access resets meaning")
Register = namedtuple("Register", "address name access meaning family members")
Member = namedtuple("Member", "fields reset")
Field = namedtuple("Field", "name low width")


def numbers_of(size):
    """The parameters of ports.md, 1.2, by name, and what follows from them."""
    names = "NHbm NAtomic NResponse CntW Depth Slots TagW GenW AgeW WireW".split()
    of = dict(zip(names, map(int, size.split("-")), strict=True))
    of["Lanes"] = of["NHbm"] + of["NAtomic"] + of["NResponse"]
    of["IdW"] = (of["Depth"] - 1).bit_length()
    of["HandleW"] = 2 + of["GenW"] + of["IdW"]
    of["EnableAtReset"] = 3
    return of


def value(text, of):
    """A number, or a sum of parameters."""
    return eval(str(text), {"__builtins__": {}}, of)


def kind_of(lane, of):
    """HBM, Atomic or response."""
    return (lane >= of["NHbm"]) + (lane >= of["NHbm"] + of["NAtomic"])


def reset_of(row, i, bits, of):
    """Of member i; no more than it can hold."""
    kind = {"l": kind_of(i, of), "k": i}.get(row.index, 0)
    return min(value(by_kind(row)[kind], of), (1 << bits) - 1 - is_window(row))


def by_kind(row):
    """Its resets: of HBM, Atomic, response. Two are of the first two, and the last."""
    return [row.resets[0], row.resets[-2] if len(row.resets) > 1 else row.resets[0], row.resets[-1]]


def is_window(row):
    """What is reset to two values is a window."""
    return len(row.resets) == 2


def rows():
    """The table."""
    found = []
    with open(TABLE, encoding="utf-8") as file:
        for line in file:
            cells = [cell.strip().replace("`", "") for cell in line.split("|")[1:-1]]
            if len(cells) != 6 or not cells[0].startswith("0x"):
                continue
            addresses, names, bits, access, resets, meaning = cells
            index = re.search(r" \+ 4\*(.)\*", addresses)
            names, resets = names.split(", "), (resets or "0").split(", ")
            for n, name in enumerate(names):
                found.append(Row(
                    int(re.findall("0x[0-9a-f]+", addresses)[n], 16), name, index and index[1],
                    "Lanes+1" if name in ("denials", "denied") else "Lanes",
                    bits.replace("*i*", " * Element"), access.replace(", ", " "),
                    resets[n:n + 1] if len(names) > 1 else resets,
                    meaning.replace("*", "") or name))
    for row, following in zip(found, found[1:] + [None]):
        elements = {None: "1", "l": row.elements, "k": str(CLASSES),
                    "g": str(GROUPS)}.get(row.index)
        elements = MEMBERS.get(row.name, elements)
        yield row._replace(elements=elements or str((following.address - row.address) // 4))


def registers(size):
    """All, addresses up."""
    of = numbers_of(size)
    for row in rows():
        members = []
        for i in range(value(row.elements, of)):
            width = min(32, max(0, value(row.bits, of | {"Element": i})))
            fields, low = [], 0
            for part, more in PARTS.get(row.name, [("value", width)]):
                if part and width:
                    fields.append(Field(part, low, value(more, of)))
                low += value(more, of)
            members.append(Member(fields, reset_of(row, i, width, of)))
        yield Register(row.address, row.name, row.access, row.meaning, bool(row.index), members)


def mask_of(member):
    """The bits that a register has."""
    return sum(part_of(-1, field) << field.low for field in member.fields)


def split(register):
    """As name, address, count and member: an array, or, of members that are not the same, each."""
    if all(member == register.members[0] for member in register.members):
        return [(register.name, register.address, len(register.members), register.members[0])]
    return [(f"{register.name}_{i}", register.address + 4 * i, 1, member)
            for i, member in enumerate(register.members)]


def part_of(reset, field):
    """The reset value of a field."""
    return reset >> field.low & (1 << field.width) - 1


def listed(all_registers):
    """A line for each register, as what reads a description back prints it."""
    for register in all_registers:
        for i, member in enumerate(register.members):
            name = f"{register.name}_{i}" if len(register.members) > 1 else register.name
            yield (f"{register.address + 4 * i} {name} {mask_of(member):#x} {register.access} "
                   f"{member.reset}")


# What makes every bit of every register one that may be set alone (9.2). A limit asks for the
# windows of all lanes (7.2).
PREPARED = ["register message_interval 1", "register multiplier_min 1", "wait 600"]
# Bits of registers that are refused alone.
TOGETHER = {"capture": 2, "flush": 48}
# When a write is done (9.2, 9.3), and what is written for that.
DONE = {
    "rw": "bus write {0} 2\nexpect register {0} exactly 2",
    "rw static": "bus write {0} 2\nexpect register {0} exactly 2",
    "rw unit": "bus write {0} {1}\nexpect written at +7",
}


def bus(address, member, access, together):
    """What a bus finds at an address: its value after reset, and each bit that it can write."""
    mask = 0 if access == "ro" else mask_of(member) & ~together
    yield f"expect register {address} exactly {member.reset}"
    yield f"expect register errors exactly {0x10 if access == 'wo' else 0}"
    yield from PREPARED
    if access == "rw static":
        yield "register enable 0\nwait 20"
    if mask & 2:
        yield from DONE.get(access, "").format(address, member.reset).splitlines()
    for bit in (1 << i for i in range(32)):
        yield f"register {address} {bit}{'' if mask & bit else ' refused'}"
        if mask & bit and access != "wo":
            yield f"expect register {address} exactly {0 if access == 'w1c' else bit}"


def scenario(all_registers):
    """A scenario for each register, and some that find no other."""
    words = set(range(0, 0x1000, 4))
    for register in all_registers:
        for i, member in enumerate(register.members):
            address = register.address + 4 * i
            words.remove(address)
            yield f"9.1 {register.name}_{i}: The register is as the table says."
            yield from bus(f"{address:#x}", member, register.access,
                           TOGETHER.get(register.name, 0))
    for i, address in enumerate(sorted(words)):
        if i % 200 == 0:
            yield f"9.1 none_{i}: What is no register is refused."
        yield f"register {address:#x} 0 refused\nregister errors 0xff"
        yield f"expect register {address:#x} exactly 0\nexpect register errors exactly 0x10"


# The block writes windows and multipliers, too. An event that is cleared as it comes stays.
RDL = {
    "rw": "sw = rw; hw = r;",
    "rw static": "sw = rw; hw = r;",
    "rw unit": "sw = rw; hw = rw; we;",
    "ro": "sw = r; hw = w;",
    "wo": "sw = w; hw = r;",
    "w1c": "sw = rw; hw = rw; onwrite = woclr; hwset; precedence = hw;",
}


def rdl(all_registers, version):
    """SystemRDL."""
    yield f"// The registers of semacredit {version}. Made of {TABLE}."
    yield "addrmap semacredit {"
    yield '  name = "semacredit";'
    yield '  desc = "Admission block: configuration and status";'
    yield "  default regwidth = 32;\n  default accesswidth = 32;"
    for register in all_registers:
        alike = all(member == register.members[0] for member in register.members)
        kind = "" if alike else f"{register.name}_r #(longint unsigned RESET = 0) "
        yield f'\n  reg {kind}{{\n    desc = "{register.meaning} ({register.access})";'
        for field in register.members[0].fields:
            reset = part_of(register.members[0].reset, field) if alike else "RESET"
            yield (f"    field {{ {RDL[register.access]} }} "
                   f"{field.name}[{field.low + field.width - 1}:{field.low}] = {reset};")
        if not alike:
            yield "  };"
        for name, address, count, member in split(register):
            array = (f"[{count}]", " += 4") if count > 1 else ("", "")
            yield (("  } " if alike else f"  {register.name}_r #(.RESET({member.reset})) ") +
                   f"{name}{array[0]} @ {address:#05x}{array[1]};")
    yield "};"


def element(tag, *inside):
    """An element of IP-XACT, with its text or its elements, as lines."""
    if len(inside) == 1 and isinstance(inside[0], str):
        return [f"<ipxact:{tag}>{escape(inside[0])}</ipxact:{tag}>"]
    lines = ["  " + line for lines in inside for line in lines]
    return [f"<ipxact:{tag}>", *lines, f"</ipxact:{tag}>"]


def ipxact_field(field, register, reset):
    """A field of a register."""
    access = {"ro": "read-only", "wo": "write-only"}.get(register.access, "read-write")
    fixed = register.access in ("rw", "rw static", "wo")
    clears = register.access == "w1c"
    return element(
        "field", element("name", field.name), element("bitOffset", str(field.low)),
        element("resets", element("reset", element("value", str(part_of(reset, field))))),
        element("bitWidth", str(field.width)), element("volatile", "false" if fixed else "true"),
        element("access", access),
        *([element("modifiedWriteValue", "oneToClear")] if clears else []))


def ipxact(all_registers, version):
    """IP-XACT: a component with a memory map."""
    block = [element("name", "semacredit"), element("baseAddress", "0"),
             element("range", "'h1000"), element("width", "32"), element("usage", "register")]
    for register in all_registers:
        for name, address, count, member in split(register):
            block.append(element(
                "register", element("name", name),
                element("description", f"{register.meaning} ({register.access})"),
                *([element("dim", str(count))] if count > 1 else []),
                element("addressOffset", f"'h{address:x}"), element("size", "32"),
                *(ipxact_field(field, register, member.reset) for field in member.fields)))
    top = element(
        "component", element("vendor", "semacredit"), element("library", "admission"),
        element("name", "semacredit"), element("version", version),
        element("memoryMaps", element(
            "memoryMap", element("name", "registers"), element("addressBlock", *block),
            element("addressUnitBits", "8"))))
    yield '<?xml version="1.0" encoding="UTF-8"?>'
    yield f"<!-- semacredit. Made of {TABLE}. -->"
    space = "http://www.accellera.org/XMLSchema/IPXACT/1685-2014"
    yield top[0].replace(">", f' xmlns:ipxact="{space}">')
    yield from top[1:]


def header(all_registers, version, of):
    """C for software: byte addresses, members, fields."""
    def constant(name, text):
        return f"    SEMACREDIT_{name.upper()} = {text},"
    yield f"// The registers of semacredit {version}. Made of {TABLE}."
    yield "#ifndef SEMACREDIT_REGISTERS_H\n#define SEMACREDIT_REGISTERS_H\n"
    yield "// The default size. A block says its own: identity, sizes, more_sizes."
    yield "enum semacredit_size {"
    for name in "NHbm", "NAtomic", "NResponse", "Depth":
        yield constant({"Depth": "depth"}.get(name, name[1:] + "_lanes"), of[name])
    yield constant("handle_bits", of["HandleW"])
    yield "};\n\n// Byte addresses; those of a family are its first member's, the others follow it."
    yield "enum semacredit_register {"
    for register in all_registers:
        yield from textwrap.wrap(f"{register.access}: {register.meaning}", 100,
                                 initial_indent="    // ", subsequent_indent="    // ")
        yield constant(register.name, f"{register.address:#05x}")
    yield "};\n\n// Members of families."
    yield "enum semacredit_members {"
    yield from (constant(register.name + "_members", len(register.members))
                for register in all_registers if register.family)
    yield "};\n\n// Lowest bit and width of what a register has besides others; bits of errors."
    yield "enum semacredit_field {"
    for register in all_registers:
        for field in register.members[0].fields if register.name in PARTS else []:
            if register.name == "errors":
                yield constant("error_" + field.name, f"1 << {field.low}")
            else:
                yield constant(f"{register.name}_{field.name}_low", field.low)
                yield constant(f"{register.name}_{field.name}_bits", field.width)
    yield "};\n\n#endif"


ACCESS = {"rw": "READ_WRITE", "rw unit": "UNIT", "rw static": "STATIC", "ro": "READ_ONLY",
          "wo": "WRITE_ONLY", "w1c": "CLEARED"}


def table():
    """C: an X-macro, and values after reset that no size changes."""
    yield f"// The registers of {TABLE}, 9.1: name, address, elements, bits, access, value after"
    yield "// reset of HBM, Atomic and response, a window. Parameters are those of ports.md, 1.2."
    yield "#pragma once"
    yield "#define BLOCK_REGISTERS(REGISTER) \\"
    for row in rows():
        yield (f"    REGISTER({row.name}, {row.address:#05x}, {row.elements}, {row.bits}, "
               f"{ACCESS[row.access]}, {', '.join(by_kind(row))}, {is_window(row):d}) \\")
    yield "\nenum {"
    for row in rows():
        first_and_last = (row.resets[0], row.resets[-1])[:len(row.resets)]
        for kind, reset in zip(("", "_RESPONSE"), first_and_last):
            if reset.isdigit() and reset != "0":
                yield f"    {row.name.upper()}{kind}_RESET = {reset},"
    yield "};"


def camel(name):
    """As the RTL names what does not change."""
    return name.title().replace("_", "")


def snake(text):
    """Parameters as the RTL names arguments of functions."""
    return re.sub(r"\b[A-Z]\w*", lambda found: re.sub("(?<=[a-z])(?=[A-Z])", "_", found[0]).lower(),
                  text)


def wrapped(text, indent):
    """Lines of RTL; what a name is stays beside it."""
    for line in textwrap.wrap(text.replace(" = ", "\xa0=\xa0"), 100, initial_indent=" " * indent,
                              subsequent_indent=" " * (indent + 4)):
        yield line.replace("\xa0", " ")


def words(some):
    """Number on its page, label, row and member of each word."""
    for row in some:
        for i in range(int(row.elements)):
            yield (row.address % 256 // 4 + i, camel(row.name) + (f" + {i}" if i else ""), row, i)


def choose(target, chosen):
    """A function's choice among words: of (label, value), a line for all labels of a value."""
    yield "    case (word)"
    for result in dict.fromkeys(result for _, result in chosen):
        these = ", ".join(label for label, of in chosen if of == result)
        yield from wrapped(f"{these}: {target} = {result};", 6)
    yield f"      default: {target} = '0;\n    endcase"


def rtl():
    """The package of the RTL."""
    lanes = [row for row in rows() if row.index == "l"]
    settings = [row for row in rows() if row.address >> 8 == 8]
    status = [row for row in rows() if row.address >> 8 == 9]
    counted = [row for row in rows() if row.address >> 8 == 15]
    kept = [row for row in settings if row.access.startswith("rw")]
    masks = {"Writable": [row for row in settings if row.access != "ro"],
             "Readable": [row for row in settings if row.access != "wo"],
             "Shown": status, "Counted": counted}
    numbers = {camel(row.name): row.address % 256 // 4 for row in settings + status + counted}
    numbers |= {"SettingWords": 1 + max(words(kept))[0], "StatusWords": 1 + max(words(status))[0],
                "Counts": numbers["Held"]}
    pages = {camel(row.name): row.address >> 8 for row in lanes} | {"Parked": 7, "Settings": 8,
                                                                    "Status": 9, "Captured": 15}

    def constants(kind, values):
        yield from wrapped(f"localparam {kind} " + ", ".join(
            f"{name} = {number}" for name, number in values.items()) + ";", 2)
    yield f"// The registers of {TABLE}, of which it is made by \"make ip\"."
    yield "package sema_map;\n  // Pages of 256 bytes: of lanes; and of others."
    yield from constants("logic [3:0]", pages)
    yield "  // Words of the last three. First are those that are kept, and of status the counts."
    yield "  // Each has its name, though the RTL reads some by their places only."
    yield "  // verilator lint_off UNUSEDPARAM"
    yield from constants("int unsigned", numbers)
    yield "  // verilator lint_on UNUSEDPARAM"
    yield "  // Of settings those that can be written, read; of status and what is captured all."
    yield from constants("logic [63:0]", {
        name: f"64'h{sum(1 << word for word, *_ in words(some)):016x}"
        for name, some in masks.items()})
    yield "  // A lane's after reset."
    yield from constants("logic [31:0]", {"WindowReset": f"32'd{lanes[0].resets[0]}",
                                          "ResponseWindowReset": f"32'd{lanes[0].resets[1]}"})
    yield "  // What the block is."
    yield from constants("logic [31:0]", {
        "IdentityWord": next(f"32'h{int(row.resets[0], 16):08x}" for row in rows()
                             if row.name == "identity")})
    yield from constants("logic [13:0]", {"MultiplierOne": f"14'd{lanes[1].resets[0]}"})
    yield """
  function automatic logic [31:0] ones(input int bits);
    ones = bits > 31 ? 32'hffff_ffff : bits < 0 ? '0 : (32'd1 << bits) - 32'd1;
  endfunction

  // The bits that a setting has.
  function automatic logic [31:0] mask_of(input int unsigned word, input int unsigned lanes,
                                          input int unsigned cnt_w, input int unsigned id_w,
                                          input int unsigned age_w, input int unsigned wire_w);"""
    yield from choose("mask_of", [
        (label, f"ones({snake(row.bits.replace('Element', str(i)))})")
        for _, label, row, i in words(kept)])
    yield """  endfunction

  // A setting after reset, at most all ones.
  function automatic logic [31:0] reset_of(input int unsigned word, input logic [31:0] mask,
                                           input int unsigned depth, input int unsigned lanes,
                                           input int unsigned enable_at_reset);"""
    def literal(text):
        return f"32'h{text[2:]}" if text.startswith("0x") else f"32'({snake(text)})"
    yield from choose("reset_of", [
        (label, literal(by_kind(row)[i if row.index == "k" else 0]))
        for _, label, row, i in words(kept) if row.resets != ["0"]])
    yield "    if (reset_of > mask) reset_of = mask;\n  endfunction\nendpackage"


def main(kind, size, version):
    """Prints the description."""
    every = list(registers(size))
    # A register without a bit in this size is none for other tools.
    found = [register._replace(members=[member for member in register.members if member.fields])
             for register in every]
    lines = {"list": lambda: listed(found), "rdl": lambda: rdl(found, version),
             "ipxact": lambda: ipxact(found, version),
             "header": lambda: header(found, version, numbers_of(size)), "table": table, "rtl": rtl,
             "scenario": lambda: scenario(every)}[kind]()
    print("\n".join(lines))


if __name__ == "__main__":
    if sys.argv[1:] in (["--help"], ["-h"]):
        print(__doc__)
    elif re.fullmatch(r"(list|rdl|ipxact|header|table|rtl|scenario) \d+(-\d+){9} \S+",
                      " ".join(sys.argv[1:])):
        main(*sys.argv[1:])
    else:
        print("registers.py: expected KIND SIZE VERSION, as in 'rdl 4-1-1-32-64-40-32-8-16-24 1.0' "
              "(see --help)", file=sys.stderr)
        sys.exit(2)
