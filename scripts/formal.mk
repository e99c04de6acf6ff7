# Proofs. Included by the Makefile.

formal_goals := formal
core_goals += $(formal_goals)

.PHONY: formal
## formal: prove the RTL's promises, and break each proof by planted bugs; ARGS='PROOF...' for some
formal: $(hdl) | setup
	$(Q)scripts/formal.sh build/reports/formal.csv $(ARGS)
