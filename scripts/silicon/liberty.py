"""Cell libraries for synthesis and timing: build/liberty/NAME.lib.

Always osu018, of Debian's package qflow-tech-osu018. A file with flops and gates is a library of
its own, named as the file; the others are parts of one library and are joined, named as the first
of them.
"""
import gzip
import os
import re
import sys
from pathlib import Path

OUT = Path("build/liberty")
OSU018 = "share/qflow/tech/osu018/osu018_stdcells.lib"


def joined(texts):
    """One library: the first whole, of the others the cells, and the templates that are not there
    yet."""
    out, seen = [], set()
    for part, text in enumerate(texts):
        depth, wanted = 0, False
        for line in text.splitlines(keepends=True):
            change = line.count("{") - line.count("}")
            if depth + change == 0 and "}" in line:
                depth = 0  # the brace that ends a library is kept back
                continue
            if depth == 1 and change > 0:
                name = re.sub(r"[ \t\"{\n]", "", line)
                wanted = not part or (re.match(r"cell\(|[a-z_]*template\(", name)
                                      and name not in seen)
                seen.add(name)
            if not part or wanted and depth + (change > 0) > 1:
                out.append(line)
            depth += change
            wanted = wanted and depth > 1
    return "".join(out) + "}\n"


def facts(text):
    """flops: cells with a flop; gates: how many cells of two inputs and more there are without
    one; load: what the smallest inverter's input loads, in fF; driver: the second inverter by
    drive, of those whose input is at least 1.5 times as large as that the smallest."""
    unit = re.search(r"^\s*capacitive_load_unit\s*\(([^,]*),\s*\"?(\w+)", text, re.M)
    unit = float(unit[1]) * (1000 if unit[2].lower() == "pf" else 1)
    flops, gates, inverters = [], 0, {}
    for cell in re.split(r"^\s*cell\s*\(", text, flags=re.M)[1:]:
        name = re.sub(r"\).*|[ \t\"]", "", cell.split("\n", 1)[0])
        pins = re.findall(r"^\s*(?:pin|(pg_pin))\s*\(.*\n((?:(?!\s*(?:pin|pg_pin)\s*\().*\n?)*)",
                          cell, re.M)
        pins = [pin for supply, pin in pins if not supply]
        inputs = sum(len(re.findall(r"^\s*direction\s*:[\s\"]*input", pin, re.M)) for pin in pins)
        if re.search(r"^\s*ff\s*\(", cell, re.M):
            flops.append(name)
        elif inputs == 1 and any(re.fullmatch(r"!\w+|\w+'", re.sub(r"[()\s;\"]", "", function))
                                 for function in re.findall(r"^\s*function\s*:(.*)", cell, re.M)):
            found = re.findall(r"^\s*capacitance\s*:[\s\"]*([^\s;\"]+)", "".join(pins), re.M)
            inverters[name] = next((float(number) for number in found if float(number)), 0)
        elif inputs >= 2:
            gates += 1
    load = min(inverters.values(), default=0)
    drivers = sorted((size, name) for name, size in inverters.items() if size >= 1.5 * load)
    return {"flops": flops, "gates": gates, "driver": drivers[0][1] if drivers else "",
            "load": f"{load * unit:.3f}"}


def whole(found):
    return found["flops"] and found["gates"] and found["driver"]


def read(path):
    """Name and text of a file, which may be compressed."""
    name = re.sub(r"(\.lib)?(\.gz)?$", "", path.name)
    if not re.fullmatch(r"[A-Za-z0-9_.-]+", name) or name == "osu018":
        sys.exit(f"liberty: {path}: expected a name of letters, digits, '_', '-' and '.', and not "
                 "osu018")
    try:
        text = path.read_bytes()
        text = (gzip.decompress(text) if path.suffix == ".gz" else text).decode()
    except (OSError, EOFError, UnicodeError):
        sys.exit(f"liberty: {path}: cannot be read")
    if not re.search(r"^\s*library\s*\(", text, re.M):
        sys.exit(f"liberty: {path}: expected a Liberty file, found no 'library ('")
    return name, text


class Library:
    """What is known of one; without its delay cells, which abc takes for the smallest buffers."""

    def __init__(self, name, texts):
        text = joined(texts)
        found = facts(text)
        if not whole(found):
            sys.exit(f"liberty: {name}: expected flops, gates and an inverter, found {found}")
        self.flops, self.driver, self.load = found["flops"], found["driver"], found["load"]
        self.name, self.file = name, OUT / f"{name}.lib"
        self.cells = OUT / f"{name}.mapped.lib"
        kept, depth = [], 0
        for line in text.splitlines(keepends=True):
            if depth or re.match(r"\s*cell *\(.*(HB\dx|dly)", line):
                depth += line.count("{") - line.count("}")
            else:
                kept.append(line)
        OUT.mkdir(parents=True, exist_ok=True)
        for path, content in ((self.file, text), (self.cells, "".join(kept))):
            if not path.exists() or path.read_text(encoding="utf-8") != content:
                new = path.with_suffix(f".{os.getpid()}")  # others may be reading it
                new.write_text(content, encoding="utf-8")
                new.replace(path)


def libraries():
    """osu018, and those of LIBERTY=."""
    places = [root / OSU018 for root in (Path("/usr"), Path("/usr/local"))
              if (root / OSU018).exists()]
    if not places:
        sys.exit(f"liberty: {OSU018} not found under /usr or /usr/local")
    given = [read(Path(file)) for file in os.environ.get("LIBERTY", "").split()]
    parts = [(name, text) for name, text in given if not whole(facts(text))]
    found = [Library("osu018", [places[0].read_text(encoding="utf-8")])]
    found += [Library(name, [text]) for name, text in given if (name, text) not in parts]
    if parts:
        found.append(Library(parts[0][0], [text for _, text in parts]))
    return found
