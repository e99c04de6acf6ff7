"""Bad input: each command must end with status 2, with exactly one line on standard error, which
has the pattern (case ignored), with nothing on standard output, leave no file and change no input.
"""
import gzip
import os
import re
import resource
import shlex
import shutil
import subprocess
from pathlib import Path
from string import Template

import pytest

import checks

PROGRAM = Path(checks.PROGRAM).resolve()
LIMIT = 20  # CPU seconds of one command
# COMMAND => PATTERN: of the program. A line that is indented goes on with the last.
# Of {A|B} each has a turn. $out is the command's own folder, $given has what prepare() puts there.
# Those that could write all of their outputs, if their input were good:
RUN = ("run --admission golden --commits $out/commits.csv --blocked $out/blocked.csv "
       "--tape $out/run.tape")
WORDS = {"run": RUN, "random": f"{RUN} --workload random",
         "policy": "run --policy scalar --csv $out/row.csv --workload atomic",
         "block": "run --policy semacredit --admission golden --commits $out/commits.csv "
                  "--csv $out/row.csv --workload",
         "late": "'|cat $given/late'",
         "writing": "--commits $out/commits.csv --blocked $out/blocked.csv --trace $out/a.trace"}
CASES = r"""
# the command line
 => cosim.*run.*replay
juggle => '?juggle'?.*(run|cosim)
{cosmi|rnu|repaly} => did you mean (cosim|run|replay)
{foo|r|''} => ^semacredit: (?!.*did you mean)
run --worklaod random => worklaod.*did you mean --workload
$random --frobnicate => frobnicate
$run --workload => workload|seed|argument
$run => workload
$run --workload nosuch => nosuch.*(remote_read|hbm_hotspot)
$run --workload hotspot => did you mean hbm_hotspot
$run --workload atomc => atomc.*did you mean atomic.*remote_read.*FILE.yaml
cosim --workload atomic,atomc => atomc.*did you mean atomic
cosim --workload atomic,sim/atomic.yaml => atomic.*once
$run --workload $given/nowhere.yaml => nowhere\.yaml: cannot be read
$run --workload all.{xml|json|et|txt} => ^semacredit: all\.(xml|json|et|txt): cannot be read
cosim --workload atomic --seeds 3 => seeds.*effect
$run --workload ../../etc/passwd => etc/passwd
$random --admission nosuch => golden.*lockstep.*nosuch
$policy --set operations=3000000 --set spacing_ps=0 => operations wait .* larger spacing_ps
$policy --policy nosuch => aggregate.*oracle.*nosuch
explain --workload atomic => explain.*OP
explain 280 --workload atomic => from 0 to 279.*280
explain many --workload atomic => many
{$policy|explain 1 --workload atomic} --policy scaler => scaler.*did you mean scalar
explain 1 --workload atomic --admission goldne => lockstep.*goldne.*did you mean golden
explain 5 --workload random --set cycles=4 --admission golden => ended before
explain 0 --workload - => only run reads a stream
keys moee => moee.*did you mean moe
keys moe atomic => no further argument.*atomic
keys moe --set first_op=1 => did you mean first_operation
keys moe --set operatoins=1 => operatoins.*did you mean operations
$block atomic --policy scalar => policy.*oracle.*admission
$block atomic --admission nosuch => golden.*lockstep.*nosuch
bench --lockstep --set port_slots=5 => port_slots: expected at least 25
experiments --clock 1 => clock.*admission
experiments --admission golden --clock fast => clock.*nanoseconds
{experiments|agreement} --only nosuch => micro.*nosuch
studies --only nosuch => counter_bits.*nosuch
studies --operations 9 => --operations.*from 100
claims --seeds 0 => --seeds.*from 5
claims --seeds => --seeds.*argument
claims --onyl 3 => unknown option '--onyl'
studies --onyl 3 => unknown option '--onyl', did you mean --only
sweep $given/nowhere.plan => nowhere.plan: cannot be read
sweep $given/heading.plan => expected runs, found none
sweep $given/columns.plan => columns.plan:3: expected experiment,loop,workload.*'a,,atomic,scalar'
sweep $given/policy.plan => policy.plan:1: expected a policy, found 'scaler'
sweep $given/key.plan => key.plan:1: unknown key 'nosuch'
sweep $given/percent.plan => percent.plan:1: operations_percent.* 1 to 100, found '0'
sweep $given/decider.plan => admission=golden, rtl or lockstep, found 'admission=me'
sweep $given/unread.plan => a,,atomic,scalar,,,1: hbm_run_percent: without effect.* hbm_banks
sweep $given/fine.plan --agreement => --agreement: expected admission=.* of 'a,,atomic,scalar,,,1'
sweep $given/fine.plan --points $out/points => --points: expected .*receivers of 'a,,atomic
sweep $given/key.plan --share 1/2 => --share.*--points
sweep $given/key.plan --agreement --points $out/points => --agreement.*--points
$random --seed{ one|=-1| 99999999999999999999} => seed: .*(one|-1|99999999999999999999)
$random --set nosuch=1 => nosuch
$random --set operations=-1 => operations
run --workload atomic --set depth=65 => ^semacredit: depth: expected one of 2, 4.*, found '65'
run --workload atomic --set clock_ps => ^semacredit: expected key=value, found 'clock_ps'
run --workload atomic --set 'clock_ps={| 5}' => ^semacredit: clock_ps: .*, found '( 5)?'
run --workload atomic --set path_ns=1,2,3{|,4,} => path_ns: .* 4 values.*, found '1,2,3(,4,)?'
$random surplus => surplus
replay => file|tape

# settings without effect, or that do not go together
$random --set mode=clocked => mode.*without effect.*--policy and --admission
$policy --set mode=clocked => mode.*without effect
run --policy scalar --workload random --set chaos_reset=5 => chaos_reset.*without effect
$random --set initiators=4 => initiators.*without effect.*--policy
run --workload atomic --set weight_read=5 => weight_read.*without effect.*random
$block sim/domains/paper.yaml --set loss_percent=5 => loss_percent.*without effect.*mode=clocked
$random --set upset_receiver=3 => upset_receiver.*without effect
$policy --policy semacredit --set window_{hbm|atomic|response}=1600 => without effect.*windows=own
$policy --set {clock_ps=500|starvation_bound=3|grant_interval=9|upset_cycle=9|chaos_bus=9}
    => (clock_ps|starvation_bound|grant_interval|upset_cycle|chaos_bus): without effect
$policy --set small_limit=3 => small_limit: without effect.*port_slots
$policy --set issue_jitter_ps=9 => issue_jitter_ps: without effect.*seed other than 0
run --workload atomic --set {grant_interval=9|chaos_bus=9} => without effect.*stages=random
$policy --set stages=random => stages.*no clock
explain 3 --workload atomic --set matrix_node=5 => matrix_node.*without effect.*cm
cosim --set scalar_window_percent=50 => scalar_window_percent.*without effect
$block atomic --set mode=nosuch => mode.*zero.*clocked.*nosuch
$block atomic --set grant_interval_ns=100 => grant_interval_ns
$block atomic --set window_request_ns=1000000 --set atomic_window_multiple=1000 => window.*32 bits
$policy --set port_slots=32 --set arbiter_slots=32 => arbiter_slots.*port_slots
$policy --policy semacredit --set port_slots=32 --set hbm_classes=4 => hbm_classes.*port_slots
$block moe --set port_slots=24 => port_slots: expected at least 25
$block moe --set hbm_classes=4 => hbm_classes.*without --admission
experiments --set cycles=5 => cycles.*without effect
steady --set weight_read=5 => weight_read.*traffic=random
studies --only {upsets --set cycles=5|slots --set arbiter_slots=9} => every run of the plan sets it
$policy --set atomic_ns=4095 --set estimate_percent=200 => estimate_percent
$policy --set window_adapt_ns=1000 => empty_admits
$policy --policy semacredit --set window_adapt_ns=1000 --set empty_admits=1 --set hbm_classes=2
    => hbm_classes of 0
$policy --set window_adapt_ns=1000 --set empty_admits=1 --policy {adaptive_window|arrival_return}
    => holds credit while an operation queues, found (adaptive_window|arrival_return)
$policy --set window_adapt_ns=1000 --set empty_admits=1 --policy vector_link => found vector_link
$policy --policy semacredit --set aging_ns=5 --set {port_slots=26|arbiter_slots=9|hbm_classes=2}
    => aging_ns: expected
$policy --policy {bdp|vector_link|read_charged} --admission golden => expected semacredit
$policy --policy semacredit --set link_window_percent=50 => without effect on this run
$policy --set initiators=4 => outstanding
$policy --set initiators=4 --set outstanding=16 --policy reactive => a policy that grants
$policy --policy semacredit --set initiators=4 --set outstanding=16 --set grant_delay_ns=10
    => grant_delay_ns of 0
$policy --set initiators=4 --set outstanding=16 --set attackers=5 => attackers: expected at most
$policy --set hbm_banks=litedram --set {hbm_read_ns=3|slow_hbm_percent=300} => hbm_banks=none
$policy --set hbm_run_percent=3 => hbm_run_percent: without effect.*hbm_banks
$policy --set hbm_banks=fcfs => hbm_banks: expected one of none, first_ready, litedram
run --workload atomic --set depth=16 => depth.*without effect
$policy --set depth=512 => depth: expected one of 2.*256.*512

# outputs that cannot be written; what is open already goes
run --workload random --admission lockstep --{commits|blocked|tape|wave} $given/no/x => $given/no/x
run --workload random --admission lockstep --{commits|blocked|tape|wave} $given => $given
run --workload atomic --policy scalar --{csv|commits|blocked} $given/no/x => $given/no/x
run --workload atomic --policy scalar --{csv|commits|blocked} /dev/full => /dev/full
$random --tape $given/no/x => $given/no/x
$policy --commits $out/commits.csv --blocked $out/blocked.csv --trace $given/no/x => $given/no/x
run --workload random --admission golden --wave $out/w.fst => wave
run --workload random --{commits|blocked|trace} /dev/full --set operations=20000 => /dev/full
run --workload atomic --latencies $out/x => --latencies: expected --policy
run --workload moe --policy scalar --set receivers=2 --latencies $out/x
    => --latencies: expected no domain

# one file for two
run --workload atomic --tape $out/x --trace $out/../out/x
    => --trace: expected another file than --tape writes: '$out/../out/x'
run --workload atomic --commits $out/../stdout => --commits.*standard output writes
run --workload atomic --policy scalar --csv $out/x --commits $out/x => --commits.*--csv writes
run --workload atomic --wave $out/x.fst --commits $out/x.gtkw => view of --wave.*--commits writes
run --workload own --config-dir $given --commits $given/here/own.yaml
    => --commits.*--workload reads
run --workload $given/own.yaml --commits $given/linked.yaml => --commits.*--workload reads
run --workload $given/own.trace --trace $given/here/own.trace => --trace.*--workload reads
run --workload - --trace $out/x --commits $out/x => --trace: expected another file

# configurations
$random --config-dir $given/no => nowhere.*-C|no.*-C
collectives --config-dir $given/no => no: cannot be read.*-C DIR
$random --config-dir $given/lost => random
$random --config-dir $given/{empty|binary} => random\.yaml

# tapes
replay $given/nowhere.tape => nowhere
replay $given => $given: is a folder without a tape
replay $given/failure => is a folder.*its own is .*/failure/tape.gz
replay $given/{empty|other|program|version|short|more}.tape => \.tape(:[0-9]+)?: .
replay $given/pipe => pipe: expected a file
replay $given/size.tape => tape: expected a tape of a block of 8-.*, found 2-
replay $given/half.tape.gz => half\.tape\.gz(:[0-9]+)?: .

# files of operations, by a block and by a policy
run --workload - --trace $out/x => standard input:1: expected 'semacredit trace 1'
run --workload '|cat $given/own.trace; exit 3' => :3: expected the command to end with .* 0, found 3
run --workload $late --trace $out/x {|--policy scalar} => late:3: class: .*'bulky'
run --workload $given/nowhere.trace $writing => nowhere\.trace
run --workload $given/ $writing => expected a file$$
run --workload $given/pipe{|.xml|.goal|.cm|.yaml} $writing
 => expected a file, found a pipe, which run reads as '-'
run --workload /dev/zero $writing => expected a file
astray program.trace => .*expected (text|a line)
astray short.trace => .*cut short
astray half.trace.gz => .*gzip

# regressions
regress --workload atomic,nosuch => nosuch.*random
regress --workload '' => workload
claims -n 9 => claims: unknown option '-n'
regress {-n|--operations} 0 => operations.*from
regress --seeds {0|9x} => --seeds.*from
regress --seeds 9-1 => --seeds.*from 9
regress --seeds 9- => --seeds
regress --seeds {1-99999999|0-18446744073709551615} => at most
regress --set mode=clocked => mode.*without effect
regress --share {''|3|3/|/3|0/3|4/3|1/3x|x/3|1/-1} => --share: expected I/N
"""


def spread(text, separator="|"):
    """Each of a text with alternatives; the same group elsewhere has the same turn."""
    part = rf"[^{{}}\|{re.escape(separator)}]*"
    if not (found := re.search(rf"\{{({part}(?:{re.escape(separator)}{part})+)\}}", text)):
        return [text]
    return [one for part in found[1].split(separator)
            for one in spread(text.replace(found[0], part), separator)]


def cases():
    """Command and pattern, before what $given and $out are is known."""
    for line in re.sub(r"\n +=>", " =>", re.sub("^#.*\n|^\n", "", CASES, flags=re.M)).splitlines():
        command, pattern = line.split(" => ")
        if name := command.partition("astray ")[2]:
            command = f"run --workload $given/{name} $writing --{{admission golden|policy scalar}}"
            pattern = f"{re.escape(name)}(:[0-9]+)?: {pattern}"
        yield from ((one, pattern) for one in spread(command))


@pytest.fixture(scope="module", name="given")
def fixture_given(tmp_path_factory):
    """The folder of what commands are given, good and bad."""
    given = tmp_path_factory.mktemp("given")

    def good(name, *options):
        path = given / f"good.{name}"
        subprocess.run([PROGRAM, "run", "--workload", "random", "--admission", "golden", "--set",
                        "operations=40", *options, f"--{name}", path], check=True,
                       stdout=subprocess.DEVNULL)
        return path.read_bytes()

    shutil.copy("sim/atomic.yaml", given / "own.yaml")
    os.link(given / "own.yaml", given / "linked.yaml")
    (given / "here").symlink_to(".")
    for name in ("pipe", "pipe.xml", "pipe.goal", "pipe.cm", "pipe.yaml"):
        os.mkfifo(given / name)
    head, own = b"semacredit trace 1\n", b"0 write 0 0 64 0 bulk 0\n"
    random, binary = Path("sim/random.yaml").read_bytes(), PROGRAM.read_bytes()[:100000]
    columns = b"experiment,loop,workload,policy,parameter,value,seed\n"
    tape, trace = good("tape"), good("trace", "--set", "ordering_domains=3")
    subprocess.run([PROGRAM, "replay", given / "good.tape"], check=True, stdout=subprocess.DEVNULL)
    subprocess.run([PROGRAM, "run", "--workload", given / "good.trace", "--admission", "golden"],
                   check=True, stdout=subprocess.DEVNULL)
    packed = gzip.compress(tape)
    for name, text in {
            "heading.plan": columns, "columns.plan": columns + b"\na,,atomic,scalar x=1\n",
            "policy.plan": b"a,,atomic,scaler,,,1", "key.plan": b"a,,atomic,scalar,,,1 nosuch=1",
            "fine.plan": b"a,,atomic,scalar,,,1",
            "unread.plan": b"a,,atomic,scalar,,,1 hbm_run_percent=5",
            "percent.plan": b"a,,atomic,scalar,,,1 operations_percent=0",
            "decider.plan": b"a,,atomic,semacredit,,,1 admission=me",
            "own.trace": head + own, "late": head + own + own.replace(b"bulk", b"bulky"),
            "lost/atomic.yaml": b"", "empty/random.yaml": b"", "binary/random.yaml": binary[:4000],
            "failure/tape.gz": packed, "empty.tape": b"", "other.tape": random,
            "program.tape": binary, "version.tape": re.sub(rb"\d+\n", b"99\n", tape, count=1),
            "short.tape": tape[:-9], "size.tape": tape.replace(b"8-", b"2-", 1),
            "more.tape": tape + b"more\n", "half.tape.gz": packed[:len(packed) // 2],
            "program.trace": binary, "short.trace": trace[:-2],
            "half.trace.gz": gzip.compress(trace)[:700]}.items():
        (given / name).parent.mkdir(exist_ok=True)
        (given / name).write_bytes(text)
    inputs = given / "own.trace", given / "own.yaml"
    texts = [path.read_bytes() for path in inputs]
    return given, lambda: texts == [path.read_bytes() for path in inputs]


@pytest.mark.parametrize("command, pattern", cases(), ids=map(" => ".join, cases()))
def test_is_refused(tmp_path, given, command, pattern):
    given, unchanged = given
    out = tmp_path / "out"
    out.mkdir()
    for _ in range(2):  # a word has words
        command = Template(command).safe_substitute(WORDS, given=given, out=out)
    pattern = Template(pattern).safe_substitute(given=given, out=out)
    with open(tmp_path / "stdout", "wb") as stdout:
        done = subprocess.run(
            [PROGRAM, *shlex.split(command)], stdin=subprocess.DEVNULL,
            stdout=stdout, stderr=subprocess.PIPE, check=False,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (LIMIT, LIMIT)))
    said = done.stderr.decode(errors="replace")
    left = [str(path.relative_to(out)) for path in out.rglob("*")]
    wrong = [text for text, holds in (
        (f"status {done.returncode}", done.returncode == 2),
        ("not one line", said.count("\n") == 1),
        (f"no '{pattern}'", re.search(pattern, said, re.I)),
        ("words on standard output", not (tmp_path / "stdout").stat().st_size),
        (f"left behind: {left}", not left), ("an input was written", unchanged())) if not holds]
    if wrong:
        pytest.fail(f"{', '.join(wrong)}: {said[:300]}", pytrace=False)
