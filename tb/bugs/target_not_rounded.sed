# The ratio of observed to estimated service is cut off instead of rounded.
# file: rtl/sema_calibrator.sv
# caught by: lockstep: multiplier
s/(DividendW'\()half_estimate\)/\10*half_estimate)/
