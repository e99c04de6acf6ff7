# An end-to-end completion frees its reservation although components are still held on it.
# file: rtl/sema_reservation_table.sv
# caught by: lockstep: done_kind
s/^(  assign done_retire_o +=).*$/\1 done;/
