# A lane that is not used refuses while its headroom is negative.
# file: rtl/sema_core_ahead.sv
s/pass_o    <= !used_1q/pass_o    <= 1'b0/
