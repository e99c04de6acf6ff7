# A calibration leaves demands fresh that were scaled with the multiplier before.
# file: rtl/sema_registers.sv
# caught by: lockstep: kind
s/(assign multiplier_write_o +=) written \| calibrated;/\1 written;/
