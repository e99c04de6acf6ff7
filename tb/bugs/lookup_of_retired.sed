# An operation is taken for a retransmission of one whose reservation is over.
# file: rtl/sema_lookup.sv
# caught by: lockstep: kind
s/^ +match &= held_i;$//
