# The candidate is the neighbour of the id that is claimed for it.
# file: rtl/sema_id_pool.sv
s/if \(load\) id_q <= \{group, member\};/if (load) id_q <= {group, member} ^ IdW'(1);/
