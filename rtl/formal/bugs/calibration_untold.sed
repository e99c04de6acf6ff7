# A calibration is not told of beside a window.
# file: rtl/sema_change.sv
s/(calibrated_o <=) move_o;/\1 window_write_o ? '0 : move_o;/
