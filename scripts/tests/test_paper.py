"""What scripts/paper computes where real runs do not show it; what it computes of these is held by
sim/certificate.txt and sim/RESULTS.md."""
import math
from types import SimpleNamespace

import pytest

import compare
import open as open_page
import plan
import studies
import verdicts

pytestmark = pytest.mark.quick

PUBLISHED = {one.id: one for one in verdicts.read_published()}


def test_intervals_are_students():
    # Five numbers, mean 3, sum of squares 10: 2.776 * sqrt(10 / 4 / 5).
    assert verdicts.interval95([1, 2, 3, 4, 5]) == pytest.approx(1.96293, abs=1e-4)
    assert verdicts.interval95([1]) == 0
    alternating = [1 if at % 2 else -1 for at in range(100)]
    assert verdicts.interval95([*alternating[:30], 0]) == pytest.approx(2.042 * (1 / 31) ** 0.5)
    # Beyond the table: 1.98422 with 99 degrees of freedom.
    assert verdicts.interval95(alternating) == pytest.approx(1.98422 * (1 / 99) ** 0.5, abs=1e-4)


def test_what_there_is_no_number_of_does_not_pass():
    assert verdicts.number_of("retries", "distance", {"retries": 1}, {"retries": 2}) == 50
    assert math.isnan(verdicts.number_of("retries", "change", {"retries": 1}, {"retries": 0}))
    at = verdicts.estimate_of([1, math.nan])
    assert math.isnan(at.mean) and math.isnan(at.low) and math.isnan(at.high)
    means = {"hbm_hotspot": 0, "atomic": math.nan, "response": 1}  # V4 is of all three
    runs = SimpleNamespace(estimate=lambda _, form, point, *more: verdicts.Estimate(
        means[point[0]], 0, 0, 0))
    outcome = PUBLISHED["V4"].outcome(runs)
    assert math.isnan(outcome.ours) and not outcome.holds


def test_an_interval_carries_a_verdict_or_lies_across_a_bound():
    published = PUBLISHED["M9"]  # 52.4 +-5 points
    for mean, interval, carried in ((52, 1, "ok"), (47, 1, "open"), (60, 1, "miss"),
                                    (52, 20, "open"), (40, 1, "miss")):
        outcome = verdicts.Outcome(mean, mean, mean, interval, True, False)
        assert published.carried(outcome) == carried, (mean, interval)


FACTS = {"only": "", "admission": "", "clock": "", "depth": 128, "operations": 100,
         "replications": 2, "seeds": 5, "quick": "", "scale": "", "workload": "",
         "policies": "aggregate aggregate_class resource_byte primary scalar reactive semacredit "
                     "arrival_return end_return adaptive oracle".split()}


def planned(verb, **facts):
    return plan.lines(verb, {**FACTS, **facts})


def test_plans_have_as_many_runs_as_their_tables():
    assert [len(planned(verb)) for verb in plan.VERBS] == [789, 1025, 367, 1836, 10172, 300, 419]


def test_a_policy_that_the_program_names_has_the_experiments_of_all_policies():
    more = {"policies": [*FACTS["policies"], "half"]}
    named = {verb: {line.split(",")[0] for line in planned(verb, **more) if ",half," in line}
             for verb in ("experiments", "claims", "steady")}
    assert named == {"experiments": {"micro", "applications"}, "claims": {"micro", "applications"},
                     "steady": {"steady_open", "steady_closed"}}


def test_a_block_decides_what_it_can_and_what_it_has_reservations_for():
    lines = planned("experiments", admission="rtl", clock="0.5")
    by_block = [line for line in lines if line.endswith("admission=rtl clocked clock_ps=500")]
    assert {line.split(",")[3] for line in by_block} == set(plan.DECIDED)
    assert not any(",credits,256," in line for line in lines)
    assert any(",credits,256," in line for line in planned("experiments", admission="golden"))
    for facts in ({"clock": "1"}, {"admission": "rtl", "clock": "1001"}, {"only": "nosuch"}):
        with pytest.raises(ValueError):
            planned("experiments", **facts)


def test_a_plan_has_a_key_that_is_swept_beside_others():
    facts = {"workload": "moe", "policy": "scalar,semacredit", "seeds": 2, "admission": "rtl",
             "set": ["path_ns=[1,2,3,4]", "window_ns=5,7"]}
    lines = compare.plan_of(facts)
    assert len(lines) == 8 and lines[-1] == ("compare,,moe,semacredit,window_ns,7,2 "
                                             "path_ns=[1,2,3,4] admission=rtl window_ns=7")
    with pytest.raises(ValueError, match="one key with several values"):
        compare.plan_of({**facts, "set": ["a=1,2", "b=1,2"]})


def test_a_new_sweep_is_told_by_the_measures_of_a_policy(monkeypatch):
    monkeypatch.setattr(studies, "base_of", lambda *_: "")
    monkeypatch.setattr(studies, "estimate", lambda *_: SimpleNamespace(mean=0, low=0, high=0))
    runs = SimpleNamespace(name="new", points={("atomic", "semacredit", "1"): [{"rejected": "0"}]},
                           loop="burst", parameter="slots")
    assert [row[5] for row in studies.rows([runs])] == studies.POLICY
    assert studies.study("new") == ("", studies.POLICY) != studies.study("slots")


def test_every_miss_that_has_a_reason_is_a_published_number():
    assert set(verdicts.read_reasons()) <= set(PUBLISHED)
    assert len(PUBLISHED) == 89


def test_the_page_says_what_its_rows_say(tmp_path):
    (tmp_path / "figures").mkdir()
    (tmp_path / "figures/adapt.csv").write_text(studies.FIELDS + "\n" + "".join(
        f"adapt,atomic,scalar,window,2,{measure},1,{loop},0,5,{numbers}\n"
        for measure, loop, numbers in (
            ("p99_change_percent", "closed", "-3.2,-4,12"), ("p99_ns", "closed", "123.4,123.4,123"),
            ("fairness", "shared", "0.99994,0.9,1"), ("p99_ns", "shared", "0,0,0"))))
    rows = open_page.Rows(tmp_path)
    sources = open_page.read_sources("# what\nadapt atomic scalar 2 p99\n"
                                     "adapt atomic scalar 2 fairness; adapt/closed atomic\n"
                                     "  scalar 2 p99_ns\n")
    text = "# Title 1\n\nA line *0 %*\ngoes on.\n\n| *1* | *2\nns (1 to 2)* |\n"
    assert open_page.page(text, sources, rows) == (
        "# Title 1\n\nA line *-3.20 % (-4.00 to +12.0)* goes on.\n\n"
        "| *0.9999 (0.9000 to 1.0000)* | *123 ns* |\n")
    for field in ("adapt atomic scalar 2 p99_ns", "adapt atomic scalar 3 fairness"):
        with pytest.raises(ValueError, match="expected one row"):
            open_page.page("*1*", [[field.split()]], rows)
    for fewer in (sources[:1], [*sources, sources[0]]):
        with pytest.raises(ValueError):
            open_page.page(text, fewer, rows)
