# The candidate stays after its grant.
# file: rtl/sema_id_pool.sv
s/candidate_q <= load \|\| \(candidate_q && !grant_i\);/candidate_q <= load || candidate_q;/
s/\(!candidate_q \|\| grant_i\)/!candidate_q/
