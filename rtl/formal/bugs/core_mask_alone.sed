# The mask leaves out the operation before.
# file: rtl/sema_core_high_rate.sv
s/grant_q\[l\/GroupLanes\] \? !after_q\[l\] : !alone_q\[l\]/!alone_q[l]/
