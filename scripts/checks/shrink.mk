# Shrinking of long runs.

## test shrink-check: runs of 100,000 operations with a planted bug shrink to ten or fewer
checks += shrink-check
needs_shrink-check := $(bug_programs)
run_shrink-check := scripts/checks/shrink_check.sh build/reports/shrink.csv build/check/shrink sim $(bug_programs)
