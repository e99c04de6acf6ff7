# A read uses the Atomic stage too.
# file: rtl/sema_estimator.sv
s/atomic_demand = opcode\[3\] \?/atomic_demand = opcode[3] || opcode[0] ?/
