# Figure response_overhead: the fixed time of a response swept.
experiment = "response_overhead"
workloads = "response"
names = "resource_byte semacredit"
measures = "p99_ns p99_reduction_percent goodput_change_percent"
baselines = "none resource_byte resource_byte"
heading = "How the benefit depends on the response engine's fixed time"
subtitle = "Fixed time of the response engine swept, 0.6 of the microbenchmark's operations"
note = "One run a point, unperturbed trace: no range. A prediction: the paper's values are not " . \
    "published."
parameter = "fixed time of a response, ns"
logarithmic = 0
wide = "-3 43"
ticks = "xtics (0, 10, 20, 40)"
apart = 0.6
latency_logarithmic = 0
load "sweep.gp"
