# The block calls itself quiet although a comparison has found something new.
# file: rtl/sema_arbiter.sv
# caught by: lockstep: quiet
# shrinks to: 20 (nothing smaller found)
s/ \|\| !steady//
