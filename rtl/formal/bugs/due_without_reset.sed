# What is due is not told in the first clock after a reset.
# file: rtl/sema_commit.sv
s/(due_o =) fresh_q \|\| /\1 /
