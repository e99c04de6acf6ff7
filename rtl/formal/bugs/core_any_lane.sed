# A demand that fits in one lane is granted.
# file: rtl/sema_core_decide.sv
s/&after_q : &alone_q/|after_q : |alone_q/
