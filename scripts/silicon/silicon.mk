# Silicon: area, timing, place and route. Included by the Makefile.

# These need these packages and no others; but the tests of the core, which `gates` runs, are among
# what silicon makes.
synth_goals += synth timing scaling power silicon
fpga_goals := pnr silicon
core_goals += synth timing scaling power pnr silicon-table silicon-check skips-check
drawing_goals += scaling silicon

# More cell libraries than osu018: Liberty files.
LIBERTY ?=
# SEEDS: of place and route.
variables += LIBERTY SEEDS
.PHONY: synth timing
## silicon synth: area of every design and module in osu018, of the block in the files in LIBERTY
synth: $(hdl) | setup
	$(Q)LIBERTY='$(LIBERTY)' scripts/silicon/synth.sh build/reports/area.csv
## silicon timing: clock of the decision core and its references, of modules, of the block
timing: $(hdl) | setup
	$(Q)LIBERTY='$(LIBERTY)' scripts/silicon/timing.sh build/reports/timing.csv

.PHONY: pnr
## silicon pnr: place and route for iCE40 hx8k, SEEDS times (5); for ECP5 where it can be
pnr: $(hdl) | setup
	$(Q)scripts/fpga/pnr.sh build/reports/pnr.csv $(ARGS)

.PHONY: scaling
## silicon scaling: area, clock, latency over lanes, width, quantum, depth and slots; figures
scaling: $(hdl) | setup
	$(Q)scripts/silicon/scaling.sh build/reports/scaling.csv build/results/figures $(ARGS)
	$(Q)scripts/figures/figures.sh build/results \
	    $(foreach study,$(or $(ARGS),lanes width quantum depth slots),scaling_$(firstword \
	    $(subst :, ,$(study))))

core_goals += state
yosys_goals += state # which needs nothing but Yosys
.PHONY: state
## silicon state: storage of the logical state, beside the paper's
state: $(hdl) | setup
	$(Q)scripts/silicon/state.sh

# What runs the workload: the RTL in the form that is built, with waves of every register, those in
# deep arrays among them.
$(call variant,activity,build/hdl,$(hdl),+define+SEMA_GATES --trace-max-array 4096 \
    --trace-max-width 4096)
$(call model,gcc-O3,activity,-O1)
$(call program,build/activity/semacredit,$(main_sources),$(native),activity,gcc-O3)
.PHONY: power
## silicon power: energy of a decision, by block, with the switching of co-simulated workloads
power: $(hdl) build/activity/semacredit | setup
	$(Q)scripts/silicon/power.sh build/reports/power.csv build/activity/semacredit sim $(ARGS)

# One command for every report. Netlists are shared, so that of the steps asked for one comes after
# the other.
.PHONY: silicon silicon-table
## silicon silicon: all of this group and equivalence; each netlist is made once
silicon_steps := synth timing scaling power pnr gates equivalence
silicon: $(silicon_steps)
steps_asked := $(if $(call goals_among,silicon),$(silicon_steps),$(call \
    goals_among,$(silicon_steps)))
steps_before :=
$(foreach step,$(filter $(steps_asked),$(silicon_steps)),\
    $(eval $(step) $(netlists_of_$(step)): | $(steps_before))$(eval steps_before += $(step)))
# Documents that repeat tables of rtl/RESULTS.md.
repeating := rtl/README.md rtl/DATASHEET.md
## silicon silicon-table: write the tables of rtl/RESULTS.md from the reports
silicon-table: | setup
	$(Q)scripts/silicon/silicon_table.sh rtl/RESULTS.md build/reports >build/silicon_table.md
	$(Q)mv build/silicon_table.md rtl/RESULTS.md
	$(Q)for file in $(repeating); do \
	    scripts/silicon/silicon_table.sh --repeat rtl/RESULTS.md $$file \
	    >build/silicon_table.md && mv build/silicon_table.md $$file || exit; \
	done

## silicon silicon-check: the tables of rtl/RESULTS.md are those of the reports, where there is one
checks += silicon-check
needs_silicon-check :=
run_silicon-check := scripts/silicon/silicon_table.sh --check rtl/RESULTS.md build/reports \
    README.md $(repeating)
## silicon skips-check: a check that is left out is not counted as passed
checks += skips-check
needs_skips-check :=
run_skips-check := scripts/checks/skips_check.sh build/check/skips
