# A sweep of one parameter: a row of panels a workload, in it a panel a measure. A block a figure:
# workloads, measures and their baselines (lists; "none"), and what curves_panel.gp uses.
experiment = figure
names = "resource_byte semacredit"
measures = "p99_ns p99_reduction_percent goodput_change_percent"
baselines = "none resource_byte resource_byte"
note = "One run a point, unperturbed trace: no range. Diamonds: published by the paper; " . \
    "ours are fitted to them."
apart = 1.05
latency_logarithmic = 0
if (figure eq "atomic_latency") {
    workloads = "atomic"
    names = "resource_byte primary semacredit"
    heading = "How the benefit depends on the Atomic engine's service time"
    subtitle = "Service time of the Atomic engine swept, 0.6 of the microbenchmark's operations"
    parameter = "service time of an Atomic, ns"
    logarithmic = 10
    wide = "2.3 270"
    ticks = "xtics (3, 10, 30, 100, 200)"
    latency_logarithmic = 1
}
if (figure eq "credits") {
    workloads = "atomic response"
    heading = "How the benefit depends on the number of commands that the endpoint takes"
    subtitle = "Command bound swept, 0.6 of the microbenchmarks' operations"
    parameter = "commands admitted at most"
    logarithmic = 2
    wide = "27 300"
    ticks = "xtics (32, 64, 128, 256)"
}
if (figure eq "mapping_error") {
    workloads = "hbm_hotspot"
    names = "aggregate resource_byte oracle semacredit"
    measures = "p99_ns p99_reduction_percent p99_reduction_percent goodput_change_percent"
    baselines = "none aggregate resource_byte resource_byte"
    heading = "What wrong guesses of the HBM partition cost"
    subtitle = "Fraction of operations whose partition is guessed wrong swept, 0.6 of the " . \
        "microbenchmark's operations"
    note = "Means of five seeds, each relative to the baseline in the same seed; bars: least " . \
        "to greatest seed. Diamonds: published by the paper; ours are fitted to them."
    parameter = "fraction guessed wrong"
    logarithmic = 0
    wide = "-0.05 0.55"
    ticks = "xtics (0, 0.1, 0.25, 0.5)"
    apart = 0.012
}
if (figure eq "response_overhead") {
    workloads = "response"
    heading = "How the benefit depends on the response engine's fixed time"
    subtitle = "Fixed time of the response engine swept, 0.6 of the microbenchmark's operations"
    parameter = "fixed time of a response, ns"
    logarithmic = 0
    wide = "-3 43"
    ticks = "xtics (0, 10, 20, 40)"
    apart = 0.6
}
if (figure eq "window") {
    workloads = "atomic"
    heading = "How the benefit depends on the base window"
    subtitle = "Requested window swept, 0.6 of the microbenchmark's operations; less than the " . \
        "round-trip time of 1000 ns counts as 1000 ns"
    parameter = "requested base window, ns"
    logarithmic = 2
    wide = "210 2400"
    ticks = "xtics (250, 500, 1000, 2000)"
}
width = 960
height = 112 + 250 * words(workloads)
note_lines = 1
load "style.gp"
load "title.gp"
load "legend.gp"
pitch = (width - 30) / words(measures)
at_width = pitch - 62
at_height = 160
do for [row = 1:words(workloads)] {
    workload = word(workloads, row)
    panel_heading = workload
    at_top = 126 + 245 * (row - 1)
    do for [panel = 1:words(measures)] {
        measure = word(measures, panel)
        baseline = word(baselines, panel) eq "none" ? "" : word(baselines, panel)
        at_left = 52 + pitch * (panel - 1)
        load "curves_panel.gp"
    }
}
