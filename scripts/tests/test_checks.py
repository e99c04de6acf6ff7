"""Runs the checks of checks.py, each a test of its own with a log in build/check/NAME.log."""
import os
import re
import resource
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from checks import CHECKS

LOGS = Path("build/check")
CLOSING = re.compile(r"^[a-z-]+: (\d+) checks, (\d+) failed(?:, (\d+) skipped)?$")


def closing(log, status):
    """(passed, failed, skipped) of a check's log: without a closing line, or with a status that it
    does not explain, one failure."""
    for line in reversed(log.splitlines()):
        match = CLOSING.match(line)
        if match:
            checks, failed, skipped = (int(number or 0) for number in match.groups())
            return checks - failed, failed + (status != 0 and failed == 0), skipped
    return 0, 1, 0


def booked(name, **given):
    """Log of a check, and the command that runs it again: of another RTL, and of some of its rows,
    they are other ones."""
    given = {key: value for key, value in given.items() if value}
    words = (re.sub(r"\W+", "_", value).strip("_")[:60] for value in given.values())
    return LOGS / f"{'-'.join([name, *words])}.log", \
        " ".join(["make", name, *(f"{key}={shlex.quote(value)}" for key, value in given.items())])


def cpu_seconds():
    """CPU seconds of all processes that were waited for."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def run(command, log, shown):
    """Status of a command whose output goes to a file, and to the terminal where it is shown."""
    with open(log, "w") as file:
        process = subprocess.Popen(["bash", "-c", command], stdin=subprocess.DEVNULL,
                                   stdout=subprocess.PIPE if shown else file,
                                   stderr=subprocess.STDOUT, text=True)
        for line in process.stdout or ():
            file.write(line)
            sys.stdout.write(line)
            sys.stdout.flush()
        return process.wait()


@pytest.mark.parametrize("check", [pytest.param(check, id=check.name,
                                                marks=getattr(pytest.mark, check.tier))
                                   for check in CHECKS])
def test_check(check, request, record_property):
    LOGS.mkdir(parents=True, exist_ok=True)
    (LOGS / "FUSESOC_IGNORE").touch()  # checks copy the tree, whose core FuseSoC shall find once
    read = os.environ if "CHECK_ARGS" in check.command else {}
    log, again = booked(check.name, RTL=os.environ.get("CHECK_RTL"), ARGS=read.get("CHECK_ARGS"))
    shown = request.config.getoption("capture") == "no"
    before = cpu_seconds()
    clock = os.times().elapsed
    status = run(check.command, log, shown)
    text = log.read_text(errors="replace")
    counts = closing(text, status)
    cpu = round(cpu_seconds() - before)
    record_property("counts", counts)
    record_property("cpu", cpu)
    record_property("skips", re.findall(r"^SKIPPED.*", text, re.M))
    record_property("failures", re.findall(r"^FAILED.*", text, re.M)[:20])
    record_property("again", f"again: {again}; log: {log}; finds: {check.finds}")
    if log.stem == check.name:
        log.with_suffix(".result").write_text("{} {} {} {} {}\n".format(
            counts[0] + counts[1], counts[1], counts[2], round(os.times().elapsed - clock), cpu))
    if counts[2] and not sum(counts[:2]):
        pytest.skip(f"{check.name}: no part of it was checked")
    if counts[1] or not sum(counts):
        pytest.fail(f"{check.name}: {counts[1]} failed, see {log}", pytrace=False)


@pytest.mark.quick
def test_what_a_check_counts_as():
    assert closing("x: 3 checks, 1 failed, 2 skipped\n", 1) == (2, 1, 2)
    assert closing("x: 3 checks, 0 failed\n", 0) == (3, 0, 0)
    assert closing("x: 3 checks, 0 failed\n", 137) == (3, 1, 0)
    assert closing("x: 3 checks\n", 0) == (0, 1, 0)


@pytest.mark.quick
def test_a_check_of_another_rtl_or_of_some_rows_is_not_booked_as_this_one():
    assert booked("x", RTL="", ARGS=None) == (LOGS / "x.log", "make x")
    assert booked("x", RTL="../my/rtl") == (LOGS / "x-my_rtl.log", "make x RTL=../my/rtl")
    assert booked("x", ARGS="a or b") == (LOGS / "x-a_or_b.log", "make x ARGS='a or b'")


@pytest.mark.quick
def test_each_check_says_what_it_would_find():
    assert len({check.name for check in CHECKS}) == len(CHECKS)
    assert all(check.finds and check.tier in ("quick", "all", "release") for check in CHECKS)
