# Shrinking of long runs.

.PHONY: shrink-check
## shrink-check: runs of 100,000 operations with every planted bug shrink to ten or fewer; build/reports/shrink.csv
shrink-check: $(bug_programs) | setup
	$(Q)scripts/shrink_check.sh build/reports/shrink.csv build/check/shrink sim $(bug_programs)
