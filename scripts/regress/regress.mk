# Many seeds. Included by the Makefile.

core_goals += regress
parallel_goals += regress-check regress-slurm-check

.PHONY: regress regress-slurm-check
## use regress: many seeds of all workloads in lockstep by ENGINE=local, parallel or slurm
regress: $(semacredit)
	$(Q)scripts/regress/regress.sh $(ENGINE) $(semacredit) build/regress/$(ENGINE) \
	    build/reports \
	    $(selected) $(ARGS)
checks += regress-check
## test regress-check: every engine gives the same report, killed and resumed; failures are grouped
needs_regress-check := build/semacredit $(bugged)
run_regress-check := scripts/regress/regress_check.sh build/check/regress sim $(needs_regress-check)
## test regress-slurm-check: the same on a Slurm cluster of one node; no part of test
regress-slurm-check: $(needs_regress-check) | setup
	$(Q)scripts/regress/regress_slurm_check.sh build/check/regress-slurm sim $<
