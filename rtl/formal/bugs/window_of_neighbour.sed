# A window write goes to the lane above.
# file: rtl/sema_resource_table.sv
s/(Lanes'\(window_write_i\) << )window_lane_i;/\1(window_lane_i + 1'b1);/
