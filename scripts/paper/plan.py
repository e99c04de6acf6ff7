"""The runs that the verbs ask the program for: the paper's experiments, its shapes in steady state
and at the block's clocks, and sweeps of what it leaves open, for semacredit.

A line is a run, as tb/sweep/paper_runs.h has it. Sweeps run the paper's bursts, and the same shapes
in a closed loop, where what is lost is lost for as long as the load lasts: with the paper's
windows, which have room to spare, and with tight ones, where every unit counts. The block runs in
its own environment, in open loop.
"""
import difflib
import itertools
import re
from collections.abc import Callable
from typing import NamedTuple

MICRO = ["hbm_hotspot", "atomic", "response"]
WORKLOADS = [*MICRO, "allreduce", "moe", "remote_read"]
POLICIES = []  # of experiments of all policies: those that the program has (csim/policy/policy.h)
DECIDED = ["semacredit", "adaptive_window", "oracle"]  # by a block in their place
FIVE, ONE = range(1, 6), range(1)


def key_of(name, scale=1):
    """What a value sets: a key, to the value times a scale."""
    return lambda value: f"{name}={round(float(value) * scale) if scale > 1 else value}"


class Experiment(NamedTuple):
    """What its runs cross. `settings`: of every run, before those of its value."""
    name: str
    workloads: list
    policies: list
    parameter: str = ""
    values: list = [""]
    seeds: range = FIVE
    settings: str = ""
    apply: Callable = None  # the settings of a value; None: the parameter is a key
    loop: str = ""

    def set_by(self, value):
        if not self.parameter:
            return ""
        return (self.apply or key_of(self.parameter))(value)

    def lines(self):
        """Seeds of a policy, policies of a value, values of a workload, workloads."""
        for workload in self.workloads:
            for value in self.values:
                for policy in self.policies:
                    for seed in self.seeds:
                        yield (f"{self.name},{self.loop},{workload},{policy},{self.parameter},"
                               f"{value},{seed} {self.settings} {self.set_by(value)}")


# ---- the paper's experiments

REDUCED = "operations_percent=60"
ADAPTIVE = ["resource_byte", "semacredit", "adaptive", "adaptive_window"]
SERVICE = ["resource_byte", "semacredit"]
EXPERIMENTS = [
    Experiment("micro", MICRO, POLICIES),
    Experiment("scalar_sweep", MICRO, ["scalar", "semacredit"], "scalar_window_rtts",
               ["0.25", "0.5", "1", "2", "4", "8", "16"],
               apply=key_of("scalar_window_percent", 100)),
    Experiment("reactive", MICRO[1:], ["reactive", "semacredit"]),
    Experiment("return_ablation", MICRO[1:], ["semacredit", "arrival_return", "end_return"]),
    Experiment("applications", WORKLOADS[3:], POLICIES),
    Experiment("atomic_latency", ["atomic"], ["resource_byte", "primary", "semacredit"],
               "atomic_ns", [3, 10, 30, 100, 200], ONE, REDUCED),
    Experiment("response_overhead", ["response"], SERVICE, "response_ns", [0, 10, 20, 40], ONE,
               REDUCED),
    # The depth, too, so that the same run fits an admission block.
    Experiment("credits", MICRO[1:], SERVICE, "credits", [32, 64, 128, 256], ONE, REDUCED,
               "command_limit={0} depth={0}".format),
    Experiment("window", ["atomic"], SERVICE, "window_ns", [250, 500, 1000, 2000], ONE, REDUCED,
               key_of("window_request_ns")),
    Experiment("mapping_error", ["hbm_hotspot"],
               ["aggregate", "resource_byte", "semacredit", "oracle"], "mapping_error",
               ["0", "0.1", "0.25", "0.5"], FIVE, REDUCED, key_of("mapping_error_percent", 100)),
    Experiment("bias", ["response"], ADAPTIVE, "bias", ["0.5", "1", "2"], ONE,
               apply=key_of("estimate_percent", 100)),
    Experiment("variability", ["response"], ADAPTIVE, "amplitude", ["0", "0.25", "0.5"],
               apply=key_of("variability_percent", 100))]


def clock_ps(facts):
    """None: simulated time stands still while a block decides."""
    clock = facts["clock"]
    if not clock:
        return None
    if not facts["admission"]:
        raise ValueError("--clock: expected --admission beside it: a policy has no clock")
    period = round(1000 * float(clock)) if re.fullmatch(r"\d{1,4}(\.\d{0,3})?", clock) else 0
    if not 0 < period <= 1000000:
        raise ValueError("--clock: expected nanoseconds from 0.001 to 1000, such as 0.5, got "
                         f"'{clock}'")
    return period


def without(facts):
    """Values of `credits` for which the block has too few reservations; a golden one has any."""
    rtl = facts["admission"] not in ("", "golden")
    return [value for experiment in EXPERIMENTS if experiment.name == "credits" and rtl
            and facts["only"] in ("", "credits")
            for value in experiment.values if value > facts["depth"]]


def experiments(facts):
    """By --admission a block decides instead of the policies that it can replace."""
    period, missing = clock_ps(facts), without(facts)
    by_block = f" admission={facts['admission']}"
    by_block += f" clocked clock_ps={period}" if period else ""
    for one in EXPERIMENTS:
        kept = [value for value in one.values if one.name != "credits" or value not in missing]
        for line in one._replace(values=kept).lines():
            decided = facts["admission"] and line.split(",")[3] in DECIDED
            yield line + (by_block if decided else "")


def claims(facts):
    for one in EXPERIMENTS:
        start = one.seeds.start
        yield from one._replace(seeds=range(start, start + facts["seeds"])).lines()


# Reads and writes of many lengths, in which operations that wait for a hot partition and those that
# wait for the response engine change places all the time. In the paper's workloads none is kept
# back by the class of the response engine.
LENGTHS = ("stages=model starvation_bound=0 command_limit=128 first_operation=0 "
           "ordering_domains=0 train_gap_ps=0 spacing_ps=400 weight_notify=0 weight_unknown=0 "
           "weight_length_zero=0 weight_length_tiny=0 weight_length_window=0 weight_length_huge=0 ")
MIXED = (LENGTHS + "operations=1000 hot_partitions=1 weight_write=40 weight_read=50 "
         "weight_atomic=10 weight_length_small=50 weight_length_large=50 window_request_ns=300 "
         "hbm_gbps=200 response_gbps=300")


# All of a domain by the golden model, whose depth any may be, and a sample by the RTL, too.
COLLECTIVES = ["all_to_all_pairwise", "all_to_all_two_step", "all_to_all_at_once",
               "all_reduce_ring", "all_reduce_tree", "all_reduce_all_pairs", "all_reduce_atomic",
               "all_gather_ring", "moe"]
BY_RTL = "admission=rtl depth=128 command_limit=128"
TIGHT = "collective_bytes=6000000 window_request_ns=300 feedback_rtt_ns=300"


def agreement(facts):
    """What a block decides as policies do; what adaptive_window learns, a block learns lane by lane
    in turn. `workload`: only these, of tasks."""
    if facts["workload"]:
        yield from Experiment("files", facts["workload"].split(","), ["semacredit"], seeds=ONE,
                              settings=BY_RTL).lines()
        return
    for one in [*EXPERIMENTS, Experiment("unperturbed", WORKLOADS, POLICIES, seeds=ONE),
                Experiment("mixed", ["random"], POLICIES, "hot_percent", [0, 50, 90],
                           settings=MIXED),
                Experiment("ordered", ["random"], POLICIES, "ordering_domains", [2, 12], ONE,
                           "stages=model starvation_bound=0 operations=2000 "
                           "weight_length_zero=0")]:
        both = [policy for policy in one.policies if policy in ("semacredit", "oracle")]
        yield from one._replace(policies=both, settings=f"{one.settings} admission=rtl").lines()
    for domain in DOMAINS:
        for name, some, by in (("collectives", COLLECTIVES, "admission=golden"),
                               ("collectives_rtl", ["all_reduce_tree", "moe"], BY_RTL)):
            yield from Experiment(name, [f"domains/{domain}"], ["semacredit"], "collective", some,
                                  ONE, by, made_of).lines()
    yield from Experiment("msccl", ["domains/star.xml"], ["semacredit"], "windows",
                          ["paper", "tight"], ONE, BY_RTL,
                          apply=lambda windows: TIGHT if windows == "tight" else "").lines()


# ---- steady state and clocks

def lengthened(operations):
    """So many measured operations and, before those, a tenth as many until the state is steady."""
    return f" operations={operations + operations // 10} warmup_operations={operations // 10}"


def steady(facts):
    """Without mapping error and bias, oracle and adaptive are semacredit."""
    policies = [name for name in POLICIES if name not in ("adaptive", "oracle")]
    open_loop = Experiment("steady_open", WORKLOADS, policies, "load_percent",
                           [*range(10, 121, 10)], range(1, facts["replications"] + 1),
                           "arrivals=poisson" + lengthened(facts["operations"]))
    yield from open_loop.lines()
    yield from open_loop._replace(name="steady_closed", parameter="outstanding",
                                  values=[16, 64, 128, 256, 512]).lines()


def clocks(facts):
    """A clock of 0: zero time, which takes any clock alike."""
    yield from Experiment(
        "clocks", WORKLOADS, DECIDED[:2], "clock_ps", [0, 571, 1000, 2000, 4000],
        settings=f"admission={facts['admission']}",
        apply=lambda ps: f"clocked clock_ps={ps}" if ps else "clock_ps=1000").lines()


# ---- studies

# Twice the bound on commands outstanding, so that there are always operations that wait. Windows of
# 0.6 us instead of 1 us, and of 4 us for the Atomic engine: about the least with which every shape
# keeps its bottleneck as busy, within a percentage point, as with the paper's.
CLOSED = "outstanding=256"
LOOPS = {"burst": "", "closed": CLOSED,
         "tight": f"{CLOSED} feedback_rtt_ns=600 window_request_ns=600 atomic_window_multiple=1"}
# Half of the paper's round trip of feedback, from the nearest initiator to the farthest.
INITIATORS = " initiator_delay_ns=500 initiator_spread_percent=50 initiator_late_ns=5000"
# The block is offered less than the bottleneck can serve, and more than that.
LOADED = "arrivals=poisson load_percent=80"
OVERLOADED = ("load_percent=200 operations=100000 cycles=190000 upset_cycle=100000 "
              "upset_clocks=20000")
# Writes, and reads, Atomics and writes, of 17 to 4,112 bytes, as random traffic: 400 ps apart or in
# closed loop.
SKEWED = (LENGTHS + "hot_partitions=1 weight_read=0 weight_atomic=0 weight_length_small=20 "
          "weight_length_large=80 hot_percent=")
KINDS = (LENGTHS + "hot_percent=0 weight_write=30 weight_read=50 weight_atomic=20 "
         "weight_length_small=50 weight_length_large=50")
EXPLICIT = "grant_interval_ns=100 grant_delay_ns=500"
# The paper's rates, and partitions that are so slow that their windows fill.
DOMAIN = ["domains/paper"]
DOMAIN_LOOPS = {"domain": "", "slow": "hbm_gbps=100"}
RESET = "upset_cycle=45000 upset_percent=0"
NOTHING = "upset_cycle=45000 upset_percent=100"
FAULTS = {"none": NOTHING, "drain": f"{RESET} upset_drain=1", "once": f"{RESET} upset_drain=0",
          "loss": f"{NOTHING} loss_percent=5", "duplicates": f"{NOTHING} duplicate_percent=20",
          "dead": f"{RESET} dead_sources=1 clear_ns=5000"}
CLASSES = [0, 8, 4, 2, 1]
SLOTS = [0, 8, 16, 25, 32, 48, 64]  # 25: the least of a block


def sweep(name, parameter, values, settings="", apply=None, bursts="", loops=tuple(LOOPS),
          workloads=WORKLOADS):
    return [Experiment(name, workloads, ["semacredit"], parameter, values, apply=apply, loop=loop,
                       settings=f"{settings} {LOOPS[loop] or bursts}")
            for loop in loops]


def port(name, settings, parameter="port_slots", values=SLOTS, apply=None):
    return sweep(name, parameter, values, f"subclasses {settings}", apply, "operations=3000",
                 ("burst", "closed"), ["random"])


COLLECTIVE_LOOPS = {"all_to_all": "collective=all_to_all_at_once", "moe": "collective=moe",
               "ring": "collective=all_reduce_ring"}


def port_collectives():
    """Of eight receivers, whose sources have 32 operations of each task waiting."""
    return [Experiment("port_collectives", DOMAIN, ["semacredit"], "port_slots", SLOTS, loop=loop,
                       settings=f"subclasses {collective}")
            for loop, collective in COLLECTIVE_LOOPS.items()]


def classes(name, settings):
    """Explicit credits, of which messages tell: workloads that use several partitions, and writes
    with a hot one, which may keep others of its class back."""
    explicit = f"subclasses {EXPLICIT} {settings}"
    return (sweep(name, "hbm_classes", CLASSES, explicit, workloads=WORKLOADS[2:]) +
            sweep(name, "hbm_classes", CLASSES, f"{explicit} {SKEWED}50", bursts="operations=3000",
                  workloads=["random"]))


# Windows, ns: fixed ones; one rule from what is measured, which starts at the paper's, a quarter of
# it or eight times as much.
FIXED = [1000, 125, 250, 350, 500, 700, 2000, 4000, 8000]
START = {"adapt": 1000, "narrow": 250, "wide": 8000}
BLOCK = "admission=golden clocked clock_ps=1000"
SHARED = "initiators=16 initiator_delay_ns=500 initiator_spread_percent=50"


def window(value):
    at = START.get(value, value)
    rule = "window_adapt_ns=8000" if value in START else ""
    return f"feedback_rtt_ns={at} window_request_ns={at} {rule}"


def adapted(name, settings, workloads, loops):
    """Bytes, scalar and vector alike."""
    what = {"closed": CLOSED, "shared": f"{CLOSED} {SHARED}", "steps": ""}
    return [Experiment(
        name, workloads, SERVICE + ["scalar"], "window", FIXED + ["adapt", "narrow", "wide"],
        loop=loop, apply=window, settings=f"windows empty_admits=1 {settings} {what[loop]}")
            for loop in loops]


# Study, settings, workloads, loops.
ADAPTED = [
    ("adapt", "", WORKLOADS, ("closed", "shared")),
    # Half of what the bottleneck can serve and, every second time, half as much again as it can.
    ("adapt_load", "arrivals=poisson load_percent=50 change_operations=1500 "
     "change_spacing_percent=33", WORKLOADS, ("steps",)),
    # From the workload's bulk to small reads, and back.
    ("adapt_phase", "change_operations=1500 change_percent=80 change_bulk=small_read",
     ["atomic", "response", "allreduce", "moe", "remote_read"], ("closed", "shared")),
    # A twentieth of all responses takes 18 times its mean, the others a tenth of it.
    ("adapt_tail", "variability_percent=90 variability_long_percent=5",
     ["response", "remote_read"], ("closed",)),
    ("adapt_half", "estimate_percent=50", ["atomic", "response", "remote_read"], ("closed",)),
    ("adapt_double", "estimate_percent=200", ["atomic", "response", "remote_read"], ("closed",)),
    ("adapt_slow", "slow_hbm_percent=300", ["hbm_hotspot", "allreduce", "moe", "remote_read"],
     ("closed",))]
# Every so often the block's windows are moved by firmware's loop (csim/driver/semacredit_tune.h);
# fixed ones are the policy's, which decides as the block does.
FIRMWARE = {"100us": 100000, "1ms": 1000000}


def firmware(value):
    tuned = f"{BLOCK} window_adapt_ns={FIRMWARE[value]}" if value in FIRMWARE else ""
    return f"{window(1000 if tuned else value)} {tuned}"


def by_firmware(study, *rest):
    """Without what a block cannot decide for: initiators that are told."""
    for one in adapted(study, *rest):
        if one.loop != "shared":
            yield one._replace(name=study.replace("adapt", "tune"), policies=["semacredit"],
                               apply=firmware, values=FIXED + list(FIRMWARE))


# Per cent of the paper's windows, and of a bandwidth-delay product: of all windows of a policy; or
# of the window of the link alone, or the pool.
LINK = [100, 25, 50, 75, 125, 150, 200]
LINKED = ["semacredit", "bdp", "vector_link"]
# Writes at once on a link that is idle: three bandwidth-delay products.
FIRST = ("bulk_even=write bulk_odd=write urgent_period=0 spacing_ps=0 hot_percent=0 operations=64 "
         "serialise_jitter_ps=0 serialise_jitter_spread_ps=0")
FIRSTS = {"first": FIRST, "first_told": f"{FIRST} grant_delay_ns=500"}


def link():
    for loop in ("burst", "closed"):
        yield Experiment("link", WORKLOADS, ["resource_byte", *LINKED], "percent", LINK, loop=loop,
                         settings=LOOPS[loop], apply=lambda value: window(10 * value))
        yield Experiment("link_alone", WORKLOADS, LINKED, "percent", LINK, loop=loop,
                         settings=LOOPS[loop], apply=key_of("link_window_percent"))
    for loop, settings in FIRSTS.items():
        yield Experiment("link_first", ["moe"], LINKED, "percent", LINK, loop=loop,
                         settings=settings, apply=key_of("link_window_percent"))
    for loop, settings in COLLECTIVE_LOOPS.items():
        yield Experiment("link_domain", DOMAIN, [*LINKED, "vector_link_sent"], "percent", LINK,
                         loop=loop, settings=settings,
                         apply=key_of("link_window_percent"))


# Writes, reads and Atomics of 17 to 16,384 bytes, half of them to one partition: the shortest pass
# the others for as long as the loop is closed.
TAILS = (LENGTHS + f"{CLOSED} hot_percent=50 hot_partitions=1 weight_write=50 weight_read=40 "
         "weight_atomic=10 weight_length_small=60 weight_length_large=40 large_bytes=16384")
BOUNDS = [0, 64, 256, 1000, 4000, 16000]


def starvation():
    yield Experiment("starvation", ["random"], ["resource_byte", "semacredit", "vector_link"],
                     "bound_ns", BOUNDS, loop="closed", settings=TAILS, apply=key_of("aging_ns"))
    yield Experiment("starvation", ["random"], ["semacredit"], "bound_ns", BOUNDS, loop="block",
                     settings=f"{TAILS} {BLOCK}", apply=key_of("starvation_bound"))


# A read's time at HBM beside its transfer; of small reads of one partition it is most of it.
HOT_READS = ("bulk_even=small_read bulk_odd=small_read urgent_even=small_read "
             "urgent_odd=small_read hot_percent=100 urgent_hot_percent=100 hot_partitions=1")


def reads():
    for loop in ("burst", "closed"):
        for workload, settings in (("hbm_hotspot", HOT_READS), ("moe", ""), ("remote_read", "")):
            yield Experiment("read_charged", [workload], ["semacredit", "read_charged"],
                             "hbm_read_ns", [40, 0, 20, 80, 160], loop=loop,
                             settings=f"{settings} {LOOPS[loop]}")


# Partitions of a rate, or of banks with a scheduler, where no operation or nine of ten go on where
# the last one ended.
MEMORIES = {"rate": "hbm_banks=none", "first_ready": "hbm_banks=first_ready",
            "first_ready-90": "hbm_banks=first_ready hbm_run_percent=90",
            "litedram": "hbm_banks=litedram",
            "litedram-90": "hbm_banks=litedram hbm_run_percent=90"}


def banks():
    return [Experiment("banks", WORKLOADS, SERVICE, "memory", list(MEMORIES), loop=loop,
                       settings=LOOPS[loop], apply=MEMORIES.get) for loop in ("burst", "closed")]


# Of 16 initiators four mark all they send as latency-sensitive; budgets of an initiator: at the
# source, 1/1000 of a stage's time or of the paths' bytes, at the receiver, operations at a time.
BUDGETS = {**{f"time-{rate}": f"urgency_permille={rate}" for rate in (8, 16, 32)},
           **{f"bytes-{rate}": f"urgency_permille={rate} urgency_unit=bytes" for rate in (8, 32)},
           **{f"held-{held}": f"urgency_held={held}" for held in (1, 2, 4)}}
TENANTS = {"closed": {"honest": "", "attack": "attackers=4",
                      **{budget: f"attackers=4 {sets}" for budget, sets in BUDGETS.items()}},
           "honest": {"none": "", **BUDGETS}}


def tenants():
    return [Experiment("tenants", WORKLOADS, SERVICE, "budget", list(values), loop=loop,
                       settings=f"{CLOSED} initiators=16", apply=values.get)
            for loop, values in TENANTS.items()]


# Wrong or varying service, which calibration is to find, or to leave alone.
CASES = {"true": "", "half": "estimate_percent=50", "double": "estimate_percent=200",
         "vary": "variability_percent=50",
         "tail": "variability_percent=90 variability_long_percent=5"}


def step(value):
    """Of a multiplier that stays at one, or that moves such a part of the way to each completion,
    or to the busy time of 2 us of charged work; sums: as the block does after reset."""
    if value == "none":
        return "multiplier_min=4096 multiplier_max=4096"
    if value == "sums":
        return ""
    signal, part = value.rstrip("0123456789"), int(re.search(r"\d+", value)[0])
    return f"calibrate_shift={part.bit_length() - 1} calibrate_work_ns={2000 if signal else 0}"


def calibrated(name, case, settings=CLOSED, values=("none", "16", "64", "256", "1024", "busy4",
                                                     "busy16"), clocked=""):
    return Experiment(name, ["atomic", "response", "remote_read"],
                      ["adaptive_window"] if clocked else ["adaptive", "adaptive_window"], "step",
                      values, loop=case + ("_block" if clocked else ""), apply=step,
                      settings=f"windows empty_admits=1 {CASES[case]} {settings} {clocked}")


def domain(name, parameter, values, settings="", apply=None, loops=tuple(DOMAIN_LOOPS),
           by="golden"):
    """Eight receivers, each with a block: all to all of 15 MB keeps the loops of their sources
    closed for 150 us."""
    return [Experiment(name, DOMAIN, ["semacredit"], parameter, values, loop=loop,
                       apply=apply, settings=f"environment admission={by} mode=clocked collective_"
                                             f"bytes=15000000 {DOMAIN_LOOPS[loop]} {settings}")
            for loop in loops]


def block(name, parameter, values, settings):
    return [Experiment(name, WORKLOADS, ["semacredit"], parameter, values, loop="open",
                       settings=f"environment {settings}")]


STUDIES = [
    *sweep("quantum_time", "quantum_time", range(11)),
    *sweep("quantum_hbm", "quantum_hbm", range(13)),
    *sweep("counter_bits", "counter_bits", [32, 24, 16, 15, 14, 13, 12, 11, 10, 9, 8, 6, 5, 4]),
    *sweep("grant_interval", "grant_interval_ns", [0, 10, 20, 50, 100, 200, 500, 1000, 2000]),
    # 0: a single one, granted at once.
    *sweep("initiators", "initiators", [0, 1, 2, 4, 8, 16, 32, 64], INITIATORS,
           lambda many: f"initiators={many}" if many else "initiators=1 initiator_delay_ns=0",
           loops=("closed", "tight")),
    *sweep("slots", "arbiter_slots", [0, 128, 64, 48, 32, 24, 16, 12, 8, 6, 4]),
    *sweep("port", "port_slots", SLOTS, "subclasses", bursts="operations=1200"),
    *port("port_half", f"{SKEWED}50"),
    *port("port_most", f"{SKEWED}80"),
    *port("port_mixed", KINDS),
    # none: no port.
    *port("port_limit_mixed", KINDS, "small_limit", ["none", 128, 256, 512, 1024, 2048, 4096],
          lambda limit: "port_slots=0" if limit == "none" else
          f"port_slots=40 small_limit={limit}"),
    *port_collectives(),
    # 0: a credit for each partition.
    *classes("classes", "class_window=slowest"),
    *classes("classes_sum", "class_window=sum"),
    *classes("classes_learned", "class_window=slowest class_learn=16"),
    *sweep("classes_errors", "classes-error", [f"{many}-{error}" for error in (0, 10, 25, 50)
                                               for many in (8, 4, 2, 1)], EXPLICIT,
           lambda both: "hbm_classes={} mapping_error_percent={}".format(*both.split("-")),
           loops=("closed",), workloads=["hbm_hotspot", "moe", "remote_read"]),
    # 0: no port.
    *sweep("port_limit", "small_limit", [0, 128, 256, 512, 1024, 2048, 4096],
           f"subclasses {SKEWED}50 operations=3000",
           lambda limit: f"port_slots=32 small_limit={limit}" if limit else "port_slots=0",
           loops=("burst",), workloads=["random"]),
    *(one for study in ADAPTED for one in adapted(*study)),
    *(one for study in ADAPTED for one in by_firmware(*study)),
    *(calibrated("calibration", case) for case in CASES),
    *(calibrated("calibration", case, values=("none", "sums"), clocked=BLOCK) for case in CASES),
    *(calibrated("calibration_burst", case, "operations=280") for case in CASES),
    *link(),
    *starvation(),
    *reads(),
    *banks(),
    *tenants(),
    *block("loss", "loss_percent", [0, 1, 2, 5, 10], LOADED),
    *domain("domain_loss", "loss_percent", [0, 1, 5, 10]),
    *domain("domain_duplicates", "duplicate_percent", [0, 5, 50]),
    *domain("domain_reset", "rule", ["none", "drain", "once"], "upset_receiver=3", FAULTS.get),
    *domain("domain_dead", "clear_ns", ["none", 1000, 2000, 5000, 10000, 20000, 50000, 1000000],
            "upset_cycle=45000 dead_sources=1",
            lambda ns: f"upset_percent=0 clear_ns={ns}" if ns != "none" else "upset_percent=100"),
    *domain("domain_lockstep", "fault", list(FAULTS), apply=FAULTS.get, loops=["domain"],
            by="lockstep"),
    *block("upsets", "upset_percent", [100, 75, 50, 25, 10, 0], OVERLOADED)]


def studies(facts):
    """A run of the block is a fifth as long as a policy's, one of windows half as long: of these
    three tenths go by before the windows have come to rest. Tails need eight times as long ones;
    firmware's loop ten times, of which half go by. With --quick none of the block's own
    environment, whose runs are the longest."""
    for one in STUDIES:
        if facts["quick"] and one.settings.startswith("environment "):
            continue
        clocks, windows = one.loop == "open" or "block" in one.loop, "windows " in one.settings
        operations = facts["operations"] // (5 if clocks else 1 + windows)
        operations *= 8 if one.name == "starvation" else 1
        own = one.loop == "burst" or one.workloads == DOMAIN or " operations=" in one.settings
        long = lengthened(operations) + windows * f" warmup_operations={operations * 3 // 10}"
        if one.name.startswith("tune"):
            half = 5 * facts["operations"]
            long = f" operations={2 * half} warmup_operations={half}"
        yield from one._replace(
            seeds=range(1, facts["replications"] + 1),
            settings=one.settings + ("" if own else long)).lines()


# ---- collectives of many GPUs

# Of each domain its GPUs and bytes of a message; of --quick the others.
GPUS, SIZES = [8, 16, 32, 72], [4096, 65536, 1 << 20, 4 << 20, 16 << 20, 64 << 20]
SOME = [8, 72], [65536, 1 << 20]
DOMAINS = {"paper": (GPUS, SIZES), "port400": SOME, "port800": SOME, "nvlink4": SOME,
           "nvlink5": (GPUS, SIZES)}
QUICK = {"paper": ([8, 16], [4096, 1 << 20]), "nvlink5": ([8], [4096, 1 << 20])}
# Of the paper's domain with 1 MB, of Atomics 4 kB, more; from the first on one seed, two policies.
MANY = [128, 256, 512, 1024]


def made_of(collective):
    """all_reduce_atomic is all_reduce_all_pairs by Atomics, of 8 bytes each."""
    atomic = collective == "all_reduce_atomic"
    return "collective=" + ("all_reduce_all_pairs atomic_bytes=65536 collective_bytes=65536"
                            if atomic else collective)


def collectives(facts):
    """A run is a point: all policies and seeds. But for 8 GPUs none has messages of all GPUs with
    together more than 128 MiB; of Atomics few bytes, also together. As many hot experts as in a
    domain of 8: an eighth of the GPUs."""
    def point(domain, collective, gpus, size):
        return (f"collectives,,domains/{domain},semacredit,{collective},{gpus}:{size},1 "
                f"{made_of(collective)} receivers={gpus} collective_bytes={size} "
                f"expert_hot={gpus // 8}")

    chosen = {} if facts["scale"] else QUICK if facts["quick"] else DOMAINS
    for domain, (all_gpus, sizes) in chosen.items():
        for collective, gpus, size in itertools.product(COLLECTIVES, all_gpus, sizes):
            atomic = collective == "all_reduce_atomic"
            if (gpus == 8 or size * gpus <= 1 << 27) and not (
                    atomic and (size > 65536 or size * gpus > 1 << 20)):
                yield point(domain, collective, gpus, size)
    more = [] if facts["quick"] else GPUS + MANY if facts["scale"] else MANY
    for gpus, collective in itertools.product(more, COLLECTIVES):
        yield point("paper", collective, gpus, 4096 if "atomic" in collective else 1 << 20)


VERBS = {"experiments": experiments, "claims": claims, "agreement": agreement, "steady": steady,
         "studies": studies, "clocks": clocks, "collectives": collectives}


def lines(verb, facts):
    """The plan, of `only` its runs. ValueError: an option is not as it must be."""
    by_name, POLICIES[:] = {}, facts["policies"]
    for line in VERBS[verb](facts):
        by_name.setdefault(line.partition(",")[0], []).append(line)
    if (only := facts["only"]) and only not in by_name:
        meant = difflib.get_close_matches(only, by_name, 1)
        raise ValueError(f"--only: expected one of {', '.join(by_name)}, found '{only}'"
                         + (f", did you mean {meant[0]}?" if meant else ""))
    return [line for name, some in by_name.items() if only in ("", name) for line in some]
