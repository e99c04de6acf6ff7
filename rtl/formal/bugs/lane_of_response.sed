# The response's lane is named where the Atomic's window is written.
# file: rtl/sema_autotune.sv
s/differs\[1\] \? lane\[LaneW \+: LaneW\]/differs[1] ? lane[2*LaneW +: LaneW]/
