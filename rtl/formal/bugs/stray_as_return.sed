# A stray completion is shown as one.
# file: rtl/sema_commit.sv
s/channel_kind\(done_retire_i, done_stray_i\)/channel_kind(done_retire_i || done_stray_i, 1'b0)/
