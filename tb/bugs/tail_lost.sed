# An operation that is offered while the youngest leaves is chained to the one that left.
# file: rtl/sema_elder.sv
# caught by: lockstep: quiet or lockstep: kind or lockstep: tag
s/(assign last +=) from_tail \? previous : tail_q;/\1 tail_q;/
