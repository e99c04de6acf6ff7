# Figure initiators: credit of one receiver, shared by many initiators.
experiment = "initiators"
values = "0 1 2 4 8 16 32 64"
labels = values
cells = "closed:p99_change_percent closed:goodput_change_percent closed:debt_percent " . \
    "closed:fairness closed:p99_ratio " . \
    "closed:settled_operations tight:p99_change_percent tight:goodput_change_percent " . \
    "tight:debt_percent"
base_text = "told at once"
least = 0.7
most = 4.5
lowest = -60
heading = "Many initiators at one receiver's credit"
subtitle = "semacredit, closed loop, 256 operations shared by all; each initiator asks and is " . \
    "told by messages of 250 ns (the nearest) to 750 ns"
note = "Means of five seeds; bars: least to greatest seed. 0: one initiator, told at once, in " . \
    "the same seed. Every second initiator starts 5 µs late; parts are equal " . \
    "where\neach one's is within 10 % of an equal part of the operations since then. Last row: " . \
    "windows of 0.6 µs, which just keep the bottlenecks busy, in place of the paper's."
note_lines = 2
parameter = "initiators"
load "sweep_panels.gp"
