"""Files of build/results, each whole or not there, and colours of a terminal."""
import os
import sys
from pathlib import Path

RESULTS = Path("build/results")
RUN = ["experiment", "workload", "policy", "parameter", "value", "seed", "p99_small_ns",
       "p50_small_ns", "p99_bulk_ns", "goodput_gbps", "makespan_ns", "max_queue_hbm_ns",
       "max_queue_atomic_ns", "max_queue_response_ns", "max_in_flight", "retries", "state_entries",
       "operations"]


def write(name, text):
    write_file(RESULTS / name, text)


def write_file(path, text):
    """OSError names the file. Of two that write it the last wins, with all of what it wrote."""
    part = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part.write_text(text, encoding="utf-8")
        part.replace(path)
    except OSError as error:
        error.filename = str(path)
        raise
    finally:
        part.unlink(missing_ok=True)


def write_csv(name, header, rows):
    write(name, "".join(f"{line}\n" for line in
                        [header, *(",".join(map(str, row)) for row in rows)]))


def write_runs(name, runs, more=()):
    """A row for each run of experiments, rounded; `more` columns than every such file has."""
    columns = [*RUN, *more]
    write_csv(name, ",".join(columns), (
        [rounded(column, run[column]) for column in columns]
        for one in runs for rows in one.points.values() for run in rows))


def rounded(column, number):
    digits = 3 if column.endswith("_ns") else 4 if column.endswith(("_gbps", "_percent")) else None
    return f"{float(number):.{digits}f}" if digits else number


def plain(number):
    """A number of a file, empty where it is none; not "-0.0000"."""
    return "" if number != number else f"{0.0 if abs(number) < 0.00005 else number:.4f}"


def tell_place(experiments, facts, folder=""):
    """The last line: how many runs, how long they took, where their rows are."""
    count = sum(len(seeds) for runs in experiments.values() for seeds in runs.points.values())
    print(f"\n{count} runs in {facts['seconds']:.1f} s, {facts['jobs']} processes; rows in "
          f"build/results/{folder}")


def coloured(text, colour):
    term = os.environ.get("TERM", "dumb")
    if colour and sys.stdout.isatty() and "NO_COLOR" not in os.environ and term != "dumb":
        return f"\033[{colour}m{text}\033[0m"
    return text
