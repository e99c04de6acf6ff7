#!/usr/bin/python3 -B
"""Figures: each is drawn with all of its words and points, the same bytes twice; one whose data
lack a row, or have a word for a number, is not drawn, and no older picture stays.

usage: figures_check.py PROGRAM CONFIG_FOLDER FOLDER
"""
import csv
import html
import re
import shutil
import subprocess
import sys
from pathlib import Path

from figures import CASES, FIGURES, PERCENT
from panels import Missing, draw, measured, points

PROGRAM, CONFIGS, FOLDER = (Path(argument).resolve() for argument in sys.argv[1:])
RESULTS = FOLDER / "build/results"
FAILURES, CHECKS = [], [0]


def check(what, holds):
    CHECKS[0] += 1
    if not holds:
        FAILURES.append(what)


def run(*command):
    done = subprocess.run([str(word) for word in command], cwd=FOLDER, text=True, check=False,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return done.returncode, done.stdout


def panels_of(page):
    return [panel for _, panels in page.rows for panel in panels]


def a_collective():
    """What `make collectives` measures in minutes: a row for each curve."""
    rows = {tuple(where.items()): where for page in FIGURES.values() for panel in panels_of(page)
            for _, where in panel.curves if panel.x == "bytes"}.values()
    numbers = dict.fromkeys(("bytes", "p99_ns", "p99_interval", "completion_change_percent",
                             "completion_change_interval"), 4096)
    with (RESULTS / "collectives.points.csv").open("w", encoding="utf-8") as file:
        writer = csv.DictWriter(file, ["domain", "gpus", "collective", "policy", *numbers])
        writer.writeheader()
        writer.writerows(row | numbers for row in rows)


def refused(reader, *what):
    try:
        reader(*what)
    except Missing:
        return True
    return False


def words_and_points(name, page):
    data = list(csv.DictReader((RESULTS / page.data).open(encoding="utf-8")))
    picture = (RESULTS / f"{name}.svg").read_text(encoding="utf-8")
    said = html.unescape(" ".join(re.findall(r"<text[^>]*>([^<]*)<", picture)))
    words = [page.heading, page.subtitle, *page.note.split(), *page.names]
    for panel in panels_of(page):
        words += [panel.heading, panel.what, panel.parameter, *(panel.ticks or {}).values()]
    check(f"{name}: not said: {[word for word in words if word not in said]}",
          all(word in said for word in words))
    check(f"{name}: says when or where it was made",
          not re.search(rf"{FOLDER}|20\d\d-\d\d|\d:\d\d:\d", picture))
    check(f"{name}: no PNG", (RESULTS / f"{name}.png").read_bytes()[1:4] == b"PNG")
    for axes, panel in zip(draw(page, data).axes, panels_of(page)):
        if panel.number:
            drawn = [bar.get_width() for bar in axes.patches]
        else:
            drawn = [y for line in axes.lines if line.get_linestyle() == "-"
                     for y in line.get_ydata() if line.get_marker() != "None"]
        rows = [row for curve in panel.curves for row in points(data, panel, *curve)]
        check(f"{name}, {panel.heading}: other points than its data",
              drawn == [panel.unit(float(row[panel.y[0]])) for row in rows])
        for curve in panel.curves if panel.values else ():
            lost = points(data, panel, *curve)[-1]
            less = [row for row in data if row is not lost]
            check(f"{name}, {panel.heading}: drawn with a point less",
                  refused(points, less, panel, *curve))
    for word in ("", "nan", "word"):
        row = points(data, panel, *panel.curves[-1])[0] | {panel.y[-1]: word}
        check(f"{name}: drawn with '{word}' for a number", refused(measured, panel, row))


def an_endpoint():
    """What `make endpoint` writes, of other numbers."""
    points_of = [(case, "open", 100) for case in CASES]
    points_of += [(case, "resource_byte", 100) for case, _, _ in points_of]
    points_of += [(case, "vector", percent) for case in CASES for percent in PERCENT]
    (RESULTS / "endpoint.csv").write_text(
        "case,admission,window_percent,memory,p99_urgent_ns,goodput_gbps,longest_queue\n" +
        "".join(f"{case},{admission},{percent},banks,{1000 + i},{100 + i},{10 + i}\n"
                for i, (case, admission, percent) in enumerate(points_of)), encoding="utf-8")


def main():
    shutil.rmtree(FOLDER, ignore_errors=True)
    RESULTS.mkdir(parents=True)
    for verb, *options in (("experiments",), ("studies", "--operations", 100, "--replications", 2),
                           ("steady", "--operations", 300, "--replications", 2)):
        status, output = run(PROGRAM, verb, "--config-dir", CONFIGS, *options)
        check(output, status == 0)
    a_collective()
    an_endpoint()
    program = Path(__file__).with_name("figures.py").resolve()
    status, output = run(program, RESULTS, *FIGURES)
    check(output, status == 0)
    for name, page in FIGURES.items():
        words_and_points(name, page)
    pictures = [RESULTS / f"micro.{kind}" for kind in ("svg", "png")]
    before = [picture.read_bytes() for picture in pictures]
    run(program, RESULTS, "micro")
    check("other bytes, drawn again", before == [picture.read_bytes() for picture in pictures])
    (RESULTS / "figures/slots.csv").unlink()
    for data in {RESULTS / page.data for page in FIGURES.values()}:
        if not data.exists():
            continue
        data.write_text(re.sub(".*,(semacredit|moe|adaptive_window|vector),.*\n", "",
                               data.read_text(encoding="utf-8")),
                        encoding="utf-8")
    status, output = run(program, RESULTS, *FIGURES)
    check(f"status {status}, with curves less", status == 1)
    for name in FIGURES:
        reason = "is missing: run" if name == "slots" else "has points at nothing"
        check(f"{name}: drawn, or not refused for a curve less", re.search(
            f"^FAILED: figure {name}: .*{reason}", output, re.M))
        check(f"{name}: a picture stays", not any(RESULTS.glob(f"{name}.[sp]?g")))
    for failure in FAILURES:
        print(f"FAILED: {failure}", file=sys.stderr)
    print(f"figures: {CHECKS[0]} checks, {len(FAILURES)} failed")
    sys.exit(bool(FAILURES))


if __name__ == "__main__":
    main()
