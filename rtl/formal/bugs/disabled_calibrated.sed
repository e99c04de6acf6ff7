# A multiplier that is not enabled is calibrated.
# file: rtl/sema_calibrator.sv
s/(assign used +=) word_i\[ServiceW-1\] \&\& /\1 /
