# Figure micro: every policy on the three microbenchmarks.
experiment = "micro"
workloads = "hbm_hotspot atomic response"
heading = "Which policy protects latency-sensitive operations from which bottleneck"
subtitle = "P99 latency of latency-sensitive operations, and goodput, in the paper's three " . \
    "microbenchmarks"
goodput_least = -6
goodput_step = 3
load "bars.gp"
