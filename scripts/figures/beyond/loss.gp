# Figure loss: answers that are lost, and operations offered once more.
experiment = "loss"
values = "0 1 2 5 10"
labels = values
cells = "open:p99_change_percent open:goodput_change_percent open:twice_percent"
base_text = "no loss"
least = 0.7
most = 1.5
lowest = -5
heading = "Lost answers"
subtitle = "the admission block, RTL and golden model in lockstep, at 80 % of what the " . \
    "bottleneck can serve; P99 of latency-sensitive operations"
note = "Means of five seeds, relative to no loss in the same seed; bars: least to greatest " . \
    "seed. Executed twice: offered again after it had completed."
note_lines = 1
parameter = "answers lost, %"
load "sweep_panels.gp"
