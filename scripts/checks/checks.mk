# Checks of the program and of the tree. Included by the Makefile.

checks += determinism badinput mishaps readme howto-check

## test lint (2 min): rooms, Verilator, Yosys, clang-tidy, clang-format, shellcheck
needs_lint := $(hdl) $(register_map) $(revision)
run_lint := scripts/lint/lint.sh
## test unit (2 min): Criterion tests on golden and RTL; again under sanitizers, with RTL assertions
needs_unit := build/unit/plain build/unit/asan
run_unit := scripts/checks/unit.sh build/reports/unit $(needs_unit)
## test determinism (3 min): one seed, one commit stream, however built and run; programs in OTHERS
needs_determinism := build/semacredit $(matrix_programs) build/matrix/coverage/semacredit
run_determinism := scripts/checks/determinism.sh build/check/determinism $(needs_determinism) \
    $(OTHERS)
## test badinput: bad files and options give one line and status 2
needs_badinput := build/semacredit
run_badinput := scripts/checks/badinput.sh build/semacredit build/check/badinput
## test mishaps: full disks, lost outputs, interrupts, colliding runs: reported, no half file
needs_mishaps := build/semacredit $(bugged)
run_mishaps := scripts/checks/mishaps.sh build/semacredit sim build/check/mishaps $(bugged)
## test readme (2 min): run the commands that the documents show
needs_readme := build/semacredit # or its commands would build what others build
room_documents := $(filter-out build/%,$(wildcard */README.md */*/README.md))
run_readme := scripts/checks/readme.sh README.md rtl/DATASHEET.md $(room_documents) \
    sim/EXPERIMENTS.md
## test howto-check (1 min): follow the how-tos of the documents in a scratch copy
needs_howto-check := $(patsubst %,build/obj/gcc-O3/runtime/%.o,$(runtime))
run_howto-check := scripts/checks/readme.sh --howto build/check/howto $(room_documents)
