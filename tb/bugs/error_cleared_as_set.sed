# Software clears an error with the same edge that sets it.
# file: rtl/sema_registers.sv
# caught by: lockstep: axi_rdata
s/errors_q <= \(errors_q \& (~write_data_i\[8-1:0\])\) \| errors_set_i;/errors_q <= (errors_q | errors_set_i) \& \1;/
