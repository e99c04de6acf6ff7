"""What the scripts of scripts/block read and write."""
import re
from pathlib import Path

import pytest

import golden_mutation
import history
import lockstep
import mutant_proofs
import mutation
import plant
import prove
from checks import SIZES

pytestmark = pytest.mark.quick


def test_a_proof_is_a_row_of_the_report():
    proof = next(p for p in prove.read_table() if ";" in "".join(p.given.values()) and p.size)
    row = dict(zip(prove.COLUMNS.split(","), prove.row_of(proof, "best", "2", 1.25, "proved",
                                                          ["newest", "oldest"]), strict=True))
    assert row["property"] == f"{proof.name}.best" and row["module"] == proof.module
    assert (row["depth"], row["seconds"], row["status"]) == ("2", "1.2", "proved")
    assert (row["refuted_by"], row["size"]) == ("newest;oldest", " ".join(proof.size))
    assert re.fullmatch(r"\w+\.\w+(;\w+\.\w+)+", row["assumes"])  # without "boundary"


def test_the_readme_counts_what_is_tracked():
    properties = {(proof.module, name) for proof in prove.read_table() for name in proof.properties}
    planted = len(plant.read("rtl/bugs/planted.txt"))
    assert f"| {planted} of {planted}; {len(properties)} |" in Path("README.md").read_text()


def test_the_readme_has_the_clock_and_area_of_the_results():
    results = Path("rtl/RESULTS.md").read_text()
    path = re.search(r"^\| `path` \| asap7_invbuf \|.*", results, re.M)[0]
    cells = [cell.strip() for cell in path.split("|")]
    mhz, row = cells[5], " | ".join((cells[5], *cells[8:11]))
    clocks = re.search(r"= (\d+) clocks", Path("rtl/spec/pipeline.md").read_text())[1]
    ns = 1000 * int(clocks) / int(mhz.replace(",", ""))
    assert f"| {row} | {clocks} | {ns:.1f} |" in Path("README.md").read_text()


def test_readme_says_the_coverage_of_the_run_that_it_shows():
    text = Path("README.md").read_text()
    shown = re.search(r"^all .* (\S+ %)$", text, re.M)[1]
    assert f"`make cosim` covers {shown} of the coverage points" in text


def test_mutants_that_change_nothing_do_not_count():
    mutants = [{"number": str(n), "module": module} for n, module in
               enumerate(["a", "a", "a", "b", "c"])]
    rows = mutation.score(mutants, same={"1", "4"}, killed={"0", "3"})
    assert rows == [["a", 3, 1, 1, 1, "50.0"], ["b", 1, 0, 1, 0, "100.0"],
                    ["c", 1, 1, 0, 0, "100.0"]]
    assert len(rows[0]) == len(mutation.COLUMNS)


GOLDEN = """\
// a < b
#include <assert.h>
static bool is_in(const struct lane *lane, unsigned n) {
    const unsigned two = 2;

    assert(n > 1);
    for (unsigned i = 0; i < n; i++)
        if (lane[i].debt != 0 && n > two)
            lane->held++;
        else
            count(lane,
                  1);
    return lane->full; // else
}
"""


def test_mutants_of_the_golden_model_are_of_its_code():
    mutants = list(golden_mutation.mutants_of("x.c", GOLDEN))
    assert {m.function for m in mutants} == {"is_in"}
    assert sorted((m.line, m.what) for m in mutants) == sorted([
        (4, "2 => (2 + 1)"), (7, "0 => (0 + 1)"), (7, "++ => --"),
        (8, "(lane[i].debt != 0 && n > two) => (!(lane[i].debt != 0 && n > two))"),
        (8, "!= => =="), (8, "0 => (0 + 1)"), (8, "&& => ||"), (8, "> => >="), (9, "++ => --"),
        (9, "lane->held++ => nothing"), (10, "else => nothing"),
        (11, "count(lane, 1) => nothing"), (12, "1 => (1 + 1)")])
    for m in mutants:  # lines stay where they are
        mutated = GOLDEN[:m.start] + m.text + GOLDEN[m.end:]
        assert mutated != GOLDEN and mutated.count("\n") == GOLDEN.count("\n")


def test_a_mutant_of_each_function_is_sampled():
    mutants = [golden_mutation.Mutant("x.c", 1, name, "", "", n, n, "")
               for n, name in enumerate("aaaaaaaab")]
    for seed in range(5):
        chosen = golden_mutation.sampled(mutants, 3, seed)
        assert len(chosen) == 3 and {m.function for m in chosen} == {"a", "b"}
        assert [m.number for m in chosen] == ["0", "1", "2"]
    assert len(golden_mutation.sampled(mutants, 1, 1)) == 2


RTLIL = """\
module $paramod$48\\sema_queue
  parameter \\Lanes 12
  attribute \\src "build/hdl/sema_queue.sv:7.3-7.9"
  cell $and $and$sema_queue.sv:7${second}
    parameter \\A_WIDTH 1
  end
  attribute \\src "build/hdl/sema_queue.sv:7.3-7.9"
  cell $and $and$sema_queue.sv:7${first}
  end
{more}end
"""
MORE = """\
  attribute \\src "queue.sv:7.3-7.9"
  cell $and $and$queue.sv:7$999
  end
"""


def test_a_mutant_is_planted_in_the_same_cell_of_a_proof(tmp_path):
    def cells(**places):
        (tmp_path / "read.il").write_text(RTLIL.format(**places))
        (parameters, found), = mutant_proofs.read_modules(tmp_path / "read.il").values()
        assert parameters == {"Lanes": "12"}
        return found
    plain = cells(first=98, second=101, more="")
    command = ("mutate -ctrl mutsel 16 3 -mode cnot1 -module m -cell $and$sema_queue.sv:7$101 "
               "-port A -portbit 0 -ctrlbit 2 -src sema_queue.sv:7.3-7.9")
    assert mutant_proofs.planted(command, plain, cells(first=7, second=11, more="")) == (
        "mutate -mode cnot1 -port A -portbit 0 -ctrlbit 2 -module top "
        "-cell $and$sema_queue.sv:7$11")
    assert mutant_proofs.planted(command, plain, cells(first=7, second=11, more=MORE)) is None


def test_clocks_of_a_size_are_those_of_all_its_profiles():
    said = ("busy seed 3: 100 clocks, 5 taken, 5 granted: 0 differences\n"
            "clock 42: golden model and RTL differ\n"
            "tight seed 3: 42 clocks, 2 taken, 1 granted: FAILED\n")
    assert lockstep.counted(said) == (142, 1)
    assert lockstep.counted("Killed\n") == (0, 0)


def test_a_program_that_stops_is_a_mismatch():
    assert lockstep.play("false", 8)[:2] == (0, 1)


# A window of 10 on each of two lanes, a table of one. The first lane is not held: it has room
# for 12.
STREAM = """\
order,cycle,time_ps,kind,op,reservation,mask,d0,d1,debt0,debt1
0,1,9,window,0,0,0x0,10,10,0,0
1,2,9,grant,7,3,0x3,12,6,12,6
2,3,9,deny,8,0,0x5,5,0,12,6
3,4,9,return,7,3,0x1,12,0,0,6
4,5,9,return,7,3,0x2,0,6,0,0
5,6,9,complete,7,3,0x0,0,0,0,0
6,7,9,repeat,7,3,0x0,0,0,0,0
"""


@pytest.mark.parametrize("old, new", [
    ("0x3,12,6,12,6", "0x3,12,6,12,5"),           # a debt that is no sum
    ("deny,8,0,0x5", "deny,8,0,0x7"),             # a lane that has room refuses
    ("deny,8,0,0x5,5,0,12", "grant,8,0,0x1,5,0,17"),    # a lane that has none does not
    ("deny,8,0,0x5", "deny,8,0,0x1"),             # the table is full
    ("return,7,3,0x1,12,0,0", "return,7,3,0x1,11,0,1"),  # not what was frozen
    ("return,7,3,0x2", "return,8,3,0x2"),         # another operation's
    ("return,7,3,0x2,0,6,0,0", "stray,7,3,0x0,0,0,0,6"),  # complete, though it is owed
    ("repeat,7,3", "repeat,9,3"),                 # never granted to it
    ("3,4,9", "4,4,9")])                          # one is missing
def test_a_history_that_is_none_is_found(old, new):
    good, = history.read(STREAM.splitlines(), 1)
    assert (good.commits, good.decisions, good.findings) == (7, 2, 0)
    assert old in STREAM
    bad, = history.read(STREAM.replace(old, new).splitlines(), 1)
    assert bad.findings > 0


def test_a_mutant_is_built_without_rtl_and_found(tmp_path):
    scenario = "tb/scenarios/clocks/diagram.scenario"
    bench = golden_mutation.Bench(tmp_path, SIZES[:1], "clocks/diagram.scenario")
    assert bench.scenarios == {scenario: SIZES[0]}
    file = "csim/golden/path_choice.c"
    at = bench.sources[file].index("> golden->room[slot->stage]")
    # A demand that fills its lane exactly.
    denied = golden_mutation.Mutant(file, 1, "lacks_of", "", "0", at, at + 1, ">=")
    assert bench.judge(denied) == scenario
    assert bench.judge(denied._replace(text="> +")) == "same"
    assert bench.judge(denied._replace(text="> (")) == "none"
