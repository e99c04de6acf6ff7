# What was chosen is chosen again in the next clock.
# file: rtl/sema_arbiter.sv
s/taken_q \& ~\(scaling_q \| deciding_q/taken_q \& ~(deciding_q/
