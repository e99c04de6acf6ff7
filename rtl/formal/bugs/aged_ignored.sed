# The oldest is passed however long it has waited.
# file: rtl/sema_arbiter.sv
s/ \& \(aged \? oldest : '1\)//
