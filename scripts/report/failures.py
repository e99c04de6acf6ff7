"""Failures that a build keeps: cause, difference of the RTL, waves, scenario."""
import difflib
import json
import re
from pathlib import Path

from waves import waves_of

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
