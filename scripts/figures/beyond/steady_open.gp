# Figure steady_open: latency over offered load.
loop = "open"
load = "load_percent"
heading = "Latency under a steady load: open loop"
subtitle = "P99 latency of latency-sensitive operations, operations arriving whether or not " . \
    "earlier ones are done"
note = "Bars: 95 % confidence intervals over independent replications. A line without marks: " . \
    "less than 97 % of the load is served;\n" . \
    "other operations then wait for as long as the run lasts, while latency-sensitive ones " . \
    "overtake them. Where lines coincide, the one later in the legend is seen."
parameter = "offered load, % of the bottleneck"
logarithmic = 0
wide = "[5:125]"
ticks = "xtics 0, 20, 120"
load "steady.gp"
