# Who has left goes on blocking.
# file: rtl/sema_blocked.sv
s/(blocked_q\[s\] <= blocked_q\[s\] \&\& \(behind_q\[s\*Slots \+: Slots\]) \& ~leave_i/\1/
