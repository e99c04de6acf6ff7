"""Mishaps: standard output that cannot be written, two runs into one file, interrupts, full disks,
runs that show nothing, nothing to look at. Each must be reported, by the status and by one line,
and leave nothing half."""
import os
import re
import resource
import shutil
import signal
import subprocess
import time
from pathlib import Path

import pytest

import checks

# The second one has generation_stays (rtl/bugs/planted.txt).
PROGRAM, BUGGED = Path(checks.PROGRAM).resolve(), Path(checks.BUGGED).resolve()
ROOT, CONFIGS = Path.cwd(), Path("sim").resolve()
VERBS = re.findall("^  ([a-z]+) ", subprocess.check_output([PROGRAM, "--help"], text=True), re.M)
SMALL = "run --workload random --admission golden --set operations="


@pytest.fixture(autouse=True)
def fixture_elsewhere(tmp_path, monkeypatch):
    """The program writes below build/ of where it is."""
    monkeypatch.chdir(tmp_path)


def run(words, program=PROGRAM, how=subprocess.run, directory=f" --config-dir {CONFIGS}", **more):
    """A verb with its words, whose configurations are this tree's, ended or begun."""
    if not re.search("--help|^replay", words):
        words += directory
    return how(["env", "--default-signal", program, *words.split()], text=True, **{
        "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **more})


def check_end(done, status, pattern):
    """It ends so, with one line on standard error that has the pattern."""
    assert done.returncode == status and re.fullmatch(f".*({pattern}).*\n", done.stderr), \
        (done.returncode, done.stderr)


@pytest.mark.parametrize("way", ["full", "closed"])
@pytest.mark.parametrize("words", [
    "--help", "run --workload atomic", "run --workload atomic --policy scalar", "replay good.tape",
    "cosim --quick -w atomic", "agreement --only window", "regress --workload atomic --seeds 1-2",
    *(f"{verb} --help" for verb in VERBS)])
def test_standard_output_that_cannot_be_written_is_told(words, way):
    assert len(VERBS) > 5
    if words.startswith("replay"):
        run(f"{SMALL}40 --tape good.tape", check=True)
    with open("/dev/full", "wb") as full:
        check_end(run(words, stdout=full, preexec_fn=(lambda: os.close(1)) if way == "closed" else
                      None), 2, "standard output: cannot be written")


# Programs beside it, and what they do soon.
BESIDE = {**{checks.programs(name, [checks.NARROW]): words for name, words in (
    ("blockstep", "--clocks 100 --profile busy"),
    ("scenario", f"--golden {CONFIGS}/../tb/scenarios/credit/tags.scenario"))},
    f"build/queues/{checks.QUEUES[0]}/queuestep": "--clocks 100",
    f"build/ledger/{checks.LEDGER[0]}/ledgerstep": "--clocks 100", checks.ENDPOINT: "--cases"}


@pytest.mark.parametrize("name", BESIDE)
def test_programs_beside_it_say_what_they_take_and_what_is_lost(name):
    def said(words, **more):
        return run(words, program=ROOT / name, directory="", **more)
    done = said("--help")
    assert done.stdout.startswith(f"usage: {Path(name).name} ") and not done.stderr
    assert done.returncode == 0
    check_end(said("--nosuch"), 2, f"^{Path(name).name}: --nosuch: ")
    for words in "--help", BESIDE[name]:
        with open("/dev/full", "wb") as full:
            check_end(said(words, stdout=full), 2, "standard output: cannot be written")


def test_waves_do_not_take_the_place_of_what_is_no_file():
    os.mkfifo("pipe")
    words = "--clocks 100 --profile busy --waves pipe"
    check_end(run(words, program=ROOT / next(iter(BESIDE)), directory=""), 2,
              "pipe: cannot be written")
    assert Path("pipe").is_fifo()


def test_a_closed_standard_output_does_not_become_the_next_file():
    run("run --workload atomic --commits commits.csv", preexec_fn=lambda: os.close(1))
    text = Path("commits.csv").read_text()
    assert text.startswith("order") and "verdict" not in text


@pytest.mark.parametrize("kind", 3 * ["commits", "tape"])
def test_of_two_runs_into_one_file_it_is_one_s(kind):
    words = f"{SMALL}4000 --{kind}"
    for seed in "12":
        run(f"{words} {seed} --seed {seed}", check=True)
    both = [run(f"{words} both --seed {seed}", how=subprocess.Popen) for seed in "12"]
    assert [one.communicate() and one.returncode for one in both] == [0, 0]
    assert Path("both").read_bytes() in [Path(seed).read_bytes() for seed in "12"]
    assert sorted(os.listdir()) == ["1", "2", "both"]


STATUS = {"INT": 130, "TERM": 143, "HUP": 129, "QUIT": 131, "XCPU": 152}
LONG = "--set operations=20000000"
RUN = f"""run --workload random --commits written/c.csv --tape written/t.tape.gz
    --trace written/t.trace --blocked written/b.csv --wave written/w.fst {LONG}"""
# What would run for long, a file that shows that it is as far as it should be, what it then says.
INTERRUPTED = [
    (RUN, "*", "verdict  *interrupted"),
    (f"run --workload atomic --policy semacredit --set outstanding=64 {LONG} "
     "--commits written/c.csv --csv written/r.csv", "*", "interrupted after [0-9]+ of"),
    (f"run --workload {CONFIGS}/domains/paper.yaml --policy semacredit --admission lockstep "
     "--set collective_bytes=640000000 --jobs 2 --csv written/d.csv", "*",
     "interrupted after [0-9]+ of"),
    ("run --workload random --wave written/w.fst --set operations=60000", "written/*.part.hier",
     "verdict  *fine"),
    (f"cosim --workload random {LONG}", "*", "interrupted after [0-9]+ of [0-9]+ runs"),
    ("steady", "*", "interrupted after [0-9]+ of"),
    ("regress --workload random --seeds 1-400 --operations 200000 --jobs 2", "build/regress",
     "runs were still to be done")]


def there(pattern):
    return list(Path().glob(pattern))


def await_(holds):
    """Until it holds, 10 s at most."""
    end = time.monotonic() + 10
    while not holds() and time.monotonic() < end:
        time.sleep(0.05)


@pytest.mark.parametrize("name, words, awaited, said", [
    *((name, *row) for row in INTERRUPTED for name in ("INT", "TERM")),
    *((name, *INTERRUPTED[0]) for name in ("HUP", "QUIT", "XCPU"))])
def test_what_is_interrupted_ends_soon_and_leaves_nothing(name, words, awaited, said):
    Path("written").mkdir()
    child = run(words, how=subprocess.Popen, start_new_session=True)
    caught = Path(f"/proc/{child.pid}/status")
    await_(lambda: re.search("^SigCgt:.*4..[2367]$", caught.read_text(), re.M) and there(awaited))
    time.sleep(0.1)
    begun = time.monotonic()
    child.send_signal(getattr(signal, f"SIG{name}"))
    output, child.stderr = child.communicate()
    assert time.monotonic() - begun < 5 and re.search(said, output)
    check_end(child, STATUS[name], "^semacredit: interrupted$")
    assert not there("written/*") + there("build/reports/*")
    with pytest.raises(ProcessLookupError):  # its own processes
        os.killpg(child.pid, 0)


def test_the_next_run_into_a_file_takes_away_what_a_killed_one_left():
    Path("killed").mkdir()
    child = run(f"run --workload random --commits killed/c.csv {LONG}", how=subprocess.Popen)
    await_(lambda: there("killed/*.part"))
    child.kill()
    child.communicate()
    assert there("killed/*.part")
    run("run --workload atomic --commits killed/c.csv", check=True)
    assert os.listdir("killed") == ["c.csv"]


CLOSED = "--set window_hbm=0 --set window_atomic=0 --set window_response=0"
NOTHING = "--set operations=0"


@pytest.mark.parametrize("words, pattern", [
    (f"run --workload atomic {NOTHING}", "verdict  *empty, nothing was granted"),
    (f"run --workload atomic --policy scalar {NOTHING}", "an empty run"),
    ("run --workload lost.trace --set upset_cycle=100 --set upset_percent=0",
     "verdict  *empty, nothing completed"),
    (f"explain 100 --workload atomic {CLOSED}",
     "refused by Atomic: debt 0 . demand 1600, window 0: 1600 too much"),
    (f"run --workload remote_read {CLOSED}",
     "verdict *FAILED .*operations never became admissible"),
    (f"cosim --quick --workload remote_read {NOTHING}",
     "^FAILED: remote_read, seed 0, an empty run: nothing was granted"),
    (f"cosim --quick --workload remote_read {CLOSED}",
     "^FAILED: remote_read, seed 0, .*: stall: 240 operations never became admissible"),
    (f"regress --workload remote_read --seeds 1-2 {NOTHING}", "empty run: nothing was granted"),
    ("replay empty.tape", "an empty tape: nothing was granted")])
def test_runs_that_show_nothing_are_not_fine(words, pattern):
    Path("lost.trace").write_text("semacredit trace 1\n0 write 0 0 64 0 bulk 0\n"
                                  "1000000 opcode3 0 0 64 0 bulk 0\n")
    run(f"run --workload atomic {NOTHING} --tape empty.tape")
    done = run(words, stderr=subprocess.STDOUT)
    report = Path("build/reports/regress.csv")
    said = done.stdout + (report.read_text() if report.exists() else "")
    assert done.returncode == int(words[:6] != "replay")  # which compares
    assert re.search(pattern, said, re.M) and not re.search("^fine|verdict *fine", said, re.M)


def in_room(by_disk, room, words, **more):
    """A run where no file, or the folder "disk", has room for more than so many bytes."""
    Path("disk").mkdir()
    if by_disk and subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={room}", "mishaps", "disk"],
                                  capture_output=True, check=False).returncode:
        pytest.skip("disks that are really full: no file system can be mounted here")
    limit = None if by_disk else lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))
    try:
        done = run(words, preexec_fn=limit, **more)
        assert not re.search(r"\.fst\b|\.hier\b|\.part", " ".join(map(str, there("disk/**/*"))))
        return done
    finally:
        if by_disk:
            subprocess.run(["umount", "disk"], check=True)


@pytest.mark.parametrize("by_disk", [False, True], ids=["limit", "disk"])
@pytest.mark.parametrize("room", [4096, 65536, 262144])
def test_waves_without_room_are_reported(by_disk, room):
    check_end(in_room(by_disk, room, "run --workload atomic --wave disk/w.fst"), 2,
              "disk/w.fst: waves cannot be written whole: |disk/[a-z./]*: cannot write: ")


def test_waves_with_room_are_whole():
    run("run --workload atomic --wave whole.fst", check=True)


@pytest.mark.parametrize("by_disk", [False, True], ids=["limit", "disk"])
@pytest.mark.parametrize("room", [2048, 8192])  # the tape, and nothing else, has room
def test_a_failure_without_room_is_still_reported(by_disk, room):
    Path("broken").mkdir()
    Path("broken/build").symlink_to("../disk")
    done = in_room(by_disk, room, "run --workload atomic", program=BUGGED, cwd="broken")
    assert done.returncode == 1 and re.search("^semacredit: build/failures/.*: .*cannot",
                                              done.stderr.splitlines()[-1])
    for pattern in "FAILED: atomic, seed 0, clock [0-9]+$", "read: ", "replay: ":
        assert re.search(f"^{pattern}", done.stderr, re.M), done


CASE = "build/failures/atomic-0-generation_stays"


@pytest.mark.parametrize("what", ["replays", "is short", "takes the place of an earlier one"])
def test_what_is_left_of_a_failure(what):
    shrunk = Path("build/failures/atomic_0_generation_stays.scenario")
    shrunk.parent.mkdir(parents=True)
    shrunk.touch()
    output = run("run --workload atomic", program=BUGGED, stderr=subprocess.STDOUT).stdout
    report = Path(CASE, "report.txt").read_text()
    if what == "replays":  # where the program was called, without the make before it
        line = re.search("^replay: make .* && (.*)", report, re.M)[1]
        again = subprocess.run(["bash", "-c", line], capture_output=True, text=True, check=False)
        assert re.search("^grant of handle .*'handle' is broken", again.stdout + again.stderr, re.M)
    elif what == "is short":  # a terminal of 50 rows shows all that is said, and of which RTL
        lines = output[output.index("FAILED"):].splitlines()
        assert len(lines) <= 12 and lines[-1] == f"report: {CASE}/report.txt"
        assert "narrower: PLANTED_BUG=generation_stays make scenarios" in lines
        assert re.search("^of: .* with planted bug generation_stays$", report, re.M)
    else:
        assert re.search("^offer ", shrunk.read_text(), re.M)


@pytest.fixture(scope="module", name="clone")
def fixture_clone(tmp_path_factory):
    """A tree as a fresh clone has it."""
    clone, tree = tmp_path_factory.mktemp("clone"), Path(__file__).parents[2]
    subprocess.run(f"cd {tree} && git ls-files -z | tar -ch --null -T - | tar -x -C {clone}",
                   shell=True, capture_output=True, check=False)
    if not (clone / "Makefile").exists():
        pytest.skip("make waves on a fresh clone: this tree is not of git")
    return clone


@pytest.mark.parametrize("failures, named, pattern", [
    ([], [], "no failure in build/failures yet; .*RUN="),
    ([], ["FAILURE=nope"], "no failure 'nope'; .*RUN="),
    (["atomic-0"], ["FAILURE=nope"], "no failure 'nope', expected one of: atomic-0; .*RUN="),
    (["atomic-0"], [], "no display .* in build/failures/atomic-0/|"
     "the view is .*atomic-0/view.gtkw, but gtkwave .*where there is one: gtkwave")])
def test_nothing_to_look_at_is_told(clone, failures, named, pattern):
    shutil.rmtree(clone / "build", ignore_errors=True)
    for name in failures:
        (clone / "build/failures" / name).mkdir(parents=True)
        (clone / "build/failures" / name / "view.gtkw").touch()
    without = {"DISPLAY", "WAYLAND_DISPLAY", "MAKEFLAGS", "MAKELEVEL"}
    done = subprocess.run(
        ["make", "-C", clone, "--no-print-directory", "waves", *named], text=True, check=False,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        env={name: value for name, value in os.environ.items() if name not in without})
    said = re.sub(r"^make: \*\*\*.*\n", "", done.stdout, flags=re.M)
    assert re.fullmatch(f".*({pattern}).*\n", said)
    assert done.returncode or "where there is one: gtkwave" in said
