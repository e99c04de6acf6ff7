# A message drops what returns in its clock.
# file: rtl/sema_coalescer.sv
s/\+ atomic_amount_i;/+ (load ? '0 : atomic_amount_i);/
