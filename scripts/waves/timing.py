#!/usr/bin/env python3
"""The timing diagram of the documents, from the log of a scenario: what crosses the boundary.

usage: timing.py [--check] LOG.txt PICTURE.svg      --check: the picture must be that already

The log is that of `make scenario FILE=tb/scenarios/clocks/diagram.scenario`. Status 1: another
picture; 2: a file cannot be read, or is no such log.
"""
import re
import sys
from pathlib import Path

WINDOW, FIRST = 3200, 13  # of the scenario: the Atomic lane's; the clock before the first offer
CLOCK, LEFT, ROW, TOP, HIGH = 38, 150, 34, 34, 22  # pixels
NAMES = (("offer", "op_valid_i, op_tag_i"), ("grant, or refusal", "trace_kind_o"),
         ("completion", "atomic_valid_i"), ("return", "trace_return_kind_o"),
         ("debt of Atomic 0", "of its window"))
MARKS = {"deny": "\u2717 ", "grant": "\u2713 "}
COLOURS = {"a": "#c9def5", "b": "#d9ecd2", "c": "#f7dfb5"}
STYLE = """text { font: 12px "DejaVu Sans", Helvetica, Arial, sans-serif; fill: #1b2733 }
.middle { text-anchor: middle } .name { text-anchor: end } .quiet { fill: #6b7884 }
.wave { stroke: #2c5d8f; stroke-width: 1.5; fill: none }
.span { stroke: #b3382c; stroke-width: 1.3; fill: none } .spans { fill: #b3382c }
.grid { stroke: #e3e8ee }"""


def clocks_of(text):
    """Of each clock what the block shows and what its edge samples, by field."""
    now, clocks = {}, []
    for line in text.splitlines():
        if re.match(r"clock \d+ shows", line):
            now = dict(now)
            clocks.append(now)
        elif line.startswith("  "):
            now.update(re.findall(r"([\w\[\]]+) ([^;]+)(?:; |$)", line))
    return clocks


def letter(tag):
    return "abc"[int(tag)]


def events_of(clocks):
    """(row, clock, operation, what) of what happens, and the lane's debt after each clock."""
    found, debt, debts = [], 0, []
    for clock, now in enumerate(clocks):
        kind, back = now.get("trace_kind", "none"), now.get("trace_return_kind[1]") == "return"
        happens = (
            (now.get("op_valid") == "1", 0, letter(now.get("op_tag", 0)), ""),
            (kind in ("grant", "deny"), 1, letter(now.get("trace_tag", 0)), kind),
            (now.get("atomic_valid[0]") == "1", 2, "a", ""), (back, 3, "a", ""))
        found += [(row, clock, name, what) for true, row, name, what in happens if true]
        debt += (kind == "grant") * int(now.get("trace_stage", 0))
        debt -= back * int(now.get("trace_return_amount[1]", 0))
        debts.append(debt)
    return found, debts


def span(from_clock, to_clock, y, text):
    """An arrow from the begin of a clock to that of a later one."""
    begin, end = at(from_clock), at(to_clock)
    return (f'<path class="span" d="M{begin} {y - 5}v10M{begin} {y}H{end}m-6 -3l6 3l-6 3M{end} '
            f'{y - 5}v10"/><text class="spans" x="{begin + 8}" y="{y - 4}">{text}</text>')


def at(clock):
    return LEFT + CLOCK * (clock - FIRST)


def picture(clocks):
    found, debts = events_of(clocks)
    when = {(row, name, what): clock for row, clock, name, what in found}
    last = when[1, "c", "grant"] + 2
    wide, high = at(last) + 12, TOP + ROW * (len(NAMES) + 1) + 50
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}" '
             f'viewBox="0 0 {wide} {high}">', f"<style>\n{STYLE}\n</style>",
             f'<rect width="{wide}" height="{high}" rx="6" fill="#ffffff"/>']
    for row, (name, port) in enumerate((("clock", "clk_i"), *NAMES)):
        y = TOP + ROW * row
        parts.append(f'<text class="name" x="{LEFT - 10}" y="{y + 11}">{name}</text>'
                     f'<text class="name quiet" x="{LEFT - 10}" y="{y + 24}">{port}</text>')
    for clock in range(FIRST, last):
        x = at(clock)
        parts.append(f'<path class="grid" d="M{x} {TOP - 6}V{high - 50}"/>'
                     f'<text class="middle quiet" x="{x + CLOCK / 2}" y="{TOP - 12}">{clock}</text>'
                     f'<path class="wave" d="M{x} {TOP + HIGH}V{TOP}h{CLOCK / 2}v{HIGH}'
                     f'h{CLOCK / 2}"/>')
        y, share = TOP + ROW * len(NAMES), debts[clock] / WINDOW
        parts.append(f'<rect x="{x}" y="{y + HIGH * (1 - share):.1f}" width="{CLOCK}" '
                     f'height="{HIGH * share:.1f}" fill="#a9c9ee"/>')
        if debts[clock] != debts[clock - 1]:
            parts.append(f'<text x="{x + 3}" y="{y + HIGH - 4}">{debts[clock]}</text>')
    for row, clock, name, what in found:
        if clock >= FIRST:
            x, y = at(clock), TOP + ROW * (row + 1)
            stroke = "#b3382c" if what == "deny" else "#51606f"
            parts.append(f'<rect x="{x + 1}" y="{y}" width="{CLOCK - 2}" height="{HIGH}" rx="3" '
                         f'fill="{COLOURS[name]}" stroke="{stroke}"/><text class="middle" '
                         f'x="{x + CLOCK / 2}" y="{y + 15}">{MARKS.get(what, "")}{name}</text>')
    below = TOP + ROW * (len(NAMES) + 1) + 12
    offer, grant = when[0, "a", ""], when[1, "a", "grant"]
    done, again = when[2, "a", ""], when[1, "c", "grant"]
    parts += [span(offer, grant, below, f"{grant - offer} clocks: offer to grant"),
              span(done, again, below, f"{again - done} clocks: completion to grant"),
              f'<text class="quiet" x="{LEFT}" y="{below + 28}">window {WINDOW}; an Atomic is '
              "1600: a and b fit, c is refused (red) until a is done</text>", "</svg>\n"]
    return "\n".join(parts)


def main(arguments):
    check = arguments[:1] == ["--check"]
    try:
        log, path = map(Path, arguments[check:])
        text = picture(clocks_of(log.read_text(encoding="utf-8")))
        if not check:
            path.write_text(text, encoding="utf-8")
            return 0
        same = path.read_text(encoding="utf-8") == text
    except (OSError, ValueError, KeyError) as error:
        print(f"timing: {error}; expected [--check] LOG.txt PICTURE.svg", file=sys.stderr)
        return 2
    print(f"{path} is {'the' if same else 'not the'} picture of {log}")
    return 0 if same else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
