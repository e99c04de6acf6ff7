"""What the program measures of a plan's runs, unrounded."""
import csv

import sweep


def measured(program, cases):
    """A row for each (workload, policy, seed, settings)."""
    return list(csv.DictReader(sweep.sweep(program, [
        f"r{number},,{workload},{policy},,,{seed} subclasses {settings}"
        for number, (workload, policy, seed, settings) in enumerate(cases)],
        "--config-dir=sim").splitlines()))
