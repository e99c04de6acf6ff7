# The end-to-end flag is cleared whether a beat is there or not.
# file: rtl/sema_reservation_table.sv
s/if \(done_valid_i\) open_q/open_q/
