#!/usr/bin/python3 -B
"""Writes the page to play with: one file with all that it needs, which asks for nothing.

usage: page.py PROGRAM.wasm SIM_FOLDER PAGE.html
"""
import base64
import json
import sys
from pathlib import Path

import yaml

HERE = Path(__file__).parent
MOST = 500_000  # bytes


def settings(path):
    """A workload's file as config_set takes it."""
    keys = yaml.safe_load(path.read_text(encoding="utf-8"))
    return [f"{key}={value}" for key, value in keys.items()]


def workloads(folder):
    """Those of the paper: bursts, which a page can show whole."""
    names = (folder / "order.txt").read_text(encoding="utf-8").split("\n")
    found = {name: settings(folder / f"{name}.yaml") for name in names
             if (folder / f"{name}.yaml").exists()}
    return {name: lines for name, lines in found.items() if "traffic=burst" in lines}


def page(program, folder):
    text = (HERE / "play.html").read_text(encoding="utf-8")
    for mark, value in (
            ("CSS", (HERE / "play.css").read_text(encoding="utf-8")),
            ("WORKLOADS", json.dumps(workloads(folder))),
            ("WORKER", json.dumps((HERE / "worker.js").read_text(encoding="utf-8"))),
            ("WASM", base64.b64encode(program.read_bytes()).decode()),
            ("JS", (HERE / "play.js").read_text(encoding="utf-8"))):
        assert text.count(f"@{mark}@") == 1, mark
        text = text.replace(f"@{mark}@", value)
    return text


def main(program, folder, path):
    text = page(Path(program), Path(folder))
    if len(text.encode()) > MOST:
        print(f"page: expected at most {MOST} bytes, found {len(text.encode())}", file=sys.stderr)
        return 1
    Path(path).write_text(text, encoding="utf-8")
    print(f"page: {path}, {len(text.encode())} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
