#!/usr/bin/env python3
"""Links of the documents that lead nowhere: a file that is not there, a heading that it has not.

usage: links.py     in the root of the tree; status 1 if there are any
"""
import re
import sys
from pathlib import Path

DOCUMENTS = [path for path in Path().glob("**/*.md") if path.parts[0] != "build"]


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
sys.exit("\n".join(dead) or None)
