# Who has left goes on blocking its domain.
# file: rtl/sema_blocked.sv
s/^ *if \(!domain_last_q\[leave_slot_i\]\) domain_waits_q.*$//
