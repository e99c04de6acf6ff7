# A slot in another partition's clock counts as empty.
# file: rtl/sema_collector.sv
s/assign valid_o     = full_q != '0;/assign valid_o     = above != '0;/
