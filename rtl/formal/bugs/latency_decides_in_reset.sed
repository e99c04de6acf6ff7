# A reset does not withdraw the decision of its clock.
# file: rtl/sema_core_low_latency.sv
s/(decided_o <= valid_2q) && rst_ni/\1/
