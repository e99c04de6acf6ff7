# The specification's diagrams. Included by the Makefile.

.PHONY: diagrams
## maintain diagrams (10 s): draw rtl/spec's diagrams, from simulated waves, and its register table
diagrams: $(hdl) | setup
	$(Q)scripts/spec/diagrams.sh build/hdl build/diagrams

## test diagrams-check: rtl/spec's diagrams are as simulated; latencies, ports, registers the RTL's
checks += diagrams-check
needs_diagrams-check := $(hdl)
run_diagrams-check := scripts/spec/diagrams.sh --check build/hdl build/check/diagrams
