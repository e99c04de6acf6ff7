# Demands are rounded down to the quantum instead of up.
# file: rtl/sema_scaler.sv
# caught by: lockstep: demand
s/rounded = \(product \+ .*\) >> shift;/rounded = product >> shift;/
