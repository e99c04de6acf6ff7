"""The Makefile, with a program instead of Verilator and compilers that only leaves files."""
import os
import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

from checks import CHECKS, NARROW, SIZES

pytestmark = pytest.mark.quick

# Verilator lists what it reads.
FAKE = r"""#!/usr/bin/env bash
while [ $# -gt 0 ]; do
    case $1 in
    --getenv) echo /none ;;
    -Mdir) mkdir -p "$2" && echo >"$2/V__Syms.cpp" && out=$2/V__verFiles.dat
        echo $$ >>held && while [ -e hold ]; do sleep 0.1; done ;;
    -F) { echo "$2" && sed "/^-F/d; s|^|$(dirname "$2")/|" "$2"; } | sed 's/.*/S 1 "&"/' >"$out" ;;
    -o) echo >"$2" ;;
    esac
    shift
done
"""


@pytest.fixture(name="tree")
def fixture_tree(tmp_path):
    """A tree with RTL in rtl/ and own/, a part of which is in own/../beside."""
    for name in ("Makefile", "scripts", "csim", "tb"):
        (tmp_path / name).symlink_to(Path(name).resolve())
    shutil.copytree("rtl", tmp_path / "rtl")
    for name, text in (("own/a.sv", "a"), ("beside/b.sv", "b"), ("own/unread", ""),
                       ("own/sema.f", "a.sv\n../beside/b.sv"), ("fake", FAKE)):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    (tmp_path / "fake").chmod(0o755)
    return tmp_path


def make(*words, **how):
    """A make of its own."""
    return subprocess.Popen(["env", "-u", "MAKEFLAGS", "-u", "MAKELEVEL", "-u", "SEMA_LOCK", "make",
                             *words], **how, text=True, stdout=subprocess.PIPE,
                            stderr=subprocess.STDOUT)


def start(tree, what="own"):
    """A make of a model of RTL."""
    key = subprocess.check_output(["bash", "-c", "realpath own | cksum"], text=True, cwd=tree)
    words = {"own": ["RTL=own", f"build/block/own-{key.split()[0]}/rtl.a"],
             "sized": ["-n", "RTL=own", "HBM=2", "cosim"],
             "rtl": ["build/block/8-1-1-32-128-40-32-8-16-24/rtl.a"],
             "program": ["build/semacredit"],
             "own_program": ["RTL=own", f"build/own/own-{key.split()[0]}/semacredit"]}[what]
    return make("VERILATOR=./fake", "CC=./fake", "MODEL_CXX=./fake", *words, cwd=tree)


@pytest.mark.parametrize("change, again", [
    ("echo c >own/a.sv", True), ("echo c >beside/b.sv", True), ("echo a.sv >own/sema.f", True),
    ("rm beside/b.sv", True), ("echo c >own/unread", False), ("true", False),
    ("echo '// c' >>rtl/sema_axi.sv", True), ("echo >rtl/added.sv", True), (": rtl", False)])
def test_a_model_is_of_what_its_files_have_whatever_their_times(tree, change, again):
    what = "rtl" if "rtl" in change else "own"
    assert "VERILATE" in start(tree, what).communicate()[0]
    subprocess.run(["bash", "-c", f"{change} && find own beside rtl -exec touch -d 2020-01-01 {{}} "
                    "+"], cwd=tree, check=True)
    assert ("VERILATE" in start(tree, what).communicate()[0]) == again


def test_a_model_of_another_rtl_makes_nothing_of_the_first_again(tree):
    for what, made in (("program", True), ("own_program", False), ("program", False)):
        assert ("CC build/block/runtime.a" in start(tree, what).communicate()[0]) == made


def test_another_rtl_is_of_any_size(tree):
    said = start(tree, "sized").communicate()[0]
    assert "NHbm=2," in said and "alone=own/sema.f" in said and "-DBUILD_HBM=2" in said


@pytest.mark.parametrize("interrupted", [False, True])
def test_of_two_makes_at_once_the_second_waits(tree, interrupted):
    hold = tree / "hold"
    hold.touch()
    first = start(tree)
    assert any("VERILATE" in line for line in first.stdout)
    second = start(tree)
    assert "waiting until another make has built" in second.stdout.readline()
    if interrupted:
        first.terminate()
        assert any("VERILATE" in line for line in second.stdout)
        ended = (tree / "held").read_text(encoding="utf-8").split()[0]
        assert not Path("/proc", ended, "exe").exists()
    hold.unlink()
    assert interrupted or "VERILATE" not in second.communicate()[0]
    assert (second.wait(), first.wait() != 0) == (0, interrupted)


@pytest.mark.parametrize("words, said", [
    ("cosim WORKLAODS=random", "WORKLAODS: unknown variable, did you mean WORKLOADS.; .* ARGS .*"),
    ("cosim depth=64", "depth: unknown variable, did you mean DEPTH.; .*"),
    ("build/semacredit CFLAGS=-O1", "CFLAGS: unknown variable; expected one of .*"),
    ("scenarios ARGS=A1", "ARGS: .* goals .*badinput.*, which read it, found scenarios"),
    ("bugs twins SHARE=4", "SHARE: .* goals mutation release, which read it, found bugs twins"),
    ("waves ARGS=--quick", "ARGS: .*, found waves"),
    ("DEPTH=64", "DEPTH: .* goals cosim waves, .*found help"),
    ("lint RTL=rtl", "RTL: .* goals agreement cosim .*, found lint"),
    ("scenario", "FILE: expected a file such as tb/.*, found none"),
    ("scenario FILE=tb/scenarios", "FILE: .* tb/scenarios/.*, found 'tb/scenarios'"),
    ("scenario FILE=README.md WAVES=yes", "WAVES: expected 1, found 'yes'"),
    ("scenario FILE=README.md RTL=/", "RTL: expected a folder .*, found '/'"),
    ("cosim lint HBM=4", "HBM: .* goals cosim waves, which read it, found lint"),
    ("cosim RTL=/nowhere", "RTL: .*sema\\.f.*, found '/nowhere'"),
    ("pnr SEEDS=", "SEEDS: expected a number from 1, found ''"),
    ("release COUNT=-3", "COUNT: expected a number from 1, found '-3'"),
    ("cosim DEPTH=65", "DEPTH: expected a power of 2 from 16 to 1024, found '65'"),
    ("cosim HBM=1", "HBM: expected a number from 2 to 30, found '1'"),
    ("cosim WORKLOADS=atomic,nosuch", "WORKLOADS: expected .* atomic .*, found 'atomic,nosuch'"),
    ("cosim ARGS=quick", "ARGS: expected options, found 'quick'"),
    ("lint 'ARGS=tidy x'", "ARGS: expected some of folders .* tidy .*, found 'tidy x'"),
    ("formal ARGS=collectr", "ARGS: expected some of .* collector .*, found 'collectr'"),
    ("pnr 'ARGS=core core:x'", "ARGS: expected DESIGN.*, found 'core core:x'"),
    ("versions VERSIONS=5.30", "VERSIONS: expected installed or .*, found '5.30'")])
def test_what_no_goal_reads_or_means_is_refused_before_anything_is_built(words, said):
    done = make("-n", *shlex.split(words))
    assert re.fullmatch(rf"Makefile:\d+: \*\*\* {said}\.  Stop\.\n", done.communicate()[0])
    assert done.returncode == 2


@pytest.mark.parametrize("words, last", [
    ("cosim RTL=rtl 'WORKLOADS=random atomic'",
     "build/own/.*/semacredit cosim --workload 'random,atomic' "),
    ("cosim scenarios ARGS=--quick", "build/semacredit cosim  --quick|CHECK_ARGS='--quick' .*"),
    ("pnr 'ARGS=core:3 core:10:16'", "scripts/silicon/pnr.py .* core:3 core:10:16"),
    ("scenario FILE=README.md WAVES=1 RTL=rtl", "RTL='rtl' WAVES='1' .*/scenario 'README.md' .*"),
    ("release COUNT=5 SEEDS=2", ".*"), ("test 'ARGS=-k x'", ".* -k x -m quick "),
    ("versions 'VERSIONS=installed 5.30.2'", "VERSIONS='installed 5.30.2' .*"),
    ("lint ARGS=tidy OPT=-O0", "CHECK_ARGS='tidy' .*"), ("badinput 'ARGS=rnu or foo'", ".*"),
    ("bugs ARGS=", ".*")])
def test_what_a_goal_reads_is_taken(words, last):
    done = make("-n", *shlex.split(words))
    assert re.fullmatch(last, done.communicate()[0].splitlines()[-1])
    assert done.returncode == 0


@pytest.mark.parametrize("goal, status", [("pnr", 2), ("lint", 0), ("cosim", 0)])
def test_a_value_of_the_environment_counts_where_it_is_read(goal, status):
    done = make("-n", goal, env={**os.environ, "SEEDS": "x", "DEPTH": "x"})
    assert ("SEEDS: expected a number" in done.communicate()[0]) == (done.returncode == 2)
    assert done.returncode == status


@pytest.mark.parametrize("row, status, said", [
    ("any and tag", 0, "files: 1 checks, 0 failed"),
    ("nonesuch", 5, "FAILED: no row is called so\nfiles: 0 checks, 0 failed"),
    ("it's", 4, "ERROR: Wrong expression passed to '-k': it's: .*")])
def test_rows_are_run_alone(tmp_path, row, status, said):
    files, = (check for check in CHECKS if check.name == "files")
    done = subprocess.run(["bash", "-c", files.command.replace("=build/check", f"={tmp_path}")],
                          capture_output=True, text=True, check=False,
                          env={**os.environ, "CHECK_ARGS": row})
    assert done.returncode == status
    assert re.search(f"^{said}$", (done.stdout + done.stderr).strip(), re.M)


def test_the_goals_that_have_arguments_are_those_that_pass_them_on():
    makefile = Path("Makefile").read_text(encoding="utf-8").replace("\\\n", "")
    rules = re.findall(r"^([a-z][a-z -]*):.*\n((?:\t.*\n)+)", makefile, re.M)
    passing = {goal for goal, recipe in rules if re.search(r"[\t ,]\$\((ARGS\)|tier)", recipe)}
    passing |= {check.name for check in CHECKS if "$CHECK_ARGS" in check.command}
    said = make("-n", "help", "ARGS=x", "RUN=x").communicate()[0]
    assert set(re.search("goals (.*), which", said)[1].split()) == passing


def test_every_goal_is_listed():
    listed, _, checks = make().communicate()[0].partition("each check by its name:")
    there = set(re.findall(r"^([a-z][\w.-]*):(?!=)", make("-qpRr", "help").communicate()[0], re.M))
    own = {goal for goal in there if re.match(r"always$|clang-|setup-|.*\.o$", goal)}
    assert {"gates", "cocotb-check", "setup"} < there - own == \
        {*re.findall(r"^  (\S+)", listed, re.M), *checks.split()}


@pytest.mark.parametrize("goal", ["dist", "ip", "docs", "compile_commands.json", "silicon-table"])
def test_python_is_installed_before_it_runs(goal, tree):
    said = make("-n", goal, cwd=tree).communicate()[0]
    runs = r"^(?!scripts/build/stamp).*?(/usr/bin/python3|scripts/[a-z/_]+\.py) "
    assert "scripts/build/setup.sh" in said[:re.search(runs, said, re.M).start()]


@pytest.mark.parametrize("goal", ["build/semacredit", "dist", "page", "endpoint"])
def test_a_goal_that_is_no_check_asks_for_no_tool_of_checks(goal, tree):
    said = make("-n", goal, cwd=tree).communicate()[0]
    assert "setup.sh" in said and not re.search("setup.sh .* test", said)


def test_a_compiler_that_is_still_to_be_installed_has_the_flags_that_it_then_has(tree):
    said = [make("-n", f"CC={name}", "build/obj/flags", cwd=tree).communicate()[0].replace(name, "")
            for name in ("gcc", "/nowhere/gcc")]
    assert said[0] == said[1] and "-std=c11" in said[0]


def test_models_that_are_compiled_otherwise_do_not_compile_the_others_again(tree):
    flags = [re.search("line='(verilator .*?)'", make("-n", f"build/block/{size}/rtl.a", cwd=tree)
                       .communicate()[0])[1] for size in (NARROW, SIZES[0])]
    assert flags[0] == flags[1]


@pytest.mark.parametrize("groups, status, said", [
    ("parallel", 0, "installing .* parallel .*\nsetup: apt has no parallel here: .*"),
    ("core parallel", 2, "installing [^\n]*\nsetup: apt has no parallel here: .*failed, see .*")])
def test_what_apt_does_not_have_is_left_out_unless_all_need_it(groups, status, said, tmp_path):
    """As on a bare machine, where nothing is found but these; apt has nothing."""
    for name in ("bash", "env", "mkdir", "dirname", "flock", "tail", "grep", "rm"):
        (tmp_path / name).symlink_to(str(shutil.which(name)))
    for name, text in (("apt-get", '[[ "$*" != *install* ]]'), ("apt-cache", "false"),
                       ("id", "echo 0")):
        (tmp_path / name).write_text(f"#!{shutil.which('bash')}\n{text}\n", encoding="utf-8")
        (tmp_path / name).chmod(0o755)
    done = [subprocess.run([str(tmp_path / "bash"), "scripts/build/setup.sh", tmp_path / "log",
                            *groups.split()], env={"PATH": str(tmp_path)}, capture_output=True,
                           text=True, check=False) for _ in range(2)]
    assert [one.returncode for one in done] == [status] * 2
    assert re.fullmatch(f"setup: {said}\n", done[0].stdout + done[0].stderr, re.S), done[0]
    assert status or not done[1].stdout
