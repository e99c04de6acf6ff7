# A sample takes the place of the one at work.
# file: rtl/sema_calibrator.sv
s/return_i \&\& !busy_o \&\& used/return_i \&\& used/
