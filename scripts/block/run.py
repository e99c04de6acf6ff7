"""Runs of the block that must fail, and what made them."""
import csv
import os
import re
import resource
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

AT_ONCE = 2
LIMIT = 60  # CPU seconds of one run
ENDED = -signal.SIGXCPU, -signal.SIGKILL  # by that limit, which finds nothing
NAMES = "NHbm NAtomic NResponse CntW Depth Slots TagW GenW AgeW WireW".split()  # of sizes.txt
STEP = ["build/obj/tb/block/step_main.o", "build/block/harness.a"]  # of a blockstep, but its RTL
LIBRARIES = "-lexpat -lyaml -llz4 -lz -lm -lpthread -latomic".split()


def blockstep(folder, rtl, size, code=""):
    """A blockstep of the RTL in a folder with sema.f, with more C in it. The one model stands for
    both of block_rtl.h. It is compiled without what flips bits, so that it plays no `flips`."""
    own = Path(folder, "own.c")
    own.write_text('#include <stdlib.h>\n#include "tb/block/dut/block_rtl.h"\n' + code +
                   "struct block_model block_rtl_checked(struct path_size *size) {\n"
                   "    return block_rtl_fast(size);\n}\n")
    numbers = ",".join(f"{name}={number}" for name, number in zip(NAMES, size.split("-")))
    subprocess.run(["scripts/block/rtl.sh", own.with_name("model"), numbers, f"fast={rtl}/sema.f"],
                   check=True, env={**os.environ, "OPT": "-O1", "FOLDER": f"the RTL of {rtl}",
                                    "WERROR": ""})  # tools wrote most of it
    subprocess.run(["gcc", "-std=c11", "-I.", "-c", "-o", own.with_suffix(".o"), own], check=True)
    subprocess.run(["g++", "-o", own.with_name("blockstep"), *STEP, own.with_suffix(".o"),
                    own.with_name("model") / "rtl.a", *LIBRARIES], check=True)
    return str(own.with_name("blockstep"))


def run(command, limit=LIMIT, **environment):
    """Status and output; a run that does not end is ended."""
    done = subprocess.run(
        command, env={**os.environ, **environment}, text=True, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (limit, limit)))
    return done.returncode, done.stdout


def caught(output):
    """By what, and in which clock: the first line that tells of it; or all rules of that clock."""
    for pattern, what in (
            (r"clock (\d+): golden model and RTL differ\n  (\w+)", "lockstep"),
            (r"clock (\d+): (\w+\.sv:\d+): Assertion", "assertion"),
            (r"clock (\d+): (lane|operation) ", "scoreboard"),
            (r"clock (\d+): (\w+): ", "rule"),
            (r"clock (\d+): (nothing)", "scoreboard"),
            (r"\(clock (\d+)\)()", "scenario")):
        found = re.search(pattern, output)
        if found:
            names = re.findall(pattern, output) if what == "rule" else [found.groups()]
            by = ", ".join(dict.fromkeys(name for _, name in names))
            return f"{what} {by}".strip(), int(found.group(1))
    return "stop", 0  # the environment cannot go on


def hunt(attempts, **environment):
    """The first attempt that fails: what caught it, clock, command. None: all pass or never end."""
    for command in attempts:
        status, output = run(command, **environment)
        if status == 2:
            sys.exit(f"{' '.join(command)}: {output}")
        if status not in (0, *ENDED):
            return *caught(output), command
    return None


def shown(what, unit, total, items):
    """The items as they come; on a terminal with a line of progress, as of csim/base/progress.h,
    which is wiped before each, and while what is made of it runs."""
    began, done, items = time.monotonic(), 0, iter(items)
    terminal = sys.stderr.isatty()
    while True:
        taken = time.monotonic() - began
        if terminal and taken >= 1:
            left = f", {taken / done * (total - done):.0f} s left" if done else ""
            print(f"\r\033[K{what}: {done} of {total} {unit}, {100 * done / total:.0f} %, "
                  f"{taken:.0f} s{left}", end="", file=sys.stderr, flush=True)
        try:
            item = next(items)
        except StopIteration:
            return
        finally:
            if terminal and taken >= 1:
                print("\r\033[K", end="", file=sys.stderr, flush=True)
        done += 1
        yield item


def at_once(work, items):
    """In the order of the items, each as soon as it and those before are done."""
    with ThreadPoolExecutor(AT_ONCE) as pool:
        items = list(items)
        yield from shown(Path(sys.argv[0]).stem, "runs", len(items), pool.map(work, items))


def score(mutants, same, killed, part="module"):
    """Of each part its mutants, those that change nothing, are killed, survive, and per cent."""
    rows = []
    for name in sorted({m[part] for m in mutants}):
        numbers = {m["number"] for m in mutants if m[part] == name}
        found, equal = len(numbers & killed), len(numbers & same)
        count = len(numbers) - equal
        rows.append([name, len(numbers), equal, found, count - found,
                     f"{100 * found / count if count else 100:.1f}"])
    return rows


def tell_scores(rows, survivors, least):
    """What fails: too few of those that count were found."""
    print(f"{'':30} {'mutants':>8} {'same':>6} {'killed':>7} {'left':>5} {'score, %':>9}")
    for row in rows:
        print("{:30} {:8} {:6} {:7} {:5} {:>9}".format(*row))
    for survivor in survivors:
        print("survives:", *survivor)
    found = sum(row[3] for row in rows)
    counted = found + sum(row[4] for row in rows)
    percent = 100 * found / max(counted, 1)
    said = f"{found} of {counted} mutants that change something are found, {percent:.1f} %"
    print(said)
    return [] if percent >= least else [f"{said}, less than {least} %"]


def write(path, columns, rows):
    """A CSV, at once."""
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    with open(f"{path}.new", "w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([columns, *rows])
    os.replace(f"{path}.new", path)


def finish(word, checks, failures):
    for failure in failures:
        print(f"FAILED: {failure}", file=sys.stderr)
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(f"{used.ru_utime + used.ru_stime:.0f} seconds of a core")
    print(f"{word}: {checks} checks, {len(failures)} failed")
    return 1 if failures else 0
