# An HBM component goes back to the partition its completion came from, not to its frozen lane.
# file: rtl/sema_reservation_table.sv
# caught by: lockstep: hbm_lane
s/(assign hbm_lane_o +=) hbm_return_o \? hbm_lane : hbm_stray_o \?/\1 hbm_valid_q ?/
