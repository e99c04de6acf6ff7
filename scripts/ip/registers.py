"""The registers of the block for other tools, made of the one table that there is: 9.1 of
rtl/spec/registers.md.

usage: registers.py KIND SIZE VERSION     SIZE: as scripts/block/sizes.txt names them

KIND: rdl, SystemRDL 2.0; ipxact, IEEE 1685-2014; header, C for software; list, a line each: ADDRESS
NAME MASK ACCESS RESET; scenario, what the bus of the block must show of each (tb/README.md).
"""

import re
import sys
import textwrap
from collections import namedtuple
from xml.sax.saxutils import escape

TABLE = "rtl/spec/registers.md"
# Parts of a register, low bits first, with names for software; what they mean says the table.
PARTS = {
    "errors": [("stray", 1), ("unknown", 1), ("old", 1), ("write", 1), ("read", 1), ("unread", 1)],
    "holder_state": [("handle", 20), ("owed", 10), (None, 1), ("held", 1)],
    "send": [("handle", "HandleW"), (None, "28 - HandleW"), ("channel", 4)],
}
# Windows after reset (3.4), of lanes of HBM, Atomic, response.
WINDOWS = (64000, 64000, 16000)
CLASSES = 3

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
    return of


def value(text, of):
    """A number, or a sum of parameters."""
    return eval(str(text), {"__builtins__": {}}, of)


def kind_of(lane, of):
    """HBM, Atomic or response."""
    return (lane >= of["NHbm"]) + (lane >= of["NHbm"] + of["NAtomic"])


def reset_of(text, i, by_lane, bits, of):
    """Of member i; no more than it can hold."""
    most = (1 << bits) - 1
    if "3.4" in text:
        window = WINDOWS[kind_of(i, of) if by_lane else i] * (4 if "4 *" in text else 1)
        return min(window, most - 1)
    return min(value(text.replace(",", "") or 0, of), most)


def rows_of(text):
    """The table: address, index of its members, name, bits, access, reset, meaning."""
    for line in text.splitlines():
        cells = [cell.strip().replace("`", "") for cell in line.split("|")[1:-1]]
        if len(cells) != 6 or not cells[0].startswith("0x"):
            continue
        addresses, names, bits, access, reset, meaning = cells
        index = re.search(r" \+ 4\*(.)\*", addresses)
        for n, name in enumerate(names.split(", ")):
            resets = reset.split(", ")
            yield (int(re.findall("0x[0-9a-f]+", addresses)[n], 16), index and index[1], name, bits,
                   access.replace(", ", " "), resets[n] if len(resets) > n else reset, meaning)


def registers(size):
    """All, addresses up."""
    of = numbers_of(size)
    with open(TABLE, encoding="utf-8") as file:
        rows = list(rows_of(file.read()))
    for row, following in zip(rows, rows[1:] + [(None,)]):
        address, index, name, bits, access, reset, meaning = row
        count = {None: 1, "l": of["Lanes"], "k": CLASSES}.get(index)
        if count is None:
            count = (following[0] - address) // 4
        count += name == "denials"  # lane `Lanes` is the table
        members = []
        for i in range(count):
            width = value(bits, of)
            if name.endswith("_enable"):  # a bit for each lane
                width = min(32, max(0, of["Lanes"] - 32 * i))
            fields, low = [], 0
            for part, more in PARTS.get(name, [("value", width)]):
                if part and width:
                    fields.append(Field(part, low, value(more, of)))
                low += value(more, of)
            members.append(Member(fields, reset_of(reset, i, index == "l", width, of)))
        yield Register(address, name, access, meaning.replace("*", "") or name, bool(index),
                       members)


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


# What makes every bit of every register one that may be set alone (9.2).
PREPARED = ["register message_interval 1", "register clock_quanta 1", "register multiplier_min 1",
            *(f"register {name} {k} {value}" for k in range(CLASSES)
              for name, value in (("ceiling", 4294967295), ("floor", 0)))]
# When a write is done (9.2, 9.3), and what is written for that.
DONE = {
    "rw": "bus write {0} 2\nexpect register {0} exactly 2",
    "rw static": "bus write {0} 2\nexpect not ready urgent partition 0 at +2\nwait 20",
    "rw unit": "bus write {0} {1}\nexpect written at +7",
}


def bus(address, member, access):
    """What a bus finds at an address: its value after reset, and each bit that it can write."""
    mask = 0 if access == "ro" else mask_of(member)
    yield f"expect register {address} exactly {member.reset}"
    yield f"expect register errors exactly {0x10 if access == 'wo' else 0}"
    yield from PREPARED
    if mask:
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
            yield from bus(f"{address:#x}", member, register.access)
    for i, address in enumerate(sorted(words)):
        if i % 200 == 0:
            yield f"9.1 none_{i}: What is no register is refused."
        yield f"register {address:#x} 0 refused\nregister errors 0x3f"
        yield f"expect register {address:#x} exactly 0\nexpect register first_error exactly 5"


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
    yield "// The size of the block."
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


def main(kind, size, version):
    """Prints the description."""
    every = list(registers(size))
    # A register without a bit in this size is none for other tools.
    found = [register._replace(members=[member for member in register.members if member.fields])
             for register in every]
    lines = {"list": lambda: listed(found), "rdl": lambda: rdl(found, version),
             "ipxact": lambda: ipxact(found, version),
             "header": lambda: header(found, version, numbers_of(size)),
             "scenario": lambda: scenario(every)}[kind]()
    print("\n".join(lines))


if __name__ == "__main__":
    main(*sys.argv[1:])
