# Speed, and the model in Python. Included by the Makefile.

core_goals += bench bench-memory
python_goals += bench reference

.PHONY: bench bench-memory
## maintain bench: event simulator beside a bare heap and Python; lockstep beside bare model, cocotb
bench: build/semacredit
	$(Q)build/semacredit bench $(ARGS)
	$(if $(ARGS),,$(Q)scripts/bench/versions.sh --speed build/reports/bench.csv build/versions)
	$(if $(ARGS),,$(Q)BENCH=build/reports/bench.csv $(MAKE) --no-print-directory cocotb-check)
## maintain bench-memory: peak memory of runs of 1 and of 100 million operations
bench-memory: build/semacredit
	$(Q)build/semacredit bench --memory $(ARGS)

checks += reference
## test reference: the event simulator writes what a second one, in Python, writes
needs_reference := build/semacredit
run_reference := scripts/bench/reference.sh build/semacredit build/check/reference
