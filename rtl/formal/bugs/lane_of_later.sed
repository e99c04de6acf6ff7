# Of several lanes the later one is named as that whose window is written.
# file: rtl/sema_autotune.sv
s/lane_o   = differs\[0\] \? lane\[0 \+: LaneW\] : differs\[1\]/lane_o   = differs[0] \&\& !differs[1] ? lane[0 +: LaneW] : differs[1]/
