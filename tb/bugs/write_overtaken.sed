# A calibration goes before a write of the same multiplier in the same clock.
# file: rtl/sema_registers.sv
# caught by: lockstep: calibrate
s/(<< hbm_lane_i\}) & ~written;/\1;/
