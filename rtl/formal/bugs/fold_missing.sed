# Where there are partitions short of a power of two, the last is not folded.
# file: rtl/sema_estimator.sv
s/index >= HbmW'\(NHbm\) \?/index > HbmW'(NHbm) ?/
