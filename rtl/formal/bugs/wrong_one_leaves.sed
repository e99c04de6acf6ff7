# Who is scaled leaves in place of who is decided.
# file: rtl/sema_arbiter.sv
s/leave_i \? deciding_q : '0/leave_i ? scaling_q : '0/
