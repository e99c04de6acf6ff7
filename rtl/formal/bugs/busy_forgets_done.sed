# An end-to-end completion does not count as busy.
# file: rtl/sema_reservation_table.sv
s/(assign busy_o = .*) \|\| done_valid_q;/\1;/
