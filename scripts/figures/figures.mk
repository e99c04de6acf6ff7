# The paper's experiments and their figures. Included by the Makefile.

core_goals += experiments experiments-rtl claims readings results steady studies
drawing_goals += experiments steady studies figures-check
whole = $(if $(filter --only% -o%,$(ARGS)),,$(Q)$1)
studies := quantum_time quantum_hbm counter_bits grant_interval initiators slots loss upsets

.PHONY: experiments experiments-rtl claims readings results steady studies
## paper experiments: every experiment of the paper, CSVs in build/results/, figures beside them
experiments: build/semacredit
	$(Q)build/semacredit experiments $(ARGS)
	$(call whole,scripts/figures/figures.sh build/results)
## paper experiments-rtl: the same, the RTL deciding, in zero time and at 1 ns; what clocks cost
experiments-rtl: build/semacredit
	$(Q)build/semacredit experiments --admission rtl $(ARGS)
	$(Q)build/semacredit experiments --admission rtl --clock 1 $(ARGS)
	$(Q)build/semacredit clocks
## paper claims: every published number beside ours; also build/results/claims.csv and claims.md
claims: build/semacredit
	$(Q)build/semacredit claims $(ARGS)
## paper readings: readings of the paper's workloads, each held against its published numbers
readings: build/semacredit
	$(Q)scripts/figures/readings.sh build/semacredit sim/readings.txt build/results/readings $(ARGS)
## paper results: sim/RESULTS.md and the table of sim/READINGS.md, from claims and all readings
results: build/semacredit
	$(Q)build/semacredit claims >build/results.log
	$(Q)scripts/figures/readings.sh build/semacredit sim/readings.txt build/results/readings \
	    >build/readings.log
	$(Q)scripts/figures/results.sh build/results/claims.md build/readings.log sim
## paper steady: the shapes in steady state, and which of the paper's conclusions hold there
steady: build/semacredit
	$(Q)build/semacredit steady $(ARGS)
	$(Q)scripts/figures/figures.sh build/results steady_open steady_closed
## paper studies: what the paper leaves open: counters, messages, initiators, slots, loss, upsets
studies: build/semacredit
	$(Q)build/semacredit studies $(ARGS)
	$(call whole,scripts/figures/figures.sh build/results $(studies))

checks += figures-check
## test figures-check: a figure is drawn from all of its data, or not at all
needs_figures-check := build/semacredit
run_figures-check := scripts/figures/figures_check.sh build/semacredit sim build/check/figures

checks += results-check
## test results-check: sim/RESULTS.md, and rows of sim/READINGS.md, are what is measured
needs_results-check := build/semacredit
run_results-check := scripts/figures/results_check.sh build/semacredit sim build/check/results

checks += predicted-check
## test predicted-check: the sweeps as predicted before their published values were known
needs_predicted-check := build/semacredit
run_predicted-check := scripts/figures/predicted_check.sh build/semacredit sim/predicted \
    build/check/predicted
