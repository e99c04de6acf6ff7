"""Counts checks: the last line of a run is "N passed, N failed, N skipped".

A check of checks.py counts as what its own closing line says; any other test as one.
"""
import pytest


def pytest_addoption(parser):
    parser.addoption("--rows", help="the check whose rows the tests are, for its closing line")


def counts_of(report):
    """(passed, failed, skipped) of a test's report."""
    counted = dict(report.user_properties).get("counts")
    if counted:
        return tuple(counted)
    return tuple(int(report.outcome == outcome) for outcome in ("passed", "failed", "skipped"))


def name_of(report):
    return report.nodeid.split("[")[-1].rstrip("]")


def is_check(report):
    return report.when == "call" and "counts" in dict(report.user_properties)


def pytest_report_teststatus(report):
    """No letter of a check: it has a line."""
    if is_check(report):
        return report.outcome, "", ""
    return None


@pytest.hookimpl(trylast=True)
def pytest_configure(config):
    """Prints a line as a check ends, where pytest's output is."""
    terminal = config.pluginmanager.get_plugin("terminalreporter")

    class Lines:
        def pytest_runtest_logreport(self, report):
            if is_check(report):
                terminal.ensure_newline()
                terminal.write_line(f"{report.outcome.upper()} {name_of(report)}, "
                                    f"{report.duration:.0f} s")

    if terminal:
        config.pluginmanager.register(Lines())


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """xdist's own, but a test at a time: it would give most of the long ones to one worker."""
    from xdist.scheduler import LoadScheduling

    class OneByOne(LoadScheduling):
        def _send_tests(self, node, num):
            running_and_next = 2  # a worker begins a test when it has the one after it
            super()._send_tests(node, min(num, running_and_next - len(self.node2pending[node])))

    return OneByOne(config, log)


@pytest.hookimpl(trylast=True)
def pytest_terminal_summary(terminalreporter):
    """A table of what was run, with seconds; what was skipped; what failed; the sum."""
    tell = terminalreporter.write_line
    reports = [report for outcome in ("passed", "failed", "skipped", "error")
               for report in terminalreporter.stats.get(outcome, [])]
    total = [0, 0, 0]
    rows, skips = [], []
    for report in reports:
        counts = counts_of(report)
        total = [a + b for a, b in zip(total, counts)]
        properties = dict(report.user_properties)
        if "counts" in properties:
            rows.append((name_of(report), *counts, round(report.duration), properties["cpu"]))
            skips += properties["skips"]
    for name, passed, failed, skipped, wall, cpu in sorted(rows, key=lambda row: -row[5]):
        tell(f"{name:18} {passed + failed:5} checks {failed:3} failed {skipped:3} skipped "
             f"{wall:4} s {cpu:4} CPU s")
    for line in skips:
        tell(line)
    for report in terminalreporter.stats.get("failed", []):
        for line in dict(report.user_properties).get("failures", []):
            tell(line)
        if "again" in dict(report.user_properties):
            tell(dict(report.user_properties)["again"])
    if name := terminalreporter.config.getoption("rows"):
        for outcome in ("failed", "error", "skipped"):
            for report in terminalreporter.stats.get(outcome, []):
                why = report.longrepr[2] if outcome == "skipped" else \
                    report.longreprtext.strip().splitlines()[-1]
                tell(f"{outcome.upper()} {report.nodeid.partition('::')[2]}: {why:.200}")
        if not sum(total):
            tell("FAILED: no row is called so")
        tell(f"{name}: {sum(total[:2])} checks, {total[1]} failed" +
             (f", {total[2]} skipped" if total[2] else ""))
    else:
        tell("{} passed, {} failed, {} skipped".format(*total))
