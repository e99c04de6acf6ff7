# The windows of a reset are not committed with it.
# file: rtl/sema_commit.sv
s/(window_o +<=) fresh_q \|\| window_i/\1 window_i/
