# Every Atomic takes the service time of the first opcode.
# file: rtl/sema_estimator.sv
s/opcode\[2:0\]\*WordW/opcode[2:1]*WordW/
