# An operation passes one that it must wait for.
# file: rtl/sema_arbiter.sv
s/open \& ~blocked \& /open \& /
