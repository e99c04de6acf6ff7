# A grant takes nothing in the second lane.
# file: rtl/sema_core_low_latency.sv
s/(\.b_i    \()e1_2q/\1l == 1 ? e0_2q : e1_2q/
