# Every offer goes to slot 0.
# file: rtl/sema_arbiter.sv
s/(assign free +=) .*;/\1 '0;/
