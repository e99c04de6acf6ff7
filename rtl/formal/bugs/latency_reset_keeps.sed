# A reset clears nothing.
# file: rtl/sema_core_low_latency.sv
s/run_2q && !grant/!grant/
