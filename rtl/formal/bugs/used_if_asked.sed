# A lane counts as used although its multiplier is zero.
# file: rtl/sema_scaler.sv
s/atomic_o != '0, NHbm'\(hbm_o != '0\)/atomic_i != '0, NHbm'(hbm_i != '0)/
