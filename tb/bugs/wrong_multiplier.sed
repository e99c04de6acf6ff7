# Every HBM demand is scaled by partition 0's multiplier.
# file: rtl/sema_scaler.sv
# caught by: lockstep: demand
s/multiplier_i\[lane_i\*WordW/multiplier_i[0*WordW/
