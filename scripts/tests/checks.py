"""The table of all checks: which tier, which command, and what it would find.

CHECK_ARGS is what `make NAME ARGS=` was given.

A command's last line is "WORD: N checks, N failed[, N skipped]". Tiers: quick is `make test`, all
comes with `make test-all`, release with `make release`. Programs that a command needs are made by
the Makefile before.
"""
import re
import sys
from typing import NamedTuple

PROGRAM = "build/semacredit"
BUGGED = "build/planted/bugs/generation_stays"
READMES = "$(ls */README.md */*/README.md | grep -v ^build/)"
SIZES = re.findall("^[0-9]+(?:-[0-9]+){9}", open("scripts/block/sizes.txt").read(), re.M)
NARROW = f"planted-{SIZES[2]}"
BUGGED_BLOCKS = f"build/block/{NARROW}/blockstep build/block/{SIZES[0]}/blockstep"
LARGE = f"planted-{SIZES[4]}"
LOCKSTEP = [*SIZES[:2], NARROW, SIZES[3], LARGE]
PLANTED = f"rtl/bugs/planted.txt {BUGGED_BLOCKS}"
MAKEFILE = open("Makefile").read()
QUEUES, LEDGER = (re.search(f"^{part}_sizes := (.*)", MAKEFILE, re.M).group(1).split()
                  for part in ("queues", "ledger"))
ENDPOINT = "build/endpoint/{}/endpointstep".format(
    re.search("^endpoint_size := (.*)", MAKEFILE, re.M).group(1))
READ_CHANNEL = ENDPOINT.replace("-0-", "-1-")
VERSION = re.search("^version := (.*)", MAKEFILE, re.M).group(1)


def cases(operations):
    """The endpoint's, with so many operations each, if CHECK_ARGS says no other number."""
    return f". scripts/checks/checks.sh; for case in $({ENDPOINT} --cases); do " \
        f"expect_success \"$case\" {ENDPOINT} --case $case --faults 10 " \
        f"--operations ${{CHECK_ARGS:-{operations}}}; done; expect_success 'lost grants, windows " \
        f"of an operation' {ENDPOINT} --case hot --percent 20 --faults 50 --operations 60 " \
        "--bulk 2; " \
        "finish endpoint"


def programs(name, sizes):
    return " ".join(f"build/block/{size}/{name}" for size in sizes)


def rows(name, workers="$([ \"$CHECK_ARGS\" ] && echo 0 || nproc)"):
    """The check whose table is NAME.py beside this file: CHECK_ARGS are rows, as -k has them."""
    return f"{sys.executable} -B -m pytest -n {workers} --basetemp=build/check/{name} --rows=" \
        f"{name} -c scripts/pyproject.toml scripts/tests/{name}.py -k \"$CHECK_ARGS\""


class Check(NamedTuple):
    """A check: `finds` is the fault that turns it red."""
    name: str
    tier: str
    command: str
    finds: str


CHECKS = [Check(*row) for row in [
    # quick: the longest first
    ("unit", "quick", "scripts/checks/unit.sh build/reports/unit build/clang/unit",
     "a function that breaks its contract; undefined behaviour; an assertion of the RTL"),
    ("determinism", "quick", "QUICK=1 scripts/checks/determinism.sh build/check/determinism "
     f"sim/certificate.txt {PROGRAM}",
     "results that depend on the build, the machine, waves, skipped clocks or a flop without "
     "reset"),
    ("lint-sample", "quick",
     "scripts/lint/lint.sh folders links front dialect top yosys shell python format columns",
     "an include against the layers; RTL that a supported tool misreads; another format"),
    ("reference", "quick", f"scripts/bench/reference.py {PROGRAM} build/check/reference",
     "an event simulator that is not the paper's: a second one, in Python, differs"),
    ("readme-sample", "quick", "QUICK=1 scripts/checks/readme.sh README.md scripts/README.md",
     "a command of the README that does not do what it shows"),
    ("mishaps", "quick", rows("mishaps"),
     "half a file after a full disk, an interrupt, or two runs at once"),
    ("badinput", "quick", rows("badinput"),
     "a wrong file or option that is taken, or refused without saying why"),
    ("files", "quick", rows("files"),
     "a file of operations, tasks or settings that is read as another, or refused elsewhere"),
    ("lockstep-sample", "quick", "scripts/block/lockstep.py "
     "build/reports/lockstep_sample.csv 50000 1 "
     f"{BUGGED_BLOCKS}",
     "golden model and RTL that differ; what its specification forbids"),
    ("bugs-sample", "quick", "scripts/block/bugs.py --sample 8 "
     f"build/reports/bugs_sample.csv {PLANTED}",
     "a kind of fault of the RTL that random traffic no longer finds"),
    ("scenarios-sample", "quick", "scripts/block/scenarios.sh build/reports/scenarios.csv "
     f"build/check/scenarios-sample {programs('scenario', [SIZES[0], NARROW])}",
     "a situation of an integrator that the block does not stand; a scenario misread"),
    ("queues", "quick", ". scripts/checks/checks.sh; for size in " + " ".join(QUEUES) + "; do "
     "expect_success \"$size\" build/queues/$size/queuestep --clocks ${CHECK_ARGS:-10000}; done; "
     "finish queues",
     "queues in front of the port that differ from their golden model, lose, repeat or starve"),
    ("ledger", "quick", ". scripts/checks/checks.sh; for size in " + " ".join(LEDGER) + "; do "
     "expect_success \"$size\" build/ledger/$size/ledgerstep --clocks ${CHECK_ARGS:-20000}; done; "
     "finish ledger",
     "a transport's ledger that sends more than a window, or loses credit for good"),
    ("endpoint-check", "quick", cases(2000),
     "an endpoint that loses or changes a byte, or whose block is not the golden model"),
    ("promises", "quick", "scripts/block/promises.py build/reports/promises.csv",
     "a promise of rtl/spec that nothing checks; a rule, scenario or fault of what it has not"),
    ("results-check", "quick",
     f"scripts/paper/readings.py --check {PROGRAM} sim build/check/results",
     "a published number that is not what is measured"),
    # all: the longest first
    ("lockstep", "all", f"scripts/block/lockstep.py --covers build/reports/lockstep.csv 200000 2 "
     f"${{LOCKSTEP_PROGRAMS:-{programs('blockstep', LOCKSTEP)}}}",
     "the same at five sizes of scripts/block/sizes.txt, everything wrapping; a number of which "
     "no two meet that a bit tells apart"),
    ("bugs", "all", f"scripts/block/bugs.py build/reports/bugs.csv {PLANTED} "
     f"build/block/{LARGE}/blockstep",
     "a fault of the RTL that random traffic does not find"),
    ("queues-bugs", "all", "scripts/block/bugs.py build/reports/queues_bugs.csv "
     f"rtl/bugs/queues.txt {' '.join(f'build/queues/{size}/queuestep' for size in QUEUES)}",
     "a fault of the queues that random traffic does not find"),
    ("ledger-bugs", "all", "scripts/block/bugs.py build/reports/ledger_bugs.csv "
     f"rtl/bugs/ledger.txt {' '.join(f'build/ledger/{size}/ledgerstep' for size in LEDGER)}",
     "a fault of the ledger that random traffic does not find"),
    ("endpoint-bugs", "all", "scripts/block/bugs.py build/reports/endpoint_bugs.csv "
     f"rtl/bugs/endpoint.txt {ENDPOINT} {READ_CHANNEL}",
     "a fault of the endpoint that its harness does not find"),
    ("banks-check", "all", ". scripts/checks/checks.sh; of=build/endpoint/litedram/litedram.so; "
     "if [ ! -e $of ]; then skip 'LiteDRAM: none, make says why'; else "
     "if build/endpoint/banksstep $of --seed ${CHECK_ARGS:-2}; then pass; else fail 'a pattern'; "
     "fi; expect_failure 'first ready is no LiteDRAM' build/endpoint/banksstep $of --first-ready; "
     "fi; finish banks-check",
     "the simulator's LiteDRAM 15 % off LiteDRAM in a mean, or 25 % in a P99"),
    ("reference-all", "all", f"scripts/bench/reference.py {PROGRAM} build/check/reference-all 1000",
     "the same, by more random runs, every run of the paper's experiments, and faulty readings"),
    ("scenarios", "all", "scripts/block/scenarios.sh build/reports/scenarios.csv "
     "build/check/scenarios "
     f"${{SCENARIO_PROGRAMS:-{programs('scenario', [SIZES[0], NARROW, LARGE])}}}",
     "the same at a large size, too"),
    ("twins", "all", "scripts/block/twins.py build/reports/twins.csv "
     f"build/check/twins tb/block/twins.txt {BUGGED_BLOCKS} build/block/{SIZES[0]}/scenario "
     f"build/block/{NARROW}/scenario",
     "a common-mode fault that no rule, scoreboard or scenario finds"),
    ("history", "all", "set -eo pipefail; for seed in 1 2; do "
     f"{PROGRAM} run --workload adversarial --seed $seed --admission golden "
     "--commits /dev/fd/3 3>&1 >/dev/null; done | "
     "scripts/block/history.py --limited 1 --least 2600000; "
     "for workload in moe allreduce atomic response remote_read hbm_hotspot; do "
     f"{PROGRAM} run --workload $workload --policy semacredit --set operations=20000 "
     "--admission golden --commits /dev/fd/3 3>&1 >/dev/null; done | "
     "scripts/block/history.py --least 240000",
     "a decision that is not what the rule gives on the commits before it"),
    ("recovery", "release", "RECOVERY_SEEDS=1000 LEDGER_SEEDS=100 "
     "FILTER='@(recovery|ledger_world)/*' scripts/checks/unit.sh "
     "build/reports/recovery build/unit",
     "a dead initiator, released under load, that completes what others have; a ledger that "
     "believes too much"),
    ("endpoint-long", "release", cases(2500000),
     "the same in ten million operations"),
    ("keys-check", "all", rows("keys", 0),
     "a setting that changes nothing, without a word"),
    ("agreement-check", "release",
     ". scripts/checks/checks.sh; expect_success 'decisions are alike' "
     f"bash -c 'set -o pipefail; {PROGRAM} agreement 2>&1 | grep -E \"^all +[0-9]+ +[0-9]{{6,}} +0 "
     "\"'; finish agreement-check",
     "a driver or a path that does not decide the paper's experiments as the policy does"),
    ("open-check", "release", f"scripts/paper/open.py --check {PROGRAM} sim build/check/open",
     "a number of sim/OPEN.md that is not what is measured"),
    ("formal", "all",
     "python3 -B scripts/block/prove.py build/reports/formal.csv $CHECK_ARGS",
     "the promises of rtl, proved; each broken by a change"),
    ("yosys-check", "all", "scripts/silicon/gates.py --read build/check/yosys "
     f"{min(SIZES, key=len)} ${{CHECK_ARGS:-20000}}",
     "RTL that Yosys, which proves and synthesizes it, reads as another than Verilator"),
    ("lint", "all", "scripts/lint/lint.sh $CHECK_ARGS",
     "an analyzer's finding in C or Python; a module that lints badly"),
    ("readme", "all", f"scripts/checks/readme.sh README.md rtl/DATASHEET.md {READMES} "
     "sim/EXPERIMENTS.md csim/ARCHITECTURE.md tb/TUTORIAL.md",
     "a command of a document that does not do what it shows"),
    ("howto-check", "all", f"scripts/checks/readme.sh --howto build/check/howto {READMES}",
     "a how-to whose edits no longer apply or work"),
    ("determinism-clang", "all", "BRIEF=1 JOBS=1 scripts/checks/determinism.sh "
     "build/check/determinism-clang sim/certificate.txt build/clang/semacredit",
     "results that depend on the compiler; undefined behaviour in whole runs"),
    ("figures-check", "all", f"scripts/figures/figures_check.py {PROGRAM} sim build/check/figures",
     "a figure without some of its data"),
    ("versions-sample", "all", "SAMPLE=1 VERSIONS=5.48.0 scripts/bench/versions.sh "
     "build/check/versions/versions.csv build/check/versions",
     "RTL that another Verilator compiles otherwise, assertions included"),
    ("fuzz-check", "all", f"scripts/checks/fuzz.sh 500x build/check/fuzz-check {PROGRAM} "
     "build/clang/fuzz_config build/clang/fuzz_tape build/clang/fuzz_trace",
     "a reader of files that crashes on odd input"),
    ("regress-check", "all", f"scripts/regress/regress_check.sh build/check/regress sim {PROGRAM} "
     f"{BUGGED}", "a regression that an interrupt or another engine changes"),
    ("collectives-check", "all", "scripts/collectives/collectives_check.sh build/check/collectives "
     f"sim {PROGRAM}", "a collective whose result changes"),
    ("report-check", "all", "scripts/report/report_check.py build/check/report sim "
     f"{PROGRAM} {BUGGED} build/ip/python",
     "a page on which a number or a failure cannot be found"),
    ("page-check", "all", f"scripts/page/page_check.py build/page/index.html build/check/page "
     f"{PROGRAM}",
     "a page to play with that measures something else than the program, or is slow or unreadable"),
    ("docs-check", "all", "scripts/docs/docs.py --check build/docs/python build/check/docs",
     "a page of the documents with a dead link, or that the search does not find"),
    ("dpi-check", "all", "scripts/library/dpi_check.sh build/library/dpi/example sim",
     "the library, used from SystemVerilog, misses a fault"),
    ("library-check", "all", "scripts/library/library_check.sh build/library tb/library/example.c "
     f"build/check/library {PROGRAM} sim rtl/semacredit.sv",
     "a name or a promise of the library's header that is not kept"),
    ("ip-check", "all", "scripts/ip/map_check.sh rtl/semacredit.rdl build/ip/semacredit.xml "
     f"build/ip/python build/check/ip {programs('scenario', [SIZES[0], NARROW])}",
     "a register of RTL, golden model or a description that is not in registers.md"),
    ("parsers-check", "all", "scripts/ip/parsers_check.sh build/hdl build/ip/python "
     "build/check/parsers", "RTL that slang or Verible warn of"),
    ("install-check", "all", f"scripts/ip/install_check.sh {VERSION} build/semacredit "
     "build/hdl build/ip/semacredit.xml build/library build/check/install",
     "an installed program that needs its source tree"),
    ("dist-check", "all", f"scripts/ip/dist_check.sh build/dist/semacredit-{VERSION}.tar.gz "
     "build/ip/python build/check/dist lint", "a release that is not whole"),
]]
