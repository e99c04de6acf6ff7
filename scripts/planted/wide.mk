# Faults in the upper bits of what is wide. Included by the Makefile.

# One model with all of them, each behind a bit of +planted=HEX.
build/wide/rtl/sema.f: tb/bugs/wide.txt $(hdl) scripts/planted/plant_wide.sh
	@echo "PLANT wide"
	$(Q)scripts/planted/plant_wide.sh $< $(dir $(hdl)) $(@D)
$(call variant,wide,build/wide/rtl,build/wide/rtl/sema.f $(probe),-Wno-lint $(probe))
$(call model,gcc-O3,wide,-O1)
$(call program,build/wide/semacredit,$(main_sources),gcc-O3,wide,gcc-O3)

## test wide-bugs: each fault in the upper bits of what is wide is caught by a part of cosim
checks += wide-bugs
needs_wide-bugs := build/wide/semacredit
run_wide-bugs := scripts/planted/wide_bugs.sh build/reports/wide_bugs.csv build/check/wide-bugs sim tb/bugs/wide.txt $(needs_wide-bugs)
