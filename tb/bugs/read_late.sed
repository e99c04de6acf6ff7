# A read is answered one clock late.
# file: rtl/sema_axi.sv
# caught by: lockstep: axi_arready
s/^  logic +take;/&\n  logic late_q;\n  always_ff @(posedge clk_i) late_q <= rst_ni \&\& take;/
s/(axi_rvalid_o <=) take/\1 late_q/
