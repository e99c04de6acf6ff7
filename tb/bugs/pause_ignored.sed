# The arbiter chooses although it is paused.
# file: rtl/sema_arbiter.sv
# caught by: lockstep: kind
s/pause_q \? '0 : //
