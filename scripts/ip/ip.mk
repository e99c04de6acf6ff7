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

core_goals += ip
.PHONY: ip
## use ip: the registers as SystemRDL and IP-XACT, in build/ip/
ip: $(ip_files)
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
