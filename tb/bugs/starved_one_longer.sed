# The oldest is aged one grant too late.
# file: rtl/sema_elder.sv
# caught by: lockstep: tag
s/(stamp_q\[head_q\]) >= bound_i/\1 > bound_i/
