# A denial of an earlier epoch counts.
# file: rtl/sema_autotune.sv
s/wanted_q\[lane\[k\*LaneW \+: LaneW\]\]         <= 1'b0;//
