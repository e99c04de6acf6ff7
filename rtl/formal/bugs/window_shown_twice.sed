# A window is shown in two clocks.
# file: rtl/sema_commit.sv
s/(window_o +<= fresh_q \|\| window_i);/\1 || (window_o \&\& !reset_o);/
