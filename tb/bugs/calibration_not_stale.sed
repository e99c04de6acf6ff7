# A calibration leaves demands fresh that were scaled with the multiplier before.
# file: rtl/sema_change.sv
# caught by: lockstep: tag or lockstep: kind
s/(assign multiplier_write_o =) multiplier_write_i \| move_o;/\1 multiplier_write_i;/
