# Of two operations that rank alike the later one goes first.
# file: rtl/sema_rank.sv
# caught by: lockstep: tag
# shrinks to: 20 (slots of equals must empty in another order than they filled)
s/(ahead_of\[s\] = key_q\[s\]) <= last/\1 < last/
