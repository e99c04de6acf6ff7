# Figure quantum_time: the unit of the lanes that count service time.
experiment = "quantum_time"
values = "0 1 2 3 4 5 6 7 8 9 10"
labels = "1/16 _ ¼ _ 1 _ 4 _ 16 _ 64"
measures = "p99_change_percent goodput_change_percent"
base_text = "1/16 ns"
least = 0.35
most = 2.2
lowest = -30
heading = "What coarse units of service time cost"
subtitle = "semacredit with demands rounded up, and windows down, to whole units; P99 of " . \
    "latency-sensitive operations"
note = "Means of five seeds, each seed relative to the finest unit in the same seed; bars: " . \
    "least to greatest seed. Closed loop: 256 operations " . \
    "outstanding.\nTight: windows of 0.6 µs, which just keep the bottlenecks busy, in place of " . \
    "the paper's 1 µs and 4 µs (Atomic engine)."
note_lines = 2
parameter = "unit of the Atomic and response lanes, ns"
load "sweep_panels.gp"
