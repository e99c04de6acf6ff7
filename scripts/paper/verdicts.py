"""Means, 95 % intervals, ratios, and verdicts on the numbers that the paper publishes.

The program hands over a row for each run, with every measure unrounded. A number of a policy is
computed for each seed, where it compares from the policy's run and the baseline's run of the same
seed, which meet the same trace; a mean is that of each seed's own number. P99 is that of the
latency-sensitive operations.

published.csv has the published numbers: what is compared (the runs of `policies` with those of
`baseline`, at `value` of the swept parameter, the baseline at `base_value` if there is one), by
which column of the runs, in which form; the paper's value as it stands there; and the tolerance, of
what is in per cent in points.
Where a number is about several workloads or policies, all of them must hold, and the one farthest
from the paper is shown. misses.txt says of each miss why ours is another.
"""
import csv
import math
import re
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).resolve().parent
STUDENT = [12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179,
           2.160, 2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064,
           2.060, 2.056, 2.052, 2.048, 2.045, 2.042]
NAMES = {"p99_small_ns": "P99", "goodput_gbps": "goodput", "retries": "retries",
         "max_queue_atomic_ns": "Atomic queueing"}
OF_RATIO = {"ratio": lambda ratio: ratio, "change": lambda ratio: 100 * (ratio - 1),
            "reduction": lambda ratio: 100 * (1 - ratio),
            "distance": lambda ratio: 100 * abs(ratio - 1)}
TO_RATIO = {"ratio": lambda number: number, "change": lambda number: 1 + number / 100,
            "reduction": lambda number: 1 - number / 100}


# ---- means

def total_of(numbers):
    total = 0.0
    for number in numbers:  # not sum(), which rounds otherwise from Python 3.12 on
        total += number
    return total


def student(degrees):
    """The 0.975 quantile of Student's distribution."""
    normal = 1.959964  # beyond the table: the first terms of the expansion around it
    return (STUDENT[degrees - 1] if degrees <= len(STUDENT)
            else normal + (normal + normal * normal * normal) / (4.0 * degrees))


def interval95(numbers):
    """Half the width of the 95 % interval of the mean of independent numbers; 0 for one."""
    count = len(numbers)
    if count < 2:
        return 0.0
    mean = total_of(numbers) / count
    squares = total_of((number - mean) * (number - mean) for number in numbers)
    return student(count - 1) * math.sqrt(squares / (count - 1) / count)


class Estimate(NamedTuple):
    mean: float
    low: float   # the least seed
    high: float  # the greatest
    interval: float


def estimate_of(numbers):
    mean = total_of(number / len(numbers) for number in numbers)
    low, high = (math.nan, math.nan) if math.isnan(mean) else (min(numbers), max(numbers))
    return Estimate(mean, low, high, interval95(numbers))


def number_of(column, form, run, base):
    ours = float(run[column])
    if form == "value":
        return ours
    other = float(base[column])
    if form == "avoided":
        return other - ours
    return OF_RATIO[form](ours / other) if other else math.nan


# ---- runs

class Runs:
    """What an experiment, in one loop, measured: `points` has a list of rows, a seed each, for
    each (workload, policy, value). Workloads, policies and values as they came."""

    def __init__(self, row):
        self.name, self.loop, self.parameter = row["experiment"], row["loop"], row["parameter"]
        self.workloads, self.policies, self.values, self.points = [], [], [], {}

    def add(self, row):
        key = row["workload"], row["policy"], row["value"]
        for names, name in zip((self.workloads, self.policies, self.values), key):
            if name not in names:
                names.append(name)
        self.points.setdefault(key, []).append(row)

    @property
    def paper_seeds(self):
        """Seed 0 in the paper's sweeps of one run, else seeds 1 to 5."""
        return 1 if next(iter(self.points.values()))[0]["seed"] == "0" else 5

    def estimate(self, column, form, point, base=None, seeds=None):
        """Over the first seeds. KeyError: there are no such runs."""
        runs = self.points[point][:seeds]
        bases = self.points[base][:seeds] if base else runs
        return estimate_of([number_of(column, form, *pair) for pair in zip(runs, bases)])

    def mean(self, column, *point):
        return self.estimate(column, "value", point).mean


def read_runs(lines):
    """The experiments, by name and loop, of a CSV of runs."""
    return runs_of(csv.DictReader(lines))


def runs_of(rows):
    experiments = {}
    for row in rows:
        key = row["experiment"], row["loop"]
        if key not in experiments:
            experiments[key] = Runs(row)
        experiments[key].add(row)
    return experiments


# ---- published numbers

class Outcome(NamedTuple):
    ours: float
    low: float
    high: float
    interval: float
    holds: bool
    sign_wrong: bool  # ours lies on the other side of "no difference" than the paper's


class Published:
    def __init__(self, row):
        self.id, self.section, self.experiment = row["id"], row["section"], row["experiment"]
        self.workloads, self.policies = row["workloads"].split("+"), row["policies"].split("+")
        self.value, self.baseline = row["value"], row["baseline"]
        self.base_value = row["base_value"]
        self.measure, self.form = row["measure"], row["form"]
        self.text, self.tolerance = row["paper"], row["tolerance"]
        self.percent = self.form in ("change", "reduction", "distance")
        amount = self.tolerance.split()[0]
        self.has_value = self.text not in ("lower", "higher")  # and not only a direction
        self.bounded = self.text.startswith("<=")
        exact = self.has_value and not self.bounded
        self.paper = float(self.text.split("+-")[0]) if exact else 0.0
        self.neutral = 1 if self.form == "ratio" else 0  # where policy and baseline do not differ
        self.of_sweeps = self.section >= "5.4"
        self.workload = self.workloads[0] if len(self.workloads) == 1 else "each"
        self.bound = (0.0 if amount == "holds" else float(amount) / 100 * self.paper
                      if self.tolerance.endswith("%") else float(amount))
        if self.percent:
            self.tolerance += " point" if amount == "1" else " points"

    @property
    def pair(self):
        """"scalar(4)/semacredit P99", what is compared."""
        value, base = (f"({at})" if at else "" for at in (self.value, self.base_value))
        return f"{'+'.join(self.policies)}{value}/{self.baseline}{base} {NAMES[self.measure]}"

    @property
    def subject(self):
        return f"{self.pair} {self.form}" if self.has_value else self.pair

    @property
    def describe(self):
        return f"{'+'.join(self.workloads)}: {self.subject}"

    def shown(self, number):
        """A number without its unit."""
        if self.form == "ratio":
            return f"{number:.3f}"
        if abs(number) < 0.005:
            return "0.00"  # not "-0.00"
        return f"{number:+.2f}" if self.form == "change" else f"{number:.2f}"

    def holds(self, ours):
        """NaN, from runs that hold nothing, must not pass: comparisons ask for what is right."""
        if not self.has_value:
            return ours < 1 if self.text == "lower" else ours > 1
        return abs(ours - self.paper) <= self.bound + 1e-9  # 1.1 - 1.0 is a little more than 0.1

    def judge(self, estimate: Estimate):
        sign = (estimate.mean - self.neutral) * (self.paper - self.neutral)
        return Outcome(*estimate, self.holds(estimate.mean), self.has_value and sign < 0)

    def outcome(self, runs, seeds=None, identical=False, value=None):
        """Over the first seeds. `identical`: with the baseline instead of the policies, what
        two identical policies would get: where that holds, the number tells nothing of their
        difference. `value`: at this value of the runs' parameter instead. KeyError: there are no
        such runs."""
        value = self.value if value is None else value
        base = self.base_value or value
        points = [(workload, self.baseline, base) for workload in self.workloads] if identical \
            else [(workload, policy, value) for workload in self.workloads
                  for policy in self.policies]
        outcomes = [self.judge(runs.estimate(self.measure, self.form, point,
                                             (point[0], self.baseline, base), seeds))
                    for point in points]
        return max(outcomes, key=lambda one: math.inf if math.isnan(one.ours)
                   else abs(one.ours - self.paper))

    def carried(self, outcome):
        """What an outcome's 95 % interval carries: it lies within tolerance ("ok"), beyond
        ("miss"), or across a bound ("open")."""
        low, high = outcome.ours - outcome.interval, outcome.ours + outcome.interval
        if self.holds(low) and self.holds(high):
            return "ok"
        around = self.has_value and low < self.paper < high
        return "open" if self.holds(low) or self.holds(high) or around else "miss"


def read_published(path=HERE / "published.csv"):
    with open(path, encoding="utf-8") as table:
        return [Published(row) for row in csv.DictReader(table)]


class Verdict:
    """A published number over the paper's seeds, over many, and with two identical policies."""

    def __init__(self, published, experiments):
        runs = experiments[published.experiment, ""]
        self.published = published
        self.paper = published.outcome(runs, runs.paper_seeds)
        self.many = published.outcome(runs)
        self.carried = published.carried(self.many)
        self.identical = published.outcome(runs, runs.paper_seeds, identical=True).holds

    @property
    def many_shown(self):
        digits = 3 if self.published.form == "ratio" else 2
        return f"{self.published.shown(self.many.ours)} +-{self.many.interval:.{digits}f}"

    def reason(self, reasons):
        """Why it misses, one sentence."""
        why, at = reasons.get(self.published.id, "not understood"), self.paper
        spread = f" (single seeds: {self.published.shown(at.low)} to " \
            f"{self.published.shown(at.high)})" if at.low < at.high else ""
        return why + spread


def read_reasons():
    """Of each miss: paragraphs "ID: why", indented where they go on."""
    text = re.sub(r"\n +", " ", (HERE / "misses.txt").read_text(encoding="utf-8"))
    return dict(line.split(": ", 1) for line in text.splitlines())


# ---- in steady state

def survival(published, outcome):
    """Whether a conclusion of the paper stands outside its bursts: "survives", a difference in the
    paper's direction, or none where the paper has none; "no_difference", none to speak of, within
    the interval or below 1 % of P99, 0.1 % of goodput; "reversed"; "differs", one where the paper
    has none, beyond the tolerance."""
    ours = outcome.ours - published.neutral
    paper = -1 if published.text == "lower" else published.paper - published.neutral
    if abs(paper) < 1e-9:
        return "survives" if abs(ours) <= published.bound else "differs"
    least = 0.1 if (published.measure, published.form) == ("goodput_gbps", "change") else 1
    least = least / 100 if published.neutral else least
    if not (abs(ours) > outcome.interval and abs(ours) >= least):
        return "no_difference"
    return "survives" if ours * paper > 0 else "reversed"


def of_steady_state(published):
    """Not the numbers about retries, or about other windows of `scalar` than its default."""
    return published.form != "avoided" and published.value in ("", "4")
