# Every opcode is known.
# file: rtl/sema_estimator.sv
s/is_known = opcode\[3\] \|\|/is_known = 1'b1 ||/
