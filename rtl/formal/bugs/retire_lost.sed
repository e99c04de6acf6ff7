# An Atomic retire in the clock of a grant frees nothing.
# file: rtl/sema_id_pool.sv
s/if \(atomic_retire_i\) claimed_q/if (atomic_retire_i \&\& !grant_i) claimed_q/
