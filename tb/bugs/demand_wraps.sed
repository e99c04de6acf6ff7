# A demand above the largest counter value wraps instead of saturating.
# file: rtl/sema_scaler.sv
# caught by: lockstep: demand
s/(saturated = )value > .*;$/\1value[CntW-1:0];/
