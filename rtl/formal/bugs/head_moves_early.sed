# When another leaves, the oldest is followed by the next one.
# file: rtl/sema_elder.sv
s/else if \(from_head\) head_q <= next;/else if (leave_i) head_q <= next;/
