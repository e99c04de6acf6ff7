# A negative headroom is compared by its low bits.
# file: rtl/sema_core_low_latency.sv
s/\.fail_i\(compared_q\[CntW\]\)/.fail_i(1'b0)/
