# A new HBM quantum comes into force and waiting operations keep demands of the old one.
# file: rtl/sema_registers.sv
# caught by: lockstep: kind or lockstep: tag
s/(quantum_hbm_write_o\[i\] =) 1'b1;/\1 1'b0;/
