# The block calls itself quiet although a comparison has found something new.
# file: rtl/sema_arbiter.sv
# caught by: lockstep: quiet
s/ \|\| !steady//
