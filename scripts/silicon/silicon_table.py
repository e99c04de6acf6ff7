#!/usr/bin/env python3
"""Writes the tables of a document, between <!-- silicon NAME --> and <!-- /silicon -->, from the
CSVs that the other scripts of this folder leave; a table whose CSV is not there stays.

usage: silicon_table.py DOCUMENT REPORTS
"""
import csv
import re
import subprocess
import sys
from pathlib import Path


def rows_of(reports, name):
    path = Path(reports, f"{name}.csv")
    if not path.exists():
        return []
    with open(path, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def table(head, rows):
    """The first column is text, and every other one that has a word in it."""
    left = [not all(re.fullmatch(r"[\d.,]*", str(row[i])) for row in rows)
            for i in range(len(head))]
    lines = [head, ["---" if text else "---:" for text in left], *rows]
    return "".join("| " + " | ".join(map(str, line)) + " |\n" for line in lines)


def number(text):
    return f"{round(float(text)):,}"


def end(name):
    return name if len(name) < 40 else "..." + name[-37:]


def clocks(reports):
    area = {(row["design"], row["library"], row["lanes"], row["width"]): row
            for row in rows_of(reports, "area")}
    rows = rows_of(reports, "timing")
    plain = {row["library"]: float(row["fmax_mhz"]) for row in rows if row["design"] == "reference"}
    lines = []
    for row in rows:
        also = area.get((row["design"], row["library"], row["lanes"], row["width"]))
        counts = [number(also[name]) for name in ("cells", "area", "flops", "memory_bits")] \
            if also else [""] * 4
        start, to = row["worst_path"].split(" -> ")
        of = float(row["fmax_mhz"]) / plain[row["library"]] if row["library"] in plain else ""
        lines.append([f"`{row['design']}`", row["library"], row["lanes"], row["width"],
                      number(row["fmax_mhz"]), f"{of:.2f}" if of else "", *counts,
                      f"`{end(start)}` to `{end(to)}`"])
    return table(["design", "library", "lanes", "bits", "MHz", "of `reference`", "cells", "area",
                  "flops", "table bits", "worst path"], lines) if lines else ""


def pnr(reports):
    lines = [[row["device"], f"`{row['design']}`", row["lanes"], row["width"],
              number(row["logic_cells"]), row["block_rams"],
              *(number(row[f"fmax_{of}_mhz"]) for of in ("min", "median", "max"))]
             for row in rows_of(reports, "pnr")]
    return table(["device", "design", "lanes", "bits", "logic cells", "block RAMs", "MHz: least",
                  "median", "most"], lines) if lines else ""


def gates(reports):
    lines = [[row["profile"], *(number(row[name]) for name in
              ("clocks", "granted", "denials", "freed")), row["status"]]
             for row in rows_of(reports, "gates")]
    return table(["profile", "clocks", "granted", "denials", "freed", "against the golden model"],
                 lines) if lines else ""


def equivalence(reports):
    lines = [[f"`{row['module']}`", number(row["cells"]), number(row["pairs"]), row["status"],
              row["fault_status"]] for row in rows_of(reports, "equivalence")]
    return table(["module", "cells", "pairs", "proof", "with a fault"], lines) if lines else ""


def tools(_):
    def version(*command):
        said = subprocess.run(command, text=True, capture_output=True, check=False)
        return re.search(r"\d+(\.\d+)+", said.stdout + said.stderr)[0]
    return (f"Yosys {version('yosys', '-V')}, OpenSTA {version('sta', '-version')}, "
            f"nextpnr {version('nextpnr-ice40', '--version')}.\n")


TABLES = {table.__name__: table for table in (tools, clocks, pnr, gates, equivalence)}


def main(document, reports):
    text = Path(document).read_text()

    def written(match):
        if match[1] not in TABLES:
            sys.exit(f"{document}: '{match[1]}': expected one of {', '.join(TABLES)}")
        made = TABLES[match[1]](reports)
        if not made:
            print(f"silicon_table: '{match[1]}': no report, left as it is")
        return f"<!-- silicon {match[1]} -->\n{made or match[2]}<!-- /silicon -->\n"

    Path(document).write_text(re.sub(
        r"<!-- silicon (\w+) -->\n(.*?)<!-- /silicon -->\n", written, text, flags=re.S))


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
