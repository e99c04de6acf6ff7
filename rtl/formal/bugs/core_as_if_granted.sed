# The operation before is taken for granted.
# file: rtl/sema_core_decide.sv
s/grant_qo \? &after_q : &alone_q/\&after_q/
