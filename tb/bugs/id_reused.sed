# The candidate chosen in the clock of a grant is not claimed and is handed out again while held.
# file: rtl/sema_id_pool.sv
# caught by: lockstep: id
s/if \(load_o\) claimed_q/if (load_o \&\& !grant_i) claimed_q/
