# The block calls itself quiet although a configuration write may have changed the next decision.
# file: rtl/sema_quiet.sv
# caught by: lockstep: quiet
s/ && !config_valid_i//
