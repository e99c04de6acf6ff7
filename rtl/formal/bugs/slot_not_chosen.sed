# Slot 0 is never chosen.
# file: rtl/sema_rank.sv
s/(assign first_o = want_i) \&/\1 \& ~Slots'(1) \&/
