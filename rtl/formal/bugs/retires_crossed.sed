# The retires of Atomic and response are shown in each other's place.
# file: rtl/sema_commit.sv
s/\{response_retire_i, atomic_retire_i, hbm_retire_i\}/{atomic_retire_i, response_retire_i, hbm_retire_i}/
