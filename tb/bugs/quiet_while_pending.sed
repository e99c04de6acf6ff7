# The block calls itself quiet while the timer of a grant message runs.
# file: rtl/sema_coalescer.sv
# caught by: lockstep: quiet
s/(assign busy_o += valid_o \|\| due) \|\| running;/\1;/
