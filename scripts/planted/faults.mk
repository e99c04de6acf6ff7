# Faults that reports and shrinking are tried on: one model with all of them (tb/faults/faults.txt),
# of which one is chosen when a program starts.

fault_table := tb/faults/faults.txt
fault_rtl := build/faults/rtl/sema.f
$(fault_rtl): $(fault_table) $(hdl) scripts/planted/faults_plant.awk
	@echo "PLANT $<"
	$(Q)rm -rf $(@D)
	@mkdir -p $(@D)
	$(Q)cp $(dir $(hdl))*.sv $(hdl) $(@D)
	$(Q)sed -i '/^package/a\  import "DPI-C" function int sema_fault();' $(@D)/sema_pkg.sv
	$(Q)awk -v rtl=$(@D) -v out=$(@D) -v header=build/faults/fault_names.h -f scripts/planted/faults_plant.awk $<
$(call variant,faults,build/faults/rtl,$(fault_rtl),-Wno-lint)
$(call model,gcc-O3,faults,-O1)
$(call program,build/faults/semacredit,$(main_sources),gcc-O3,faults,gcc-O3)
build/faults/semacredit: build/obj/gcc-O3/tb/faults/fault.o
build/obj/gcc-O3/tb/faults/fault.o: c_options += -Ibuild/faults
build/obj/gcc-O3/tb/faults/fault.o: $(fault_rtl)

## test faults: faults of every kind, one at a time: caught, cause in the report, shrunk to ten
.PHONY: faults
faults: build/faults/semacredit
	$(Q)scripts/planted/faults.sh build/reports/faults.csv build/check/faults sim $(fault_table) $<
