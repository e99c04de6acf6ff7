# Every policy: two rows of panels, a column a workload: P99 relative to aggregate, goodput relative
# to resource_byte. A block a figure: its workloads, and least and step of the goodput axis.
experiment = figure
if (figure eq "micro") {
    workloads = "hbm_hotspot atomic response"
    heading = "Which policy protects latency-sensitive operations from which bottleneck"
    subtitle = "P99 latency of latency-sensitive operations, and goodput, in the paper's three " . \
        "microbenchmarks"
    goodput_least = -8
    goodput_step = 4
}
if (figure eq "applications") {
    workloads = "allreduce moe remote_read"
    heading = "The policies on application-shaped mixes"
    subtitle = "P99 latency of latency-sensitive operations, and goodput, in three mixes of " . \
        "operations"
    goodput_least = -24
    goodput_step = 12
}
width = 940
height = 738
load "style.gp"
note = "Bars: mean of five seeds, each seed relative to the baseline in the same seed; lines: " . \
    "least to greatest seed.\n◆ published by the paper; ◇ and (in brackets) follows from two " . \
    "or three published ratios; no mark: not published."
note_lines = 2
load "title.gp"
names = policies
experiment_of(policy) = experiment
at_width = 255
at_height = 230
do for [i = 1:words(workloads)] {
    workload = word(workloads, i)
    at_left = 130 + 272 * (i - 1)
    unset ytics
    if (i == 1) { set for [k = 1:words(names)] ytics add (word(names, k) k) scale 0 }

    measure = "p99_ratio"
    axis = "P99 latency, aggregate = 1"
    least = 0
    places = "2.32 2.80"
    number = "%.2f"
    at_top = 106
    set xtics ("0" 0, "0.5" 0.5, "1" 1, "1.5" 1.5, "2" 2)
    load "bars_panel.gp"
    unset label

    measure = "goodput_change_percent"
    axis = "goodput, % over resource_byte"
    least = goodput_least
    places = sprintf("%g %g", -1.07 * least, -1.64 * least)
    number = "%+.1f"
    at_top = 422
    set xtics least, goodput_step, -0.5 * least
    load "bars_panel.gp"
}
