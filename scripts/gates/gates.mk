# The netlist is still correct: in the place of the RTL, and proved equivalent to it. Included by
# the Makefile.

# Equivalence needs these packages and no others.
synth_goals += gates equivalence
core_goals += equivalence
netlists_of_gates = $(patsubst %,build/gates/%/sema.f,gates gates-fault)

# More variants of the RTL (see there): the block's netlist, and that with a fault in one cell. It
# is 280,000 cells, which clang compiles in less time than gcc, and to smaller code; in parts, so
# that no compiler takes gigabytes. What runs once is compiled without optimisation.
gate_scripts := $(addprefix scripts/gates/,gate_netlist.sh gate_logic.awk fault.awk) \
    $(addprefix scripts/silicon/,generic.sh netlist.sh liberty.sh)
parts_gates := 2 3 4 5 6 7 8
parts_gates-fault := $(parts_gates)

# $1 variant, $2 design of scripts/silicon/netlist.sh, $3 flop with a fault in front of it or
# nothing, $4 Verilator options
define gate_rules
build/gates/$1/sema.f: $(hdl) $(gate_scripts) $(if $3,build/gates/gates/sema.f) | setup
	@echo "NETLIST $1"
	$$(Q)scripts/gates/gate_netlist.sh $$(@D) $2 $3
$(call variant,$1,build/gates/$1,build/gates/$1/sema.f,-Wno-lint $4)
endef
gate_variant = $(eval $(call gate_rules,$1,$2,$3,$4))
$(call gate_variant,gates,top)
$(call gate_variant,gates-fault,top,grant_valid_o)
$(call model,clang-O3,gates,-O1)

# One cell is in few units of the model; the objects of the others, and the shim, are those of the
# netlist without fault.
build/obj/clang-O3/rtl-gates-fault/%.o: build/rtl/gates-fault/%.cpp build/obj/clang-O3/rtl-gates/%.o
	@mkdir -p $(@D)
	$(Q)if scripts/gates/same_unit.sh build/rtl/gates build/rtl/gates-fault $*.cpp; then \
	    cp build/obj/clang-O3/rtl-gates/$*.o $@; \
	else \
	    echo "CXX $< (clang-O3)"; \
	    $(cxx_clang-O3) $(generated_options) \
	    $(if $(filter model_slow% model_names%,$*),-O0,-O1) -c -o $@ $<; \
	fi
build/obj/clang-O3/rtl-gates-fault/shim.o: build/obj/clang-O3/rtl-gates/shim.o \
    build/rtl/gates-fault/headers
	@mkdir -p $(@D)
	$(Q)cp $< $@

$(call program,build/gates/semacredit,$(main_sources),gcc-O3,gates,clang-O3)
$(call program,build/gates-fault/semacredit,$(main_sources),gcc-O3,gates-fault,clang-O3)

.PHONY: gates equivalence
## silicon gates: the block's netlist in the RTL's place; a fault in one cell is caught
gates: build/semacredit build/gates/semacredit build/gates-fault/semacredit | setup
	$(Q)scripts/gates/gates.sh build/reports/gates.csv build/check/gates sim $^
## prove equivalence (60 min): every module's netlist and its RTL; a fault in one cell is refuted
equivalence: $(hdl) | setup
	$(Q)scripts/gates/equivalence.sh build/reports/equivalence.csv $(ARGS)
