# A response is calibrated by the operation's Atomic estimate.
# file: rtl/sema_reservation_table.sv
# caught by: lockstep: multiplier or lockstep: calibrate
s/\{response_estimate_i, response_i\}/{atomic_estimate_i, response_i}/
