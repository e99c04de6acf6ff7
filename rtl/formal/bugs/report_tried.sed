# What is chosen to be told may be granted.
# file: rtl/sema_arbiter.sv
s/(scale_try_q +<=) try_set != '0;/\1 1'b1;/
