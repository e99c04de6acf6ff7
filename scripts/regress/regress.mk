# Many seeds. Included by the Makefile.

core_goals += regress
parallel_goals += regress-check regress-slurm-check

core_goals += collectives
drawing_goals += collectives
.PHONY: regress regress-slurm-check collectives
## use regress: many seeds of all workloads in lockstep by ENGINE=local, parallel or slurm
regress: $(semacredit)
	$(Q)scripts/regress/regress.sh $(ENGINE) $(semacredit) build/regress/$(ENGINE) \
	    build/reports \
	    $(selected) $(ARGS)
## paper collectives (8 min): collectives of 8 to 72 GPUs by policy; ENGINE=local, parallel or slurm
collectives: $(semacredit)
	$(Q)VERB=collectives scripts/regress/regress.sh $(ENGINE) $(semacredit) \
	    build/collectives/$(ENGINE) build/results $(ARGS)

checks += regress-check
## test regress-check: every engine gives the same report, killed and resumed; failures are grouped
needs_regress-check := build/semacredit $(bugged)
run_regress-check := scripts/regress/regress_check.sh build/check/regress sim $(needs_regress-check)

checks += collectives-check
parallel_goals += collectives-check
## test collectives-check: a sample of the collectives, the same bytes by every engine
needs_collectives-check := build/semacredit
run_collectives-check := scripts/regress/collectives_check.sh build/check/collectives sim \
    build/semacredit
## test regress-slurm-check: the same on a Slurm cluster of one node; no part of test
regress-slurm-check: $(needs_regress-check) | setup
	$(Q)scripts/regress/regress_slurm_check.sh build/check/regress-slurm sim $<
