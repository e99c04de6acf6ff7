"""What scripts/paper computes of runs: doctored ones, in which only what is said differs. What they
compute of real runs is held by sim/certificate.txt and sim/RESULTS.md."""
import itertools
import math

import pytest

import claims
import open as open_page
import plan
import readings
import studies
import verdicts

pytestmark = pytest.mark.quick

PUBLISHED = {one.id: one for one in verdicts.read_published()}
RUN = {"loop": "", "p99_small_ns": "1000", "p50_small_ns": "500", "goodput_gbps": "100",
       "max_queue_atomic_ns": "500", "retries": "0", "state_entries": "10", "measured": "100",
       "utilisation_percent": "50", "rejected": "0"}


def lab(name, workloads, policies, values=("",), seeds=(1, 2, 3), **measures):
    """Runs that do not differ."""
    rows = [{**RUN, "experiment": name, "parameter": "", "workload": workload, "policy": policy,
             "value": value, "seed": str(seed), **measures}
            for workload, value, policy, seed in itertools.product(workloads, values, policies,
                                                                   seeds)]
    runs = verdicts.Runs(rows[0])
    for row in rows:
        runs.add(row)
    return runs


def doctor(runs, *point, **measures):
    """Gives the seeds of a point these numbers."""
    for measure, numbers in measures.items():
        for row, number in zip(runs.points[point], numbers):
            row[measure] = str(number)


def test_intervals_are_students():
    # Five numbers, mean 3, sum of squares 10: 2.776 * sqrt(10 / 4 / 5).
    assert verdicts.interval95([1, 2, 3, 4, 5]) == pytest.approx(1.96293, abs=1e-4)
    assert verdicts.interval95([1]) == 0
    alternating = [1 if at % 2 else -1 for at in range(100)]
    assert verdicts.interval95([*alternating[:30], 0]) == pytest.approx(2.042 * (1 / 31) ** 0.5)
    # Beyond the table: 1.98422 with 99 degrees of freedom.
    assert verdicts.interval95(alternating) == pytest.approx(1.98422 * (1 / 99) ** 0.5, abs=1e-4)


def test_a_mean_is_that_of_each_seeds_own_number():
    runs = lab("micro", ["atomic"], ["primary", "aggregate"])
    doctor(runs, "atomic", "primary", "", p99_small_ns=[500, 1000, 3000])
    doctor(runs, "atomic", "aggregate", "", p99_small_ns=[1000, 4000, 1000])
    ours, base = ("atomic", "primary", ""), ("atomic", "aggregate", "")
    at = runs.estimate("p99_small_ns", "ratio", ours, base)
    assert (at.mean, at.low, at.high) == (pytest.approx(3.75 / 3), 0.25, 3)
    assert runs.estimate("p99_small_ns", "reduction", ours, base, 2).mean == 62.5
    assert runs.estimate("p99_small_ns", "distance", ours, base, 1).mean == 50
    assert runs.estimate("p99_small_ns", "avoided", ours, base, 1).mean == 500
    doctor(runs, "atomic", "aggregate", "", p99_small_ns=[0])
    at = runs.estimate("p99_small_ns", "change", ours, base)
    assert math.isnan(at.mean) and math.isnan(at.low) and math.isnan(at.high)
    with pytest.raises(KeyError):
        runs.estimate("p99_small_ns", "value", ("atomic", "scalar", ""))


def judged(runs, name, **options):
    return PUBLISHED[name].outcome(runs, **options)


def test_a_verdict_holds_up_to_its_tolerance_and_no_farther():
    runs = lab("micro", ["atomic", "hbm_hotspot"], ["aggregate", "resource_byte", "semacredit"])
    point = "atomic", "semacredit", ""
    for p99, holds in ((480, True), (430, True), (530, True), (429, False), (531, False)):
        doctor(runs, *point, p99_small_ns=[p99] * 3)
        assert judged(runs, "M8").holds == holds, p99  # 0.48 +-0.05
    doctor(runs, *point, goodput_gbps=[101] * 3, max_queue_atomic_ns=[499, 500, 500])
    assert judged(runs, "M10").holds and judged(runs, "M11").holds  # 0 +-1 point; lower
    doctor(runs, *point, goodput_gbps=[101.1] * 3, max_queue_atomic_ns=[500] * 3)
    assert not judged(runs, "M10").holds and not judged(runs, "M11").holds
    doctor(runs, *point, p99_small_ns=["nan"] * 3)
    assert not judged(runs, "M8").holds


def test_of_several_the_farthest_is_shown():
    runs = lab("scalar_sweep", ["hbm_hotspot", "atomic", "response"], ["scalar", "semacredit"],
               ["4"])
    doctor(runs, "atomic", "scalar", "4", goodput_gbps=[98] * 3)
    doctor(runs, "response", "scalar", "4", goodput_gbps=[101] * 3)
    assert judged(runs, "V4").ours == pytest.approx(-2)
    doctor(runs, "response", "scalar", "4", goodput_gbps=["nan"] * 3)
    assert math.isnan(judged(runs, "V4").ours)


def test_an_interval_carries_a_verdict_or_lies_across_a_bound():
    published = PUBLISHED["M9"]  # 52.4 +-5 points
    for mean, interval, carried in ((52, 1, "ok"), (47, 1, "open"), (60, 1, "miss"),
                                    (52, 20, "open"), (40, 1, "miss")):
        outcome = verdicts.Outcome(mean, mean, mean, interval, True, False)
        assert published.carried(outcome) == carried, (mean, interval)


FACTS = {"only": "", "admission": "", "clock": "", "depth": "128", "operations": "100",
         "replications": "2", "seeds": "5", "quick": "0"}


def planned(verb, **facts):
    return plan.lines(verb, {**FACTS, **facts})


def test_plans_have_as_many_runs_as_their_tables():
    assert [len(planned(verb)) for verb in plan.VERBS] == [789, 1025, 306, 1836, 8006, 300,
                                                             383]


def test_a_block_decides_what_it_can_and_what_it_has_reservations_for():
    lines = planned("experiments", admission="rtl", clock="0.5")
    by_block = [line for line in lines if line.endswith("admission=rtl clocked clock_ps=500")]
    assert {line.split(",")[3] for line in by_block} == set(plan.DECIDED)
    assert not any(",credits,256," in line for line in lines)
    assert any(",credits,256," in line for line in planned("experiments", admission="golden"))
    for facts in ({"clock": "1"}, {"admission": "rtl", "clock": "1001"}, {"only": "nosuch"}):
        with pytest.raises(ValueError):
            planned("experiments", **facts)


def test_a_stated_number_names_the_workload_that_sets_it_otherwise():
    listed = "# a title\natomic_ns: {}   # sim\npath_gbps: [200, 200, 100, 200]  # sim\n"
    settings = claims.read_settings(f"\natomic\n{listed.format(100)}\nmoe\n{listed.format(90)}")
    assert settings["atomic"] == {"atomic_ns": "100", "path_gbps": "200,200,100,200"}
    assert settings["moe"]["atomic_ns"] == "90"


def test_a_reading_changes_a_key_or_adds_it(tmp_path):
    path = tmp_path / "atomic.yaml"
    path.write_text("operations: 280   # so many\nspacing_ps: 400\n")
    readings.change(path, ["operations=1", "urgent_phase=2"])
    assert path.read_text() == "operations: 1\nspacing_ps: 400\nurgent_phase: 2\n"


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
