"""`semacredit collectives`: rows of runs, of points and of steps, build/results/collectives.*.csv.

The program hands over a line a point: its columns of the plan, then runs, each with ";" behind it,
whose numbers tb/sweep/collective_rows.h has.
"""
import output
import verdicts

POINT = "domain,collective,gpus,bytes,policy"
INTERVALS = ["completion", "p99", "goodput"]  # that the first measures have; and changes
DECIMALS = {"goodput_gbps": 2, "link_percent": 2, "decisions_per_ns": 4}


def plain(number, decimals):
    return f"{0.0 if abs(number) < 0.00005 else number:.{decimals}f}"


def mean_of(numbers):
    return verdicts.total_of(numbers) / len(numbers)


class Point:
    """The runs of each policy, by seed; a mean is over these."""

    def __init__(self, line, names):
        *columns, runs = line.split(",")
        self.key = [columns[2].partition("/")[2], columns[4], *columns[5].split(":")]
        self.names, self.runs = names, {}
        for run in runs.split(";")[:-1]:
            policy, *numbers = run.split(" ")
            self.runs.setdefault(policy, []).append(numbers)

    def measures(self, policy):
        """Of each measure its name, and the numbers of the runs."""
        return [(name, [float(run[i]) for run in self.runs[policy]])
                for i, name in enumerate(self.names) if i > 2]

    def run_rows(self):
        for policy, runs in self.runs.items():
            for run in runs:
                yield [*self.key, policy, *run[:3],
                       *(plain(float(number), DECIMALS.get(name, 1))
                         for name, number in zip(self.names[3:], run[3:]))]

    def changes(self, policy):
        """What semacredit changes in the first measures, in per cent, seed by seed."""
        for (_, base), (_, ours) in list(zip(self.measures(policy),
                                             self.measures("semacredit")))[:len(INTERVALS)]:
            yield [100 * (mine / other - 1) if other > 0 else 0
                   for mine, other in zip(ours, base)]

    def point_rows(self):
        for policy, runs in self.runs.items():
            measures = self.measures(policy)
            yield [*self.key, policy, len(runs), *runs[0][1:3],
                   *(plain(mean_of(numbers), DECIMALS.get(name, 1)) for name, numbers in measures),
                   *(plain(verdicts.interval95(numbers), DECIMALS.get(name, 1))
                     for name, numbers in measures[:len(INTERVALS)]),
                   *(plain(of(change), 2) for change in self.changes(policy)
                     for of in (mean_of, verdicts.interval95))]

    def step_rows(self):
        for policy, runs in self.runs.items():
            steps = zip(*([float(number) for number in run[len(self.names):]] for run in runs))
            for step, times in enumerate(steps, 1):
                yield [*self.key, policy, step, f"{mean_of(times):.1f}"]


def tell(lines):
    names = lines[0].split()[1:]
    points = [Point(line, names) for line in lines[1:]]
    measures = ",".join(names[1:])
    more = [f"{name}_interval" for name in INTERVALS] + [
        f"{name}_change_{what}" for name in INTERVALS for what in ("percent", "interval")]
    for name, header, rows in (
            ("runs", f"{POINT},seed,{measures}", Point.run_rows),
            ("points", f"{POINT},seeds,{measures},{','.join(more)}", Point.point_rows),
            ("steps", f"{POINT},step,step_ns", Point.step_rows)):
        output.write_csv(f"collectives.{name}.csv", header,
                         (row for point in points for row in rows(point)))
    print(f"fine: {len(points)} points")
