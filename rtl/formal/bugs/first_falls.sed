# A denial hides that a slot that was read had been told nothing.
# file: rtl/sema_compare.sv
s/decided_q <= \(decided_q \| denied\).*/& if (deny_i) first_o <= 1'b0;/
