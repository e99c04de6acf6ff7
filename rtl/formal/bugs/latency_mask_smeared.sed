# The mask names a neighbour too.
# file: rtl/sema_core_low_latency.sv
s/refused_o <= ~fits/refused_o <= ~fits | ~fits >> 1/
