# The ratio of observed to estimated service is cut off instead of rounded.
# file: rtl/sema_calibrator.sv
# caught by: lockstep: multiplier
# shrinks to: 100000 (which quotient is rounded hangs on every calibration before it)
s/(DividendW'\()half_estimate\)/\10*half_estimate)/
