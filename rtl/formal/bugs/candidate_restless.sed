# A new candidate is chosen in every clock.
# file: rtl/sema_id_pool.sv
s/ && \(!candidate_q \|\| grant_i\);/;/
