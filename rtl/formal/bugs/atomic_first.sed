# Every Atomic takes the service time of the first opcode.
# file: rtl/sema_estimator.sv
s/opcode_i\[2:0\]\*sema_pkg::WordBits/opcode_i[2:1]*sema_pkg::WordBits/
