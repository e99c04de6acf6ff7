# What a window write overwrites is never kept, but for the first.
# file: rtl/sema_core_change.sv
s/else if \(write_1q\[l\]\) window_q/else if (write_1q[l] \&\& window_q[l*CntW +: CntW] == '0) window_q/
