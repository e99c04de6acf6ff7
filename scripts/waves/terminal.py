#!/usr/bin/env python3
"""What a terminal shows of a failure report, as a picture.

usage: terminal.py [--check] REPORT.txt PICTURE.svg      --check: the picture must be that already

Lines are broken after COLUMNS. Status 1: another picture; 2: a file cannot be read.
"""
import html
import re
import sys
import textwrap
from pathlib import Path

COLUMNS, FONT, LEAD = 104, 13, 18
PLAIN = "#c8ccd4"
COMMAND = "$ make cosim RTL=build/mine WORKLOADS=atomic"
COLOURS = (("FAILED", "#ff6b6b"), ("operation ", "#ffffff"), ("look", "#ffd479"), ("re", "#9ecbff"))
SHOWN = re.compile("^(?:read|narrower|look): .*", re.M)


def lines_of(text):
    """Lines of a terminal and their colours: what is too long goes on below."""
    for line in text.splitlines():
        colour = next((colour for word, colour in COLOURS if line.startswith(word)), PLAIN)
        for part in textwrap.wrap(line, COLUMNS, subsequent_indent="    ", break_on_hyphens=False):
            yield part, colour


def shown(report):
    """The lines of tb/block/failure that are not in the report only."""
    text = report.read_text(encoding="utf-8")
    return "\n".join([*text.splitlines()[:2], *SHOWN.findall(text), f"report: {report}"])


def picture(text):
    lines = list(lines_of(text))
    width, height = round(COLUMNS * FONT * 0.602) + 24, LEAD * (len(lines) + 1) + 8
    rows = []
    for number, (line, colour) in enumerate([(COMMAND, PLAIN), *lines]):
        escaped = html.escape(line).replace(" ", "\u00a0")  # or a picture would lose indents
        rows.append(f'<text x="12" y="{LEAD * (number + 1) + 4}" fill="{colour}">{escaped}</text>')
    return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
            f'viewBox="0 0 {width} {height}">\n<rect width="100%" height="100%" rx="6" '
            f'fill="#1e2127"/>\n<g font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" '
            f'font-size="{FONT}">\n' + "\n".join(rows) + "\n</g>\n</svg>\n")


def main(arguments):
    check = arguments[:1] == ["--check"]
    try:
        report, path = map(Path, arguments[check:])
        text = picture(shown(report))
        if not check:
            path.write_text(text, encoding="utf-8")
            return 0
        same = path.read_text(encoding="utf-8") == text
    except (OSError, ValueError) as error:
        print(f"terminal: {error}; expected [--check] REPORT.txt PICTURE.svg", file=sys.stderr)
        return 2
    print(f"{path} is {'the' if same else 'not the'} picture of {report}")
    return 0 if same else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
