"""Prints a register map as systemrdl-compiler understands it, one register a line, addresses up:
ADDRESS NAME MASK ACCESS RESET.

usage: map_read.py rdl|ipxact FILE [HEADER HTML_FOLDER]
       map_read.py html INDEX.json

With HEADER and HTML_FOLDER also writes PeakRDL's C header and HTML of it. Of the index of such
HTML, in which an array is one entry, the lines are without the access.
"""

import json
import sys

from systemrdl import RDLCompiler
from systemrdl.node import RegNode
from systemrdl.rdltypes import AccessType, OnWriteType


def access_of(field):
    """The access of the table that a field has."""
    if field.get_property("onwrite") == OnWriteType.woclr:
        return "w1c"
    if field.get_property("sw") in (AccessType.r, AccessType.w):
        return {AccessType.r: "ro", AccessType.w: "wo"}[field.get_property("sw")]
    return "rw" if field.get_property("hw") == AccessType.r else "rw unit"


def line_of(node):
    """One register; another access of one of its fields shows."""
    fields = node.fields()
    mask = sum(((1 << field.width) - 1) << field.low for field in fields)
    access = "/".join(sorted({access_of(field) for field in fields}))
    reset = sum(field.get_property("reset") << field.low for field in fields)
    name = node.inst_name + "".join(f"_{i}" for i in node.current_idx or ())
    return f"{node.absolute_address} {name} {mask:#x} {access} {reset}"


def read(kind, path):
    """The root of the map in a file."""
    compiler = RDLCompiler()
    if kind == "rdl":
        compiler.compile_file(path)
    else:
        from peakrdl_ipxact import IPXACTImporter

        IPXACTImporter(compiler).import_file(path)
    return compiler.elaborate()


def lines_of(entry):
    """One register, or each of an array."""
    mask = sum((2 << field["msb"]) - (1 << field["lsb"]) for field in entry["fields"])
    reset = sum(int(field["reset"], 16) << field["lsb"] for field in entry["fields"])
    for i in range(entry.get("dims", [1])[0]):
        address = int(entry["offset"], 16) + i * int(entry.get("stride", "0"), 16)
        name = entry["name"] + (f"_{i}" if "dims" in entry else "")
        yield address, f"{address} {name} {mask:#x} {reset}"


def main(kind, path, *outputs):
    """Prints the map, and exports it."""
    if kind == "html":
        with open(path, encoding="utf-8") as index:
            entries = [entry for entry in json.load(index) if "fields" in entry]
        for _, line in sorted(line for entry in entries for line in lines_of(entry)):
            print(line)
        return
    root = read(kind, path)
    nodes = [node for node in root.descendants(unroll=True) if isinstance(node, RegNode)]
    for node in sorted(nodes, key=lambda node: node.absolute_address):
        print(line_of(node))
    if outputs:
        from peakrdl_cheader.exporter import CHeaderExporter
        from peakrdl_html import HTMLExporter

        CHeaderExporter().export(root.top, outputs[0])
        HTMLExporter().export(root, outputs[1])


main(*sys.argv[1:])
