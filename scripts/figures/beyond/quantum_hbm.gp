# Figure quantum_hbm: the unit of the lanes that count bytes.
experiment = "quantum_hbm"
values = "0 1 2 3 4 5 6 7 8 9 10 11 12"
labels = "1 _ 4 _ 16 _ 64 _ 256 _ 1Ki _ 4Ki"
measures = "p99_change_percent goodput_change_percent"
base_text = "1 B"
least = 0.45
most = 2.2
lowest = -60
heading = "What coarse units of HBM bytes cost"
subtitle = "semacredit with demands rounded up, and windows down, to whole units; P99 of " . \
    "latency-sensitive operations"
note = "Means of five seeds, each seed relative to the finest unit in the same seed; bars: " . \
    "least to greatest seed. Closed loop: 256 operations " . \
    "outstanding.\nTight: windows of 0.6 µs, which just keep the bottlenecks busy, in place of " . \
    "the paper's 1 µs and 4 µs (Atomic engine)."
note_lines = 2
parameter = "unit of the HBM lanes, bytes"
load "sweep_panels.gp"
