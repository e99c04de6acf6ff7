# A calibrated multiplier goes below its lower limit.
# file: rtl/sema_calibrator.sv
# caught by: lockstep: multiplier
s/if \(limited < lowest\)/if (1'b0)/
