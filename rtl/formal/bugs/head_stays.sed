# The oldest stays that when it leaves.
# file: rtl/sema_elder.sv
s/else if \(from_head\) head_q/else if (from_head \&\& !some) head_q/
