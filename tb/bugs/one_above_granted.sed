# A demand one above the headroom is granted: the comparison is one too lax.
# file: rtl/sema_lane.sv
# caught by: lockstep: kind
s/used_i && demand > headroom_q;/used_i \&\& demand > headroom_q + 1;/
