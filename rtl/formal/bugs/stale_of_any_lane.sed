# A new multiplier of any HBM lane makes the demands of all of them stale.
# file: rtl/sema_compare.sv
s/ \&\& hbm_writes\[lane_q\[4\*b\+w\]\]//
