# An answered read is told anew while it waits.
# file: rtl/sema_axi.sv
s/^      if \(take\) begin$/      if (take || axi_rvalid_o) begin/
