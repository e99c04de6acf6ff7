# Whoever leaves unblocks every operation, not only those that wait for it alone.
# file: rtl/sema_blocked.sv
# caught by: lockstep: tag or lockstep: kind
s/(blocked_q\[s\] <=) blocked_q\[s\] && .*;$/\1 1'b0;/
