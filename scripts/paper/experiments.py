"""`semacredit experiments`: the means side by side on the terminal, and for the figures a CSV of
each, build/results/figures/FIGURE.csv: for each point the mean and the range over the seeds,
relative to a baseline, beside what the paper publishes. And `semacredit clocks`."""
import output
import plan
import verdicts

QUESTIONS = {
    "micro": "which policy protects small operations from which bottleneck",
    "scalar_sweep": "whether one scalar window serves every bottleneck",
    "reactive": "what waiting for exhaustion costs beside reserving",
    "return_ablation": "what returning credit by phase brings",
    "applications": "the policies on application-shaped mixes",
    "atomic_latency": "from which Atomic latency service time beats bytes",
    "response_overhead": "from which response overhead service time beats bytes",
    "credits": "how the benefit depends on the endpoint's command bound",
    "window": "how the benefit depends on the base window",
    "mapping_error": "what wrong guesses of the HBM partition cost",
    "bias": "what a systematic error of the estimates costs",
    "variability": "what service times that vary cost"}

# ---- figures

MEASURES = {"p99_ns": ("p99_small_ns", "value"), "p99_ratio": ("p99_small_ns", "ratio"),
            "p99_reduction_percent": ("p99_small_ns", "reduction"),
            "goodput_change_percent": ("goodput_gbps", "change")}
GOODPUT = ("goodput_change_percent", "resource_byte")
SWEPT = [("p99_ns", ""), ("p99_reduction_percent", "resource_byte"), GOODPUT]
AGAINST_VECTOR = [("p99_ratio", "semacredit"), ("goodput_change_percent", "semacredit")]
# Of each figure the experiments, and of each experiment the measures with their baselines.
FIGURES = {
    "micro": {"micro": [("p99_ratio", "aggregate"), GOODPUT]},
    "strong": dict.fromkeys(("scalar_sweep", "reactive", "return_ablation"), AGAINST_VECTOR),
    "applications": {"applications": [("p99_ratio", "aggregate"), GOODPUT]},
    **{name: {name: SWEPT} for name in ("atomic_latency", "response_overhead", "credits",
                                        "window")},
    "mapping_error": {"mapping_error": [SWEPT[0], ("p99_reduction_percent", "aggregate"),
                                        *SWEPT[1:]]},
    "robustness": {name: [("p99_ratio", "resource_byte"), GOODPUT]
                   for name in ("bias", "variability")}}
FIELDS = ("experiment,workload,policy,parameter,value,measure,baseline,claims,paper,seeds,mean,"
          "low,high")


class Paper:
    """The paper's ratio of a policy to a baseline, at a workload and a value of an experiment, in
    a column, from published numbers about the same runs: from one that says it, like "M8", or from
    several that it follows from, like "A9*A8": SemaCredit's ratios to two policies give those
    policies' ratio."""

    def __init__(self, published, column, baseline):
        self.baseline = baseline
        self.steps = []  # (policy, the policy it is compared with, ratio, id)
        for one in published:
            if not one.has_value or one.bounded or one.base_value or one.measure != column \
                    or one.form not in verdicts.TO_RATIO:
                continue
            ratio = verdicts.TO_RATIO[one.form](one.paper)
            self.steps += [(policy, one.baseline, ratio, one.id) for policy in one.policies]
            self.steps += [(one.baseline, policy, 1 / ratio, one.id) for policy in one.policies]

    def follow(self, policy, length):
        """(ratio, ids) by exactly so many published numbers, or None."""
        if length == 0 or policy == self.baseline:
            return None
        for start, end, ratio, name in self.steps:
            if start != policy or (end == self.baseline) != (length == 1):
                continue
            if length == 1:
                return ratio, name
            if rest := self.follow(end, length - 1):
                return rest[0] * ratio, f"{name}*{rest[1]}"
        return None

    def ratio(self, policy):
        """By the fewest numbers; three reach all of them."""
        return next(filter(None, (self.follow(policy, length) for length in (1, 2, 3))), None)


def figure_rows(runs, published, measure, baseline):
    column, form = MEASURES[measure]
    for point, rows in runs.points.items():
        workload, policy, value = point
        ours = runs.estimate(column, form, point, (workload, baseline or policy, value))
        about = [one for one in published if one.experiment == runs.name and one.value == value
                 and workload in one.workloads]
        ratio, names = Paper(about, column, baseline).ratio(policy) or (None, "")
        paper = output.plain(verdicts.OF_RATIO[form](ratio)) if names else ""
        yield [runs.name, workload, policy, runs.parameter, value, measure, baseline, names, paper,
               len(rows), *map(output.plain, (ours.mean, ours.low, ours.high))]


def write_figures(experiments):
    """One experiment alone makes those figures that need no other."""
    published = verdicts.read_published()
    for figure, parts in FIGURES.items():
        if all((name, "") in experiments for name in parts):
            output.write_csv(f"figures/{figure}.csv", FIELDS, [
                row for name, views in parts.items() for view in views
                for row in figure_rows(experiments[name, ""], published, *view)])


# ---- the terminal

def print_block(runs, heading, columns):
    """A line for each policy; columns are workloads, or values of one workload."""
    print(f"  {heading:15}" + "".join(f" {name:>11}" for name, _, _ in columns))
    for policy in runs.policies:
        cells = [(runs.mean("p99_small_ns", workload, policy, value),
                  runs.mean("goodput_gbps", workload, policy, value))
                 for _, workload, value in columns]
        print(f"  {policy:15}" + "".join(f" {p99:6.0f} {goodput:4.0f}" for p99, goodput in cells))


def print_runs(runs):
    swept = f"; {runs.parameter} from left to right" if runs.parameter else ""
    print(f"\n{runs.name}: {QUESTIONS[runs.name]}{swept}")
    if not runs.parameter:
        print_block(runs, "", [(workload, workload, "") for workload in runs.workloads])
        return
    for workload in runs.workloads:
        print_block(runs, workload, [(value, workload, value) for value in runs.values])


def tell(experiments, facts):
    clock = f"_{facts['clock']}ns" if facts["clock"] else ""
    folder = f"{facts['admission']}{clock}/" if facts["admission"] else ""
    for name in plan.without(facts):
        print(f"credits: without {name}: the RTL of this build has {facts['depth']} reservations")
    for runs in experiments.values():
        output.write_runs(f"{folder}{runs.name}.csv", [runs])
    if not facts["admission"]:
        write_figures(experiments)
    else:
        clocked = "clocked, period in ns " if facts["clock"] else "in zero time"
        print(f"Decided by {facts['admission']} for semacredit, adaptive_window and oracle, "
              f"{clocked}{facts['clock']}.")
    print("Means over the seeds: P99 of latency-sensitive operations in ns, goodput in Gb/s.")
    for runs in experiments.values():
        print_runs(runs)
    output.tell_place(experiments, facts, folder)


# ---- `semacredit clocks`: what the block's clock costs, build/results/clocks.csv

CLOCK_COLUMNS = {"operations": "{:.0f}", "p99_small_ns": "{:.3f}", "p50_small_ns": "{:.3f}",
                 "p99_bulk_ns": "{:.3f}", "goodput_gbps": "{:.4f}", "makespan_ns": "{:.3f}"}


def clock_rows(runs):
    """By workload, policy, seed and then clock."""
    for workload in runs.workloads:
        for policy in runs.policies:
            for clocks in zip(*(runs.points[workload, policy, value] for value in runs.values)):
                for run in clocks:
                    yield [workload, policy, run["seed"], run["value"],
                           *(form.format(float(run[name])) for name, form in CLOCK_COLUMNS.items())]


def print_costs(runs):
    print(f"{'P99 of latency-sensitive, goodput:':38}"
          + "".join(f"  {float(value) / 1000:11.1f} ns" for value in runs.values[1:]))
    for workload in runs.workloads:
        for policy in runs.policies:
            (p99, goodput), *others = [(runs.mean("p99_small_ns", workload, policy, value),
                                        runs.mean("goodput_gbps", workload, policy, value))
                                       for value in runs.values]
            print(f"{workload:12} {policy:10} {p99:7.0f} {goodput:7.1f}"
                  + "".join(f"  {100 * (at / p99 - 1):+6.2f} {100 * (rate / goodput - 1):+6.2f}%"
                            for at, rate in others))


def tell_clocks(experiments, _):
    runs = experiments["clocks", ""]
    output.write_csv("clocks.csv", f"workload,policy,seed,clock_ps,{','.join(CLOCK_COLUMNS)}",
                     clock_rows(runs))
    print_costs(runs)
