# An offer is taken when every slot is.
# file: rtl/sema_arbiter.sv
s/(assign op_ready_o =) !\(\&taken_q\);/\1 1'b1;/
