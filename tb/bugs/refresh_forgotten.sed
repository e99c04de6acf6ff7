# A new quantum comes into force without a refresh: the head keeps a demand of the old one.
# file: rtl/sema_registers.sv
# caught by: lockstep: kind
s/(refresh_q +<= multiplier_write) \|\| quantum_write;/\1;/
