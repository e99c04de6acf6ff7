# A read tells of the next register.
# file: rtl/sema_registers.sv
s/(read_data_o  = 32'\()grants_i(\[)/\1rejects_i\2/
