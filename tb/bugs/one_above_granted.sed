# A demand one above the headroom is granted: the comparison is one too lax.
# file: rtl/sema_lane.sv
# caught by: lockstep: kind
s/(assign refused_o.*demand_i > headroom_q\[CntW-1:0\])/\1 + 1/
