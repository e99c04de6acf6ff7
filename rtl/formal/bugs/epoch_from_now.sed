# An epoch that begins lasts from where the last one of the lane began.
# file: rtl/sema_autotune.sv
s/\(fresh\[k\] \? now_q : (start_q\[.*\])\)/\1/
