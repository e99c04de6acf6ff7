# Figure credits: the endpoint's command bound swept.
experiment = "credits"
workloads = "atomic response"
names = "resource_byte semacredit"
measures = "p99_ns p99_reduction_percent goodput_change_percent"
baselines = "none resource_byte resource_byte"
heading = "How the benefit depends on the number of commands that the endpoint takes"
subtitle = "Command bound swept, 0.6 of the microbenchmarks' operations"
note = "One run a point, unperturbed trace: no range. A prediction: the paper's values are not " . \
    "published."
parameter = "commands admitted at most"
logarithmic = 2
wide = "27 300"
ticks = "xtics (32, 64, 128, 256)"
apart = 1.05
latency_logarithmic = 0
load "sweep.gp"
