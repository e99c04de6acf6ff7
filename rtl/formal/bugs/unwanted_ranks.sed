# Who is not wanted ranks before others.
# file: rtl/sema_rank.sv
s/\(want_i (\& ahead_q\[.*\])\) == '0/(~want_i | want_i \1) == '0/
