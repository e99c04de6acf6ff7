# A window is written whenever its value is not zero.
# file: rtl/sema_resource_table.sv
s/Lanes'\(window_write_i\) << window_lane_i;/Lanes'(window_i != '0) << window_lane_i;/
