# One page of what the other targets left. Included by the Makefile.

# REPORT_HISTORY: a file to which each `make report` and `make test` appends a line. REPORT_RUN:
# workloads whose waiting the page shows.
REPORT_HISTORY ?=
REPORT_RUN ?= hbm_hotspot moe
variables += REPORT_HISTORY REPORT_RUN
core_goals += report report-check
report_goals := report report-check
browser_goals := report-check
python_goals += report-check

.PHONY: report report-check
## use report: one page of all results, build/report/index.html; REPORT_HISTORY=, REPORT_RUN=
report: | setup
	$(Q)HISTORY='$(REPORT_HISTORY)' RUNS='$(REPORT_RUN)' scripts/report/report.sh build

checks += report-sample
## test report-sample: the page in Chromium, where that is installed: from a red number to its waves
needs_report-sample := build/semacredit $(bugged)
run_report-sample := scripts/report/report_check.sh sample build/check/report sim \
    $(needs_report-sample)
## maintain report-check: the same with keyboard, phone, axe-core, 10,000 runs; installs Chromium
report-check: $(needs_report-sample) scripts/report/axe.txt | setup
	$(Q)scripts/ip/packages.sh build/report/python scripts/report/axe.txt
	$(Q)scripts/report/report_check.sh whole build/check/report-whole sim \
	    $(needs_report-sample) build/report/python
