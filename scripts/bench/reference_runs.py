"""The runs of reference.py: with random settings; and those of which theory and the paper say what
comes out, of any simulator: waiting in M/D/1 and M/G/1 queues, and policies that must coincide."""
import random

# Every policy, most keys of the simulator, at uneven values. Some are small, so that things happen
# in the same instant.
WORKLOADS = "hbm_hotspot atomic response allreduce moe remote_read".split()
POLICIES = ("aggregate aggregate_class resource_byte primary scalar reactive semacredit "
            "arrival_return end_return adaptive oracle adaptive_window bdp vector_link "
            "vector_link_sent read_charged").split()
WORDS = "atomic write read small_read notify answered_write".split()
# Of each group of keys how often it is set, in per cent, and what from: least and most; words.
GROUPS = [
    (70, {"hbm_gbps": (60, 700), "hbm_read_ns": (0, 90), "atomic_ns": (1, 250),
          "response_gbps": (60, 700), "response_ns": (0, 90)}),
    (40, {"path_gbps": (40, 400), "path_ns": (0, 700)}),
    (30, {"large_bytes": (300, 9000), "small_bytes": (1, 900), "command_bytes": (1, 300)}),
    (50, {"hot_percent": (0, 100), "hot_partitions": (1, 8), "urgent_hot_percent": (0, 100)}),
    (60, {"spacing_ps": (0, 900), "urgent_period": (0, 9), "urgent_phase": (0, 40)}),
    (30, {"bulk_even": WORDS, "bulk_odd": WORDS, "urgent_even": WORDS, "urgent_odd": WORDS,
          "any_response": (0, 1)}),
    (40, {"issue_jitter_ps": (0, 3000), "issue_jitter_spread_ps": (0, 5000),
          "serialise_jitter_ps": (0, 3000), "serialise_jitter_spread_ps": (0, 5000),
          "bank_redraw_percent": (0, 100)}),
    (60, {"window_request_ns": (20, 1700), "feedback_rtt_ns": (20, 1300),
          "atomic_window_multiple": (1, 5), "scalar_window_percent": (30, 900)}),
    (50, {"link_window_percent": (20, 300)}),
    (40, {"command_limit": (17, 128), "class_reserve": (0, 17)}),
    (20, {"quantum_hbm": (0, 7), "quantum_time": (0, 7)}),
    (40, {"estimate_percent": (30, 250), "variability_percent": (0, 100),
          "variability_long_percent": (1, 99)}),
    (30, {"mapping_error_percent": (1, 100)}),
    (30, {"calibrate_shift": (1, 9), "calibrate_work_ns": (0, 500)}),
    (15, {"multiplier_min": (1, 4000), "multiplier_max": (4500, 16383)}),
    (60, {"reactive_threshold_percent": (0, 150), "reactive_closures": (0, 3),
          "reactive_recovery_ns": (0, 900), "reactive_feedback_ns": (0, 900)}),
    (30, {"slow_hbm_percent": (20, 400)}),
    (25, {"change_operations": (20, 90), "change_spacing_percent": (0, 300),
          "change_bulk": WORDS, "change_percent": (0, 100)}),
    (30, {"warmup_operations": (1, 90)}),
    (25, {"arrivals": ["poisson"]}),
    (15, {"load_percent": (30, 150)})]
# One of these, or none.
ADMISSION = [{}, {"aging_ns": (1, 3000)}, {"window_adapt_ns": (20, 900), "empty_admits": (1, 1)},
             {"arbiter_slots": (1, 40)},
             {"port_slots": (1, 60), "small_limit": (0, 5000)},
             {"hbm_classes": (1, 8), "class_window": ["slowest", "sum"], "class_learn": (0, 9)}]
LOOPS = [{}, {}, {"grant_interval_ns": (0, 900), "grant_delay_ns": (0, 900)},
         {"outstanding": (1, 200)},
         {"outstanding": (16, 200), "initiators": (1, 16), "initiator_delay_ns": (0, 900),
          "initiator_spread_percent": (0, 100), "initiator_late_ns": (0, 9000)}]


def random_case(number):
    """(workload, policy, seed, settings)"""
    rng = random.Random(number)
    policy = POLICIES[number % len(POLICIES)]
    keys = {"operations": (100, 400), "empty_admits": (0, 1)}
    for percent, group in GROUPS:
        keys |= group if rng.randrange(100) < percent else {}
    admission, loop = rng.choice(ADMISSION), rng.choice(LOOPS)
    if "initiators" in loop and policy == "reactive" or \
            "window_adapt_ns" in admission and policy in ("arrival_return", "adaptive_window",
                                                         "vector_link", "vector_link_sent"):
        admission = loop = {}
    keys |= admission | loop
    if policy.startswith("adaptive") or "class_learn" in keys:
        keys["empty_admits"] = 1, 1  # a demand may become larger than its window

    def value(key, of):
        if isinstance(of, list):
            return rng.choice(of)
        count = 4 if key.startswith("path") else 1
        return ",".join(str(rng.randint(*of)) for _ in range(count))

    settings = " ".join(f"{key}={value(key, of)}" for key, of in keys.items())
    return rng.choice(WORKLOADS), policy, rng.choice((0, 1, 2, 7, 10**12 + 9)), settings


# ---- theory, and policies that must coincide

OPEN = ("arrivals=poisson operations=300000 warmup_operations=10000 urgent_period=0 "
        "path_ns=0,0,0,0 path_gbps=1000000,1000000,1000000,1000000 response_gbps=1000000 "
        "response_ns=0 "
        "serialise_jitter_ps=0 serialise_jitter_spread_ps=0 ")
ATOMIC = "atomic_ns=100 "
# The response engine: nine in ten take half as long, the others 5.5 times.
RESPONSE = ("hbm_gbps=1000000 hbm_read_ns=0 response_ns=100 hot_percent=0 "
            "variability_percent=50 variability_long_percent=10 ")
SQUARES = {ATOMIC: 1.0, RESPONSE: 0.9 * 0.5**2 + 0.1 * 5.5**2}  # of the mean service time
LOADS = 50, 80, 90
SEEDS = 1, 2, 3

VECTORS = "semacredit oracle adaptive adaptive_window"
# Workload, settings, policies whose every operation fares alike (paper, sections 5.1 to 5.5).
ALIKE = [
    # True estimates and mappings leave nothing to learn or to know.
    *((workload, "", VECTORS) for workload in
      "hbm_hotspot atomic response allreduce moe remote_read".split()),
    # A receiver alone has no links of sources; and a link whose window nothing fills.
    *((workload, "path_gbps=90,90,90,90", "vector_link vector_link_sent")
      for workload in ("atomic", "response", "moe")),
    ("moe", "link_window_percent=10000", "vector_link semacredit"),
    ("hbm_hotspot", "", "primary semacredit"),           # M2, M3: nothing large responds
    ("atomic", "", "aggregate resource_byte"),           # M6
    ("atomic", "", "primary semacredit"),                # M7, M8
    ("response", "", "aggregate primary"),               # M12
    ("allreduce", "", "primary semacredit"),             # A1, A3
    ("atomic", "atomic_ns=200 operations=168", "primary semacredit"),   # S6e
    *(("atomic", f"atomic_ns={ns} operations=168", "resource_byte primary")
      for ns in (3, 10, 30)),                            # S6a to S6c
    ("atomic", "command_limit=32", "resource_byte semacredit"),     # S11
    ("response", "response_ns=0 operations=120", "resource_byte semacredit"),  # S7
    # Windows that nothing fills: the bound on commands is all there is.
    *((workload, "feedback_rtt_ns=1000000", "aggregate resource_byte primary scalar reactive "
       "arrival_return " + VECTORS) for workload in ("atomic", "response", "hbm_hotspot"))]


def theory_cases():
    """(workload, policy, seed, settings) of each run."""
    for settings, workload in ((ATOMIC, "atomic"), (RESPONSE, "response")):
        for load in LOADS:
            for seed in SEEDS:
                yield workload, "aggregate", seed, f"{OPEN}{settings}load_percent={load}"
    for workload, settings, policies in ALIKE:
        for policy in policies.split():
            for seed in 0, 1:
                yield workload, policy, seed, settings


def wrong_theory(rows):
    """A line for each that is not so; of the rows of theory_cases()."""
    rows = iter(rows)
    for squares in SQUARES.values():
        for load in LOADS:
            runs = [next(rows) for _ in SEEDS]
            waits = sum(float(run["mean_bulk_ns"]) for run in runs) / len(runs) - 100
            rho = load / 100
            theory = 100 * squares * rho / (1 - rho) / 2
            if abs(waits / theory - 1) > 0.03:
                yield f"load {load} %: waits {waits:.1f} ns, in theory {theory:.1f}"
    for workload, settings, policies in ALIKE:
        found = [[next(rows) for _ in (0, 1)] for _ in policies.split()]
        same = [[{key: value for key, value in run.items() if key not in (
            "experiment", "policy", "state_entries", "window_percent", "window_spread_percent",
            "grant_messages", "grant_bytes", "feedback_gbps")} for run in runs] for runs in found]
        for policy, runs in zip(policies.split(), same):
            for run, first in zip(runs, same[0]):
                keys = [key for key in run if run[key] != first[key]]
                if keys:
                    yield (f"{workload} {settings}, seed {run['seed']}: {policy} is not "
                           f"{policies.split()[0]}: {keys[0]} {run[keys[0]]}, not {first[keys[0]]}")
