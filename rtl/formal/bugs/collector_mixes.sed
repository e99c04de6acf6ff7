# A completion that comes while the slot is emptied keeps the old id.
# file: rtl/sema_collector.sv
s/if \(valid_i\[p\] && ready_o\[p\]\) begin/if (valid_i[p] \&\& !full_q[p]) begin/
