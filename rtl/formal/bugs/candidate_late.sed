# No candidate is chosen in the clock of a grant, and the next not before an id retires.
# file: rtl/sema_id_pool.sv
s/\(!candidate_q \|\| grant_i\);/!candidate_q \&\& held_q == '0;/
