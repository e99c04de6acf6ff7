# Figure scaling_width: how the decision core grows with its counters.
names = "core core_low_latency core_untuned reference reference_prefix"
titles = names
panels = "gates clock_mhz latency_ns"
series_of(panel) = names
values = "8 12 16 20 24 32"
parameter = "bits of a counter"
rate_text = "clock, MHz = million decisions a second"
rate_least = 150
rate_most = 1500
latency_least = 0.8
latency_most = 20
heading = "What wider counters cost"
subtitle = "Decision core of ten lanes in two builds, beside the untuned one and as many " . \
    "independent counters"
note = "osu018, register to register, an ideal clock, no wires (make scaling). Every core " . \
    "decides once a clock; a counter has no\n" . \
    "decision: for reference and reference_prefix a count up or down is what is shown."
note_lines = 2
load "scaling.gp"
