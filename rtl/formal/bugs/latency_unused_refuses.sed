# A lane that is not used refuses while its headroom is negative.
# file: rtl/sema_core_low_latency.sv
s/pass_2q   <= !used_1q/pass_2q   <= 1'b0/
