# An epoch lasts one step of time longer than it does.
# file: rtl/sema_autotune.sv
s/^( +elapsed\[k\*32 \+: 32\] = now_i) -$/\1 + 32'd1 -/
