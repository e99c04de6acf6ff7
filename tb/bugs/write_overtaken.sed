# A calibration is told of although a write of the same multiplier in the same clock went before it.
# file: rtl/sema_change.sv
# caught by: lockstep: calibrate
/assign move_o =/{N
s/ \&\n +~multiplier_write_i;/;/
}
