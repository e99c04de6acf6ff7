# Of two operations that rank alike the later one goes first.
# file: rtl/sema_rank.sv
# caught by: lockstep: tag
s/(ahead_of\[s\] = key_q\[s\]) <= last/\1 < last/
