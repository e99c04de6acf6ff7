#!/usr/bin/env python3
"""sim/OPEN.md: what the paper leaves open, as `semacredit studies` measures it.

usage: open.py [--write | --check] PROGRAM CONFIGS FOLDER

Runs the studies that open.txt names in FOLDER and prints CONFIGS/OPEN.md with their numbers in the
place of those in italics; --write: into that file; --check: compares the two.
"""
import csv
import itertools
import re
import subprocess
import sys
import textwrap
from pathlib import Path

SOURCES = Path(__file__).with_name("open.txt")
NUMBER = re.compile(r"\*[-+]?\d[^*]*\*")
UNITS = {"percent": " %", "us": " us", "ns": " ns", "gbps": " Gb/s"}


def read_sources(text):
    """Of each paragraph, item or row with numbers, their fields."""
    lines = re.sub(r"\n +", " ", re.sub("^#.*\n", "", text, flags=re.M)).splitlines()
    return [[list(one) for field in line.split(";") for one in itertools.product(
        *(word.strip("{}").split(",") for word in field.split()))] for line in lines]


def shown(text, measure):
    """Three digits; a change has a sign; an index of one differs from one."""
    number, signed = float(text), "change" in measure
    digits = 4 if measure == "fairness" else \
        sum(abs(number) < most for most in (99.95, 9.995))
    plain = f"{number:{'+' if signed else ''}.{digits}f}"
    return plain.lstrip("+-") if float(plain) == 0 else plain


class Rows:
    """Of figures/STUDY.csv of a folder of results."""

    def __init__(self, results):
        self.results, self.studies = Path(results), {}

    def of(self, study):
        if study not in self.studies:
            path = self.results / f"figures/{study}.csv"
            with open(path, encoding="utf-8", newline="") as file:
                self.studies[study] = list(csv.DictReader(file))
        return self.studies[study]

    def number(self, field):
        """ValueError: not one row is meant."""
        place, workload, *policy, value, measure = field
        study, _, loop = place.partition("/")
        found = [row for row in self.of(study) if loop in ("", row["loop"]) and
                 row["measure"].removesuffix("_change_percent") == measure and
                 [workload, *(policy or ["semacredit"]), value] ==
                 [row[column] for column in ("workload", "policy", "value")]]
        if len(found) != 1:
            raise ValueError(f"{' '.join(field)}: expected one row, found "
                             f"{len(found)}")
        measure = found[0]["measure"]
        mean, low, high = (shown(found[0][column], measure) for column in ("mean", "low", "high"))
        unit = UNITS.get(measure.rpartition("_")[2], "")
        return f"{mean}{unit}" + ("" if low == high else f" ({low} to {high})")


def page(text, sources, rows):
    """With these numbers; paragraphs and items of lists of at most 100 columns. ValueError: a part
    has not as many numbers as fields."""
    parts, sources = [], [*sources, []]
    for part in re.split(r"\n(?=\n|- |\|)", text):
        fields = sources.pop(0) if NUMBER.search(part) else []
        if len(NUMBER.findall(part)) != len(fields):
            raise ValueError(f"{len(fields)} fields for the numbers of: {part.strip()}")
        numbers = map(rows.number, fields)
        part = NUMBER.sub(lambda _, numbers=numbers: f"*{next(numbers)}*", part)
        gap, body = ("\n", part[1:]) if part.startswith("\n") else ("", part)
        if body[:1] not in ("|", "#", "`"):
            body = textwrap.fill(" ".join(body.split()), 100, break_long_words=False,
                                 break_on_hyphens=False,
                                 subsequent_indent="  " if body.startswith("- ") else "")
        parts.append(gap + body)
    if sources != [[]]:
        raise ValueError(f"no number for {sources[0]}")
    return "\n".join(parts).rstrip("\n") + "\n"


def measure(program, configs, folder, sources):
    """Runs what they name, each study by itself."""
    folder.mkdir(parents=True, exist_ok=True)
    for study in dict.fromkeys(field[0].partition("/")[0] for part in sources for field in part):
        done = subprocess.run([Path(program).resolve(), "studies", "--config-dir", configs,
                               "--only", study], cwd=folder, capture_output=True, text=True,
                              check=False)
        if done.returncode:
            sys.exit(f"{study}: {(done.stdout + done.stderr).strip().splitlines()[-1]}")


def main(*arguments):
    action = arguments[0] if arguments[0].startswith("--") else ""
    program, configs, folder = arguments[1:] if action else arguments
    configs, folder = Path(configs).resolve(), Path(folder)
    sources = read_sources(SOURCES.read_text(encoding="utf-8"))
    measure(program, configs, folder, sources)
    stated = (configs / "OPEN.md").read_text(encoding="utf-8")
    text = page(stated, sources, Rows(folder / "build/results"))
    if action == "--write":
        (configs / "OPEN.md").write_text(text, encoding="utf-8")
    elif action == "--check":
        stated, lines = stated.splitlines(), text.splitlines()
        wrong = [line for line in lines if line not in stated]
        wrong += [line for line in stated if line not in lines]
        print(*(f"FAILED: OPEN.md, or what is measured: {line}" for line in wrong), sep="\n",
              end="\n" if wrong else "", file=sys.stderr)
        print(f"open-check: {len(lines)} checks, {len(wrong)} failed")
        sys.exit(bool(wrong))
    else:
        print(text, end="")


if __name__ == "__main__":
    main(*sys.argv[1:])
