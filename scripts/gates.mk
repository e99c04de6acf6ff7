# The netlist is still correct: in the place of the RTL, and proved equivalent to it. Included by the Makefile.

# These need these packages and no others.
synth_goals += gates equivalence
core_goals += gates equivalence

# More variants of the RTL (see there): its netlist, and that with a fault in one cell. Only their ports
# are traced: names of all cells would take longer to compile than the cells. A netlist is compiled with little
# optimisation, for the same reason.
gate_scripts := $(addprefix scripts/,gate_netlist.sh netlist.sh liberty.sh fault.awk)
build/gates/rtl/sema.f: $(hdl) $(gate_scripts) | setup
	@echo "NETLIST semacredit"
	$(Q)scripts/gate_netlist.sh $(@D) semacredit
build/gates/fault/sema.f: build/gates/rtl/sema.f
	$(Q)scripts/gate_netlist.sh $(@D) semacredit fault
$(call variant,gates,build/gates/rtl,build/gates/rtl/sema.f,-Wno-lint --trace-depth 1)
$(call variant,gates-fault,build/gates/fault,build/gates/fault/sema.f,-Wno-lint --trace-depth 1)
$(call model,gcc-O3,gates,-O1)
$(call model,gcc-O3,gates-fault,-O0)
$(call program,build/gates/semacredit,$(main_sources),gcc-O3,gates,gcc-O3)
$(call program,build/gates-fault/semacredit,$(main_sources),gcc-O3,gates-fault,gcc-O3)

.PHONY: gates equivalence
## gates: the whole block's netlist in osu018 in lockstep on all workloads and on the RTL's tapes; a fault is caught
gates: build/semacredit build/gates/semacredit build/gates-fault/semacredit | setup
	$(Q)scripts/gates.sh build/reports/gates.csv build/check/gates sim $^
## equivalence: every module's netlist in osu018 is proved equivalent to its RTL; a fault is refuted
equivalence: $(hdl) | setup
	$(Q)scripts/equivalence.sh build/reports/equivalence.csv $(ARGS)
