# A demand that fits in one lane is granted.
# file: rtl/sema_core_low_latency.sv
s/valid_2q && &fits/valid_2q \&\& |fits/
