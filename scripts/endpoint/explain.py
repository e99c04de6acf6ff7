#!/usr/bin/env python3
"""A run of the endpoint that fails, made smaller, and explained as a failure of the block is.

usage: explain.py PROGRAM REPLAY [OPTION of PROGRAM...]

Tries fewer operations, other seeds, and traffic without faults, urgent or much bulk, as long as
the run is caught in the same way. The smallest one is recorded at the block's ports, and REPLAY
(semacredit of the endpoint's size) writes its report and waves into the folder of its failures;
WAVES=1 in the environment opens them. Status: that of REPLAY; 0 if the run does not fail.
"""
import os
import re
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, "scripts/block")
from run import caught, run

SECONDS = 120  # for what is tried
LEAST = 20     # operations
PLAINER = ("--faults", "0"), ("--dead", "0"), ("--urgent", "0"), ("--bulk", "1"), ("--bulk", "4")


class Failure:
    """A run that failed: its options, what caught it, when, and what it said."""
    def __init__(self, program, options):
        self.options = options
        status, self.output = run([program, *[word for one in options.items() for word in one]])
        self.by, self.clock = caught(self.output) if status == 1 else ("", 0)
        if status not in (0, 1):
            sys.exit(self.output)

    def like(self, other):
        return self.by == other.by


def smaller(program, failure):
    """The smallest that is found in time."""
    until, tried = time.monotonic() + SECONDS, 1

    def attempt(**changed):
        nonlocal tried
        tried += 1
        options = {**failure.options, **{f"--{key}": value for key, value in changed.items()}}
        if time.monotonic() > until or options == failure.options:
            return None
        found = Failure(program, options)
        return found if found.like(failure) else None

    for option, value in PLAINER:
        failure = attempt(**{option[2:]: value}) or failure
    while (half := int(failure.options["--operations"]) // 2) >= LEAST:
        seeds = [failure.options.get("--seed", "1"), *map(str, range(1, 6))]
        found = next(filter(None, (attempt(operations=str(half), seed=seed) for seed in seeds)),
                     None)
        if not found:
            break
        failure = found
    return failure, tried


def main():
    program, replay, *words = sys.argv[1:]
    options = {"--operations": "2000", **dict(zip(words[::2], words[1::2]))}
    first = Failure(program, options)
    if not first.by:
        print(f"{program} {' '.join(words)}: does not fail")
        return 0
    failure, tried = smaller(program, first)
    line = [word for one in failure.options.items() for word in one]
    print(f"shrunk to {failure.options['--operations']} of {options['--operations']} operations, "
          f"clock {failure.clock} of {first.clock}, by {tried} runs: {program} {' '.join(line)}")
    name = "endpoint-" + "-".join(failure.options[key] for key in ("--case", "--seed")
                                  if key in failure.options)
    tape = Path("build/failures", f"{name}.tape.gz")
    tape.parent.mkdir(parents=True, exist_ok=True)
    found = re.findall(r"^found (.*)", failure.output, re.M)
    run([program, *line, "--tape", tape, *(["--found", found[-1]] if found else [])])
    sys.stdout.flush()
    status = subprocess.run([replay, "replay", tape], check=False).returncode
    if status == 1 and os.environ.get("WAVES"):
        subprocess.run(["scripts/waves/waves.sh", replay, Path(replay).parent], check=False)
    return status


if __name__ == "__main__":
    sys.exit(main())
