# Of two errors of one clock the higher is told.
# file: rtl/sema_status.sv
s/if \(errors_set_o\[0\]\)/if (errors_set_o[0] \&\& !errors_set_o[1])/
