# Silicon: area, timing, place and route. Included by the Makefile.

# These need these packages and no others.
synth_goals := synth timing
fpga_goals := pnr
core_goals += $(synth_goals) $(fpga_goals)

# More cell libraries than osu018: Liberty files.
LIBERTY ?=
.PHONY: synth timing
## synth: area of every design and module: Yosys to osu018, and to the files in LIBERTY
synth: $(hdl) | setup
	$(Q)LIBERTY='$(LIBERTY)' scripts/synth.sh build/reports/area.csv
## timing: clock of the decision cores and of their references, by OpenSTA, in the same libraries
timing: $(hdl) | setup
	$(Q)LIBERTY='$(LIBERTY)' scripts/timing.sh build/reports/timing.csv

.PHONY: pnr
## pnr: place and route of cores, counters and table for iCE40 hx8k, SEEDS times (default 5); ECP5 if it can
pnr: $(hdl) | setup
	$(Q)scripts/pnr.sh build/reports/pnr.csv $(ARGS)
