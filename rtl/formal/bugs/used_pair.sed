# An HBM demand takes the partition above it along.
# file: rtl/sema_scaler.sv
s/NHbm'\(hbm_o != '0\) << lane_i/NHbm'({hbm_o[0], hbm_o != '0}) << lane_i/
