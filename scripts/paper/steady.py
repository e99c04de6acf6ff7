"""`semacredit steady`: the workloads' shapes in steady state, build/results/steady.csv with a row a
point, and in steady_claims.csv and on the terminal what becomes of the paper's conclusions there.
"""
import output
import verdicts

CONDITIONS = [("open", "50"), ("open", "80"), ("open", "90"), ("open", "100"), ("open", "120"),
              ("closed", "128"), ("closed", "512")]
# Columns with their decimals; some with half the width of their interval.
COLUMNS = [("goodput_gbps", 4, False), ("utilisation_percent", 3, False),
           *((f"{name}_small_ns", 3, True) for name in ("p50", "p99", "p999", "p9999")),
           ("p50_bulk_ns", 3, False), ("p99_bulk_ns", 3, False), ("wait_small_ns", 3, False)]
FIELDS = ["workload,policy,loop,load_percent,outstanding,operations,replications"]
for column, _, has_interval in COLUMNS:
    FIELDS += [column, column.replace("_ns", "_ci_ns")][:1 + has_interval]
FIELDS = ",".join([*FIELDS, "saturated"])
MARKS = {"survives": ("y", "32"), "no_difference": ("=", ""), "reversed": ("n", "1;31"),
         "differs": ("!", "1;31")}


def is_saturated(runs, point):
    """Open loop: does it serve less than 0.97 of the load that it is offered?"""
    return runs.parameter == "load_percent" and \
        runs.mean("utilisation_percent", *point) < 0.97 * float(point[2])


def point_rows(runs, loop):
    for point, seeds in runs.points.items():
        workload, policy, value = point
        row = [workload, policy, loop, value if loop == "open" else "",
               "" if loop == "open" else value, sum(int(run["measured"]) for run in seeds),
               len(seeds)]
        for name, digits, interval in COLUMNS:
            at = runs.estimate(name, "value", point)
            row += [f"{at.mean:.{digits}f}", f"{at.interval:.{digits}f}"][:1 + interval]
        yield [*row, int(is_saturated(runs, point))]


def claim_rows(published, loops):
    for one in published:
        for loop, value in CONDITIONS:
            at = one.outcome(loops[loop], value=value)
            yield [one.id, one.describe, one.text, loop, value, f"{at.ours:.4f}",
                   f"{at.interval:.4f}", verdicts.survival(one, at)]


# ---- the terminal

def p99_cell(loops, condition, workload, policy):
    loop, value = condition
    point = workload, policy, value
    text = f"{loops[loop].mean('p99_small_ns', *point):.0f}"
    text += "*" if is_saturated(loops[loop], point) else ""
    served = f" {loops[loop].mean('utilisation_percent', *point):6.1f}"
    last = condition == ("open", "120")
    return f" {text:>8}" + (f"{served} |" if last else "" if loop == "open" else served)


def print_points(loops):
    print("P99 of latency-sensitive operations in ns; %: utilisation of the bottleneck; *: "
          "saturated, bulk waits without end")
    print(f"{'':17}" + "".join(
        f" {value:>7}%{' at 120 |' if value == '120' else ''}" if loop == "open"
        else f" {value:>8} {'%':>6}" for loop, value in CONDITIONS))
    print(f"{'':17} {'open loop: load offered':50}  | closed loop: outstanding")
    runs = loops["open"]
    for workload in runs.workloads:
        first = runs.points[workload, runs.policies[0], runs.values[0]][0]
        print(f"\n{workload}: a mean operation keeps its bottleneck ({first['bottleneck']}) busy "
              f"for {float(first['full_ns']):.1f} ns")
        for policy in runs.policies:
            print(f"  {policy:15}" + "".join(p99_cell(loops, condition, workload, policy)
                                             for condition in CONDITIONS))


def claim_cell(published, outcome):
    """Three digits or more and a mark: 0.832y, -28.9n, +2218y, +691ky."""
    mark, colour = MARKS[verdicts.survival(published, outcome)]
    size = abs(outcome.ours)
    digits = 3 if published.neutral else 2 if size < 10 else 1 if size < 100 else 0
    thousands = size >= 99999.5
    number = 0.0 if size < 0.005 else outcome.ours / 1000 if thousands else outcome.ours
    sign = "+" if published.form == "change" else ""
    text = f"{number:{sign}.{digits}f}{'k' if thousands else ''}"
    return " " + output.coloured(f"{text:>6}{mark}", colour)


def print_claims(published, loops):
    shown = CONDITIONS[1:]
    print("\nThe paper's conclusions there. y: survives, in its direction, or still no difference; "
          "=: no difference to\nspeak of; n: reversed; !: a difference where the paper has none")
    print(f"{'':52}" + "".join(f" {value:>6}{'%' if loop == 'open' else ' '}"
                               for loop, value in shown))
    print(f"{'':45} {'paper':>6} {'open loop: load offered':>30} | outstanding")
    for workload in [*loops["open"].workloads, "each"]:
        print("each of the three microbenchmarks, the worst" if workload == "each" else workload)
        for one in published:
            if one.workload == workload:
                print(f"{one.id:3} {one.subject[:41]:41} {one.text:>6}" + "".join(
                    claim_cell(one, one.outcome(loops[loop], value=value))
                    for loop, value in shown))


def tell(experiments, facts):
    loops = {loop: experiments[f"steady_{loop}", ""] for loop in ("open", "closed")}
    published = list(filter(verdicts.of_steady_state, verdicts.read_published()))
    output.write_csv("steady.csv", FIELDS, (row for loop, runs in loops.items()
                                            for row in point_rows(runs, loop)))
    output.write_csv("steady_claims.csv", "id,what,paper,loop,value,ours,interval95,verdict",
                     claim_rows(published, loops))
    print_points(loops)
    print_claims(published, loops)
    points = sum(len(runs.points) for runs in loops.values())
    replications = len(next(iter(loops["open"].points.values())))
    print(f"\n{points} points of {facts['operations'] * replications} operations each, in "
          f"{replications} replications: {facts['seconds']:.0f} s, {facts['jobs']} "
          "processes")
