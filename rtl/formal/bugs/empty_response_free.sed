# A response without bytes costs nothing.
# file: rtl/sema_estimator.sv
s/assign response_o = !responds \?/assign response_o = !responds || response_length_i == '0 ?/
