# The collector serves the same partition again instead of moving on.
# file: rtl/sema_collector.sv
# caught by: lockstep: hbm_ready
s/(pointer_q <= .*)partition_o \+ 1'b1;/\1partition_o;/
