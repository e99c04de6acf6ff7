#!/usr/bin/env python3
"""What leads nowhere: links of the documents to a file or a heading that is not there; files that a
document or a comment names; checks that sim/SENTENCES.md names, sentences that it leaves out.

usage: links.py [FOLDER]     in the root of the tree; or only the links of a folder; status 1 if
                             there are any
"""
import os
import re
import sys
from collections import Counter
from pathlib import Path

os.chdir(sys.argv[1] if sys.argv[1:] else ".")
DOCUMENTS = [path for path in Path().glob("**/*.md") if path.parts[0] != "build"]

FOLDERS = ("rtl", "csim", "tb", "sim", "scripts", "constraints")
NAMED = re.compile(rf"(?<![\w/.$<>*{{}}])(?:{'|'.join(FOLDERS)})/[\w./-]*\w")


def comments(path):
    """The lines of a file as far as they are prose, by their numbers; of a document the how-tos'
    own files are left out, which their fences name."""
    text = path.read_text()
    if path.suffix != ".md":
        return [(number, found[0]) for number, line in enumerate(text.splitlines(), 1)
                if (found := re.search(r"(^|\s)(//|/\*|#)\s.*", line))]
    for made in re.findall(r"^```.* (\S+/\S+)$", text, re.M):
        text = text.replace(made, "")
    return list(enumerate(re.sub(r"^```.*?^```", lambda fence: "\n" * fence[0].count("\n"), text,
                                 flags=re.M | re.S).splitlines(), 1))


def headings(path):
    """As links name them: lower case, words joined by "-", without other signs."""
    text = re.sub(r"^```.*?^```", "", path.read_text(), flags=re.M | re.S)
    return {re.sub(r"[^\w -]", "", title.strip().lower()).replace(" ", "-")
            for title in re.findall(r"^#+ (.*)", text, re.M)}


dead = []
for document in DOCUMENTS:
    for number, line in enumerate(document.read_text().splitlines(), 1):
        for file, heading in re.findall(r"\]\((?!https?:)([^)#\s]*)#?([^)\s]*)\)", line):
            path = document.parent / file if file else document
            if not path.exists() or heading and heading not in headings(path):
                dead.append(f"{document}:{number}: {file}{heading and '#'}{heading}")
# What the table of the paper's sentences calls a check, and where that is: its name there.
CHECKS = {"scenario": ("tb/scenarios/*/*", r"\b{}(:|\.scenario\n)"),
          "rule": ("tb/block/check/rules.h", r"X\({},"), "unit": ("tb/tests/*/*.c", r"\({}[,)]"),
          "stud": ("scripts/paper/plan.py", r'"{}"'),
          "claim": ("scripts/paper/published.csv", r"(?m:^){},")}
CHECK = re.compile(rf"\b({'|'.join(CHECKS)})[a-z]* (`[^`]+`(?:, `(?!make )[^`]+`)*)")
SENTENCE = re.compile(r"^\| ([\d.]+) (\d+)(?:-(\d+))? \|.*\| (.*?) ?\| (\w+) \|$", re.M)


def sentences(text):
    """What is wrong with the table: a check without its name, a gap, a count that is another."""
    verdicts, next_one = Counter(), Counter()
    for section, first, last, shown, verdict in SENTENCE.findall(text):
        if int(first) != next_one[section] + 1:
            yield f"{section} {first}: follows {next_one[section]}"
        next_one[section] = int(last or first)
        verdicts[verdict] += next_one[section] - int(first) + 1
        for kind, names in CHECK.findall(shown):
            place, pattern = CHECKS[kind]
            there = "".join(f"{path.name}\n{path.read_text()}" for path in Path().glob(place))
            yield from (f"{section} {first}: no {kind} {name}" for name in names[1:-1].split("`, `")
                        if not re.search(pattern.format(name.replace("/", ", ")), there))
    counts = f"Of {verdicts.total()} sentences {verdicts['whole']} are whole, {verdicts['part']} " \
        f"part, {verdicts['out']} out, {verdicts['none']} none."
    if counts not in text:
        yield f"it has: {counts}"


TEXTS = [*Path().glob("[A-Z.]*"), *(path for folder in FOLDERS for path in Path(folder).rglob("*"))]
for text in () if sys.argv[1:] else TEXTS:
    if text.is_file() and text.suffix not in (".png", ".pyc"):
        dead += [f"{text}:{number}: {name}" for number, line in comments(text)
                 for name in NAMED.findall(line) if not list(Path().glob(f"{name}*"))]
if not sys.argv[1:]:
    dead += [f"sim/SENTENCES.md: {wrong}"
             for wrong in sentences(Path("sim/SENTENCES.md").read_text())]
sys.exit("\n".join(dead) or None)
