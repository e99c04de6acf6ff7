# A read in the clock of an insertion looks at the slot that is inserted.
# file: rtl/sema_blocked.sv
s/tag_o <= tag_q\[read_slot_i\]/tag_o <= tag_q[insert_i ? slot_i : read_slot_i]/
