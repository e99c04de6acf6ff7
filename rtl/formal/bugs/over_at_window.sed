# A demand as big as the window counts as above it.
# file: rtl/sema_lane.sv
s/used_i && demand_i > window_q;/used_i \&\& demand_i >= window_q;/
