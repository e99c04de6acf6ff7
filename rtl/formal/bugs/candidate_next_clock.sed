# The next candidate is chosen only in the clock after a grant.
# file: rtl/sema_id_pool.sv
s/\(!candidate_q \|\| grant_i\);/!candidate_q;/
