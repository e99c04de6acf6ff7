# Folding leaves a partition as it is.
# file: rtl/sema_estimator.sv
s/partition = partition - HbmW'\(NHbm\);/partition = partition - HbmW'(NHbm - 6);/
