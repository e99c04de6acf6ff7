# A response without bytes costs nothing.
# file: rtl/sema_estimator.sv
s/response_demand = !responds\(opcode, length\) \?/response_demand = !responds(opcode, length) || length == '0 ?/
