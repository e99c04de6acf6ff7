# A response completion returns the operation's Atomic component.
# file: rtl/sema_reservation_table.sv
# caught by: lockstep: amount
s/^( +\.write_data_i +)\(response_i\),$/\1(atomic_i),/
