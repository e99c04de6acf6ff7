"""Prints a register map as systemrdl-compiler understands it, one register a line, addresses up:
ADDRESS NAME MASK ACCESS RESET.

usage: map_read.py rdl|ipxact FILE
"""
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


nodes = [node for node in read(*sys.argv[1:]).descendants(unroll=True) if isinstance(node, RegNode)]
print(*(line_of(node) for node in sorted(nodes, key=lambda node: node.absolute_address)), sep="\n")
