# A register is read with a bit too many.
# file: rtl/sema_registers.sv
s/32'\(held_i\[.*\]\)/{24'd1, held_i}/
