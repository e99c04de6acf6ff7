# A grant takes nothing in the second lane.
# file: rtl/sema_core_high_rate.sv
s/(\.taken_i     \()taken\)/\1l == 1 ? kept : taken)/
