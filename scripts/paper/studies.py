"""`semacredit studies`: points of the sweeps of what the paper leaves open, each value compared
with the first; build/results/figures/STUDY.csv has a row for each.
"""
import itertools
import re

import output
import plan
import verdicts

# Columns of the runs; other measures are columns by themselves. "..._change_percent" is a change
# against the first value; there "small" is bulk of at most 512 wire bytes, "cold" what goes to cold
# partitions.
COLUMNS = {"p99_ns": "p99_small_ns", "goodput_change_percent": "goodput_gbps",
           **{f"{measure}_{of}_change_percent": column
              for of in ("best", "rival", "vector", "tuned", "bytes") for measure, column in (
                  ("p99", "p99_small_ns"), ("goodput", "goodput_gbps"), ("bulk", "p99_bulk_ns"),
                  ("makespan", "makespan_ns"))},
           "makespan_change_percent": "makespan_ns",
           **{f"{measure}_victims_change_percent": f"{measure}_victims_{unit}"
              for measure, unit in (("p99", "ns"), ("p99_bulk", "ns"), ("goodput", "gbps"))},
           **{f"{mean}_{of}change_percent": f"{mean}_{column}_ns" for mean in ("p99", "mean")
              for of, column in (("", "small"), ("bulk_", "bulk"), ("small_", "small_bulk"),
                                 ("cold_", "cold_bulk"), ("cold_urgent_", "cold_small"))}}

# Changes against the best fixed window, that of least P99 of those with all of the goodput but 2 %,
# or with all of the point's own but 2 % (rival); and against semacredit with the same window, or
# rule, or with its best one (tuned); "bytes": against resource_byte at the same value.
BEST = ["p99_best_change_percent", "goodput_best_change_percent", "p99_vector_change_percent",
        "goodput_vector_change_percent"]
ADAPT = ["p99_ns", "p99_change_percent", "goodput_change_percent", "utilisation_percent", *BEST,
         "window_percent", "window_error_percent", "window_settled_us", "fairness"]
TUNE = ["p99_ns", "p99_change_percent", "goodput_change_percent", "p99_rival_change_percent",
        "goodput_rival_change_percent", "window_percent"]
CALIBRATE = ["p99_ns", "p99_change_percent", "goodput_change_percent", "goodput_gbps",
             "window_percent", "window_spread_percent", "window_settled_us"]
STEPS = ("part of the way that a multiplier moves, 1/n, to each completion or (busy) to the "
         "busy time of 2 us of charged work; sums: as the block after reset")
RULES = "windows, ns, or by a rule that starts at 1000, 250 (narrow) or 8000 (wide)"
FIRMWARE = "windows of the vector, ns, or by firmware's loop, so often"
ADAPTED = {"": "closed loop", "_load": "load of 50 and 150 %",
           "_phase": "bulk changes to small reads and back", "_tail": "responses with a long tail",
           "_half": "estimates of half of the service time",
           "_double": "estimates of twice the service time",
           "_slow": "HBM partition 0 takes three times as long"}
POLICY = ["p99_ns", "p99_change_percent", "goodput_change_percent", "utilisation_percent",
          "feedback_gbps"]
PORT = ["p99_change_percent", "mean_change_percent", "p99_bulk_change_percent",
        "mean_bulk_change_percent", "goodput_change_percent"]
SMALL = ["p99_small_change_percent", "mean_small_change_percent"]
COLD = ["p99_cold_urgent_change_percent", "mean_cold_urgent_change_percent",
        "p99_cold_change_percent", "mean_cold_change_percent"]
PORT_SHOWS = "waiting operations that the port shows, shared by classes; 0: all"
COLLECTIVE = ["p99_change_percent", "mean_change_percent", "p99_bulk_change_percent",
              "makespan_change_percent"]
LINK = [f"{measure}_{of}_change_percent" for of in ("vector", "tuned")
        for measure in ("p99", "goodput", "bulk")]
FIRST = ["makespan_vector_change_percent"]
PRODUCT = "window of the link, or pool, in per cent of a bandwidth-delay product"
TAILS = ["p99_ns", "p999_small_ns", "p9999_small_ns", "greatest_small_ns", "p99_bulk_ns",
         "p999_bulk_ns", "p9999_bulk_ns", "greatest_bulk_ns", "goodput_change_percent"]
MEMORY = ["p99_ns", "p99_bytes_change_percent", "goodput_bytes_change_percent", "goodput_gbps",
          "goodput_change_percent", "p99_change_percent", "max_queue_hbm_ns"]
GROUPS = [f"{measure}_{of}" for of in ("victims", "attackers")
          for measure in ("p99", "p99_bulk", "goodput")]
TENANTS = [f"{group}_change_percent" for group in GROUPS if "victims" in group] + [
    f"{group}_{'gbps' if 'good' in group else 'ns'}" for group in GROUPS] + [
        "goodput_change_percent"]
READS = ["p99_ns", *LINK[:3], "max_queue_hbm_ns"]
FAULTS = ["p99_change_percent", "goodput_change_percent", "again_percent", "repeated_percent",
          "strays", "left"]
RESET = ["recovery_us", "lasting_us", "lost_us", "voided", "strays", "left", "max_queue_hbm_ns",
         "p99_change_percent"]
DEAD = ["lasting_us", "lost_us", "cleared", "oldest_us", "left", "p99_change_percent"]
CLASSES = "classes of HBM partitions, 0: each its own credit"
EXPLICIT = ["p99_change_percent", "p99_bulk_change_percent", "goodput_change_percent",
            "p99_cold_change_percent", "max_queue_hbm_ns", "feedback_gbps"]
# What a value is, and the measures.
STUDIES = {
    "quantum_time": ("unit of the Atomic and response lanes, 2^n / 16 ns", POLICY),
    "quantum_hbm": ("unit of the HBM lanes, 2^n bytes", POLICY),
    "counter_bits": ("width of the counters, in the finest units that let the windows fit",
                     POLICY),
    "grant_interval": ("interval from a return to the message that tells of it, ns", POLICY),
    "initiators": ("initiators, granted by messages of 250 to 750 ns; 0: one, granted at once",
                   ["p99_change_percent", "goodput_change_percent", "debt_percent", "told_percent",
                    "fairness", "p99_ratio", "settled_us", "settled_operations"]),
    "slots": ("waiting operations that the arbiter sees, in order of submission; 0: all",
              POLICY[:4]),
    "port": (PORT_SHOWS, PORT),
    "port_half": (f"{PORT_SHOWS}; half of all writes to one partition", PORT + SMALL + COLD),
    "port_most": (f"{PORT_SHOWS}; four fifths of all writes to one partition",
                  PORT + SMALL + COLD),
    "port_mixed": (f"{PORT_SHOWS}; reads, Atomics and writes", PORT + SMALL),
    "port_limit": ("small_limit of 32 places; 0: the arbiter sees all; half of all writes to one "
                   "partition", PORT + SMALL + COLD),
    "port_limit_mixed": ("small_limit of 40 places; reads, Atomics and writes", PORT + SMALL),
    "port_collectives": (f"{PORT_SHOWS}; collectives", COLLECTIVE),
    "classes": (f"{CLASSES}, of neighbours, with the window of the slowest", EXPLICIT),
    "classes_sum": (f"{CLASSES}, of neighbours, with the sum of their windows", EXPLICIT),
    "classes_learned": (f"{CLASSES}, of which a partition that was refused 16 times gets one",
                        EXPLICIT),
    "classes_errors": ("classes of neighbours, and operations with a wrong predicted partition, %",
                       ["p99_ns", "p99_bulk_ns", "goodput_gbps", "max_queue_hbm_ns"]),
    **{name + case: (f"{rule}; {text}", measures)
       for name, rule, measures in (("adapt", RULES, ADAPT), ("tune", FIRMWARE, TUNE))
       for case, text in ADAPTED.items()},
    "calibration": (f"{STEPS}; closed loop", CALIBRATE),
    "calibration_burst": (f"{STEPS}; bursts of 280", CALIBRATE),
    "link": ("all windows, per cent of the paper's, and of a bandwidth-delay product",
             ["p99_ns", "goodput_gbps", *LINK]),
    "link_alone": (PRODUCT, LINK[:3]),
    "link_first": (f"{PRODUCT}; 64 writes on an idle link", FIRST),
    "link_domain": (f"{PRODUCT}; eight receivers", [*FIRST, *LINK[:3:2]]),
    "read_charged": ("a read's time at HBM beside its transfer, ns; hbm_hotspot of small reads",
                     READS),
    "banks": ("HBM partitions: a rate; banks with a scheduler, -90: nine of ten operations go on "
              "where the last one ended", MEMORY),
    "tenants": ("four initiators of 16 mark all they send as latency-sensitive; "
                "budget of each at the source, 1/1000 of a stage's time or of the paths' bytes, or "
                "at the receiver, operations held at a time", TENANTS),
    "starvation": ("wait after which an operation is due, ns; 0: never", TAILS),
    "loss": ("offers whose answer is lost, %, so that the operation is offered once more",
             ["p99_change_percent", "goodput_change_percent", "again_percent", "repeated_percent",
              "twice_percent", "left"]),
    "domain_loss": ("grants that are lost on their way, %; eight receivers", FAULTS),
    "domain_duplicates": ("completions that come again, %; eight receivers", FAULTS),
    "domain_reset": ("rule after the reset of one block of eight: none is reset; offers wait until "
                     "what was granted is over; they do not", RESET),
    "domain_dead": ("age at which reservations of a dead source, one of eight, are cleared, ns; 0: "
                    "none dies", DEAD),
    "domain_lockstep": ("one fault, in lockstep", [*RESET, "again_percent", "cleared"]),
    "upsets": ("what is left of every window for 20 us, %; 0: a reset instead",
               ["recovery_us", "lost_us", "voided", "left"])}


def study(name):
    """What the first line says of it, and its measures: of one that is not above the policy's."""
    return STUDIES.get(name, ("", POLICY))


CASES = {"true": "true estimates", "half": "estimates of half", "double": "estimates of twice",
         "vary": "response service +-50 %", "tail": "a long tail of response service"}
LOOPS = {**CASES, **{f"{case}_block": f"{text}, the block" for case, text in CASES.items()},
         "burst": "bursts", "closed": "closed loop", "tight": "closed loop, tight windows",
         "block": "closed loop, the block", "open": "open loop",
         "shared": "closed loop of 16 initiators", "steps": "open loop",
         "honest": "closed loop, none attacks", "all_to_all": "all to all at once",
         "moe": "dispatch and combine of moe",
         "ring": "all-reduce in a ring", "domain": "eight receivers",
         "slow": "eight receivers, slow partitions", "first": "credit reported at once",
         "first_told": "credit reported after 500 ns"}
MORE = ["loop", "quantum_hbm", "quantum_time", "rejected", "utilisation_percent", "grant_messages",
        "grant_bytes", "feedback_gbps"]
FIELDS = ("experiment,workload,policy,parameter,value,measure,base,loop,rejected,seeds,mean,low,"
          "high")


def is_change(measure):
    return measure.endswith("_change_percent")


def best(runs, point, own=False):
    """The best fixed window of a point's workload and policy; of its `own` goodput."""
    fixed = [value for value in runs.values if value.isdigit()]
    goodput, p99 = ({value: runs.mean(column, *point[:2], value) for value in fixed}
                    for column in ("goodput_gbps", "p99_small_ns"))
    most = runs.mean("goodput_gbps", *point) if own else max(goodput.values())
    return min((value for value in fixed if goodput[value] >= 0.98 * most), key=p99.get,
               default=max(fixed, key=goodput.get))


def base_of(runs, measure, point):
    if re.search("vector|_bytes_", measure):
        return point[2]
    if "tuned" in measure:
        return best(runs, (point[0], "semacredit"))
    if "rival" in measure:
        return best(runs, point, own=True)
    if "best" in measure or measure == "window_error_percent":
        return best(runs, point)
    return runs.values[0] if is_change(measure) else ""


def estimate(runs, measure, point):
    if measure == "window_error_percent":
        ratio = plan.START.get(point[2], point[2]), base_of(runs, measure, point)
        return verdicts.estimate_of([
            float(run["window_percent"]) * float(ratio[0]) / float(ratio[1]) - 100
            for run in runs.points[point]])
    form = "change" if is_change(measure) else "value"
    policy = "semacredit" if re.search("vector|tuned", measure) else \
        "resource_byte" if "_bytes_" in measure else point[1]
    return runs.estimate(COLUMNS.get(measure, measure), form, point,
                         (point[0], policy, base_of(runs, measure, point) or runs.values[0]))


def rows(loops):
    for runs in loops:
        for point, seeds in runs.points.items():
            workload, policy, value = point
            rejected = sum(int(run["rejected"]) for run in seeds)
            for measure in study(runs.name)[1]:
                base = base_of(runs, measure, point)
                at = estimate(runs, measure, point)
                yield [runs.name, workload, policy, runs.parameter, value, measure, base,
                       runs.loop, rejected, len(seeds),
                       *map(output.plain, (at.mean, at.low, at.high))]


def shown(number, change):
    """At most six characters; no sign where there is no difference."""
    size = abs(number)
    digits = (1 if change else 2) if size < 99.95 else 0
    if change and size < 0.05:
        return "   0.0"
    return f"{number:{'+' if change else ''}6.{digits}f}"


def is_shown(study, measure):
    """Absolute values and what repeats others are for the files."""
    return measure not in ("p99_ns", "utilisation_percent") and \
        (measure != "feedback_gbps" or study.startswith(("grant_interval", "classes")))


def print_block(runs, measure):
    print(f"  {LOOPS[runs.loop]}: {measure}")
    for workload, policy in itertools.product(runs.workloads, runs.policies):
        numbers = [estimate(runs, measure, (workload, policy, value)).mean
                   for value in runs.values]
        name = workload if len(runs.policies) == 1 else f"{workload} {policy}"
        print(f"    {name:11} " + " ".join(shown(number, is_change(measure))
                                           for number in numbers))


def tell(experiments, facts):
    studies = {}
    for runs in experiments.values():
        studies.setdefault(runs.name, []).append(runs)
    for name, loops in studies.items():
        output.write_runs(f"{name}.csv", loops, MORE)
        output.write_csv(f"figures/{name}.csv", FIELDS, rows(loops))
    print("Policy semacredit, or the block, means over the seeds: P99 of latency-sensitive "
          "operations;\nchanges against the first value.")
    for name, loops in studies.items():
        meaning, measures = study(name)
        print(f"\n{name}: {meaning}\n{'':15}"
              + "".join(f" {value:>6}" for value in loops[0].values))
        for runs in loops:
            for measure in measures:
                if is_shown(name, measure):
                    print_block(runs, measure)
    output.tell_place(experiments, facts)
