# When the oldest leaves, the next one is not found.
# file: rtl/sema_elder.sv
s/else if \(from_head\) head_q <= next;/else if (from_head) head_q <= previous;/
