# Figure window: the base window swept.
experiment = "window"
workloads = "atomic"
names = "resource_byte semacredit"
measures = "p99_ns p99_reduction_percent goodput_change_percent"
baselines = "none resource_byte resource_byte"
heading = "How the benefit depends on the base window"
subtitle = "Requested window swept, 0.6 of the microbenchmark's operations; less than the " . \
    "round-trip time of 1000 ns counts as 1000 ns"
note = "One run a point, unperturbed trace: no range. A prediction: the paper's values are not " . \
    "published."
parameter = "requested base window, ns"
logarithmic = 2
wide = "210 2400"
ticks = "xtics (250, 500, 1000, 2000)"
apart = 1.05
latency_logarithmic = 0
load "sweep.gp"
