# Figure scaling_slots: how the arbiter and its parts grow with the waiting operations.
names = "sema_arbiter sema_compare sema_rank sema_blocked"
titles = "sema_arbiter its~parts:~sema_compare sema_rank sema_blocked"
panels = "gates clock_mhz latency_ns"
series_of(panel) = panel eq "latency_ns" ? "sema_arbiter" : names
values = "4 8 16 32 64"
parameter = "waiting slots"
rate_text = "clock, MHz, all paths with borders"
rate_least = 50
rate_most = 800
latency_least = 10
latency_most = 100
heading = "What more waiting operations cost"
subtitle = "The arbiter of ten lanes and 32 bits, and its parts by themselves; latency: from " . \
    "offer to decision, if nothing else waits"
note = "osu018, inputs out of a neighbour's flops, an ideal clock, no wires (make scaling)."
note_lines = 1
load "scaling.gp"
