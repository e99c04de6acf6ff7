# Planted bugs: rtl/bugs/planted.txt, all of them in one model, of which PLANTED_BUG chooses as a
# program starts.

bug_table := rtl/bugs/planted.txt
plant := $(addprefix scripts/planted/plant,.sh .awk)
build/planted/rtl/sema.f: $(bug_table) $(hdl) $(plant)
	@echo "PLANT $<"
	$(Q)scripts/planted/plant.sh $< $(dir $(hdl)) $(@D) all
# The same text without any, for planted-check.
build/planted/none/sema.f: $(bug_table) $(hdl) $(plant)
	$(Q)scripts/planted/plant.sh $< $(dir $(hdl)) $(@D) none

$(call variant,planted,build/planted/rtl,build/planted/rtl/sema.f $(probe),\
    -Wno-lint $(unknown_state) $(probe))
$(foreach name,$(sort $(native) gcc-O3),$(call model,$(name),planted,$(seldom)))
$(call program,build/planted/semacredit,$(main_sources),$(native),planted,$(native))
build/planted/semacredit: build/obj/$(native)/tb/planted/planted.o

# The program with a bug chosen, for what starts it without PLANTED_BUG.
build/planted/bugs/%: build/planted/semacredit
	@mkdir -p $(@D)
	$(Q)printf '#!/bin/sh\nPLANTED_BUG=%s exec %s "$$@"\n' $* $(abspath $<) >$@
	$(Q)chmod +x $@

checks += planted-check bugs wide-bugs shrink-check initial-state
## test planted-check: the RTL with every planted bug and none in force is the RTL that is shipped
needs_planted-check := build/planted/none/sema.f $(hdl)
run_planted-check := scripts/planted/planted_check.sh build/check/planted $(bug_table) build/hdl \
    build/planted/none
## test bugs: every planted bug must be caught; table in build/reports/bugs.csv
needs_bugs := build/planted/semacredit build/assert/semacredit build/semacredit
run_bugs := scripts/planted/bugs.sh lockstep build/reports/bugs.csv build/check/bugs sim \
    $(bug_table) $(needs_bugs)
## test wide-bugs: bugs in the upper bits of what is wide are caught; build/reports/wide_bugs.csv
needs_wide-bugs := build/planted/semacredit
run_wide-bugs := scripts/planted/bugs.sh drawn build/reports/wide_bugs.csv build/check/wide-bugs \
    sim $(bug_table) $(needs_wide-bugs)
## test shrink-check: failed runs of 100,000 operations shrink to ten; build/reports/shrink.csv
needs_shrink-check := build/planted/semacredit
run_shrink-check := scripts/planted/shrink_check.sh build/reports/shrink.csv build/check/shrink \
    sim $(bug_table) $(needs_shrink-check)

# Models whose flops start with whatever a seed gives; of the planted bugs one is a flop that is not
# reset.
# Tests of rooms below the RTL (scripts/lint/LAYERS: without tb/dut), and of policies alone, reach
# none; what others share of them stays.
rooms_below := base interface golden record disturbance fabric policy explain checkers \
    covergroups env
policy_tests := tb/tests/simulator/test_properties.c tb/tests/simulator/test_theory.c
rtl_unit_sources := $(filter-out $(rooms_below:%=tb/tests/%/test_%) $(policy_tests),$(unit_sources))
$(call program,build/unit/assert,$(rtl_unit_sources),gcc-O3,assert,gcc-O3,-lcriterion)
build/unit/assert: $(admit_objects)
needs_initial-state := build/assert/semacredit build/unit/assert build/planted/semacredit
run_initial-state := scripts/checks/initial_state.sh build/check/initial-state sim \
    $(bug_table) $(needs_initial-state)
## test initial-state (2 min): all tests again, flops starting with random values of several seeds

## test faults: more bugs are caught, and the report has the cause; build/reports/faults.csv
.PHONY: faults
faults: build/planted/semacredit
	$(Q)scripts/planted/bugs.sh report build/reports/faults.csv build/check/faults sim \
	    $(bug_table) $<
