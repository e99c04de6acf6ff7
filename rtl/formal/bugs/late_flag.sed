# A response completion leaves its flag set.
# file: rtl/sema_reservation_table.sv
/if \(response_valid_i\) response_owed_q/d
