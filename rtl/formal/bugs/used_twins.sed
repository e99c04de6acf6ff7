# Partitions 0 and 1 are charged together.
# file: rtl/sema_scaler.sv
s/NHbm'\(hbm_o != '0\) << lane_i/((NHbm'(hbm_o != '0) << lane_i) | NHbm'(hbm_o != '0 \&\& lane_i == '0) << 1)/
