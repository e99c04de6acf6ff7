# Coverage: what runs and tests reach, of the RTL and of the C. Included by the Makefile.

# build/coverage/semacredit is everything with counters in it: the RTL by Verilator, C by gcov.
$(call variant,coverage,build/hdl,$(hdl) $(probe),--coverage --coverage-max-width 8192 $(probe))
$(call model,gcc-O3,coverage,-UVM_COVERAGE -DVM_COVERAGE=1 -O1)
cc_gcov := gcc -O1 --coverage -fprofile-update=atomic
cxx_gcov := g++ -O1 --coverage
$(eval $(call c_rules,gcov))
coverage_runtime := build/obj/gcc-O3/runtime/verilated_cov.o
$(coverage_runtime): | setup
	@echo "CXX verilated_cov.cpp (gcc-O3)"
	@mkdir -p $(@D)
	$(Q)$(cxx_gcc-O3) $(generated_options) -c -o $@ $(verilated)/verilated_cov.cpp

# RTL that counts its lines and nothing else: for fuzzing, and to show that counting changes
# nothing.
$(call variant,lines,build/hdl,$(hdl) $(probe),--coverage-line $(probe))
$(call model,gcc-O3,lines,-UVM_COVERAGE -DVM_COVERAGE=1 -O1)
$(call program,build/matrix/coverage/semacredit,$(main_sources),gcc-O3,lines,gcc-O3)
build/matrix/coverage/semacredit: $(coverage_runtime)

# Worker processes leave by _exit, which would drop their counts.
coverage_link := -Wl,--wrap=_exit
$(call program,build/coverage/semacredit,$(main_sources) \
    tb/coverage/leave.c,gcov,coverage,gcc-O3,$(coverage_link))
$(call program,build/coverage/unit,$(unit_sources) \
    tb/coverage/leave.c,gcov,fast,gcc-O3,-lcriterion $(coverage_link))
build/coverage/semacredit: $(coverage_runtime)
build/coverage/unit: $(admit_objects)

coverage_goals := coverage
# COSIM: options of the co-simulation.
variables += COSIM
.PHONY: coverage
## test coverage (43 min): of the RTL (line, branch, toggle), of the C, of situations; with a page
coverage: build/coverage/semacredit build/coverage/unit | setup
	$(Q)scripts/coverage/coverage.sh build/coverage build/reports sim tb/coverage/exclusions.txt
