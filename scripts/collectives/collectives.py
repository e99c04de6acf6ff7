#!/usr/bin/env python3
"""Tables of sim/COLLECTIVES.md from what `make collectives` measures.

usage: collectives.py RESULTS DOCUMENT     the document to standard output, the table below each
                                           line "<!-- NAME -->" rewritten
       collectives.py RESULTS --sample     only the rows of the table `sample`, and the beginnings
                                           of those of `scale`

RESULTS is the folder of collectives.points.csv. semacredit differs from a policy where the 95 %
interval of the seeds' own changes lies beyond 1 %.
"""
import csv
import re
import sys
from collections import Counter
from pathlib import Path

MEASURES = ["p99", "completion", "goodput"]
GPUS = ["8", "16", "32", "72"]
MANY = ["128", "256", "512", "1024"]
BYTES = ["4096", "65536", "1048576", "4194304", "16777216", "67108864"]


def us(ns):
    return f"{float(ns) / 1000:.1f}"


def size(count):
    count = int(count)
    return f"{count // 1024} kB" if count < 1 << 20 else f"{count >> 20} MB"


def described(point):
    domain, collective, gpus, count = point
    return f"{collective}, {gpus} GPUs, {size(count)}, {domain}"


def side(row, measure):
    """semacredit over the policy: -1: lower, 1: higher, 0: neither is sure."""
    mean, interval = (float(row[f"{measure}_change_{what}"]) for what in ("percent", "interval"))
    return -1 if mean + interval < -1 else int(mean - interval > 1)


def point_of(row):
    return tuple(row[name] for name in ("domain", "collective", "gpus", "bytes"))


class Study:
    def __init__(self, results):
        with open(Path(results) / "collectives.points.csv", encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
        self.rows = [row for row in rows if row["gpus"] not in MANY]
        self.points, self.others, self.apart = {}, {}, set()
        self.all = {(*point_of(row), row["policy"]): row for row in rows}
        for row in self.rows:
            point = point_of(row)
            self.points.setdefault(point, {})[row["policy"]] = row
            if row["policy"] != "semacredit":
                self.others.setdefault(row["policy"], []).append((point, row))
                if any(side(row, measure) for measure in MEASURES):
                    self.apart.add(point)
        self.collectives = list(dict.fromkeys(row["collective"] for row in self.rows))

    def facts(self):
        runs = sum(int(row["seeds"]) for row in self.rows)
        operations = sum(int(row["seeds"]) * int(row["operations"]) for row in self.rows)
        count = len(self.points)
        return (0, ["points", "runs", "operations, millions", "points where no policy differs"],
                [[count, runs, f"{operations / 1e6:.0f}", count - len(self.apart)]])

    def tally(self, measure):
        count = Counter()
        for policy, pairs in self.others.items():
            for point, row in pairs:
                for collective in (point[1], "all"):
                    count[collective, policy, side(row, measure)] += 1
        return (1, ["collective", *self.others],
                [[name, *(" / ".join(str(count[name, policy, s]) for s in (-1, 0, 1))
                          for policy in self.others)] for name in (*self.collectives, "all")])

    def extremes(self, measure):
        def percent(pair):
            return float(pair[1][f"{measure}_change_percent"])

        def change(pair):
            return f"{percent(pair):+.1f} %: {described(pair[0])}" if percent(pair) else "none"

        return (3, ["against", "lower by most", "higher by most"],
                [[policy, *(change(most(pairs, key=percent)) for most in (min, max))]
                 for policy, pairs in self.others.items()])

    def first_sizes(self):
        def smallest(domain, collective, gpus):
            return next((size(count) for count in BYTES
                         if (domain, collective, gpus, count) in self.apart), "-")

        return (1, ["collective", "paper, 8 GPUs", *GPUS[1:], "NVLink 5, 8 GPUs", *GPUS[1:]],
                [[name, *(smallest(domain, name, gpus) for domain in ("paper", "nvlink5")
                          for gpus in GPUS)] for name in self.collectives])

    def times(self):
        rows = []
        for domain in ("paper", "nvlink5"):  # as the tables around; the CSV has all
            for name in self.collectives:
                point = domain, name, "72", "4096" if "atomic" in name else "1048576"
                if point in self.points:
                    ours = self.points[point]["semacredit"]
                    rows.append([
                        domain, name, us(ours["completion_ns"]),
                        us(self.points[point]["aggregate"]["completion_ns"]), us(ours["p99_ns"]),
                        us(ours["p999_ns"]), f"{float(ours['link_percent']):.1f}",
                        ours["waited_for"], f"{float(ours['waited_percent']):.1f}"])
        return (2, ["domain", "collective", "completion", "aggregate", "P99", "P99.9", "link, %",
                    "for", "share, %"], rows)

    def sample(self):
        rows = []
        for (domain, name, gpus, count), of in self.points.items():
            if domain in ("paper", "nvlink5") and gpus == "8" and count in ("4096", "1048576"):
                ours = of["semacredit"]
                rows.append([
                    domain, name, size(count), ours["seeds"],
                    *(f"{us(ours[measure + '_ns'])} +-{us(ours[measure + '_interval'])}"
                      for measure in ("completion", "p99")),
                    us(of["aggregate"]["p99_ns"]), us(of["scalar"]["p99_ns"]),
                    f"{float(ours['link_percent']):.1f}"])
        return (2, ["domain", "collective", "message", "seeds", "completion", "P99", "aggregate",
                    "scalar", "link, %"], rows)

    def scale(self):
        def cells(name):
            for gpus in (*GPUS, *MANY):
                row = self.all.get(("paper", name, gpus, "4096" if "atomic" in name else "1048576",
                                    "semacredit"))
                if row:
                    yield f"{us(row['completion_ns'])} / {us(row['p99_ns'])}"

        return (1, ["collective", *GPUS, *MANY],
                [[name, *cells(name)] for name in self.collectives])

    def rates(self):
        rates = {point: float(of["aggregate"]["decisions_per_ns"])
                 for point, of in self.points.items()}
        most = max(rates, key=rates.get)
        return (0, ["points", "with more than one a ns", "most operations a ns", "where"],
                [[len(rates), sum(rate > 1 for rate in rates.values()), f"{rates[most]:.3f}",
                  described(most)]])


def table(study, name):
    """Lines of a table: so many columns are words, the others numbers."""
    measure, _, extremes = name.partition("_")
    if measure in MEASURES:
        words, head, rows = study.extremes(measure) if extremes else study.tally(measure)
    else:
        words, head, rows = getattr(study, name)()
    lines = ["| " + " | ".join(map(str, row)) + " |" for row in (head, *rows)]
    rule = "|" + "---|" * words + "---:|" * (len(head) - words)
    return [lines[0], rule, *lines[1:]]


def main(results, document):
    study = Study(results)
    if document == "--sample":
        print("\n".join(table(study, "sample")[2:] + table(study, "scale")[2:]))
        return
    text = Path(document).read_text(encoding="utf-8")
    print(re.sub(r"(<!-- (\w+) -->\n\n)(\|.*\n)*",
                 lambda found: found[1] + "\n".join(table(study, found[2])) + "\n", text), end="")


if __name__ == "__main__":
    main(*sys.argv[1:])
