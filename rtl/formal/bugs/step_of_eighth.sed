# A calibration moves by an eighth.
# file: rtl/sema_calibrator.sv
s/distance >>> Shift/distance >>> (Shift - 1)/
