# Figure scaling_lanes: how the decision core grows with its lanes.
names = "core core_low_latency core_untuned reference reference_prefix"
titles = names
panels = "gates clock_mhz latency_ns"
series_of(panel) = names
values = "2 4 8 10 16 32 64"
parameter = "lanes"
rate_text = "clock, MHz = million decisions a second"
rate_least = 80
rate_most = 1000
latency_least = 1
latency_most = 20
heading = "What more lanes cost"
subtitle = "Decision core of 32 bits in two builds, beside the untuned one and as many " . \
    "independent counters"
note = "osu018, register to register, an ideal clock, no wires (make scaling). Every core " . \
    "decides once a clock; a counter has no\n" . \
    "decision: for reference and reference_prefix a count up or down is what is shown."
note_lines = 2
load "scaling.gp"
