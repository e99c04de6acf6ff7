#!/usr/bin/env python3
"""Files of forges, packagers and editors that do not name what there is: one that does not parse,
a target that make has not, a program that is not there, another version, a file for other trees
that does not name its licence, one that is not as scripts/ip/describe.sh makes it now.

usage: front.py     in the root of the tree; status 1 if there are any, a line each
"""
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import yaml

LICENCE = "SPDX-License-Identifier: Apache-2.0"
# What others compile into what is theirs.
TAKEN = ("rtl/*.sv", "rtl/path/*.sv", "csim/driver/*.[ch]", "tb/library/semacredit*", "tb/ip/*.sv",
         "rtl/*.rdl", "Bender.yml", "semacredit.core")
MADE = ("semacredit.core", "Bender.yml", "rtl/semacredit.rdl", "rtl/sema_map.sv",
        "csim/driver/semacredit_registers.h")
found = []


def parsed(name, parse=yaml.safe_load):
    """What a file says, if it can be read."""
    try:
        return parse(Path(name).read_text().removeprefix("CAPI=2:\n"))
    except (ValueError, yaml.YAMLError) as error:
        sys.exit(f"{name}: {' '.join(str(error).split())}")


def check_goals(name, text, targets):
    for goals in re.findall(r"\bmake((?: [a-z][\w.-]*(?![\w.=-]))+)", text):
        found.extend(f"{name}: make has no target {goal}" for goal in goals.split()
                     if goal not in targets)


def check_commands(name, text, targets):
    """What shell commands name of this tree."""
    check_goals(name, text, targets)
    found.extend(f"{name}: no program {program}"
                 for program in re.findall(r"(?<![\w/])(?:\.ci|\.githooks|scripts)/[\w/.-]+", text)
                 if not os.access(program, os.X_OK))


def shown(document):
    """Commands of a document: blocks of shell, and code between backquotes."""
    text = Path(document).read_text()
    fenced = r"^```.*?\n(.*?)^```"
    return "\n".join(re.findall(fenced, text, re.M | re.S) +
                     re.findall(r"`([^`]+)`", re.sub(fenced, "", text, flags=re.M | re.S)))


# As make has read its file.
listed = subprocess.run(["make", "-qpRr", "help"], capture_output=True, text=True, check=False)
targets = set(re.findall(r"^([a-z][\w.-]*):(?!=)", listed.stdout, re.M))
jobs = parsed(".github/workflows/ci.yml")["jobs"].values()
check_commands("ci.yml", "\n".join(step.get("run", "") for job in jobs for step in job["steps"]),
               targets)
hooks = [hook for repo in parsed(".pre-commit-config.yaml")["repos"] for hook in repo["hooks"]]
check_commands(".pre-commit-config.yaml", "\n".join(hook["entry"] for hook in hooks), targets)
container = parsed(".devcontainer/devcontainer.json", json.loads)
check_commands("devcontainer.json", container["postCreateCommand"], targets)
check_commands("CONTRIBUTING.md", shown("CONTRIBUTING.md"), targets)
for document in Path().glob("**/*.md"):
    if document.parts[0] != "build":
        check_goals(document, shown(document), targets)

makefile = Path("Makefile").read_text()
version = re.search(r"^version := (\S+)", makefile, re.M).group(1)
newest = re.search(r"^## (\S+)", Path("CHANGELOG.md").read_text(), re.M).group(1)
for name, other in (("CITATION.cff", parsed("CITATION.cff")["version"]), ("CHANGELOG.md", newest),
                    ("semacredit.core", parsed("semacredit.core")["name"].rpartition(":")[2])):
    if other != version:
        found.append(f"{name}: version {other}, that of the Makefile is {version}")
parsed("Bender.yml")
with tempfile.TemporaryDirectory() as folder:
    subprocess.run(["scripts/ip/describe.sh", folder], check=True)
    found.extend(f"{path}: not as it is made now: make ip" for path in MADE
                 if Path(path).read_bytes() != Path(folder, path).read_bytes())
found.extend(f"{path}: no {LICENCE}" for pattern in TAKEN for path in sorted(Path().glob(pattern))
             if LICENCE not in path.read_text())
sys.exit("\n".join(found) or None)
