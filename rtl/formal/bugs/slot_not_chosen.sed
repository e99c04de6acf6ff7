# Slot 0 is never chosen.
# file: rtl/sema_rank.sv
s/first_o\[s\] = want_i\[s\] \&\& /first_o[s] = want_i[s] \&\& s != 0 \&\& /
