"""Every key on every kind of run: its value that shows (csim/config/config.h) gives another run,
other commits, measures or messages, or it is refused by its name; and it moves one kind at least.
build/reports/keys.csv has a row for each key and kind."""
import csv
import functools
import re
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from checks import PROGRAM

FOLDER = Path("build/check/keys-files")
TEXT = Path("csim/config/config.h").read_text("utf-8")
TABLE = re.sub(r"\s*\\\n\s*", " ", TEXT)
ROWS = re.findall(r'(?:NUMBER|CHOICE|LIST)\((\w+), ([^,]*), .*?"([^"]*)", "([^"]*)"\)'
                  r'(?= [A-Z#]|\s*$)', TABLE, re.M)
KEYS = {name: (when, shows.split(" ")) for name, _, when, shows in ROWS}
assert list(KEYS) == re.findall(r"^    (?:NUMBER|CHOICE|LIST)\((\w+)", TEXT, re.M)
USUAL = {name: usual for name, usual, _, _ in ROWS}
POLICIES = re.findall(r"\bX\((\w+)\)", Path("csim/policy/policy.h").read_text("utf-8"))
# Data in which some keys show: what only large operations meet, or more than there are places.
TIGHT = ["feedback_rtt_ns=300", "window_request_ns=300"]
SHARED = ["outstanding=200", "initiators=2"]
URGENCY = "attackers urgency_permille urgency_unit urgency_burst_ns urgency_held".split()
DATA = {"windows": ["hbm_gbps=100"],
        "small_limit": ["hbm_gbps=50"],
        "small_limit, environment, matrix": ["hbm_gbps=50", "matrix_as=write"],
        "empty_admits": ["feedback_rtt_ns=10", "window_request_ns=10"],
        "grant_delay_ns": TIGHT, "arbiter_slots": TIGHT,
        "calibrate_shift": ["estimate_percent=300"],
        "calibrate_work_ns": ["estimate_percent=300"], "stall_clocks": ["delay_ps=900000"],
        **dict.fromkeys(URGENCY, SHARED),
        # Large ones, which by their wire bytes would go last.
        **{f"{key}, policy {name}": [*SHARED, "urgent_even=write"]
           for key in URGENCY for name in POLICIES},
        **{f"{key}, policy, adversarial": [*SHARED, "operations=3000"]
           for key in ("urgency_permille", "urgency_unit", "urgency_burst_ns")},
        "port_slots": ["command_limit=17"]}
BURST = ("operations=300 bulk_even=read bulk_odd=answered_write urgent_even=small_read "
         "urgent_period=5 urgent_odd=atomic spacing_ps=100 hbm_gbps=150 hot_percent=30").split()
DRAWN = ["operations=400", "stages=model"]
# A write of gigabytes keeps a stage of the model for milliseconds, and the block goes on meanwhile.
MANY = ["operations=3000", "weight_length_huge=0"]
STAGES = ["stages=random", "grant_interval=9", "chaos_bus=0"]
POLICY, GOLDEN = ["--policy=semacredit"], ["--admission=golden"]
BLOCK, CLOCKED = [*POLICY, *GOLDEN], ["mode=clocked"]
MOE = ["collective=moe", "collective_bytes=200000"]
ENDLESS = ["matrix_endless_bytes=5000", "matrix_as=read", "hbm_gbps=200", "matrix_gbps=3000"]
WIDE = ["window_request_ns=2000"]
FILES = {"a.cm": "Nodes 4\nConnections 204\n1->0 id 1 start 0 size 900000\n"
                 "2->0 id 2 start 50 size 0\n3->1 id 3 start 90 size 200000\n"
                 "0->2 id 4 start 1 size 800000\n" +
                 "".join(f"1->0 id {i} start {i // 4} size 100\n" for i in range(5, 205)),
         "a.goal": "num_ranks 2\nrank 0 {\nsend 900000b to 1\n}\n"
                   "rank 1 {\nrecv 900000b from 0\n}\n",
         "a.xml": Path("sim/domains/star.xml").read_text("utf-8")}
KINDS = {
    **{f"policy {name}": ("atomic", [f"--policy={name}"], BURST) for name in POLICIES},
    "policy, random": ("random", POLICY, DRAWN),
    "policy, adversarial": ("adversarial", POLICY, DRAWN + ["phase_operations=20"]),
    "policy, trace": ("a.trace", POLICY, []), "policy, matrix": ("a.cm", POLICY, ENDLESS + WIDE),
    "block": ("atomic", BLOCK, BURST),
    "block, random": ("random", BLOCK, DRAWN + ["starvation_bound=0"]),
    "block, clocked": ("atomic", BLOCK, BURST + CLOCKED),
    "domain, burst": ("atomic", POLICY, BURST + ["receivers=2"]),
    "domain, collective": ("domains/paper.yaml", POLICY, MOE),
    "domain, msccl": ("a.xml", POLICY, []), "domain, goal": ("a.goal", POLICY, []),
    "domain, matrix": ("a.cm", POLICY, ENDLESS + WIDE + ["matrix_receiver=all"]),
    "domain, block": ("domains/paper.yaml", BLOCK, MOE),
    "domain, clocked": ("domains/paper.yaml", BLOCK, MOE + CLOCKED + ["background_gap_ps=20000"]),
    "environment": ("atomic", GOLDEN, BURST), "lockstep": ("atomic", [], BURST),
    "environment, stages": ("atomic", GOLDEN, BURST + STAGES),
    "environment, random": ("random", GOLDEN, MANY),
    "environment, adversarial": ("adversarial", GOLDEN, MANY + ["phase_operations=60"]),
    "environment, trace": ("a.trace", GOLDEN, []), "environment, matrix": ("a.cm", GOLDEN, ENDLESS),
}


def run(workload, options, sets):
    """Its status, and what it says of itself but for its speed."""
    path = FOLDER / workload if workload[:2] == "a." else Path("sim") / (
        workload if "." in workload else f"{workload}.yaml")
    done = subprocess.run([PROGRAM, "run", f"--workload={path}", "--hash", "--seed=1", *options,
                           *(f"--set={s}" for s in sets)],
                          text=True, capture_output=True, check=False)
    return done.returncode, re.sub(r".*million/s.*", "", done.stdout), done.stderr


def needs(key, seen):
    """What its terms set: of each that is about a key, of its first alternative that is."""
    for term in KEYS[key][0].split():
        name, negated, value = re.match(r"(\w+)(!?)=?(\w*)", term.split("|")[0]).groups()
        if name not in KEYS or name in seen or name == "collective":
            continue
        if value == USUAL[name] and not negated:  # as it is
            continue
        yield from needs(name, seen | {key})
        yield f"{name}={value if value and not negated else KEYS[name][1][0]}"


@functools.cache
def changed(kind, *sets):
    """A run with these first; what the kind sets goes where they cancel it."""
    workload, options, own = KINDS[kind]
    names = [s.partition("=")[0] for s in sets]
    own = [s for s in own if s.partition("=")[0] not in names]
    while True:
        done = run(workload, options, [*sets, *own])
        idle = re.search(r"--set (\w+): without effect", done[2])
        if not idle or idle[1] in names:
            return done
        own = [s for s in own if s.partition("=")[0] != idle[1]]


def tried(kind, key, beside):
    """With these settings beside it; where those are refused, all at once."""
    before = changed(kind, *beside)
    if before[0] == 2:
        before = changed(kind)
    for value in KEYS[key][1]:
        after = changed(kind, f"{key}={value}", *beside)
        if after[:2] != before[:2]:
            break
    if min(before[0], after[0]) < 0:
        return "silent", "but the program dies: " + after[2].strip()
    if after[0] == 2:
        why = after[2].strip().partition(": ")[2]
        return "refused" if set(KEYS) & set(re.findall(r"\w+", why)) else "moved", why
    return "moved" if after[:2] != before[:2] else "silent", " ".join(beside)


def verdict(kind, key):
    """The worst of it alone and beside what it needs."""
    data = DATA.get(f"{key}, {kind}", DATA.get(key, []))
    beside = [*dict.fromkeys(needs(key, {key})), *data]
    trials = [tried(kind, key, beside)]
    if beside and not (data and trials[0][0] == "moved"):
        trials.append(tried(kind, key, []))
    order = ["silent", "moved", "refused"]
    return [key, kind, *min(trials, key=lambda trial: order.index(trial[0]))]


@pytest.fixture(scope="module", name="rows")
def fixture_rows():
    """The kinds' files are there; what is added goes into the report."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, text in FILES.items():
        (FOLDER / name).write_text(text, "utf-8")
    run("atomic", [*POLICY, f"--trace={FOLDER}/a.trace"], BURST)
    yield (rows := [])
    Path("build/reports").mkdir(parents=True, exist_ok=True)
    with open("build/reports/keys.csv", "w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([["key", "kind", "result", "why"], *rows])


@pytest.mark.parametrize("key", KEYS)
def test_a_key_moves_a_run_or_is_refused(key, rows):
    with ThreadPoolExecutor() as pool:
        own = list(pool.map(lambda kind: verdict(kind, key), KINDS))
    rows += own
    if silent := [f"{kind}: nothing moves {why}" for _, kind, how, why in own if how == "silent"]:
        pytest.fail("\n".join(silent), pytrace=False)
    assert any(how == "moved" for _, _, how, _ in own), "moves on no kind of run"
