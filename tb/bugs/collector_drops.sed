# Of two partitions that finish in one clock the collector keeps the lower one only.
# file: rtl/sema_collector.sv
# caught by: lockstep: hbm_ready
s/(full_q <= \(full_q & ~taken\) \| )valid_i;/\1(valid_i \& -valid_i);/
