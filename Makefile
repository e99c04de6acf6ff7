# semacredit: one Makefile, everything it makes under build/. `make` alone prints help.
#
# No tool is needed to read this file: what is missing is installed by the target setup, before
# anything that uses it.

# Parameters: compiler and optimisation of build/semacredit; which Verilator (for another one than
# last time, `make clean` first); WERROR=-Werror makes warnings of compilers and of Verilator
# errors, as in CI (.ci/run): a newer tool may warn of more, and whoever has one is not stopped; V=1
# to see commands.
ifeq ($(origin CC),default)
CC := gcc
endif
OPT ?= -O3
VERILATOR ?= verilator
export VERILATOR
WERROR ?=
V ?= 0
# Of single targets: more options for the program (cosim, experiments, claims, steady, studies,
# bench, regress); workloads by name or as FILE.yaml, with commas or spaces between (cosim,
# regress); who runs it (regress), what to look at (waves), builds by other tools or from elsewhere
# that must do the same (determinism). RTL=folder has another implementation of the block in the
# place of rtl/ (cosim, agreement, regress, waves).
# HBM, DEPTH, SLOTS, WIDTH: partitions, reservations, waiting operations and bits of a counter of
# the block (cosim, waves).
HBM ?= 8
DEPTH ?= 128
SLOTS ?= 32
WIDTH ?= 32
ARGS ?=
WORKLOADS ?=
RTL ?=
ENGINE ?= local
RUN ?=
FAILURE ?=
BLOCKED ?=
OTHERS ?=

ifeq ($(V),0)
Q := @
endif
MAKEFLAGS += --no-builtin-rules
ifeq ($(MAKELEVEL),0)
MAKEFLAGS += -j$(shell nproc 2>/dev/null || echo 2)
endif
.SUFFIXES:
.DELETE_ON_ERROR:
.SECONDARY:
ifneq ($(filter clean,$(MAKECMDGOALS)),)
.NOTPARALLEL: # `make clean cosim` cleans first
endif
.DEFAULT_GOAL := help
.PHONY: always

# Those that may be given; a file of scripts/ adds its own. JOBS and SSHLOGINFILE are for
# scripts/regress/regress.sh.
variables := CC OPT VERILATOR LDLIBS WERROR V ARGS WORKLOADS RTL ENGINE RUN FAILURE BLOCKED OTHERS \
    JOBS SSHLOGINFILE SLURM_NODE_CONF HBM DEPTH SLOTS WIDTH

# ------------------------------------------------------------------------------- help and setup

# A line "## GROUP TARGET (TIME): TEXT" above a target is its help; TIME is that of two quiet cores.
help_groups := use test prove silicon paper maintain
.PHONY: help
## use help: print this
help:
	@for group in $(help_groups); do \
	    echo "$$group:"; \
	    sed -nE "s/^## $$group ([a-z-]+)( \(([^)]*)\))?: (.*)/\1\t\3\t\4/p" Makefile \
	    scripts/*/*.mk | \
	    awk -F'\t' '{ printf "  %-20s %6s  %s\n", $$1, $$2, $$3 }'; \
	done

# Goals that need less than all packages, or more than the core; rooms add theirs.
core_goals := build/semacredit
drawing_goals := test
python_goals := test
parallel_goals := $(if $(filter parallel,$(ENGINE)),regress collectives) test
goals_among = $(filter $1,$(MAKECMDGOALS))
.PHONY: setup
## maintain setup: install the packages that are missing (every target does so by itself)
setup:
	@scripts/build/setup.sh build/setup.log \
	    $(if $(filter-out $(yosys_goals),$(or $(MAKECMDGOALS),setup)),core) \
	    $(if $(call goals_among,$(yosys_goals)),yosys) \
	    $(if $(call goals_among,$(drawing_goals)),figures) \
	    $(if $(call goals_among,$(python_goals)),python) \
	    $(if $(call goals_among,$(pip_goals)),pip) \
    $(if $(call goals_among,install),manual) \
	    $(if $(call goals_among,$(parallel_goals)),parallel) \
	    $(if $(call goals_among,regress-slurm-check),cluster) \
	    $(if $(call goals_among,$(synth_goals)),synth) \
	    $(if $(call goals_among,$(fpga_goals)),fpga) \
	    $(if $(call goals_among,$(coverage_goals)),coverage) \
	    $(if $(call goals_among,$(formal_goals)),formal) \
	    $(if $(call goals_among,$(report_goals)),report) \
	    $(if $(call goals_among,$(browser_goals)),browser) \
	    $(if $(filter-out $(core_goals),$(MAKECMDGOALS)),test)

# ------------------------------------------------------------------------------------ registers
#
# rtl/registers.txt describes the registers. Made of it, C's header goes to build/generated/; the
# RTL as tools read it, all of rtl/ with the register file, is the flat folder build/hdl/.

register_map := build/generated/register_map.h
hdl := build/hdl/sema.f
rtl_rooms := prim admission arbiter reservation control observe
rtl_sources := $(wildcard rtl/*.sv $(rtl_rooms:%=rtl/%/*.sv)) rtl/waivers.vlt

.PHONY: hdl
## use hdl: the RTL for other tools, in build/hdl/, and C's header of the registers
hdl: $(hdl) $(register_map)
$(hdl): $(rtl_sources) rtl/sema.f rtl/registers.txt scripts/build/registers.awk
	$(Q)rm -rf $(@D)
	@mkdir -p $(@D)
	$(Q)awk -v what=sv -f scripts/build/registers.awk rtl/registers.txt >$(@D)/sema_registers.sv
	$(Q)cp $(rtl_sources) $(@D)
	$(Q)sed 's|.*/||' rtl/sema.f >$@
$(register_map): rtl/registers.txt scripts/build/registers.awk
	@mkdir -p $(@D)
	$(Q)awk -v what=c -f scripts/build/registers.awk rtl/registers.txt >$@

# ------------------------------------------------------------------------------------ C objects
#
# A compilation is a compiler with its options, a folder build/obj/NAME, so that none ever sees
# another's objects.

# Of models and programs that run seldom: compiled in less than half of the time, and hardly slower
# where they run.
seldom := $(if $(filter -O2 -O3,$(OPT)),-O1)

native := $(notdir $(lastword $(CC)))$(subst $() ,,$(OPT))
matrix := gcc-O0 gcc-O3 clang-O0 clang-O3
# Of another size of the block than the default: its name, with the option where that is not the
# usual one, and what the compiler is told.
size := $(HBM)-$(DEPTH)-$(SLOTS)-$(WIDTH)
sized := $(if $(filter-out 8-128-32-32,$(size)),size-$(size)$(filter-out -O3,$(OPT)))
size_options := -DBUILD_HBM=$(HBM) -DBUILD_DEPTH=$(DEPTH) -DBUILD_SLOTS=$(SLOTS) \
    -DBUILD_WIDTH=$(WIDTH) -DBUILD_LINE_BYTES=8191
compilations := $(sort $(native) $(matrix) asan fuzz pic $(sized))

sanitize := -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
cc_gcc-O0 := gcc -O0
cc_gcc-O3 := gcc -O3
cc_clang-O0 := clang -O0
cc_clang-O3 := clang -O3
cc_asan := gcc -O1 $(sanitize)
# libsemacredit: its names are its own, but those of its header.
cc_pic := gcc -O3 -fPIC -fvisibility=hidden
cc_fuzz := clang -O1 $(sanitize) -fsanitize=fuzzer-no-link
cc_$(native) := $(CC) $(OPT)
cc_$(sized) := $(CC) $(or $(seldom),$(OPT)) $(size_options)
cxx_of = $(subst clang,clang++,$(subst gcc,g++,$(patsubst cc,c++,$1)))
$(foreach name,$(compilations),$(eval cxx_$(name) := $$(call cxx_of,$$(cc_$(name)))))

warnings := -Wall -Wextra -Wshadow -Wconversion $(WERROR)
# Criterion's macros convert; with its sanitizers gcc warns of what is not there; a register's
# address is the sum of two enums, which newer clangs doubt.
unwarned = $(if $(filter tb/tests/%,$2),-Wno-conversion) $(if $(filter asan,$1),-w) \
    $(if $(findstring clang,$(cc_$1)),-Wno-enum-enum-conversion)
# A program that is only compared with others is not debugged, nor is one of another size; what a
# sanitizer reports has lines.
compared := $(filter-out $(native) gcc-O3,$(matrix)) $(sized)
debugged = $(if $(filter asan fuzz,$1),-g1,$(if $(filter $(compared),$1),,-g))
c_options = -std=c11 $(debugged) $(warnings) -Wstrict-prototypes -Wmissing-prototypes $(unwarned) \
    -I. -Ibuild/generated -MMD -MP

# Not in every program: tests, and rooms whose sources are each a program's own.
own_rooms := tb/fuzz tb/library tb/mutation tb/coverage tb/planted tb/ip
library_sources := $(filter-out tb/app/main.c $(own_rooms:%=%/%),$(wildcard csim/*/*.c tb/*/*.c))
main_sources := $(library_sources) tb/app/main.c
unit_sources := $(library_sources) $(wildcard tb/tests/*/*.c)

c_objects = $(patsubst %.c,build/obj/$1/%.o,$2)

# The commit that the program says it is of, and whether what it is made of was changed since;
# written where it is another than last time.
revision := build/generated/revision.h
$(revision): always
	@mkdir -p $(@D)
	@line=$$(scripts/build/revision.sh csim tb rtl Makefile); \
	    echo "$$line" | cmp -s - $@ || echo "$$line" >$@

# $1 compilation
define c_rules
build/obj/$1/tb/cosim/version.o: $(revision)
build/obj/$1/%.o: %.c | setup $(register_map)
	@echo "CC $$< ($1)"
	@mkdir -p $$(@D)
	$$(Q)$$(cc_$1) $$(call c_options,$1,$$<) -c -o $$@ $$<
endef
$(foreach name,$(compilations),$(eval $(call c_rules,$(name))))

# ---------------------------------------------------------------------------------- RTL as C++
#
# A variant of the RTL is a folder build/rtl/NAME of generated C++:
#   fast      what build/semacredit runs: no assertions, no tracing
#   probe     the same for waves and for runs that begin in a drawn state: with tracing, and flops
#             that can be set
#   beside    no RTL: what the golden model shows, for waves (tb/dut/sema_beside.sv)
#   assert    with the RTL's assertions, and flops that start with what a seed gives
#   deep      with 256 reservations, for the paper's runs with as many commands
#   planted   with every planted bug behind a select (scripts/planted/planted.mk)
# Compiled, it is build/obj/COMPILATION/rtl-NAME/: the model, its slow part, its signals' names, the
# shim.

# What of a variant is compiled; a very large one in more parts, parts_VARIANT
# (scripts/build/verilate.sh).
whole_units := model model_slow model_names
units_of = $(whole_units) $(foreach part,$(parts_$1),$(whole_units:%=%_$(part)))

# What the script leaves as it was keeps its time, and is not compiled again; when it ran last says
# build/rtl/NAME/made.
# $1 variant, $2 folder of the RTL, $3 what it depends on, $4 Verilator options
define variant_rules
build/rtl/$1/made: $3 scripts/build/verilate.sh | setup
	@echo "VERILATE $1"
	$$(Q)PARTS='$(parts_$1)' TRACE='$$(trace_$1)' WERROR='$(WERROR)' scripts/build/verilate.sh \
	    build/rtl/$1 $2 $4
	@touch $$@
$(patsubst %,build/rtl/$1/%,headers $(patsubst %,%.cpp,$(call units_of,$1))): build/rtl/$1/made ;
endef
variant = $(eval $(call variant_rules,$1,$2,$3,$4))
trace_fast := no
$(call variant,fast,build/hdl,$(hdl))
beside_options := --top-module sema_beside --prefix Vsema_beside -Wno-lint -Wno-MODDUP \
    build/hdl/sema_pkg.sv tb/dut/sema_beside.sv
$(call variant,beside,build/hdl,$(hdl) tb/dut/sema_beside.sv,$(beside_options))
# Flops that can be set are those of tb/dut/probe_flops.inc, also in the models that are a program's
# only one; with assertions, what these reckon for themselves, too.
probe := build/probe.vlt
probe_assert := build/probe_assert.vlt
$(probe): rows := [01], [^1,]+
$(probe_assert): rows := [01], [^,]+
$(probe) $(probe_assert): tb/dut/probe_flops.inc
	@mkdir -p $(@D)
	$(Q){ echo '`verilator_config'; \
	    sed -nE 's/^ *FLOP\((\w+), [^,]+, (\w+), [^,]+, [^,]+, $(rows),.*/\
	    public_flat_rd -module "\1" -var "\2"/p' $< | sort -u; } >$@
$(call variant,probe,build/hdl,$(hdl) $(probe),--prefix Vsemacredit_probe $(probe))
unknown_state := --x-assign unique --x-initial unique
$(call variant,assert,build/hdl,$(hdl) $(probe_assert),--assert $(unknown_state) $(probe_assert))
$(call variant,deep,build/hdl,$(hdl),-GDepth=256 --prefix Vsemacredit_deep)

# Where Verilator's own files are is known only after setup, so that the first recipe asks for it.
# Warnings are not for generated and foreign code.
verilated = $(eval verilated := $(shell $(VERILATOR) --getenv VERILATOR_ROOT)/include)$(verilated)
model_options := -std=gnu++17 -DVM_TRACE=1 -DVM_TRACE_FST=1 -DVM_TRACE_VCD=0 -DVM_COVERAGE=0 \
    -DVM_SC=0 -MMD -MP
generated_options = $(model_options) -w -I$(verilated) -I$(verilated)/vltstd
shim_options = $(model_options) -g $(warnings) -I. -Ibuild/generated -isystem $(verilated) \
    -isystem $(verilated)/vltstd

# What sets a model up runs once.
# $1 compilation, $2 variant, $3 more options, $4 those of tracing and names, -O0, $5 what is
# beside it
define model_rules
build/obj/$1/rtl-$2/%.o: build/rtl/$2/%.cpp
	@echo "CXX $$< ($1)"
	@mkdir -p $$(@D)
	$$(Q)$$(cxx_$1) $$(generated_options) $3 \
	    $$(if $$(filter model_slow%,$$*),-O0) $$(if $$(filter model_names%,$$*),$(or $4,-O0)) \
	    -c -o $$@ $$<
build/obj/$1/rtl-$2/shim.o: tb/dut/shim.cpp build/rtl/$2/headers \
    build/rtl/$(or $5,beside)/headers | \
    $(register_map)
	@echo "CXX $$< ($1, $2)"
	@mkdir -p $$(@D)
	$$(Q)$$(cxx_$1) $$(shim_options) $$(or $$(shim_$2),-DSHIM_ALONE) -isystem build/rtl/$2 \
	    -isystem build/rtl/$(or $5,beside) $3 -c -o $$@ $$<
endef
shim_fast := -UVM_TRACE -DVM_TRACE=0
shim_probe := -DSHIM_MODEL=Vsemacredit_probe -DSHIM_TABLE=shim_probe
shim_deep := -DSHIM_MODEL=Vsemacredit_deep -DSHIM_TABLE=shim_deep -DDEPTH_OF_BUILD=256
model = $(eval $(call model_rules,$1,$2,$3,$4,$5))

# Verilator's run-time library, once for each compilation.
runtime := verilated verilated_threads verilated_fst_c
define runtime_rules
$(patsubst %,build/obj/$1/runtime/%.o,$(runtime)): build/obj/$1/runtime/%.o: | setup
	@echo "CXX $$*.cpp ($1)"
	@mkdir -p $$(@D)
	$$(Q)$$(cxx_$1) $$(generated_options) -c -o $$@ $$(verilated)/$$*.cpp
endef
# Without any optimisation it takes six times as long to run: in the programs that are only compared
# it has some.
fast_options = $(if $(filter %-O0,$(filter $(compared),$1)),-O1)
$(foreach name,$(sort $(native) $(matrix)),$(call model,$(name),fast,$(call fast_options,$(name))))
$(foreach name,$(sort $(native) gcc-O3),\
    $(foreach variant,beside probe,$(call model,$(name),$(variant),$(seldom),-O1))\
    $(call model,$(name),deep,$(seldom))\
    $(eval $(call runtime_rules,$(name))))
$(call model,gcc-O3,assert,-O1)

# The stages of the admission path, each by itself, in both forms (SEMA_GATES), with
# assertions.
stage_models := $(foreach form,words gates,$(patsubst %,%-$(form),demand decide lookup))
module_demand := sema_demand
module_decide := sema_decide
module_lookup := sema_lookup
stage_define_gates := +define+SEMA_GATES
define stage_rules
trace_$1-$2 := no
$(call variant,$1-$2,build/hdl,$(hdl),--top-module $(module_$1) --prefix V$1_$2 --assert -Wno-lint \
    $(stage_define_$2))
$(call model,gcc-O3,$1-$2,-O1)
endef
$(foreach form,words gates,$(foreach stage,demand decide lookup,\
    $(eval $(call stage_rules,$(stage),$(form)))))
admit_shim := build/obj/gcc-O3/admit/admit_shim.o
$(admit_shim): tb/dut/admit_shim.cpp $(stage_models:%=build/rtl/%/headers)
	@echo "CXX $< (admit)"
	@mkdir -p $(@D)
	$(Q)$(cxx_gcc-O3) $(shim_options) $(stage_models:%=-isystem build/rtl/%) -c -o $@ $<
admit_objects := $(foreach model,$(stage_models),\
    $(whole_units:%=build/obj/gcc-O3/rtl-$(model)/%.o)) $(admit_shim)

# What is beside a variant in every program is compiled once: for native programs natively, for the
# others by gcc -O3.
common_to = $(if $(filter $(native),$1),$1,gcc-O3)
rtl_objects = $(patsubst %,build/obj/$1/rtl-$2/%.o,$(call units_of,$2) shim) \
    $(foreach variant,$(or $(beside_$2),beside) $(if $(filter fast,$2),probe),\
    $(patsubst %,build/obj/$(call common_to,$1)/rtl-$(variant)/%.o,$(call units_of,$(variant)) \
    $(if $(filter probe,$(variant)),shim))) \
    $(patsubst %,build/obj/$(call common_to,$1)/runtime/%.o,$(runtime))

# ------------------------------------------------------------------------------------- programs

libraries := -lcyaml -lexpat -llz4 -lz -lm -lpthread -latomic $(LDLIBS)

# The deeper RTL is beside every other, deep_of_VARIANT where there is one; once compiled with gcc
# serves all but another native one.
deep_of = build/obj/$(call common_to,$1)/rtl-$(or $(deep_of_$2),deep)
deep_objects = $(patsubst %,$(call deep_of,$1,$2)/%.o,\
    $(whole_units) shim)

# $1 program, $2 its C sources, $3 their compilation, $4 RTL variant, $5 its compilation, $6 more
# linker options
define program_rules
$1: $(call c_objects,$3,$2) $(call rtl_objects,$5,$4) \
    $(if $(filter-out $(sized),$4),$(call deep_objects,$5,$4))
	@echo "LINK $$@"
	@mkdir -p $$(@D)
	$$(Q)$$(cxx_$3) -o $$@ $$(filter %.o,$$^) $$(libraries) $6
endef
program = $(eval $(call program_rules,$1,$2,$3,$4,$5,$6))
matrix_programs := $(patsubst %,build/matrix/%/semacredit,$(matrix))
# Programs with a bug, for checks that need one.
bugged := build/planted/bugs/fit_refused
first_bugged := build/planted/bugs/arrival_lane

$(call program,build/semacredit,$(main_sources),$(native),fast,$(native))
$(call program,build/assert/semacredit,$(main_sources),gcc-O3,assert,gcc-O3)
$(foreach name,$(matrix),\
    $(call program,build/matrix/$(name)/semacredit,$(main_sources),$(name),fast,$(name)))
$(call program,build/unit/plain,$(unit_sources),gcc-O3,fast,gcc-O3,-lcriterion)
$(call program,build/unit/asan,$(unit_sources),asan,assert,gcc-O3,-lcriterion)

build/unit/plain build/unit/asan: $(admit_objects)

# Another implementation of the block in its place: a folder as rtl/ is one, with sema.f, the list
# of its files; where sema_registers.sv is not among them it is made of its registers.txt, or of
# ours. All that is made of it is in a folder of its own, so that nothing is mixed and coming back
# costs nothing.
semacredit := build/semacredit
ifneq ($(RTL),)
rtl_goals := cosim agreement regress waves
ifneq ($(filter-out $(rtl_goals) build/own/%,$(MAKECMDGOALS)),)
$(error RTL: expected one of the goals $(rtl_goals), got $(filter-out $(rtl_goals),$(MAKECMDGOALS)))
endif
ifneq ($(words $(RTL)) $(wildcard $(RTL)/sema.f),1 $(RTL)/sema.f)
$(error RTL: expected a folder with sema.f, the list of its files, got '$(RTL)')
endif
own := own-$(shell realpath '$(RTL)' | cksum | cut -d' ' -f1)
own_hdl := build/own/$(own)/hdl/sema.f
semacredit := build/own/$(own)/semacredit
own_registers := $(or $(wildcard $(RTL)/registers.txt),rtl/registers.txt)
$(own_hdl): $(shell find -L $(RTL)) $(own_registers) scripts/build/registers.awk
	@echo "RTL $(RTL)"
	$(Q)rm -rf $(@D)
	@mkdir -p $(@D)
	$(Q)awk -v what=sv -f scripts/build/registers.awk $(own_registers) >$(@D)/sema_registers.sv
	$(Q)cp -RL $(RTL)/. $(@D)
	@touch $@
# Another's style is its own matter: warnings stop nothing.
$(call variant,$(own),$(dir $(own_hdl)),$(own_hdl) $(probe),-Wno-fatal $(probe))
$(call variant,$(own)-deep,$(dir $(own_hdl)),$(own_hdl),-Wno-fatal -GDepth=256 --prefix \
    Vsemacredit_deep)
shim_$(own) := -DSHIM_ALONE -DSHIM_RTL='"$(patsubst %/,%,$(RTL))"'
$(call model,$(native),$(own),$(seldom))
shim_$(own)-deep := $(shim_deep)
$(call model,$(native),$(own)-deep,$(seldom))
deep_of_$(own) := $(own)-deep
$(call program,$(semacredit),$(main_sources),$(native),$(own),$(native))
endif

# Another size: the parameters of the RTL, and the harness compiled for them.
ifneq ($(sized),)
size_goals := cosim waves
ifneq ($(filter-out $(size_goals) build/size/%,$(MAKECMDGOALS)),)
$(error HBM, DEPTH, SLOTS, WIDTH: expected one of the goals $(size_goals), got \
    $(filter-out $(size_goals),$(MAKECMDGOALS)))
endif
ifneq ($(RTL),)
$(error RTL: expected the default size beside it, got $(size))
endif
# $1 variable, $2 its legal values
legal = $(if $(filter $2,$($1)),,$(error $1: expected one of $(strip $2), got '$($1)'))
$(call legal,HBM,$(shell seq 2 30))
$(call legal,DEPTH,16 32 64 128 256 512 1024)
$(call legal,SLOTS,4 8 16 32 64)
$(call legal,WIDTH,$(shell seq 16 32))
semacredit := build/size/$(size)/semacredit
$(call variant,$(sized),build/hdl,$(hdl) $(probe),-GNHbm=$(HBM) -GDepth=$(DEPTH) \
    -GSlots=$(SLOTS) -GCntW=$(WIDTH) $(probe))
beside_$(sized) := beside-$(sized)
$(call variant,beside-$(sized),build/hdl,$(hdl) tb/dut/sema_beside.sv,$(beside_options) \
    -GNHbm=$(HBM) -GDepth=$(DEPTH) -GCntW=$(WIDTH))
shim_$(sized) := -DSHIM_ALONE -DSHIM_SIZED $(size_options)
$(call model,$(native),$(sized),$(seldom),,beside-$(sized))
$(call model,$(native),beside-$(sized),$(seldom),-O1)
$(call program,$(semacredit),$(main_sources),$(sized),$(sized),$(native))
endif

# Another compiler than last time: link build/semacredit again.
noted := $(if $(sized),build/size/$(size)/native,build/native)
$(semacredit): $(noted)
$(noted): always
	@mkdir -p $(@D); echo '$(native)' | cmp -s - $@ || echo '$(native)' >$@

# ---------------------------------------------------------------------------------------- rooms
#
# More targets: a makefile for each room of scripts/. A check is a script that prints a line for
# each failure and ends with "NAME: N checks, N failed[, N skipped]"; a room adds its name to
# `checks`, needs_NAME is what it needs, run_NAME the command.

comma := ,
selected = $(if $(WORKLOADS),--workload '$(subst $() ,$(comma),$(strip $(WORKLOADS)))')

checks := lint unit
include $(wildcard scripts/*/*.mk)

.PHONY: test $(checks)
## test test (17 min): these and those of other groups, but coverage, faults, fuzz, mutation, slurm
# Beside each other, in the job slots of this make (+); not where it only prints (-n). First those
# that are one long run after the other, which others are run beside.
long_checks := determinism shrink-check formal-quick
checks := $(long_checks) $(filter-out $(long_checks),$(checks))
make := $(MAKE)
test: | setup
	$(if $(findstring n,$(firstword -$(MAKEFLAGS))),,+)$(Q)REPEAT='$(strip make $(MAKEOVERRIDES))' \
	    scripts/checks/test.sh build/check $(checks) -- $(make) -k --no-print-directory \
	    $(if $(REPORT_HISTORY),|| failed=$$?; HISTORY='$(REPORT_HISTORY)' \
	    scripts/report/report.sh build test && exit $$failed)
define check_rules
$1: $(needs_$1) | setup
	$$(Q)$(run_$1)
build/check/$1.result: $(needs_$1) always | setup
	$$(Q)scripts/checks/check.sh build/check $1 $(run_$1)
endef
$(foreach check,$(checks),$(eval $(call check_rules,$(check))))

# What nobody reads was meant for something else.
given := $(foreach name,$(.VARIABLES),$(if $(findstring command line,$(origin $(name))),$(name)))
unknown := $(filter-out $(variables) MAKEFLAGS SHELL -*-%,$(given))
$(if $(unknown),$(error $(unknown): unknown variable; expected one of $(sort $(variables))))

# Sources that moved since a build, which its dependencies still name, are no reason to stop.
tb/%.cpp: ;
-include $(shell find build/obj -name '*.d' 2>/dev/null)
