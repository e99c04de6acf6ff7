# Figure scaling_quantum: what a coarser quantum gains, as counters get narrower.
names = "64000 1024000 16384000"
titles = "window~64,000 1,024,000 16,384,000~finest~quanta"
panels = "gates clock_mhz latency_ns"
series_of(panel) = names
values = "1 16 256 4096"
parameter = "quantum, in finest quanta"
rate_text = "clock, MHz = million decisions a second"
rate_least = 500
rate_most = 1000
latency_least = 4
latency_most = 8
heading = "What a coarser quantum gains"
subtitle = "Decision core of ten lanes, high rate, with counters just wide enough for a " . \
    "window: 64,000 is the default of the HBM and Atomic lanes"
note = "osu018, register to register, an ideal clock, no wires (make scaling). A counter of W " . \
    "bits holds 2^W - 2 units; the widths are 8, 12, 16,\n" . \
    "20 and 24 bits. A quantum rounds every demand up: what that costs is in quantum_hbm and " . \
    "quantum_time (make studies)."
note_lines = 2
load "scaling.gp"
