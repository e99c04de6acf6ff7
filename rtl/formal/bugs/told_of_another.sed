# A new operation is told what the one before it in its slot was.
# file: rtl/sema_compare.sv
s/\(decided_q \| denied\) \& ~inserted/decided_q | denied/
