"""Prints FILE with a change: lines of CHANGE stay (" "), go ("-") or come ("+"), as in a diff
without line numbers; "@@" begins another place. What stays and goes is in FILE exactly once.
usage: apply.py CHANGE FILE"""
import re
import sys
from pathlib import Path

change, text = (Path(name).read_text(encoding="utf-8") for name in sys.argv[1:])
text = "\n" + text
for place in re.split("^@@.*\n", change, flags=re.M):
    lines = place.splitlines(keepends=True)
    old = "\n" + "".join(line[1:] for line in lines if line[0] != "+")
    new = "\n" + "".join(line[1:] for line in lines if line[0] != "-")
    if text.count(old) != 1:
        sys.exit(f"expected once:{old}")
    text = text.replace(old, new)
print(text[1:], end="")
