# A decision behind another is lost.
# file: rtl/sema_core_low_latency.sv
s/(decided_o <= valid_2q && rst_ni)/\1 \&\& !decided_o/
