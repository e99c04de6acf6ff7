# A change of before the reset arrives after it.
# file: rtl/sema_core_low_latency.sv
s/run_2q    <= run_1q && rst_ni/run_2q    <= rst_ni/
