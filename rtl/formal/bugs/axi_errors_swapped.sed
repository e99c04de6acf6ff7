# A read error is told as a write error.
# file: rtl/sema_status.sv
s/\{read_error_i, write_error_i,/{write_error_i, read_error_i,/
