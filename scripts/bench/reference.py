#!/usr/bin/env python3
"""The event simulator against a second one in Python, which shares no line with it: the same
measures, of one receiver (model.py) and of domains (model_domain.py), of every policy; and against
what queues are known to do (reference_runs.py).

usage: reference.py PROGRAM FOLDER [RANDOM]    in the root of the tree; with RANDOM, so many runs of
                                               random settings, and all of the paper's experiments
       reference.py PROGRAM claims             every published number, from the program's runs and
                                               from those of the second simulator
"""
import contextlib
import csv
import io
import math
import os
import shutil
import subprocess
import sys
import time
import types
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import reference_runs

HERE = Path(__file__).parent
sys.path.append(str(HERE.parent / "paper"))
import plan
import sweep
import verdicts

PROGRAM, FOLDER = sys.argv[1], Path(sys.argv[2])
CLAIMS = sys.argv[2] == "claims"
ALL = len(sys.argv) > 3
RANDOM = int(sys.argv[3]) if ALL else 300
WORKLOADS, POLICIES = reference_runs.WORKLOADS, reference_runs.POLICIES
DOMAINS = range(1, 61 if ALL else 28)


# What is exactly as much as its bound; a window that adapts as far as it may; a partition that is
# told to be slow; more messages than can be under way.
PINNED = [
    ("reactive", "window_request_ns=100 feedback_rtt_ns=100 atomic_window_multiple=1 spacing_ps=0 "
     "path_gbps=100,100,100,100 path_ns=300,300,300,300"),
    ("resource_byte", "window_adapt_ns=100 empty_admits=1 window_request_ns=21 feedback_rtt_ns=21"),
    ("semacredit", "window_adapt_ns=100 empty_admits=1 window_request_ns=21 feedback_rtt_ns=21"),
    ("semacredit", "slow_hbm_percent=317 hbm_gbps=509"),
    ("semacredit", "grant_interval_ns=1 grant_delay_ns=100000 operations=1000 "
     "window_request_ns=50000"),
    *((policy, "") for policy in reference_runs.POLICIES)]
# Of a domain: collective, receivers, bytes, seed, policy, settings.
COLLECTIVES = [(*row, seed, *more) for seed in (1, 2) for row, *more in (
    (("all_to_all_at_once", 8, 100000), "semacredit", ""),
    (("all_to_all_two_step", 4, 60000), "aggregate", "request_ns=200"),
    (("all_reduce_ring", 3, 50000), "resource_byte", ""),
    (("all_reduce_tree", 7, 20000), "scalar", "task_requests=0"),
    (("all_reduce_all_pairs", 4, 4000), "end_return", "atomic_bytes=4096"),
    (("moe", 6, 60000), "aggregate_class", ""))]
# Readings that differ in one rule, of which a run must tell.
FAULTS = {
    "model_domain": [
        ("queue = self.queue[True] or self.queue[False]",
         "queue = self.queue[False] or self.queue[True]"),
        ("to_do.append(", "to_do.appendleft("),
        ("post(now + flight, function", "post(now, function"),
        ("if source < self.dead else ()", "if 0 else ()"),
        ("task.asking == 0", "task.asking <= 1")],
    "model": [
        ("free_ps > now + bound", "free_ps >= now + bound"),
        ("self.stage_ps = divide_up(self.stage_ps * config[\"slow_hbm_percent\"], 100)",
         "self.stage_ps = self.stage_ps * config[\"slow_hbm_percent\"] // 100"),
        ("16 * each for each in window", "15 * each for each in window"),
        ("self.closures[lane] < most", "self.closures[lane] <= most"),
        ("op.number >= self.warmup:\n            self.done", "1:\n            self.done"),
        ("kind.wire_bytes, 2**24 - 1", "kind.hbm_bytes, 2**24 - 1"),
        ("self.rest_of[lane] = 8", "self.rest_of[lane] = 7"),
        ("charge_reads, None", "charge_vector, None"),
        ("draw, 100) < p", "draw, 100) <= p"), ("PARTITIONS - 1)", "PARTITIONS)")],
    "model_random": [("if length % 2:", "if length % 2 == 0:")],
    "model_closed": [("now >= one.start", "now > one.start")],
    "model_measures": [("9990", "9900")]}


def printed(main, *words):
    with contextlib.redirect_stdout(io.StringIO()) as said:
        main(*words)
    return said.getvalue()


def run(path, *words):
    """What the program writes to a file."""
    subprocess.run([PROGRAM, "run", *words, path], check=True, stdout=subprocess.DEVNULL)
    return path.read_text(encoding="utf-8")


def sets(settings):
    return [word for setting in settings.split() for word in ("--set", setting)]


def reading(faulty="", old="", new=""):
    """The second simulator's modules, of which one may have other text."""
    modules = {}
    for name in "model_random model model_closed model_measures model_domain".split():
        text = (HERE / f"{name}.py").read_text(encoding="utf-8")
        if name == faulty:
            assert old in text, f"no fault: {old}"
            text = text.replace(old, new)
        sys.modules[name] = modules[name] = types.ModuleType(name)
        modules[name].__file__ = str(HERE / f"{name}.py")
        exec(text, modules[name].__dict__)
    return types.SimpleNamespace(**modules)


OURS = reading()


def differences(number, case, row, ours=OURS):
    """Between what a run of each measures; of every fifth the bottleneck, too, which takes long."""
    workload, policy, seed, settings = case
    config = ours.model.config_read(f"sim/{workload}.yaml", [*settings.split(), f"seed={seed}"])
    env = ours.model_measures.env_of(config, policy)
    env.run()
    found = ours.model_measures.measures(env, number % 5 == 0)
    return [f"{name} {row[name]}, not {value}" for name, value in found.items()
            if not math.isclose(float(row[name]), value, rel_tol=1e-9, abs_tol=1e-9)]


def same(number, case, row):
    """Nothing; or what differs."""
    found = differences(number, case, row)
    return f"{case}:\n" + "\n".join(found) if found else ""


def same_row(workload, policy):
    """The rounded row of a run by itself."""
    ours = run(FOLDER / f"{workload}-{policy}.csv", "--workload", workload, "--policy", policy,
               "--csv")
    theirs = printed(OURS.model.main, [f"sim/{workload}.yaml", policy])
    return "" if ours == theirs else f"{workload}, {policy}:\n{ours}{theirs}"


def same_domain(main, trace, policy, seed=0):
    ours = run(trace.with_suffix(f".{policy}.csv"), "--workload", trace, "--policy", policy,
               "--seed", str(seed), "--csv")
    theirs = printed(main, ["sim/domains/paper.yaml", str(trace), policy, f"seed={seed}"])
    return "" if ours == theirs else f"{trace}, {policy}:\n{ours}{theirs}"


def random_domain(seed):
    trace = FOLDER / f"random{seed}.trace"
    trace.write_text(printed(OURS.model_domain.draw, seed), encoding="utf-8")
    policies = [policy for policy in POLICIES if policy != "reactive"]  # of one receiver
    return same_domain(OURS.model_domain.main, trace, policies[seed % len(policies)],
                       seed % 4)


def collective(name, receivers, size, seed, policy, settings):
    trace = FOLDER / f"{name}-{receivers}-{seed}.trace"
    run(trace, "--workload", "sim/domains/paper.yaml", "--policy", "semacredit", "--seed",
        str(seed), *sets(f"collective={name} receivers={receivers} collective_bytes={size} "
                         f"{settings}"), "--trace")
    return same_domain(OURS.model_domain.main, trace, policy)


def noticed(runs, faulty, old, new):
    """A reading that differs in one rule: does a run, or a random domain, show it? It does, too, if
    its operations wait forever, and no event is left."""
    ours = reading(faulty, old, new)
    if faulty == "model_domain":
        tells = any(same_domain(ours.model_domain.main, FOLDER / f"random{seed}.trace",
                                "semacredit") for seed in DOMAINS)
    else:
        try:
            tells = any(differences(number, *one, ours=ours) for number, one in enumerate(runs))
        except IndexError:
            tells = True
    return "" if tells else f"not noticed: {new}"


def of_paper():
    """The plan of the paper's experiments, of all five seeds."""
    return plan.lines("claims", {"only": "", "seeds": 5, "policies": POLICIES})


def case_of(line):
    row, *settings = line.split()
    _, _, workload, policy, _, _, seed = row.split(",")
    if settings[:1] == [plan.REDUCED]:
        operations = OURS.model.config_read(f"sim/{workload}.yaml", [])["operations"]
        settings[0] = f"operations={operations * 60 // 100}"
    return workload, policy, int(seed), " ".join(settings)


def ours_of(line):
    """The row of a plan's run, by the second simulator alone."""
    workload, policy, seed, settings = case_of(line)
    env = OURS.model_measures.env_of(OURS.model.config_read(
        f"sim/{workload}.yaml", [*settings.split(), f"seed={seed}"]), policy)
    env.run()
    row = zip(("experiment", "loop", "workload", "policy", "parameter", "value", "seed"),
              line.split()[0].split(","))
    return {**dict(row), **env.measures()}


def claims():
    """Both programs' published numbers, side by side."""
    begin, lines = time.monotonic(), of_paper()
    theirs = verdicts.read_runs(sweep.sweep(PROGRAM, lines, "--config-dir=sim").splitlines())
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        ours = verdicts.runs_of(pool.map(ours_of, lines, chunksize=8))
    differ = 0
    for published in verdicts.read_published():
        one, other = (verdicts.Verdict(published, runs).paper for runs in (theirs, ours))
        alike = one.holds == other.holds and all(
            math.isclose(a, b, rel_tol=1e-9, abs_tol=1e-9) or a != a and b != b
            for a, b in zip(one[:4], other[:4]))
        differ += not alike
        print(f"{published.id:4} {published.workload:11} {published.subject:47} "
              f"{published.text:>6} {published.shown(one.ours):>8} {published.shown(other.ours):>8}"
              f"{'' if alike else ' DIFFERS'}")
    print(f"reference-claims: {len(verdicts.read_published())} published numbers, from "
          f"{len(lines)} runs of each of two programs, {time.monotonic() - begin:.0f} s: "
          f"{differ} differ")
    return differ > 0


def measured(cases):
    """A row for each (workload, policy, seed, settings): what the program measures, unrounded."""
    return list(csv.DictReader(sweep.sweep(PROGRAM, [
        f"r{number},,{workload},{policy},,,{seed} subclasses {settings}"
        for number, (workload, policy, seed, settings) in enumerate(cases)],
        "--config-dir=sim").splitlines()))


def main():
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir(parents=True)
    theory = list(reference_runs.theory_cases())
    runs = [*map(case_of, of_paper()[::1 if ALL else 26]),
            *map(reference_runs.random_case, range(RANDOM)),
            *((workload, policy, 0, settings) for workload in WORKLOADS
              for policy, settings in PINNED)]
    rows = measured([*runs, *theory])
    wrong = [*reference_runs.wrong_theory(rows[len(runs):])]
    compared = list(zip(runs, rows))
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        jobs = [pool.submit(same, number, *one) for number, one in enumerate(compared)]
        jobs += [pool.submit(same_row, WORKLOADS[at % 6], policy)
                 for at, policy in enumerate(POLICIES)]
        jobs += [pool.submit(random_domain, seed) for seed in DOMAINS]
        jobs += [pool.submit(collective, *row) for row in COLLECTIVES]
        wrong += [job.result() for job in jobs]
        jobs = [pool.submit(noticed, compared, name, *fault)
                for name, faults in FAULTS.items() for fault in faults
                if ALL or name == "model_domain"]
        wrong += [job.result() for job in jobs]
    for text in filter(None, wrong):
        print(f"FAILED: {text}", file=sys.stderr)
    print(f"reference: {len(runs)} runs of {len(WORKLOADS)} workloads; {len(DOMAINS)} random "
          f"domains, and {len(COLLECTIVES)} collectives; {len(theory)} runs against theory\n"
          f"reference: {len(wrong) + 1} checks, {sum(map(bool, wrong))} failed")
    return any(wrong)


if __name__ == "__main__":
    sys.exit(claims() if CLAIMS else main())
