# A write that is refused is answered as if it had been made.
# file: rtl/sema_axi.sv
# caught by: lockstep: axi_bresp
s/(axi_bresp_o <=) write_error_o \? sema_pkg::AxiSlverr :/\1/
