# An estimate is shown when it is written, read or not.
# file: rtl/sema_estimator.sv
s/(response_estimate\[write_slot_i\] <= nearest\(response_raw\);)/\1\n      response_estimate_o <= nearest(response_raw);/
