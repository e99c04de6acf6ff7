# What was told to the slot before is taken for told to a new operation.
# file: rtl/sema_compare.sv
s/live \& decided_q \& refused/live \& refused/
