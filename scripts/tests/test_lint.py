"""What scripts/lint says of copies of this tree in which a breach is planted."""
import re
import shutil
import subprocess

import pytest

import folders
import rtl_dialect

pytestmark = pytest.mark.quick

KEPT = "(scripts/lint/LAYERS)"
# A file, a pattern in it, what comes in its place, what is said; "": the text comes first in it.
FOLDERS = [
    ("csim/base/rng.h", "", '#include "csim/interface/numbers.h"',
     f"csim/base/rng.h:1: csim/base may not use csim/interface/numbers.h {KEPT}"),
    ("csim/fabric/stages.c", "", '#include "csim/traffic/traffic.h"',
     f"csim/fabric/stages.c:1: csim/fabric may not use csim/traffic/traffic.h {KEPT}"),
    ("csim/golden/block_golden.c", "", '#include "csim/policy/demand.h"',
     f"csim/golden/block_golden.c:1: csim/golden may not use csim/policy/demand.h {KEPT}"),
    ("rtl/path/sema_memory.sv", "", "sema_axi u_axi (.clk_i);",
     f"rtl/path/sema_memory.sv:1: rtl/path may not use rtl/sema_axi.sv {KEPT}"),
    (folders.LAYERS, "csim/base:", "csim/base: csim/interface",
     ": csim/interface does not stand above csim/base"),
    (folders.LAYERS, "csim/fabric:", "csim/fabric: csim/record/commit.h",
     ": csim/fabric does not use csim/record/commit.h"),
    ("csim/elsewhere/else.c", "", '#include "csim/base/rng.h"',
     "csim/elsewhere/else.c:1: the folder csim/elsewhere is not in LAYERS"),
    ("tb/cli/rng.h", "", "", "tb/cli/rng.h: the name rng.h is taken by csim/base/rng.h"),
    ("csim/README.md", "`policy`", "", "csim/README.md: does not name the folder policy"),
    ("try.sh", "", "", "try.sh: nothing of this project")]
FRONT = [
    ("semacredit.core", "sema_age", "sema_aged", "semacredit.core: not as it is made now"),
    ("csim/driver/semacredit_registers.h", "0x934", "0x938", "registers.h: not as it is made now"),
    ("rtl/sema.f", ".*sema_age.*\n", "", "Bender.yml: not as it is made now"),
    ("rtl/spec/registers.md", "`0x934`", "`0x938`", "semacredit.rdl: not as it is made now"),
    ("rtl/spec/registers.md", r"\| 1600 \|", "| 1601 |", "sema_map.sv: not as it is made now"),
    ("CITATION.cff", "version: .*", "version: 0.1.0", "CITATION.cff: version 0.1.0"),
    ("CONTRIBUTING.md", "make test-all", "make test-everything", "no target test-everything"),
    ("sim/SENTENCES.md", "make pnr", "make fpga", "sim/SENTENCES.md: make has no target fpga"),
    (".github/workflows/ci.yml", r"\.ci/run", ".ci/all", "no program .ci/all"),
    (".devcontainer/devcontainer.json", '"name"', "name", "devcontainer.json: "),
    ("csim/driver/semacredit_driver.h", ".*SPDX.*\n", "", "semacredit_driver.h: no SPDX")]
LINKS = [("CONTRIBUTING.md", "#add-a-test", "#add-no-test", "README.md#add-no-test"),
         ("CONTRIBUTING.md", r"checks\.py\)", "check.py)", "scripts/tests/check.py"),
         ("csim/simulator/simulate.h", "environment.h", "env.h", "simulate.h:14: tb/block/env.h"),
         ("sim/SENTENCES.md", "3.1 3 ", "3.1 4 ", "SENTENCES.md: 3.1 4: follows 2"),
         ("sim/SENTENCES.md", r"\| out \|", "| part |", "SENTENCES.md: it has: Of 130"),
         ("tb/scenarios/order/windows.scenario", "a5_demand", "a5_need",
          "no scenario a5_demand_above")]


def planted(tmp_path, name, pattern, new):
    """A copy of this tree with a change."""
    tree = tmp_path / "tree"
    shutil.copytree(".", tree, ignore=lambda folder, _: ["build", ".git"] if folder == "." else [])
    path = tree / name
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    path.parent.mkdir(exist_ok=True)
    path.write_text(re.sub(pattern, new, text) if pattern else f"{new}\n{text}", encoding="utf-8")
    assert not pattern or path.read_text(encoding="utf-8") != text
    return tree


@pytest.mark.parametrize("change", FOLDERS, ids=lambda change: change[3].split(" (")[0])
def test_a_breach_of_layers_is_found(tmp_path, change):
    said = folders.breaches(planted(tmp_path, *change[:3]))
    assert any(change[3] in line for line in said), said


def test_a_folder_of_more_than_24_files_is_found(tmp_path):
    tree = planted(tmp_path, "csim/fabric/more.c", "", "")
    for number in range(24):
        (tree / f"csim/fabric/more{number}.c").touch()
    assert folders.breaches(tree) == ["csim/fabric: more than 24 files"]


@pytest.mark.parametrize("script, change", [
    *(("front.py", change) for change in FRONT), *(("links.py", change) for change in LINKS)])
def test_what_other_tools_and_readers_would_miss_is_found(tmp_path, monkeypatch, script, change):
    for name in ("MAKEFLAGS", "MAKELEVEL", "MAKEOVERRIDES"):  # make is asked for all that it has
        monkeypatch.delenv(name, raising=False)
    said = subprocess.run(["/usr/bin/python3", "-B", f"scripts/lint/{script}"], text=True,
                          cwd=planted(tmp_path, *change[:3]), capture_output=True, check=False)
    assert said.returncode == 1 and change[3] in said.stderr


def test_what_tools_take_differently_is_found_and_nothing_else():
    found = rtl_dialect.findings([
        "logic [3:0] q[4];", "logic [3:0] p, r[4];", "always_ff @(posedge clk)", "q[s] <= 1;",
        "p[0] <= 1;", "p[0] <= 0;", "if (q[s] <= 3) q[t] <= 0;", "if (a) q[s] <= '0;",
        "always_ff @(posedge clk)", "q[s] <= 1;", "q[W'(p::f(i))] <= d;", "q[$clog2(N)] <= d;",
        "q[W'(i)] <= f(d[i]);  // q[f(i)]", "n = $countones(d);  // $countones",
        "localparam logic [3:0] A = '0, B = '1;", "localparam logic [3:0] C = 4'hf;"])
    assert list(found) == [
        (8, "second write to an element of an unpacked array, choose its value: q[s]"),
        (11, "function call in an index, give the index a name: p::f"),
        (14, "$countones is 0 for some versions of Yosys: write the sum"),
        (15, "'1 is 1 in a parameter for some versions of Yosys: write its width")]
