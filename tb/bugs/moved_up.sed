# A calibrated multiplier is rounded up.
# file: rtl/sema_calibrator.sv
# caught by: lockstep: multiplier
s/\(distance >>> Shift\)/((distance + $signed((MultiplierW+1)'(15))) >>> Shift)/
