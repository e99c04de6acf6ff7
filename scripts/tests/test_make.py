"""The Makefile, with a program in the place of Verilator and compilers that only leaves files."""
import shutil
import subprocess
from pathlib import Path

import pytest

pytestmark = pytest.mark.quick

# Verilator lists what it reads.
FAKE = r"""#!/usr/bin/env bash
while [ $# -gt 0 ]; do
    case $1 in
    --getenv) echo /none ;;
    -Mdir) mkdir -p "$2" && echo >"$2/V__Syms.cpp" && out=$2/V__verFiles.dat
        while [ -e hold ]; do sleep 0.1; done ;;
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


def start(tree, what="own"):
    """A make of a model of RTL."""
    key = subprocess.check_output(["bash", "-c", "realpath own | cksum"], text=True, cwd=tree)
    words = {"own": ["RTL=own", f"build/block/own-{key.split()[0]}/rtl.a"],
             "rtl": ["build/block/8-1-1-32-128-40-32-4-16-24/rtl.a"]}[what]
    return subprocess.Popen(["env", "-u", "MAKEFLAGS", "-u", "MAKELEVEL", "-u", "SEMA_LOCK", "make",
                             "VERILATOR=./fake", "MODEL_CXX=./fake", *words], cwd=tree, text=True,
                            stdout=subprocess.PIPE, stderr=subprocess.STDOUT)


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
    hold.unlink()
    assert ("VERILATE" in second.communicate()[0]) == interrupted == (first.wait() != 0)
    assert second.returncode == 0
