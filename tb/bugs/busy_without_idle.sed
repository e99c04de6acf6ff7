# Busy time counts the clocks that pass in the block and not those that it sleeps.
# file: rtl/sema_status.sv
# caught by: lockstep: axi_rdata
s/now_q   <= now_i;/now_q   <= now_q + 32'd1;/
