# Figure atomic_latency: the service time of an Atomic swept.
experiment = "atomic_latency"
workloads = "atomic"
names = "resource_byte primary semacredit"
measures = "p99_ns p99_reduction_percent goodput_change_percent"
baselines = "none resource_byte resource_byte"
heading = "How the benefit depends on the Atomic engine's service time"
subtitle = "Service time of the Atomic engine swept, 0.6 of the microbenchmark's operations"
note = "One run a point, unperturbed trace: no range. A prediction: the paper's values are not " . \
    "published."
parameter = "service time of an Atomic, ns"
logarithmic = 10
wide = "2.3 270"
ticks = "xtics (3, 10, 30, 100, 200)"
apart = 1.05
latency_logarithmic = 1
load "sweep.gp"
