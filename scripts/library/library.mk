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
	    -o $@.$(library_abi) $^ -lcyaml -lz -lm -lpthread
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
build/library/lib/pkgconfig/semacredit.pc: scripts/library/semacredit.pc
	@mkdir -p $(@D)
	$(Q)sed 's/@ABI@/$(library_abi)/' $< >$@
build/library/include/semacredit.h: tb/library/semacredit.h
	@mkdir -p $(@D)
	$(Q)cp $< $@

checks += library-check
## test library-check: programs outside, built by pkg-config, find what the library is for
needs_library-check := $(library) build/semacredit
run_library-check := scripts/library/library_check.sh build/library tb/library/example.c \
    build/check/library build/semacredit sim rtl/semacredit.sv
