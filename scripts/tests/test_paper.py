"""What scripts/paper computes of runs: doctored ones, in which only what is said differs."""
import itertools
import math

import pytest

import claims
import experiments
import open as open_page
import output
import plan
import readings
import steady
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


def test_another_published_number_has_another_verdict(tmp_path):
    runs = lab("micro", ["hbm_hotspot"], ["aggregate", "semacredit"])
    doctor(runs, "hbm_hotspot", "semacredit", "", p99_small_ns=[823] * 3)
    table = (verdicts.HERE / "published.csv").read_text()
    assert judged(runs, "M3").holds
    other = tmp_path / "published.csv"
    other.write_text(table.replace("semacredit,,aggregate,,p99_small_ns,ratio,0.81,",
                                   "semacredit,,aggregate,,p99_small_ns,ratio,0.71,"))
    edited = {one.id: one for one in verdicts.read_published(other)}
    assert not edited["M3"].outcome(runs).holds


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


def test_two_identical_policies_pass_where_the_paper_has_no_difference():
    runs = lab("micro", ["atomic"], ["aggregate", "resource_byte", "semacredit"])
    doctor(runs, "atomic", "semacredit", "", p99_small_ns=[490] * 3)
    assert judged(runs, "M10", identical=True).holds
    assert not judged(runs, "M8", identical=True).holds
    doctor(runs, "atomic", "semacredit", "", p99_small_ns=[1100] * 3)
    assert judged(runs, "M9").sign_wrong


def test_conclusions_survive_or_not():
    runs = lab("steady_closed", ["atomic"], ["resource_byte", "semacredit"], ["64", "128"])
    point = "atomic", "semacredit", "128"

    def becomes(name, value="128"):
        return verdicts.survival(PUBLISHED[name], judged(runs, name, value=value))

    # M9: P99 reduction of semacredit over resource_byte, 52.4 %.
    for numbers, survival in (([1000] * 3, "no_difference"), ([600, 601, 602], "survives"),
                              ([1600, 1601, 1602], "reversed"),
                              ([300, 1500, 900], "no_difference"),   # an interval on both sides
                              ([995] * 3, "no_difference")):         # too small to matter
        doctor(runs, *point, p99_small_ns=numbers)
        assert becomes("M9") == survival, numbers
    assert becomes("M9", "64") == "no_difference"
    assert becomes("M10") == "survives"  # the same goodput, within 1 point
    doctor(runs, *point, goodput_gbps=[98] * 3, max_queue_atomic_ns=[250] * 3)
    assert becomes("M10") == "differs" and becomes("M11") == "survives"  # lower, whatever by
    assert [name for name in ("M1", "V2", "V5", "V11")
            if verdicts.of_steady_state(PUBLISHED[name])] == ["M1", "V2"]


def test_a_point_of_the_steady_state_is_the_mean_of_its_replications(tmp_path, monkeypatch):
    measures = {name: "0" for name, _, _ in steady.COLUMNS if name not in RUN}
    runs = lab("steady_open", ["atomic"], ["primary"], ["50", "60"], (1, 2), **measures)
    runs.parameter = "load_percent"
    doctor(runs, "atomic", "primary", "50", p99_small_ns=[900, 1100])
    first, second = steady.point_rows(runs, "open")
    assert first[:7] == ["atomic", "primary", "open", "50", "", 200, 2]
    assert "1000.000,1270.600" in ",".join(map(str, first))  # 12.706 * 100
    assert (first[-1], second[-1]) == (0, 1)  # 50 % served of 50 and of 60 offered
    monkeypatch.setattr(output, "RESULTS", tmp_path)
    output.write_csv("figures/a.csv", steady.FIELDS, [first])
    assert [path.name for path in tmp_path.rglob("*.*")] == ["a.csv"]


def test_the_papers_ratio_follows_from_the_fewest_numbers():
    about = [one for one in PUBLISHED.values() if one.experiment == "applications"
             and "remote_read" in one.workloads]
    paper = experiments.Paper(about, "p99_small_ns", "aggregate")
    assert paper.ratio("semacredit") == (pytest.approx(0.167), "A8")
    ratio, names = paper.ratio("primary")
    assert names == "A10*A8" and ratio == pytest.approx(0.167 / 0.289)
    assert paper.ratio("aggregate") is None and paper.ratio("oracle") is None


def test_studies_compare_with_their_first_value():
    runs = lab("slots", ["moe"], ["semacredit"], ["0", "8"])
    doctor(runs, "moe", "semacredit", "8", p99_small_ns=[1500] * 3, rejected=[1, 2, 3])
    rows = {row[5]: row for row in studies.rows([runs]) if row[4] == "8"}
    assert rows["p99_change_percent"][6:11] == ["0", "", 6, 3, "50.0000"]
    assert rows["p99_ns"][6:11] == ["", "", 6, 3, "1500.0000"]
    assert [studies.shown(number, True) for number in (0.04, -0.06, 1234.5)] == \
        ["   0.0", "  -0.1", " +1234"]


FACTS = {"only": "", "admission": "", "clock": "", "depth": "128", "operations": "100",
         "replications": "2", "seeds": "5", "quick": "0"}


def planned(verb, **facts):
    return plan.lines(verb, {**FACTS, **facts})


def test_plans_have_the_runs_of_their_tables():
    assert [len(planned(verb)) for verb in plan.VERBS] == [789, 1025, 306, 1836, 8006, 300,
                                                             383]
    assert planned("experiments", only="credits")[0].split() == \
        ["credits,,atomic,resource_byte,credits,32,0", "operations_percent=60", "command_limit=32",
         "depth=32"]
    assert planned("studies", only="loss")[-1].split() == \
        ["loss,open,remote_read,semacredit,loss_percent,10,2", "environment", "arrivals=poisson",
         "load_percent=80", "operations=22", "warmup_operations=2", "loss_percent=10"]


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


def test_the_best_window_keeps_goodput_and_has_the_least_p99():
    runs = lab("adapt", ["atomic"], ["semacredit", "scalar"], ["1000", "250", "500", "adapt"],
               window_percent="30")
    point = "atomic", "scalar", "adapt"
    doctor(runs, "atomic", "scalar", "250", p99_small_ns=[100] * 3, goodput_gbps=[90] * 3)
    doctor(runs, "atomic", "scalar", "500", p99_small_ns=[400] * 3, goodput_gbps=[99] * 3)
    doctor(runs, *point, p99_small_ns=[300] * 3)
    doctor(runs, "atomic", "semacredit", "adapt", p99_small_ns=[600] * 3)
    assert studies.best(runs, point) == "500"
    assert studies.estimate(runs, "p99_best_change_percent", point).mean == -25
    assert studies.estimate(runs, "p99_vector_change_percent", point).mean == -50
    assert studies.estimate(runs, "p99_change_percent", point).mean == -70
    assert studies.estimate(runs, "window_error_percent", point).mean == -40  # 30 % of 1000, of 500


def test_the_page_says_what_its_rows_say(tmp_path):
    (tmp_path / "figures").mkdir()
    (tmp_path / "figures/adapt.csv").write_text(studies.FIELDS + "\n" + "".join(
        f"adapt,atomic,scalar,window,2,{measure},1,{loop},0,5,{numbers}\n"
        for measure, loop, numbers in (
            ("p99_change_percent", "closed", "-3.2,-4,12"), ("p99_ns", "closed", "123.4,123.4,123"),
            ("fairness", "shared", "0.99994,0.9,1"), ("p99_ns", "shared", "0,0,0"))))
    rows = open_page.Rows(tmp_path)
    assert open_page.page("# Title\n\nA line {adapt atomic scalar 2 p99}\n"
                          "goes on.\n\n| {adapt atomic scalar 2\n  fairness} |\n| "
                          "{adapt/closed atomic scalar 2 p99_ns} |\n", rows) == (
        "# Title\n\nA line -3.20 % (-4.00 to +12.0) goes on.\n\n"
        "| 0.9999 (0.9000 to 1.0000) |\n| 123 ns |\n")
    for field in ("adapt atomic scalar 2 p99_ns", "adapt atomic scalar 3 fairness"):
        with pytest.raises(ValueError, match="expected one row"):
            open_page.page(f"{{{field}}}", rows)
