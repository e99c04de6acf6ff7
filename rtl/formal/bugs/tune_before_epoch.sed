# A window is tuned by every return.
# file: rtl/sema_autotune.sv
s/ends\[k\] = elapsed\[k\*32 \+: 32\] >= 32'\(interval_i\)/ends[k] = 1'b1/
