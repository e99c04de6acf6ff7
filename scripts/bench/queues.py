"""What theory and the paper say of runs, of any simulator: waiting in M/D/1 and M/G/1 queues,
and policies that must coincide."""

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


def cases():
    """(workload, policy, seed, settings) of each run."""
    for settings, workload in ((ATOMIC, "atomic"), (RESPONSE, "response")):
        for load in LOADS:
            for seed in SEEDS:
                yield workload, "aggregate", seed, f"{OPEN}{settings}load_percent={load}"
    for workload, settings, policies in ALIKE:
        for policy in policies.split():
            for seed in 0, 1:
                yield workload, policy, seed, settings


def wrong(rows):
    """A line for each that is not so; of the rows of cases()."""
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
