# What is read has response and table the wrong way round.
# file: rtl/sema_compare.sv
s/\{told_table_q\[read_slot_i\], told_response_q\[read_slot_i\]/{told_response_q[read_slot_i], told_table_q[read_slot_i]/
