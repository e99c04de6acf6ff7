"""Mutants of the golden model: whether the tool, which the release alone runs, still works."""
import pytest

import golden_mutation
from checks import SIZES

pytestmark = pytest.mark.all


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
