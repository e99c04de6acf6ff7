# The fixed part of a response is short of a bit of its fraction.
# file: rtl/sema_estimator.sv
s/\(RawW'\(response_fixed_i\) << sema_pkg::ReciprocalFraction\)/(RawW'(response_fixed_i) << (sema_pkg::ReciprocalFraction - 1))/
