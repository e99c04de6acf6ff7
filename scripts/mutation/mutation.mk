# Mutation: what the checks would catch. Included by the Makefile.

# Of make mutation: a mutant for every so many cells of an RTL module; where they are drawn from,
# and the length of the runs of those that survive shorter ones.
MUTATION_SHARE ?= 20
MUTATION_SEED ?= 1
MUTATION_OPERATIONS ?= 30000
variables += MUTATION_SHARE MUTATION_SEED MUTATION_OPERATIONS PROOFS \
    PROOF_SECONDS

# ---- RTL: build/mutants/N/rtl is the RTL with every so-manyth mutant in it

mutation_models := 0 1
build/mutants/list: $(hdl) scripts/mutation/mutants.sh | setup
	@echo "MUTATE rtl"
	$(Q)scripts/mutation/mutants.sh build/mutants $(MUTATION_SEED) $(MUTATION_SHARE) \
	    $(words $(mutation_models))
build/mutants/%/rtl/sema.f: build/mutants/list ;

# The data-flow optimisation of Verilator 5.006 makes wrong models of what Yosys writes; hunt tells
# a wrong model by itself, since it fails without a mutant. Nobody looks at waves of mutants.
mutation_verilator := -Wno-lint -Wno-UNOPTFLAT -fno-dfg

# $1 name, $2 folder with the mutated RTL in it
define hunt_rules
trace_mutants-$1 := no
shim_mutants-$1 := -DSHIM_ALONE $(shim_fast)
$(call variant,mutants-$1,$2,$2/sema.f,$(mutation_verilator))
$(call model,gcc-O3,mutants-$1,-O1)
$(call program,build/mutation/$1/hunt,$(library_sources) $(hunt_sources),gcc-O3,mutants-$1,gcc-O3)
endef
hunt_sources := tb/mutation/hunt.c tb/mutation/hunt_block.c
$(foreach number,$(mutation_models),$(eval \
    $(call hunt_rules,$(number),build/mutants/$(number)/rtl)))
hunt_programs := $(patsubst %,build/mutation/%/hunt,$(mutation_models))

# ---- a sample of them, and mutants that are known to be noticed, for make test

build/mutants-sample/list: $(hdl) scripts/mutation/mutants.sh tb/mutation/known.txt | setup
	@echo "MUTATE rtl, a sample"
	$(Q)KNOWN=tb/mutation/known.txt TOTAL=36 scripts/mutation/mutants.sh \
	    build/mutants-sample 1 5 1
build/mutants-sample/0/rtl/sema.f: build/mutants-sample/list ;
$(eval $(call hunt_rules,sample,build/mutants-sample/0/rtl))
checks += mutation-sample
needs_mutation-sample := build/mutation/sample/hunt
run_mutation-sample := scripts/mutation/mutation_sample.sh build/check/mutation-sample sim \
    build/mutants-sample \
    build/mutation/sample/hunt
## test mutation-sample: a sample of mutants, of fixed seed, that the checks must notice

# ---- golden model: every third mutant, all in one program

golden_sources := $(patsubst %,csim/golden/%.c,golden arbiter calibrator reservation axi status \
    autotune \
    coalescer demand registers)
golden_mutants := $(patsubst csim/golden/%,build/mutants-c/%,$(golden_sources))
$(golden_mutants) &: $(golden_sources) scripts/mutation/mutants_c.sh \
    scripts/mutation/mutants_c.awk $(register_map) | setup
	@echo "MUTATE golden model"
	$(Q)scripts/mutation/mutants_c.sh build/mutants-c 3 $(golden_sources)
build/mutants-c/%.o: build/mutants-c/%.c
	@echo "CC $<"
	$(Q)gcc -std=c11 -O2 -w -I. -Ibuild/generated -c -o $@ $<
$(call program,build/mutation/golden/hunt,$(filter-out $(golden_sources),$(library_sources)) \
    $(hunt_sources),gcc-O3,fast,gcc-O3)
build/mutation/golden/hunt: $(golden_mutants:.c=.o)

.PHONY: mutation
## test mutation (37 min): mutants of the RTL and of the golden model that the checks notice
mutation: $(hunt_programs) build/mutation/golden/hunt
	$(Q)scripts/mutation/mutation.sh build/mutation build/reports/mutation.csv sim \
	    $(MUTATION_OPERATIONS) \
	    build/mutants $(hunt_programs)
	$(Q)scripts/mutation/mutation.sh build/mutation/golden build/reports/mutation.csv sim \
	    $(MUTATION_OPERATIONS) build/mutants-c build/mutation/golden/hunt
