"""What verbs of the program share: keys and their origins, workloads and their order, notes."""
import csv
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

pytestmark = pytest.mark.quick

PROGRAM, CONFIGS = Path("build/semacredit").resolve(), Path("sim").resolve()


def said(*words, cwd=".", stderr=None):
    return subprocess.run([PROGRAM, *words], cwd=cwd, check=True, text=True, stderr=stderr,
                          stdout=subprocess.PIPE).stdout


def test_the_list_of_keys_has_origins():
    listed = said("keys", "random", "--set", "depth=256", "--set", "operations=9")
    run = said("run", "--workload", "moe", "--policy", "semacredit", "--admission", "golden",
               "--show-config")
    for text, key, origin in ((listed, "depth", "--set "), (listed, "operations", "--set "),
                              (listed, "traffic", "sim/random.yaml:4 "),
                              (listed, "path_ns", "default "), (run, "empty_admits", "this run ")):
        assert re.search(rf"^{key}: .*# {origin}", text, re.M), f"{key} is not of {origin}"


@pytest.mark.parametrize("words", [
    ("atomic",), ("sim/domains/star.xml", "--set=collective_bytes=6000000"),
    ("sim/domains/paper.yaml", "--set=collective=moe"),
    ("sim/domains/nvlink5.yaml", "--set=collective=all_reduce_tree"),
    ("|cat build/check/moe.trace",)])
def test_a_block_in_zero_time_decides_as_the_policy_beside_it(words):
    said("run", "--workload", "moe", "--policy=semacredit", "--trace=build/check/moe.trace")
    assert "decisions, all of them the policy's" in said(
        "run", "--policy", "semacredit", "--admission", "golden", "--workload", *words)


@pytest.mark.parametrize("workload", ["atomic", CONFIGS / "domains/paper.yaml"])
def test_a_block_may_wait_for_a_stage_longer_than_a_million_clocks(workload):
    said("run", "--workload", workload, "--policy=semacredit", "--admission=golden",
         *(f"--set={s}" for s in (
             "mode=clocked", "clock_ps=200", "starvation_bound=256", "large_bytes=16777216",
             *(("operations=12", "bulk_even=write", "bulk_odd=write") if workload == "atomic" else
               ("collective=all_to_all_pairwise", "collective_bytes=32000000", "receivers=2")))))


@pytest.mark.parametrize("chosen, expected", [
    ("all", re.findall(r"^\w+", (CONFIGS / "order.txt").read_text(), re.M)),
    (f"random,{CONFIGS}/moe.yaml,atomic", ["atomic", "moe", "random"])])
def test_workloads_have_the_order_of_tables_and_reports_one_note(tmp_path, chosen, expected):
    for _ in range(2):
        said("regress", "--workload", chosen, "--seeds", "1", "--operations", "9", "--config-dir",
             CONFIGS, cwd=tmp_path)
    with open(tmp_path / "build/reports/regress.csv", encoding="utf-8") as file:
        assert [row["workload"] for row in csv.DictReader(file)] == expected
    with open(tmp_path / "build/reports/versions.csv", encoding="utf-8") as file:
        (report, of), = list(csv.reader(file))[1:]
    assert report == "regress.csv" and of == said("--version").strip()
    assert re.fullmatch(r"semacredit \w{7}.*; .+; Verilator 5\..*; RTL of rtl/", of)


def test_a_plan_measures_what_a_run_does(tmp_path):
    plan, rows, row = (tmp_path / name for name in ("mine.plan", "rows.csv", "row.csv"))
    plan.write_text("# two\nx,,atomic,scalar,,,3 atomic_ns=60\n\nx,,moe,semacredit,,,0\n")
    said("sweep", plan, "--csv", rows)
    said("run", "--workload=atomic", "--policy=scalar", "--seed=3", "--set=atomic_ns=60", "--csv",
         row)
    first, second = csv.DictReader(rows.open(encoding="utf-8"))
    one, = csv.DictReader(row.open(encoding="utf-8"))
    assert second["workload"] == "moe" and second["p99_small_ns"] != first["p99_small_ns"]
    assert f"{float(first['p99_small_ns']):.3f}" == one["p99_small_ns"]


def test_a_plan_says_in_two_ways_that_a_block_has_a_clock(tmp_path):
    plan, rows = tmp_path / "mine.plan", tmp_path / "rows.csv"
    plan.write_text("".join(f"x,,moe,semacredit,,,1 operations=500 admission=golden {how}\n"
                            for how in ("clocked", "mode=clocked", "mode=zero")))
    said("sweep", plan, "--csv", rows)
    word, key, zero = rows.read_text(encoding="utf-8").splitlines()[1:]
    assert word == key != zero


def test_workloads_that_are_left_out_are_told(tmp_path):
    shutil.copytree(CONFIGS, tmp_path / "sim")
    long = 35 * "n"
    for name in ("a_0.5.yaml", "b.yml", "c 1.yaml", "e.YAML", f"{long}.long.yml"):
        shutil.copy(CONFIGS / "moe.yaml", tmp_path / "sim" / name)
    words = "regress", "--seeds", "1", "--operations", "9", "--config-dir", tmp_path / "sim"
    left = said(*words, cwd=tmp_path, stderr=subprocess.STDOUT)
    assert sorted(re.findall("sim/(.*): left out: ", left)) == ["c 1.yaml", "e.YAML",
                                                               f"{long}.long.yml"]
    report = (tmp_path / "build/reports/regress.csv").read_text(encoding="utf-8")
    assert re.findall("^[ab][_.].*?(?=,)|^b", report, re.M) == ["a_0.5", "b"]
    (tmp_path / "sim/d.yaml").symlink_to("nothing")
    done = subprocess.run([PROGRAM, *words], text=True, capture_output=True, check=False)
    assert done.returncode == 2 and "d.yaml: cannot be read: it is a link to nothing" in done.stderr


def test_names_of_runs_differ_where_those_of_files_do(tmp_path):
    long = 70 * "a"
    names = ["a.1.yaml", "a.2.yaml", "a 1.yaml", "a_1.yaml", f"{long}1.yaml", f"{long}2.yaml"]
    titles = set()
    for name in names:
        shutil.copy(CONFIGS / "moe.yaml", tmp_path / name)
        run = said("run", "--workload", tmp_path / name, "--policy", "scalar")
        titles.add(run.split(",")[0])
        assert ("~" in run.split(",")[0]) == (len(name) > 63 or " " in name)
    assert len(titles) == len(names)


def test_seeds_is_a_number_of_seeds_for_every_verb(tmp_path):
    said("regress", "--workload=random", "--seeds=3", "--operations=9", "--config-dir", CONFIGS,
         cwd=tmp_path)
    report = (tmp_path / "build/reports/regress.csv").read_text(encoding="utf-8")
    assert re.findall(r"^random,(\d+),", report, re.M) == ["1", "2", "3"]


def terminals():
    try:
        for end in os.openpty():
            os.close(end)
        return True
    except OSError:  # such as in a chroot without /dev/pts
        return False


@pytest.mark.skipif(not terminals(), reason="no terminal can be opened here")
@pytest.mark.parametrize("command, line", [
    (f"{PROGRAM} cosim --quick --workload random,adversarial,atomic "
     "--set operations=8000", r"cosim: \d+ of \d+ runs, \d+ %, \d+ s, \d+ s left"),
    (f"{PROGRAM} run --workload random --admission golden --set operations=400000",
     r"random: \d+ of 400000 operations, \d+ %, \d+ s, \d+ s left"),
    ("python3 -Bc 'import sys, time; sys.path.append(\"scripts/block\"); import run;"
     "list(run.at_once(time.sleep, [.7] * 6))'", r"-c: \d of 6 runs, \d+ %, \d+ s, \d+ s left")])
def test_progress_on_a_terminal_says_of_how_many_and_how_long(command, line):
    shown = subprocess.run(["script", "-qec", command, "/dev/null"], check=True, text=True,
                           capture_output=True, stdin=subprocess.DEVNULL).stdout
    assert re.search(line, shown), shown[-400:]
