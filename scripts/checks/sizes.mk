# Other sizes of the block. Included by the Makefile.

# $1 all, or those of `make test`
sizes_of = $(shell awk -v all=$(filter all,$1) '!/^\#/ && (sub(/^\+/, "") || all) { \
    print $$1 "-" $$2 "-" $$3 "-" $$4 }' scripts/checks/sizes.txt)
needs_sizes-check := build/semacredit
run_sizes-check = scripts/checks/sizes.sh build/check/sizes-check/sizes.csv build/semacredit \
    build/check/sizes-check $(firstword $(make)) $(call sizes_of,some)
.PHONY: sizes
## test sizes (30 min): lockstep at 20 sizes of the block (scripts/checks/sizes.txt)
sizes: build/semacredit | setup
	$(if $(findstring n,$(firstword -$(MAKEFLAGS))),,+)$(Q)scripts/checks/sizes.sh \
	    build/reports/sizes.csv build/semacredit build/check/sizes $(firstword $(make)) \
	    $(call sizes_of,all)
