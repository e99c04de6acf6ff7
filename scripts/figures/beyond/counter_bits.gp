# Figure counter_bits: the width of the counters.
experiment = "counter_bits"
values = "32 24 16 15 14 13 12 11 10 9 8 6 5 4"
labels = values
measures = "p99_change_percent goodput_change_percent"
base_text = "32 bits"
least = 0.15
most = 6
lowest = -90
heading = "What narrow counters cost"
subtitle = "semacredit with counters of so many bits, in the finest units that let the windows " . \
    "fit; P99 of latency-sensitive operations"
note = "Means of five seeds, each seed relative to 32 bits in the same seed; bars: least to " . \
    "greatest seed. Off the scale: moe with 4 bits, closed loop.\n" . \
    "Tight: windows of 0.6 µs, which just keep the bottlenecks busy, in place of the paper's 1 " . \
    "µs and 4 µs (Atomic engine)."
note_lines = 2
parameter = "bits"
load "sweep_panels.gp"
