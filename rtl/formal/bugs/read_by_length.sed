# A read is charged for its request, not for what it reads.
# file: rtl/sema_estimator.sv
s/hbm_o    = response_length_i;/hbm_o    = length_i;/
