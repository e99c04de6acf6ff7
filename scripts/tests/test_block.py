"""What the scripts of scripts/block read and write."""
import pytest

import prove
import twins

pytestmark = pytest.mark.quick

PROOFS = """\
# a comment
sema_path_order  2  Slots=6 WireW=3  cut=sema_memory try:Slots=3
    best      none is before the first
        breaks newest  a <= b; ==> a < b;
        breaks oldest  c ==> d
    some      one is first
        breaks none  e ==> f
    given NEW   slots.free
    given WANT  slots.opens;boundary

sema_queue  1
    kept      none is lost
        breaks lost  g ==> h
"""


def test_a_proof_is_a_row_of_the_report(tmp_path, monkeypatch):
    monkeypatch.setattr(prove, "TABLE", tmp_path / "proofs.txt")
    prove.TABLE.write_text(PROOFS)
    order, queue = prove.read_table()
    assert order.properties == ["best", "some"] and order.tries == ["Slots=3"]
    assert order.breaks["best"] == {"newest": "a <= b; ==> a < b;", "oldest": "c ==> d"}
    assert order.cut == ["sema_memory"]
    row = prove.row_of(order, "best", "2", 1.25, "proved", ["newest", "oldest"])
    assert row == ["order.best", "sema_path_order", "sat", "2", "1.2", "proved", "newest;oldest",
                   "Slots=6 WireW=3", "slots.free;slots.opens"]
    row = prove.row_of(queue, "kept", "", 400, "unknown", [])
    assert row == ["queue.kept", "sema_queue", "sat", "", "400.0", "unknown", "", "full", ""]
    assert len(row) == len(prove.COLUMNS.split(","))


def test_scenarios_that_failed_are_found_in_what_their_program_says():
    said = ('a1_x,A1,golden,7,0.001,failed,"line 2: expected a, skipped, seen b"\n'
            "a2_y,A2,golden,9,0.000,passed,\n"
            "d26_z,D26,golden,0,0.000,skipped,\n")
    assert twins.results(said, "failed") == ["a1_x"]
    assert twins.results(said, "skipped") == ["d26_z"]
