# semacredit: one Makefile, everything it makes under build/. `make` alone prints help.
#
# No tool is needed to read this file: what is missing is installed by the target setup, before anything that
# uses it.

# Parameters: compiler and optimisation of build/semacredit; V=1 to see commands; WERROR= where a compiler newer
# than ours warns of more; ARGS for the program; RUN for waves; FUZZ_SECONDS for each fuzz target.
ifeq ($(origin CC),default)
CC := gcc
endif
OPT ?= -O3
WERROR ?= -Werror
V ?= 0
FUZZ_SECONDS ?= 60
ARGS ?=
RUN ?=

ifeq ($(V),0)
Q := @
endif
MAKEFLAGS += --no-builtin-rules -j$(shell nproc 2>/dev/null || echo 2)
.SUFFIXES:
.DELETE_ON_ERROR:
.SECONDARY:
ifneq ($(filter clean,$(MAKECMDGOALS)),)
.NOTPARALLEL: # `make clean cosim` cleans first
endif
.DEFAULT_GOAL := help

# ---------------------------------------------------------------------------------- help and setup

# A line "## target: text" above a target is its help.
.PHONY: help
## help: print this
help:
	@awk -F': ' '/^## [a-z-]+: / { sub(/^## /, ""); printf "  %-12s %s\n", $$1, substr($$0, index($$0, ": ") + 2) }' Makefile

.PHONY: setup
# These goals need less than all packages.
core_goals := cosim bench waves state build/semacredit
## setup: install the packages that are missing (every target does so by itself)
setup:
	@scripts/setup.sh build/setup.log core $(if $(filter-out $(core_goals),$(MAKECMDGOALS)),test)

# --------------------------------------------------------------------------------------- C objects
#
# A configuration is a folder build/obj/NAME, so that none ever sees another's objects.

WARNINGS := -Wall -Wextra -Wshadow -Wconversion $(WERROR)
C_WARNINGS := $(WARNINGS) -Wstrict-prototypes -Wmissing-prototypes
INCLUDES := -Icsim -Itb
DEPENDENCIES = -MMD -MP
SANITIZE := -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer

native := $(notdir $(lastword $(CC)))$(subst $() ,,$(OPT))
cxx_of = $(patsubst cc,c++,$(if $(findstring clang,$1),$(subst clang,clang++,$1),$(subst gcc,g++,$1)))
matrix := gcc-O0 gcc-O3 clang-O0 clang-O3 # every pair of compiler and optimisation that the tests compare
compilations := $(sort $(native) $(matrix) asan fuzz)

cc_gcc-O0 := gcc -O0
cc_gcc-O3 := gcc -O3
cc_clang-O0 := clang -O0
cc_clang-O3 := clang -O3
cc_asan := gcc -O1 $(SANITIZE)
cc_fuzz := clang -O1 $(SANITIZE) -fsanitize=fuzzer-no-link
cc_$(native) := $(CC) $(OPT)
$(foreach name,$(compilations),$(eval cxx_$(name) := $$(call cxx_of,$$(cc_$(name)))))

library_sources := $(wildcard csim/*.c) $(filter-out tb/main.c,$(wildcard tb/*.c))
unit_sources := $(wildcard tb/tests/*.c)
fuzz_sources := $(wildcard tb/fuzz/fuzz_*.c)

objects = $(patsubst %.c,build/obj/$1/%.o,$2)

# Criterion's macros convert; with its sanitizers gcc warns of what is not there.
special = $(if $(filter tb/tests/%,$2),-Wno-conversion) $(if $(filter asan,$1),-w)

define compilation_rules
build/obj/$1/%.o: %.c | setup
	@echo "CC $$< ($1)"
	@mkdir -p $$(@D)
	$$(Q)$$(cc_$1) -std=c11 -g $$(C_WARNINGS) $$(call special,$1,$$<) $$(INCLUDES) $$(DEPENDENCIES) -c -o $$@ $$<
endef
$(foreach name,$(compilations),$(eval $(call compilation_rules,$(name))))

# ------------------------------------------------------------------------------------ RTL as C++
#
# A variant of the RTL is a folder build/rtl/NAME of generated C++:
#   fast      what build/semacredit runs: no assertions, tracing compiled in
#   assert    with the RTL's assertions
#   bug-NAME  with the planted bug tb/bugs/NAME.sed
# Compiled with a configuration it is build/obj/CONFIGURATION/rtl-NAME/: model, slow part, shim.

rtl_sources := $(wildcard rtl/*.sv) rtl/sema.f
bugs := $(patsubst tb/bugs/%.sed,%,$(wildcard tb/bugs/*.sed))

# $1 variant, $2 folder of the RTL, $3 Verilator options
define variant_rules
build/rtl/$1/model.cpp build/rtl/$1/model_slow.cpp &: $(if $(filter rtl,$2),$$(rtl_sources),$2/sema.f) scripts/verilate.sh | setup
	@echo "VERILATE $1"
	$$(Q)scripts/verilate.sh build/rtl/$1 $2 $3
endef
$(eval $(call variant_rules,fast,rtl,))
$(eval $(call variant_rules,assert,rtl,--assert --x-assign unique --x-initial unique))
$(foreach bug,$(bugs),$(eval $(call variant_rules,bug-$(bug),build/bugs/$(bug)/rtl,-Wno-lint)))

build/bugs/%/rtl/sema.f: tb/bugs/%.sed $(rtl_sources) scripts/plant.sh
	@echo "PLANT $*"
	$(Q)scripts/plant.sh $< rtl $(@D)

# Verilator's include folder is known only after setup, so recipes ask for it.
VERILATED = -I$$(verilator --getenv VERILATOR_ROOT)/include -I$$(verilator --getenv VERILATOR_ROOT)/include/vltstd \
    -DVM_TRACE=1 -DVM_TRACE_FST=1 -DVM_TRACE_VCD=0 -DVM_COVERAGE=0 -DVM_SC=0
CXX_GENERATED := -std=gnu++17 -w

# $1 configuration, $2 variant, $3 more options
define model_rules
build/obj/$1/rtl-$2/%.o: build/rtl/$2/%.cpp
	@echo "CXX $$< ($1)"
	@mkdir -p $$(@D)
	$$(Q)$$(cxx_$1) $$(CXX_GENERATED) $3 $$(if $$(findstring slow,$$*),-O1) $$(VERILATED) $$(DEPENDENCIES) -c -o $$@ $$<
build/obj/$1/rtl-$2/shim.o: tb/shim.cpp build/rtl/$2/model.cpp
	@echo "CXX $$< ($1, $2)"
	@mkdir -p $$(@D)
	$$(Q)$$(cxx_$1) -std=gnu++17 -g $$(WARNINGS) $3 $$(INCLUDES) $$(subst -I,-isystem ,$$(VERILATED)) -isystem build/rtl/$2 $$(DEPENDENCIES) -c -o $$@ $$<
endef

# Verilator's run-time library, once for each configuration.
runtime := verilated verilated_threads verilated_fst_c
define runtime_rules
$(patsubst %,build/obj/$1/runtime/%.o,$(runtime)): build/obj/$1/runtime/%.o: | setup
	@echo "CXX $$*.cpp ($1)"
	@mkdir -p $$(@D)
	$$(Q)$$(cxx_$1) $$(CXX_GENERATED) $$(VERILATED) $$(DEPENDENCIES) -c -o $$@ $$$$(verilator --getenv VERILATOR_ROOT)/include/$$*.cpp
endef
$(foreach name,$(sort $(native) $(matrix)),$(eval $(call model_rules,$(name),fast))$(eval $(call runtime_rules,$(name))))
$(eval $(call model_rules,gcc-O3,assert))
$(foreach bug,$(bugs),$(eval $(call model_rules,gcc-O3,bug-$(bug),-O1)))

rtl_objects = $(patsubst %,build/obj/$1/rtl-$2/%.o,model model_slow shim) $(patsubst %,build/obj/$1/runtime/%.o,$(runtime))

# ---------------------------------------------------------------------------------------- programs

LIBRARIES := -lcyaml -lz -lm -lpthread -latomic

# $1 program, $2 configuration of the C, $3 its sources, $4 configuration of the C++, $5 RTL variant,
# $6 more options
define program_rules
programs += $1
$1: $(call objects,$2,$3) $(call rtl_objects,$4,$5)
	@echo "LINK $$@"
	@mkdir -p $$(@D)
	$$(Q)$$(cxx_$2) $6 -o $$@ $$(filter %.o,$$^) $$(LIBRARIES) $7
endef
# Another compiler than last time: link build/semacredit again.
.PHONY: always
build/native: always
	@mkdir -p $(@D); echo '$(native)' | cmp -s - $@ || echo '$(native)' >$@
build/semacredit: build/native
main_sources := $(library_sources) tb/main.c
$(eval $(call program_rules,build/semacredit,$(native),$(main_sources),$(native),fast))
$(eval $(call program_rules,build/assert/semacredit,gcc-O3,$(main_sources),gcc-O3,assert))
$(foreach name,$(matrix),$(eval $(call program_rules,build/matrix/$(name)/semacredit,$(name),$(main_sources),$(name),fast)))
$(foreach bug,$(bugs),$(eval $(call program_rules,build/bugs/$(bug)/semacredit,gcc-O3,$(main_sources),gcc-O3,bug-$(bug))))
$(eval $(call program_rules,build/unit/plain,gcc-O3,$(library_sources) $(unit_sources),gcc-O3,fast,,-lcriterion))
$(eval $(call program_rules,build/unit/asan,asan,$(library_sources) $(unit_sources),gcc-O3,assert,,-lcriterion))
$(foreach source,$(fuzz_sources),$(eval $(call program_rules,build/fuzz/$(basename $(notdir $(source))),fuzz,$(library_sources) $(source),gcc-O3,fast,-fsanitize=fuzzer)))

# ------------------------------------------------------------------------------------------- runs

.PHONY: cosim bench waves state
## cosim: build, and run the RTL in lockstep with the golden model on all workloads
cosim: build/semacredit
	$(Q)build/semacredit cosim $(ARGS)
## bench: speed of lockstep beside the bare Verilated model
bench: build/semacredit
	$(Q)build/semacredit bench $(ARGS)
## waves: open GTKWave on the last failure, or on RUN=workload or RUN=failure
waves: build/semacredit
	$(Q)scripts/waves.sh build/semacredit build $(RUN)
## state: what is built, tested and measured here
state:
	$(Q)scripts/state.sh

# ------------------------------------------------------------------------------------------- tests
#
# Each check is a script that prints one line for each failure and ends with "NAME: N checks, N failed".

checks := lint unit bugs waves-check determinism badinput readme
.PHONY: test $(checks)

bug_programs := $(patsubst %,build/bugs/%/semacredit,$(bugs))
matrix_programs := $(patsubst %,build/matrix/%/semacredit,$(matrix))

needs_lint :=
run_lint := scripts/lint.sh
needs_unit := build/unit/plain build/unit/asan
run_unit := scripts/unit.sh build/reports/unit $(needs_unit)
needs_bugs := build/semacredit $(bug_programs)
run_bugs := scripts/bugs.sh build/reports/bugs.csv sim tb/bugs $(needs_bugs)
needs_waves-check := build/semacredit $(firstword $(bug_programs))
run_waves-check := scripts/waves_check.sh build/semacredit sim build/check/waves $(firstword $(bug_programs))
needs_determinism := build/semacredit $(matrix_programs)
run_determinism := scripts/determinism.sh build/check/determinism $(needs_determinism)
needs_badinput := build/semacredit
run_badinput := scripts/badinput.sh build/semacredit build/check/badinput
needs_readme :=
run_readme := scripts/readme.sh README.md

## test: every check below, with times and a closing line
test: $(sort $(foreach check,$(checks),$(needs_$(check)))) | setup
	$(Q)scripts/test.sh build/check $(foreach check,$(checks),'$(check)=$(run_$(check))')
## lint: Verilator, Yosys, clang-tidy, clang-format and shellcheck
## unit: Criterion tests on golden and RTL, plain and under ASan and UBSan with RTL assertions
## bugs: every planted bug must be caught; table in build/reports/bugs.csv
## waves-check: views opened in real GTKWave read what the commit stream says
## determinism: one seed, one commit stream: compilers, optimisation, tracing, skipping
## badinput: bad files and options give one line and status 2
## readme: run the commands that the README shows
define check_rules
$1: $(needs_$1) | setup
	$$(Q)$(run_$1)
endef
$(foreach check,$(checks),$(eval $(call check_rules,$(check))))

.PHONY: fuzz
## fuzz: fuzz the readers, FUZZ_SECONDS each (default 60)
fuzz: $(patsubst %.c,build/fuzz/%,$(notdir $(fuzz_sources))) | setup
	$(Q)scripts/fuzz.sh $(FUZZ_SECONDS) build/check/fuzz $^

# ------------------------------------------------------------------------------------------ upkeep

.PHONY: format hooks clean
## format: clang-format the C and C++ in place
format: | setup
	$(Q)clang-format -i $(wildcard csim/*.[ch] tb/*.[ch] tb/*.cpp tb/tests/*.[ch] tb/fuzz/*.[ch])
## hooks: install the pre-commit hook (format and lint)
hooks:
	$(Q)git config core.hooksPath .githooks
## clean: remove build/
clean:
	$(Q)rm -rf build

-include $(shell find build/obj -name '*.d' 2>/dev/null)
