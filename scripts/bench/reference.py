#!/usr/bin/env python3
"""The event simulator against a second one in Python, which shares no line with it: the same
measures, byte for byte; of one receiver (model.py), and of domains (model_domain.py).

usage: reference.py PROGRAM FOLDER     in the root of the tree
"""
import contextlib
import io
import os
import shutil
import subprocess
import sys
import types
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import model
import model_domain

PROGRAM, FOLDER = sys.argv[1], Path(sys.argv[2])
WORKLOADS = "hbm_hotspot atomic response allreduce moe remote_read".split()
POLICIES = ("aggregate aggregate_class resource_byte primary scalar semacredit arrival_return "
            "end_return oracle")
DRAWN = range(1, 28)


def cases():
    """Policies, and settings, of each workload."""
    yield POLICIES, ""
    yield POLICIES, ("window_request_ns=500 feedback_rtt_ns=600 class_reserve=3 command_limit=40 "
                     "atomic_window_multiple=2 scalar_window_percent=200")
    # Elsewhere in the model's parameters, in steady flow and with everything at once.
    both = "resource_byte semacredit"
    yield both, "operations=2000 spacing_ps=40000 atomic_ns=30 response_ns=40"
    yield both, "spacing_ps=0 command_limit=32 hbm_gbps=300 path_gbps=70,400,90,130"
    yield both, "window_request_ns=1500 large_bytes=65536 hbm_read_ns=7"
    # Coarse units, which are for the policies of the service vector alone.
    yield "resource_byte primary scalar semacredit end_return", "quantum_time=9 quantum_hbm=11"

    yield "scalar", "hbm_gbps=300"

    # What the paper does not have: classes at the port, lanes that admit when they are empty,
    # writes with responses, windows that follow observed service; and some of them together.
    for slots in 4, 32:
        yield "semacredit", f"operations=600 port_slots={slots}"
        yield "end_return", f"spacing_ps=300 port_slots={slots} port_large_share=5"
    # Reads to all partitions, which share the response engine, among others that need none.
    yield "semacredit", ("operations=600 port_slots=24 hot_percent=0 bulk_even=read "
                         "bulk_odd=notify")
    # Operations that wait for their stage: of a hot partition, which an operation above the window
    # may find empty; and such that a submission's grant makes wait for it, so that others enter.
    yield "semacredit", ("operations=600 port_slots=24 hot_percent=80 bulk_even=read bulk_odd=read "
                         "empty_admits=1 large_bytes=70000")
    yield "semacredit", ("operations=400 port_slots=40 hot_percent=0 bulk_even=answered_write "
                         "bulk_odd=write urgent_even=read any_response=1 spacing_ps=200 "
                         "window_request_ns=200 feedback_rtt_ns=200 atomic_ns=20 response_ns=100")
    yield "resource_byte", "operations=600 port_slots=16 command_limit=20 small_limit=79"
    for percent in 25, 300:
        yield "semacredit", ("operations=600 port_slots=24 hot_percent=80 spacing_ps=200 "
                             f"port_threshold_percent={percent} port_urgent_share=1 "
                             "window_request_ns=300 feedback_rtt_ns=300")
    answered = "any_response=1 bulk_odd=answered_write urgent_odd=answered_write"
    yield "resource_byte primary scalar semacredit", ("empty_admits=1 large_bytes=70000 "
                                                      "atomic_ns=900 atomic_window_multiple=1")
    yield "resource_byte primary scalar semacredit", answered
    # Opaque classes of partitions, as configured and as learned; grant messages.
    for window in "slowest", "sum":
        yield "semacredit", (f"hbm_classes=3 class_window={window} grant_interval_ns=100 "
                             "grant_delay_ns=500")
        yield "semacredit", (f"hbm_classes=4 class_window={window} class_learn=4 hot_percent=60 "
                             "hot_partitions=2 window_request_ns=500 feedback_rtt_ns=500")
    yield "semacredit", ("hbm_classes=3 class_window=sum hot_percent=0 operations=600 "
                         "spacing_ps=100")
    # Credit that comes with the completion; and more messages than can be under way.
    yield "end_return", "grant_interval_ns=100 grant_delay_ns=500"
    yield "semacredit", ("grant_interval_ns=1 grant_delay_ns=100000 operations=1000 "
                         "window_request_ns=50000")
    yield "adaptive_window", "quantum_time=13 empty_admits=1 operations=600"
    yield "adaptive_window", "quantum_time=13 estimate_percent=25 window_request_ns=600"
    for percent in 50, 100, 200:
        for more in ("", "calibrate_shift=7", "calibrate_work_ns=700 calibrate_shift=2",
                     "atomic_window_multiple=1 spacing_ps=200 port_slots=24 empty_admits=1 "
                     + answered):
            yield "adaptive_window", f"estimate_percent={percent} {more}"

    # Windows that follow what is measured, in phases, beside a slow partition and wrong estimates.
    adapts = "operations=900 empty_admits=1"
    for policy in "resource_byte", "scalar", "semacredit":
        yield policy, "operations=1500 empty_admits=1 window_adapt_ns=2000"
        yield policy, (f"{adapts} window_adapt_ns=700 estimate_percent=50 slow_hbm_percent=300 "
                       "window_request_ns=4000 change_percent=70 change_operations=400 "
                       "change_spacing_percent=20 change_bulk=read")
    yield "semacredit", f"{adapts} window_adapt_ns=1000 grant_interval_ns=60 grant_delay_ns=300"
    yield "end_return", (f"{adapts} window_adapt_ns=1000 change_operations=300 change_bulk=atomic "
                         "change_percent=100")


# Of a domain: collective, receivers, bytes, seed, policy, settings.
COLLECTIVES = [(*row, seed, *more) for seed in (1, 2) for row, *more in (
    (("all_to_all_at_once", 8, 100000), "semacredit", ""),
    (("all_to_all_two_step", 4, 60000), "aggregate", "request_ns=200"),
    (("all_reduce_ring", 3, 50000), "resource_byte", ""),
    (("all_reduce_tree", 7, 20000), "scalar", "task_requests=0"),
    (("all_reduce_all_pairs", 4, 4000), "end_return", "atomic_bytes=4096"),
    (("moe", 6, 60000), "aggregate_class", ""))]
# A reading that differs in one rule.
FAULTS = {
    "bulk before urgent": ("queue = self.queue[True] or self.queue[False]",
                           "queue = self.queue[False] or self.queue[True]"),
    "the last task to do first": ("to_do.append(", "to_do.appendleft("),
    "a grant takes no time": ("post(now + flight, function", "post(now, function"),
    "what waits for a dead link leaves": ("if source < self.dead else ()", "if 0 else ()"),
    "sent before the last has left": ("task.asking == 0", "task.asking <= 1")}


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


def same(number, workload, policy, settings):
    """Nothing; or what differs."""
    ours = run(FOLDER / f"{number}.csv", "--workload", workload, "--policy", policy,
               *sets(settings), "--csv")
    theirs = printed(model.main, [f"sim/{workload}.yaml", policy, *settings.split()])
    return "" if ours == theirs else f"{workload}, {policy} {settings}:\n{ours}{theirs}"


def same_domain(main, trace, policy):
    ours = run(trace.with_suffix(f".{policy}.csv"), "--workload", trace, "--policy", policy,
               "--csv")
    theirs = printed(main, ["sim/domains/paper.yaml", str(trace), policy])
    return "" if ours == theirs else f"{trace}, {policy}:\n{ours}{theirs}"


def drawn(seed):
    trace = FOLDER / f"drawn{seed}.trace"
    trace.write_text(printed(model_domain.draw, seed), encoding="utf-8")
    return same_domain(model_domain.main, trace, POLICIES.split()[seed % 9])


def collective(name, receivers, size, seed, policy, settings):
    trace = FOLDER / f"{name}-{receivers}-{seed}.trace"
    run(trace, "--workload", "sim/domains/paper.yaml", "--policy", "semacredit", "--seed",
        str(seed), *sets(f"collective={name} receivers={receivers} collective_bytes={size} "
                         f"{settings}"), "--trace")
    return same_domain(model_domain.main, trace, policy)


def caught(what):
    """A fault must make a drawn domain differ."""
    old, new = FAULTS[what]
    text = Path(model_domain.__file__).read_text(encoding="utf-8")
    if old not in text:
        return f"no fault: {what}"
    faulty = types.ModuleType("faulty")
    exec(text.replace(old, new), faulty.__dict__)  # pylint: disable=exec-used
    differs = any(same_domain(faulty.main, FOLDER / f"drawn{seed}.trace", "semacredit")
                  for seed in DRAWN)
    return "" if differs else f"not noticed: {what}"


def main():
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir(parents=True)
    every = [(workload, policy, settings) for workload in WORKLOADS
             for policies, settings in cases() for policy in policies.split()]
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        jobs = [pool.submit(same, number, *case) for number, case in enumerate(every)]
        jobs += [pool.submit(drawn, seed) for seed in DRAWN]
        jobs += [pool.submit(collective, *row) for row in COLLECTIVES]
        wrong = [job.result() for job in jobs]
        wrong += pool.map(caught, FAULTS)
    # Two runs that differ do differ in what is compared.
    measures = {(FOLDER / f"{number}.csv").read_text(encoding="utf-8").split(",", 23)[23]
                for number, case in enumerate(every) if case[0] == "atomic" and not case[2]}
    wrong.append("" if len(measures) > 1 else "all measures are alike")
    for text in filter(None, wrong):
        print(f"FAILED: {text}", file=sys.stderr)
    print(f"reference: {len(every)} runs of {len(WORKLOADS)} workloads; {len(DRAWN)} drawn "
          f"domains, and {len(COLLECTIVES)} collectives\n"
          f"reference: {len(wrong)} checks, {sum(map(bool, wrong))} failed")
    return any(wrong)


if __name__ == "__main__":
    sys.exit(main())
