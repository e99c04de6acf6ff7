# A response completion returns the operation's Atomic component.
# file: rtl/sema_reservation_table.sv
# caught by: lockstep: amount
s/\{response_estimate_i, response_i\}/{response_estimate_i, atomic_i}/
