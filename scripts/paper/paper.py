#!/usr/bin/env python3
"""What the verbs of build/semacredit that run experiments plan, compute and print. The program
starts it, once to plan and once to tell.

usage: paper.py plan VERB KEY=VALUE...          prints the runs of a plan (plan.py)
       paper.py tell VERB KEY=VALUE... <RUNS    a CSV of the runs, unrounded; of claims, after an
                                                empty line, what the workloads set
"""
import signal
import sys

import claims
import clocks
import collective_points
import experiments
import plan
import steady
import studies
import verdicts

VERBS = {"experiments": experiments.tell, "steady": steady.tell, "studies": studies.tell,
         "clocks": lambda runs, facts: clocks.tell(runs)}


def main(step, verb, *pairs):
    facts = dict(pair.split("=", 1) for pair in pairs)
    if step == "plan":
        print(*plan.lines(verb, facts), sep="\n", flush=True)
        return
    if verb == "collectives":
        collective_points.tell(sys.stdin)
        return
    table, _, rest = sys.stdin.read().partition("\n\n")
    runs = verdicts.read_runs(table.splitlines())
    if verb == "claims":
        claims.tell(runs, rest)
    else:
        VERBS[verb](runs, facts)
    sys.stdout.flush()


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # the program tells of it
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    try:
        main(*sys.argv[1:])
    except ValueError as error:
        print(f"semacredit: {error}", file=sys.stderr)
        sys.exit(2)
    except OSError as error:
        place = error.filename or "standard output"
        print(f"semacredit: {place}: cannot be written: {error.strerror}", file=sys.stderr)
        sys.exit(2)
