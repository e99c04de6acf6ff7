# A second Atomic completion is accepted until the operation has completed.
# file: rtl/sema_reservation_table.sv
# caught by: lockstep: return_kind
s/(atomic_effective_q +<= atomic_owed_q\[atomic_id_i\]);/\1 || open_q[atomic_id_i];/
