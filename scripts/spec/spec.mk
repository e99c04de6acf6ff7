# The specification's diagrams. Included by the Makefile.

.PHONY: diagrams
## diagrams: draw rtl/spec's diagrams, from simulated waves, and its register table (10 s)
diagrams: $(hdl) | setup
	$(Q)scripts/spec/diagrams.sh build/hdl build/diagrams

## diagrams-check: rtl/spec's diagrams are as simulated; latencies, ports, registers the RTL's
checks += diagrams-check
needs_diagrams-check := $(hdl)
run_diagrams-check := scripts/spec/diagrams.sh --check build/hdl build/check/diagrams
