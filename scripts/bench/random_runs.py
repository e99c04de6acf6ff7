"""Runs with random settings: every policy, most keys of the simulator, at uneven values.
Some are small, so that things happen in the same instant."""
import random

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


def case(number):
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
