# semacredit: one Makefile, everything it makes under build/. `make` alone lists the targets; no
# tool is needed to read it: what is missing is installed by setup-GROUP, before what uses it.

# Which compiler, optimisation and Verilator; WERROR=-Werror makes warnings errors (a newer compiler
# may warn of more: that stops none); V=1 shows commands.
CC := $(if $(filter default,$(origin CC)),gcc,$(CC))
OPT ?= -O3
VERILATOR ?= verilator
PYTHON ?= /usr/bin/python3
WERROR ?=
V ?= 0
export VERILATOR WERROR
# The block: RTL=folder, another implementation; its size: partitions, reservations, waiting
# operations, bits of a counter (cosim, waves).
RTL ?=
HBM := $(if $(filter command,$(origin HBM)),$(HBM),8)
DEPTH := $(if $(filter command,$(origin DEPTH)),$(DEPTH),128)
SLOTS := $(if $(filter command,$(origin SLOTS)),$(SLOTS),40)
WIDTH := $(if $(filter command,$(origin WIDTH)),$(WIDTH),32)
# Of single targets: workloads (cosim, regress); more options of the program or the script; what to
# look at (waves).
WORKLOADS ?=
ARGS ?=
RUN ?=
FAILURE ?=
# A scenario, and whether its waves are shown (scenario).
FILE ?=
WAVES ?=
# Of a build beside the first one, which is this makefile once more: its folder, that of its C
# objects, sanitizers.
O ?= build
OBJ ?= build/obj
SANITIZE ?=
# Its fast model counts what it reaches (make coverage).
COVERAGE ?=

Q := $(if $(filter 0,$(V)),@)
# A goal on its own that has only to run lets others build.
run = $(Q)$(if $(filter-out $@,$(MAKECMDGOALS)),,$(unlock))
dry := $(findstring n,$(firstword -$(MAKEFLAGS)))# make -n
MAKEFLAGS += --no-builtin-rules
ifeq ($(MAKELEVEL),0)
MAKEFLAGS += -j$(shell nproc 2>/dev/null || echo 2)
endif
.SUFFIXES:
.DELETE_ON_ERROR:
.DEFAULT_GOAL := help
ifneq ($(filter clean,$(MAKECMDGOALS)),)
.NOTPARALLEL: # `make clean cosim` cleans first
endif

# Another implementation instead of rtl: a folder with sema.f, the list of its files.
ifneq ($(RTL),)
block_own := own-$(shell realpath '$(RTL)' | cksum | cut -d' ' -f1)
O := build/own/$(block_own)
endif

# Another size: the harness is compiled for it, too.
size := $(HBM)-$(DEPTH)-$(SLOTS)-$(WIDTH)
sized := $(filter-out 8-128-40-32,$(size))
ifneq ($(sized),)
O := $(if $(RTL),$(O)-$(size),build/size/$(size))
OBJ := build/size/$(size)/obj
endif

# ------------------------------------------------------------------------------------------ help

help: ## list the targets; times are those of two quiet cores
	@awk -F':.*## ' '/^# -+ /{ sub(/^# -+ /, ""); group = $$0; next } \
	    /^[a-z][a-z_. -]*:.*## /{ if (group) print (n++ ? "\n" : "") group; group = ""; \
	    printf "  %-18s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)
	@echo; echo 'each check by its name:'; echo $(sort $(checks)) | fold -sw 76 | sed 's/^/  /'

# ----------------------------------------------------------------------------------------- setup

# What a target needs beside the core: `make setup` for all. One at a time: apt takes no second.
groups_core := core
groups_test := core test pytest formal pip
groups_all := core test pytest figures pip parallel formal manual zsh spelling synth \
    fpga coverage report browser
groups_page := core page
groups_silicon := core synth fpga figures
groups_figures := core figures
setups := core test all silicon figures page
setup: setup-all ## install all packages (each target installs what it needs)
$(setups:%=setup-%): setup-%:
	@scripts/build/setup.sh build/setup.log $(groups_$*)

# ------------------------------------------------------------------------------------- generated

version := 1.0.0

# The commit that the program says it is of; written where it is another than last time.
build/generated/revision.h: always
	@mkdir -p $(@D)
	@line=$$(scripts/build/revision.sh csim tb rtl Makefile); \
	    echo "$$line" | cmp -s - $@ || echo "$$line" >$@
# Prose around the table compiles nothing again.
build/generated/register_table.h: scripts/ip/registers.py rtl/spec/registers.md | setup-core
	@mkdir -p $(@D) && $(PYTHON) -B $< table $(block_default) $(version) >$@.new
	@cmp -s $@.new $@ || cp $@.new $@

# --------------------------------------------------------------------------------------------- C

# gcc copies and clears structs by instructions that are slow to start, by default.
libcall := -mstringop-strategy=libcall
# One that is still to be installed does.
strings = $(if $(shell $1 $(libcall) -E - </dev/null >/dev/null 2>&1; \
    echo $$?-$$(uname -m) | grep -xe '0-.*' -e 127-x86_64),$(libcall))
warnings := -Wall -Wextra -Wshadow -Wconversion $(WERROR)
# Positions independent of the address, names hidden: the same objects serve the library.
CFLAGS := -std=c11 $(if $(sized),$(subst -O3,-O1,$(OPT)),$(OPT)) $(if $(SANITIZE),-g1,-g) \
    -fPIC -fvisibility=hidden $(call strings,$(CC)) $(SANITIZE) $(warnings) -Wstrict-prototypes \
    -Wmissing-prototypes -D_GNU_SOURCE= -I. -Ibuild/generated -MMD -MP \
    $(if $(sized),-DBUILD_HBM=$(HBM) -DBUILD_DEPTH=$(DEPTH) -DBUILD_SLOTS=$(SLOTS) \
    -DBUILD_WIDTH=$(WIDTH) -DBUILD_LINE_BYTES=8191) \
    $(if $(findstring clang,$(CC)),-Wno-enum-enum-conversion)# a register's address is a sum of two
CXX := $(subst clang,clang++,$(subst gcc,g++,$(patsubst cc,c++,$(CC))))

MODEL_CXX ?= $(CXX)
MODEL_OPT := $(or $(MODEL_OPT),$(OPT) $(call strings,$(MODEL_CXX)))

# Not in every program: tests, and folders whose sources are each a program's own.
library_sources := $(filter-out tb/app/main.c tb/fuzz/% tb/library/% tb/page/% tb/queues/% \
    tb/endpoint/% tb/ledger/% \
    $(if $(COVERAGE),,tb/jobs/leave.c) tb/block/step_main.c tb/scenario/scenario_main.c, \
    $(wildcard csim/*/*.c tb/*/*.c tb/block/*/*.c))
test_sources := $(wildcard tb/tests/*/*.c tb/tests/*/*/*.c)
objects = $(patsubst %.c,$(OBJ)/%.o,$1)

# Those that read files, whose branches fuzzers see: the rest would run three times as long.
fuzzed := csim/config/% csim/tasks/% tb/block/block_tape% csim/base/text% tb/fuzz/%

# Another compiler, option or Verilator than last time: all of it again.
note = @mkdir -p $(@D); line='$1'; echo "$$line" | cmp -s - $@ || echo "$$line" >$@
$(OBJ)/flags: always
	$(call note,$(CC) $(CFLAGS))
build/flags: always
	$(call note,$(VERILATOR) $(MODEL_CXX) $(MODEL_OPT))
$(OBJ)/tb/tests/%.o: CFLAGS += -Wno-conversion# Criterion's macros convert
$(OBJ)/tb/cli/result_file.o: build/generated/revision.h
$(OBJ)/%.o: %.c $(OBJ)/flags | setup-core build/generated/register_table.h
	@echo "CC $<"
	@mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS) $(if $(SANITIZE),$(if $(filter $(fuzzed),$<),-fsanitize=fuzzer-no-link)) \
	    -c -o $@ $<

# -------------------------------------------------------------------------------------- programs

LIBS := -lexpat -lyaml -llz4 -lz -lm -lpthread -latomic
# The RTL of a program (tb/block/dut/block_rtl.h): an archive of its models.
model_size := $(HBM)-1-1-$(WIDTH)-$(DEPTH)-$(SLOTS)-32-8-16-24
rtl_models := $(if $(COVERAGE),build/coverage,build/block)/$(if \
    $(RTL),$(block_own)$(sized:%=-$(model_size)),$(model_size))/rtl.a
# Whoever runs a program meanwhile finds the old one or the new one, whole.
link = $(Q)echo "LINK $@" && mkdir -p $(@D) && $(CXX) $(SANITIZE) -o $@.new $(filter %.o %.a,$^) \
    $(LIBS) $1 && mv -f $@.new $@

$(O)/semacredit: $(call objects,$(library_sources) tb/app/main.c) $(rtl_models)
	$(call link,$(LDLIBS) $(LINK))
$(O)/unit: $(call objects,$(library_sources) $(test_sources)) $(rtl_models)
	$(call link,$(LDLIBS) -lcriterion $(LINK))
$(O)/fuzz_%: $(OBJ)/tb/fuzz/fuzz_%.o $(call objects,$(library_sources)) $(rtl_models)
	$(call link,$(LDLIBS) -fsanitize=fuzzer)
# Golden model and RTL in lockstep (rtl/spec), a program a size,
# named HBM-ATOMIC-RESPONSE-CNTW-DEPTH-SLOTS-TAGW-GENW-AGEW-WIREW.
block_names := NHbm NAtomic NResponse CntW Depth Slots TagW GenW AgeW WireW
block_sizes := $(shell sed -nE 's/^([0-9]+(-[0-9]+){9}) .*/\1/p' scripts/block/sizes.txt)
block_default := $(firstword $(block_sizes))
# In make test-all; the narrow and the large one with every planted bug.
block_narrow := $(word 3,$(block_sizes))
block_large := $(word 5,$(block_sizes))
block_lockstep := $(foreach size,$(wordlist 1,5,$(block_sizes)),$(if \
    $(RTL),$(block_own)-,$(if $(filter $(block_narrow) $(block_large),$(size)),planted-))$(size))
block_objects := $(filter-out %_main.o,$(call objects,$(wildcard csim/*/*.c \
    tb/block/*.c tb/block/*/*.c)))
# RTL=folder's models are those of own-CKSUM, of the default size, and of own-CKSUM-SIZE.
block_numbers = $(join $(1:%=$2%=),$(subst -, ,$(patsubst $(block_own),$(block_default),$(patsubst \
    $(block_own)-%,%,$(*F)))))
# What models are made of, by its contents: a copy may be newer than its time. Of RTL=folder the
# stamp has what Verilator read, wherever it is.
rtl_files := $(wildcard rtl/*.sv rtl/*.f rtl/path/*.sv)
block_sources := build/block/rtl.stamp build/block/dut.stamp build/flags
build/block/rtl.stamp: files = $(rtl_files) rtl/bugs/planted.txt scripts/block/plant.py
build/block/dut.stamp: files = $(wildcard tb/block/dut/*) csim/golden/block.h csim/golden/path.h \
    scripts/block/rtl.sh
build/block/%.stamp: always
	$(Q)scripts/build/stamp.sh $@ $(files)
# rtl.sh's compilations take part in this make's jobs; `make -n` makes no model.
verilates := $(if $(dry),,+)
build/block/harness.a: $(block_objects)
	@mkdir -p $(@D) && rm -f $@ && ar rcs $@ $^

# Models of the whole block (tb/block/dut/block_rtl.h): fast and checked, the latter with every
# planted bug; of other sizes, and of RTL=folder with its sema.f, one for both.
comma := ,
runtimes := build/block/runtime.a build/coverage/runtime.a
$(runtimes): build/block/dut.stamp build/flags | setup-core
	@echo "CC $@"
	$(verilates)$(Q)CXX='$(MODEL_CXX)' scripts/block/rtl.sh $(@D) --runtime
block_model = $(verilates)@echo "VERILATE $(@D)" && rm -f $@ && CXX='$(MODEL_CXX)' \
    RUNTIME=$(filter %/runtime.a,$^) \
    OPT='$(MODEL_OPT)' FOLDER='$(if $(filter own-%,$*),$(RTL:%/=%))' scripts/block/rtl.sh $(@D) \
    $(subst $() ,$(comma),$(strip $(call block_numbers,$(block_names))))
hdl := build/hdl/sema.f
hdl: $(hdl) ## copy the RTL for other tools into build/hdl/
$(hdl): $(block_sources)
	$(Q)rm -rf $(@D) && mkdir -p $(@D)
	$(Q)cp $(filter %.sv,$(rtl_files)) $(@D)
	$(Q)sed 's|.*/||' rtl/path.f >$(@D)/path.f
	$(Q)grep -hv '^-F' rtl/path.f rtl/sema.f | sed 's|.*/||' >$@
build/planted/rtl/sema.f: rtl/bugs/planted.txt build/hdl/sema.f scripts/block/plant.py | setup-core
	$(Q)scripts/block/plant.py $< build/hdl $(@D)
build/block/$(block_default)/rtl.a: build/block/runtime.a
build/coverage/$(block_default)/rtl.a: build/coverage/runtime.a
build/block/$(block_default)/rtl.a build/coverage/$(block_default)/rtl.a: build/%/rtl.a: \
    rtl/sema.f build/planted/rtl/sema.f $(block_sources) | setup-core
	$(block_model) fast=$< checked=build/planted/rtl/sema.f
build/block/%/rtl.a: $(if $(RTL),build/block/%.stamp) $(block_sources) build/block/runtime.a \
    | setup-core
	$(block_model) alone=$(if $(filter own-%,$*),$(RTL:%/=%),rtl)/sema.f
build/coverage/%/rtl.a: $(block_sources) build/coverage/runtime.a | setup-core
	$(block_model) alone=rtl/sema.f
# A narrow one with every planted bug: there everything wraps, and a clock is cheap.
block_bugged := build/block/planted-$(block_narrow)/blockstep build/block/$(block_default)/blockstep
block_bugged_all := $(block_bugged) build/block/planted-$(block_large)/blockstep
# Whoever changes RTL waits for the compiler more than for the model.
build/block/planted-%/rtl.a build/block/own-%/rtl.a $(filter-out \
    $(block_lockstep:%=build/block/%/rtl.a),$(block_sizes:%=build/block/%/rtl.a)): \
    private MODEL_OPT := -O1
build/block/planted-%/rtl.a: build/planted/rtl/sema.f $(block_sources) build/block/runtime.a \
    | setup-core
	$(block_model) alone=$<
build/block/%/blockstep: $(call objects,tb/block/step_main.c) build/block/harness.a \
    build/block/%/rtl.a
	$(call link)
build/coverage/%/blockstep: $(call objects,tb/block/step_main.c tb/jobs/leave.c) \
    $(block_objects) build/coverage/%/rtl.a
	$(call link,$(LINK))
# Kept, though only other files need them. Were all kept (.SECONDARY), make would make runtime.a
# again for each model that is not there yet.
.PRECIOUS: $(OBJ)/%.o build/block/%.stamp \
    $(patsubst %,build/%/rtl.a,block/% block/planted-% coverage/%)

# Scenarios (tb/README.md) on the same models.
build/block/%/scenario: $(call objects,$(wildcard tb/scenario/*.c)) \
    build/block/harness.a build/block/%/rtl.a
	$(call link)

# Verilator's library, of the parts below.
build/verilated.a: scripts/block/verilated.sh tb/block/dut/planted.cpp build/flags | setup-core
	@echo "CC $@"
	$(Q)scripts/block/verilated.sh --library $@

# Parts of rtl/endpoint, each with its planted bugs and what drives it, named by its
# numbers in the order of PART_names: queues in front of the port (rtl/spec/queues.md), the
# transport's ledger (rtl/spec/messages.md), the whole endpoint.
part_numbers = $(subst $() ,$(comma),$(strip $(join $(1:%=%=),$(subst -, ,$2))))
queues_names := NHbm NAtomic NResponse TagW WireW Entries Streams
queues_sizes := 2-2-2-16-8-32-2 8-1-1-32-24-256-8
queues := $(queues_sizes:%=build/queues/%/queuestep)
queues_files := rtl/sema_map.sv rtl/path/sema_path_pkg.sv rtl/path/sema_memory.sv \
    $(wildcard rtl/endpoint/sema_queues*.sv)
queues_objects := $(call objects,csim/golden/queues.c $(wildcard tb/queues/*.c))
ledger_names := NHbm NAtomic NResponse CntW Depth Peers
ledger_sizes := 2-2-2-16-64-4 8-1-1-32-128-8
ledgers := $(ledger_sizes:%=build/ledger/%/ledgerstep)
ledger_files := rtl/sema_map.sv rtl/path/sema_path_pkg.sv $(wildcard rtl/endpoint/sema_ledger*.sv)
ledger_objects := $(call objects,csim/driver/semacredit_ledger.c $(wildcard tb/ledger/*.c))
endpoint_names := $(block_names) WriteBeats ReadBeats ReadChannel Entries
endpoint_size := 4-1-1-32-128-40-24-8-16-24-32768-32768-0-256
endpointstep := build/endpoint/$(endpoint_size)/endpointstep
endpoint_channel := $(subst -0-,-1-,$(endpointstep))
endpoint_files := $(rtl_files) $(wildcard rtl/endpoint/*.sv)
endpoint_objects := $(call objects,$(filter-out %/banks_main.c,$(wildcard tb/endpoint/*.c))) \
    build/block/harness.a
define part_rules
build/$1/rtl/planted: rtl/bugs/$1.txt scripts/block/plant.py $($1_files) | setup-core
	$$(Q)rm -rf build/$1/hdl && mkdir -p build/$1/hdl && cp $($1_files) build/$1/hdl
	$$(Q)scripts/block/plant.py $$< build/$1/hdl $$(@D) && touch $$@
build/$1/%/rtl.a: build/$1/rtl/planted scripts/block/verilated.sh build/flags \
    $(wildcard tb/$1/$1_rtl.* tb/$1/*.vlt tb/block/dut/p*)
	@echo "VERILATE $$(@D)"
	$$(Q)scripts/block/verilated.sh $1 $$(@D) build/$1/rtl $$(call part_numbers,$($1_names),$$*)
.PRECIOUS: build/$1/%/rtl.a
build/$1/%/$(1:queues=queue)step: $($1_objects) build/$1/%/rtl.a build/verilated.a
	$$(call link)
endef
$(foreach part,queues ledger endpoint,$(eval $(call part_rules,$(part))))

# The simulator's memory of banks beside LiteDRAM.
banksstep := build/endpoint/banksstep
$(banksstep): $(call objects,tb/endpoint/banks_main.c csim/fabric/bank_queue.c csim/base/sample.c)
	@echo "LINK $@" && mkdir -p $(@D)
	$(Q)$(CC) -o $@ $^ -ldl -lm

# With a bug chosen, or with assertions, for what starts a program without a variable.
build/planted/bugs/%: build/semacredit
	@mkdir -p $(@D)
	$(Q)printf '#!/bin/sh\nPLANTED_BUG=%s exec %s "$$@"\n' $* $(abspath $<) >$@
	$(Q)chmod +x $@

# Builds beside the first: this makefile again, with another O.
again = +$(Q)$(MAKE) --no-print-directory
sanitizers := -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
clang := O=build/clang OBJ=build/clang/obj CC=clang OPT=-O1 SANITIZE='$(sanitizers)' \
    MODEL_CXX='$(MODEL_CXX)' MODEL_OPT='$(MODEL_OPT)'
fuzzers := fuzz_config fuzz_tape fuzz_trace
# What is not clang's, before it: two makes at once would both make it.
shared_parts := $(rtl_models) build/generated/revision.h build/generated/register_table.h
clang-unit: $(shared_parts) | setup-test
	$(again) $(clang) build/clang/unit
clang-all: clang-unit | setup-all
	$(again) $(clang) build/clang/semacredit $(fuzzers:%=build/clang/%)

debug: $(shared_parts) ## build/debug/semacredit, for a debugger: -O0 -g3 (tb/README.md)
	$(again) O=build/debug OBJ=build/debug/obj OPT='-O0 -g3' MODEL_CXX='$(MODEL_CXX)' \
	    MODEL_OPT='$(MODEL_OPT)' build/debug/semacredit

# ---- use

build: build/semacredit ## the program, build/semacredit
selected = $(if $(WORKLOADS),--workload '$(subst $() ,$(comma),$(strip $(WORKLOADS)))')
cosim: $(O)/semacredit ## 1 min: the RTL in lockstep with the golden model; WORKLOADS=, RTL=folder
	$(run)$(O)/semacredit cosim $(selected) $(ARGS)
	$(if $(selected)$(ARGS)$(sized),,$(Q)$(O)/semacredit agreement)
agreement: $(O)/semacredit | setup-core ## policy, golden model and RTL decide alike, one by one
	$(run)$(O)/semacredit agreement $(ARGS)
waves: $(if $(RUN),$(O)/semacredit) ## GTKWave on the last failure, FAILURE=name, RUN=workload
	$(run)scripts/waves/waves.sh $(O)/semacredit $(if $(sized),build/size/$(size),build) \
	    $(if $(RUN),run $(RUN) $(ARGS)) $(if $(FAILURE),failure $(FAILURE))
scenario: build/block/$(or $(block_own),$(block_default))/scenario
scenario: ## play the scenarios of FILE=, with a log; WAVES=1: in GTKWave, too; RTL=folder
	$(run)RTL='$(RTL)' WAVES='$(WAVES)' scripts/block/scenario.sh $< '$(FILE)' build/scenario
regress: $(O)/semacredit ## many seeds in lockstep, on one machine or many; WORKLOADS=, RTL=folder
	$(run)scripts/regress/regress.py $(O)/semacredit $(selected) $(ARGS)
# A file to which `make report` and the tests append a line.
REPORT_HISTORY ?=
report: | setup-all ## one page of all results: build/report/index.html
	$(Q)scripts/report/report.py build --history '$(REPORT_HISTORY)'
docs: build/docs/python/state clang-page
docs: ## the documents as pages with a search: build/docs/site/index.html
	$(Q)scripts/docs/docs.py $(<D) build/docs/site
# Packages of PyPI, where it is reachable: mkdocs, what reads the IP files, what lints Python.
build/docs/python/state: scripts/docs/mkdocs.txt
build/ip/python/state: scripts/ip/requirements.txt
build/lint/python/state: scripts/lint/python.txt
build/endpoint/python/state: scripts/endpoint/litedram.txt
build/%/python/state: always | setup-core
	$(Q)scripts/ip/packages.sh $(@D) $(filter %.txt,$^)

# The page to play with: event simulator and golden model as WebAssembly, by clang, in one file.
page := build/page/index.html
# Where what it needs cannot be installed, that is said, and other targets go on.
clang-page:
	$(again) page || echo 'page: not made, see above'
page: $(page) ## a page to play with: policies side by side in a browser; build/page/index.html
page_sources := tb/page/page.c tb/sweep/block_policy.c $(addprefix csim/base/,event.c sample.c \
    word.c) csim/config/config.c $(wildcard $(addprefix csim/,interface/*.c \
    policy/*.c fabric/*.c golden/*.c simulator/*.c driver/*.c)) $(addprefix \
    csim/record/,commit.c block_commits.c) $(filter-out %trace.c %matrix.c %/tasks.c,$(wildcard \
    csim/traffic/*.c))
# A stack below the data: one that grows too far traps.
page_flags := --target=wasm32-wasi -std=c11 -O2 -Wall -Wextra $(WERROR) -I. -Ibuild/generated \
    -D_GNU_SOURCE= -D_WASI_EMULATED_SIGNAL -ffunction-sections -nostartfiles \
    -Wl,--no-entry,--gc-sections,--strip-all,--stack-first,-z,stack-size=1048576 \
    $(patsubst %,-Wl$(comma)--export=page_%,text run policies operations events)
$(page): scripts/page/page.py $(wildcard scripts/page/*.[hcj]* sim/*.yaml csim/*/*.h tb/*/*.h) \
    $(page_sources) build/generated/register_table.h | setup-page
	@echo "CLANG $(@D)/page.wasm" && mkdir -p $(@D)
	$(Q)clang $(page_flags) -o $(@D)/page.wasm $(page_sources)
	$(Q)$< $(@D)/page.wasm sim $@

# ------------------------------------------------------------------------------------------ paper

whole = $(if $(filter --only% -o%,$(ARGS)),,$(Q)$1)
figures = scripts/figures/figures.py build/results
experiments: build/semacredit | setup-figures ## every experiment of the paper, CSVs and figures
	$(run)build/semacredit experiments $(ARGS)
	$(call whole,$(figures))
experiments-rtl: build/semacredit | setup-core ## the same with the RTL, in zero time and at 1 ns
	$(run)build/semacredit experiments --admission rtl $(ARGS)
	$(Q)build/semacredit experiments --admission rtl --clock 1 $(ARGS)
	$(Q)build/semacredit clocks
claims: build/semacredit | setup-core ## compare every published number with ours
	$(run)build/semacredit claims $(ARGS)
readings: build/semacredit | setup-core ## readings of the paper beside its published numbers
	$(run)scripts/paper/readings.py build/semacredit sim build/results/readings $(ARGS)
reference-claims: build/semacredit | setup-core ## the published numbers from two programs
	$(run)scripts/bench/reference.py build/semacredit claims
results: build/semacredit | setup-core ## rewrite sim/RESULTS.md and the table of sim/READINGS.md
	$(run)scripts/paper/readings.py --write build/semacredit sim build/documents
open: build/semacredit | setup-core ## rewrite sim/OPEN.md, what the paper leaves open
	$(run)scripts/paper/open.py --write build/semacredit sim build/documents/open
steady: build/semacredit | setup-figures ## steady state: which of the paper's conclusions hold
	$(run)build/semacredit steady $(ARGS)
	$(Q)$(figures) steady_open steady_closed
studies: build/semacredit | setup-figures ## what the paper leaves open: messages, slots, loss, ...
	$(run)build/semacredit studies $(ARGS)
	$(call whole,$(figures) quantum_time quantum_hbm counter_bits grant_interval initiators slots \
	    loss upsets classes classes_sum classes_learned domain_dead adapt adapt_phase adapt_tail \
	    calibration link starvation read_charged banks tenants)
collectives: build/semacredit | setup-figures ## 15 min: collectives of 8 to 1,024 GPUs
	$(run)build/semacredit collectives $(ARGS)
	$(if $(ARGS),,$(Q)$(figures) collectives_latency_paper collectives_latency_nvlink5 \
	    collectives_time_paper collectives_time_nvlink5)
	$(if $(ARGS),,$(Q)scripts/collectives/collectives.py build/results sim/COLLECTIVES.md \
	    >build/results/collectives.md)

# LiteDRAM, where PyPI has it: what a memory of its own takes the place of.
litedram := build/endpoint/litedram
$(litedram)/state: build/endpoint/python/state scripts/endpoint/litedram.sh \
    $(wildcard tb/endpoint/litedram.* tb/endpoint/endpoint_rtl.h) | setup-core
	@echo "VERILATE $(@D)"
	$(Q)CXX='$(MODEL_CXX)' scripts/endpoint/litedram.sh $(@D) $(<D) && touch $@
endpoint: $(endpointstep) $(endpoint_channel) $(litedram)/state | setup-figures
endpoint: ## 10 min: the endpoint, admissions by case, windows; data checked
	$(run)scripts/endpoint/endpoint.py $(endpointstep) $(endpoint_channel) build/results \
	    --litedram $(litedram)/litedram.so $(ARGS)
	$(if $(ARGS),,$(Q)$(figures) endpoint)
# Explained by the program whose block has the endpoint's size.
endpoint_part = $(word $1,$(subst -, ,$(endpoint_size)))
explains := build/size/$(call endpoint_part,1)-$(call endpoint_part,5)-$(call \
    endpoint_part,6)-$(call endpoint_part,4)/semacredit
endpoint-failure: $(endpointstep)
endpoint-failure: ## a failing run of it, shrunk, with report and waves; ARGS=, WAVES=1
	$(again) HBM=$(call endpoint_part,1) $(explains)
	$(Q)WAVES='$(WAVES)' scripts/endpoint/explain.py $< $(explains) $(ARGS)

# -------------------------------------------------------------------------------------- elsewhere

# libsemacredit: golden model, RTL, checks, workloads for other testbenches.
library_abi := $(shell sed -n 's/^\#define SEMACREDIT_ABI //p' tb/library/semacredit.h)
library_objects := $(block_objects) $(call objects,$(wildcard tb/library/library*.c))
library := $(addprefix build/library/,lib/libsemacredit.so lib/libsemacredit.a \
    lib/pkgconfig/semacredit.pc include/semacredit.h dpi/ports.svh)
library: $(library) ## libsemacredit for other testbenches, in build/library/ (tb/library)
build/library/lib/libsemacredit.so: $(library_objects) $(rtl_models)
	@echo "LINK $@"
	@mkdir -p $(@D)
	$(Q)$(CXX) -shared -Wl,-soname,libsemacredit.so.$(library_abi) -Wl,-z,defs \
	    -Wl,--exclude-libs,ALL -o $@.$(library_abi) $^ $(LIBS)
	$(Q)ln -sf $(@F).$(library_abi) $@
# One object, whose names but the public ones are its own.
build/library/lib/libsemacredit.a: $(library_objects) $(rtl_models)
	@echo "AR $@"
	@mkdir -p $(@D)
	$(Q)ld -r -o $(@D)/libsemacredit.o $^
	$(Q)objcopy $$(sed -nE 's/^[a-z].*[ *](semacredit_[a-z_]+)\(.*/--keep-global-symbol=\1/p' \
	    tb/library/semacredit.h) $(@D)/libsemacredit.o
	$(Q)rm -f $@ && ar rcs $@ $(@D)/libsemacredit.o && rm $(@D)/libsemacredit.o
build/library/lib/pkgconfig/semacredit.pc: scripts/library/semacredit.pc Makefile
	@mkdir -p $(@D)
	$(Q)sed 's/@VERSION@/$(version)/' $< >$@
build/library/include/semacredit.h: tb/library/semacredit.h
	@mkdir -p $(@D)
	$(Q)cp $< $@
# The example in SystemVerilog on the RTL with every planted bug.
dpi_links = -L$(abspath build/library/lib) -lsemacredit -Wl,-rpath,$(abspath build/library/lib)
build/library/dpi/ports.svh: tb/block/dut/ports.h
	@mkdir -p $(@D)
	$(Q)sed -E -e '/^\/\//d' -e 's/IN_PAYLOAD\([^,]*, */IN_PORT(/' \
	    -e 's/(IN|OUT)_PORT|FIELD_(ONE|EACH)|BITS_|FLAG|NUMBER|HEX|HANDLE|SET|KIND/`&/g' $< >$@
build/library/dpi/example: build/planted/rtl/sema.f tb/block/dut/planted.cpp \
    build/library/lib/libsemacredit.so tb/library/semacredit_dpi.sv tb/library/dpi_example.sv \
    build/library/dpi/ports.svh
	@echo "VERILATE $@"
	@mkdir -p $(@D)
	$(Q)$(VERILATOR) --binary --timing --top-module dpi_example -Wno-fatal -Wno-lint -O3 \
	    --no-assert -CFLAGS -O0 -I$(@D) -Mdir $(@D)/obj -o $(abspath $@) \
	    -LDFLAGS '$(dpi_links)' -F $< $(abspath $(filter tb/library/%.sv tb/block/%.cpp,$^)) \
	    >$(@D)/log 2>&1 || { cat $(@D)/log; exit 1; }

# For other tools: what git has of it, rewritten, and the registers as IP-XACT.
ip_xact := build/ip/semacredit.xml
ip: $(ip_xact) ## rewrite semacredit.core, Bender.yml, registers (SystemRDL, C, IP-XACT)
	$(Q)scripts/ip/describe.sh .
$(ip_xact): scripts/ip/registers.py rtl/spec/registers.md | setup-core
	@mkdir -p $(@D) && $(PYTHON) $< ipxact $(block_default) $(version) >$@
dist := build/dist/semacredit-$(version).tar.gz
dist: $(dist) ## the release as a tarball
	@echo $<
$(dist): $(ip_xact) always
	$(Q)scripts/ip/dist.sh $(version) $(@D) $<
PREFIX ?= /usr/local
DESTDIR ?=
installed := $(version) build/semacredit build/hdl $(ip_xact) build/library
install: build/semacredit build/hdl/sema.f $(ip_xact) $(library)
install: ## program, library, driver, RTL, man pages, completion: PREFIX=, DESTDIR=
	$(Q)DESTDIR='$(DESTDIR)' scripts/ip/install.sh '$(PREFIX)' $(installed)
uninstall: ## remove what install wrote: PREFIX=, DESTDIR=
	$(Q)DESTDIR='$(DESTDIR)' scripts/ip/install.sh '$(PREFIX)' --uninstall

# ----------------------------------------------------------------------------------------- checks
#
# scripts/tests/checks.py is the table of all checks: tier, command, what each would find. Of what
# they need the programs are made here. A check alone: `make mishaps`; its output is shown.

pytest = $(PYTHON) -B -m pytest -c scripts/pyproject.toml
# A check alone, with its output; all of a tier, as many at a time as there are cores.
check = $(run)CHECK_ARGS=$(call quoted,$(ARGS)) CHECK_RTL='$(RTL)' $(pytest) -s \
    'scripts/tests/test_checks.py::test_check[$@]'
tier = $(run)$(pytest) -n $(shell nproc) --junitxml=build/check/junit.xml scripts/tests $(ARGS) -m
history = $(if $(REPORT_HISTORY),; status=$$?; scripts/report/report.py build --only-history \
    --history '$(REPORT_HISTORY)'; exit $$status)
bugged := build/planted/bugs/generation_stays
interop := $(library) build/library/dpi/example $(ip_xact) build/ip/python/state $(dist)
block_all := $(block_lockstep:%=build/block/%/blockstep)
# Of make lockstep's the default, one with two engines of each kind, and the large one.
block_scenarios := $(foreach n,1 3 5,$(word $n,$(block_lockstep:%=build/block/%/scenario)))
block_scenarios_sample := $(wordlist 1,2,$(block_scenarios))
# Models first: Verilator has one thread, beside which C is compiled.
quick := $(rtl_models) build/lint/python/state $(endpointstep) $(block_bugged) $(queues) \
    $(ledgers) build/semacredit clang-unit $(hdl) $(bugged) $(block_scenarios_sample)
test: $(quick) | setup-test ## 3 min: the checks of every commit
	$(tier) quick $(history)
all_made := clang-all $(hdl) $(bugged) $(interop) $(block_all) $(block_bugged_all) \
    $(block_scenarios) build/docs/python/state build/lint/python/state clang-page $(queues) \
    $(ledgers) $(endpointstep) $(endpoint_channel) $(banksstep) $(litedram)/state
test-all: build/semacredit $(all_made) | setup-all ## 30 min: all other checks, as CI does
	$(tier) all $(history)
release: open-check recovery endpoint-long coverage silicon versions sizes mutation golden-mutation
release: ## for a tag

# One of them: most need the program, some other things. Their names are in the table only.
checks := $(shell awk -F'"' '$$4 == "quick" || $$4 == "all" || $$4 == "release" { print $$2 }' \
    scripts/tests/checks.py)
$(filter-out lint lint-sample lockstep scenarios scenarios-sample formal bugs bugs-sample twins \
    queues queues-bugs ledger ledger-bugs endpoint-check endpoint-bugs endpoint-long banks-check \
    ip-check dpi-check docs-check,$(checks)): build/semacredit
mishaps regress-check report-check: $(bugged)
mishaps: $(block_bugged) $(block_scenarios_sample) $(queues) $(ledgers) $(endpointstep)
unit: clang-unit
recovery: build/unit
yosys-check: $(call objects,tb/block/step_main.c) build/block/harness.a $(hdl)
lint lint-sample: $(hdl) build/lint/python/state $(addprefix build/generated/,revision.h \
    register_table.h)
fuzz-check determinism-clang: clang-all
parsers-check install-check dist-check: build/hdl/sema.f $(interop)
docs-check: build/docs/python/state clang-page
page-check: clang-page
lockstep-sample: $(block_bugged)
lockstep: $(block_all)
lockstep: export LOCKSTEP_PROGRAMS := $(block_all)
scenarios-sample: $(block_scenarios_sample)
scenarios: $(block_scenarios)
scenarios: export SCENARIO_PROGRAMS := $(block_scenarios)
report-check: build/ip/python/state
ip-check: $(ip_xact) build/ip/python/state $(block_scenarios_sample)
library-check: $(library)
dpi-check: build/library/dpi/example
bugs: $(block_bugged_all)
queues queues-bugs: $(queues)
ledger ledger-bugs: $(ledgers)
endpoint-check endpoint-bugs endpoint-long: $(endpointstep)
endpoint-bugs: $(endpoint_channel)
banks-check: $(banksstep) $(litedram)/state
bugs-sample: $(block_bugged)
twins: $(block_bugged) $(block_scenarios_sample)
$(checks): | setup-all
	$(check)
unit: ## Criterion tests under sanitizers, with the RTL's assertions
lint: ## layers, Verilator, Yosys, clang-tidy, clang-format, shellcheck, ...; ARGS='PART...'
formal: ## the promises of rtl, by assertions in its modules; ARGS='MODULE...'
scenarios: ## tb/scenarios/*/*.scenario on golden model and RTL; a table of all; RTL=folder
report-check: ## test the page of results in Chromium
page-check: ## test the page to play with in Chromium
queues: ## queues in front of the port, and their golden model, in lockstep
bugs: ## find every planted bug of the block; build/reports/bugs.csv
twins: ## find faults of golden model and RTL alike; build/reports/twins.csv

# --------------------------------------------------------------------------------------- release

CLOCKS ?= 1000000
sizes: $(block_sizes:%=build/block/%/blockstep) ## lockstep at every size, CLOCKS= each
	$(run)scripts/block/lockstep.py --sizes build/reports/sizes.csv $(CLOCKS) $^
mutated := build/hdl/sema.f build/block/harness.a $(call objects,tb/block/step_main.c)
mutation: $(mutated) | setup-all ## mutants of the RTL; SHARE=cells for one
	$(Q)scripts/block/mutation.py build/reports/mutation.csv build/check/mutation \
	    build/hdl $(block_narrow) $(or $(SHARE),40) 1
# The scenario player without RTL.
scenario_objects := $(call objects,$(wildcard tb/scenario/*.c))
throughput: build/block/harness.a $(scenario_objects) ## grants a clock by busy and closed lanes
	$(Q)scripts/block/throughput.py build/reports/throughput.csv build/check/throughput
golden-mutation: build/block/harness.a $(scenario_objects) ## mutants of the golden model; COUNT=
	$(Q)scripts/block/golden_mutation.py build/reports/golden_mutation.csv \
	    build/check/golden_mutation $(or $(COUNT),300) 1 $(block_default) $(block_narrow)
FUZZ_SECONDS ?= 60
fuzz: build/semacredit clang-all ## 3 min: readers of files, FUZZ_SECONDS each
	$(run)scripts/checks/fuzz.sh $(FUZZ_SECONDS) build/check/fuzz build/semacredit \
	    $(fuzzers:%=build/clang/%)
VERSIONS ?=
versions: $(hdl) | setup-all ## cosim and the certificate with every Verilator at hand; VERSIONS=
	$(Q)VERSIONS='$(VERSIONS)' scripts/bench/versions.sh build/reports/versions.csv build/versions
bench: build/semacredit | setup-all ## measure speeds, as ratios within one run
	$(Q)scripts/bench/bench.py build/semacredit build/reports/bench.csv $(ARGS)
	$(if $(ARGS),,$(Q)scripts/bench/versions.sh --speed build/reports/bench.csv build/versions)
	$(if $(ARGS),,$(Q)BENCH=build/reports/bench.csv $(MAKE) --no-print-directory cocotb-check)
cocotb-check: build/planted/rtl/sema.f build/library/lib/libsemacredit.so build/semacredit
cocotb-check: | setup-all ## a testbench by cocotb
	$(Q)scripts/library/cocotb_check.sh build/library/cocotb build/library/lib/libsemacredit.so \
	    build/planted/rtl sim tb/block/dut/planted.cpp build/semacredit
dist-release-check: $(interop) | setup-all ## FuseSoC lints, runs, synthesizes, builds the release
	$(Q)scripts/ip/dist_check.sh $(dist) build/ip/python build/check/dist lint sim synth build
# Coverage: the RTL counted by Verilator, the C by gcov. Workers leave by _exit, which would drop
# their counts. The narrow block is driven as well: there everything wraps.
COSIM ?= --quick
covered := O=build/coverage OBJ=build/coverage/obj CC='gcc' OPT='-O1 --coverage' COVERAGE=1 \
    MODEL_CXX='$(MODEL_CXX)' MODEL_OPT='$(MODEL_OPT)' LINK='--coverage -Wl,--wrap=_exit'
covers := $(patsubst %,build/coverage/%/blockstep,$(block_default) $(block_narrow))
coverage: $(shared_parts) | setup-all ## 12 min: RTL, C, functional points; with a page; COSIM=
	$(again) $(covered) build/coverage/semacredit build/coverage/unit $(covers)
	$(Q)COSIM='$(COSIM)' scripts/coverage/coverage.py build/coverage build/reports sim $(covers)

# --------------------------------------------------------------------------------------- silicon

# Liberty files beside osu018; place and route that often. Netlists are shared: one step at a time.
LIBERTY ?=
SEEDS ?=
export LIBERTY SEEDS
steps := synth timing pnr gates equivalence
silicon: ## all targets of this group, one after the other
	$(again) -j1 $(steps)
$(steps): $(hdl) | setup-silicon
synth: ## area, as gates, flops and bits; LIBERTY=files, ARGS=designs
	$(Q)scripts/silicon/silicon.py area build/reports/area.csv $(ARGS)
timing: ## the clock, with the path that limits it
	$(Q)scripts/silicon/silicon.py timing build/reports/timing.csv $(ARGS)
pnr: ## place and route for iCE40, SEEDS times; ECP5 where it is installed
	$(Q)scripts/silicon/pnr.py build/reports/pnr.csv $(ARGS)
# Where it is smallest, a netlist of the whole block is made in minutes.
silicon_size := $(filter 2-1-1-4-%,$(block_sizes))
gates: $(call objects,tb/block/step_main.c) build/block/harness.a
gates: ## the netlist in the RTL's place; a fault in a cell is found
	$(Q)scripts/silicon/gates.py build/reports/gates.csv build/gates $(silicon_size) 20000
equivalence: ## prove each module's netlist equal to its RTL; a faulty cell is noticed
	$(Q)scripts/silicon/equivalence.py build/reports/equivalence.csv build/equivalence \
	    $(silicon_size) $(ARGS)
silicon-table: | setup-core ## write the tables of rtl/RESULTS.md from the reports
	$(Q)scripts/silicon/silicon_table.py rtl/RESULTS.md build/reports

# -------------------------------------------------------------------------------------- maintain

format: | setup-all ## clang-format the C and C++ in place
	$(Q)clang-format -i $$(find csim tb -name '*.[ch]' -o -name '*.cpp')
hooks: ## install the pre-commit hook: lint of what changed
	$(Q)git config core.hooksPath .githooks
screenshot: build/block/$(block_default)/scenario
screenshot: | setup-all ## retake the documents' pictures
	$(Q)scripts/waves/screenshot.sh $< sim/timing.svg sim/waves.png sim/report.png
compile_commands.json: | setup-core ## build/compile_commands.json, for clangd
	@mkdir -p build
	$(Q){ $(MAKE) --no-print-directory -nB V=1 $(call objects,$(shell find csim tb -name '*.c')); \
	    scripts/block/rtl.sh build/block/$(block_default) $(subst $() ,$(comma),$(join \
	    $(block_names:%=%=),$(subst -, ,$(block_default)))) --commands; \
	    scripts/block/verilated.sh queues $(dir $(lastword $(queues))) build/queues/rtl \
	    $(call part_numbers,$(queues_names),$(lastword $(queues_sizes))) --commands; \
	    scripts/block/verilated.sh ledger $(dir $(lastword $(ledgers))) build/ledger/rtl \
	    $(call part_numbers,$(ledger_names),$(lastword $(ledger_sizes))) --commands; \
	    scripts/block/verilated.sh endpoint $(dir $(endpointstep)) build/endpoint/rtl \
	    $(call part_numbers,$(endpoint_names),$(endpoint_size)) --commands; \
	    scripts/endpoint/litedram.sh $(litedram) build/endpoint/python --commands; } | \
	    $(PYTHON) scripts/build/compile_commands.py >build/$@
clean: ## remove build/
	$(Q)rm -rf build

# What has a line of help is no file; nor are these.
.PHONY: always $(shell sed -nE 's/^([a-z][a-z_. -]*):.*\#\# .*/\1/p' Makefile) $(checks) $(steps) \
    $(setups:%=setup-%) clang-unit clang-all clang-page

# What the command line and, but for sizes, the environment may say: a row is a variable, the goals
# that read it, what its value is, and a command that succeeds for such a $v; without a command, the
# name of the list that has each of its words; without both, anything. A variable whose goals are
# several kinds of programs has several rows. Nothing is built for what is refused.
goals := $(or $(MAKECMDGOALS),help)
quoted = '$(subst ','\'',$1)'
wrong = $(if $4,$(shell { v=$(call quoted,$($1)); $4; } >/dev/null 2>&1 || echo no),$(and \
    $3,$(filter-out $($3),$(subst $(comma), ,$($1)))))
row = $(eval variables += $1)$(eval readers_$1 += $2)$(if $(and $(filter command \
    $(if $($1),environment),$(origin $1)),$(filter $2,$(goals)),$(wrong)),$(error $1: expected \
    $(if $4,$3,some of $(strip $($3))), found '$($1)'))
is = printf '%s\n' "$$v" | grep -qxEe '$1'
each_is = ! printf '%s\n' $$v | grep -qvxEe '$1'
options = $(call is,(-.*)?)
number = $(call is,[1-9][0-9]{0$(comma)8})
one_of = seq $1 | grep -qxFe "$$v"
workloads = $(sort $(basename $(notdir $(wildcard sim/*.yaml sim/*.yml)))) $(wildcard $(subst \
    $(comma), ,$(WORKLOADS) $(RUN))) FILE $(if $(ARGS),%)
lint_parts = $(shell sed -n 's/,//g; s/^# PART: //p' scripts/lint/lint.sh)
modules := $(basename $(notdir $(filter %.sv,$(rtl_files) $(queues_files) $(ledger_files))))
designs := reference core path top $(modules)
proved = --proofs $(sort $(shell sed -nE 's/^(sema_path_|sema_)?([a-z_]+).*/\2/p' rtl/proofs.txt))
readings = $(shell sed -nE 's/^([a-z0-9-]+):.*/\1/p' sim/readings.txt)
$(foreach name,CC OPT VERILATOR PYTHON WERROR V O OBJ SANITIZE COVERAGE MODEL_CXX MODEL_OPT \
    LINK LDLIBS,$(call row,$(name),%))
$(call row,RTL,cosim agreement regress waves scenario scenarios lockstep build/own/% \
    build/block/%,a folder with sema.f$(comma) the list of its files$(comma) and no blank in its \
    path,test -z "$$v" -o "$$v" = "$${v%% *}" -a -e "$$v/sema.f")
sized_goals := cosim waves build/size/% build/own/%
$(call row,HBM,$(sized_goals),a number from 2 to 30,$(call one_of,2 30))
$(call row,DEPTH,$(sized_goals),a power of 2 from 16 to 1024,$(call is,16|32|64|128|256|512|1024))
$(call row,SLOTS,$(sized_goals),a number from 19 to 80,$(call one_of,19 80))
$(call row,WIDTH,$(sized_goals),a number from 16 to 32,$(call one_of,16 32))
$(call row,WORKLOADS,cosim regress,workloads)
$(call row,RUN,waves,workloads)
$(call row,FAILURE,waves)
$(call row,FILE,scenario,a file such as tb/scenarios/order/ranks.scenario,test -f "$$v" -a -s "$$v")
$(call row,WAVES,scenario endpoint-failure,1,$(call is,1?))
$(if $(filter scenario,$(goals)),$(if $(FILE),,$(error FILE: expected a file such as \
    tb/scenarios/order/ranks.scenario, found none)))
$(call row,ARGS,cosim agreement $(if $(RUN),waves) regress experiments experiments-rtl claims \
    steady studies collectives endpoint endpoint-failure bench test test-all,options,$(options))
$(call row,ARGS,readings,readings)
$(call row,ARGS,lint,lint_parts)
$(call row,ARGS,formal,proved)
$(call row,ARGS,badinput files mishaps keys-check)# rows, as -k of pytest has them
$(call row,ARGS,synth timing pnr,DESIGN[:LANES[:WIDTH]]$(comma) of $(designs),$(call \
    each_is,($(subst $() ,|,$(designs)))(:[0-9]+){0$(comma)2}|))
$(call row,ARGS,equivalence,modules)
$(call row,LIBERTY,synth timing silicon release,files,ls $$v)
$(call row,SEEDS,pnr silicon release,a number from 1,$(number))
$(call row,REPORT_HISTORY,report test test-all)
$(foreach name,PREFIX DESTDIR,$(call row,$(name),install uninstall))
$(call row,CLOCKS,sizes release,a number from 1,$(number))
$(call row,SHARE,mutation release,a number from 1,$(number))
$(call row,COUNT,golden-mutation release,a number from 1,$(number))
$(call row,FUZZ_SECONDS,fuzz,a number from 1,$(number))
$(call row,VERSIONS,versions release,installed or Verilators such as 5.48.0,$(call \
    each_is,(installed|[0-9]+(\.[0-9]+){2})?))
$(call row,COSIM,coverage release,options,$(options))

given := $(filter-out MAKEFLAGS SHELL -*-%,$(foreach name,$(.VARIABLES),$(if $(findstring \
    command line,$(origin $(name))),$(name))))
unknown := $(filter-out $(variables),$(given))
near = $(shell $(PYTHON) -c 'import difflib, sys; print(*difflib.get_close_matches( \
    sys.argv[1].upper(), sys.argv[2:], 1, 0.75))' $(firstword $(unknown)) $(variables) 2>/dev/null)
$(if $(unknown),$(error $(unknown): unknown variable$(patsubst %,$(comma) did you mean \
    %?,$(near)); expected one of $(sort $(variables))))
# Of what another block is built all goals must read it, of other variables one; of a make within a
# make the first was asked.
unread = $(if $(or $(filter RTL HBM DEPTH SLOTS WIDTH,$1),$(if $(filter \
    $(readers_$1),$(goals)),,no goal)),$(filter-out $(readers_$1),$(goals)))
$(foreach name,$(if $(filter 0,$(MAKELEVEL)),$(sort $(given) $(if $(RTL),RTL))),$(if $(and $(strip \
    $($(name))),$(call unread,$(name))),$(error $(name): expected one of the goals $(sort \
    $(filter-out build/%,$(readers_$(name)))), which read it, found $(call unread,$(name)))))

# One make at a time builds here; what it starts is a part of it.
ifeq ($(or $(filter help,$(or $(MAKECMDGOALS),help)),$(wildcard /proc/$(SEMA_LOCK)/fd/9),$(dry)),)
export SEMA_LOCK := $(shell scripts/build/lock.sh $$PPID)
unlock := kill $(SEMA_LOCK);
endif

# Sources that moved since a build, which its dependencies still name, are no reason to stop.
tb/%.cpp: ;
-include $(shell find build -name '*.d' -path '*obj*' 2>/dev/null)
