# A frozen multiplier is calibrated like any other.
# file: rtl/sema_calibrator.sv
# caught by: lockstep: calibrate
s/(assign used +=.*) && !word_i\[ServiceW-2\];/\1;/
