# Figure scaling_depth: how the reservation table grows with its entries.
names = "table_memories table_flops id_pool"
titles = "reservation_table,~components~in~memories components~in~flops id_pool"
panels = "memory_bits gates clock_mhz"
series_of(panel) = panel eq "memory_bits" ? "table_memories" : names
values = "16 32 64 128 256 512 1024"
parameter = "entries"
rate_text = "clock, MHz, all paths with borders"
rate_least = 80
rate_most = 800
heading = "What a deeper reservation table costs"
subtitle = "Frozen components in three memories of one read and one write port, flags in " . \
    "flops; and all of it in flops"
note = "osu018, inputs out of a neighbour's flops, an ideal clock, no wires; memories are " . \
    "counted in bits and take no part in area and clock\n" . \
    "(make scaling)."
note_lines = 2
load "scaling.gp"
