# The count of the ids held forgets a grant in the clock of an Atomic retire.
# file: rtl/sema_id_pool.sv
s/\(IdW\+1\)'\(grant_i\) -/(IdW+1)'(grant_i \&\& !atomic_retire_i) -/
