# An error that is set while software writes is lost.
# file: rtl/sema_registers.sv
s/(errors_q <= \(errors_q \& ~write_data_i\[8-1:0\]\)) \| errors_set_i/\1/
