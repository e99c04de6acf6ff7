# The end-to-end completion is not counted as a retire.
# file: rtl/sema_id_pool.sv
s/ \+ \(IdW\+1\)'\(done_retire_i\)\)/)/
