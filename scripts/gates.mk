# The netlist is still correct: in the place of the RTL, and proved equivalent to it. Included by the Makefile.

# Equivalence needs these packages and no others.
synth_goals += gates equivalence
core_goals += equivalence
netlists_of_gates = $(patsubst %,build/gates/%/sema.f,gates gates-fault gates-core-high gates-core-low)

# More variants of the RTL (see there): the block's netlist, that with a fault in one cell, and the decision core's in
# both builds. The block's is 280,000 cells, which clang compiles in less time than gcc, and to smaller code; in parts, of
# which each takes less than 1 GB. What runs once or little is compiled without optimisation.
gate_scripts := $(addprefix scripts/,gate_netlist.sh netlist.sh liberty.sh gate_logic.awk fault.awk)
parts_gates := 2 3 4 5 6 7 8
parts_gates-fault := $(parts_gates)

# $1 variant, $2 design of scripts/netlist.sh, $3 `fault` or nothing, $4 Verilator options, $5 compilation, $6 options of it
define gate_rules
build/gates/$1/sema.f: $(hdl) $(gate_scripts) $(if $3,build/gates/gates/sema.f) | setup
	@echo "NETLIST $1"
	$$(Q)scripts/gate_netlist.sh $$(@D) $2 $3
$(call variant,$1,build/gates/$1,build/gates/$1/sema.f,-Wno-lint $4)
$(call model,$5,$1,$6,-O0)
endef
gate_variant = $(eval $(call gate_rules,$1,$2,$3,$4,$5,$6))
$(call gate_variant,gates,top,,,clang-O3,-O1)
$(call gate_variant,gates-fault,top,fault,,clang-O3,-O0)
$(call gate_variant,gates-core-high,core,,--top-module sema_core --prefix Vcore_high,gcc-O3,-O1)
$(call gate_variant,gates-core-low,core_low_latency,,--top-module sema_core --prefix Vcore_low,gcc-O3,-O1)

$(call program,build/gates/semacredit,$(main_sources),gcc-O3,gates,clang-O3)
$(call program,build/gates-fault/semacredit,$(main_sources),gcc-O3,gates-fault,clang-O3)

gate_core_models := build/rtl/gates-core-high build/rtl/gates-core-low
build/obj/gcc-O3/gates-core/core_shim.o: tb/core_shim.cpp $(addsuffix /model.cpp,$(gate_core_models))
	@echo "CXX $< (gates-core)"
	@mkdir -p $(@D)
	$(Q)$(cxx_gcc-O3) $(shim_options) $(addprefix -isystem ,$(gate_core_models)) -c -o $@ $<
build/gates/core: build/obj/gcc-O3/gates-core/core_shim.o $(call c_objects,gcc-O3,tb/tests/test_core.c tb/tests/core_golden.c) \
    $(foreach build,high low,$(patsubst %,build/obj/gcc-O3/rtl-gates-core-$(build)/%.o,model model_slow)) \
    $(patsubst %,build/obj/gcc-O3/runtime/%.o,$(runtime))
	@echo "LINK $@"
	@mkdir -p $(@D)
	$(Q)$(cxx_gcc-O3) -o $@ $^ $(libraries) -lcriterion

.PHONY: gates equivalence
## gates: netlists of the block and of the decision core in the harness, in the RTL's place; a fault in one cell is caught
gates: build/semacredit build/gates/semacredit build/gates-fault/semacredit build/gates/core | setup
	$(Q)scripts/gates.sh build/reports/gates.csv build/check/gates sim $^
## equivalence: every module's netlist is proved equivalent to its RTL; one with a fault in one cell is refuted
equivalence: $(hdl) | setup
	$(Q)scripts/equivalence.sh build/reports/equivalence.csv $(ARGS)
