# Where there are partitions short of a power of two, the last is not folded.
# file: rtl/sema_estimator.sv
s/partition\} >= \(HbmW\+1\)'\(NHbm\)/partition} > (HbmW+1)'(NHbm)/
