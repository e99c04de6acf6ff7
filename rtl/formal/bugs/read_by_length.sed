# A read is charged for its request, not for what it reads.
# file: rtl/sema_estimator.sv
s/hbm_demand = response_length;/hbm_demand = length;/
