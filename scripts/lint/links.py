#!/usr/bin/env python3
"""What leads nowhere: links of the documents to a file or a heading that is not there; files that a
document or a comment names.

usage: links.py [FOLDER]     in the root of the tree; or only the links of a folder; status 1 if
                             there are any
"""
import os
import re
import sys
from pathlib import Path

os.chdir(sys.argv[1] if sys.argv[1:] else ".")
DOCUMENTS = [path for path in Path().glob("**/*.md") if path.parts[0] != "build"]

ROOMS = ("rtl", "csim", "tb", "sim", "scripts", "constraints")
NAMED = re.compile(rf"(?<![\w/.$<>*{{}}])(?:{'|'.join(ROOMS)})/[\w./-]*\w")


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
TEXTS = [*Path().glob("[A-Z.]*"), *(path for room in ROOMS for path in Path(room).rglob("*"))]
for text in () if sys.argv[1:] else TEXTS:
    if text.is_file() and text.suffix not in (".png", ".pyc"):
        dead += [f"{text}:{number}: {name}" for number, line in comments(text)
                 for name in NAMED.findall(line) if not list(Path().glob(f"{name}*"))]
sys.exit("\n".join(dead) or None)
