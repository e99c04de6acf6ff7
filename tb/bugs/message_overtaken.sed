# A message that waits to be taken is replaced by the next one.
# file: rtl/sema_coalescer.sv
# caught by: lockstep: grant_credit
s/(assign load += due) && \(!valid_o \|\| ready_i\);/\1;/
