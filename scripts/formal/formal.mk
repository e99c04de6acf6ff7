# Proofs. Included by the Makefile.

formal_goals := formal formal-quick formal-sizes
variables += FORMAL_CLOCKS FORMAL_SECONDS
core_goals += $(formal_goals)
formal_goals += test howto-check # which have some

# Those that take less than half of the time: no large tables, no ten lanes of sums.
quick_proofs := memory id_pool collector axi calibrator register_update commit quiet add at_least \
    walk over windows table_change raw_demand decide slots slot_read

.PHONY: formal
## prove formal (10 min): the RTL's promises, each proof broken by planted bugs; ARGS='PROOF...'
formal: $(hdl) | setup
	$(Q)scripts/formal/formal.sh build/reports/formal.csv $(ARGS)

.PHONY: formal-sizes
## prove formal-sizes (8 min): the same proofs at other sizes of the block
formal-sizes: $(hdl) | setup
	$(Q)scripts/formal/formal_sizes.sh build/reports/formal_sizes.csv $(ARGS)

checks += formal-quick
needs_formal-quick := $(hdl)
run_formal-quick := scripts/formal/formal.sh build/reports/formal_quick.csv $(quick_proofs)
## prove formal-quick (2 min): the same of the cheaper proofs
