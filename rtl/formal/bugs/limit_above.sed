# A calibration may go beyond the upper limit.
# file: rtl/sema_calibrator.sv
s/limited = value > highest \? highest : value;/limited = value;/
