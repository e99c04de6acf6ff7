"""`semacredit clocks`: what the block's clock costs, and a row for each run in
build/results/clocks.csv."""
import output

COLUMNS = {"operations": "{:.0f}", "p99_small_ns": "{:.3f}", "p50_small_ns": "{:.3f}",
           "p99_bulk_ns": "{:.3f}", "goodput_gbps": "{:.4f}", "makespan_ns": "{:.3f}"}


def rows(runs):
    """By workload, policy, seed and then clock."""
    for workload in runs.workloads:
        for policy in runs.policies:
            for clocks in zip(*(runs.points[workload, policy, value] for value in runs.values)):
                for run in clocks:
                    yield [workload, policy, run["seed"], run["value"],
                           *(form.format(float(run[name])) for name, form in COLUMNS.items())]


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


def tell(experiments, _):
    runs = experiments["clocks", ""]
    output.write_csv("clocks.csv", f"workload,policy,seed,clock_ps,{','.join(COLUMNS)}",
                     rows(runs))
    print_costs(runs)
