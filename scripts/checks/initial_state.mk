# Models whose flops start with whatever a seed gives. Included by the Makefile.

# build/assert has such a model. One more has a flop that is not reset.
reset_bugs := $(patsubst tb/bugs/reset/%.sed,%,$(wildcard tb/bugs/reset/*.sed))
$(foreach bug,$(reset_bugs),\
    $(call variant,reset-$(bug),build/bugs/reset/$(bug)/rtl,build/bugs/reset/$(bug)/rtl/sema.f,$(unknown_state))\
    $(call model,gcc-O3,reset-$(bug),-O1)\
    $(call program,build/bugs/reset/$(bug)/semacredit,$(main_sources),gcc-O3,reset-$(bug),gcc-O3))

checks += initial-state
$(call program,build/unit/assert,$(unit_sources),gcc-O3,assert,gcc-O3,-lcriterion)
build/unit/assert: $(call core_objects,core)
needs_initial-state := build/assert/semacredit build/unit/assert $(reset_bugs:%=build/bugs/reset/%/semacredit)
run_initial-state := scripts/checks/initial_state.sh build/check/initial-state sim $(needs_initial-state)
## test initial-state (2 min): all tests again, flops starting with random values of several seeds
