# Fuzzing. Included by the Makefile.

# Time for each target.
FUZZ_SECONDS ?= 60
variables += FUZZ_SECONDS

fuzzer = $(call program,build/fuzz/$1,$(library_sources) tb/fuzz/$(notdir \
    $1).c,fuzz,$2,gcc-O3,-fsanitize=fuzzer)
readers := fuzz_config fuzz_tape fuzz_trace
$(foreach name,$(readers),$(call fuzzer,$(name),fast))

# The block itself: RTL that counts which of its lines are reached (scripts/coverage/coverage.mk),
# and some with a bug that must be found.
$(call fuzzer,fuzz_block,lines)
build/fuzz/fuzz_block: build/obj/gcc-O3/runtime/verilated_cov.o
fuzzed_bugs := lookup_misses_group waits_for_leaver
$(call fuzzer,planted/fuzz_block,planted)
build/fuzz/planted/fuzz_block: build/obj/gcc-O3/tb/planted/planted.o
$(call program,build/fuzz/block_seeds,$(library_sources) tb/fuzz/block_seeds.c,gcc-O3,fast,gcc-O3)

needs_fuzz := build/semacredit build/fuzz/block_seeds $(readers:%=build/fuzz/%) \
    build/fuzz/fuzz_block \
    build/fuzz/planted/fuzz_block
fuzz_targets := $(filter-out build/fuzz/planted/%,$(needs_fuzz)) \
    $(fuzzed_bugs:%=build/fuzz/planted/fuzz_block:%)
.PHONY: fuzz
## test fuzz (4 min): the readers of outside data, and the RTL in lockstep, FUZZ_SECONDS each (60)
fuzz: $(needs_fuzz) | setup
	$(Q)scripts/checks/fuzz.sh $(FUZZ_SECONDS) build/check/fuzz $(fuzz_targets)

checks += fuzz-check
needs_fuzz-check := $(needs_fuzz)
run_fuzz-check := scripts/checks/fuzz.sh 500x build/check/fuzz-check $(fuzz_targets)
## test fuzz-check: the same on some hundred inputs of fixed seed
