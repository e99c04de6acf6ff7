# Figure upsets: resets and windows that change, in the middle of a run.
experiment = "upsets"
values = "100 75 50 25 10 0"
labels = "100 75 50 25 10 reset"
cells = "open:recovery_us open:lost_us open:voided"
heading = "A reset, or smaller windows for 20 µs, under load"
subtitle = "the admission block, RTL and golden model in lockstep, offered twice what the " . \
    "bottleneck can serve"
note = "Means of five seeds; bars: least to greatest seed. Back: goodput over 8 µs within 5 % " . \
    "of that over 40 µs before, from the end of the disturbance on. Lost: over " . \
    "80 µs\nfrom its beginning on, as time at the goodput of before."
note_lines = 2
parameter = "left of every window, %; or a reset"
load "sweep_panels.gp"
