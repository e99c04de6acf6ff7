# What is decided in this clock is forgotten to be in flight and may be chosen again.
# file: rtl/sema_arbiter.sv
# caught by: lockstep: quiet
s/(scaling_q) \| deciding_q( \| comparing_q\);)$/\1\2/
