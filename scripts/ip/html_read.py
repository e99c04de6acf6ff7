"""Prints the register map of PeakRDL's HTML, from its index, as map_read.py does, without the
access: ADDRESS NAME MASK RESET.

usage: html_read.py INDEX.json
"""

import json
import sys


def lines_of(entry):
    """One register, or each of an array."""
    mask = sum((2 << field["msb"]) - (1 << field["lsb"]) for field in entry["fields"])
    reset = sum(int(field["reset"], 16) << field["lsb"] for field in entry["fields"])
    for i in range(entry.get("dims", [1])[0]):
        address = int(entry["offset"], 16) + i * int(entry.get("stride", "0"), 16)
        name = entry["name"] + (f"_{i}" if "dims" in entry else "")
        yield address, f"{address} {name} {mask:#x} {reset}"


with open(sys.argv[1], encoding="utf-8") as index:
    entries = [entry for entry in json.load(index) if "fields" in entry]
for _, line in sorted(line for entry in entries for line in lines_of(entry)):
    print(line)
