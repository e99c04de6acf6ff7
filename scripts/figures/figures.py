#!/usr/bin/python3 -B
"""Draws figures: RESULTS/figures/FIGURE.csv becomes RESULTS/FIGURE.svg and RESULTS/FIGURE.png.

usage: figures.py RESULTS [FIGURE...]      default: every figure of the paper's experiments

FIGURES is the table of them. Of one whose data lack a point no picture stays. Status 1.
"""
import csv
import os
import re
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from panels import POLICIES, SCALAR, WORKLOADS, Missing, Page, Panel, draw

sys.path[:0] = [str(Path(__file__).parents[1] / part) for part in ("paper", "endpoint")]
import plan
from endpoint import ADMISSIONS, CASES, PERCENT, SWEPT as SWEPT_CASES

# What each experiment sweeps.
SWEPT = {one.name: [str(value) for value in one.values]
         for one in (*plan.EXPERIMENTS, *plan.STUDIES)}


def micro(value):
    return value / 1000


# ---- the paper's experiments

# Measure: words, unit, what its axis shows at least, its value at the baseline.
RELATIVE = {
    "p99_ns": ("P99 latency, µs", micro, (0, 1), None),
    "p99_ratio": ("P99 latency, {} = 1", float, (0.5, 1.2), 1),
    "p99_reduction_percent": ("P99 reduction, % below {}", float, (-5, 20), 0),
    "goodput_change_percent": ("goodput, % over {}", float, (-1, 1), 0)}
FITTED = "Diamonds: published by the paper; ours are fitted to them."


def relative(experiment, workload, measure, baseline, names, **how):
    """A panel of policies over what is swept, or of bars, relative to one of them."""
    what, unit, shows, level = RELATIVE[measure]
    at = {"experiment": experiment, "workload": workload, "measure": measure, "baseline": baseline}
    return Panel(what.format(baseline), [(name, at | {"policy": name}) for name in names],
                 **{"heading": workload, "unit": unit, "shows": shows,
                    "values": SWEPT[experiment] if "parameter" in how else (),
                    "level": (level, baseline) if baseline else None} | how)


def every_policy(name, workloads, heading, what, goodput):
    return Page(
        name, heading,
        f"P99 latency of latency-sensitive operations, and goodput, in {what}",
        "Bars: mean of five seeds, each seed relative to the baseline in the same seed; lines: "
        "least to greatest seed. ◆ published by the paper; ◇ and (in brackets) follows from two "
        "or three published ratios; no mark: not published.",
        [(230, [relative(name, workload, *measure, POLICIES, number=number, shows=shows)
                for workload in workloads])
         for measure, number, shows in (
             (("p99_ratio", "aggregate"), "%.2f", (0, 2.1)),
             (("goodput_change_percent", "resource_byte"), "%+.1f", goodput))])


REDUCTION = (("p99_ns", ""), ("p99_reduction_percent", "resource_byte"),
             ("goodput_change_percent", "resource_byte"))


def sweep(name, workloads, heading, subtitle, parameter, scale,
          names=("resource_byte", "semacredit"), measures=REDUCTION,
          note="One run a point, unperturbed trace: no range. ", **latency):
    """A row of panels a workload, in it a panel a measure."""
    return Page(
        name, heading, subtitle + ", 0.6 of the microbenchmark's operations",
        note + FITTED,
        [(160, [relative(name, workload, measure[0], measure[1], names, parameter=parameter,
                         scale=scale, **(latency if measure[0] == "p99_ns" else {}))
                for measure in measures]) for workload in workloads], names)


def robustness():
    return Page(
        "robustness", "What wrong estimates and varying service times cost",
        "Microbenchmark response: semacredit as it is, and with estimates that adapt, relative to "
        "resource_byte at the same point",
        "Above one run a point, unperturbed trace: no range; below means of five seeds, each "
        "relative to resource_byte in the same seed; bars: least to greatest seed. " + FITTED,
        [(165, [relative(experiment, "response", measure, "resource_byte",
                         ["semacredit", "adaptive"], heading=heading, parameter=parameter,
                         scale=scale)
                for measure in ("p99_ratio", "goodput_change_percent")])
         for experiment, heading, parameter, scale in (
             ("bias", "estimates wrong by a factor",
              "estimate of Atomic and response times over the true ones", "log"),
             ("variability", "service times that vary",
              "amplitude of bimodal service times, mean unchanged", "linear"))],
        ["resource_byte", "semacredit", "adaptive"])


def strong():
    def scalar(measure, **how):
        panel = relative("scalar_sweep", "", measure, "semacredit", SCALAR, scale="log", parameter=
                         "window of the scalar policy, in round-trip times of 1 µs", **how)
        for name, where in panel.curves:
            where["policy"], where["workload"] = name.split(", ")
        return panel

    def others(measure, workload, **how):
        panel = relative("return_ablation", workload, measure, "semacredit",
                         ["semacredit", "end_return", "arrival_return", "reactive"], **how)
        panel.curves[-1][1]["experiment"] = "reactive"
        panel.what = panel.what.replace(" latency", "").replace(" over semacredit", "")
        return panel

    return Page(
        "strong",
        "What else could do: one scalar window, reacting, returning credit at another moment",
        "P99 latency of latency-sensitive operations, and goodput, relative to semacredit on the "
        "same trace",
        "Means of five seeds, each seed relative to semacredit in the same seed; lines: least to "
        "greatest seed. Diamonds: published by the paper.",
        [(230, [scalar("p99_ratio", heading="scalar: P99 latency", base=2, shows=(0.5, 4)),
                scalar("goodput_change_percent", heading="scalar: goodput", shows=(-100, 5))]),
         (104, [others(measure, workload, shows=shows, number=number)
                for measure, shows, number in (("p99_ratio", (0, 4.5), "%.2f"),
                                               ("goodput_change_percent", (-6.5, 1), "%+.1f"))
                for workload in ("response", "atomic")])],
        [*SCALAR, "semacredit"])


# ---- the steady state: a panel a workload, a line a policy, P99 over load

STEADY = ["aggregate", "bdp", "resource_byte", "primary", "scalar", "reactive", "vector_link",
          "semacredit"]
APART = "Policies are drawn a little apart, semacredit on top."


def steady(loop, subtitle, note, x, parameter, values, ticks, scale):
    panels = [Panel("P99 latency, µs",
                    [(policy, {"workload": workload, "policy": policy, "loop": loop})
                     for policy in STEADY],
                    workload, x, values.split(), {tick: tick for tick in ticks.split()},
                    scale, parameter, ("p99_small_ns", "p99_small_ci_ns"), micro, (0.5, 1), 10)
              for workload in WORKLOADS]
    return Page(
        f"steady_{loop}", f"Latency under a steady load: {loop} loop",
        "P99 latency of latency-sensitive operations, " + subtitle,
        "Bars: 95 % confidence intervals over independent replications. " + note + APART,
        [(215, panels[:3]), (215, panels[3:])], STEADY, "steady.csv")


# ---- what the paper leaves open: a line a workload; loops side by side, or panels as in `cells`

# Measure: words, what its axis shows at least, the base of a logarithmic axis.
STUDIED = {
    "p99_change_percent": ("P99 latency, {} = 1", (0.5, 2), 2),
    "goodput_change_percent": ("goodput, % over {}", (-5, 1), 0),
    "p99_bulk_change_percent": ("P99 latency of bulk, {} = 1", (0.5, 2), 2),
    "max_queue_hbm_ns": ("longest wait at a partition, ns", (0, 100), 0),
    "feedback_gbps": ("grant messages, Gb/s", (0.05, 2), 10),
    "debt_percent": ("most debt, % of its window", (90, 101), 0),
    "fairness": ("Jain's index of the initiators' goodput", (0.9, 1.01), 0),
    "p99_ratio": ("greatest over least P99 of the initiators", (0.9, 1.1), 0),
    "settled_operations": ("operations of each until parts are equal", (0, 100), 0),
    "twice_percent": ("executed twice, % of the operations", (0, 0.1), 0),
    "recovery_us": ("until goodput is back, µs", (0, 1), 0),
    "lost_us": ("goodput lost, as time, µs", (0, 1), 0),
    "lasting_us": ("until goodput is back for good, µs", (0, 1), 0),
    "voided": ("operations cancelled", (0, 10), 0)}
LOOPS = {"burst": "the paper's bursts", "closed": "closed loop",
         "tight": "closed loop, tight windows", "open": "", "domain": "the paper's rates",
         "slow": "partitions of 100 Gb/s"}


def cells(measures="", loops="burst closed tight"):
    return [(loop, measure) for measure in f"p99_change_percent goodput_change_percent {measures}"
            .split() for loop in loops.split()]


CELLS = tuple(cells())


def study(name, heading, subtitle, note, base, parameter, ticks="", panels=CELLS,
          marked=None, workloads=tuple(WORKLOADS)):
    values = SWEPT[name]
    texts = [text.strip("_") for text in ticks.split()] or values

    def panel(loop, measure):
        what, shows, log = STUDIED[measure]
        return Panel(
            what.format(base), [(workload, {"measure": measure, "loop": loop, "workload": workload})
                                for workload in workloads],
            LOOPS[loop], values=values, ticks=dict(zip(values, texts)), scale="places",
            parameter=parameter, shows=shows, base=log, marked=marked,
            unit=(lambda change: 1 + change / 100)
            if measure.startswith("p99_") and measure.endswith("change_percent") else float)

    return Page(name, heading, subtitle, note,
                [(150, [panel(*cell) for cell in panels[k:k + 3]])
                 for k in range(0, len(panels), 3)], list(workloads))


SENSITIVE = "; P99 of latency-sensitive operations"
COARSE = "semacredit with demands rounded up, and windows down, to whole units" + SENSITIVE
SEEDS = ("Means of five seeds, each seed relative to {} in the same seed; bars: least to greatest "
         "seed. ")
TIGHT = ("Closed loop: 256 operations outstanding. Tight: windows of 0.6 µs, which just keep the "
         "bottlenecks busy, instead of the paper's 1 µs and 4 µs (Atomic engine).")
LOCKSTEP = "the admission block, RTL and golden model in lockstep, "

GOODPUT = ("goodput_change_percent", "goodput, % over {}", float, 0)
WINDOWS = ["125", "250", "350", "500", "700", "1000", "2000", "4000", "8000", "adapt",
           "narrow", "wide"]
STEPS = ["none", "16", "64", "256", "1024", "busy4", "busy16"]


def of_policies(names, rows, more, **how):
    """A row is (workload, loop, heading), its panels P99 and other measures of it."""
    measures = (("p99_ns", "P99 latency, µs", micro, 10), *more)
    return [(150, [Panel(what, [(name, {"policy": name, "workload": workload, "loop": loop,
                                        "measure": measure}) for name in names],
                         f"{workload}{heading}", unit=unit, base=base, scale="places",
                         shows=(0.5, 5) if base else (0, 1) if measure.endswith("_ns") else (-5, 1),
                         **how)
                   for measure, what, unit, base in measures])
            for workload, loop, heading in rows]


def adapting(name, what, workloads="atomic response moe"):
    names = ["resource_byte", "scalar", "semacredit"]
    return Page(name, f"Windows that follow what is measured: {what}",
                "Fixed windows and, rightmost, one rule alike for bytes, scalar and vector, that "
                "starts at 1, ¼ or 8 µs" + SENSITIVE, SEEDS.format("a window of 1 µs"),
                of_policies(names, [(each, "closed", "") for each in workloads.split()],
                            [(GOODPUT[0], GOODPUT[1].format("1 µs"), *GOODPUT[2:])],
                            values=WINDOWS, parameter="window, µs", apart=WINDOWS[-3:],
                            ticks=dict(zip(WINDOWS, "⅛ ¼ .35 ½ .7 1 2 4 8 1→ ¼→ 8→".split()))),
                names)


def calibration():
    names = ["adaptive", "adaptive_window"]
    return Page("calibration", "Steps and signal of calibration",
                "Demands or windows scaled by a multiplier that moves a part of the way to each "
                "completion, or to the busy time of 2 µs of charged work",
                SEEDS.format("a multiplier that stays at one") + "Closed loop.",
                of_policies(names, [("response", case, f", {text}") for case, text in (
                    ("half", "estimates of half"), ("vary", "service ±50 %"),
                    ("tail", "a long tail of service"))],
                            [(GOODPUT[0], "goodput, % over a fixed multiplier", *GOODPUT[2:]),
                             ("window_spread_percent", "spread of the window, %", float, 0)],
                            values=STEPS, parameter="part of the way", apart=("16", "busy4"),
                            ticks=dict(zip(STEPS, "none /16 /64 /256 /1024 busy4 busy16".split()))),
                names)


def link():
    names = ["resource_byte", "semacredit", "bdp", "vector_link"]
    values = ["25", "50", "75", "100", "125", "150", "200"]
    return Page("link", "Is the link the missing component?",
                "All windows of each policy scaled alike" + SENSITIVE,
                SEEDS.format("semacredit with its best windows (least P99 of those that lose at "
                             "most 2 % of goodput)") + "Closed loop: 256 operations outstanding.",
                of_policies(names, [("moe", "burst", ", bursts"), ("moe", "closed", ", closed"),
                                    ("allreduce", "burst", ", bursts"),
                                    ("remote_read", "closed", ", closed")],
                            [(f"{measure}_tuned_change_percent", f"{what}, % over semacredit's "
                              "best", float, 0) for measure, what in (
                                  ("goodput", "goodput"), ("bulk", "P99 of bulk"))],
                            values=values, parameter="windows, % of the paper's, and of a product"),
                names)


def starvation():
    more = [(f"p9999_{of}_ns", f"P99.99 latency{what}, µs", micro, 10)
            for of, what in (("small", ""), ("bulk", " of bulk"))]
    names, how = ["resource_byte", "vector_link", "semacredit"], {
        "values": list(map(str, plan.BOUNDS)),
        "parameter": "due after a wait of so many ns; 0: never"}
    return Page("starvation", "A bound on the wait of what others pass",
                "Writes, reads and Atomics of 17 to 16,384 bytes, half of them to one partition; "
                "closed loop" + SENSITIVE,
                "Means of five seeds; bars: least to greatest seed. P99.99 of a seed is of 240,000 "
                "operations of both classes; of the block, whose clock runs, of 48,000.",
                of_policies(names, [("random", "closed", ", the policies")], more, **how) +
                of_policies(names[-1:], [("random", "block", ", the block")], more, **how), names)


def read_charged():
    names = ["read_charged", "semacredit"]
    return Page("read_charged", "Is a read's fixed time at HBM to be charged?",
                "hbm_hotspot of small reads, moe and remote_read in closed loop" + SENSITIVE,
                SEEDS.format("semacredit at the same point"),
                of_policies(names, [(each, "closed", "") for each in
                                    ("hbm_hotspot", "moe", "remote_read")],
                            [("goodput_vector_change_percent", "goodput, % over semacredit", float,
                              0),
                             ("max_queue_hbm_ns", "longest wait at a partition, µs", micro, 0)],
                            values=["0", "20", "40", "80", "160"],
                            parameter="time of a read beside its transfer, ns"), names)


def banks():
    names, ticks = ["resource_byte", "semacredit"], "rate first +runs LiteDRAM +runs".split()
    return Page("banks", "HBM partitions that are memories of banks",
                "A rate; banks, first ready or by LiteDRAM's port; +runs: nine of ten operations "
                "go on where the last one ended" + SENSITIVE,
                "Means of five seeds; bars: least to greatest seed. Closed loop: 256 operations "
                "outstanding.",
                of_policies(names, [(each, "closed", "") for each in
                                    ("hbm_hotspot", "response", "allreduce", "remote_read")],
                            [("goodput_gbps", "goodput, Gb/s", float, 0),
                             ("max_queue_hbm_ns", "longest wait at a partition, µs", micro, 0)],
                            values=list(plan.MEMORIES), parameter="HBM partitions",
                            ticks=dict(zip(plan.MEMORIES, ticks)), apart=list(plan.MEMORIES)),
                names)


def tenants():
    names = ["resource_byte", "semacredit"]
    measures = (("goodput_victims_gbps", "goodput of a victim, Gb/s", float, 0, "closed"),
                ("goodput_attackers_gbps", "of an attacker, Gb/s", float, 0, "closed"),
                ("p99_victims_ns", "P99 where none attacks, µs", micro, 10, "honest"))

    def panel(workload, measure, what, unit, base, loop):
        values = list(plan.TENANTS[loop])
        return Panel(what, [(name, {"policy": name, "workload": workload, "loop": loop,
                                    "measure": measure}) for name in names],
                     workload, values=values, scale="places", unit=unit, base=base,
                     ticks={value: value[0] + re.sub(r"\D", "", value) for value in values},
                     shows=(0.5, 5) if base else (0, 1), parameter="budget", apart=values)

    return Page("tenants", "Four of 16 initiators mark all they send as latency-sensitive",
                "a: without a budget. Budget of an initiator: t, 1/1000 of a stage's time; b, of "
                "the paths' bytes; h, operations held. h, n: none attacks",
                "Means of five seeds; bars: least to greatest seed. Closed loop: 256 operations "
                "outstanding.",
                [(150, [panel(workload, *measure) for measure in measures])
                 for workload in ("hbm_hotspot", "atomic", "moe", "remote_read")], names)


# ---- collectives: a panel each, a line a policy over the bytes of a message

COLLECTIVES = ("all_to_all_pairwise all_to_all_two_step all_to_all_at_once all_reduce_ring "
               "all_reduce_tree all_reduce_all_pairs all_gather_ring moe all_reduce_atomic").split()
NINE = ["aggregate", "aggregate_class", "bdp", "resource_byte", "scalar", "reactive", "vector_link",
        "vector_link_sent", "semacredit"]
BYTES = {"4096": "4 kB", "65536": "64 kB", "1048576": "1 MB", "16777216": "16 MB", "67108864": ""}


def collectives(what, domain, gpus, links):
    look = {"y": ("p99_ns", "p99_interval"), "unit": micro, "shows": (0.5, 100), "base": 10}
    words = ("Latency beside collectives", "P99 of reads and Atomics beside them, µs",
             "; bars: 95 % intervals of the means. ", "P99 latency, µs")
    if what == "time":  # semacredit over the policy is what the CSV has
        look = {"y": ("completion_change_percent", "completion_change_interval"),
                "unit": lambda change: 1 / (1 + change / 100), "shows": (0.8, 1.3)}
        words = ("Time of collectives", "From the first start to the last completion, over that "
                 "with semacredit", ", each seed relative to semacredit in the same seed. ",
                 "time, semacredit = 1")
    panels = [Panel(words[3], [(policy, {"domain": domain, "gpus": gpus, "policy": policy,
                                         "collective": collective}) for policy in NINE],
                    collective, "bytes", ticks=BYTES, scale="log", parameter="message", **look)
              for collective in COLLECTIVES]
    return Page(f"collectives_{what}_{domain}", f"{words[0]}: {gpus} GPUs, {links}", words[1],
                "Means over 5 to 20 seeds" + words[2] + APART,
                [(150, panels[k:k + 3]) for k in range(0, 9, 3)], NINE, "collectives.points.csv")


def endpoint():
    """Admissions side by side in each case; P99 and goodput over the windows."""
    measures = (("p99_urgent_ns", "urgent P99, µs", micro, 10), ("goodput_gbps", "goodput, Gb/s",
                float, 0), ("longest_queue", "longest queue of a stage, operations", float, 10))

    def panel(measure, names, **how):
        column, what, unit, base = measure
        return Panel(what, names, y=(column,) * 3, unit=unit, base=base, shows=(1, 10) if base else
                     (0, 1), scale="places", **how)

    return Page(
        "endpoint", "The endpoint: queues, block, AXI4 managers, Atomic and response engine",
        "Latency-sensitive reads and fetch-adds beside bulk of 4,096 bytes; memories of banks",
        "One run a point. 100: the windows of the datasheet's rule. resource_byte: a byte window "
        "for each partition only.",
        [(150, [panel(measure, [(name, {"admission": name, "window_percent": "100",
                                         "memory": "banks"})
                                 for name in ADMISSIONS],
                      x="case", values=CASES, apart=CASES, parameter="case")
                for measure in measures]),
         (150, [panel(measure, [(name, {"case": name, "admission": "vector", "memory": "banks"})
                                for name in SWEPT_CASES],
                      x="window_percent", values=list(map(str, PERCENT)), marked="100",
                      parameter="windows, % of the rule's")
                for measure in measures])],
        [*ADMISSIONS, *SWEPT_CASES], "endpoint.csv")


FIGURES = {page.name: page for page in (
    every_policy("micro", list(WORKLOADS)[:3],
                 "Which policy protects latency-sensitive operations from which bottleneck",
                 "the paper's three microbenchmarks", (-8, 5)),
    strong(),
    every_policy("applications", list(WORKLOADS)[3:], "The policies on application-shaped mixes",
                 "three mixes of operations", (-24, 12)),
    sweep("atomic_latency", ["atomic"],
          "How the benefit depends on the Atomic engine's service time",
          "Service time of the Atomic engine swept", "service time of an Atomic, ns", "log",
          ["resource_byte", "primary", "semacredit"], base=10, shows=(1, 2)),
    sweep("response_overhead", ["response"],
          "How the benefit depends on the response engine's fixed time",
          "Fixed time of the response engine swept", "fixed time of a response, ns", "linear"),
    sweep("credits", ["atomic", "response"],
          "How the benefit depends on the number of commands that the endpoint takes",
          "Command bound swept", "commands admitted at most", "log"),
    sweep("window", ["atomic"], "How the benefit depends on the base window",
          "Requested window swept (less than the round-trip time of 1000 ns counts as 1000 ns)",
          "requested base window, ns", "log"),
    sweep("mapping_error", ["hbm_hotspot"], "What wrong guesses of the HBM partition cost",
          "Fraction of operations whose partition is guessed wrong swept",
          "fraction guessed wrong", "linear",
          ["aggregate", "resource_byte", "oracle", "semacredit"],
          (REDUCTION[0], ("p99_reduction_percent", "aggregate"), *REDUCTION[1:]),
          SEEDS.format("the baseline")),
    robustness(),
    steady("open", "operations arriving whether or not earlier ones are done",
           "A line without marks: less than 97 % of the load is served; other operations then wait "
           "for as long as the run lasts, while latency-sensitive ones overtake them. ",
           "load_percent", "offered load, % of the bottleneck",
           "10 20 30 40 50 60 70 80 90 100 110 120", "20 40 60 80 100 120", "linear"),
    steady("closed", "a new operation submitted as soon as one is done", "", "outstanding",
           "operations outstanding", "16 64 128 256 512", "", "log"),
    study("quantum_time", "What coarse units of service time cost", COARSE,
          SEEDS.format("the finest unit") + TIGHT, "1/16 ns",
          "unit of the Atomic and response lanes, ns", "1/16 _ ¼ _ 1 _ 4 _ 16 _ 64"),
    study("quantum_hbm", "What coarse units of HBM bytes cost", COARSE,
          SEEDS.format("the finest unit") + TIGHT, "1 B", "unit of the HBM lanes, bytes",
          "1 _ 4 _ 16 _ 64 _ 256 _ 1Ki _ 4Ki"),
    study("counter_bits", "What narrow counters cost",
          "semacredit with counters of so many bits, in the finest units that let the windows fit"
          + SENSITIVE, SEEDS.format("32 bits") + TIGHT, "32 bits", "bits"),
    study("grant_interval", "What coalescing grant messages costs, and saves",
          "semacredit, returned credit reported in one message an interval after the first return" +
          SENSITIVE, SEEDS.format("interval 0 (each return at once)") + "A message: 8 B and "
          "4 B for each lane. " + TIGHT, "reported at once", "interval, ns",
          panels=cells("feedback_gbps")),
    study("initiators", "Many initiators at one receiver's credit",
          "semacredit, closed loop, 256 operations shared by all; each asks and gets grants "
          "by messages of 250 ns (the nearest) to 750 ns",
          "Means of five seeds; bars: least to greatest seed. 0: one initiator, at once, in "
          "the same seed. Every second initiator starts 5 µs late; parts are equal where each "
          "one's is within 10 % of an equal part of the operations since then. Last row: windows "
          "of 0.6 µs, which just keep the bottlenecks busy, instead of the paper's.",
          "granted at once", "initiators",
          panels=cells("debt_percent fairness p99_ratio settled_operations", "closed") +
          cells("debt_percent", "tight")),
    study("slots", "How many waiting operations the arbiter must see",
          "semacredit, an arbiter that sees the first of those that wait, in order of submission" +
          SENSITIVE, SEEDS.format("0, an arbiter that sees all,") + "Dashed: 32, the block's slots "
          "(with heads of lines of equal operations in them they decide like all). " + TIGHT,
          "all seen", "slots", marked="32"),
    *(study(f"classes{rule}", f"Opaque classes of HBM partitions: {what}",
            "semacredit, explicit credits: a credit for each class, by messages" + SENSITIVE,
            SEEDS.format("a credit for each partition") + "random: writes, half to one partition. "
            + TIGHT, "a credit each", "classes of HBM partitions", "each 8 4 2 1",
            panels=cells("p99_bulk_change_percent max_queue_hbm_ns"),
            workloads=[*list(WORKLOADS)[2:], "random"])
      for rule, what in (("", "neighbours, the window of one partition"),
                         ("_sum", "neighbours, the sum of their windows"),
                         ("_learned", "one for each that is often refused"))),
    adapting("adapt", "closed loop"),
    adapting("adapt_phase", "bulk that becomes small reads, and back"),
    adapting("adapt_tail", "responses with a long tail", "response remote_read"),
    calibration(),
    link(),
    starvation(),
    read_charged(),
    banks(),
    tenants(),
    endpoint(),
    study("loss", "Lost answers",
          LOCKSTEP + "at 80 % of what the bottleneck can serve" + SENSITIVE,
          SEEDS.format("no loss") + "Executed twice: offered again after it had completed.",
          "no loss", "answers lost, %", panels=cells("twice_percent", "open")),
    study("upsets", "A reset, or smaller windows for 20 µs, under load",
          LOCKSTEP + "offered twice what the bottleneck can serve",
          "Means of five seeds; bars: least to greatest seed. Back: goodput over 8 µs within 5 % "
          "of that over 40 µs before, from the end of the disturbance on. Lost: over 80 µs from "
          "its beginning on, as time at the goodput of before.",
          "", "left of every window, %; or a reset", "100 75 50 25 10 reset",
          [("open", "recovery_us"), ("open", "lost_us"), ("open", "voided")]),
    study("domain_dead", "A dead source among eight: when its reservations are cleared",
          "golden models at eight receivers, all to all; goodput of the seven that live" +
          SENSITIVE, "Means of five seeds; bars: least to greatest seed. P99: relative to none "
          "dying, in the same seed. Back: goodput over 8 µs within 5 % of that over 40 µs before, "
          "from then on; 80 µs are looked at. Lost: over these, as time at the goodput of before.",
          "none", "age at which they are cleared, µs", "none 1 2 5 10 20 50 never",
          [(loop, measure) for loop in ("domain", "slow")
           for measure in ("p99_change_percent", "lasting_us", "lost_us")],
          workloads=["domains/paper"]),
    *(collectives(what, *domain) for what in ("latency", "time")
      for domain in (("paper", "8", "the paper's rates"), ("nvlink5", "72", "NVLink 5"))))}


def make(results, name):
    """None, or why there is no figure."""
    pictures = {results / f"{name}.svg": {"Date": None, "Creator": None},
                results / f"{name}.png": {"Software": None}}
    for picture in pictures:
        picture.unlink(missing_ok=True)
    try:
        with (results / FIGURES[name].data).open(encoding="utf-8", newline="") as file:
            figure = draw(FIGURES[name], list(csv.DictReader(file)))
    except FileNotFoundError as error:
        return f"{error.filename} is missing: run the experiments first"
    except Missing as reason:
        return str(reason)
    for picture, nothing in pictures.items():
        figure.savefig(picture, metadata=nothing, dpi=150)
    return None


def main():
    if len(sys.argv) < 2 or set(sys.argv[2:]) - set(FIGURES):
        sys.exit(f"usage: figures.py RESULTS [FIGURE...]    of {', '.join(FIGURES)}")
    results, names = Path(sys.argv[1]), sys.argv[2:] or list(FIGURES)[:9]
    with ProcessPoolExecutor(min(os.cpu_count(), len(names))) as pool:
        reasons = list(pool.map(make, [results] * len(names), names))
    for name, reason in zip(names, reasons):
        if reason:
            print(f"FAILED: figure {name}: {reason}", file=sys.stderr)
    if any(reasons):
        sys.exit(1)
    print(f"{len(names)} figures in {results}/, each as .svg and .png")


if __name__ == "__main__":
    main()
