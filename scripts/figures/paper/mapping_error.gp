# Figure mapping_error: the fraction of wrong guesses swept.
experiment = "mapping_error"
workloads = "hbm_hotspot"
names = "aggregate resource_byte oracle semacredit"
measures = "p99_ns p99_reduction_percent p99_reduction_percent goodput_change_percent"
baselines = "none aggregate resource_byte resource_byte"
heading = "What wrong guesses of the HBM partition cost"
subtitle = "Fraction of operations whose partition is guessed wrong swept, 0.6 of the " . \
    "microbenchmark's operations"
note = "Means of five seeds, each relative to the baseline in the same seed; bars: least to " . \
    "greatest seed. A prediction: the paper's values are not published."
parameter = "fraction guessed wrong"
logarithmic = 0
wide = "-0.05 0.55"
ticks = "xtics (0, 0.1, 0.25, 0.5)"
apart = 0.012
latency_logarithmic = 0
load "sweep.gp"
