# Figure steady_closed: latency over the number of operations that are always outstanding.
loop = "closed"
load = "outstanding"
heading = "Latency under a steady load: closed loop"
subtitle = "P99 latency of latency-sensitive operations, a new operation submitted as soon as " . \
    "one is done"
note = "Bars: 95 % confidence intervals over independent replications. Where lines coincide, " . \
    "the one later in the legend is seen."
parameter = "operations outstanding"
logarithmic = 2
wide = "[12:680]"
ticks = "xtics (16, 64, 128, 256, 512)"
load "steady.gp"
