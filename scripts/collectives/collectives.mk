# The study of collectives. Included by the Makefile.

core_goals += collectives
drawing_goals += collectives
parallel_goals += collectives-check
collective_figures := latency_paper latency_nvlink5 time_paper time_nvlink5

.PHONY: collectives
## paper collectives (8 min): collectives of 8 to 72 GPUs by policy; ENGINE=local, parallel or slurm
collectives: $(semacredit)
	$(Q)VERB=collectives scripts/regress/regress.sh $(ENGINE) $(semacredit) \
	    build/collectives/$(ENGINE) build/results $(ARGS)
	$(if $(ARGS),,$(Q)scripts/figures/figures.sh build/results \
	    $(collective_figures:%=collectives_%))
	$(if $(ARGS),,$(Q)scripts/collectives/collectives.sh build/results \
	    >build/results/collectives.md)

checks += collectives-check
## test collectives-check: a sample of the collectives, the same bytes by every engine
needs_collectives-check := build/semacredit
run_collectives-check := scripts/collectives/collectives_check.sh build/check/collectives sim \
    build/semacredit
