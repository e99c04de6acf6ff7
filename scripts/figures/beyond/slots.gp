# Figure slots: how many waiting operations the arbiter must see.
experiment = "slots"
values = "0 128 64 48 32 24 16 12 8 6 4"
labels = "0 128 64 48 32 24 16 12 8 6 4"
measures = "p99_change_percent goodput_change_percent"
base_text = "all seen"
least = 0.7
most = 40
lowest = -5
marked = 5
heading = "How many waiting operations the arbiter must see"
subtitle = "semacredit, an arbiter that sees the first of those that wait, in order of " . \
    "submission; P99 of latency-sensitive operations"
note = "Means of five seeds, each seed relative to 0, an arbiter that sees all, in the same " . \
    "seed; bars: least to greatest seed. Dashed: 32, the block's slots (with heads " . \
    "of\nlines of equal operations in them they decide like all). Closed loop: 256 operations " . \
    "outstanding. Tight: windows of 0.6 µs in place of the paper's."
note_lines = 2
parameter = "slots"
load "sweep_panels.gp"
