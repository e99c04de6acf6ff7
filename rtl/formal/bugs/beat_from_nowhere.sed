# A completion of the last partition is made up when the pointer stands there.
# file: rtl/sema_collector.sv
s/(full_q <= \(full_q & ~taken\) \| valid_i);/\1 | NHbm'(pointer_q == HbmW'(NHbm - 1)) << (NHbm - 1);/
