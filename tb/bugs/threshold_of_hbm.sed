# The response lane's credit is held to the threshold of the HBM lanes.
# file: rtl/sema_coalescer.sv
# caught by: lockstep: grant_valid
s/(pending_q\[Response\*CntW \+: CntW\] >= )threshold_time_i/\1threshold_hbm_i/
