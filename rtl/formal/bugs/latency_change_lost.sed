# Without a grant a return is lost.
# file: rtl/sema_core_low_latency.sv
s/e0_2q     <= .*/e0_2q     <= '0;/
