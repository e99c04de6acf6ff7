# Other sizes of the block. Included by the Makefile.

# $1 all, or those of `make test`
sizes_of = $(shell awk -v all=$(filter all,$1) '!/^\#/ && (sub(/^\+/, "") || all) { \
    print $$1 "-" $$2 "-" $$3 "-" $$4 }' scripts/checks/sizes.txt)
## test sizes-sample (1 min): lockstep at another size of the block; tapes of another are refused
needs_sizes-sample := build/semacredit
run_sizes-sample = scripts/checks/sizes.sh build/check/sizes-sample/sizes.csv build/semacredit \
    build/check/sizes-sample 40000 -O0 $(firstword $(make)) $(call sizes_of,some)
checks += sizes-sample
.PHONY: sizes
## test sizes (14 min): lockstep at 20 sizes of the block (scripts/checks/sizes.txt)
sizes: build/semacredit | setup
	$(if $(findstring n,$(firstword -$(MAKEFLAGS))),,+)$(Q)scripts/checks/sizes.sh \
	    build/reports/sizes.csv build/semacredit build/check/sizes 1000000 -O3 \
	    $(firstword $(make)) $(call sizes_of,all)
