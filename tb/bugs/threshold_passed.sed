# Credit of an HBM lane that just reaches the threshold does not count, only credit above it.
# file: rtl/sema_coalescer.sv
# caught by: lockstep: grant_valid
s/>= threshold_hbm_i/> threshold_hbm_i/
