# A grant takes the demand twice.
# file: rtl/sema_lane.sv
s/assign taken = used_i \? kept - demand : kept;/assign taken = used_i ? kept - demand - demand : kept;/
