"""Runs of the block that must fail, and what made them."""
import os
import re
import resource
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

AT_ONCE = 2
LIMIT = 60  # CPU seconds of one run


def run(command, limit=LIMIT, **environment):
    """Status and output; a run that does not end is ended."""
    done = subprocess.run(
        command, env={**os.environ, **environment}, text=True, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (limit, limit)))
    return done.returncode, done.stdout


def caught(output):
    """By what, and in which clock: the first line that tells of it."""
    for pattern, what in (
            (r"clock (\d+): golden model and RTL differ\n  (\w+)", "lockstep"),
            (r"clock (\d+): (\w+\.sv:\d+): Assertion", "assertion"),
            (r"clock (\d+): (\w+): ", "rule"),
            (r"clock (\d+): (lane|grant|reject|handle|operations)", "monitor"),
            (r"\(clock (\d+)\)()", "scenario")):
        found = re.search(pattern, output)
        if found:
            return f"{what} {found.group(2)}".strip(), int(found.group(1))
    return "stop", 0  # the surroundings cannot go on


def hunt(attempts, **environment):
    """The first attempt that fails: what caught it, clock, command. None: all pass."""
    for command in attempts:
        status, output = run(command, **environment)
        if status == 2:
            sys.exit(f"{' '.join(command)}: {output}")
        if status != 0:
            return *caught(output), command
    return None


def at_once(work, items):
    """In the order of the items, each as soon as it and those before are done."""
    with ThreadPoolExecutor(AT_ONCE) as pool:
        yield from pool.map(work, items)


def finish(word, checks, failures):
    for failure in failures:
        print(f"FAILED: {failure}", file=sys.stderr)
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(f"{used.ru_utime + used.ru_stime:.0f} seconds of a core")
    print(f"{word}: {checks} checks, {len(failures)} failed")
    return 1 if failures else 0
