# Figure grant_interval: how often initiators are told of credit that came back.
experiment = "grant_interval"
values = "0 10 20 50 100 200 500 1000 2000"
labels = values
measures = "p99_change_percent goodput_change_percent feedback_gbps"
base_text = "told at once"
least = 0.45
most = 3.2
lowest = -80
heading = "What coalescing grant messages costs, and saves"
subtitle = "semacredit, returned credit told in one message an interval after the first " . \
    "return; P99 of latency-sensitive operations"
note = "Means of five seeds, each seed relative to interval 0 (each return told at once) in " . \
    "the same seed; bars: least to greatest seed. A message: 8 B and " . \
    "4 B for\neach lane. Closed loop: 256 operations outstanding. Tight: windows of 0.6 µs, " . \
    "which just keep the bottlenecks busy, in place of the paper's."
note_lines = 2
parameter = "interval, ns"
load "sweep_panels.gp"
