# Proofs. Included by the Makefile.

formal_goals := formal formal-quick
variables += FORMAL_CLOCKS FORMAL_SECONDS
core_goals += $(formal_goals)
formal_goals += test howto-check # which have some

# Those that take less than half of the time: no large tables, no ten lanes of sums.
quick_proofs := lane_sums lane memory id_pool collector scaler resource_table_conservation axi \
    calibrator register_update rank_some \
    blocked blocked_read arbiter arbiter_turns commit quiet add at_least

.PHONY: formal
## prove formal (5 min): the RTL's promises, each proof broken by planted bugs; ARGS='PROOF...'
formal: $(hdl) | setup
	$(Q)scripts/formal/formal.sh build/reports/formal.csv $(ARGS)

checks += formal-quick
needs_formal-quick := $(hdl)
run_formal-quick := scripts/formal/formal.sh build/reports/formal_quick.csv $(quick_proofs)
## prove formal-quick (2 min): the same of the cheaper proofs
