# The candidate chosen in the clock of a grant is not claimed and is handed out again while held.
# file: rtl/sema_id_pool.sv
# caught by: lockstep: id
s/if \(load\) claimed_q/if (load \&\& !grant_i) claimed_q/
