# An unknown opcode is told as a demand above a window.
# file: rtl/sema_status.sv
s/reject_i && over_i, reject_i && !known_i/reject_i \&\& !known_i, reject_i \&\& over_i/
