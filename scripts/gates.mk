# The netlist is still correct: every module's proved equivalent to its RTL. Included by the Makefile.

# These need these packages and no others.
synth_goals += equivalence
core_goals += equivalence

.PHONY: equivalence
## equivalence: every module's netlist in osu018 is proved equivalent to its RTL; a planted fault is refuted
equivalence: $(hdl) | setup
	$(Q)scripts/equivalence.sh build/reports/equivalence.csv $(ARGS)
