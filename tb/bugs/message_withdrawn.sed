# A message is shown for one clock, whether it is taken or not.
# file: rtl/sema_coalescer.sv
# caught by: lockstep: grant_valid
s/(valid_o <= load) \|\| \(valid_o && !ready_i\);/\1;/
