#!/usr/bin/env python3
"""Common-mode faults, those of the golden model that lockstep would not see in the RTL, too: rules,
the scoreboard or a scenario find each where the golden model runs alone. Each rule finds one.
STRANGERS are found by what is truly outstanding, too, without a rule: the scoreboard's `kept out`.

usage: twins.py REPORT.csv WORK TABLE PROGRAM...

PROGRAMs are blocksteps and scenarios. Only the changed file is compiled; its object is linked
before the library that has the right one.
"""
import glob
import re
import subprocess
import sys
from pathlib import Path

import plant
from run import ENDED, LIBRARIES, STEP, at_once, finish, hunt, run, write

COMPILE = ["gcc", "-std=c11", "-O1", "-w", "-I.", "-Ibuild/generated", "-c", "-o"]
LINK = ["g++", "-s", "-o"]
SCENARIOS = sorted(glob.glob("tb/scenarios/*/*.scenario"))
NEEDY = [file for file in SCENARIOS
         if re.search(r"^needs \d", Path(file).read_text(encoding="utf-8"), re.M)]


def rules():
    """All but the one that is asked at the end of a run."""
    text = Path("tb/block/check/rules.h").read_text(encoding="utf-8")
    return set(re.findall(r"^    X\((\w+), ", text, re.M)) - {"drained"}


def changed(file, pairs):
    text = Path(file).read_text()
    for old, new in pairs:
        if text.count(old) != 1:
            sys.exit(f"twins: expected once in {file}: {old}")
        text = text.replace(old, new)
    return text


def parts(program):
    """What a program is linked of, but for the golden model's changed file."""
    own = STEP[:1] if program.endswith("blockstep") else \
        [f"build/obj/{source[:-2]}.o" for source in glob.glob("tb/scenario/*.c")]
    return [*own, *STEP[1:], Path(program).parent / "rtl.a"]


def link(folder, twin, program):
    made = folder / program.replace("/", "_")
    subprocess.run([*LINK, made, twin, *parts(program), *LIBRARIES], check=True)
    return str(made)


def judges(programs):
    """Runs of constrained-random traffic."""
    for clocks, seeds in ((3000, (1, 2)), (20000, (3, 4)), (140000, (5, 6))):
        for seed in seeds:
            for path in programs:
                if path.endswith("blockstep"):
                    yield [path, "--golden", "--clocks", str(clocks), "--seed", str(seed)]


def results(output, result):
    """The scenarios of a program's output that have this result."""
    return re.findall(rf"^(\w+),[^,]*,golden,[^,]*,[^,]*,{result},", output, re.M)


# Faults that keep others from stages on which nothing is outstanding.
STRANGERS = {"no_floor", "short_by_engine", "strangers_in_order", "silent_lane_is_kept",
             "closed_lane_is_kept", "idle_lane_keeps_none", "never_first", "through_ignored"}
KEPT_OUT = r"^(\w+),[^,]*,golden,[^,]*,[^,]*,failed,.*expected an idle stage to be kept from nobody"


def strangers(program):
    """Scenarios in which the scoreboard alone, without rules, finds that somebody is kept out."""
    return re.findall(KEPT_OUT, run([program, "--golden", "--world", *SCENARIOS])[1], re.M)


def play(programs):
    """Scenarios that fail; what one block skips for lack of engines, the next one plays."""
    left, failed = SCENARIOS, []
    for path in programs:
        if not path.endswith("scenario") or not left:
            continue
        status, output = run([path, "--golden", *left])
        failed += results(output, "failed")
        if status not in (0, 1, *ENDED):
            failed.append("a stop")
        left = NEEDY if results(output, "skipped") else []
    return failed


def judge(work, twin, programs):
    file, name, _, _, pairs, _ = twin
    folder = work / name
    folder.mkdir(parents=True, exist_ok=True)
    source, object_file = folder / Path(file).name, folder / "twin.o"
    source.write_text(changed(file, pairs))
    subprocess.run([*COMPILE, object_file, source], check=True)
    made = [link(folder, object_file, program) for program in programs]
    player = next(path for path in made if path.endswith("scenario"))
    found = hunt(judges(made)), play(made), strangers(player) if name in STRANGERS else []
    for path in made:
        Path(path).unlink()
    return found


def main():
    report, work, table, *programs = sys.argv[1:]
    twins, failures = plant.read(table), []
    if found := hunt(list(judges(programs))[:6]):
        failures.append(f"the golden model as it is: {found[0]} in {' '.join(found[2])}")
    failures += [f"the golden model as it is: {scenario}" for scenario in play(programs)]
    results = at_once(lambda twin: judge(Path(work), twin, programs), twins)
    rows, idle = [], rules()
    for (file, name, about, what, *_), (found, scenarios, world) in zip(twins, results):
        by, clock = found[:2] if found else ("", "")
        idle -= set(re.findall(r"\w+", by))
        if not by and not scenarios:
            failures.append(f"{name}: nothing finds it: {what}")
        if name in STRANGERS and not world:
            failures.append(f"{name}: no scenario finds by what is outstanding: {what}")
        rows.append([name, about, file, by, clock, " ".join(scenarios), " ".join(world), what])
        more = f" and {len(scenarios) - 1} more" if scenarios[1:] else ""
        print(f"{name:22} {about:4} {by or '-':18} {clock:>6} {(scenarios or '-')[0]}{more}",
              flush=True)
    write(report, "fault,about,file,found_by,clock,scenarios,kept_out,what".split(","), rows)
    failures += [f"rule {rule} finds none of them" for rule in sorted(idle)]
    return finish("twins", len(twins) + 2, failures)


if __name__ == "__main__":
    sys.exit(main())
