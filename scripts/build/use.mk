# What the program is built for. Included by the Makefile.

.PHONY: cosim agreement
core_goals += cosim agreement
## use cosim (1 min): the RTL, or that in RTL=folder, in lockstep with the golden model; WORKLOADS=
cosim: $(semacredit)
	$(Q)$(semacredit) cosim $(selected) $(ARGS)
	$(if $(selected)$(ARGS)$(sized),,$(Q)$(semacredit) agreement)
## use agreement: policy, golden model and RTL decide alike in every experiment; also part of cosim
agreement: $(semacredit)
	$(Q)$(semacredit) agreement $(ARGS)

.PHONY: format hooks clean
## maintain format: clang-format the C and C++ in place
format: | setup
	$(Q)clang-format -i $$(find csim tb -name '*.[ch]' -o -name '*.cpp')
## maintain hooks: install the pre-commit hook (format and lint)
hooks:
	$(Q)git config core.hooksPath .githooks
## maintain clean: remove build/
clean:
	$(Q)rm -rf build
