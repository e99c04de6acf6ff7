# A partition whose slot is full is told to go on.
# file: rtl/sema_collector.sv
s/assign ready_o = .*/assign ready_o = {NHbm{valid_o}} | ~full_q;/
