# GTKWave. Included by the Makefile.

core_goals += waves

.PHONY: waves screenshot
## use waves: GTKWave on the last failure, FAILURE=name, RUN=workload, BLOCKED=workload
waves: $(if $(RUN)$(BLOCKED),$(semacredit))
	$(Q)scripts/waves/waves.sh $(semacredit) $(if $(sized),build/size/$(size),build) \
	    $(if $(RUN),run $(RUN) $(ARGS)) \
	    $(if $(FAILURE),failure $(FAILURE)) $(if $(BLOCKED),blocked $(BLOCKED) $(ARGS))
## maintain screenshot: take the README's pictures anew, of runs in GTKWave
screenshot: build/semacredit | setup
	$(Q)scripts/waves/screenshot.sh build/semacredit build/waves sim/waves.png sim/refusals.png

checks += waves-check
## test waves-check: views opened in real GTKWave read what the commit stream says
needs_waves-check := build/semacredit $(first_bugged)
run_waves-check := scripts/waves/waves_check.sh build/semacredit sim build/check/waves \
    $(first_bugged)
