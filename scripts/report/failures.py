"""Failures that a build keeps: cause, difference of the RTL, scenario, and waves: the signals that
a GTKWave view of a failure names, some hundred clocks around its marker."""
import difflib
import json
import re
import subprocess
from collections import Counter
from pathlib import Path

RTL = Path("rtl")
MOST, MOST_WAVES, MOST_DIFF = 40, 2 << 20, 60  # failures, bytes of waves, lines of a difference


def folder_of(line):
    """The folder of the RTL in a line in which a program says of what it is."""
    found = re.search(r"(?:^|; )RTL of (.*?)/(?: with|$)", line, re.M)
    return found[1] if found else ""


def failures_of(build, runs):
    """Of each what the page shows, those of the last runs first, then the newest."""
    known = {(row["workload"], row["seed"], row["rtl"] or str(RTL)) for row in runs
             if row["mismatches"] != "0"}
    found, size = [], 0
    for name in sorted(build.like("failures/*/report.txt"), key=build.time, reverse=True)[:MOST]:
        one = failure(build.folder / name, build.text(name))
        one["time"], one["current"] = build.time(name), one.pop("run") in known
        size += len(json.dumps(one["waves"]))
        one["waves"] = one["waves"] if size <= MOST_WAVES else None
        found.append(one)
    return sorted(found, key=lambda one: not one["current"])


def failure(path, text):
    lines = text.splitlines() + ["", ""]
    said = lambda word: (re.findall(f"^{word}: +(.*)", text, re.M) or [""])[0]
    folder = Path(folder_of(text) or RTL)
    clock = re.search(r", clock (\d+)", lines[0])
    differs = re.findall(r"^  (\S+: dut .*, ref .*)", text, re.M)
    run = re.match(r"FAILED: (.*), seed (\d+),", lines[0])
    shrunk = path.parent.parent / (path.parent.name.replace("-", "_") + ".scenario")
    waves = waves_of(path.parent, int(clock[1]) if clock else 0)
    return {"run": (*(run.groups() if run else ("", "")), str(folder)),
            "name": path.parent.name, "text": text, "rtl": str(folder), "waves": waves,
            "what": lines[0].removeprefix("FAILED: "), "cause": lines[1], "differs": differs[:40],
            "read": said("read"), "again": said("replay"), "of": said("of").split("; ")[-1],
            "look": said("look") or f"make waves FAILURE={path.parent.name}",
            "diff": difference(folder),
            "shrunk": shrunk.read_text(encoding="utf-8") if shrunk.is_file() else ""}


def difference(folder):
    """Of another RTL to ours; None of ours."""
    if folder == RTL:
        return None
    if not (folder / "sema.f").is_file():
        return f"{folder}/ is not there now"
    found = []
    for path in sorted(path for path in folder.rglob("*.sv") if "bugs" not in path.parts):
        ours = RTL / path.relative_to(folder)
        a, b = (one.read_text(encoding="utf-8").splitlines() if one.is_file() else []
                for one in (ours, path))
        found += difflib.unified_diff(a, b, str(ours), str(path), lineterm="")
    return "\n".join(found[:MOST_DIFF]) or "now they are the same"


# ---- waves

BEFORE, AFTER = 300, 100  # clocks
SIGNED, DECIMAL, ONES, ANALOGUE = 0x400, 0x4, 0x20000000, 0x8000  # GTKWave's flags of a row


class View:
    """What a view.gtkw says: markers by name, and rows with their group."""

    def __init__(self, path):
        self.markers, self.rows, times, names = [], [], [], []
        group, open_, row = "", True, {}
        for line in path.read_text(encoding="utf-8").splitlines():
            if line.startswith("*"):
                self.marker, *times = map(int, line.split()[1:])
            elif line.startswith("[markername] "):
                names.append(line[len("[markername] ") + 1:])
            elif line.startswith("@"):
                flags = int(line[1:], 16)
            elif line.startswith("^"):
                row["names"] = path.parent / line.split("/", 1)[1]
            elif line.startswith("-") and flags & 0x1800000:
                group = line[1:]
                open_ = not (group and flags & 0x400000)
            elif found := re.match(r"\+\{(.*)\} (\S+)$", line):
                # The range of a vector is not of its name, the place in an array is.
                row.update(label=found[1], path=re.sub(r"\[\d+:\d+\]$", "", found[2]),
                           flags=flags, group=group, open=open_)
                self.rows.append(row)
                row = {}
        self.markers = [[at, name] for at, name in zip(times, names) if at >= 0]


def changes_of(waves, wanted):
    """{path: (bits, [(time, bits as text)])} of the wanted paths, and the last time."""
    scopes, paths, found, now = [], {}, {}, 0
    with subprocess.Popen(["fst2vcd", "-f", waves], stdout=subprocess.PIPE, text=True) as reader:
        for line in reader.stdout:
            first, word = line[0], line.split()
            if first in "01xz" or first == "b":
                value, code = (line[0], line[1:].rstrip()) if first != "b" else (word[0][1:],
                                                                                word[1])
                for path in paths.get(code, ()):
                    found[path][1].append((now, value))
            elif first == "#":
                now = int(line[1:])
            elif line.startswith("$scope"):
                scopes.append(word[2])
            elif line.startswith("$upscope"):
                scopes.pop()
            elif line.startswith("$var"):
                path = ".".join([*scopes, word[4]])
                if path in wanted:
                    paths.setdefault(word[3], []).append(path)
                    found[path] = (int(word[2]), [])
    return found, now


def names_of(path):
    """Words for values, of a file of lines HEX ?COLOUR?WORDS."""
    lines = (line.split(" ", 1) for line in path.read_text(encoding="utf-8").splitlines())
    return {int(value, 16): re.sub(r"^\?[^?]*\?", "", text) for value, text in lines}


def shown(value, bits, flags, names):
    """A value as GTKWave's row shows it."""
    if re.search("[xz]", value):
        return "x"
    number = int(value, 2)
    if number in names or bits == 1:
        return names.get(number, value)
    if flags & ONES:
        return str(value.count("1"))
    if flags & SIGNED and number >> (bits - 1):
        number -= 1 << bits
    return str(number) if flags & (DECIMAL | SIGNED) else f"0x{number:x}"


def waves_of(folder, clock):
    """{marker, markers, clock_ps, from, to, signals}; none where waves or view are not there.

    CLOCK is the number of the clock at the marker, which is in its middle: clock n, which rising
    edge n ends, is from n - 1 to n periods. A signal of the golden model stands before that of the
    block; its "pair" is the block's. A debt's "limit" is its window.
    """
    if not (folder / "waves.fst").is_file() or not (folder / "view.gtkw").is_file():
        return None
    view = View(folder / "view.gtkw")
    found, last = changes_of(folder / "waves.fst", {row["path"] for row in view.rows})
    period = view.marker / (clock - .5) if clock else 1000
    begin, end = max(0, view.marker - BEFORE * period), min(last, view.marker + AFTER * period)
    signals = []
    for row in view.rows:
        if row["path"].endswith(".clk_i") or row["path"] not in found:
            continue
        bits, changes = found[row["path"]]
        names = names_of(row["names"]) if "names" in row else {}
        values = []
        for at, value in changes:
            value = shown(value, bits, row["flags"], names)
            if at <= begin:
                values = [[begin, value]]
            elif at <= end and (not values or values[-1][1] != value):
                values.append([at, value])
        signals.append({"group": row["group"], "open": row["open"], "label": row["label"],
                        "bit": bits == 1, "tall": bits > 1 and row["flags"] & ANALOGUE > 0,
                        "v": values})
    return {"marker": view.marker, "markers": view.markers, "clock_ps": period, "from": begin,
            "to": end, "signals": in_pairs(signals)}


def in_pairs(signals):
    """What must be alike, one above the other: of "debt" the golden model's, "ref debt"; of
    "headroom, in the RTL" that "by its commits". The upper one of a pair has "upper"."""
    of = {(one["group"], one["label"]): one for one in signals}
    upper = {}
    for group, label in of:
        under = re.sub("(^| )ref ", r"\1", label).replace(", by its commits", ", in the RTL")
        if under != label:
            upper[group, under] = of[group, label]
        if "debt" in label and (group, re.sub("debt.*", "window", label)) in of:
            window = of[group, re.sub("debt.*", "window", label)]
            window["tall"], of[group, label]["limit"] = False, window["v"]
    made = []
    for key, one in of.items():
        if key in upper:
            other = upper[key]
            ref = " ref " in f" {other['label']}"
            made.append({**one, "v": other["v"], "upper": True,
                         "label": f"ref {key[1]}" if ref else other["label"],
                         "pair": len(made) + 1})
            one = {**one, "pair": len(made) - 1, "label": f"dut {key[1]}" if ref else key[1]}
        if not any(one is other for other in upper.values()):
            made.append(one)
    many = Counter(one["label"] for one in made)  # of each lane, of each channel
    return [{**one, "label": f"{one['group'].removeprefix('Returns: ')} {one['label']}"
             if many[one["label"]] > 1 else one["label"]} for one in made]
