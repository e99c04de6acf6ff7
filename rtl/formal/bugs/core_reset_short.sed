# A change of before the reset arrives after it.
# file: rtl/sema_core_high_rate.sv
s/run_1q && rst_ni\)/rst_ni)/
