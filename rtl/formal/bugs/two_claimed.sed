# The search claims the id above the one that it finds, too.
# file: rtl/sema_id_pool.sv
s/if \(load\) claimed_q\[\{group, member\}\] <= 1'b1;/if (load) begin claimed_q[{group, member}] <= 1'b1; claimed_q[{group, member} | 1] <= 1'b1; end/
