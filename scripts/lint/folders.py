#!/usr/bin/env python3
"""The folders of the tree and their one direction (LAYERS): a line for each breach, with its place.

usage: folders.py     in the root of the tree; status 1 if there are any

A breach: an include, or an instance in the RTL, of what LAYERS does not grant; a grant that is
not used; a folder above 24 files; a basename used twice; a folder that the README of its top folder
does not name; a file in the root that is none of the project's.
"""
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

LAYERS = "scripts/lint/LAYERS"
TOP = "csim tb rtl scripts sim constraints".split()
OWN = {*TOP, *("build Makefile README.md CHANGELOG.md CONTRIBUTING.md CITATION.cff LICENSE "
               "SECURITY.md semacredit.core Bender.yml").split()}
INCLUDE = re.compile(r' *# *include "((?:csim|tb)/[^"]+)"')
INSTANCE = re.compile(r" *([a-z][a-z0-9_]*) +(?:#\(|u_[a-z0-9_]+ *\()")


def parent(path):
    return path.rpartition("/")[0]


class Tree:
    """LAYERS and the files of a tree; `breaches` as they are found."""

    def __init__(self, root):
        self.root, self.breaches, self.used = Path(root), [], set()
        self.files = sorted(str(path.relative_to(root)) for top in TOP
                            for path in self.root.glob(f"{top}/**/*") if path.is_file())
        self.lines, self.grants = {}, {}  # of each folder
        self.read_layers()

    def breach(self, place, text):
        self.breaches.append(f"{place}: {text}")

    def read_layers(self):
        text, parts = "", (self.root / LAYERS).read_text(encoding="utf-8").splitlines()
        for number, line in enumerate(parts, 1):
            text += line.split("#")[0]
            if text.endswith("\\"):
                text = text[:-1]
                continue
            folder, colon, granted = text.partition(":")
            text = ""
            if not colon:
                continue
            self.lines[folder], self.grants[folder] = number, granted.split()
            for word in self.grants[folder]:
                if word not in ("csim", "tb", "rtl", *self.lines) \
                        and parent(word) not in self.lines:
                    self.breach(f"LAYERS:{number}", f"{word} does not stand above {folder}")

    def folder_of(self, path):
        """The folder that LAYERS speaks of: the nearest folder that has a line there."""
        path = parent(path)
        while path not in self.lines and "/" in path:
            path = parent(path)
        return path

    def uses(self):
        """(FILE:LINE, file) of every include of a project's header, and every instance."""
        modules = {Path(path).stem: path for path in self.files
                   if re.fullmatch(r"rtl/.*\.sv", path)}
        for path in self.files:
            if not re.search(r"\.([ch]|cpp)$|^rtl/.*\.sv$", path):
                continue
            pattern = INSTANCE if path.endswith(".sv") else INCLUDE
            text = (self.root / path).read_text(encoding="utf-8")
            for number, line in enumerate(text.splitlines(), 1):
                if found := pattern.match(line):
                    used = modules.get(found[1], "") if pattern is INSTANCE else found[1]
                    if used:
                        yield f"{path}:{number}", used

    def check_uses(self):
        for place, used in self.uses():
            folder, other = self.folder_of(place), self.folder_of(used)
            if folder not in self.lines:
                self.breach(place, f"the folder {parent(place)} is not in LAYERS")
                continue
            ways = {other, used} | ({used.split("/")[0]} if not other.startswith("tb/tests") else
                                    set())
            self.used |= {(folder, way) for way in ways}
            if other != folder and not ways & set(self.grants[folder]):
                self.breach(place, f"{folder} may not use {used} ({LAYERS})")
        for folder, grants in self.grants.items():
            for way in grants:  # a whole top folder may be granted, of which not each is used
                if "/" in way and (folder, way) not in self.used:
                    self.breach(f"LAYERS:{self.lines[folder]}", f"{folder} does not use {way}")

    def check_files(self):
        first = {}
        for path in self.files:
            name = Path(path).name
            if name in first and not re.fullmatch(r"(README|RESULTS)\.md", name):
                self.breach(path, f"the name {name} is taken by {first[name]}")
            first.setdefault(name, path)
        for folder, count in Counter(map(parent, self.files)).items():
            if count > 24:
                self.breach(folder, "more than 24 files")
            top, _, part = folder.partition("/")
            readme = f"{top}/README.md"
            if top in ("csim", "tb", "rtl", "scripts") and part and "/" not in part and \
                    f"`{part}`" not in (self.root / readme).read_text(encoding="utf-8"):
                self.breach(readme, f"does not name the folder {part}")

    def check_root(self):
        """In a git tree of what git has of it."""
        there = [path.name for path in self.root.iterdir()]
        if (self.root / ".git").exists():
            there = subprocess.run(["git", "ls-files"], cwd=self.root, check=True, text=True,
                                   capture_output=True).stdout.splitlines()
        for name in sorted({path.split("/")[0] for path in there} - OWN):
            if not name.startswith("."):
                self.breach(name, "nothing of this project")


def breaches(root):
    tree = Tree(root)
    tree.check_uses()
    tree.check_files()
    tree.check_root()
    return tree.breaches


if __name__ == "__main__":
    sys.exit("\n".join(breaches(".")) or None)
