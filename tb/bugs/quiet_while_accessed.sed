# The block calls itself quiet although a response waits to be taken.
# file: rtl/sema_quiet.sv
# caught by: lockstep: quiet
s/accessed_i \|\| arbitrating_i/arbitrating_i/
