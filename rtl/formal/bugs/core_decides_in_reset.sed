# A reset does not withdraw the decision of its clock.
# file: rtl/sema_core_high_rate.sv
s/(decided_o <= valid_3q) && rst_ni/\1/
