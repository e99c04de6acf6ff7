# An epoch begins when the one before began.
# file: rtl/sema_autotune.sv
s/(start_q\[lane\[k\*LaneW \+: LaneW\]\*32 \+: 32\] <= )now_i/\1start_q[lane[k*LaneW +: LaneW]*32 +: 32]/
