# Whoever leaves unblocks every operation, not only the one that waits for it.
# file: rtl/sema_blocked.sv
# caught by: lockstep: tag or lockstep: kind
s/(tag|domain)_waits_q\[.*\] <= 1'b0;/\1_waits_q <= '0;/
