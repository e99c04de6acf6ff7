"""Reads what make would run (make -nB V=1), prints compile_commands.json for clangd."""
import json
import os
import re
import sys

COMPILES = re.compile(r"^\S+ .* -c -o \S+ ([^/\s]\S*\.(?:c|cpp))$")
text = sys.stdin.read().replace("\\\n", " ")
found = (COMPILES.match(re.sub(r"\s+", " ", line).strip()) for line in text.splitlines())
json.dump([{"directory": os.getcwd(), "command": match.group(0), "file": match.group(1)}
           for match in found if match], sys.stdout, indent=1)
