# A calibration moves all the way.
# file: rtl/sema_calibrator.sv
s/distance >>> Shift/distance/
