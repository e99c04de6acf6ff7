# The netlist is still correct: in the place of the RTL, and proved equivalent to it. Included by the Makefile.

# Equivalence needs these packages and no others.
synth_goals += gates equivalence
core_goals += equivalence

# More variants of the RTL (see there): the block's netlist, that with a fault in one cell, and the decision core's in
# both builds. Only ports are traced: names of all cells would take longer to compile than the cells. What runs
# little is compiled with little optimisation.
gate_scripts := $(addprefix scripts/,gate_netlist.sh netlist.sh liberty.sh fault.awk)

# $1 variant, $2 design of scripts/netlist.sh, $3 `fault` or nothing, $4 Verilator options, $5 the compiler's
define gate_rules
build/gates/$1/sema.f: $(hdl) $(gate_scripts) $(if $3,build/gates/gates/sema.f) | setup
	@echo "NETLIST $1"
	$$(Q)scripts/gate_netlist.sh $$(@D) $2 $3
$(call variant,$1,build/gates/$1,build/gates/$1/sema.f,-Wno-lint --trace-depth 1 $4)
$(call model,gcc-O3,$1,$5)
endef
gate_variant = $(eval $(call gate_rules,$1,$2,$3,$4,$5))
$(call gate_variant,gates,semacredit,,,-O1)
$(call gate_variant,gates-fault,semacredit,fault,,-O0)
$(call gate_variant,gates-core-high,core,,--top-module sema_core --prefix Vcore_high,-O1)
$(call gate_variant,gates-core-low,core_low_latency,,--top-module sema_core --prefix Vcore_low,-O1)

$(call program,build/gates/semacredit,$(main_sources),gcc-O3,gates,gcc-O3)
$(call program,build/gates-fault/semacredit,$(main_sources),gcc-O3,gates-fault,gcc-O3)

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
equivalence: $(hdl) | setup $(if $(filter gates,$(MAKECMDGOALS)),gates) # both make netlists
	$(Q)scripts/equivalence.sh build/reports/equivalence.csv $(ARGS)
