# Planted bugs, a model each. Included by the Makefile.

checks += bugs core-bugs
## test bugs: every planted bug must be caught; table in build/reports/bugs.csv
needs_bugs := build/semacredit build/assert/semacredit $(bug_programs)
run_bugs := scripts/planted/bugs.sh build/reports/bugs.csv build/check/bugs sim tb/bugs $(needs_bugs)
## test core-bugs: every bug planted in the decision core must fail its tests
needs_core-bugs := $(core_bug_programs)
run_core-bugs := scripts/planted/core_bugs.sh build/check/core-bugs $(needs_core-bugs)
